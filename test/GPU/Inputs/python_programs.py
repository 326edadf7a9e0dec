"""Programs of the Python package on a GPU: arrays of several libraries, streams, graphs,
files, and what must be refused. Libraries that are not installed are left out."""

import gc
import importlib.util
import sys
import tempfile
import unittest
from pathlib import Path

import torch

import mlir_autotune as at
from mlir_autotune.program import FlatProgram

LAYER = """
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
func.func @main(%x: tensor<256x512xf16>, %w: tensor<512x384xf16>, %bias: tensor<384xf16>)
    -> tensor<256x384xf16> {
  %z = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<256x384xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<256x384xf16>) -> tensor<256x384xf16>
  %m = linalg.matmul ins(%x, %w : tensor<256x512xf16>, tensor<512x384xf16>)
      outs(%f : tensor<256x384xf16>) -> tensor<256x384xf16>
  %r = linalg.generic {indexing_maps = [#id, #row, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%m, %bias : tensor<256x384xf16>, tensor<384xf16>) outs(%e : tensor<256x384xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %s = arith.addf %a, %b : f16
    linalg.yield %s : f16
  } -> tensor<256x384xf16>
  return %r : tensor<256x384xf16>
}
"""

DYNAMIC = """
func.func @main(%a: tensor<?x64xf32>, %b: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %a, %c0 : tensor<?x64xf32>
  %n = tensor.dim %b, %c0 : tensor<?x64xf32>
  %same = arith.cmpi eq, %d, %n : index
  cf.assert %same, "a and b must have the same number of rows"
  %e = tensor.empty(%d) : tensor<?x64xf32>
  %s = linalg.add ins(%a, %b : tensor<?x64xf32>, tensor<?x64xf32>)
      outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %s : tensor<?x64xf32>
}
"""

# With a buffer of unknown size between two kernels.
NORM = """
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @main(%x: tensor<?x512xf16>, %w: tensor<512x256xf16>) -> tensor<?x256xf16> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f16
  %n = tensor.dim %x, %c0 : tensor<?x512xf16>
  %e = tensor.empty(%n) : tensor<?x512xf16>
  %r = tensor.empty(%n) : tensor<?xf16>
  %f = linalg.fill ins(%z : f16) outs(%r : tensor<?xf16>) -> tensor<?xf16>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x512xf16>) outs(%f : tensor<?xf16>) {
  ^bb0(%a: f16, %o: f16):
    %m = arith.maximumf %a, %o : f16
    linalg.yield %m : f16
  } -> tensor<?xf16>
  %y = linalg.generic {indexing_maps = [#id, #row, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<?x512xf16>, tensor<?xf16>) outs(%e : tensor<?x512xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %d = arith.subf %a, %b : f16
    linalg.yield %d : f16
  } -> tensor<?x512xf16>
  %ec = tensor.empty(%n) : tensor<?x256xf16>
  %fc = linalg.fill ins(%z : f16) outs(%ec : tensor<?x256xf16>) -> tensor<?x256xf16>
  %c = linalg.matmul ins(%y, %w : tensor<?x512xf16>, tensor<512x256xf16>)
      outs(%fc : tensor<?x256xf16>) -> tensor<?x256xf16>
  return %c : tensor<?x256xf16>
}
"""

# Needs an arena of 1 TiB.
HUGE = """
#id = affine_map<(i, j) -> (i, j)>
#t = affine_map<(i, j) -> (j, i)>
func.func @main(%a: tensor<524288xf32>) -> tensor<524288xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<524288x524288xf32>
  %o = tensor.empty() : tensor<524288xf32>
  %f = linalg.fill ins(%z : f32) outs(%o : tensor<524288xf32>) -> tensor<524288xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a, %a : tensor<524288xf32>, tensor<524288xf32>)
      outs(%e : tensor<524288x524288xf32>) {
  ^bb0(%x: f32, %y: f32, %q: f32):
    %m = math.sin %x : f32
    %p = arith.mulf %m, %y : f32
    linalg.yield %p : f32
  } -> tensor<524288x524288xf32>
  %c = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (j)>],
                       iterator_types = ["reduction", "parallel"]}
      ins(%s : tensor<524288x524288xf32>) outs(%f : tensor<524288xf32>) {
  ^bb0(%x: f32, %q: f32):
    %p = arith.addf %x, %q : f32
    linalg.yield %p : f32
  } -> tensor<524288xf32>
  %r = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<524288x524288xf32>) outs(%c : tensor<524288xf32>) {
  ^bb0(%x: f32, %q: f32):
    %p = arith.addf %x, %q : f32
    linalg.yield %p : f32
  } -> tensor<524288xf32>
  return %r : tensor<524288xf32>
}
"""

torch.manual_seed(0)


def inputs():
    return [torch.randn(*shape, device="cuda", dtype=torch.float16)
            for shape in ((256, 512), (512, 384), (384,))]


def expected(x, w, bias):
    return (x.float() @ w.float() + bias.float())


class OnGPU(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = at.compile(LAYER)

    def close(self, got, want):
        torch.testing.assert_close(got.float(), want, rtol=5e-3, atol=5e-2)

    def test_torch(self):
        x, w, bias = inputs()
        for _ in range(5):
            self.close(self.program(x, w, bias), expected(x, w, bias))

    def test_graphs_are_replayed_for_arrays_that_come_again(self):
        arrays = inputs()
        before = self.program.flat.replays
        for _ in range(5):
            result = self.program(*arrays)
            self.close(result, expected(*arrays))
            del result
        # PyTorch gives the memory of the result out again.
        self.assertGreater(self.program.flat.replays, before)

    def test_other_streams(self):
        x, w, bias = inputs()
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            result = self.program(x, w, bias)
        torch.cuda.current_stream().wait_stream(stream)
        self.close(result, expected(x, w, bias))

    def test_captured_by_the_caller(self):
        x, w, bias = inputs()
        self.program(x, w, bias)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            result = self.program(x, w, bias)
        x.copy_(torch.randn_like(x))
        graph.replay()
        self.close(result, expected(x, w, bias))

    def test_not_contiguous(self):
        x, w, bias = inputs()
        self.close(self.program(x.t().contiguous().t(), w, bias), expected(x, w, bias))

    def test_unknown_sizes(self):
        program = at.compile(DYNAMIC)
        for rows in (1, 33, 4096):
            a, b = (torch.randn(rows, 64, device="cuda") for _ in range(2))
            torch.testing.assert_close(program(a, b), a + b)
        with self.assertRaisesRegex(at.ProgramError, "the same number of rows"):
            program(a, b[1:])
        torch.testing.assert_close(program(a, b), a + b)

    def test_a_graph_for_each_size(self):
        program = at.compile(NORM)
        w = torch.randn(512, 256, device="cuda").half()
        inputs = [torch.randn(rows, 512, device="cuda").half() for rows in (64, 200)]
        for turn in range(4):
            for x in inputs:
                largest = x.float().amax(1, keepdim=True).clamp_min(0)
                want = (x.float() - largest).half().float() @ w.float()
                torch.testing.assert_close(program(x, w).float(), want, rtol=1e-2, atol=0.25)
        # PyTorch gives the memory of results out again.
        self.assertGreaterEqual(program.flat.replays, 4)

    def test_files(self):
        x, w, bias = inputs()
        flat = FlatProgram(self.program.flat.image)
        flat.bind(1, w)
        flat.bind(2, bias)
        from mlir_autotune.program import Program
        from mlir_autotune.signatures import Signature

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "layer.atk"
            Program(flat, Signature(1, True)).save(path)
            loaded = at.load(path)
            self.close(loaded(x), expected(x, w, bias))
            loaded.save(path)
            self.close(at.load(path)(x), expected(x, w, bias))

    def test_explain(self):
        explained = at.explain(self.program, *inputs())
        self.assertGreater(explained.kernel_time, 0)
        self.assertIn("<svg", explained._repr_html_())

    def test_refused(self):
        x, w, bias = inputs()
        with self.assertRaisesRegex(ValueError, "is in the host's memory"):
            self.program(x.cpu(), w, bias)
        with self.assertRaisesRegex(TypeError, "argument 0 is f32"):
            self.program(x.float(), w, bias)
        with self.assertRaisesRegex(at.ProgramError, "no device cuda:99"):
            FlatProgram(self.program.flat.image, device=99)
        with self.assertRaisesRegex(at.ProgramError, "multiple of 16 bytes"):
            self.program(torch.empty(256 * 512 + 1, device="cuda", dtype=torch.float16)[1:]
                         .view(256, 512), w, bias)
        self.close(self.program(x, w, bias), expected(x, w, bias))

    def test_another_architecture(self):
        program = at.compile(LAYER, target="sm_80")
        with self.assertRaisesRegex(at.ProgramError, "sm_80"):
            program(*inputs())

    def test_out_of_memory(self):
        program = at.compile(HUGE)
        with self.assertRaisesRegex(at.OutOfMemoryError, "bytes"):
            program(torch.zeros(524288, device="cuda"))
        x, w, bias = inputs()
        self.close(self.program(x, w, bias), expected(x, w, bias))

    def test_memory_is_given_back(self):
        a = torch.randn(256, 512, device="cuda", dtype=torch.float16)
        def run():
            flat = FlatProgram(self.program.flat.image)
            flat.bind_bytes(1, bytes(512 * 384 * 2))
            flat([a, torch.zeros(384, device="cuda", dtype=torch.float16)])
            torch.cuda.synchronize()
            flat.close()
        for _ in range(3):
            run()
        gc.collect()
        before, _ = torch.cuda.mem_get_info()
        for _ in range(50):
            run()
        self.assertGreater(torch.cuda.mem_get_info()[0], before - (8 << 20))

    @unittest.skipUnless(importlib.util.find_spec("cupy"), "no CuPy")
    def test_cupy(self):
        import cupy

        arrays = inputs()
        result = self.program(*[cupy.from_dlpack(array) for array in arrays])
        self.assertIsInstance(result, cupy.ndarray)
        self.close(torch.from_dlpack(result), expected(*arrays))

    @unittest.skipUnless(importlib.util.find_spec("jax"), "no JAX")
    def test_jax(self):
        import jax

        if not any(device.platform == "gpu" for device in jax.devices()):
            self.skipTest("JAX has no GPU")
        arrays = inputs()
        torch.cuda.synchronize()
        result = self.program(*[jax.dlpack.from_dlpack(array) for array in arrays])
        torch.cuda.synchronize()
        self.close(torch.from_dlpack(result), expected(*arrays))


@unittest.skipUnless(importlib.util.find_spec("torch_mlir"), "no torch-mlir")
class Models(unittest.TestCase):
    def make(self):
        return torch.nn.Sequential(
            torch.nn.Linear(256, 512), torch.nn.GELU(), torch.nn.Linear(512, 256),
            torch.nn.LayerNorm(256)).eval().to("cuda", torch.bfloat16)

    def test_compile(self):
        model, x = self.make(), torch.randn(64, 256, device="cuda", dtype=torch.bfloat16)
        with torch.no_grad():
            program = at.compile(model, (x,))
            torch.testing.assert_close(program(x), model(x), rtol=2e-2, atol=2e-2)
            program.tune(budget=5, database=False)
            torch.testing.assert_close(program(x), model(x), rtol=2e-2, atol=2e-2)

    def test_backend(self):
        from mlir_autotune.backend import mlir_autotune_backend

        model, x = self.make(), torch.randn(64, 256, device="cuda", dtype=torch.bfloat16)
        with torch.no_grad():
            compiled = torch.compile(model, backend=mlir_autotune_backend)
            torch.testing.assert_close(compiled(x), model(x), rtol=2e-2, atol=2e-2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)

"""Programs of MLIR text, in the simulator and on a stand-in for the CUDA driver."""

import os
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import numpy as np

import mlir_autotune as at
from mlir_autotune import _native
from mlir_autotune.compiler import compile_text
from mlir_autotune.program import FlatProgram, Program
from mlir_autotune.signatures import Signature

PRODUCT = """
func.func @main(%a: tensor<32x64xf32>, %b: tensor<64x48xf32>)
    -> (tensor<32x48xf32>, tensor<32x64xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x48xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<32x48xf32>) -> tensor<32x48xf32>
  %m = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x48xf32>)
      outs(%f : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %m, %a : tensor<32x48xf32>, tensor<32x64xf32>
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

# Would write its argument, were it allowed to.
IN_PLACE = """
func.func @main(%a: tensor<16xf32>) -> tensor<16xf32> {
  %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%a : tensor<16xf32>) {
  ^bb0(%x: f32):
    %y = arith.addf %x, %x : f32
    linalg.yield %y : f32
  } -> tensor<16xf32>
  return %s : tensor<16xf32>
}
"""

VECTOR = """
#in = affine_map<(i) -> (i)>
#sum = affine_map<(i) -> ()>
func.func @main(%x: tensor<1000xf32>) 
    -> (tensor<1000xf32>, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %o = tensor.empty() : tensor<1000xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.generic {indexing_maps = [#in, #sum], 
      iterator_types = ["reduction"]}
      ins(%x : tensor<1000xf32>) outs(%f : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.addf %in, %out : f32
    linalg.yield %v : f32
  } -> tensor<f32>
  %y = linalg.generic {indexing_maps = [#in, #sum, #in], 
      iterator_types = ["parallel"]}
      ins(%x, %s : tensor<1000xf32>, tensor<f32>) outs(%o : tensor<1000xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %d = arith.divf %in, %sum : f32
    linalg.yield %d : f32
  } -> tensor<1000xf32>
  return %y, %s : tensor<1000xf32>, tensor<f32>
}
"""

rng = np.random.default_rng(0)


def random(*shape):
    return rng.standard_normal(shape).astype(np.float32)


def load(text, target="sim", **options):
    return FlatProgram(compile_text(text, target=target), **options)


# A buffer of unknown size between two products.
CHAIN = """
func.func @main(%a: tensor<?x64xf32>, %b: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %d = tensor.dim %a, %c0 : tensor<?x64xf32>
  %e = tensor.empty(%d) : tensor<?x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  %p = linalg.matmul ins(%a, %one : tensor<?x64xf32>, tensor<64x64xf32>)
      outs(%init : tensor<?x64xf32>) -> tensor<?x64xf32>
  %q = linalg.matmul ins(%p, %one : tensor<?x64xf32>, tensor<64x64xf32>)
      outs(%init : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %q : tensor<?x64xf32>
}
"""


class Simulated(unittest.TestCase):
    def test_product(self):
        a, b = random(32, 64), random(64, 48)
        product, returned = load(PRODUCT)([a, b])
        np.testing.assert_allclose(product, a @ b, rtol=1e-5, atol=1e-5)
        # A copy: who wrote to one would not expect the other to change.
        self.assertIsNot(returned, a)
        np.testing.assert_array_equal(returned, a)

    def test_copies_what_is_not_contiguous(self):
        a, b = random(64, 32).T, random(64, 96)[:, ::2]
        product, _ = load(PRODUCT)([a, b])
        np.testing.assert_allclose(product, a @ b, rtol=1e-5, atol=1e-5)

    def test_unknown_sizes(self):
        program = load(DYNAMIC)
        for rows in (1, 7, 64):
            a, b = random(rows, 64), random(rows, 64)
            np.testing.assert_array_equal(program([a, b])[0], a + b)

    def test_a_buffer_of_unknown_size(self):
        program = load(CHAIN)
        for rows in (1, 7, 64):
            a, ones = random(rows, 64), np.ones((64, 64), np.float32)
            np.testing.assert_allclose(program([a, a])[0], a @ ones @ ones, rtol=1e-4, atol=1e-4)

    def test_results_of_one_value(self):
        text = DYNAMIC.replace("-> tensor<?x64xf32> {\n  %c0", """
            -> (tensor<?x64xf32>, tensor<?x64xf32>, tensor<?xf32>) {
          %c0""").replace("return %s : tensor<?x64xf32>", """
          %v = tensor.collapse_shape %s [[0, 1]] : tensor<?x64xf32> into tensor<?xf32>
          return %s, %s, %v : tensor<?x64xf32>, tensor<?x64xf32>, tensor<?xf32>""")
        a = random(3, 64)
        for _ in range(3):
            x, y, z = load(text)([a, a])
            np.testing.assert_array_equal(x, a + a)
            x[0] = 0
            np.testing.assert_array_equal(y, a + a)
            np.testing.assert_array_equal(z, (a + a).reshape(-1))

    def test_results_outlive_the_program(self):
        program = load(DYNAMIC)
        a = random(3, 64)
        result, = program([a, a])
        program.close()
        np.testing.assert_array_equal(result, a + a)

    def test_threads_take_turns(self):
        program = load(DYNAMIC)
        wrong = []

        def run(seed):
            a = np.full((4, 64), seed, np.float32)
            for _ in range(20):
                if not (program([a, a])[0] == 2 * a).all():
                    wrong.append(seed)

        threads = [threading.Thread(target=run, args=(seed,)) for seed in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_assertions_of_a_program_are_exceptions(self):
        program = load(DYNAMIC)
        with self.assertRaisesRegex(at.ProgramError, "the same number of rows"):
            program([random(3, 64), random(4, 64)])
        a = random(5, 64)
        np.testing.assert_array_equal(program([a, a])[0], a + a)

    def test_arguments_are_not_written(self):
        a = random(16)
        before = a.copy()
        np.testing.assert_array_equal(load(IN_PLACE)([a])[0], before + before)
        np.testing.assert_array_equal(a, before)

    def test_numbers_are_arrays_of_rank_0(self):
        x = rng.random(1000, dtype=np.float32)
        normalized, total = load(VECTOR)([x])
        self.assertEqual(total.shape, ())
        np.testing.assert_allclose(total, x.sum(), rtol=1e-5)
        np.testing.assert_allclose(normalized, x / x.sum(), rtol=1e-5)

    def test_the_same_array_twice(self):
        a = random(4, 64)
        np.testing.assert_array_equal(load(DYNAMIC)([a, a])[0], a + a)

    def test_bound_arguments(self):
        program = load(PRODUCT)
        b = random(64, 48)
        program.bind(1, b)
        self.assertEqual(program.unbound, [0])
        a = random(32, 64)
        np.testing.assert_allclose(program([a])[0], a @ b, rtol=1e-5, atol=1e-5)


class Refused(unittest.TestCase):
    def refuse(self, arguments, error, text):
        with self.assertRaisesRegex(error, text):
            load(PRODUCT)(arguments)

    def test_arguments(self):
        a, b = random(32, 64), random(64, 48)
        self.refuse([a], TypeError, "takes 2 arrays, not 1")
        self.refuse([a, 3], TypeError, "'int'; it must be an array")
        self.refuse([a.astype(np.float64), b], TypeError, r"argument 0 is f64\[32, 64\]")
        self.refuse([a, b[:63]], ValueError, r"argument 1 is f32\[63, 48\]; .*dynamic_shapes")
        self.refuse([a, b[0]], ValueError, r"argument 1 is f32\[48\]")
        self.refuse([a.astype(np.complex64), b], TypeError, "complex64 are not supported")

    def test_modules(self):
        for text, message in (
                ("func.func @main( {", "can't be parsed"),
                ("func.func @f() { return }", "no function @main; it has @f"),
                ("func.func @main(%x: f32) { return }", "argument 0 of the program is a 'f32'"),
                ("func.func @main(%x: tensor<*xf32>) { return }", "whose rank is known"),
                ('func.func @main() { "a.b"() : () -> () return }', "dialect 'a'")):
            with self.assertRaisesRegex(at.CompileError, message):
                compile_text(text, target="sim")

    def test_an_error_says_where(self):
        text = PRODUCT.replace("%m = linalg.matmul", "%q = foo.bar\n  %m = linalg.matmul")
        with self.assertRaises(at.CompileError) as raised:
            compile_text(text, target="sim")
        told = raised.exception.diagnostics[0]
        self.assertEqual((told.severity, told.location), ("error", 'loc("module":7:8)'))

    def test_targets(self):
        with self.assertRaisesRegex(at.CompileError, "known are .*h200"):
            compile_text(PRODUCT, target="h900")
        with self.assertRaisesRegex(at.CompileError, "no options of autotune-compile"):
            compile_text(PRODUCT, target="sim", options="nonsense=1")

    def test_no_gpu(self):
        with self.assertRaisesRegex(RuntimeError, "target='sim' runs small inputs"):
            compile_text(PRODUCT, target="auto")

    def test_a_closed_program(self):
        program = load(PRODUCT)
        program.close()
        with self.assertRaisesRegex(ValueError, "was closed"):
            program([random(32, 64), random(64, 48)])


class Saved(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.path = Path(self.directory.name) / "product.atk"
        self.flat = load(PRODUCT)
        self.b = random(64, 48)
        self.flat.bind(1, self.b)
        self.program = Program(self.flat, Signature(1, False))

    def check(self, program):
        a = random(32, 64)
        np.testing.assert_allclose(program(a)[0], a @ self.b, rtol=1e-5, atol=1e-5)

    def test_with_weights(self):
        self.program.save(self.path)
        loaded = at.load(self.path)
        self.check(loaded)
        again = self.path.with_name("again.atk")
        loaded.save(again)
        self.check(at.load(again))
        self.assertIn("matmul", str(at.explain(at.load(again))))

    def test_without_weights(self):
        self.program.save(self.path, weights=False)
        self.check(at.load(self.path, [self.b]))
        with self.assertRaisesRegex(at.ProgramError, "saved without weights"):
            at.load(self.path)
        with self.assertRaisesRegex(at.ProgramError, r"weights for arguments \[1\]"):
            at.load(self.path, [])
        with self.assertRaisesRegex(at.ProgramError, "and got 2"):
            at.load(self.path, [self.b, self.b])

    def test_damaged(self):
        self.program.save(self.path)
        good = self.path.read_bytes()
        # Each byte of the archive's directory and of the first header, and some between.
        places = [*range(64), *range(64, len(good), len(good) // 40),
                  *range(len(good) - 280, len(good))]
        for change in [b"", good[:10], good[:-30], b"x" * 100] + [
                good[:place] + bytes([good[place] ^ bits]) + good[place + 1:]
                for place in places for bits in (0x01, 0x54)]:
            self.path.write_bytes(change)
            try:
                loaded = at.load(self.path)
            except at.ProgramError as error:
                self.assertIn(str(self.path), str(error))
            else:
                # Bytes that nobody reads, such as a member's date.
                self.check(loaded)

    def test_another_version(self):
        image = self.flat.image.to_bytes()
        with self.assertRaisesRegex(_native.ProgramError, "of version 7, .* reads version 2"):
            _native.Image.from_bytes(image[:8] + b"\7" + image[9:])

    def test_no_file(self):
        with self.assertRaises(FileNotFoundError):
            at.load(self.path.with_name("none.atk"))


ON_FAKE_DRIVER = r"""
import sys
import numpy as np
import mlir_autotune as at
from mlir_autotune import _native
from mlir_autotune.program import FlatProgram

image = _native.compile(sys.argv[1].encode(), "h200", "isa", "main", "", "")[0]
program = FlatProgram(image)
a, b, c = (np.zeros(s, np.float32) for s in ((32, 64), (64, 48), (32, 48)))
call = lambda stream=0: program._program.call(
    [0, 1], [(a.ctypes.data, a.shape), (b.ctypes.data, b.shape)], [(c.ctypes.data, c.shape)],
    stream, 0)
for _ in range(4):
    call()
print("replays", program.replays)
try:
    program([a, b])
except ValueError as error:
    print(error)
try:
    FlatProgram(image, device=64)
except at.ProgramError as error:
    print(error)
program.close()
"""


SIZES_ON_FAKE_DRIVER = r"""
import sys
import numpy as np
from mlir_autotune import _native
from mlir_autotune.program import FlatProgram

image = _native.compile(sys.argv[1].encode(), "h200", "isa", "main", "", "")[0]
program = FlatProgram(image)
x, y = np.zeros((32, 64), np.float32), np.zeros((32, 64), np.float32)
def call(rows):
    given = [(x.ctypes.data, (rows, 64))] * 2
    sizes, = program._program.result_sizes([0, 1], given)
    program._program.call([0, 1], given, [(y.ctypes.data, sizes)], 0, 0)
    print(rows, tuple(sizes), "replays", program.replays)
for rows in (32, 32, 16, 32, 16, 16):
    call(rows)
program.close()
"""


class OnFakeDriver(unittest.TestCase):
    def run_python(self, script=ON_FAKE_DRIVER, text=PRODUCT, **environment):
        done = subprocess.run(
            [sys.executable, "-c", script, text], text=True, capture_output=True,
            env=dict(os.environ, AUTOTUNE_LIBCUDA=sys.argv[1], **environment))
        return done.stdout, done.stderr, done.returncode

    def test_a_graph_for_each_size(self):
        out, err, code = self.run_python(SIZES_ON_FAKE_DRIVER, DYNAMIC, FAKE_CUDA_CALLS="1")
        self.assertEqual(code, 0, err)
        self.assertEqual(out.splitlines(), [
            "32 (32, 64) replays 0", "32 (32, 64) replays 1", "16 (16, 64) replays 1",
            "32 (32, 64) replays 2", "16 (16, 64) replays 3", "16 (16, 64) replays 4"])

    def test_memory_that_no_graph_can_have(self):
        """A buffer of unknown size, from a driver without memory in the order of a stream."""
        out, err, code = self.run_python(SIZES_ON_FAKE_DRIVER, CHAIN, FAKE_CUDA_CALLS="1")
        self.assertEqual(code, 0, err)
        self.assertEqual(out.splitlines()[-1], "16 (16, 64) replays 0")
        self.assertEqual(err.count("cuMemAlloc") - err.count("cuMemFree"), 0, err)

    def test_graphs(self):
        out, err, code = self.run_python(FAKE_CUDA_TRACE="1")
        self.assertEqual(code, 0, err)
        self.assertIn("replays 3", out)
        # Once for itself, and once in a capture.
        self.assertEqual(err.count("fake: matmul_"), 2, err)
        self.assertIn("argument 0 is in the host's memory; the program runs on cuda:0", out)
        self.assertIn("no device cuda:64; the driver has", out)



if __name__ == "__main__":
    fake = sys.argv[1]
    unittest.main(argv=sys.argv[:1])

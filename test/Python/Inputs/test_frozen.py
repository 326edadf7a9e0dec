"""Programs with weights that are the same in each call: what depends on these alone is
computed once. In the simulator, and on a stand-in for the CUDA driver."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
import weakref
from pathlib import Path

import numpy as np

import mlir_autotune as at
from mlir_autotune import compiler
from mlir_autotune.program import Program
from mlir_autotune.signatures import Signature

# The square roots of the second argument, a weight, are computed once.
ROOTS = """
#id = affine_map<(i) -> (i)>
func.func @main(%x: tensor<64xf32>, %w: tensor<64xf32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%w : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = math.sqrt %i : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %t : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %v = arith.addf %i, %j : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %y : tensor<64xf32>
}
"""

rng = np.random.default_rng(0)


def random(*shape):
    return rng.standard_normal(shape).astype(np.float32)


class Frozen(unittest.TestCase):
    def setUp(self):
        self.x, self.w = random(64), np.full(64, 4, np.float32)

    def count(self, program, *given):
        """How many kernels a call launches, and how many of them prepare."""
        kept = [launch[5] for launch in program.flat.trace(given)]
        return len(kept), sum(kept)

    def check(self, program, root, w):
        np.testing.assert_allclose(program(self.x, w), self.x + root, rtol=1e-6)

    def test_is_computed_once(self):
        program = at.compile(ROOTS, target="sim", freeze=[1])
        self.assertEqual(program.flat.frozen, [1])
        self.assertEqual(self.count(program, self.x, self.w), (2, 1))
        self.assertEqual(self.count(program, self.x, self.w), (1, 0))
        self.check(program, 2, self.w)

    def test_is_computed_in_each_call(self):
        for freeze in (True, False):
            program = at.compile(ROOTS, target="sim", freeze=freeze)
            self.assertEqual(program.flat.frozen, [])
            self.assertEqual(self.count(program, self.x, self.w), (1, 0))
            self.w[:] = 9
            self.check(program, 3, self.w)
            self.w[:] = 4

    def test_changes_in_place_need_a_refresh(self):
        program = at.compile(ROOTS, target="sim", freeze=[1])
        self.check(program, 2, self.w)
        self.w[:] = 9
        self.check(program, 2, self.w)
        program.refresh()
        self.assertEqual(self.count(program, self.x, self.w), (2, 1))
        self.check(program, 3, self.w)
        self.check(program, 3, self.w)

    def test_another_array_is_seen(self):
        program = at.compile(ROOTS, target="sim", freeze=[1])
        other = np.full(64, 9, np.float32)
        for _ in range(2):
            self.check(program, 2, self.w)
            self.check(program, 3, other)

    def test_no_array_takes_the_place_of_a_frozen_one(self):
        # The program knows the array by its address. So the array's memory must stay
        # taken until the program gets another array.
        program = at.compile(ROOTS, target="sim", freeze=[1])
        first = np.full(64, 4, np.float32)
        alive = weakref.ref(first)
        self.check(program, 2, first)
        del first
        self.assertIsNotNone(alive())
        strided = np.full((64, 2), 9, np.float32)[:, 0]
        self.check(program, 3, strided)
        self.assertIsNone(alive())
        # The contiguous copy of the same array is still there.
        self.assertEqual(self.count(program, self.x, strided)[1], 0)

    def test_programs_are_apart(self):
        first, second = (at.compile(ROOTS, target="sim", freeze=[1]) for _ in range(2))
        self.check(first, 2, self.w)
        self.check(second, 2, self.w)
        first.refresh()
        self.assertEqual(self.count(second, self.x, self.w), (1, 0))
        self.assertEqual(self.count(first, self.x, self.w), (2, 1))

    def test_bound_copies_are_made_anew(self):
        program = at.compile(ROOTS, target="sim", freeze=[1])
        wide = np.full((64, 2), 4, np.float32)
        program.flat.bind(1, wide[:, 0])
        np.testing.assert_allclose(program.flat([self.x])[0], self.x + 2, rtol=1e-6)
        wide[:] = 9
        np.testing.assert_allclose(program.flat([self.x])[0], self.x + 2, rtol=1e-6)
        program.refresh()
        np.testing.assert_allclose(program.flat([self.x])[0], self.x + 3, rtol=1e-6)

    def test_the_attribute_in_the_module(self):
        text = ROOTS.replace("%w: tensor<64xf32>)", "%w: tensor<64xf32> {autotune.frozen})")
        self.assertEqual(at.compile(text, target="sim", freeze=False).flat.frozen, [1])

    def test_is_tuned_as_frozen(self):
        # Rows of 130 bytes are tuned as those of the padded copy.
        # Padded weights have other rows than the matmul's types say.
        self.assertEqual(compiler._freeze(ROOTS, "main", ()), ROOTS)
        frozen = compiler._freeze(ROOTS, "main", [1])
        self.assertIn("%arg1: tensor<64xf32> {autotune.frozen}", frozen)
        self.assertEqual(compiler._freeze(frozen.encode(), "main", [1]), frozen)

    def test_is_explained_apart(self):
        program = at.compile(ROOTS, target="sim", freeze=[1])
        self.check(program, 2, self.w)
        for _ in range(2):
            explanation = at.explain(program, self.x, self.w)
            self.assertEqual(len(explanation.launches), 1)
            self.assertEqual(len(explanation.preparation), 1)
            self.assertIsNone(explanation.preparation_time)
            self.assertIn("in the first call only", str(explanation))
            self.assertIn("in the first call only", explanation._repr_html_())
        self.assertNotIn("first call", str(at.explain(
            at.compile(ROOTS, target="sim"), self.x, self.w)))

    def test_is_saved(self):
        program = at.compile(ROOTS, target="sim", freeze=[1])
        program.flat.bind(1, self.w)
        one = Program(program.flat, Signature(1, True), program.source, program.options)
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "roots.atk"
            one.save(path)
            loaded = at.load(path)
        self.assertEqual(loaded.flat.frozen, [1])
        self.assertEqual(loaded.options["frozen"], [1])
        self.assertEqual(self.count(loaded, self.x), (2, 1))
        self.assertEqual(self.count(loaded, self.x), (1, 0))
        np.testing.assert_allclose(loaded(self.x), self.x + 2, rtol=1e-6)

    def test_is_refused(self):
        for text, position, message in (
                (ROOTS, 2, "argument 2 can't be frozen: @main has 2 arguments"),
                (ROOTS.replace("%w: tensor<64xf32>)", "%w: tensor<64xf32>, %n: index)"), 2,
                 "argument 2 can't be frozen: it is a 'index'")):
            with self.assertRaisesRegex(at.CompileError, message):
                at.compile(text, target="sim", freeze=[position])


ON_FAKE_DRIVER = r"""
import sys
import numpy as np
from mlir_autotune import _native
from mlir_autotune.program import FlatProgram

image = _native.compile(sys.argv[1].encode(), "h200", "isa", "main", "", "", [1])[0]
program = FlatProgram(image)
x, y, v, w = (np.zeros(64, np.float32) for _ in range(4))

def call(weight):
    program._program.call([0, 1], [(x.ctypes.data, x.shape), (weight.ctypes.data, x.shape)],
                          [(y.ctypes.data, y.shape)], 0, 0)

def show(what):
    print(what, program.replays, file=sys.stderr)

for _ in range(3):
    call(v)
show("frozen: replays")
program.refresh()
call(v)
show("refreshed: replays")
call(v)
show("again: replays")
call(w)
call(v)
show("exchanged: replays")
call(v)
show("at last: replays")
program.close()
"""


class OnFakeDriver(unittest.TestCase):
    def test_graphs_of_frozen_arguments(self):
        """A graph reads what was prepared, and does not prepare it."""
        done = subprocess.run(
            [sys.executable, "-c", ON_FAKE_DRIVER, ROOTS], text=True, capture_output=True,
            env=dict(os.environ, AUTOTUNE_LIBCUDA=sys.argv[1], FAKE_CUDA_TRACE="1",
                     FAKE_CUDA_CALLS="1"))
        self.assertEqual(done.returncode, 0, done.stderr)
        told = re.findall(r"rows_[01]|\w+: replays \d", done.stderr)
        self.assertEqual(told, [
            # The call, and its capture.
            "rows_0", "rows_1", "rows_1", "frozen: replays 2",
            "rows_0", "rows_1", "refreshed: replays 2",
            "rows_1", "again: replays 3",
            # Another array, and the first one again.
            "rows_0", "rows_1", "rows_0", "rows_1", "exchanged: replays 3",
            "rows_1", "last: replays 4"])


if __name__ == "__main__":
    fake = sys.argv[1]
    unittest.main(argv=sys.argv[:1])

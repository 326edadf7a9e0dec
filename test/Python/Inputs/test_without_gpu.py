"""Programs that are compiled and saved without a GPU, and loaded on a stand-in for the CUDA
driver."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

# The sum of an argument and of a weight.
PREAMBLE = r'''
import sys
import numpy as np
import mlir_autotune as at
from mlir_autotune import _toolchain, frontends

_toolchain.find_ptxas = lambda: None  # The stand-in takes kernels as text.

TEXT = """
func.func @main(%x: tensor<64xf32>, %w: tensor<64xf32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %y = linalg.add ins(%x, %w : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  return %y : tensor<64xf32>
}
"""
w = np.arange(64, dtype=np.float32)

def make():
    imported = frontends.ImportedModule(TEXT, [w], [("input", 0), ("weight", 0)])
    return at.compile_imported(imported, target="h200")
'''

SAVE = PREAMBLE + r'''
program = make()
w[:] = 7  # The program has a copy.
print(program.target, program.flat.unbound, type(program.flat.bound[1]).__name__)
program.save(sys.argv[1])
program.refresh()  # Nothing is there to refresh.
for use in (lambda: program.flat.replays,
            lambda: at.compile(TEXT, target="auto"), lambda: at.load(sys.argv[1])):
    try:
        use()
        print("no error")
    except RuntimeError as error:
        print(type(error).__name__, error)
program.flat.close()
try:
    program.flat.replays
except ValueError as error:
    print(error)
'''

LOAD = PREAMBLE + r'''
program = at.load(sys.argv[1])
print(type(program.flat.bound[1]).__name__, program.flat.bound[1].read() == w.tobytes())
program.flat.close()

# The same without a file: loaded when it is called.
program = make()
print(type(program.flat.bound[1]).__name__)
x, y = np.zeros(64, np.float32), np.zeros(64, np.float32)
program.flat._program.call([0], [(x.ctypes.data, x.shape)], [(y.ctypes.data, y.shape)], 0, 0)
print(type(program.flat.bound[1]).__name__, program.flat.bound[1].read() == w.tobytes())
try:
    program.flat.bind(1, w)
except ValueError as error:
    print(error)
program.flat.close()

# A weight of another size is refused before that, too.
w = np.zeros(63, np.float32)
try:
    make()
except ValueError as error:
    print(error)
'''


class WithoutGpu(unittest.TestCase):
    def run_python(self, script, path, library):
        done = subprocess.run([sys.executable, "-c", script, str(path)], text=True,
                              capture_output=True,
                              env=dict(os.environ, AUTOTUNE_LIBCUDA=str(library)))
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.splitlines()

    def test(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model.atk"
            lines = self.run_python(SAVE, path, Path(folder) / "libcuda.so.1")
            self.assertEqual(lines[0], "h200 [0] HostMemory")
            self.assertEqual(len(lines), 5, lines)
            self.assertEqual(lines[-1], "the program was closed")
            for line in lines[1:-1]:
                self.assertIn("no CUDA driver", line)
            self.assertEqual(self.run_python(LOAD, path, sys.argv[1]), [
                "DeviceMemory True", "HostMemory", "DeviceMemory True",
                "argument 1 is in the host's memory; the program runs on cuda:0: move it there",
                "argument 1 is f32[63]; the program takes f32[64]: compile it for these sizes, "
                "or with dynamic_shapes"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

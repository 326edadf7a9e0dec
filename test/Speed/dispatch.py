"""Times the host code that selects a row of a plan."""

import os
import re
import subprocess
import tempfile

CALLS = 20_000_000
# Ranges and multiples, as plans have them. Each row has a kernel of its own.
GUARDS = ["m = 1", "m from 2 to 16", "m from 17 to 64 by 8", "m to 128", "m to 512",
          "m to 1024 by 64", "m to 4096", ""]
TILES = ["[32, 32, 8]", "[32, 32, 16]", "[32, 64, 8]", "[32, 64, 16]", "[64, 32, 8]",
         "[64, 32, 16]", "[64, 64, 8]", "[64, 64, 16]"]

# C has no columns, so that nothing is launched: the sizes are compared, and the
# runtime is asked, as before each launch.
MODULE = """
func.func private @dispatch(%a: memref<?x64xf32>, %b: memref<64x?xf32>, %c: memref<?x?xf32>) {{
  linalg.matmul {{autotune.config = #autotune.plan<{plan}>}}
    ins(%a, %b : memref<?x64xf32>, memref<64x?xf32>) outs(%c : memref<?x?xf32>)
  return
}}
func.func private @rtclock() -> f64
func.func private @printF64(f64)
func.func @main() {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %most = arith.constant 8191 : index
  %stride = arith.constant 64 : index
  %calls = arith.constant {calls} : index
  %buffer = memref.alloc() : memref<64xf32>
  %begin = call @rtclock() : () -> f64
  // None, which the compiler can't see.
  %epoch = arith.constant 0.0 : f64
  %isBefore = arith.cmpf olt, %begin, %epoch : f64
  %n = arith.index_castui %isBefore : i1 to index
  scf.for %i = %zero to %calls step %one {{
    %low = arith.andi %i, %most : index
    %m = arith.addi %low, %one : index
    %a = memref.reinterpret_cast %buffer to offset: [0], sizes: [%m, 64], strides: [64, 1]
      : memref<64xf32> to memref<?x64xf32>
    %b = memref.reinterpret_cast %buffer to offset: [0], sizes: [64, %n], strides: [%n, 1]
      : memref<64xf32> to memref<64x?xf32, strided<[?, 1]>>
    %bc = memref.cast %b : memref<64x?xf32, strided<[?, 1]>> to memref<64x?xf32>
    %c = memref.reinterpret_cast %buffer to offset: [0], sizes: [%m, %n], strides: [%n, 1]
      : memref<64xf32> to memref<?x?xf32, strided<[?, 1]>>
    %cc = memref.cast %c : memref<?x?xf32, strided<[?, 1]>> to memref<?x?xf32>
    func.call @dispatch(%a, %bc, %cc) : (memref<?x64xf32>, memref<64x?xf32>, memref<?x?xf32>) -> ()
  }}
  %end = call @rtclock() : () -> f64
  %seconds = arith.subf %end, %begin : f64
  call @printF64(%seconds) : (f64) -> ()
  memref.dealloc %buffer : memref<64xf32>
  return
}}
"""


def find_upstream(build):
    """The folder of MLIR's installation."""
    with open(os.path.join(build, "CMakeCache.txt")) as cache:
        return os.path.join(re.search(r"^MLIR_DIR:PATH=(.*)$", cache.read(), re.M)[1],
                            "..", "..", "..")


def time_dispatch(build, asks):
    """Seconds of one call; `asks` says whether the runtime is asked for a row."""
    rows = [f"{'[' + guard + ']' if guard else 'else'}: <simt, tile = {tile}, defaults>"
            for guard, tile in zip(GUARDS, TILES)]
    upstream = find_upstream(build)
    libraries = [os.path.join(build, "lib", "libautotune_cuda_runtime.so"),
                 os.path.join(upstream, "lib", "libmlir_c_runner_utils.so")]
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("AUTOTUNE_PLANS", "AUTOTUNE_PROFILE", "CUDA_ROOT",
                                   "CUDA_HOME", "CUDA_PATH")}
    environment["AUTOTUNE_LIBCUDA"] = os.path.join(build, "lib",
                                                   "libautotune_fake_cuda.so")
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(MODULE.format(plan=", ".join(rows), calls=CALLS))
        file.flush()
        compiled = subprocess.run(
            [os.path.join(build, "bin", "autotune-opt"), file.name,
             "--autotune-compile=target=h200 format=isa "
             f"plan-runtime={'true' if asks else 'false'}"],
            check=True, stdout=subprocess.PIPE, env=environment).stdout
    done = subprocess.run(
        [os.path.join(upstream, "bin", "mlir-runner"), "-O2", "-e", "main",
         "-entry-point-result=void", "-shared-libs=" + ",".join(libraries)],
        input=compiled, check=True, stdout=subprocess.PIPE, env=environment)
    return float(done.stdout) / CALLS

#!/usr/bin/env python3
#===- build.py - Builds a library of CUTLASS kernels ----------------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Builds CUTLASS kernels for sm_90a into a shared library, with nvcc.

The runtime and the runner open the library if AUTOTUNE_CUTLASS names it. The
kernels multiply a row-major A by a B that is stored N x K. Their order is fixed:
each shape in turn, for each type. The first ones that the patterns let through
are built, at most --kernels of them. A kernel takes nvcc about 40 seconds."""

import argparse
import concurrent.futures
import fnmatch
import glob
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# The only chip that the kernels are for: its capability, and its name in nvcc.
CAPABILITY, CHIP = 90, "90a"
# TMA needs addresses and strides that are multiples of it.
ALIGNMENT = 16
# One swizzled row of a tile in shared memory: its K is 64 elements of 16 bits.
TILE_ROW_BYTES = 128

# By name: A's and B's element, the sums', C's; the same in C++; bytes of an
# element of A and B; the type of the factors alpha and beta in C++.
TYPES = {
    "bf16": (("bf16", "f32", "bf16"),
             ("cutlass::bfloat16_t", "float", "cutlass::bfloat16_t"), 2, "float"),
    "f16": (("f16", "f32", "f16"),
            ("cutlass::half_t", "float", "cutlass::half_t"), 2, "float"),
    "i8": (("i8", "i32", "i32"), ("int8_t", "int32_t", "int32_t"), 1, "int32_t"),
    # They store the sums, as matmuls with a separate epilogue need them.
    "bf16-sums": (("bf16", "f32", "f32"),
                  ("cutlass::bfloat16_t", "float", "float"), 2, "float"),
    "f16-sums": (("f16", "f32", "f32"),
                 ("cutlass::half_t", "float", "float"), 2, "float"),
}
DEFAULT_TYPES = "bf16,f16,i8"
# Rows and columns of a tile, the cluster, and the schedule. Those that serve most
# sizes come first.
SHAPES = [
    (128, 256, (2, 1), "cooperative"),
    (128, 128, (2, 1), "pingpong"),
    (64, 128, (1, 1), "pingpong"),
    (256, 128, (2, 1), "cooperative"),
    (64, 64, (1, 1), "pingpong"),
    (64, 256, (2, 1), "pingpong"),
    (128, 256, (1, 2), "cooperative"),
    (128, 128, (1, 2), "pingpong"),
    (64, 128, (2, 1), "pingpong"),
    (128, 64, (2, 1), "pingpong"),
    (128, 128, (1, 1), "cooperative"),
    (128, 192, (2, 1), "cooperative"),
    (256, 128, (1, 2), "cooperative"),
    (64, 256, (1, 1), "pingpong"),
]
SCHEDULES = {"cooperative": "Cooperative", "pingpong": "Pingpong"}


class Kernel:
    """A kernel of one type and one shape."""

    def __init__(self, type_name, shape):
        self.elements, self.cpp, size, self.scale = TYPES[type_name]
        rows, columns, cluster, self.schedule = shape
        self.tile = (rows, columns, TILE_ROW_BYTES // size)
        self.cluster = cluster + (1,)
        sizes = ["x".join(map(str, each)) for each in (self.tile, self.cluster)]
        factor, sums, result = self.elements
        self.name = "_".join([factor, sums, result, "tn", *sizes, self.schedule])

    def get_id(self):
        """The lowest 48 bits of the name's 64-bit FNV-1a hash."""
        value = 0xCBF29CE484222325
        for byte in self.name.encode():
            value = ((value ^ byte) * 0x100000001B3) % 2**64
        return value % 2**48

    def get_source(self):
        factor, sums, result = self.cpp
        # A pingpong kernel has the epilogue of one warpgroup.
        end = "Cooperative" if self.schedule == "cooperative" else ""
        shape = ["Shape<" + ", ".join(f"_{size}" for size in sizes) + ">"
                 for sizes in (self.tile, self.cluster)]
        a, sum_name, c = self.elements
        return f"""// build.py has made this file.
#include "Kernel.h"
namespace autotune_cutlass {{
using namespace cute;
using K = Kernel<{factor}, {factor}, {result}, {sums}, {self.scale},
    {shape[0]}, {shape[1]},
    cutlass::gemm::KernelTmaWarpSpecialized{SCHEDULES[self.schedule]},
    cutlass::epilogue::TmaWarpSpecialized{end},
    cutlass::gemm::PersistentScheduler>;
extern const KernelEntry k{self.name};
const KernelEntry k{self.name} = {{
    {{"{self.name}", {self.get_id()}, "{a}", "{a}", "{c}", "{sum_name}",
     /*transposeA=*/0, /*transposeB=*/1,
     {ALIGNMENT}, {ALIGNMENT}, {ALIGNMENT}, {CAPABILITY}}},
    K::getWorkspaceBytes, K::run}};
}}
"""


def choose(options):
    """The kernels that the options ask for."""
    allow, deny = options.allow.split(","), options.deny.split(",")
    chosen = []
    for shape in SHAPES:
        for name in options.types.split(","):
            kernel = Kernel(name, shape)
            matches = lambda patterns: any(fnmatch.fnmatchcase(kernel.name, each)
                                           for each in patterns)
            if matches(allow) and not matches(deny):
                chosen.append(kernel)
    return chosen[:options.kernels]


def find_headers(options):
    """The folder of CUTLASS's headers, or None."""
    folders = [options.cutlass] if options.cutlass else []
    if not folders:
        # Found, but not imported: only its headers are needed.
        spec = importlib.util.find_spec("cutlass_library")
        packages = list(spec.submodule_search_locations) if spec else []
        packages += glob.glob(os.path.join(
            ROOT, ".venv/lib/python3*/site-packages/cutlass_library"))
        folders = [os.path.join(each, "source/include") for each in packages]
    for folder in folders:
        if os.path.exists(os.path.join(folder, "cutlass/cutlass.h")):
            return folder
    return None


def find_nvcc():
    folders = [os.path.join(os.environ[name], "bin") for name in ("CUDA_HOME", "CUDA_PATH")
               if os.environ.get(name)]
    for path in [*folders, None, "/usr/local/cuda/bin", "/usr/local/cuda-13.0/bin"]:
        found = shutil.which("nvcc", path=path)
        if found:
            return found
    return None


def build(options, kernels, folder, nvcc, headers):
    """Compiles one file for each kernel, and links them. Returns whether all
    commands succeeded."""
    flags = ["-std=c++17", "-O3", "-DNDEBUG", "--expt-relaxed-constexpr",
             "-gencode", f"arch=compute_{CHIP},code=sm_{CHIP}",
             "-Xcompiler=-fPIC,-fvisibility=hidden", "-I", headers, "-I", HERE,
             "-I", os.path.join(ROOT, "include"), "-I", folder]
    with open(os.path.join(folder, "Kernels.inc"), "w", encoding="utf-8") as file:
        file.writelines(f"AUTOTUNE_KERNEL(k{kernel.name})\n" for kernel in kernels)
    sources = [os.path.join(HERE, "Library.cpp")]
    for kernel in kernels:
        sources.append(os.path.join(folder, kernel.name + ".cu"))
        with open(sources[-1], "w", encoding="utf-8") as file:
            file.write(kernel.get_source())

    def compile_one(source):
        target = os.path.join(folder, os.path.basename(source) + ".o")
        done = subprocess.run([nvcc, *flags, "-c", source, "-o", target],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False)
        name = os.path.basename(source)
        print(f"{name}: {'compiled' if done.returncode == 0 else done.stdout}",
              file=sys.stderr, flush=True)
        return target if done.returncode == 0 else None

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        objects = list(pool.map(compile_one, sources))
    if None in objects:
        return False
    # The CUDA runtime's names stay inside, beside another copy in the process.
    return subprocess.run([nvcc, "-shared", "-cudart=static", "-Xlinker=--exclude-libs,ALL",
                           *objects, "-o", options.output], check=False).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", dest="output", metavar="FILE",
                        help="the shared library to write")
    parser.add_argument("--kernels", type=int, default=12, metavar="N",
                        help="the most kernels to build (default: 12)")
    parser.add_argument("--types", default=DEFAULT_TYPES, metavar="TYPE,...",
                        help="the types of A and B; bf16-sums and f16-sums store "
                             "sums in f32 (default: %(default)s)")
    parser.add_argument("--allow", default="*", metavar="PATTERN,...",
                        help="only kernels whose name matches one, such as "
                             "'*_128x128x*' (default: all)")
    parser.add_argument("--deny", default="", metavar="PATTERN,...",
                        help="no kernels whose name matches one, such as '*pingpong'")
    parser.add_argument("--list", action="store_true",
                        help="print ids and names of the kernels, and build nothing")
    parser.add_argument("--find", action="store_true",
                        help="print the folder of the headers and the path of nvcc, and build "
                             "nothing")
    parser.add_argument("--cutlass", metavar="FOLDER",
                        help="the folder of CUTLASS's headers (default: those of the Python "
                             "package nvidia-cutlass)")
    parser.add_argument("--keep", metavar="FOLDER",
                        help="keep sources and objects in this folder")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N",
                        help="how many compilers run at once (default: one for each CPU)")
    options = parser.parse_args()
    for name in options.types.split(","):
        if name not in TYPES:
            parser.error(f"--types: '{name}' is none of {', '.join(TYPES)}")
    if options.kernels < 1 or options.jobs < 1:
        parser.error("--kernels and --jobs must be positive")
    kernels = choose(options)
    if not kernels:
        parser.error("no kernel has a name that --allow and --deny let through")
    if options.list:
        for kernel in kernels:
            print(kernel.get_id(), kernel.name)
        return 0
    if not options.output and not options.find:
        parser.error("-o is missing: the library to write")
    headers = find_headers(options)
    if not headers:
        parser.error("no CUTLASS headers; ./dev.sh setup --cutlass installs them, or --cutlass "
                     "names their folder")
    nvcc = find_nvcc()
    if not nvcc:
        parser.error("no nvcc in $CUDA_HOME/bin, on PATH or in /usr/local/cuda/bin")
    if options.find:
        print(headers, nvcc)
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        os.makedirs(folder, exist_ok=True)
        return 0 if build(options, kernels, folder, nvcc, headers) else 1


if __name__ == "__main__":
    sys.exit(main())

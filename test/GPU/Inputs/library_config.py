"""Prints a config of the machine's cuBLASLt: `library_config.py M N K [--epilogue=E]`.

The library's heuristic is asked for its first algorithm for a product of bf16 to f32,
all matrices stored row by row. E is a number of cublasLtEpilogue_t. With --version=V,
the config says that it is of that version. Prints nothing, and exits with 1, if the
library is missing."""

import argparse
import ctypes
import os
import struct
import sys

BF16, F32, COMPUTE_F32 = 14, 0, 68
DESC_EPILOGUE, DESC_BIAS_TYPE, DESC_BIAS = 7, 26, 8
PREFERENCE_WORKSPACE = 1
WORKSPACE = 32 << 20


def load():
    names = [os.environ.get("AUTOTUNE_LIBCUBLASLT")]
    for folder in ("", "/usr/local/cuda/lib64/"):
        names += [folder + "libcublasLt.so.13", folder + "libcublasLt.so.12"]
    for name in filter(None, names):
        try:
            return ctypes.CDLL(name)
        except OSError:
            pass
    raise SystemExit(1)


def check(status, call):
    if status:
        raise SystemExit(f"{call}: status {status}")


def main():
    parser = argparse.ArgumentParser()
    for size in "mnk":
        parser.add_argument(size, type=int)
    parser.add_argument("--epilogue", type=int, default=1)
    parser.add_argument("--version", type=int)
    args = parser.parse_args()
    library = load()
    library.cublasLtGetVersion.restype = ctypes.c_size_t
    handle, desc, preference = (ctypes.c_void_p() for _ in range(3))
    check(library.cublasLtCreate(ctypes.byref(handle)), "cublasLtCreate")
    check(library.cublasLtMatmulDescCreate(ctypes.byref(desc), COMPUTE_F32, F32),
          "cublasLtMatmulDescCreate")

    def set_number(attribute, value, kind):
        value = kind(value)
        check(library.cublasLtMatmulDescSetAttribute(
            desc, attribute, ctypes.byref(value), ctypes.c_size_t(ctypes.sizeof(value))),
            f"cublasLtMatmulDescSetAttribute({attribute})")

    set_number(DESC_EPILOGUE, args.epilogue, ctypes.c_int32)
    if args.epilogue & 4:
        set_number(DESC_BIAS_TYPE, F32, ctypes.c_int32)
        set_number(DESC_BIAS, 256, ctypes.c_void_p)
    layouts = []
    # Column by column, the product is C^T = B^T A^T.
    for kind, rows, columns in ((BF16, args.n, args.k), (BF16, args.k, args.m),
                                (F32, args.n, args.m)):
        layout = ctypes.c_void_p()
        check(library.cublasLtMatrixLayoutCreate(
            ctypes.byref(layout), kind, ctypes.c_uint64(rows), ctypes.c_uint64(columns),
            ctypes.c_int64(rows)), "cublasLtMatrixLayoutCreate")
        layouts.append(layout)
    check(library.cublasLtMatmulPreferenceCreate(ctypes.byref(preference)),
          "cublasLtMatmulPreferenceCreate")
    limit = ctypes.c_uint64(WORKSPACE)
    check(library.cublasLtMatmulPreferenceSetAttribute(
        preference, PREFERENCE_WORKSPACE, ctypes.byref(limit), ctypes.c_size_t(8)),
        "cublasLtMatmulPreferenceSetAttribute")
    # cublasLtMatmulHeuristicResult_t: 64 bytes of algorithm, the workspace, ...
    result = ctypes.create_string_buffer(96)
    found = ctypes.c_int()
    check(library.cublasLtMatmulAlgoGetHeuristic(
        handle, desc, layouts[0], layouts[1], layouts[2], layouts[2], preference, 1,
        result, ctypes.byref(found)), "cublasLtMatmulAlgoGetHeuristic")
    if not found.value:
        raise SystemExit("the library has no algorithm")
    words = struct.unpack("8q", result.raw[:64])
    (workspace,) = struct.unpack("Q", result.raw[64:72])
    version = args.version or library.cublasLtGetVersion()
    print(f"<cublaslt, version = {version}, algorithm = [{', '.join(map(str, words))}], "
          f"workspace = {workspace}>")


if __name__ == "__main__":
    sys.exit(main())

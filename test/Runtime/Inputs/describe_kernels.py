"""Prints what a library of kernels says of itself, through its C interface
(include/mlir-autotune/Runtime/CutlassABI.h)."""

import ctypes
import sys


class Kernel(ctypes.Structure):
    _fields_ = ([("name", ctypes.c_char_p), ("id", ctypes.c_int64)] +
                [(name, ctypes.c_char_p) for name in ("a", "b", "c", "sums")] +
                [(name, ctypes.c_int32) for name in
                 ("transpose_a", "transpose_b", "align_a", "align_b", "align_c", "chip")])


class Problem(ctypes.Structure):
    _fields_ = ([(name, ctypes.c_int64) for name in
                 ("m", "n", "k", "batch", "row_a", "row_b", "row_c",
                  "batch_a", "batch_b", "batch_c")] +
                [("accumulate", ctypes.c_int32), ("reserved", ctypes.c_int32)] +
                [(name, ctypes.c_void_p) for name in ("a", "b", "c")])


library = ctypes.CDLL(sys.argv[1])
library.autotuneCutlassCount.restype = ctypes.c_int64
library.autotuneCutlassWorkspace.restype = ctypes.c_int64
count = library.autotuneCutlassCount()
print(f"interface {library.autotuneCutlassAbi()}, version "
      f"{library.autotuneCutlassVersion()}, {count} kernels")
for index in range(count + 1):
    kernel = Kernel()
    if library.autotuneCutlassDescribe(ctypes.c_int64(index), ctypes.byref(kernel)):
        print("no kernel", index)
        continue
    name, a, b, c, sums = (getattr(kernel, each).decode()
                           for each in ("name", "a", "b", "c", "sums"))
    print(f"{kernel.id} {name}: {a} x {b} -> {c}, sums in {sums}, {kernel.transpose_a} "
          f"{kernel.transpose_b}, aligned {kernel.align_a} {kernel.align_b} "
          f"{kernel.align_c}, chip {kernel.chip}")
for m, n, k in ((128, 128, 64), (1000, 1000, 1000), (7, 8, 8), (7, 8, 9)):
    problem = Problem(m, n, k, 1, k, k, n)
    size = library.autotuneCutlassWorkspace(ctypes.c_int64(0), ctypes.byref(problem))
    print(f"{m}x{n}x{k}: {'refused' if size < 0 else f'workspace {size}'}")

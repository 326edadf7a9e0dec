#!/usr/bin/env python3
"""Runs one function of two compiled modules on the same inputs and compares all
their outputs, element by element.

    compare_modules.py TUNED.mlir FUNCTION TUNED.so REFERENCE.so RUNTIME.so

The libraries come from compile_module.sh; the signature is read from TUNED.mlir.
Inputs are uniform in [-1, 1]. Exit code 0 only when every element agrees.
"""

import ctypes
import re
import sys
import time

import numpy as np

ELEMENTS = {"bf16": np.uint16, "f16": np.float16, "f32": np.float32}


def parse_types(text):
    """Shapes and element types of the tensors named in a list of types."""
    result = []
    for shape, element in re.findall(r"tensor<((?:\d+x)+)(\w+)>", text):
        result.append(([int(size) for size in shape.split("x")[:-1]], element))
    return result


def read_signature(path, function):
    text = open(path).read()
    match = re.search(
        r"func\.func @%s\((.*?)\)\s*->\s*(\(.*?\)|tensor<[^>]*>)" % re.escape(function),
        text, re.S)
    if not match:
        sys.exit(f"{path}: no function @{function} with tensor results")
    return parse_types(match.group(1)), parse_types(match.group(2))


def to_float(array, element):
    if element == "bf16":
        return (array.astype(np.uint32) << 16).view(np.float32)
    return array.astype(np.float32)


def random_input(rng, shape, element):
    values = rng.random(shape, dtype=np.float32) * 2 - 1
    if element != "bf16":
        return values.astype(ELEMENTS[element])
    return (values.view(np.uint32) >> 16).astype(np.uint16)


def descriptor_type(rank):
    class Descriptor(ctypes.Structure):
        _fields_ = [("allocated", ctypes.c_void_p), ("aligned", ctypes.c_void_p),
                    ("offset", ctypes.c_int64), ("sizes", ctypes.c_int64 * rank),
                    ("strides", ctypes.c_int64 * rank)]
    return Descriptor


def describe(array):
    rank = array.ndim
    strides = [stride // array.itemsize for stride in array.strides]
    pointer = array.ctypes.data
    return descriptor_type(rank)(pointer, pointer, 0, (ctypes.c_int64 * rank)(*array.shape),
                                 (ctypes.c_int64 * rank)(*strides))


def call(library, function, inputs, results):
    """The outputs as arrays; their memory stays the library's."""
    fields = [(f"r{i}", descriptor_type(len(shape))) for i, (shape, _) in enumerate(results)]
    Results = type("Results", (ctypes.Structure,), {"_fields_": fields})
    output = Results()
    arguments = [describe(array) for array in inputs]
    start = time.time()
    getattr(library, f"_mlir_ciface_{function}")(
        ctypes.byref(output), *[ctypes.byref(a) for a in arguments])
    seconds = time.time() - start
    arrays = []
    for i, (shape, element) in enumerate(results):
        d = getattr(output, f"r{i}")
        count = int(np.prod(shape))
        dtype = np.dtype(ELEMENTS[element])
        raw = (ctypes.c_char * (count * dtype.itemsize)).from_address(d.aligned + d.offset * dtype.itemsize)
        arrays.append(np.frombuffer(raw, dtype=dtype).reshape(shape))
    return arrays, seconds


def main():
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    mlir, function, tuned_path, reference_path, runtime_path = sys.argv[1:]
    inputs, results = read_signature(mlir, function)
    ctypes.CDLL(runtime_path, mode=ctypes.RTLD_GLOBAL)
    tuned, reference = ctypes.CDLL(tuned_path), ctypes.CDLL(reference_path)
    rng = np.random.default_rng(1)
    arrays = [random_input(rng, shape, element) for shape, element in inputs]
    mine, seconds = call(tuned, function, arrays, results)
    theirs, reference_seconds = call(reference, function, arrays, results)
    # Both sum the same products in f32 and round once: they differ by the order
    # of the sums, and by a unit in the last place where that crosses a tie.
    depth = max(shape[-1] for shape, _ in inputs)
    bad_total = 0
    for i, (shape, element) in enumerate(results):
        got, want = to_float(mine[i], element), to_float(theirs[i], element)
        scale = float(np.sqrt(np.mean(np.square(want, dtype=np.float64))))
        bound = 2.0**-7 * np.abs(want) + 2.0**-20 * depth * scale
        bad = int(np.count_nonzero(~(np.abs(got - want) <= bound)))
        bad_total += bad
        print(f"@{function} output {i} {'x'.join(map(str, shape))} {element}: "
              f"{got.size} elements, {bad} wrong, rms {scale:.3f}")
        if scale == 0:
            bad_total += 1
            print("  all zero: nothing was computed")
    print(f"@{function}: tuned {seconds:.3f} s, reference {reference_seconds:.3f} s, copies included")
    sys.exit(1 if bad_total else 0)


if __name__ == "__main__":
    main()

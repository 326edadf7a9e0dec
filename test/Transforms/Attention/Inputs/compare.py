"""Compares functions with what they compute when their problems are decomposed.

    compare.py FILE.mlir --run='mlir-runner ...' [--tolerance=T] [--passes='--pass ...']

Each function of the file runs twice on the same numbers: as it is, and after its
problems were formed and decomposed by the passes, which are those of attention
by default. T bounds what an element may be off by, as a share of
the largest one. Elements that are not numbers have to be so in both. The sizes of
arguments that are unknown are in a comment in front of the function, such as
"// sizes: 2x16, 8".
"""

import argparse
import re
import shlex
import subprocess
import sys

import numpy

DTYPES = {"i1": "?", "i8": "i1", "i32": "i4", "i64": "i8", "f16": "f2", "f32": "f4"}
FORM = "--autotune-form-attention=all --autotune-decompose-attention"


def make_values(random, name, shape, element):
    """A mask has rows that are masked entirely, and booleans are a mask. Variances
    are positive, and images and filters of integers have a sign."""
    if element == "i1":
        values = random.random(shape) < 0.7
        values.reshape(-1, shape[-1])[0] = name == "fill"
        return values
    if element == "i8" and name in ("x", "f"):
        return random.integers(-4, 5, shape)
    if element.startswith("i"):
        return random.integers(0, 3, shape)
    values = random.standard_normal(shape)
    if name == "var":
        return numpy.abs(values)
    if name == "mask" and len(shape) > 1:
        values[random.random(shape) < 0.3] = -numpy.inf
        values.reshape(-1, shape[-1])[0] = -numpy.inf
    return values


def make_constant(random, name, given, sizes):
    """The lines that make an argument, and its name."""
    if not given.startswith("tensor"):
        return f"%in_{name} = arith.constant 1.5 : {given}\n"
    *shape, element = given[len("tensor<"):-1].split("x")
    shape = sizes or tuple(map(int, shape))
    values = make_values(random, name, shape, element).astype("<" + DTYPES[element])
    static = f"tensor<{'x'.join(map(str, shape))}x{element}>"
    if element == "i1":
        text = str(values.tolist()).lower()
    else:
        text = f'"0x{values.tobytes().hex()}"'
    return (f"%value_{name} = arith.constant dense<{text}> : {static}\n"
            f"%in_{name} = tensor.cast %value_{name} : {static} to {given}\n")


def make_call(random, signature, sizes):
    """Calls a function and prints its result."""
    name, arguments, result = signature
    names = re.findall(r"%(\w+): ", arguments)
    types = re.findall(r": ((?:tensor<[^>]*>|\w+))", arguments)
    text = ""
    for number, (argument, given) in enumerate(zip(names, types)):
        known = sizes[number] if sizes else None
        text += make_constant(random, argument, given, known)
    values = ", ".join(f"%in_{argument}" for argument in names)
    wide = re.sub(r"x[a-z]+\d+>", "xf32>", result)
    text += f"%r = call @{name}({values}) : ({', '.join(types)}) -> {result}\n"
    if wide != result:
        convert = "sitofp" if re.search(r"xi\d+>", result) else "extf"
        text += f"%w = arith.{convert} %r : {result} to {wide}\n"
    memref = wide.replace("tensor", "memref")
    return text + (f"%m = bufferization.to_buffer {'%w' if wide != result else '%r'} read_only "
                   f": {wide} to {memref}\n"
                   f"%u = memref.cast %m : {memref} to memref<*xf32>\n"
                   "call @printMemrefF32(%u) : (memref<*xf32>) -> ()\n")


def execute(command, given):
    done = subprocess.run(command, input=given, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command[0]}: exit status {done.returncode}: {done.stderr[-3000:]}")
    return done.stdout


def evaluate(run, text, passes):
    """The results of all functions."""
    compiled = execute(["autotune-opt", "--autotune-lower-tm-tensor", *passes,
                        "--autotune-compile=target=h200 format=sim"], text)
    printed = execute(shlex.split(run), compiled)
    return [numpy.array(re.findall(r"-?(?:nan|inf|[\d.]+(?:e[+-]?\d+)?)", data.split("Unranked")[0]), float)
            for data in printed.split("data =")[1:]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--run", required=True)
    parser.add_argument("--tolerance", type=float, default=2e-3)
    parser.add_argument("--passes", default=FORM)
    arguments = parser.parse_args()
    text = open(arguments.file, encoding="utf-8").read()
    random = numpy.random.default_rng(0)
    names, calls = [], ""
    pattern = r"(// sizes: .*\n)?func\.func @(\w+)\(((?:.|\n)*?)\) -> (tensor<.*>)"
    for sizes, *signature in re.findall(pattern, text):
        known = [tuple(map(int, each.split("x")))
                 for each in sizes.strip().removeprefix("// sizes: ").split(", ")] if sizes else None
        names.append(signature[0])
        calls += (f"func.func @call_{signature[0]}() {{\n"
                  + make_call(random, signature, known) + "return\n}\n")
    text += ("func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}\n"
             + calls + "func.func @main() {\n"
             + "".join(f"call @call_{name}() : () -> ()\n" for name in names) + "return\n}\n")
    wrong = 0
    for name, want, got in zip(names, evaluate(arguments.run, text, []),
                               evaluate(arguments.run, text, shlex.split(arguments.passes)), strict=True):
        same = numpy.array_equal(numpy.isnan(want), numpy.isnan(got))
        share = numpy.nanmax(numpy.abs(got - want)) / numpy.nanmax(numpy.abs(want))
        right = same and share <= arguments.tolerance
        print(f"{name}: largest error {share:.2g} of the largest element, "
              f"{numpy.isnan(want).sum()} are no numbers: {'right' if right else 'wrong'}")
        wrong += not right
    sys.exit(wrong != 0 or not names)


main()

"""Runs an exported model with its kernels in the simulator, and compares what it
returns with what PyTorch returned of the same inputs.

    run_model.py NAME.mlir --run='mlir-runner ...' [--tolerance=T] [--freeze]

NAME.result has PyTorch's numbers (export_models.py). T bounds what an element may be
off by, as a share of the largest one. With --freeze, all arguments but the first are
weights that are the same in each call. Prints the largest share and "right" or "wrong".
"""

import argparse
import pathlib
import re
import shlex
import subprocess
import sys

import numpy

import model_inputs

WIDTHS = {"i8": "i1", "i32": "i4", "i64": "i8", "f32": "f4", "f16": "f2", "bf16": "u2"}


def encode(values, element):
    """As the bytes of a constant."""
    if element == "bf16":
        # What model_inputs makes is exact in bf16: the upper half of f32.
        bits = values.astype("<f4").view("<u4")
        assert not (bits & 0xFFFF).any()
        return (bits >> 16).astype("<u2").tobytes()
    return values.astype("<" + WIDTHS[element]).tobytes()


def make_main(text, freeze):
    """A @main that calls the model, which was one, and prints its result."""
    if freeze:
        text = re.sub(r"(%arg[1-9]\d*: tensor<[^>]*>)(?=.*\) -> tensor)",
                      r"\1 {autotune.frozen}", text)
    signature = re.search(r"func\.func @main\((.*?)\) -> (tensor<[^>]*>)", text)
    types = re.findall(r"%\w+: (tensor<[^>]*>)", signature[1])
    lines = []
    for number, given in enumerate(types):
        *shape, element = given[len("tensor<"):-1].split("x")
        dtype = {"i64": "int64", "i8": "int8"}.get(element, "float")
        values = model_inputs.make(number, tuple(map(int, shape)), dtype)
        lines.append(f'%{number} = arith.constant '
                     f'dense<"0x{encode(values, element).hex()}"> : {given}')
    arguments = ", ".join(f"%{number}" for number in range(len(types)))
    result = signature[2]
    lines.append(f"%r = call @model({arguments}) : ({', '.join(types)}) -> {result}")
    *shape, element = result[len("tensor<"):-1].split("x")
    printed, value = ("i32" if element == "i32" else "f32"), "%r"
    wide = f"tensor<{'x'.join(shape)}x{printed}>"
    if element != printed:
        lines.append(f"%w = arith.extf %r : {result} to {wide}")
        value = "%w"
    memref = wide.replace("tensor", "memref")
    lines += [f"%m = bufferization.to_buffer {value} read_only : {wide} to {memref}",
              f"%u = memref.cast %m : {memref} to memref<*x{printed}>",
              f"call @printMemref{printed.upper()}(%u) : (memref<*x{printed}>) -> ()",
              "return"]
    text = text.replace("func.func @main(", "func.func private @model(")
    head, rest = text.split("module {", 1)
    declaration = (f"func.func private @printMemref{printed.upper()}(memref<*x{printed}>) "
                   "attributes {llvm.emit_c_interface}")
    return "\n".join([head + "module {", declaration, "func.func @main() {", *lines, "}"]) + rest


def execute(command, given):
    done = subprocess.run(command, input=given, capture_output=True)
    if done.returncode:
        sys.exit(f"{command[0]}: exit status {done.returncode}: {done.stderr.decode()[-3000:]}")
    return done.stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--run", required=True)
    parser.add_argument("--prepare", default="")
    parser.add_argument("--compile", default="", help="further options")
    parser.add_argument("--tolerance", type=float, default=0.0)
    parser.add_argument("--freeze", action="store_true")
    arguments = parser.parse_args()
    module = make_main(arguments.model.read_text(), arguments.freeze)
    compiled = execute(["autotune-opt", f"--autotune-prepare={arguments.prepare}",
                        "--autotune-attach-configs=target=h200",
                        f"--autotune-compile=target=h200 format=sim {arguments.compile}",
                        "-emit-bytecode"],
                       module.encode())
    printed = execute(shlex.split(arguments.run), compiled).decode()
    data = printed.split("data =", 1)[1]
    got = numpy.array(re.findall(r"-?(?:nan|inf|[\d.]+(?:e[+-]?\d+)?)", data), float)
    want = numpy.array(arguments.model.with_suffix(".result").read_text().split(), float)
    if got.shape != want.shape:
        sys.exit(f"{got.size} elements; PyTorch has {want.size}")
    share = numpy.abs(got - want).max() / numpy.abs(want).max()
    # Not a number is no right one.
    isRight = share <= arguments.tolerance
    print(f"largest error {share:.2g} of the largest element: "
          f"{'right' if isRight else 'wrong'}")
    sys.exit(not isRight)


main()

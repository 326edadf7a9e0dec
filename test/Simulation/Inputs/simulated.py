"""Runs functions in the simulator that print their results, for the programs beside it.

A case has a `number`, a `name`, and get_function(): a function @case_NUMBER that prints one
result by printMemrefF32.
"""

import argparse
import re
import shlex
import subprocess
import sys

import numpy

# Cases of one module.
BATCH = 30


def execute(command, given):
    """What a command writes, and its messages."""
    done = subprocess.run(command, input=given, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command[0]}: exit status {done.returncode}: {done.stderr[-3000:]}")
    return done.stdout, done.stderr


def get_module(cases):
    """A program that prints the result of each case."""
    text = "func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}\n"
    text += "".join(case.get_function() for case in cases) + "func.func @main() {\n"
    return text + "".join(f"call @case_{case.number}() : () -> ()\n" for case in cases) + "return\n}\n"


def get_results(cases, compiled, command):
    """Each case, and the elements that it printed."""
    printed = execute(shlex.split(command), compiled)[0].split("data =")[1:]
    for case, data in zip(cases, printed, strict=True):
        numbers = re.findall(r"-?(?:nan|inf|[\d.]+(?:e[+-]?\d+)?)", data.split("Unranked")[0])
        yield case, numpy.array(numbers, float)


def print_padded(value, shape, element="f32"):
    """Prints a tensor and a 7 behind each row, column and so on: upstream prints nothing of a
    tensor without elements. Sizes are numbers, or '?'."""
    rank = len(shape)
    own = f"tensor<{'x'.join(map(str, shape))}x{element}>"
    wide = f"tensor<{'x'.join(map(str, shape))}xf32>"
    padded = f"tensor<{'x'.join(size if size == '?' else str(int(size) + 1) for size in map(str, shape))}xf32>"
    memref = padded.replace("tensor", "memref")
    text = ""
    if element != "f32":
        text, value = f"%w = arith.extf {value} : {own} to {wide}\n", "%w"
    indices = ", ".join(f"%j{dim}: index" for dim in range(rank))
    return (f"{text}%last = arith.constant 7.0 : f32\n"
            f"%p = tensor.pad {value} low{[0] * rank} high{[1] * rank} {{\n"
            f"^bb0({indices}):\ntensor.yield %last : f32\n}} : {wide} to {padded}\n"
            f"%b = bufferization.to_buffer %p read_only : {padded} to {memref}\n"
            f"%u = memref.cast %b : {memref} to memref<*xf32>\n"
            "call @printMemrefF32(%u) : (memref<*xf32>) -> ()\n")


def pad(values, value=7.0):
    """The elements that print_padded prints."""
    return numpy.pad(values, [(0, 1)] * values.ndim, constant_values=value).reshape(-1)


def get_error(got, want):
    """How far a result is off, as a share of its largest element. NaN is only where it belongs."""
    if got.shape != want.shape or not numpy.array_equal(numpy.isnan(got), numpy.isnan(want)):
        return numpy.inf
    largest = numpy.nanmax(numpy.abs(want), initial=0)
    return numpy.nanmax(numpy.abs(got - want), initial=0) / max(largest, 1e-30)


def get_parser():
    parser = argparse.ArgumentParser()
    parser.add_argument("--run", default="", help="mlir-runner, with the simulator's libraries")
    parser.add_argument("--only", default="", help="cases whose names contain this")
    parser.add_argument("--list", action="store_true", help="only names the cases")
    return parser


def check(kind, cases, arguments, run):
    """Runs cases, and names those that are wrong. `run` takes cases, and gives what is wrong
    with each of them: nothing if it is right."""
    if arguments.list:
        print(*(f"{case.number}: {case.name}" for case in cases), sep="\n")
        return
    wrong = 0
    for first in range(0, len(cases), BATCH):
        for case, fault in run(cases[first:first + BATCH]):
            if fault:
                print(f"{case.number}: {case.name}: {fault}")
                wrong += 1
    print(f"{len(cases)} {kind}, {wrong} wrong")
    sys.exit(wrong != 0)

"""Which kernels the contractions of exported models get.

    shares.py [--prepare=OPTIONS] [--target=T] [--least=PERCENT] MODEL.mlir...

Prints of each model what share of its contractions' operations each kernel template
does; "none" is what has no kernel. Fails where fewer than PERCENT are done by tensor
cores, or, in products of up to 4 rows or columns, by simt_stream. Unknown sizes count
as 512.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys

UNKNOWN = 512
TENSOR_CORES = ("hopper_wgmma", "ampere_mma")
MATMULS = r"linalg\.(matmul|batch_matmul|batch_reduce_matmul)\b"
OTHERS = r"linalg\.(conv_\w+|depthwise_conv_\w+|matvec|vecmat|dot|contract|batch_matvec|batch_vecmat|mmt4d)\b"


def get_shapes(line):
    """Of the operands of a linalg operation, results last."""
    operands = re.search(r"\bins\((?:[^:]|:(?!\s))*:\s(.*?)\)\s*outs\((?:[^:]|:(?!\s))*:\s(.*?)\)", line)
    if not operands:
        return []
    shapes = []
    for part in operands.groups():
        for text in re.findall(r"(?:tensor|memref)<((?:[\d?]+x)*)", part):
            shapes.append([UNKNOWN if size == "?" else int(size)
                           for size in text.split("x") if size])
    return shapes


def product(shape):
    total = 1
    for size in shape:
        total *= size
    return total


def get_operations(line, shapes):
    """Of a product of two operands: K is what both have and the result has not."""
    a, b, c = map(product, (shapes[0], shapes[1], shapes[-1]))
    batch = shapes[-1][0] if "batch_matmul" in line else 1
    parts = shapes[0][0] if "batch_reduce_matmul" in line else 1
    depth = (a / batch / parts * b / batch / parts / (c / batch)) ** 0.5
    return 2 * c * depth * parts


def is_skinny(shapes, line):
    rows, columns = shapes[-1][-2:] if len(shapes[-1]) > 1 else (1, shapes[-1][-1])
    return min(rows, columns) <= 4


def count(text):
    """Operations by template, and those that count as well served."""
    totals, served = collections.Counter(), 0
    # Of two products that one kernel computes the first has the config, whose fact
    # says so; the second comes behind it, with a result of the same shape.
    seconds = []
    for line in text.splitlines():
        named = re.search(MATMULS, line) or re.search(OTHERS, line)
        if not named:
            continue
        shapes = get_shapes(line)
        if len(shapes) < 3:
            continue
        if "conv" in named[1]:
            # Each element of the result is a sum over a filter, less its channels.
            operations = 2 * product(shapes[-1]) * product(shapes[1]) / max(shapes[1][0], 1)
        else:
            operations = get_operations(line, shapes)
        config = re.search(
            r"autotune\.config = #autotune\.(?:config<|plan<.*\belse: <)(\w+)",
            line)
        template = config[1] if config else "none"
        fact = re.search(r'autotune\.fact = "(\S+) ([^"{]*)', line)
        if fact and ("+" in fact[1] or " x2 " in fact[2] + " "):
            seconds.append((template, shapes[-1]))
        if template == "none" and seconds and seconds[0][1] == shapes[-1]:
            template = seconds.pop(0)[0]
        totals[template] += operations
        if template in TENSOR_CORES or (template == "simt_stream" and is_skinny(shapes, line)):
            served += operations
    # What sums products in the form of loops.
    for body in re.findall(r"linalg\.generic \{[^\n]*\"reduction\"[^\n]*\n(.*?linalg\.yield)", text, re.S):
        if re.search(r"arith\.mul[fi]", body) and re.search(r"arith\.add[fi]", body):
            totals["a generic that is left"] += 1
    return totals, served


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("models", nargs="+", type=pathlib.Path)
    parser.add_argument("--prepare", default="")
    parser.add_argument("--target", default="h100-sxm")
    parser.add_argument("--least", type=float, default=0.0)
    arguments = parser.parse_args()
    failed = False
    for model in arguments.models:
        done = subprocess.run(["autotune-opt", model, f"--autotune-prepare={arguments.prepare}",
                               f"--autotune-attach-configs=target={arguments.target}"],
                              capture_output=True, text=True)
        if done.returncode:
            print(f"{model.stem}: autotune-opt failed: {done.stderr[:1000]}")
            failed = True
            continue
        totals, served = count(done.stdout)
        whole = sum(totals.values()) or 1
        share = 100 * served / whole
        enough = share >= arguments.least
        failed |= not enough
        parts = ", ".join(f"{name} {100 * each / whole:.1f} %"
                          for name, each in totals.most_common())
        print(f"{model.stem}: {share:.1f} % of {whole / 1e9:.2f} GFLOP well served"
              f"{'' if enough else ', too little'} ({parts})")
    sys.exit(failed)


main()

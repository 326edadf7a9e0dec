# RUN: %python %s | FileCheck %s
# CHECK: {{^}}[[#N:]] problems of all types: [[#]] lowered, [[#]] refused, 0 failed{{$}}
#
# Problems of all element types, also of such as no front end writes, get a kernel
# or an error that says why not. None ends the program.

import itertools
import re
import subprocess

FACTORS = ["f64", "f32", "bf16", "f8E4M3FN", "i8", "i4", "i32", "i1", "f80"]
SUMS = ["f64", "f32", "f16", "i32", "i64"]
RESULTS = ["f64", "f32", "bf16", "f8E5M2", "i64", "i32", "i8", "i4", "i1"]
MAPS = "maps [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, " \
       "affine_map<(m, n, k) -> (m, n)>]"


def write(a, b, sums, c, epilogue):
    body = f"epilogue {{\n^bb0(%s: {sums if sums != 'f16' else 'f32'}):\n" \
           f"%0 = \"arith.constant\"() <{{value = {'0.0' if 'f' in c else '0'} : {c}}}> " \
           f": () -> {c}\nproblem.yield %0 : {c}\n}}" if epilogue else ""
    return f"func.func @f(%a: memref<64x64x{a}>, %b: memref<32x64x{b}>, %c: memref<64x32x{c}>) {{\n" \
           f"problem.contract ins(%a, %b : memref<64x64x{a}>, memref<32x64x{b}>) " \
           f"outs(%c : memref<64x32x{c}>) {MAPS} sums {sums} {body}\nreturn\n}}"


def main():
    # One of each 11, a number that divides no list's length.
    kinds = itertools.product(FACTORS, FACTORS, SUMS, RESULTS, (False, True))
    problems = [write(*kind) for kind in itertools.islice(kinds, 0, None, 11)]
    done = subprocess.run(
        ["autotune-opt", "-", "-split-input-file", "-autotune-attach-configs=target=h200 space=none",
         "-autotune-lower-matmul=target=h200"],
        input="\n// -----\n".join(problems), capture_output=True, text=True)
    lowered = len(re.findall(r"tile\.launch", done.stdout))
    refused = len(re.findall(r": error: ", done.stderr))
    if done.returncode not in (0, 1):
        print(f"exit status {done.returncode}: {done.stderr[-2000:]}")
    print(f"{len(problems)} problems of all types: {lowered} lowered, {refused} refused, "
          f"{len(problems) - lowered - refused} failed")


main()

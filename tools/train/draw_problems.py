#!/usr/bin/env python3
#===- draw_problems.py - Problems drawn at random, by class ---------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# draw_problems.py --seed=N --classes=NAME:COUNT,... > problems.txt
#
# Draws problems of each class. Sizes are uniform in their logarithms. The
# classes are mixed by the same seed, so that a first part of the list has about
# its share of each. Equal arguments give equal lines. --list prints the classes.

import argparse
import math
import random

# What layers of models do with a product.
GELU = ("%h = arith.constant 0.5 : f32 %w = arith.constant 0.707106769 : f32 "
        "%one = arith.constant 1.0 : f32 %g1 = arith.mulf %x, %w : f32 "
        "%g2 = math.erf %g1 : f32 %g3 = arith.addf %g2, %one : f32 "
        "%g4 = arith.mulf %x, %h : f32 %g = arith.mulf %g4, %g3 : f32 ")
BIAS = ("%b0 = arith.extf %b : bf16 to f32 %x = arith.addf %s, %b0 : f32 ")
EPILOGUES = [
    "then {func.func @f(%s: f32, %b: bf16) -> bf16 { " + BIAS +
    "%o = arith.truncf %x : f32 to bf16 return %o : bf16 }} bf16[n]",
    "then {func.func @f(%s: f32, %b: bf16) -> bf16 { " + BIAS + GELU +
    "%o = arith.truncf %g : f32 to bf16 return %o : bf16 }} bf16[n]",
    "then {func.func @f(%s: f32, %b: bf16, %r: bf16) -> bf16 { " + BIAS + GELU +
    "%r0 = arith.extf %r : bf16 to f32 %y = arith.addf %g, %r0 : f32 "
    "%o = arith.truncf %y : f32 to bf16 return %o : bf16 }} bf16[n] bf16[mn]",
    "then {func.func @f(%s: f32, %r: bf16) -> bf16 { "
    "%r0 = arith.extf %r : bf16 to f32 %y = arith.addf %s, %r0 : f32 "
    "%o = arith.truncf %y : f32 to bf16 return %o : bf16 }} bf16[mn]",
]


# Each class has at least so many different lines.
MOST = 10000


class Draw:
    """Sizes and choices of one list."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def size(self, low, high, multiple):
        """Uniform in its logarithm, rounded to a multiple."""
        drawn = math.exp(self.random.uniform(math.log(low), math.log(high)))
        return max(multiple, round(drawn / multiple) * multiple)

    def sizes(self, low, high, multiple):
        return "x".join(str(self.size(low, high, multiple)) for _ in range(3))

    def choice(self, *options):
        return self.random.choice(options)

    def rows(self):
        """Of few tokens."""
        return self.choice(1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)


def few(draw, types, suffix=""):
    n, k = (draw.size(512, 16384, 64) for _ in range(2))
    return f"{draw.rows()}x{n}x{k} {types}{suffix}"


def weights(draw):
    m = draw.choice(draw.rows(), draw.size(64, 4096, 8))
    n, k = (draw.size(512, 16384, 64) for _ in range(2))
    bits = draw.choice("i8", "i4")
    k = max(256, k // 256 * 256) if bits == "i4" else k
    return f"{m}x{n}x{k} {draw.choice('bf16', 'f16')},{bits} B^T"


def batch(draw):
    count = draw.choice(2, 4, 8, 12, 16, 32, 64)
    return f"{count}*{draw.sizes(64, 2048, 8)} {draw.choice('bf16', 'f16')}" + \
        draw.choice(" B^T", "")


# Each class by its name: what it is, and how a problem of it is drawn.
CLASSES = {
    "bf16": ("bf16, multiples of 8, B as N x K",
             lambda d: d.sizes(128, 8192, 8) + " bf16 B^T"),
    "bf16-nn": ("the same with B as K x N",
                lambda d: d.sizes(128, 8192, 8) + " bf16"),
    "f16": ("f16, multiples of 8, both layouts",
            lambda d: d.sizes(128, 8192, 8) + " f16" + d.choice(" B^T", "")),
    "lines": ("bf16 and f16, multiples of 64, both layouts",
              lambda d: d.sizes(128, 8192, 64) + d.choice(" bf16", " f16") +
              d.choice(" B^T", "")),
    "few": ("1 to 64 rows, bf16 and f16, multiples of 64, both layouts",
            lambda d: few(d, d.choice("bf16", "f16"), d.choice(" B^T", ""))),
    "odd": ("f16 of any size, B as K x N",
            lambda d: d.sizes(64, 4096, 1) + " f16"),
    "odd-tn": ("bf16 of any size, B as N x K",
               lambda d: d.sizes(64, 4096, 1) + " bf16 B^T"),
    "short": ("bf16 and f16, multiples of 2 or 4, both layouts",
              lambda d: d.sizes(32, 4096, d.choice(2, 4)) +
              d.choice(" bf16", " f16") + d.choice(" B^T", "")),
    "small": ("bf16 and f16 of any size up to 700, both layouts",
              lambda d: d.sizes(32, 700, 1) + d.choice(" bf16", " f16") +
              d.choice(" B^T", "")),
    "i8": ("i8, multiples of 16", lambda d: d.sizes(128, 8192, 16) + " i8 B^T"),
    "f8": ("f8E4M3FN to bf16, multiples of 16",
           lambda d: d.sizes(128, 8192, 16) + " f8E4M3FN B^T -> bf16"),
    "few-8": ("1 to 64 rows of 8 bits",
              lambda d: few(d, d.choice("i8 B^T", "f8E4M3FN B^T -> bf16"))),
    "weights": ("16-bit floats times integers of 8 or 4 bits", weights),
    "f32": ("f32, and f32 as tf32, multiples of 4",
            lambda d: d.choice(d.sizes(64, 2048, 4) + " f32",
                               d.sizes(128, 4096, 4) + " tf32 B^T",
                               d.sizes(128, 4096, 4) + " tf32 B^T")),
    "batch": ("batches of bf16 and f16", batch),
    "a-transposed": ("bf16 with A as K x M",
                     lambda d: d.sizes(128, 4096, 8) + " bf16 A^T" +
                     d.choice(" B^T", "")),
    "epilogue": ("bf16 with a bias, gelu or residual",
                 lambda d: f"{d.size(128, 8192, 8)}x{d.size(256, 8192, 64)}x"
                 f"{d.size(256, 8192, 64)} bf16 B^T -> bf16 " +
                 d.choice(*EPILOGUES)),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--classes", default="")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        for name, (text, _) in CLASSES.items():
            print(f"{name:14s}{text}")
        return
    draw = Draw(options.seed)
    lines = []
    for part in filter(None, options.classes.split(",")):
        name, _, count = part.partition(":")
        if name not in CLASSES or not count.isdigit() or int(count) > MOST:
            parser.error(f"'{part}' is no class with a number up to {MOST}; "
                         "--list prints the classes")
        drawn = set()
        while len(drawn) < int(count):
            line = CLASSES[name][1](draw)
            if line not in drawn:
                drawn.add(line)
                lines.append((draw.random.random(), name, line))
    print(f"# Drawn by draw_problems.py --seed={options.seed} "
          f"--classes={options.classes}")
    for _, name, line in sorted(lines):
        print(f"{line} # {name}")


if __name__ == "__main__":
    main()

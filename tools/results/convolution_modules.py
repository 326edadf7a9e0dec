#!/usr/bin/env python3
# ===- convolution_modules.py - Convolutions as programs, beside cuDNN -----===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# docs/notes/convolutions.md has the figures. Needs a GPU, PyTorch and the package
# mlir_autotune (./dev.sh wheel).
#
# Each convolution is a module, written as exporters write it, and is compiled to a program.
# With --tune=SECONDS, the program is tuned. All that a program does is timed: transposes,
# copies and the convolution. What follows from the filter alone runs once. cuDNN gets the
# same tensors in the same layout, and chooses its algorithm by its own measurements. All are
# captured in CUDA graphs, with images in rotation. The graphs take turns.

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path

import torch

import kernel_launch
import mlir_autotune as at
from convolutions import Case, TIMED, count_places

ROTATED_BYTES = 200_000_000
# The largest error, as a share of the mean of all results.
MOST_ERROR = 0.02

FEW_CHANNELS = (
    Case(8, 3, 224, 224, 64, (7, 7), (2, 2), (3, 3, 3, 3)),
    Case(8, 3, 224, 224, 768, (16, 16), (16, 16)),
)
# Each with its number of groups; the last ones are depthwise.
GROUPED = (
    (Case(8, 128, 28, 28, 128, (3, 3), (1, 1), (1, 1, 1, 1)), 32),
    (Case(8, 256, 56, 56, 256, (3, 3), (1, 1), (1, 1, 1, 1)), 32),
    (Case(8, 1024, 14, 14, 1024, (3, 3), (1, 1), (1, 1, 1, 1)), 32),
    (Case(8, 448, 28, 28, 448, (3, 3), (1, 1), (1, 1, 1, 1)), 8),
    (Case(8, 144, 56, 56, 144, (3, 3), (1, 1), (1, 1, 1, 1)), 144),
    (Case(32, 96, 112, 112, 96, (3, 3), (2, 2), (1, 1, 1, 1)), 96),
    (Case(8, 384, 28, 28, 384, (7, 7), (1, 1), (3, 3, 3, 3)), 384),
    (Case(32, 672, 14, 14, 672, (5, 5), (1, 1), (2, 2, 2, 2)), 672),
)


def write_module(case, layout, groups):
    """A padded convolution of linalg, whose sums are rounded to f16."""
    rows, columns = count_places(case, 0), count_places(case, 1)
    sizes = {"n": case.images, "g": groups, "c": case.channels // groups,
             "f": case.filters // groups, "h": case.height, "w": case.width}
    names = "nchw" if layout == "nchw" else "nhwc"
    out = {**sizes, "h": rows, "w": columns}

    def type_of(sizes, names, element="f16"):
        return "tensor<" + "".join(f"{sizes[name]}x" for name in names) + element + ">"
    top, left, bottom, right = case.padding
    padded = {**sizes, "h": case.height + top + bottom, "w": case.width + left + right}
    low, high = [[{"h": a, "w": b}.get(name, 0) for name in names]
                 for a, b in ((top, left), (bottom, right))]
    whole = {**sizes, "c": case.channels, "f": case.filters}
    xType, pType = type_of(whole, names), type_of({**padded, "c": case.channels}, names)
    yNames = names.replace("c", "f")
    yWhole = {**out, "f": case.filters}
    sums, yType = type_of(yWhole, yNames, "f32"), type_of(yWhole, yNames)
    filter_sizes = [case.filters, case.channels // groups, *case.size]
    if names == "nhwc":
        filter_sizes = [case.filters, *case.size, case.channels // groups]
    fType = "tensor<" + "x".join(map(str, filter_sizes)) + "xf16>"
    text = (f"func.func @main(%x: {xType}, %f: {fType}) -> {yType} {{\n"
            "  %zero = arith.constant 0.0 : f16\n  %zero32 = arith.constant 0.0 : f32\n")
    source = "%x"
    if any(case.padding):
        text += (f"  %p = tensor.pad %x low{low} high{high} {{\n"
                 "  ^bb0(%i: index, %j: index, %k: index, %l: index):\n"
                 f"    tensor.yield %zero : f16\n  }} : {xType} to {pType}\n")
        source = "%p"
    text += (f"  %e = tensor.empty() : {sums}\n"
             f"  %i0 = linalg.fill ins(%zero32 : f32) outs(%e : {sums}) -> {sums}\n")
    attributes = (f"{{strides = dense<[{case.strides[0]}, {case.strides[1]}]> : tensor<2xi64>, "
                  "dilations = dense<1> : tensor<2xi64>}")
    if groups == 1:
        op = "conv_2d_nchw_fchw" if names == "nchw" else "conv_2d_nhwc_fhwc"
        text += (f"  %c = linalg.{op} {attributes} ins({source}, %f : {pType}, {fType}) "
                 f"outs(%i0 : {sums}) -> {sums}\n")
    else:
        op, xs, fs, ys = (("conv_2d_ngchw_gfchw", "ngchw", "gfc", "ngfhw") if names == "nchw"
                          else ("conv_2d_nhwgc_gfhwc", "nhwgc", "gf", "nhwgf"))
        gx, gy = type_of(padded, xs), type_of(out, ys, "f32")
        gf = "tensor<" + "x".join(map(str, [groups, case.filters // groups, *filter_sizes[1:]])) + "xf16>"
        at_g = xs.index("g")
        group = "[" + ", ".join(f"[{i}]" if i < at_g else f"[{i}, {i + 1}]" if i == at_g else f"[{i + 1}]"
                                for i in range(4)) + "]"
        shape = {**padded}

        def shape_of(sizes, names):
            return "[" + ", ".join(str(sizes[name]) for name in names) + "]"
        fshape = [groups, case.filters // groups, *filter_sizes[1:]]
        text += (f"  %gx = tensor.expand_shape {source} {group} output_shape {shape_of(shape, xs)} : {pType} into {gx}\n"
                 f"  %gf = tensor.expand_shape %f [[0, 1], [2], [3], [4]] output_shape {fshape} : {fType} into {gf}\n"
                 f"  %gi = tensor.expand_shape %i0 {group} output_shape {shape_of(out, ys)} : {sums} into {gy}\n"
                 f"  %gc = linalg.{op} {attributes} ins(%gx, %gf : {gx}, {gf}) outs(%gi : {gy}) -> {gy}\n"
                 f"  %c = tensor.collapse_shape %gc {group} : {gy} into {sums}\n")
    text += (f"  %y = arith.truncf %c : {sums} to {yType}\n  return %y : {yType}\n}}\n")
    return text


def convolve(case, groups, x, f):
    return torch.nn.functional.conv2d(x, f, stride=case.strides, padding=case.padding[:2],
                                      groups=groups)


def measure_case(case, layout, groups, tune, turns):
    memory = torch.contiguous_format if layout == "nchw" else torch.channels_last

    def make(*shape):
        return torch.randn(*shape, device="cuda", dtype=torch.float16).to(memory_format=memory)

    def give(tensor):
        """In the order of memory."""
        return tensor if layout == "nchw" else tensor.permute(0, 2, 3, 1)
    f = make(case.filters, case.channels // groups, *case.size)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "conv.mlir"
        path.write_text(write_module(case, layout, groups), encoding="utf-8")
        program = at.compile(path, target="auto", graphs=False, freeze=[1])
    program.flat.bind(1, give(f))
    if tune:
        program.tune(budget=tune)
    flat = program.flat
    pixels = case.images * (case.height * case.width * case.channels
                            + count_places(case, 0) * count_places(case, 1) * case.filters)
    count = kernel_launch.count_sets(2 * pixels, ROTATED_BYTES, 24)
    xs = [make(case.images, case.channels, case.height, case.width) for _ in range(count)]
    exact = give(convolve(case, groups, xs[0].float(), f.float()))
    got = flat([give(xs[0])])[0]
    error = float((got.float() - exact).abs().max() / exact.abs().mean())
    graphs = {"ours": kernel_launch.capture([lambda x=x: flat([give(x)]) for x in xs]),
              "cudnn": kernel_launch.capture([lambda x=x: convolve(case, groups, x, f) for x in xs])}
    times = kernel_launch.time_graphs(graphs, count, turns)
    name = case.name + (f"-g{groups}" if groups > 1 else "") + "-" + layout
    return {"case": name, "us": times["ours"], "cudnn_us": times["cudnn"],
            "ratio": times["cudnn"] / times["ours"], "error": error, "right": error <= MOST_ERROR}


def main():
    parser = argparse.ArgumentParser(description="Convolutions as programs, beside cuDNN")
    parser.add_argument("--layouts", default="nchw,nhwc")
    parser.add_argument("--tune", type=float, default=0, metavar="SECONDS")
    parser.add_argument("--turns", type=int, default=15)
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--grouped", action="store_true", help="only groups")
    options = parser.parse_args()
    torch.backends.cudnn.benchmark = True
    print(kernel_launch.describe_device(), end="\n\n")
    print("| convolution | ours, µs | cuDNN, µs | ratio |\n| --- | --: | --: | --: |", flush=True)
    right, ratios = True, {}
    for layout in options.layouts.split(","):
        cases = [*((case, 1) for case in (*TIMED, *FEW_CHANNELS)), *GROUPED]
        for case, groups in cases:
            if options.only not in case.name or (options.grouped and groups == 1):
                continue
            record = measure_case(case, layout, groups, options.tune, options.turns)
            print(f"| {record['case']} | {record['us']:.2f} | {record['cudnn_us']:.2f} | "
                  f"{record['ratio']:.3f} |", flush=True)
            if not record["right"]:
                right = False
                print(f"wrong: {json.dumps(record)}", file=sys.stderr)
            ratios.setdefault(layout, []).append(record["ratio"])
    for layout, found in ratios.items():
        print(f"| geometric mean, {layout} | | | {statistics.geometric_mean(found):.3f} |")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())

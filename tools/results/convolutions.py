#!/usr/bin/env python3
# ===- convolutions.py - Kernels of convolutions beside cuDNN --------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# docs/notes/convolutions.md has the figures.
#
# `convolutions.py build OUTDIR` compiles the candidates that `autotune-bench build` proposes
# for each case. It needs autotune-opt, autotune-bench and ptxas, and no GPU. `convolutions.py
# measure OUTDIR` needs a GPU, the CUDA driver and PyTorch, and of this project only the folder
# of this script and OUTDIR. With `--check`, it only prints what it would launch.
#
# `measure` compares all elements with a convolution in f64: small integers must be exact, and
# rows behind the result must stay as they are. It captures kernels in CUDA graphs, with
# tensors in rotation. The graphs take turns. cuDNN gets the same tensors in channels_last,
# and chooses its algorithm by its own measurements. The table has the fastest config of each
# case, and OUTDIR/convolutions.jsonl a line for each kernel.

import json
import math
import os
import statistics
import sys
from dataclasses import asdict, dataclass

import kernel_build

# The largest error with random numbers, as a share of the mean of all results.
MOST_ERROR = 0.02
# Tensors in rotation have this many bytes; the L2 of an H200 holds 50 MiB.
ROTATED_BYTES = 200_000_000
# The most candidates of a case.
TRIALS = 24


@dataclass
class Case:
    images: int
    channels: int
    height: int
    width: int
    filters: int
    size: tuple
    strides: tuple = (1, 1)
    padding: tuple = (0, 0, 0, 0)  # top, left, bottom, right
    dilations: tuple = (1, 1)
    timed: bool = True

    @property
    def name(self):
        def join(values):
            return "x".join(map(str, values))
        name = join((self.images, self.channels, self.height, self.width)) + \
            f"-{self.filters}x{join(self.size)}"
        for letter, values, usual in (("s", self.strides, (1, 1)),
                                      ("p", self.padding, (0, 0, 0, 0)),
                                      ("d", self.dilations, (1, 1))):
            if values != usual:
                name += f"-{letter}{values[0] if len(set(values)) == 1 else join(values)}"
        return name

    @property
    def is_of_pixels(self):
        """Whether the kernel gets a matrix, with a row for each pixel."""
        return self.size == (1, 1) and self.strides == (1, 1) and not any(self.padding)


def one(images, channels, side, filters):
    return Case(images, channels, side, side, filters, (1, 1))


def three(images, channels, side, filters, stride=1):
    return Case(images, channels, side, side, filters, (3, 3), (stride, stride), (1, 1, 1, 1))


# Those of images with few channels, and with groups, need copies: see
# convolution_modules.py.
TIMED = (
    one(8, 64, 56, 64), three(8, 64, 56, 64), one(8, 64, 56, 256), three(8, 128, 28, 128),
    three(8, 256, 14, 256), three(8, 512, 7, 512), three(32, 64, 56, 64),
    three(32, 256, 14, 256), one(32, 128, 28, 512), three(1, 320, 64, 320),
    three(2, 640, 32, 640), three(2, 1280, 16, 1280), three(1, 512, 128, 512),
    three(1, 256, 112, 512), three(8, 256, 14, 256, stride=2),
)
# Odd sizes, sides that differ, and zeros on one side only.
CHECKS = (
    Case(2, 64, 11, 9, 40, (3, 3), (1, 1), (1, 1, 1, 1)),
    Case(2, 72, 13, 12, 136, (3, 5), (1, 1), (1, 2, 1, 2)),
    Case(3, 64, 14, 17, 64, (3, 3), (2, 1), (1, 1, 1, 1)),
    Case(3, 64, 14, 17, 64, (3, 3), (1, 2), (1, 1, 1, 1)),
    Case(2, 128, 19, 21, 64, (3, 3), (1, 1), (2, 2, 2, 2), (2, 2)),
    Case(2, 64, 19, 21, 64, (3, 3), (1, 1), (1, 3, 1, 3), (1, 3)),
    Case(2, 32, 31, 33, 64, (7, 7), (2, 2), (3, 3, 3, 3)),
    Case(5, 64, 7, 7, 64, (3, 3), (1, 1), (1, 1, 1, 1)),
    Case(4, 64, 9, 10, 64, (1, 4), (3, 2), (0, 3, 0, 0)),
    Case(4, 64, 9, 10, 64, (4, 1), (2, 3), (3, 0, 0, 0)),
)
SETS = ("checks", "timed")


def list_cases(which):
    if which in ("all", "checks"):
        for case in CHECKS:
            case.timed = False
            yield case
    if which in ("all", "timed"):
        yield from TIMED


def get_windows(case):
    from kernel_launch import Window
    return Window(case.size, case.strides, case.padding, case.dilations)


def count_places(case, dim):
    extent = (case.height, case.width)[dim] + case.padding[dim] + case.padding[2 + dim]
    return (extent - (case.size[dim] - 1) * case.dilations[dim] - 1) // case.strides[dim] + 1


def write_module(case):
    """The convolution as a problem, with channels last."""
    x = f"tensor<{case.images}x{case.height}x{case.width}x{case.channels}xf16>"
    f = f"tensor<{case.filters}x{case.size[0]}x{case.size[1]}x{case.channels}xf16>"
    y = f"tensor<{case.images}x{count_places(case, 0)}x{count_places(case, 1)}x{case.filters}xf16>"

    def index(dim):
        place, window = ("h", "r") if dim == 0 else ("w", "s")
        return (f"{place} * {case.strides[dim]} + {window} * {case.dilations[dim]} - "
                f"{case.padding[dim]}")
    dims = "(n, h, w, f, r, s, c)"
    maps = (f"affine_map<{dims} -> (n, {index(0)}, {index(1)}, c)>, "
            f"affine_map<{dims} -> (f, r, s, c)>, affine_map<{dims} -> (n, h, w, f)>")
    return (f"func.func @conv(%x: {x}, %f: {f}) -> {y} {{\n"
            f"  %e = tensor.empty() : {y}\n"
            f"  %r = problem.convolution inputs(%x, %f : {x}, {f}) outputs(%e : {y}) "
            f"maps = [{maps}] epilogue {{\n  ^bb0(%sum: f32):\n"
            f"    %t = arith.truncf %sum : f32 to f16\n    problem.yield %t : f16\n"
            f"  }} -> {y}\n  return %r : {y}\n}}\n")


def build_case(folder, case, trials):
    """Compiles the candidates of a case. Returns its launches by name."""
    base = os.path.join(folder, case.name)
    with open(base + ".mlir", "w", encoding="utf-8") as out:
        out.write(write_module(case))
    kernel_build.call("autotune-opt", base + ".mlir", "-o", base + ".contract.mlir",
                      f"-autotune-contract-convolutions=target={kernel_build.TARGET}")
    kernel_build.call("autotune-bench", "build", base + ".contract.mlir", "-o", base,
                      f"--target={kernel_build.TARGET}", f"--trials={trials}", "--quiet")
    with open(os.path.join(base, "manifest.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    kernels = {kernel["id"]: kernel for kernel in manifest["kernels"]}
    launches = {}
    for candidate in manifest["candidates"]:
        kernel = kernels[candidate["kernel"]]
        launches[f"{case.name} {candidate['brief']}"] = [{
            "cubin": os.path.join(case.name, kernel["file"]), "entry": kernel["function"],
            "abi": kernel["abi"]}]
    return launches


def build(options):
    os.makedirs(options.outdir, exist_ok=True)
    cases = [case for case in list_cases(options.cases) if options.only in case.name]
    found, launches = [], {}
    for case in cases:
        trials = options.configs or (TRIALS if case.timed else 4)
        ofCase = build_case(options.outdir, case, trials)
        print(f"{case.name}: {len(ofCase)} kernels", flush=True)
        found.append({"name": case.name, "case": asdict(case), "kernels": list(ofCase)})
        launches.update(ofCase)
    kernel_build.write(options.outdir, found, launches)
    return True


def make_tensors(case, integers=False):
    import torch

    def make(*shape):
        values = torch.randint(-2, 3, shape, device="cuda").half() if integers else \
            torch.randn(*shape, device="cuda", dtype=torch.float16)
        return values.to(memory_format=torch.channels_last)

    image = make(case.images, case.channels, case.height, case.width)
    weights = make(case.filters, case.channels, *case.size)
    return image, weights.clamp(-1, 1) if integers else weights


def convolve(case, image, weights):
    """PyTorch's."""
    from torch.nn import functional
    top, left, bottom, right = case.padding
    if (top, left) != (bottom, right):
        image, top, left = functional.pad(image, (left, right, top, bottom)), 0, 0
    return functional.conv2d(image, weights, stride=case.strides, padding=(top, left),
                             dilation=case.dilations)


def evaluate(case, image, weights):
    """In f64, as a matrix with a row for each pixel."""
    import torch
    with torch.backends.cudnn.flags(enabled=False):
        results = [convolve(case, image[i: i + 1].double(), weights.double())
                   for i in range(case.images)]
    return torch.cat(results).permute(0, 2, 3, 1).reshape(-1, case.filters)


def list_operands(case, image, weights, result):
    """The tensors as the kernel takes them: [N,H,W,C], or a matrix, and [F,R*S*C]."""
    image, weights = (t.permute(0, 2, 3, 1) for t in (image, weights))
    if case.is_of_pixels:
        image = image.reshape(-1, case.channels)
    return [image, fill_up(case, weights).reshape(case.filters, -1), result]


def fill_up(case, weights):
    """Channels of a filter with zeros up to whole steps of 64, but for single pixels."""
    from torch.nn.functional import pad
    return weights if case.is_of_pixels else pad(weights, (0, -case.channels % 64))


def check_kernel(kernel, case, window, samples):
    """How many integer results are wrong or written behind the end, and the largest error of
    random ones, as a share of their mean. The samples are tensors with results in f64."""
    import torch
    wrong, error = 0, 0.0
    for integers, (image, weights), exact in samples:
        buffer = torch.full((exact.size(0) + 8, exact.size(1)), math.nan, device="cuda",
                            dtype=torch.float16)
        result = buffer[:exact.size(0)]
        kernel.bind(list_operands(case, image, weights, result), window)()
        torch.cuda.synchronize()
        if integers:
            wrong = int((result != exact.half()).sum() + (~buffer[exact.size(0):].isnan()).sum())
        else:
            error = get_error(result, exact)
    return wrong, error


def get_error(result, exact):
    return float((result.double() - exact).abs().max() / exact.abs().mean())


def time_case(case, kernels, window, pixels, turns):
    """Microseconds by name."""
    import torch
    import kernel_launch
    elements = pixels * case.filters + case.channels * (
        case.images * case.height * case.width + case.filters * case.size[0] * case.size[1])
    count = kernel_launch.count_sets(2 * elements, ROTATED_BYTES, 24)
    sets = [make_tensors(case) for _ in range(count)]
    results = [torch.empty(pixels, case.filters, device="cuda", dtype=torch.float16)
               for _ in range(count)]
    convolve(case, *sets[0])
    graphs = {"cudnn": kernel_launch.capture(
        [lambda tensors=tensors: convolve(case, *tensors) for tensors in sets])}
    for name, kernel in kernels.items():
        graphs[name] = kernel_launch.capture(
            [kernel.bind(list_operands(case, *tensors, result), window)
             for tensors, result in zip(sets, results)])
    return kernel_launch.time_graphs(graphs, count, turns)


def measure_case(found, kernels, turns):
    """A record for each kernel of the case."""
    case = Case(**{key: tuple(value) if isinstance(value, list) else value
                   for key, value in found["case"].items()})
    window = get_windows(case)
    samples = []
    for integers in (True, False):
        tensors = make_tensors(case, integers)
        samples.append((integers, tensors, evaluate(case, *tensors)))
    _, (image, weights), exact = samples[1]
    theirs = convolve(case, image, weights).permute(0, 2, 3, 1).reshape(exact.shape)
    cudnn_error = get_error(theirs, exact)
    records = []
    for name in found["kernels"]:
        wrong, error = check_kernel(kernels[name], case, window, samples)
        records.append({"case": case.name, "config": name.split(" ", 1)[1], "wrong": wrong,
                        "error": error, "cudnn_error": cudnn_error,
                        "right": wrong == 0 and error <= MOST_ERROR})
    del samples, theirs
    if case.timed:
        pixels = case.images * count_places(case, 0) * count_places(case, 1)
        chosen = {name: kernels[name] for name in found["kernels"]}
        times = time_case(case, chosen, window, pixels, turns)
        flops = 2 * pixels * case.filters * case.channels * case.size[0] * case.size[1]
        for name, record in zip(found["kernels"], records):
            us = times[name]
            record.update(us=us, tflops=flops / us * 1e-6, cudnn_us=times["cudnn"],
                          ratio=times["cudnn"] / us, estimated=record is records[0])
    return records


def show_best(name, records):
    """The line of the fastest right config."""
    timed = [record for record in records if record["right"] and "us" in record]
    if not timed:
        right = sum(record["right"] for record in records)
        print(f"| {name} | | | | | | {right} of {len(records)} right |", flush=True)
        return None
    best = min(timed, key=lambda record: record["us"])
    print(f"| {name} | {best['us']:.2f} | {best['tflops']:.0f} | {best['cudnn_us']:.2f} | "
          f"{best['ratio']:.3f} | {best['error'] / best['cudnn_error']:.2f} | {best['config']} |",
          flush=True)
    return best["ratio"]


def measure(options):
    import torch
    import kernel_launch
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
    cases, launches = kernel_build.read(options.outdir)
    kernels = {name: kernel_launch.Kernel(options.outdir, launch[0])
               for name, launch in launches.items()}
    ratios, right = kernel_launch.measure(
        os.path.join(options.outdir, "convolutions.jsonl"),
        "| images × channels × rows × columns - filters × size | ours, µs | TFLOP/s | "
        "cuDNN, µs | ratio | error over cuDNN's | config |\n"
        "| --- | --: | --: | --: | --: | --: | --- |", cases,
        lambda case: measure_case(case, kernels, options.turns), show_best)
    if ratios:
        print(f"| geometric mean | | | | {statistics.geometric_mean(ratios):.3f} | | |")
    return right


if __name__ == "__main__":
    sys.exit(kernel_build.run_commands("Kernels of convolutions beside cuDNN", SETS, 15,
                                       build, measure))

#!/usr/bin/env python3
# ===- convolutions.py - Tile programs of convolutions beside cuDNN --------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# docs/notes/convolutions.md has the figures. convolution_tiles.py has the kernels, and says
# what the names of configs mean.
#
# `convolutions.py build OUTDIR` compiles the kernels. It needs autotune-opt and ptxas, and no
# GPU. `convolutions.py measure OUTDIR` needs a GPU, the CUDA driver and PyTorch, and of this
# project only the folder of this script and OUTDIR. With `--check`, it only prints what it
# would launch.
#
# `measure` compares all elements with a convolution in f64: small integers must be exact, and
# rows behind the result must stay as they are. It captures kernels in CUDA graphs, with
# tensors in rotation. The graphs take turns. cuDNN gets the same tensors in channels_last,
# and chooses its algorithm by its own measurements. The table has the fastest config of each
# case, and OUTDIR/convolutions.jsonl a line for each kernel.

import math
import os
import statistics
import sys
from dataclasses import asdict, dataclass

import convolution_tiles
import kernel_build

# The largest error with random numbers, as a share of the mean of all results.
MOST_ERROR = 0.02
# Tensors in rotation have this many bytes; the L2 of an H200 holds 50 MiB.
ROTATED_BYTES = 200_000_000


@dataclass
class Case:
    """`view` says how the kernel sees the image. `padded` fills channels with zeros. `patches`
    makes windows that do not overlap into rows. `blocks` makes 2 x 2 pixels into one, for a
    stride of 2 (space to depth). Making the view is not timed."""
    images: int
    channels: int
    height: int
    width: int
    filters: int
    size: tuple
    strides: tuple = (1, 1)
    padding: tuple = (0, 0, 0, 0)  # top, left, bottom, right
    dilations: tuple = (1, 1)
    view: str = ""
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
        return name + (f"-{self.view}" if self.view else "")


def one(images, channels, side, filters):
    return Case(images, channels, side, side, filters, (1, 1))


def three(images, channels, side, filters, stride=1):
    return Case(images, channels, side, side, filters, (3, 3), (stride, stride), (1, 1, 1, 1))


def stem(view):
    return Case(8, 3, 224, 224, 64, (7, 7), (2, 2), (3, 3, 3, 3), view=view)


# Each with the configs that an estimate of their times preferred.
TIMED = (
    (one(8, 64, 56, 64),
     "c192x64w3 p128x64w2m21 c256x64w2 p64x64w2 p128x80w2m21 p128x64w2 p128x64w2m12 "
     "c192x64w3_1x1 p128x64w2m21_1x1"),
    (three(8, 64, 56, 64),
     "c192x64w3 c256x64w2 p128x64w2m21 p128x80w2m21 p128x64w2 p64x64w2 p128x64w2m12 "
     "c192x64w3_c"),
    (one(8, 64, 56, 256),
     "c128x128w2 c192x128w3 p64x128w2 p64x256w2 p128x64w2m21 p128x80w2m21 c128x128w2m21 "
     "c128x128w2_1x1 c192x128w3_1x1"),
    (three(8, 128, 28, 128),
     "p128x64w2m12 p128x64w2m21 p128x80w2m21 c128x128w2k2 c128x64w2 p64x128w2 p128x64w2 "
     "p128x64w2m12_c"),
    (three(8, 256, 14, 256),
     "c128x128w2k4 c128x160w2k4 c128x128w2s4 c128x160w2s4 p64x64w2 c64x64w1 p128x64w2m12 "
     "c128x128w2k4_c"),
    (three(8, 512, 7, 512),
     "c128x128w2k8 c128x128w2s8 c64x256w1k8 c64x256w1s8 c64x64w1 p64x64w2 c128x128w2k8_c"),
    (three(32, 64, 56, 64),
     "p128x64w2m21 c256x64w2 p128x80w2m21 c192x64w3 p128x64w2 p128x80w2 p128x64w2m12 "
     "p128x64w2m21_c"),
    (three(32, 256, 14, 256),
     "p128x128w2m21 c128x128w2m21 p128x128w2m12 c128x128w2k4 c128x128w2s4 c128x256w2k2 "
     "c192x64w3 p128x128w2 p128x128w2m21_c"),
    (one(32, 128, 28, 512),
     "c128x256w2 c256x128w2 p64x256w2 p128x128w2 p128x96w2m21 p128x128w2m21 c128x256w2m21 "
     "c128x256w2_1x1 c256x128w2_1x1"),
    (three(1, 320, 64, 320),
     "c128x160w2k2 p128x80w2m21 p128x96w2m21 c128x160w2s2 c128x160w2k4 c128x160w2s4 "
     "c128x80w2 p128x80w2 c128x160w2k2_c"),
    (three(2, 640, 32, 640),
     "c128x160w2k2 c128x160w2s2 c128x160w2k4 c128x160w2s4 p128x80w2m21 p128x96w2m21 "
     "c128x80w2 p128x80w2 c128x160w2k2_c"),
    (three(2, 1280, 16, 1280),
     "c128x160w2k4 c128x160w2s4 c128x128w2k8 c128x128w2s8 c128x64w2 p64x96w2 c128x160w2k4_c"),
    (three(1, 512, 128, 512),
     "c128x256w2 c256x128w2 c128x256w2m21 p128x128w2m21 p128x128w2m12 c128x128w2m21 "
     "c128x256w2k2 p128x192w2 c128x256w2_c"),
    (three(1, 256, 112, 512),
     "p128x128w2m21 p128x128w2m12 c192x128w3 c128x128w2m21 c128x256w2k2 c128x256w2s2 "
     "p128x128w2 p128x128w2m21_c"),
    (three(8, 256, 14, 256, stride=2),
     "c64x128w1k8 c128x64w2k8 c64x128w1s8 c128x64w2s8 c64x64w1 p64x64w2 c64x128w1k8_c"),
    (stem("padded"), "c128x64w2 p128x64w2"),
    (stem("blocks"), "c128x64w2 p128x64w2 c256x64w2 c192x64w3 p128x64w2m21"),
    (Case(8, 3, 224, 224, 768, (16, 16), (16, 16), view="patches"),
     "c128x64w2 p128x64w2 p64x128w2 c128x96w2 p128x80w2 p64x96w2"),
)
# Odd sizes, sides that differ, and zeros on one side only.
CHECK_CONFIGS = "c128x128w2 p128x128w2 c128x64w2 c128x128w2m21 p128x128w2m12"
CHECKS = (
    Case(2, 64, 11, 9, 40, (3, 3), (1, 1), (1, 1, 1, 1)),
    Case(2, 72, 13, 12, 136, (3, 5), (1, 1), (1, 2, 1, 2)),
    Case(3, 64, 14, 17, 64, (3, 3), (2, 1), (1, 1, 1, 1)),
    Case(3, 64, 14, 17, 64, (3, 3), (1, 2), (1, 1, 1, 1)),
    Case(2, 128, 19, 21, 64, (3, 3), (1, 1), (2, 2, 2, 2), (2, 2)),
    Case(2, 64, 19, 21, 64, (3, 3), (1, 1), (1, 3, 1, 3), (1, 3)),
    Case(2, 8, 31, 33, 64, (7, 7), (2, 2), (3, 3, 3, 3)),
    Case(5, 64, 7, 7, 64, (3, 3), (1, 1), (1, 1, 1, 1)),
    Case(4, 64, 9, 10, 64, (1, 4), (3, 2), (0, 3, 0, 0)),
    Case(4, 64, 9, 10, 64, (4, 1), (2, 3), (3, 0, 0, 0)),
)
SETS = ("checks", "timed")


def list_cases(which):
    """Pairs of a case and its configs."""
    if which in ("all", "checks"):
        for case in CHECKS:
            case.timed = False
            yield case, CHECK_CONFIGS.split()
    if which in ("all", "timed"):
        yield from ((case, configs.split()) for case, configs in TIMED)


def build(options):
    cases, kernels = [], {}
    for case, configs in list_cases(options.cases):
        if options.only in case.name:
            configs = configs[:options.configs]
            kernels.update((name, convolution_tiles.write_kernel(name)) for name in configs)
            cases.append({"name": case.name, "case": asdict(case), "kernels": configs})
    return kernel_build.build(options.outdir, cases, kernels)


def get_windows(case):
    """The windows of the convolution, and those of the view that the kernel loads."""
    from kernel_launch import Window
    windows = Window(case.size, case.strides, case.padding, case.dilations)
    return windows, {"patches": Window((case.size[0], 1)),
                     "blocks": Window((4, 4), padding=(2, 2, 1, 1))}.get(case.view, windows)


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


def make_view(case, image, weights):
    """What the kernel convolves, as [N,H,W,C] and [F,R,S,C]."""
    from torch.nn.functional import pad
    image, weights = (t.permute(0, 2, 3, 1).contiguous() for t in (image, weights))
    n, height, width, c = image.shape
    f, r, s, _ = weights.shape
    if case.view == "patches":  # a row of a window is the channels of a pixel
        return (image.reshape(n * height // r, r, width // s, s * c),
                weights.reshape(f, r, 1, s * c))
    if case.view == "blocks":
        # A filter of 7 x 7 gets a row and a column of zeros in front, and has 4 x 4 blocks.
        image = pad(image, (0, 4 - c)).reshape(n, height // 2, 2, width // 2, 2, 4)
        weights = pad(weights, (0, 4 - c, 1, 0, 1, 0)).reshape(f, 4, 2, 4, 2, 4)
        return (image.permute(0, 1, 3, 2, 4, 5).reshape(n, height // 2, width // 2, 16),
                weights.permute(0, 1, 3, 2, 4, 5).reshape(f, 4, 4, 16))
    if case.view == "padded":  # a pixel has 16 bytes at least
        return pad(image, (0, 8 - c)), pad(weights, (0, 8 - c))
    return image, weights


def list_operands(name, image, weights, result):
    """The tensors as the kernel takes them."""
    config = convolution_tiles.parse_config(name)
    if config.plain:
        image = image.reshape(-1, image.size(3))
    f, r, s, c = weights.shape
    if config.flat:
        return [image, weights.reshape(f, -1), result]
    return [image, weights.reshape(f, r * s, c).permute(1, 0, 2), result]


def check_kernel(kernel, name, window, samples):
    """How many integer results are wrong or written behind the end, and the largest error of
    random ones, as a share of their mean. The samples are views with results in f64."""
    import torch
    wrong, error = 0, 0.0
    for integers, (image, weights), exact in samples:
        buffer = torch.full((exact.size(0) + 8, exact.size(1)), math.nan, device="cuda",
                            dtype=torch.float16)
        result = buffer[:exact.size(0)]
        kernel.bind(list_operands(name, image, weights, result), window)()
        torch.cuda.synchronize()
        if integers:
            wrong = int((result != exact.half()).sum() + (~buffer[exact.size(0):].isnan()).sum())
        else:
            error = float((result.double() - exact).abs().max() / exact.abs().mean())
    return wrong, error


def time_case(case, kernels, window, pixels, turns):
    """Microseconds by name. The views are made before."""
    import torch
    import kernel_launch
    channels = 8 if case.view == "padded" else case.channels
    elements = pixels * case.filters + channels * (
        case.images * case.height * case.width + case.filters * case.size[0] * case.size[1])
    count = kernel_launch.count_sets(2 * elements, ROTATED_BYTES, 24)
    sets = [make_tensors(case) for _ in range(count)]
    views = [make_view(case, *tensors) for tensors in sets]
    results = [torch.empty(pixels, case.filters, device="cuda", dtype=torch.float16)
               for _ in range(count)]
    convolve(case, *sets[0])
    graphs = {"cudnn": kernel_launch.capture(
        [lambda tensors=tensors: convolve(case, *tensors) for tensors in sets])}
    for name, kernel in kernels.items():
        graphs[name] = kernel_launch.capture(
            [kernel.bind(list_operands(name, *view, result), window)
             for view, result in zip(views, results)])
    return kernel_launch.time_graphs(graphs, count, turns)


def measure_case(found, kernels, turns):
    """A record for each kernel of the case."""
    case = Case(**{key: tuple(value) if isinstance(value, list) else value
                   for key, value in found["case"].items()})
    windows, window = get_windows(case)
    samples = []
    for integers in (True, False):
        tensors = make_tensors(case, integers)
        samples.append((integers, make_view(case, *tensors), evaluate(case, *tensors)))
    records = []
    for name in found["kernels"]:
        wrong, error = check_kernel(kernels[name], name, window, samples)
        records.append({"case": case.name, "config": name, "wrong": wrong, "error": error,
                        "right": wrong == 0 and error <= MOST_ERROR})
    del samples
    if case.timed:
        pixels = (case.images * windows.places(0, case.height) * windows.places(1, case.width))
        chosen = {name: kernels[name] for name in found["kernels"]}
        times = time_case(case, chosen, window, pixels, turns)
        flops = 2 * pixels * case.filters * case.channels * case.size[0] * case.size[1]
        for record in records:
            us = times[record["config"]]
            record.update(us=us, tflops=flops / us * 1e-6, cudnn_us=times["cudnn"],
                          ratio=times["cudnn"] / us, view=case.view)
    return records


def show_best(name, records):
    """The line of the fastest right config."""
    timed = [record for record in records if record["right"] and "us" in record]
    if not timed:
        right = sum(record["right"] for record in records)
        print(f"| {name} | | | | | {right} of {len(records)} right |", flush=True)
        return None
    best = min(timed, key=lambda record: record["us"])
    print(f"| {name} | {best['us']:.2f} | {best['tflops']:.0f} | {best['cudnn_us']:.2f} | "
          f"{best['ratio']:.3f} | {best['config']} |", flush=True)
    return None if best["view"] else best["ratio"]


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
        "cuDNN, µs | ratio | config |\n| --- | --: | --: | --: | --: | --- |", cases,
        lambda case: measure_case(case, kernels, options.turns), show_best)
    if ratios:
        print(f"| geometric mean without views | | | | {statistics.geometric_mean(ratios):.3f} | |")
    return right


if __name__ == "__main__":
    sys.exit(kernel_build.run_commands("Tile programs of convolutions beside cuDNN", SETS, 15,
                                       build, measure))

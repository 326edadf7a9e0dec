#!/usr/bin/env python3
# ===- energy.py - What kernels take at a GPU's power limit ---------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# docs/notes/energy.md explains the model and its coefficients.
#
# `energy.py fit` prints what measured power and times say of the coefficients.
# `energy.py predict` prints the predictions of the note, and `--set=dram=30` changes a
# coefficient. `energy.py measure OUTDIR` measures power, clock and time of
# the cases in test/Inputs/energy.txt. With `--check`, it only prints its commands.
#
# `measure` needs a GPU, nvidia-smi, autotune-bench, autotune-runner and ptxas. It takes
# some minutes, and changes nothing about the GPU. energy.txt says which coefficient each
# of its lines pins down.

import argparse
import json
import os
import shlex
import statistics
import subprocess
import sys
import time

# Coefficient: (value, least, most). pJ each, but for the last three. The values are what
# `fit` prints, rounded. `limit` is what `measure` reads at the power limit.
COEFFICIENTS = {
    "flop": (0.53, 0.41, 0.65),  # of a tensor core, bf16
    "sums": (0.26, 0.16, 0.35),  # a byte of sums that wgmma reads or writes
    "l2": (12.0, 10.0, 14.0),  # a byte from L2 into shared memory
    "shared": (1.0, 0.0, 4.0),  # a byte of shared memory that wgmma reads
    "dram": (100.0, 86.0, 113.0),  # a byte of device memory
    "instruction": (6.0, 0.0, 12.0),  # of a thread
    "static": (129.0, 100.0, 160.0),  # watts, whatever runs
    "limit": (711.0, 706.0, 716.0),  # watts
    "voltage": (0.25, 0.0, 0.5),  # the voltage rises by this power of the clock
}
CLOCK = 1485.0  # MHz, of the bare product: the coefficients are for this clock
TOP_CLOCK = 1980.0  # MHz, below the power limit
READ_RATES = {"H100": 3.02e12, "H200": 4.57e12}


class Kernel:
    """What a launch does: flops, bytes and instructions."""

    def __init__(self, flops=0.0, rows=128, columns=128, dram=0.0, instructions=0.0):
        self.flops = flops
        # A tile of rows x columns loads 2 * (rows + columns) bytes for 2 * rows * columns flops,
        # and m64nNk16 reads as many for 64 rows.
        self.l2 = flops * (rows + columns) / (rows * columns)
        self.shared = flops * (64 + columns) / (64 * columns)
        # f32 sums of m64nNk16 are read and written once for each 16 products.
        self.sums = flops * 8 / 32
        self.dram = dram
        self.instructions = instructions

    def core(self, c):
        """Joules of what the clock's voltage moves, at CLOCK."""
        return 1e-12 * (self.flops * c["flop"] + self.sums * c["sums"] + self.l2 * c["l2"]
                        + self.shared * c["shared"] + self.instructions * c["instruction"])

    def memory(self, c):
        return 1e-12 * self.dram * c["dram"]

    def seconds(self, c):
        """At the power limit, if nothing else limits it and the clock stays as it is."""
        return (self.core(c) + self.memory(c)) / (c["limit"] - c["static"])

    def joules(self, c, seconds, mhz):
        """With a measured time and clock."""
        raised = (mhz / CLOCK) ** (2 * c["voltage"])
        return c["static"] * seconds + self.core(c) * raised + self.memory(c)


def added(c, bare, kernel):
    """The time of `kernel` over that of `bare`, both at the limit, if both take as many cycles.
    As the clock sinks, so does the voltage, and core energy with it."""
    change = kernel.core(c) + kernel.memory(c) - bare.core(c) - bare.memory(c)
    return 1 + change / (bare.core(c) * (1 + 2 * c["voltage"]) + bare.memory(c))


def product(m, n, k, rows=128, columns=128, instructions=0.0, other=0.0):
    return Kernel(2.0 * m * n * k, rows, columns, 2.0 * (m * k + n * k + m * n) + other,
                  instructions * m * n)


def predict_epilogue(c):
    m = n = k = 4096
    bare = product(m, n, k)
    full = product(m, n, k, instructions=13.4, other=2.0 * m * n)
    full.l2 += 2.0 * m * n
    yield "bias, gelu and residual, 4096³", added(c, bare, full)
    fewer = product(m, n, k, instructions=7, other=2.0 * m * n)
    fewer.l2 += 2.0 * m * n
    yield "the same with 7 instructions an element", added(c, bare, fewer)
    packed = product(m, n, k, instructions=13.4)
    yield "the same without a residual's bytes", added(c, bare, packed)
    residual = product(m, n, k, instructions=3, other=2.0 * m * n)
    residual.l2 += 2.0 * m * n
    yield "a residual alone", added(c, bare, residual)
    yield "silu alone", added(c, bare, product(m, n, k, instructions=6.9))
    yield "bias and gelu", added(c, bare, product(m, n, k, instructions=10.4))
    halved = product(m, n, k)
    halved.sums /= 2
    yield "sums in f16", added(c, bare, halved)
    yield "one instruction an element", added(c, bare, product(m, n, k, instructions=1))
    yield "128×256 tiles over 128×128, bare", added(c, bare, product(m, n, k, columns=256))
    yield "64×256 tiles over 128×128, bare", added(c, bare, product(m, n, k, 64, 256))


def pair(m, n, k, columns=128):
    return product(m, 2 * n, k, columns=columns, instructions=8 / 2, other=-2.0 * m * n)


def predict_pair(c):
    m, n, k = 4096, 14336, 4096
    one = 2.0 * m * n
    bare = product(m, 2 * n, k)
    fused = pair(m, n, k)
    yield "SwiGLU in one kernel over its two products", added(c, bare, fused)
    for device, rate in READ_RATES.items():
        # Reads two results and writes one; 12 instructions an element.
        pass_seconds = 3 * one / rate
        spent = 1e-12 * (3 * one * (c["dram"] + c["l2"]) + 12 * m * n * c["instruction"])
        spared = max(0.0, (c["limit"] - c["static"]) * pass_seconds - spent)
        # The limit is of the mean of some tens of milliseconds: the pass cools for the products.
        seconds = bare.seconds(c)
        faster = spared / (bare.core(c) * (1 + 2 * c["voltage"]) + bare.memory(c))
        apart = seconds * (1 - faster) + pass_seconds
        yield f"separate over one kernel, {device}", apart / (seconds * added(c, bare, fused))
    wide = pair(m, n, k, columns=256)
    yield "one kernel of 128×256 tiles over 128×128", added(c, fused, wide)
    yield "SwiGLU in one kernel, µs by energy", fused.seconds(c) * 1e6


EXPERTS = [731, 512, 402, 388, 340, 301, 268, 241, 213, 187, 160, 128, 96, 71, 45, 13]


def group(rows, step, columns=256):
    """Tiles of `step` rows; rows of zeros switch little in the multipliers."""
    n, k = 14336, 4096
    computed = sum(-(-row // step) * step for row in rows)
    kernel = Kernel(2.0 * computed * n * k, 128, columns,
                    2.0 * len(rows) * n * k + 2.0 * sum(rows) * (n + k))
    kernel.flops = 2.0 * sum(rows) * n * k
    return kernel


def predict_group(c):
    rows = EXPERTS

    def one_by_one(step, rate):
        """Each expert with what limits it: no phase spares power for another."""
        parts = [group([row], step) for row in rows]
        return sum(max(part.dram / rate, part.seconds(c)) for part in parts) * 1e6

    one = group(rows, 128)
    yield "uneven experts, µs by energy", one.seconds(c) * 1e6
    for device, rate in READ_RATES.items():
        yield f"uneven experts, µs by bytes, {device}", one.dram / rate * 1e6
        yield f"uneven experts, µs by the worse for each, {device}", one_by_one(128, rate)
        less = one_by_one(1, rate) / one_by_one(128, rate)
        yield f"the same without rows of zeros, {device}", less
    yield "uneven experts by energy, without rows of zeros", added(c, one, group(rows, 1))
    yield "uneven experts by energy, 128×128 tiles", added(c, one, group(rows, 128, 128))


def predict_weights(c):
    """Watts at the highest clock, below the limit; the times are measured (integer-weights.md)."""
    m, n, k = 16, 28672, 4096
    for name, instructions, us in (("reordered", 1.5, 18.7), ("in their own order", 2.5, 24.6)):
        kernel = Kernel(2.0 * m * n * k, 256, 16, n * k / 2, instructions * n * k)
        # Weights reach wgmma through registers, so only the other factor comes from shared memory.
        kernel.l2, kernel.shared = kernel.dram, kernel.dram + kernel.flops / 64
        yield f"4-bit weights {name}, W", kernel.joules(c, us * 1e-6, TOP_CLOCK) / (us * 1e-6)


PARTS = (predict_epilogue, predict_pair, predict_group, predict_weights)


def share(c):
    """Of the energy of 4096³ by 128×128 tiles."""
    bare = product(4096, 4096, 4096)
    seconds = bare.seconds(c)
    parts = {"tensor cores": bare.flops * c["flop"], "sums in registers": bare.sums * c["sums"],
             "L2 into shared memory": bare.l2 * c["l2"],
             "shared memory into tensor cores": bare.shared * c["shared"],
             "device memory": bare.dram * c["dram"],
             "static": c["static"] * seconds * 1e12}
    return seconds, {name: joules * 1e-12 for name, joules in parts.items()}


def central(overrides=()):
    values = {name: value[0] for name, value in COEFFICIENTS.items()}
    for text in overrides:
        name, _, number = text.partition("=")
        if name not in values:
            sys.exit(f"energy.py: no coefficient '{name}'; there are {', '.join(values)}")
        values[name] = float(number)
    return values


def predictions(c):
    return [line for part in PARTS for line in part(c)]


def ranges(c):
    """Each prediction's least and most if one coefficient at a time is at an end."""
    columns = [predictions(c)]
    for name, (_, least, most) in COEFFICIENTS.items():
        for end in (least, most):
            columns.append(predictions({**c, name: end}))
    for lines in zip(*columns):
        values = [value for _, value in lines]
        yield lines[0][0], values[0], min(values), max(values)


def show(value):
    return f"{value:.0f}" if value > 10 else f"{value:.3f}"


def predict(options):
    c = central(options.set)
    seconds, parts = share(c)
    print(f"4096³ by 128×128 tiles: {seconds * 1e6:.0f} µs, {sum(parts.values()) * 1e3:.0f} mJ")
    for name, joules in parts.items():
        print(f"| {name} | {joules * 1e3:.0f} mJ | {joules / sum(parts.values()):.0%} |")
    print()
    for name, value, least, most in ranges(c):
        print(f"| {name} | {show(value)} | {show(least)} to {show(most)} |")


# What `measure` printed on an H200 (docs/notes/energy.md): µs, W and MHz.
MEASURED = {
    "bare": (206.1, 716, 1485),
    "128x256": (201.4, 708, 1560),
    "64x256": (220.0, 708, 1500),
    "cluster": (204.5, 711, 1485),
    "f16": (209.6, 711, 1485),
    "f16 in f16": (204.8, 711, 1530),
    "silu": (207.4, 713, 1470),
    "bias and gelu": (210.2, 711, 1500),
    "residual": (215.4, 710, 1455),
    "1 row": (55.3, 663, 1980),
    "16 rows": (58.8, 609, 1980),
    "SwiGLU": (1410.2, 721, 1440),
    "experts": (1064.3, 712, 1530),
}
# How far watts and MHz may be off, by their place in a case. All products of 4096³ are at one
# limit, and read 708 to 716 W. Clocks come in steps of 15 MHz.
OFF = ((1, 4.0), (2, 7.5))


def solve(c, measured):
    """Coefficients, pJ each, from differences between measured cases."""
    n = 4096
    bare, wide, flat = product(n, n, n), product(n, n, n, 128, 256), product(n, n, n, 64, 256)

    def core(case):
        us, watts, mhz = measured[case]
        joules = (watts - c["static"]) * us * 1e-6 - bare.memory(c)
        return 1e12 * joules * (CLOCK / mhz) ** (2 * c["voltage"])

    found = {}
    found["l2 + shared, 128×256 tiles"] = total = \
        (core("bare") - core("128x256")) / (bare.l2 - wide.l2)
    found["l2 − shared, 64×256 tiles"] = more = \
        (core("64x256") - core("bare")) / (flat.l2 - bare.l2)
    found["l2"] = (total + more) / 2
    found["shared"] = (total - more) / 2
    found["of l2, what multicast saves"] = (core("bare") - core("cluster")) / (bare.l2 / 4)
    found["sums"] = (core("f16") - core("f16 in f16")) / (wide.sums / 2)
    residual = 2.0 * n * n * (c["dram"] + c["l2"])
    costs = [(core("silu") - core("bare")) / (6.9 * n * n),
             (core("bias and gelu") - core("bare")) / (10.4 * n * n),
             (core("residual") - residual - core("bare")) / (13.4 * n * n)]
    for name, cost in zip(("silu", "bias and gelu", "with a residual"), costs):
        found[f"instruction, {name}"] = cost
    found["instruction, mean"] = statistics.mean(costs)
    found["dram + l2, a residual's bytes"] = \
        (core("residual") - core("bias and gelu") - 3 * n * n * c["instruction"]) / (2.0 * n * n)
    weights = 2.0 * 28672 * 4096
    # 2.2 instructions a weight: one each to unpack and to multiply, the rest to load.
    for name, rows, instructions in (("1 row", 0, 2.2), ("16 rows", 16, 0)):
        kernel = Kernel(rows * weights, 256, 16, weights, instructions * weights / 2)
        kernel.l2 = weights
        kernel.shared = (weights + kernel.flops / 64) if rows else 0.0
        us, watts, mhz = measured[name]
        rest = watts * us * 1e-6 - kernel.joules({**c, "dram": 0.0}, us * 1e-6, mhz)
        found[f"dram, {name}"] = 1e12 * rest / weights
    spent = bare.l2 * found["l2"] + bare.shared * found["shared"] + bare.sums * found["sums"]
    found["flop, bf16"] = (core("bare") - spent) / bare.flops
    found["flop, f16"] = found["flop, bf16"] + (core("f16") - core("128x256")) / bare.flops
    return found


# Rows, columns, depth, and two kernels at the limit: tile, µs and MHz, each alone
# (docs/notes/whole-models.md).
PAIRS = (
    (2048, 4096, 4096, (128, 128, 102.9, 1515), (128, 256, 97.3, 1605)),
    (2048, 14336, 4096, (128, 128, 353.4, 1500), (128, 256, 341.8, 1620)),
    (2048, 4096, 14336, (128, 128, 356.1, 1515), (128, 256, 329.7, 1605)),
    (4096, 4096, 4096, (128, 128, 203.9, 1485), (128, 256, 196.9, 1590)),
    (2048, 1024, 4096, (128, 128, 27.9, 1560), (64, 256, 26.9, 1635)),
)


def fit(options):
    c = central(options.set)
    columns = [solve(c, MEASURED)]
    for name in ("static", "voltage", "dram", "l2", "instruction"):
        columns += [solve({**c, name: end}, MEASURED) for end in COEFFICIENTS[name][1:]]
    for case, values in MEASURED.items():
        for place, off in OFF:
            for moved in (-off, off):
                changed = list(values)
                changed[place] += moved
                columns.append(solve(c, {**MEASURED, case: tuple(changed)}))
    for name, value in columns[0].items():
        ends = [column[name] for column in columns]
        print(f"| {name} | {value:.2f} | {min(ends):.2f} to {max(ends):.2f} |")
    print()
    for name, kernel in (("SwiGLU", pair(4096, 14336, 4096)), ("experts", group(EXPERTS, 128))):
        us, watts, mhz = MEASURED[name]
        print(f"| {name}, mJ at its time and clock | {kernel.joules(c, us * 1e-6, mhz) * 1e3:.0f} "
              f"| measured {us * watts * 1e-3:.0f} |")
    print()
    for m, n, k, *kernels in PAIRS:
        joules, products = [], []
        for rows, columns, us, mhz in kernels:
            one = product(m, n, k, rows, columns)
            core = (c["limit"] - c["static"]) * us * 1e-6 - one.memory(c)
            joules.append(core * (CLOCK / mhz) ** (2 * c["voltage"]))
            products.append(one)
        more = joules[0] - joules[1]
        l2 = (products[0].l2 - products[1].l2) * 1e-12
        shared = (products[0].shared - products[1].shared) * 1e-12
        print(f"{m}x{n}x{k}: {joules[0] / joules[1] - 1:+.1%} of core energy; "
              f"l2 x {l2 / shared:+.2f} + shared = {more / shared:.1f} pJ")


def read_cases(path):
    """name | problem | config, and what follows # is a comment."""
    for line in open(path, encoding="utf-8"):
        line = line.strip()
        if line and not line.startswith("#"):
            name, problem, config = (part.strip() for part in line.split(" | "))
            yield name, problem, config


def sample(path, command, gpu):
    """Runs the command while nvidia-smi writes instant power and clock to `path`."""
    query = ["nvidia-smi", "--query-gpu=power.draw.instant,clocks.sm", "--loop-ms=20",
             "--format=csv,noheader,nounits", f"--id={gpu}"]
    with open(path, "w", encoding="utf-8") as out:
        smi = subprocess.Popen(query, stdout=out)
        try:
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        finally:
            smi.terminate()
            smi.wait()
    return path


def summarise(path):
    """Median power and clock over the half of the samples with the most power: the replays."""
    rows = []
    for line in open(path, encoding="utf-8"):
        try:
            rows.append([float(field) for field in line.split(",")])
        except ValueError:
            continue
    rows.sort(reverse=True)
    busy = rows[: max(1, len(rows) // 2)]
    return statistics.median(row[0] for row in busy), statistics.median(row[1] for row in busy)


def measure(options):
    os.makedirs(options.outdir, exist_ok=True)
    targets = [f"--target={options.target}"] if options.target else []
    print("| case | µs | W | MHz | mJ |\n| --- | --: | --: | --: | --: |", flush=True)
    for number, (name, problem, config) in enumerate(read_cases(options.cases)):
        base = os.path.join(options.outdir, f"{number:02d}")
        if problem == "-":
            command = ["sleep", "3"]
            if options.check:
                print(*command)
            else:
                watts, mhz = summarise(sample(f"{base}.csv", command, options.gpu))
                print(f"| {name} | | {watts:.0f} | {mhz:.0f} | |", flush=True)
            continue
        build = ["autotune-bench", "build", "--quiet", f"--shapes={base}.txt",
                 f"--config={config}", "-o", f"{base}.bundle", *targets]
        run = ["autotune-runner", f"{base}.bundle", "-o", f"{base}.jsonl", "--baseline=none",
               "--finalists=1", f"--rounds={options.rounds}", "--quiet",
               f"--device=cuda:{options.gpu}"]
        if options.check:
            print(f"echo '{problem}' > {base}.txt", shlex.join(build), shlex.join(run), sep="\n")
            continue
        with open(f"{base}.txt", "w", encoding="utf-8") as out:
            out.write(problem + "\n")
        subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
        time.sleep(2)
        watts, mhz = summarise(sample(f"{base}.csv", run, options.gpu))
        record = json.loads(open(f"{base}.jsonl", encoding="utf-8").readline())
        us = record.get("time_ns", 0) * 1e-3
        print(f"| {name} | {us:.1f} | {watts:.0f} | {mhz:.0f} | {us * watts * 1e-3:.1f} |",
              flush=True)


def main():
    parser = argparse.ArgumentParser(description="Energy of kernels at the power limit")
    commands = parser.add_subparsers(required=True)
    predicting = commands.add_parser("predict")
    predicting.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    predicting.set_defaults(run=predict)
    fitting = commands.add_parser("fit")
    fitting.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    fitting.set_defaults(run=fit)
    measuring = commands.add_parser("measure")
    measuring.add_argument("outdir")
    root = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..")
    measuring.add_argument("--cases", default=os.path.join(root, "test", "Inputs", "energy.txt"))
    measuring.add_argument("--target", help="default: that of this GPU")
    measuring.add_argument("--gpu", type=int, default=0, help="its number (default 0)")
    measuring.add_argument("--rounds", type=int, default=1000)
    measuring.add_argument("--check", action="store_true")
    measuring.set_defaults(run=measure)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()

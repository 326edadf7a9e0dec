# ===- kernel_build.py - Kernels of a module, as files for the driver -----===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# The half of attention.py and convolutions.py that needs no GPU. It compiles modules by
# autotune-opt and ptxas. A folder gets a cubin for each kernel, and cases.json: the cases,
# and what a launch of each kernel needs to know (kernel_launch.py). The folder is all that
# the machine with the GPU needs.

import argparse
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

TARGET = "h200"
ASSEMBLY = re.compile(r'assembly = "((?:[^"\\]|\\.)*)"')
KERNEL = re.compile(r"func @(\w+)\(.*?tile\.abi = (\{.*)")


class Failed(Exception):
    """A tool refused its input."""


def call(*command):
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        raise Failed(f"{command[0]}: {error.strerror}") from error
    if done.returncode:
        raise Failed(f"{command[0]}: {done.stderr.strip()[:300]}")
    return done.stdout, done.stderr


def parse_abi(text):
    """The dictionary attribute at the start of the text, as Python's."""
    text = re.sub(r"array<i64: ([^>]*)>", r"[\1]", text)
    text = re.sub(r"(-?\d+) : i\d+", r"\1", text)
    text = re.sub(r"(\w+) = ", r'"\1": ', text)
    text = re.sub(r"([{,]\s*)([a-z_]+)(?=\s*[,}])", r'\1"\2": true', text)
    return json.JSONDecoder().raw_decode(text)[0]


def unescape(text):
    text = re.sub(r"\\([0-9A-F]{2})", lambda found: chr(int(found[1], 16)), text)
    return text.replace("\\\\", "\\").rstrip("\0")


def describe_spills(log):
    """What ptxas says that costs time: bytes of spilled registers, and its warnings."""
    spills = sum(int(count) for count in re.findall(r"(\d+) bytes spill stores", log))
    warnings = re.findall(r".*(?:warning|C75\d\d).*", log)
    return [f"spills {spills} bytes"] * (spills > 0) + [line.strip() for line in warnings]


def compile_kernels(folder, name, module, passes):
    """Compiles the module. Returns its launches in order, and what ptxas complains of.
    `passes` lower it to kernels of tiles; a module of kernels needs none."""
    base = os.path.join(folder, name)
    with open(base + ".mlir", "w", encoding="utf-8") as out:
        out.write(module)
    code, _ = call("autotune-opt", base + ".mlir",
                   f"-autotune-compile=target={TARGET} format=isa")
    lowered, _ = call("autotune-opt", base + ".mlir", *passes, "-autotune-lower-kernels")
    abis = {kernel: parse_abi(abi) for kernel, abi in KERNEL.findall(lowered)}
    launches, complaints = [], []
    for number, text in enumerate(ASSEMBLY.findall(code)):
        ptx = unescape(text)
        entry = re.search(r"\.entry (\w+)\(", ptx)[1]
        file = f"{name}.{number}"
        path = os.path.join(folder, file)
        with open(path + ".ptx", "w", encoding="utf-8") as out:
            out.write(ptx)
        output = call("ptxas", "-arch=sm_90a", "-v", path + ".ptx", "-o", path + ".cubin")
        complaints += describe_spills("".join(output))
        launches.append({"cubin": file + ".cubin", "entry": entry, "abi": abis[entry]})
    if not launches:
        raise Failed("the module has no kernel")
    return launches, complaints


def build(folder, cases, kernels, passes=()):
    """Compiles kernels, a dictionary of their modules' text, and writes cases.json. Returns
    whether all could be compiled. A case leaves out those that could not."""
    os.makedirs(folder, exist_ok=True)

    def compile_one(item):
        try:
            return compile_kernels(folder, *item, passes)
        except Failed as error:
            return [], [f"failed: {error}"]

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = dict(zip(kernels, pool.map(compile_one, kernels.items())))
    for name, (launches, complaints) in results.items():
        print(f"{name}: {'; '.join(complaints) or 'no spills'}", flush=True)
        for case in cases:
            if name in case["kernels"] and not launches:
                case["kernels"].remove(name)
    launches = {name: result[0] for name, result in results.items() if result[0]}
    write(folder, cases, launches)
    return len(launches) == len(results)


def write(folder, cases, launches):
    """Writes what read() reads."""
    with open(os.path.join(folder, "cases.json"), "w", encoding="utf-8") as out:
        json.dump({"cases": cases, "launches": launches}, out, indent=1)


def read(folder):
    """The cases, and the launches of each kernel."""
    path = os.path.join(folder, "cases.json")
    if not os.path.exists(path):
        sys.exit(f"{sys.argv[0]}: no '{path}'; `build` writes it")
    with open(path, encoding="utf-8") as file:
        found = json.load(file)
    return found["cases"], found["launches"]


def show_plan(folder):
    """What `measure` would launch."""
    cases, launches = read(folder)
    for case in cases:
        print(f"{case['name']}:")
        for kernel in case["kernels"]:
            for launch in launches[kernel]:
                abi = launch["abi"]
                print(f"  {kernel}: {launch['cubin']}, {abi['threads']} threads, "
                      f"{abi['shared_memory']} bytes of shared memory")


def run_commands(description, sets, turns, build_cases, measure):
    """The command line of a program that builds and measures. The commands get its options,
    and return whether all is right. Returns the exit status."""
    parser = argparse.ArgumentParser(description=description)
    commands = parser.add_subparsers(required=True)
    building = commands.add_parser("build")
    building.add_argument("outdir")
    building.add_argument("--cases", default="all", choices=("all",) + sets)
    building.add_argument("--only", default="", metavar="TEXT", help="cases with this in the name")
    building.add_argument("--configs", type=int, metavar="N", help="the first N of each case")
    building.set_defaults(run=build_cases)
    measuring = commands.add_parser("measure")
    measuring.add_argument("outdir")
    measuring.add_argument("--turns", type=int, default=turns)
    measuring.add_argument("--check", action="store_true", help="say what would be launched")
    measuring.set_defaults(run=measure)
    options = parser.parse_args()
    if options.run is measure and options.check:
        show_plan(options.outdir)
        return 0
    return 0 if options.run(options) else 1

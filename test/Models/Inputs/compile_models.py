"""Compiles models, kernels for the simulator and the rest to LLVM IR.

    compile_models.py --translate=mlir-translate [--compile=OPTIONS] MODEL.mlir...
"""

import argparse
import pathlib
import subprocess
import sys


def compile(model, translate, options):
    """The error of the first step that fails; empty if none does."""
    made = subprocess.run(["autotune-opt", model, "--autotune-prepare",
                           "--autotune-attach-configs=target=h200 space=none",
                           f"--autotune-compile=target=h200 format=sim {options}",
                           "-emit-bytecode"],
                          capture_output=True)
    if made.returncode:
        return made.stderr.decode()
    translated = subprocess.run([translate, "--mlir-to-llvmir", "-o", "/dev/null"],
                                input=made.stdout, capture_output=True)
    return translated.stderr.decode() if translated.returncode else ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("models", nargs="+", type=pathlib.Path)
    parser.add_argument("--translate", required=True)
    parser.add_argument("--compile", default="", help="further options")
    arguments = parser.parse_args()
    failed = False
    for model in arguments.models:
        error = compile(model, arguments.translate, arguments.compile)
        print(f"{model.stem}: {error[:1000] or 'compiled'}")
        failed |= bool(error)
    sys.exit(failed)


main()

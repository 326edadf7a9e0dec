"""The project's programs, which the native module has inside.

    python -m mlir_autotune._program autotune-bench tune in.mlir -o out.mlir
"""

import os
import sys
from typing import List

from . import _native, _toolchain


def run(arguments: List[str]) -> int:
    """Runs the program that the first argument names, and returns its exit code."""
    # autotune-bench looks for autotune-runner there.
    os.environ["PATH"] = os.pathsep.join([str(_toolchain.LIBRARY), os.environ.get("PATH", "")])
    _toolchain.find_ptxas()
    return _native.run_tool(arguments)


def bench() -> int:
    """The command autotune-bench."""
    return run(["autotune-bench"] + sys.argv[1:])


def opt() -> int:
    """The command autotune-opt, with the dialects that programs need."""
    return run(["autotune-opt"] + sys.argv[1:])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python -m mlir_autotune._program PROGRAM [ARGUMENT...]")
    sys.exit(run(sys.argv[1:]))

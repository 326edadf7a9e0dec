"""mlir-autotune: models as fast programs on the GPU.

    import mlir_autotune as at

    f = at.compile(model, (x,), target="auto")
    f.tune(budget=60)
    y = f(x)
    f.save("model.atk")
    f = at.load("model.atk")

Without a GPU, target="h100" compiles, and target="sim" runs small inputs in the
simulator. torch.compile(model, backend="mlir_autotune") does the same as a backend of
PyTorch.

Kernel configs are values:

    str(at.HopperWgmmaConfig(tile=(128, 256, 64), stages=4))
    '#autotune.config<hopper_wgmma, tile = [128, 256, 64], stages = 4>'

Values outside a parameter's domain raise ValueError. Constraints between parameters
need the matmul and the target: the passes check those.
"""

import importlib
from typing import TYPE_CHECKING, Any, List

from .configs import *
from .configs import TEMPLATES
from .errors import CompileError, Diagnostic, OutOfMemoryError, ProgramError

if TYPE_CHECKING:
    from .compiler import compile, compile_imported, run_passes
    from .files import load
    from .database import Database
    from .executors import CommandExecutor, LocalExecutor, RayExecutor
    from .explain import explain
    from .heuristics import heuristic
    from .program import FlatProgram, Program
    from .records import Records
    from .strategies import search
    from .tables import LookupTable
    from .tuning import attach, build, form, measure, pick, tune

__version__ = "0.1.0"

# Where names are that are loaded when they are used: the compiler is large.
_LAZY = {
    "compile": "compiler", "compile_imported": "compiler", "compile_text": "compiler",
    "run_passes": "compiler", "Program": "program", "FlatProgram": "program",
    "load": "files", "explain": "explain",
    # Below: the stages of tuning.
    "tune": "tuning", "attach": "tuning", "form": "tuning", "build": "tuning",
    "measure": "tuning", "pick": "tuning", "heuristic": "heuristics", "search": "strategies",
    "Database": "database", "LookupTable": "tables", "Records": "records",
    "LocalExecutor": "executors", "CommandExecutor": "executors", "RayExecutor": "executors",
    "ToolError": "_tools",
}


def targets() -> List[str]:
    """The names of the GPUs that programs can be compiled for."""
    from . import _native

    return _native.targets()


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        value = getattr(importlib.import_module(f".{_LAZY[name]}", __name__), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def __dir__() -> List[str]:
    return sorted(set(globals()) | set(_LAZY))

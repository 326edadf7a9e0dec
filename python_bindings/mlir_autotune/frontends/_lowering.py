"""Runs passes of torch-mlir, and prints modules as MLIR 22.1 parses them."""

import re
from typing import Any, List, Tuple

from . import UnsupportedModelError

def require(module: str, package: str) -> Any:
    """Imports a module, or says how to install it."""
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise UnsupportedModelError(
            f"this front end needs {package} ({error}): pip install {package}") from None


def make_context() -> Any:
    """A context of torch-mlir's own MLIR, with all its dialects."""
    ir = require("torch_mlir.ir", "torch-mlir")
    dialect = require("torch_mlir.dialects.torch", "torch-mlir")
    context = ir.Context()
    dialect.register_dialect(context)
    context.enable_multithreading(False)
    return context


def place_of(location: Any) -> str:
    """The innermost "file:line" of a location, or ""."""
    found = re.search(r'"([^"]+)":(\d+)', str(location))
    return f"{found[1]}:{found[2]}" if found else ""


class Diagnostics:
    """Collects what a context's passes say, in place of stderr."""

    def __init__(self, context: Any):
        self.context = context
        self.told: List[Tuple[str, str, str]] = []

    def __enter__(self) -> "Diagnostics":
        # Passes of torch-mlir can emit an error and succeed. The handler sees both.
        self.context.emit_error_diagnostics = True
        self.handler = self.context.attach_diagnostic_handler(self._hear)
        return self

    def __exit__(self, *_: Any) -> None:
        self.handler.detach()

    def _hear(self, diagnostic: Any) -> bool:
        severity = str(diagnostic.severity).rsplit(".", 1)[-1].lower()
        # The message can hold the whole operation, with all its types.
        message = _shorten(str(diagnostic.message))
        self.told.append((severity, place_of(diagnostic.location), message))
        for note in diagnostic.notes:
            if "see current operation" in str(note.message):
                continue
            self.told.append(("note", place_of(note.location), _shorten(str(note.message))))
        return True


# An operation that torch-mlir has no lowering for, by its name in PyTorch.
_UNKNOWN = re.compile(r"failed to legalize operation '(?:torch\.operator'.*?name = \"torch\.([\w.]+)"
                      r"|torch\.([\w.]+)')", re.DOTALL)


def _shorten(message: str) -> str:
    unknown = _UNKNOWN.match(message)
    if unknown:
        return f"the operation {unknown[1] or unknown[2]} can't be compiled: torch-mlir has no lowering"
    line = message.strip().split("\n", 1)[0]
    return line if len(line) <= 400 else line[:400] + "..."


def run_passes(module: Any, pipeline: str, stage: str) -> None:
    """Runs a pipeline. Raises UnsupportedModelError with what the passes said."""
    passmanager = require("torch_mlir.passmanager", "torch-mlir")
    with module.context as context, Diagnostics(context) as heard:
        try:
            passmanager.PassManager.parse(pipeline).run(module.operation)
        except Exception as error:
            told = heard.told or [("error", "", _shorten(str(error)))]
            raise UnsupportedModelError(f"torch-mlir can't {stage} the model", told) from None


def load_dialects_of(function_pass: str) -> None:
    """Loads the dialects that a pass makes operations of, into the current context.

    Python can't register all dialects of torch-mlir. Passes load theirs.
    """
    ir = require("torch_mlir.ir", "torch-mlir")
    empty = ir.Module.parse("func.func private @f() { return }")
    run_passes(empty, f"builtin.module(func.func({function_pass}))", "load dialects for")


def print_module(module: Any) -> str:
    """The text of a module, with locations.

    MLIR 22.1 parses what torch-mlir's newer MLIR prints of linalg on tensors. test/Python
    has models that check it. Operations of other dialects don't get here.
    """
    return module.operation.get_asm(enable_debug_info=True)


def without_locations(text: str) -> str:
    """The text of a module that print_module() printed, for files."""
    ir = require("torch_mlir.ir", "torch-mlir")
    with make_context():
        load_dialects_of("convert-torch-to-tmtensor")
        return str(ir.Module.parse(text)) + "\n"

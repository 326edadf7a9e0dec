"""Front ends: a model of PyTorch or JAX, or MLIR, as one module with weights apart.

No library is imported here that the caller has not imported.
"""

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Set, Tuple, Union

from ..errors import CompileError
from ..signatures import Signature
from .tree import TreeSignature

# ("input", i) is the caller's array i, ("weight", i) is the model's own array i.
Source = Tuple[str, int]


class UnsupportedModelError(CompileError):
    """A front end can't import a model. The message says what stands in the way."""


@dataclass(frozen=True)
class DynamicSize:
    """A size that is known at run time only. `most` is None if nothing limits it."""

    name: str
    least: int
    most: Optional[int]


@dataclass
class ImportedModule:
    """A model as MLIR, its weights, and how it is called."""

    # One module with a function @main: text in the syntax of MLIR 22.1, or bytecode.
    text: Union[str, bytes]
    # The model's own arrays: parameters, buffers, constants. They are not copied.
    weights: List[Any] = field(default_factory=list)
    # What each argument of @main is. Empty if all are inputs in their order.
    argument_sources: List[Source] = field(default_factory=list)
    # None for MLIR, which takes and returns arrays.
    signature: Optional[TreeSignature] = None
    # For each input, which dimensions have a size that is known at run time only.
    dynamic: List[Dict[int, DynamicSize]] = field(default_factory=list)
    # The arguments of @main that are weights which the model writes to, or that share
    # memory with one.
    changing: Set[int] = field(default_factory=set)

    def frozen_arguments(self, positions: Sequence[int] = ()) -> List[int]:
        """The arguments of @main that are the same in each call: weights that the model
        does not write to, and the arrays of the caller's positional arguments
        `positions`."""
        frozen = {number for number, (kind, _) in enumerate(self.argument_sources)
                  if kind == "weight" and number not in self.changing}
        for position in positions:
            if self.signature is None:
                frozen.add(position)
                continue
            inputs = self.signature.inputs_of(position)
            frozen.update(number for number, source in enumerate(self.argument_sources)
                          if source[0] == "input" and source[1] in inputs)
        return sorted(frozen)

    def signature_for(self, arguments: int, results: int) -> Any:
        """The signature of a program with so many arguments and results."""
        return self.signature or Signature(arguments, results == 1)


def _import_mlir(model: Union[str, bytes, Path]) -> ImportedModule:
    if isinstance(model, Path):
        try:
            model = model.read_bytes()
        except OSError as error:
            raise UnsupportedModelError(f"can't read the model: {error}") from None
    if isinstance(model, str) and "\n" not in model and "func" not in model:
        raise UnsupportedModelError(
            f"the string '{model[:80]}' is no MLIR: give a path as pathlib.Path('...')")
    return ImportedModule(model)


def import_module(model: Any, args: Optional[Sequence[Any]] = None,
                  kwargs: Optional[Dict[str, Any]] = None,
                  dynamic_shapes: Any = None) -> ImportedModule:
    """Imports a model.

    `model` is a torch.nn.Module, a torch.export.ExportedProgram, a function of
    jax.jit, what its lower() returned, or MLIR as text, bytes or a path. `args` and
    `kwargs` are arguments that the model is compiled for. `dynamic_shapes` is what
    torch.export takes.
    """
    if isinstance(model, (str, bytes, Path)):
        if dynamic_shapes is not None:
            raise TypeError("dynamic_shapes is for models of PyTorch: write '?' in the MLIR")
        return _import_mlir(model)
    torch = sys.modules.get("torch")
    if torch is not None:
        from . import torch as frontend

        if frontend.is_model(model):
            return frontend.import_model(model, args, kwargs, dynamic_shapes)
    if "jax" in sys.modules:
        from . import jax as jax_frontend

        if jax_frontend.is_model(model):
            if dynamic_shapes is not None:
                raise TypeError("dynamic_shapes is for models of PyTorch: JAX's sizes are known")
            return jax_frontend.import_model(model, args, kwargs)
    raise TypeError(
        f"can't compile a {type(model).__module__}.{type(model).__qualname__}: a model is a "
        "torch.nn.Module, a torch.export.ExportedProgram, a function of jax.jit, what its "
        "lower() returned, or MLIR as str, bytes or pathlib.Path")

"""Functions of JAX, by StableHLO and the converters that torch-mlir carries.

PyTorch is not needed: torch-mlir's wheel has its MLIR apart.
"""

import functools
from typing import Any, Dict, List, Optional, Sequence

import jax
import numpy

from . import ImportedModule, UnsupportedModelError
from ._lowering import (Diagnostics, load_dialects_of, make_context, place_of, print_module,
                        require, run_passes)
from .tree import LEAF, TreeSignature, UnknownContainer, describe

# Constants of more bytes should be arguments: they would be part of the program.
_MOST_CONSTANT_BYTES = 1 << 20

_PIPELINE = ("builtin.module(inline,func.func(chlo-legalize-to-stablehlo),"
             "func.func(stablehlo-aggressive-simplification),stablehlo-legalize-to-linalg,"
             "symbol-dce,canonicalize,cse)")


def is_model(model: Any) -> bool:
    return isinstance(model, jax.stages.Lowered) or hasattr(model, "lower")


def import_model(model: Any, args: Optional[Sequence[Any]],
                 kwargs: Optional[Dict[str, Any]]) -> ImportedModule:
    """Imports what jax.jit(f).lower() returned, or jax.jit(f) for example arguments."""
    if isinstance(model, jax.stages.Lowered):
        return import_lowered(model)
    if args is None and not kwargs:
        raise TypeError("give example arguments to compile a function of jax.jit for: "
                        "compile(f, (x,))")
    return import_lowered(model.lower(*(args or ()), **(kwargs or {})))


def import_lowered(lowered: Any) -> ImportedModule:
    module = lowered.compiler_ir("stablehlo")
    _refuse_large_constants(module)
    avals = jax.tree_util.tree_leaves(lowered.in_avals)
    kept = _kept_leaves(lowered, len(avals), module)
    text = _lower(module.operation.get_asm(enable_debug_info=True))
    out = jax.tree_util.tree_leaves(lowered.out_info)
    signature = TreeSignature(
        args=[], kwargs={}, returned=None, kept=kept,
        outputs=[("result", number) for number in range(len(out))],
        dtypes=[info.dtype.name for info in out],
        convert=lambda leaf, value: _as_array(value, avals[leaf].dtype))
    _describe_trees(lowered, signature)
    return ImportedModule(text, [], [("input", i) for i in range(len(kept))], signature,
                          [{} for _ in kept])


def _describe_trees(lowered: Any, signature: TreeSignature) -> None:
    """Describes the containers of arguments and results, or has JAX do it at each call."""
    leaf = object()
    make = jax.tree_util.tree_unflatten
    try:
        args, kwargs = make(lowered.in_tree, [leaf] * lowered.in_tree.num_leaves)
        signature.args = [describe(arg, lambda value: value is leaf) for arg in args]
        signature.kwargs = {name: describe(value, lambda value: value is leaf)
                            for name, value in kwargs.items()}
    except UnknownContainer:
        signature.args = [LEAF] * len(args)
        signature.kwargs = {name: LEAF for name in kwargs}
        signature.flatten_all = functools.partial(_flatten_all, lowered.in_tree)
    try:
        returned = make(lowered.out_tree, [leaf] * lowered.out_tree.num_leaves)
        signature.returned = describe(returned, lambda value: value is leaf)
    except UnknownContainer:
        signature.build_all = functools.partial(make, lowered.out_tree)


def _flatten_all(tree: Any, args: Any, kwargs: Any) -> List[Any]:
    leaves, given = jax.tree_util.tree_flatten((args, kwargs))
    if given != tree:
        raise TypeError("the arguments have another structure than those that the program was "
                        f"compiled for: {given}, not {tree}")
    return leaves


def _as_array(leaf: Any, dtype: Any) -> Any:
    """Numbers, and NumPy's values of 64 bits, as arrays of the type that JAX gives them."""
    if isinstance(leaf, (bool, int, float)):
        return numpy.asarray(leaf, dtype)
    if isinstance(leaf, (numpy.ndarray, numpy.generic)):
        same = jax.dtypes.canonicalize_dtype(leaf.dtype) == dtype
        return numpy.asarray(leaf, dtype if same else None)
    return leaf


def _kept_leaves(lowered: Any, count: int, module: Any) -> List[int]:
    """The caller's leaves that are arguments: JAX drops those that nothing uses."""
    function = next(op for op in module.body.operations
                    if op.operation.name == "func.func"
                    and op.attributes["sym_name"].value == "main")
    arguments = len(function.arguments)
    if arguments == count:
        return list(range(count))
    # JAX has no public way to ask for it.
    kept = getattr(lowered._lowering, "compile_args", {}).get("kept_var_idx")
    if kept is None or len(kept) != arguments:
        raise UnsupportedModelError(
            f"the function has {count} arrays as arguments, but JAX kept {arguments}: "
            "use jax.jit(f, keep_unused=True)")
    return sorted(kept)


def _refuse_large_constants(module: Any) -> None:
    for function in module.body.operations:
        for block in function.regions[0].blocks:
            for operation in block.operations:
                if operation.operation.name != "stablehlo.constant":
                    continue
                value = operation.attributes["value"]
                if getattr(value, "is_splat", True):
                    continue
                array = operation.result.type
                size = 1
                for extent in array.shape:
                    size *= extent
                if size > _MOST_CONSTANT_BYTES:
                    raise UnsupportedModelError(
                        f"the function closes over an array ({array}): give it as an argument, "
                        "so that it is not part of the program")


@functools.lru_cache(maxsize=None)
def _register_passes() -> None:
    require("torch_mlir._mlir_libs._stablehlo", "torch-mlir").register_stablehlo_passes()


def _make_context() -> Any:
    """A context with StableHLO's dialects."""
    context = make_context()
    _register_passes()
    require("torch_mlir._mlir_libs._stablehlo", "torch-mlir").register_dialect(context)
    with context:
        # The dialect chlo, among others.
        load_dialects_of("convert-torch-to-stablehlo")
    return context


def _lower(text: str) -> str:
    ir = require("torch_mlir.ir", "torch-mlir")
    context = _make_context()
    with context:
        with Diagnostics(context) as heard:
            try:
                module = ir.Module.parse(text)
            except Exception as error:
                raise UnsupportedModelError(
                    "torch-mlir can't read JAX's StableHLO: the function has an operation of "
                    "XLA's own, or torch-mlir and JAX are of different dates",
                    heard.told or [("error", "", str(error).split("\n")[0])]) from error
        run_passes(module, _PIPELINE, "lower the operations of")
        _refuse_left_operations(ir, module)
        _strip_attributes(module)
        return print_module(module)


def _refuse_left_operations(ir: Any, module: Any) -> None:
    left: List[Any] = []

    def visit(operation: Any) -> Any:
        if (operation.name.split(".")[0] in ("stablehlo", "chlo")
                and operation.name != "stablehlo.return"):
            detail = operation.name
            if "call_target_name" in operation.attributes:
                detail += f" {operation.attributes['call_target_name']}"
            left.append(("error", place_of(operation.location),
                         f"the operation {detail} can't be compiled: torch-mlir has no lowering "
                         "to linalg"))
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    if left:
        raise UnsupportedModelError("JAX's function can't be lowered to linalg", left)


def _strip_attributes(module: Any) -> None:
    """Drops what JAX says to XLA: other MLIR has no such dialects."""
    def strip(attributes: Any) -> None:
        for name in [attribute.name if hasattr(attribute, "name") else attribute
                     for attribute in attributes]:
            if name.split(".")[0] in ("mhlo", "jax", "sdy"):
                del attributes[name]

    strip(module.operation.attributes)
    for function in module.body.operations:
        for name in ("arg_attrs", "res_attrs"):
            if name in function.attributes:
                del function.attributes[name]

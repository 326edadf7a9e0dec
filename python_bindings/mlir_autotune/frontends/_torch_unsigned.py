"""Integers that torch-mlir has no right lowering for, as wider ones.

It computes with unsigned elements as if they were signed, or crashes, and takes indices
of 64 bits only.
"""

from typing import Any, Dict, Optional

import torch
from torch import fx

from . import UnsupportedModelError

_WIDER: Dict[Any, Any] = {torch.uint8: torch.int32}
for _name, _wide in (("uint16", torch.int32), ("uint32", torch.int64)):
    if hasattr(torch, _name):
        _WIDER[getattr(torch, _name)] = _wide
_UNSUPPORTED = getattr(torch, "uint64", None)

# These only move elements.
_MOVES = {"view", "_unsafe_view", "reshape", "permute", "transpose", "slice", "select", "expand",
          "unsqueeze", "squeeze", "clone", "alias", "detach", "cat", "t", "split", "unbind",
          "split_with_sizes", "slice_scatter", "select_scatter", "repeat", "flip"}


# Where these have their indices.
_INDICES = {"index": 1, "index_put": 1, "_unsafe_index": 1, "embedding": 1, "index_select": 2,
            "gather": 2}


def _dtype(node: Any) -> Optional[Any]:
    value = node.meta.get("val") if isinstance(node, fx.Node) else None
    return value.dtype if isinstance(value, torch.Tensor) else None


def widen(graph: fx.Graph) -> None:
    """Rewrites operations that compute with unsigned elements, or have short indices."""
    for node in list(graph.nodes):
        if node.op != "call_function" or not isinstance(node.target, torch._ops.OpOverload):
            continue
        read = [arg for arg in node.all_input_nodes if _dtype(arg) in _WIDER]
        if any(_dtype(arg) == _UNSUPPORTED for arg in [node, *node.all_input_nodes]
               if _UNSUPPORTED is not None):
            raise UnsupportedModelError(f"{node.target} computes with unsigned integers of 64 "
                                        "bits: use int64")
        name = node.target._schema.name.split("::")[-1]
        _widen_indices(graph, node, _INDICES.get(name))
        if name in _MOVES or not read and _dtype(node) not in _WIDER:
            continue
        if not read:
            # A constant, or a conversion.
            sources = {_dtype(arg) for arg in node.all_input_nodes}
            if any(source is not None and source.is_floating_point for source in sources):
                _convert_by_integer(graph, node)
            continue
        _widen_inputs(graph, node, read)
        if name != "_to_copy":
            _narrow_result(graph, node)


def _widen_indices(graph: fx.Graph, node: fx.Node, position: Optional[int]) -> None:
    if position is None or len(node.args) <= position:
        return

    def widen_one(index: fx.Node) -> fx.Node:
        if _dtype(index) not in (torch.int32, torch.int16, torch.int8):
            return index
        with graph.inserting_before(node):
            return _insert_conversion(graph, index, torch.int64)

    args = list(node.args)
    args[position] = fx.map_arg(args[position], widen_one)
    node.args = tuple(args)


def _insert_conversion(graph: fx.Graph, source: fx.Node, dtype: Any) -> fx.Node:
    node = graph.call_function(torch.ops.aten._to_copy.default, (source,), {"dtype": dtype})
    node.meta = {key: value for key, value in source.meta.items() if key != "tensor_meta"}
    node.meta["val"] = source.meta["val"].to(dtype)
    return node


def _widen_inputs(graph: fx.Graph, node: fx.Node, read: Any) -> None:
    with graph.inserting_before(node):
        for source in read:
            node.replace_input_with(source,
                                    _insert_conversion(graph, source, _WIDER[_dtype(source)]))


def _narrow_result(graph: fx.Graph, node: fx.Node) -> None:
    value = node.meta.get("val")
    if isinstance(value, (tuple, list)):
        if any(isinstance(item, torch.Tensor) and item.dtype in _WIDER for item in value):
            raise UnsupportedModelError(f"{node.target} returns several tensors of unsigned "
                                        "integers: convert them to int32 before")
        return
    narrow = _dtype(node)
    if narrow not in _WIDER:
        return
    node.meta["val"] = value.to(_WIDER[narrow])
    node.meta.pop("tensor_meta", None)
    if "dtype" in node.kwargs:
        node.kwargs = {**node.kwargs, "dtype": _WIDER[narrow]}
    with graph.inserting_after(node):
        result = _insert_conversion(graph, node, narrow)
    node.replace_all_uses_with(result, delete_user_cb=lambda user: user is not result)


def _convert_by_integer(graph: fx.Graph, node: fx.Node) -> None:
    """A float becomes an unsigned integer by a wider signed one."""
    narrow = _dtype(node)
    node.kwargs = {**node.kwargs, "dtype": _WIDER[narrow]}
    node.meta["val"] = node.meta["val"].to(_WIDER[narrow])
    node.meta.pop("tensor_meta", None)
    with graph.inserting_after(node):
        result = _insert_conversion(graph, node, narrow)
    node.replace_all_uses_with(result, delete_user_cb=lambda user: user is not result)

"""Graphs that torch.compile's AOTAutograd has made functional."""

from typing import Any, Sequence

import torch
from torch import fx

from . import ImportedModule, UnsupportedModelError
from ._torch_graph import Input, dynamic_sizes, lower
from .tree import LEAF, TreeSignature


def import_graph(graph: fx.GraphModule, inputs: Sequence[Any], dynamic: bool) -> ImportedModule:
    """Imports a graph for the inputs that it was traced with.

    Sizes that are symbols become numbers, and torch.compile guards them: other sizes
    compile the graph again. With `dynamic`, they stay unknown.
    """
    symbolic = _has_symbols(inputs)
    if symbolic and not dynamic:
        graph = specialize(graph, inputs)
    placeholders = [node for node in graph.graph.nodes if node.op == "placeholder"]
    roles = [Input("input") for _ in placeholders]
    lowered = lower(graph, roles)
    leaves = sorted({index for kind, index in lowered.sources if kind == "input"})
    renumber = {leaf: index for index, leaf in enumerate(leaves)}

    signature = TreeSignature(
        args=[LEAF] * len(placeholders), kwargs={}, kept=leaves, outputs=lowered.outputs,
        returned=["list", [LEAF] * len(lowered.outputs)], dtypes=lowered.dtypes)
    return ImportedModule(
        lowered.text, lowered.weights,
        [(kind, renumber[index] if kind == "input" else index)
         for kind, index in lowered.sources], signature,
        [dynamic_sizes(placeholders[leaf].meta.get("val"), {}) for leaf in leaves])


def _has_symbols(inputs: Sequence[Any]) -> bool:
    return any(isinstance(value, torch.SymInt)
               or isinstance(value, torch.Tensor)
               and any(isinstance(size, torch.SymInt) for size in value.shape)
               for value in inputs)


def specialize(graph: fx.GraphModule, inputs: Sequence[Any]) -> fx.GraphModule:
    """A copy of the graph for the sizes that its inputs have now."""
    from torch._subclasses.fake_tensor import FakeTensorMode
    from torch.fx.passes.fake_tensor_prop import FakeTensorProp

    # int() of a symbolic size adds the guard.
    with FakeTensorMode(allow_non_fake_inputs=True) as mode:
        known = [_with_known_sizes(value) for value in inputs]
    new = fx.Graph()
    new.output(new.graph_copy(graph.graph, {}))
    copy = fx.GraphModule(graph, new)
    for node in copy.graph.nodes:
        node.meta = {name: value for name, value in node.meta.items()
                     if name not in ("val", "tensor_meta")}
    FakeTensorProp(copy, mode).propagate_dont_convert_inputs(*known)
    for node in copy.graph.nodes:
        value = node.meta.get("val")
        if isinstance(value, (int, float, bool)) and node.op in ("placeholder", "call_function"):
            node.replace_all_uses_with(value)
        elif isinstance(value, (torch.SymInt, torch.SymFloat)):
            raise UnsupportedModelError(f"the number {node.name} is known at run time only")
    return copy


def _with_known_sizes(value: Any) -> Any:
    if isinstance(value, torch.SymInt):
        return int(value)
    if isinstance(value, torch.Tensor):
        return torch.empty_strided([int(size) for size in value.shape],
                                   [int(stride) for stride in value.stride()],
                                   dtype=value.dtype, device=value.device)
    return value

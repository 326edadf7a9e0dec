"""A functional graph of torch.fx to linalg on tensors.

torch.export and torch.compile both end in such a graph. Its placeholders become
arguments of @main, its outputs become results.
"""

import os
import re
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import torch
from torch import fx

from . import DynamicSize, Source, UnsupportedModelError
from ._lowering import make_context, print_module, require, run_passes
from ._torch_unsigned import widen

# A lifted constant of more elements is an argument. Smaller ones are part of the
# program: passes fold them.
_MOST_LITERAL_ELEMENTS = 16

# How many frames of the model's source the location of an operation has.
_MOST_FRAMES = 4


@dataclass(frozen=True)
class Input:
    """What a placeholder of a graph is.

    `kind` is "input", "weight", "constant" (a tensor that nothing writes to), or
    "value" (a Python value that the graph is specialised for).
    """

    kind: str
    tensor: Optional[torch.Tensor] = None
    # Whether the model writes to it. It is an argument then, even if nothing reads it.
    mutated: bool = False


@dataclass
class Lowered:
    """A graph as MLIR."""

    text: str
    # What each argument of @main is. Inputs are numbered as the placeholders are.
    sources: List[Source]
    weights: List[torch.Tensor]
    # For each output of the graph, ("result", i) or ("value", constant).
    outputs: List[Tuple[str, Any]] = field(default_factory=list)
    # The names of the results' types.
    dtypes: List[str] = field(default_factory=list)

    def find_weight(self, tensor: torch.Tensor) -> int:
        """The number of a weight, or of one that it is tied to."""
        return next(number for number, weight in enumerate(self.weights)
                    if _identity(weight) == _identity(tensor))


def lower(graph_module: fx.GraphModule, inputs: Sequence[Input]) -> Lowered:
    """Lowers a graph whose placeholders are `inputs`. The graph is not changed."""
    graph = fx.Graph()
    copied = graph.graph_copy(graph_module.graph, {})
    graph.output(copied)
    copy = fx.GraphModule(graph_module, graph)
    placeholders = [node for node in copy.graph.nodes if node.op == "placeholder"]
    if len(placeholders) != len(inputs):
        raise UnsupportedModelError(
            f"the graph has {len(placeholders)} placeholders for {len(inputs)} inputs")
    _check_types(copy.graph)
    _fill_empty(copy.graph)
    _forget_devices(copy.graph)
    widen(copy.graph)
    sources, weights = _name_sources(copy, placeholders, inputs)
    _replace_sizes(copy.graph, placeholders)
    outputs = _return_each_once(copy.graph)
    mutated = {id(given.tensor) for given in inputs if given.mutated}
    _drop_unused(copy.graph, sources, lambda source: source[0] == "weight"
                 and id(weights[source[1]]) in mutated)
    _shorten_traces(copy.graph)
    arguments = [sources[node] for node in copy.graph.nodes if node.op == "placeholder"]
    used = [index for kind, index in arguments if kind == "weight"]
    arguments = [(kind, used.index(index) if kind == "weight" else index)
                 for kind, index in arguments]
    weights = [weights[index] for index in used]
    returned = next(node for node in reversed(copy.graph.nodes) if node.op == "output").args[0]
    dtypes = [str(value_of(node).dtype)[6:] for node in returned]
    return Lowered(_import(copy), arguments, weights, outputs, dtypes)


def value_of(node: fx.Node) -> Any:
    return node.meta.get("val")


def _forget_devices(graph: fx.Graph) -> None:
    """Names the same device everywhere, for a program has one: torch-mlir lowers some
    operations on the host's only."""
    cpu = torch.device("cpu")

    def replace(value: Any) -> Any:
        return cpu if isinstance(value, torch.device) else value

    for node in graph.nodes:
        node.args = fx.node.map_aggregate(node.args, replace)
        node.kwargs = fx.node.map_aggregate(node.kwargs, replace)


def _fill_empty(graph: fx.Graph) -> None:
    """Has tensors without defined elements be zeros: torch-mlir lowers few of the
    operations that make them."""
    aten = torch.ops.aten
    targets = {aten.empty.memory_format, aten.empty_like.default, aten.new_empty.default,
               aten.empty_strided.default, aten.new_empty_strided.default,
               aten.empty_permuted.default}
    for node in list(graph.nodes):
        if node.op != "call_function" or node.target not in targets:
            continue
        value = value_of(node)
        zero = False if value.dtype == torch.bool else 0
        sizes = node.args[0] if isinstance(node.args[0], (list, tuple)) else list(value.shape)
        with graph.inserting_before(node):
            filled = graph.call_function(aten.full.default, (sizes, zero), {
                "dtype": value.dtype, "device": value.device, "pin_memory": False})
        filled.meta.update(node.meta)
        node.replace_all_uses_with(filled)
        graph.erase_node(node)


def _check_types(graph: fx.Graph) -> None:
    for node in list(graph.nodes):
        if node.target is torch.ops.aten._assert_tensor_metadata.default:
            # torch.export has checked it.
            graph.erase_node(node)
            continue
        value = value_of(node)
        if node.op == "placeholder" and isinstance(value, torch.Tensor):
            if value.layout != torch.strided:
                raise UnsupportedModelError(
                    f"argument '{node.name}' is a tensor of layout {value.layout}: only strided "
                    "(dense) tensors can be compiled")
            if value.dtype.is_complex:
                raise UnsupportedModelError(
                    f"argument '{node.name}' has complex elements: give real and imaginary parts "
                    "as two tensors")


def _is_literal(tensor: torch.Tensor) -> bool:
    return tensor.numel() <= _MOST_LITERAL_ELEMENTS and tensor.device.type != "meta"


def _identity(tensor: torch.Tensor) -> Tuple[Any, ...]:
    """Equal for tensors that are the same elements of the same memory."""
    if tensor.device.type == "meta" or type(tensor) not in (torch.Tensor, torch.nn.Parameter):
        return (id(tensor),)
    return (tensor.device, tensor.dtype, tensor.data_ptr(), tuple(tensor.shape), tensor.stride(),
            id(tensor) if tensor.numel() == 0 else 0)


def _name_sources(module: fx.GraphModule, placeholders: Sequence[fx.Node],
                  inputs: Sequence[Input]) -> Tuple[Dict[fx.Node, Source], List[torch.Tensor]]:
    """What each placeholder is. Tied weights become one, small constants literals."""
    graph = module.graph
    sources: Dict[fx.Node, Source] = {}
    weights: List[torch.Tensor] = []
    seen: Dict[Tuple[Any, ...], fx.Node] = {}
    count = 0

    def add_weight(node: fx.Node, tensor: torch.Tensor) -> None:
        first = seen.setdefault(_identity(tensor), node)
        if first is not node:
            node.replace_all_uses_with(first)
            graph.erase_node(node)
            return
        sources[node] = ("weight", len(weights))
        weights.append(tensor)

    for node, given in zip(placeholders, inputs):
        if given.kind in ("input", "value"):
            sources[node] = ("input", count)
            count += 1
        elif given.kind == "constant" and _is_literal(given.tensor):
            with graph.inserting_before(placeholders[0]):
                _replace_by_literal(module, node, given.tensor)
        else:
            add_weight(node, given.tensor)
    for node in list(graph.nodes):
        if node.op != "get_attr" or not node.users:
            continue
        value = getattr(module, node.target, None) if "." not in node.target else None
        if isinstance(value, torch.Tensor) and not _is_literal(value):
            with graph.inserting_before(next(iter(graph.nodes))):
                argument = graph.placeholder(node.name + "_argument")
            argument.meta = dict(node.meta)
            argument.meta.setdefault("val", value)
            node.replace_all_uses_with(argument)
            graph.erase_node(node)
            add_weight(argument, value)
    return sources, weights


def _replace_by_literal(module: fx.GraphModule, node: fx.Node, tensor: torch.Tensor) -> None:
    name = f"_literal_{node.name}"
    module.register_buffer(name, tensor.detach(), persistent=False)
    literal = module.graph.get_attr(name)
    literal.meta = dict(node.meta)
    node.replace_all_uses_with(literal)
    module.graph.erase_node(node)


def _replace_sizes(graph: fx.Graph, placeholders: Sequence[fx.Node]) -> None:
    """Integers that are sizes of tensor arguments are read of these tensors."""
    sizes: Dict[str, Tuple[fx.Node, int]] = {}
    live = [node for node in graph.nodes if node.op == "placeholder"]
    for node in live:
        value = value_of(node)
        if isinstance(value, torch.Tensor):
            for dimension, size in enumerate(value.shape):
                if isinstance(size, torch.SymInt):
                    sizes.setdefault(str(size), (node, dimension))
    for node in live:
        value = value_of(node)
        if not node.users or isinstance(value, torch.Tensor):
            continue
        if isinstance(value, torch.SymInt) and str(value) in sizes:
            tensor, dimension = sizes[str(value)]
            with graph.inserting_before(live[-1].next):
                size = graph.call_function(torch.ops.aten.sym_size.int, (tensor, dimension))
            size.meta = dict(node.meta)
            node.replace_all_uses_with(size)
        else:
            kind = "size" if isinstance(value, torch.SymInt) else type(value).__name__
            raise UnsupportedModelError(
                f"argument '{node.name}' is a number ({kind}) that the model computes with and "
                "that changes between calls: give it as a tensor, or compile for one value")


def _return_each_once(graph: fx.Graph) -> List[Tuple[str, Any]]:
    """Makes the output a list of distinct tensors, and says what each output was."""
    output = next(node for node in reversed(graph.nodes) if node.op == "output")
    returned = output.args[0]
    if not isinstance(returned, (tuple, list)):
        returned = (returned,)
    distinct: Dict[fx.Node, int] = {}
    outputs: List[Tuple[str, Any]] = []
    for number, node in enumerate(returned):
        if not isinstance(node, fx.Node):
            if isinstance(node, torch.Tensor):
                raise UnsupportedModelError(f"output {number} is a constant tensor")
            outputs.append(("value", node))
            continue
        value = value_of(node)
        if not isinstance(value, torch.Tensor):
            raise UnsupportedModelError(
                f"output {number} of the model is a number that is known at run time only "
                f"({node.name}): return a tensor, or compile for one size")
        outputs.append(("result", distinct.setdefault(node, len(distinct))))
    if not distinct:
        raise UnsupportedModelError("the model returns no tensor, so there is nothing to compile")
    output.args = (tuple(distinct),)
    return outputs


def _drop_unused(graph: fx.Graph, sources: Dict[fx.Node, Source],
                 keep: Callable[[Source], bool]) -> None:
    graph.eliminate_dead_code()
    for node in list(graph.nodes):
        if node.op == "placeholder" and not node.users and not keep(sources[node]):
            graph.erase_node(node)
            sources.pop(node, None)


_TORCH = os.path.dirname(os.path.abspath(torch.__file__)) + os.sep
_FRAME = re.compile(r'File "([^"]+)", line [0-9]+,')


def _shorten_traces(graph: fx.Graph) -> None:
    """Keeps the innermost frames outside of PyTorch, of which locations are made."""
    for node in graph.nodes:
        trace = node.meta.get("stack_trace")
        if not trace:
            continue
        frames = [found for found in _FRAME.finditer(trace)]
        own = [found for found in frames if not found[1].startswith(_TORCH)] or frames
        node.meta["stack_trace"] = "\n".join(found[0] for found in own[-_MOST_FRAMES:])


def _import(module: fx.GraphModule) -> str:
    importer_type = require("torch_mlir.extras.fx_importer", "torch-mlir").FxImporter
    ir = require("torch_mlir.ir", "torch-mlir")
    importer = importer_type(context=make_context())
    try:
        # The same as import_frozen_program does, but weights stay arguments.
        importer._import_all_child_modules(module, "main")
        function = importer.import_stateless_graph(module.graph, func_name="main")
    except UnsupportedModelError:
        raise
    except Exception as error:
        raise UnsupportedModelError(
            f"torch-mlir can't import the graph: {type(error).__name__}: {error}") from error
    with importer.module.context:
        # Sizes that are equal in the graph are equal: no checks for broadcasts.
        function.attributes["torch.assume_strict_symbolic_shapes"] = ir.UnitAttr.get()
    run_passes(importer.module,
               "builtin.module(func.func(torch-match-quantized-custom-ops),"
               "torchdynamo-export-to-torch-backend-pipeline{extra-library=})",
               "simplify the operations of")
    run_passes(importer.module,
               "builtin.module(torch-backend-to-linalg-on-tensors-backend-pipeline"
               "{allow-non-finites=true})", "lower the operations of")
    return print_module(importer.module)


def dynamic_sizes(value: Any, ranges: Dict[Any, Any]) -> Dict[int, DynamicSize]:
    """The sizes of a placeholder's value that are known at run time only."""
    found: Dict[int, DynamicSize] = {}
    if not isinstance(value, torch.Tensor):
        return found
    for dimension, size in enumerate(value.shape):
        if not isinstance(size, torch.SymInt):
            continue
        limits = ranges.get(size.node.expr)
        least, most = 0, None
        if limits is not None:
            least = int(limits.lower)
            most = int(limits.upper) if limits.upper < 2**62 else None
        found[dimension] = DynamicSize(str(size), least, most)
    return found

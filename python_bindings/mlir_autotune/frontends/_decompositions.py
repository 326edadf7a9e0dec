"""How operations of PyTorch are taken apart before torch-mlir sees them.

torch-mlir's own table is the base. What is added here has a form that
autotune-prepare makes good kernels of.
"""

import contextlib
import functools
import math
from typing import Any, Callable, Dict, Iterator, Optional

import torch
from torch import fx

from ._lowering import require


def attention(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor,
              attn_mask: Optional[torch.Tensor] = None, dropout_p: float = 0.0,
              is_causal: bool = False, *, scale: Optional[float] = None,
              enable_gqa: bool = False) -> torch.Tensor:
    """scaled_dot_product_attention as two products with a softmax between them.

    The products multiply elements of the tensors' own type and add in f32. Scores and
    the softmax are f32, as in PyTorch's fused kernels. PyTorch's own decomposition
    converts all operands to f32 first and scales each of them.
    """
    if dropout_p != 0.0:
        raise NotImplementedError("attention with dropout: call the model's eval() first")
    factor = 1.0 / math.sqrt(query.shape[-1]) if scale is None else scale
    rows, columns = query.shape[-2], key.shape[-2]
    shape = query.shape[:-1] + (value.shape[-1],)
    groups = query.shape[-3] // key.shape[-3] if enable_gqa else 1
    grouped = groups > 1
    if grouped:
        # Query heads that share keys are rows of one product.
        query = query.unflatten(-3, (key.shape[-3], groups))
        key, value = key.unsqueeze(-3), value.unsqueeze(-3)
        query, key, value = query.flatten(-3, -2), key.squeeze(-3), value.squeeze(-3)
    scores = torch.matmul(query.float(), key.float().transpose(-2, -1)) * factor
    if grouped:
        scores = scores.unflatten(-2, (groups, rows)).flatten(-4, -3)
    hidden = None
    if is_causal:
        row = torch.arange(rows, device=query.device).unsqueeze(1)
        hidden = torch.arange(columns, device=query.device).unsqueeze(0) > row
        scores = scores.masked_fill(hidden, -math.inf)
    if attn_mask is not None and attn_mask.dtype == torch.bool:
        hidden = attn_mask.logical_not()
        scores = scores.masked_fill(hidden, torch.finfo(torch.float32).min)
    elif attn_mask is not None:
        scores = scores + attn_mask
        hidden = scores == -math.inf
        scores = scores.clamp_min(torch.finfo(torch.float32).min)
    weights = torch.softmax(scores, -1)
    if attn_mask is not None:
        # A row that sees nothing is 0, not the mean of all.
        weights = weights.masked_fill(hidden, 0.0)
    weights = weights.to(value.dtype)
    if grouped:
        weights = weights.unflatten(-3, (value.shape[-3], groups)).flatten(-3, -2)
    result = torch.matmul(weights, value)
    return result.reshape(shape)


def _elementwise_by_tensor(operation: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    """torch-mlir has the operation on two tensors, not on a tensor and a number."""

    def decomposed(tensor: torch.Tensor, number: Any) -> torch.Tensor:
        return operation(tensor, torch.full((), number, dtype=tensor.dtype,
                                            device=tensor.device))

    return decomposed


#: The most elements of a row that a kernel scans (kMostRowColumns).
_MOST_SCANNED = 32768


def _has_scan_kernel(tensor: torch.Tensor, dim: int) -> bool:
    return (tensor.dim() > 0 and all(isinstance(size, int) for size in tensor.shape)
            and tensor.shape[dim] <= _MOST_SCANNED)


def _scan_in_f32(operation: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    """Running values of 16-bit floats in f32, where no kernel computes them.

    Kernels have them in f32, as PyTorch has, and loops would have them in the type of the
    elements: their last bits would get lost.
    """

    def decomposed(tensor: torch.Tensor, dim: int, *,
                   dtype: Optional[torch.dtype] = None) -> torch.Tensor:
        narrow = dtype or tensor.dtype
        if narrow not in (torch.float16, torch.bfloat16):
            return NotImplemented
        if _has_scan_kernel(tensor, dim):
            return NotImplemented if tensor.dtype == narrow else operation(tensor.to(narrow), dim)
        return operation(tensor.to(narrow).float(), dim).to(narrow)

    return decomposed


@functools.lru_cache(maxsize=None)
def table() -> Dict[Any, Callable[..., Any]]:
    """The decompositions of exported programs."""
    aten = torch.ops.aten
    found = dict(require("torch_mlir.extras.fx_decomp_util",
                         "torch-mlir").get_decomposition_table())
    found[aten.scaled_dot_product_attention.default] = attention
    for name in ("bitwise_xor", "bitwise_and", "bitwise_or"):
        operation = getattr(aten, name)
        found[operation.Scalar] = _elementwise_by_tensor(operation.Tensor)
    for operation in (aten.cumsum.default, aten.cumprod.default):
        found[operation] = _scan_in_f32(operation)
    return found


@contextlib.contextmanager
def reshaped_views(graph: fx.Graph) -> Iterator[None]:
    """Has each view() of the graph be a reshape() meanwhile.

    A decomposition can return another layout than the operation, and then a view of it
    is impossible.
    """
    views = [node for node in graph.nodes
             if node.op == "call_function" and node.target is torch.ops.aten.view.default]
    for node in views:
        node.target = torch.ops.aten.reshape.default
    try:
        yield
    finally:
        for node in views:
            node.target = torch.ops.aten.view.default


def with_own_attention(graph_module: fx.GraphModule) -> fx.GraphModule:
    """A copy of torch.compile's graph that calls attention() in place of PyTorch's.

    PyTorch would choose a kernel of its own that can't be taken apart. Views become
    reshapes, as in reshaped_views().
    """
    graph = fx.Graph()
    graph.output(graph.graph_copy(graph_module.graph, {}))
    for node in graph.nodes:
        if (node.op == "call_function"
                and node.target is torch.nn.functional.scaled_dot_product_attention):
            node.target = attention
        elif node.op == "call_method" and node.target == "view" and not (
                len(node.args) == 2 and isinstance(node.args[1], torch.dtype)):
            node.target = "reshape"
    copy = fx.GraphModule(graph_module, graph)
    copy.meta.update(graph_module.meta)
    return copy

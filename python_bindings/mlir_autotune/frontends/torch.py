"""Models of PyTorch, by torch.export and torch-mlir."""

import functools
import inspect
import sys
from typing import Any, Dict, List, Optional, Sequence, Set

import torch
from torch.export import ExportedProgram
from torch.export.graph_signature import (ConstantArgument, InputKind, OutputKind, SymIntArgument,
                                          TensorArgument)
from torch.utils import _pytree as pytree

from . import ImportedModule, Source, UnsupportedModelError, _decompositions
from ._torch_graph import Input, Lowered, dynamic_sizes, lower
from .tree import LEAF, TreeSignature, UnknownContainer, describe


def is_model(model: Any) -> bool:
    return isinstance(model, (torch.nn.Module, ExportedProgram))


def import_model(model: Any, args: Optional[Sequence[Any]], kwargs: Optional[Dict[str, Any]],
                 dynamic_shapes: Any) -> ImportedModule:
    """Imports a module for example arguments, or an exported program."""
    if isinstance(model, ExportedProgram):
        if dynamic_shapes is not None:
            raise TypeError("an exported program has its dynamic shapes already: give them to "
                            "torch.export.export")
        return import_program(model)
    if args is None:
        raise TypeError("give example arguments to compile a torch.nn.Module for: "
                        "compile(model, (x,))")
    program = export(model, args, kwargs, dynamic_shapes)
    return import_program(program, _positional_names(model))


def export(model: torch.nn.Module, args: Sequence[Any], kwargs: Optional[Dict[str, Any]],
           dynamic_shapes: Any) -> ExportedProgram:
    _register_containers()
    try:
        with torch.no_grad():
            return torch.export.export(model, tuple(args), dict(kwargs or {}),
                                       dynamic_shapes=dynamic_shapes, strict=False)
    except Exception as error:
        raise UnsupportedModelError(
            f"torch.export can't export the model: {type(error).__name__}: {error}"
            + _training_hint(model)) from error


def import_program(program: ExportedProgram,
                   names: Optional[List[str]] = None) -> ImportedModule:
    """Imports an exported program. It is not changed, and its weights are not copied."""
    table = _decompositions.table()
    try:
        with torch.no_grad(), _decompositions.reshaped_views(program.graph):
            program = program.run_decompositions(table)
    except Exception as error:
        raise UnsupportedModelError(
            "torch.export can't decompose the operations of the model: "
            f"{type(error).__name__}: {error}") from error
    inputs = [_input_of(program, spec) for spec in program.graph_signature.input_specs]
    lowered = lower(program.graph_module, inputs)
    return _sign(program, inputs, lowered, names or [])


def _input_of(program: ExportedProgram, spec: Any) -> Input:
    if spec.kind == InputKind.USER_INPUT:
        if isinstance(spec.arg, ConstantArgument):
            return Input("value")
        if isinstance(spec.arg, (TensorArgument, SymIntArgument)):
            return Input("input")
        raise UnsupportedModelError(
            f"argument '{spec.arg.name}' is a {type(spec.arg).__name__}: arguments can be "
            "tensors, and numbers that are the same in each call")
    if spec.kind == InputKind.CONSTANT_TENSOR:
        return Input("constant", program.constants[spec.target])
    if spec.kind in (InputKind.PARAMETER, InputKind.BUFFER):
        return _weight_of(program, spec.target)
    if spec.kind == InputKind.TOKEN:
        raise UnsupportedModelError(
            "the model calls operations with effects, such as assertions or prints: remove them")
    raise UnsupportedModelError(
        f"'{spec.target}' is a {spec.kind.name.lower().replace('_', ' ')}: only parameters, "
        "buffers and constant tensors can be compiled")


def _weight_of(program: ExportedProgram, name: str) -> Input:
    tensor = _find_tensor(program, name)
    if type(tensor) not in (torch.Tensor, torch.nn.Parameter, torch.nn.Buffer):
        raise UnsupportedModelError(
            f"'{name}' is a {type(tensor).__name__}: weights must be plain tensors "
            "(torchao's unwrap_tensor_subclass() makes them so)")
    mutated = name in _mutated_weights(program)
    if mutated and not tensor.is_contiguous():
        raise UnsupportedModelError(f"the model writes to '{name}', which is not contiguous: "
                                    "register a contiguous() tensor")
    return Input("weight", tensor, mutated)


def _sign(program: ExportedProgram, inputs: Sequence[Input], lowered: Lowered,
          names: List[str]) -> ImportedModule:
    """How a caller's arguments become inputs, and results what the model returns."""
    signature = program.graph_signature
    placeholders = [node for node in program.graph.nodes if node.op == "placeholder"]
    user = [(node, spec) for node, given, spec in zip(placeholders, inputs, signature.input_specs)
            if given.kind in ("input", "value")]
    # The caller's leaves that are arguments of @main or are written to.
    numbers = {node.name: leaf for leaf, (node, _) in enumerate(user)}
    kept = sorted({index for kind, index in lowered.sources if kind == "input"}
                  | {numbers[name] for name in signature.user_inputs_to_mutate.values()})
    sources: List[Source] = [(kind, kept.index(index) if kind == "input" else index)
                             for kind, index in lowered.sources]
    tree = TreeSignature(
        args=[], kwargs={}, returned=None, kept=kept, outputs=[], names=names,
        values={leaf: spec.arg.value for leaf, (_, spec) in enumerate(user)
                if isinstance(spec.arg, ConstantArgument)},
        dtypes=lowered.dtypes)
    _describe_trees(program, tree)
    for spec, (kind, value) in zip(signature.output_specs, lowered.outputs):
        if spec.kind == OutputKind.USER_OUTPUT:
            tree.outputs.append((kind, value))
        elif spec.kind == OutputKind.USER_INPUT_MUTATION:
            tree.mutations.append((value, ("input", kept.index(numbers[spec.target]))))
        elif spec.target in _mutated_weights(program):
            weight = lowered.find_weight(_find_tensor(program, spec.target))
            tree.mutations.append((value, ("argument", sources.index(("weight", weight)))))
        else:
            raise UnsupportedModelError(
                f"the exported program has an output of kind {spec.kind.name}: export the model "
                "for inference")
    return ImportedModule(
        lowered.text, lowered.weights, sources, tree,
        [dynamic_sizes(user[leaf][0].meta.get("val"), program.range_constraints)
         for leaf in kept],
        _changing(sources, lowered.weights, tree))


def _changing(sources: Sequence[Source], weights: Sequence[torch.Tensor],
              tree: TreeSignature) -> Set[int]:
    """The arguments whose memory the model writes to."""
    def memory(number: int) -> int:
        return weights[sources[number][1]].untyped_storage().data_ptr()

    written = {memory(number) for _, (kind, number) in tree.mutations if kind == "argument"}
    return {number for number, (kind, _) in enumerate(sources)
            if kind == "weight" and memory(number) in written}


def _mutated_weights(program: ExportedProgram) -> Set[str]:
    kinds = (OutputKind.BUFFER_MUTATION, getattr(OutputKind, "PARAMETER_MUTATION", None))
    return {spec.target for spec in program.graph_signature.output_specs if spec.kind in kinds}


def _find_tensor(program: ExportedProgram, name: str) -> torch.Tensor:
    tensor = program.state_dict.get(name)
    if tensor is None:
        tensor = program.constants.get(name)
    if tensor is None:
        raise UnsupportedModelError(f"the exported program has no value for '{name}'")
    return tensor


def _describe_trees(program: ExportedProgram, signature: TreeSignature) -> None:
    """Describes the containers of arguments and results, or has PyTorch do it at each call."""
    leaf = object()
    in_spec, out_spec = program.call_spec.in_spec, program.call_spec.out_spec
    try:
        args, kwargs = _unflatten_leaves(in_spec, leaf)
        signature.args = [describe(arg, lambda value: value is leaf) for arg in args]
        signature.kwargs = {name: describe(value, lambda value: value is leaf)
                            for name, value in kwargs.items()}
    except UnknownContainer:
        args_spec, kwargs_spec = in_spec.children()
        signature.args = [LEAF] * args_spec.num_children
        signature.kwargs = {name: LEAF for name in kwargs_spec.context}
        signature.flatten_all = functools.partial(_flatten_all, in_spec)
    try:
        returned = _unflatten_leaves(out_spec, leaf)
        signature.returned = describe(returned, lambda value: value is leaf)
    except UnknownContainer:
        signature.build_all = lambda leaves: pytree.tree_unflatten(leaves, out_spec)


def _unflatten_leaves(spec: Any, leaf: Any) -> Any:
    try:
        return pytree.tree_unflatten([leaf] * spec.num_leaves, spec)
    except Exception:
        # A container that looks into its tensors, such as transformers' caches.
        raise UnknownContainer("a container of tensors only") from None


def _flatten_all(spec: Any, args: Any, kwargs: Any) -> List[Any]:
    order = spec.children()[1].context
    leaves, given = pytree.tree_flatten((args, {name: kwargs[name] for name in order}))
    if given != spec:
        raise TypeError("the arguments have another structure than those that the program was "
                        f"compiled for: {given}, not {spec}")
    return leaves


def _positional_names(model: torch.nn.Module) -> List[str]:
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [name for name, parameter in inspect.signature(model.forward).parameters.items()
            if parameter.kind in kinds]


def _training_hint(model: torch.nn.Module) -> str:
    return "\nThe model is in training mode: call its eval() first" if model.training else ""


def _register_containers() -> None:
    """Lets torch.export take transformers' caches of keys and values."""
    if "transformers" not in sys.modules:
        return
    try:
        from transformers.integrations import executorch

        executorch.register_dynamic_cache_export_support()
    except Exception:
        # Another release of transformers: torch.export says what it can't take.
        pass

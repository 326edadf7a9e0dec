"""Signatures of models that take and return containers of arrays.

A container is described as a value of JSON, so that a program can be saved and called
where the front end's library is not:

    "*"                       an array or a number
    ["none"]
    ["tuple", [...]]          and ["list", [...]]
    ["dict", {"name": ...}]
    ["object", "module:Class", {"field": ...}]     such as transformers' ModelOutput
    ["sequence", "module:Class", [...]]            such as torch.return_types.topk
"""

import dataclasses
import importlib
import sys
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

# ("input", i) is array i of flatten(). ("argument", i) is argument i of @main.
Place = Tuple[str, int]

LEAF = "*"

# Classes of results are looked for in these packages only.
_PACKAGES = ("torch", "transformers")


class UnknownContainer(ValueError):
    """A container that can't be described."""


def describe(value: Any, is_leaf: Callable[[Any], bool]) -> Any:
    """The description of a value, where `is_leaf` says what is a leaf."""
    if is_leaf(value):
        return LEAF
    if value is None:
        return ["none"]
    kind = type(value)
    if kind in (tuple, list):
        return [kind.__name__, [describe(item, is_leaf) for item in value]]
    if isinstance(value, dict):
        if any(type(key) is not str for key in value):
            raise UnknownContainer("a dict has keys that are no strings")
        items = {key: describe(item, is_leaf) for key, item in value.items()}
        return ["dict", items] if kind is dict else ["object", _name(kind), items]
    if isinstance(value, tuple):
        return ["sequence", _name(kind), [describe(item, is_leaf) for item in value]]
    if dataclasses.is_dataclass(value):
        return ["object", _name(kind), {item.name: describe(getattr(value, item.name), is_leaf)
                                        for item in dataclasses.fields(value)}]
    raise UnknownContainer(f"a {kind.__module__}.{kind.__qualname__}")


def _name(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def flatten(tree: Any, value: Any, where: str, leaves: List[Any]) -> None:
    """Adds the leaves of a value. Raises TypeError if it is not as described."""
    if tree == LEAF:
        if isinstance(value, (tuple, list, dict)):
            raise TypeError(f"{where} is a {type(value).__name__}: the program was compiled for "
                            "an array or a number there")
        leaves.append(value)
        return
    kind, content = tree[0], tree[-1]
    if kind == "none":
        if value is not None:
            raise TypeError(f"{where} is a {type(value).__name__}: the program was compiled for "
                            "None there")
    elif kind in ("tuple", "list", "sequence"):
        if not isinstance(value, (tuple, list)) or len(value) != len(content):
            raise TypeError(f"{where} is {_brief(value)}: the program was compiled for a "
                            f"{kind} of {len(content)} values")
        for number, (part, item) in enumerate(zip(content, value)):
            flatten(part, item, f"{where}[{number}]", leaves)
    else:
        items = value if isinstance(value, dict) else vars(value) if kind == "object" else None
        if items is None or set(items) != set(content):
            raise TypeError(f"{where} is {_brief(value)}: the program was compiled for a dict "
                            f"with the keys {', '.join(content)}")
        for key, part in content.items():
            flatten(part, items[key], f"{where}['{key}']", leaves)


def count_leaves(tree: Any) -> int:
    """How many leaves a value of a description has."""
    if tree == LEAF:
        return 1
    content = tree[-1] if len(tree) > 1 else []
    parts = content.values() if isinstance(content, dict) else content
    return sum(count_leaves(part) for part in parts)


def _brief(value: Any) -> str:
    kind = type(value).__name__
    if isinstance(value, dict):
        return f"a {kind} with the keys {', '.join(map(str, value))}"
    return f"a {kind} of {len(value)} values" if isinstance(value, (tuple, list)) else f"a {kind}"


def build(tree: Any, leaves: List[Any]) -> Any:
    """The value of a description and its leaves, which are taken from the list's front."""
    if tree == LEAF:
        return leaves.pop(0)
    kind, content = tree[0], tree[-1]
    if kind == "none":
        return None
    if isinstance(content, dict):
        built = {key: build(part, leaves) for key, part in content.items()}
        found = _find(tree[1]) if kind == "object" else None
        return found(**built) if found else built
    items = [build(part, leaves) for part in content]
    if kind == "list":
        return items
    found = _find(tree[1]) if kind == "sequence" else None
    if found is None:
        return tuple(items)
    return found(*items) if hasattr(found, "_fields") else found(items)


def _find(name: str) -> Optional[Any]:
    """A class by its name, if its library was imported. A dict or a tuple serves else."""
    module, _, kind = name.partition(":")
    package = module.split(".")[0]
    if package in _PACKAGES and package in sys.modules:
        try:
            found = getattr(importlib.import_module(module), kind, None)
        except ImportError:
            return None
        return found if isinstance(found, type) and issubclass(found, (dict, tuple)) else None
    # A namedtuple of the caller's.
    found = getattr(sys.modules.get(module), kind, None)
    return found if isinstance(found, type) and hasattr(found, "_fields") else None


@dataclass
class TreeSignature:
    """How a caller's arguments become arrays, and results what the model returns."""

    # Each argument by position, each by name, and the result, as describe() writes them.
    args: List[Any]
    kwargs: Dict[str, Any]
    returned: Any
    # The leaves of the arguments that flatten() gives, in its order.
    kept: List[int]
    # For each leaf of what is returned, ("result", i) or ("value", constant).
    outputs: List[Tuple[str, Any]]
    # The values that the program was compiled for, by leaf of the arguments.
    values: Dict[int, Any] = field(default_factory=dict)
    # The names of the model's parameters, which can be given by position or by name.
    names: List[str] = field(default_factory=list)
    # For each result, the name of its type.
    dtypes: List[str] = field(default_factory=list)
    # (result, place): after a call, the result's elements are copied to the place.
    mutations: List[Tuple[int, Place]] = field(default_factory=list)
    # In place of `args`, `kwargs` and `returned`, for containers that have no description.
    flatten_all: Optional[Callable[[Any, Any], List[Any]]] = None
    build_all: Optional[Callable[[List[Any]], Any]] = None
    # What JAX needs: makes an array of leaf i.
    convert: Optional[Callable[[int, Any], Any]] = None

    def flatten(self, args: Sequence[Any], kwargs: Dict[str, Any]) -> List[Any]:
        args, kwargs = self._arrange(list(args), dict(kwargs))
        if self.flatten_all:
            leaves = self.flatten_all(tuple(args), kwargs)
        else:
            leaves = []
            for number, (tree, value) in enumerate(zip(self.args, args)):
                flatten(tree, value, f"argument {number}", leaves)
            for name, tree in self.kwargs.items():
                flatten(tree, kwargs[name], f"argument '{name}'", leaves)
        for number, wanted in self.values.items():
            value = leaves[number]
            if type(value) is not type(wanted) or value != wanted:
                given = repr(value) if isinstance(value, (bool, int, float, str, type(None))) \
                    else _brief(value)
                raise TypeError(f"an argument is {given[:80]}, and the program was compiled for "
                                f"{wanted!r}: compile it for that value")
        if self.convert:
            return [self.convert(number, leaves[number]) for number in self.kept]
        return [leaves[number] for number in self.kept]

    def _arrange(self, args: List[Any],
                 kwargs: Dict[str, Any]) -> Tuple[List[Any], Dict[str, Any]]:
        """Gives by position and by name what was so when the model was compiled."""
        count = len(self.args)
        for name in self.names[len(args):count]:
            if name not in kwargs:
                break
            args.append(kwargs.pop(name))
        for name in self.names[count:len(args)]:
            if name not in self.kwargs or name in kwargs:
                break
            kwargs[name] = args.pop(count)
        if len(args) != count or set(kwargs) != set(self.kwargs):
            raise TypeError(
                f"the program takes {_count(count)}{_named(self.kwargs)}; it was given "
                f"{len(args)}{_named(kwargs)}")
        return args, kwargs

    def inputs_of(self, position: int) -> List[int]:
        """The numbers of the arrays of a positional argument, as flatten() gives them.
        Raises ValueError if the model writes to one."""
        if self.flatten_all:
            raise ValueError(f"argument {position} can't be frozen: the arguments are in "
                             "containers that have no description")
        if not 0 <= position < len(self.args):
            raise ValueError(f"argument {position} can't be frozen: the program takes "
                             f"{_count(len(self.args))}")
        first = sum(count_leaves(tree) for tree in self.args[:position])
        leaves = range(first, first + count_leaves(self.args[position]))
        inputs = [number for number, leaf in enumerate(self.kept) if leaf in leaves]
        if any(place == ("input", number) for number in inputs for _, place in self.mutations):
            raise ValueError(f"argument {position} can't be frozen: the model writes to it")
        return inputs

    def unflatten(self, results: List[Any]) -> Any:
        leaves = [self._typed(value, results[value]) if kind == "result" else value
                  for kind, value in self.outputs]
        return self.build_all(leaves) if self.build_all else build(self.returned, leaves)

    def _typed(self, number: int, result: Any) -> Any:
        """A result with the model's own type: programs don't tell u8 from i8."""
        name = self.dtypes[number] if self.dtypes else None
        given = str(getattr(result, "dtype", "")).rsplit(".", 1)[-1]
        if not name or given.replace("u", "", 1) != name.replace("u", "", 1) or given == name:
            return result
        if type(result).__module__.split(".")[0] == "torch":
            import torch

            return result.view(getattr(torch, name))
        return result.view(name)

    def write_back(self, results: Sequence[Any], inputs: Sequence[Any],
                   bound: Mapping[int, Any]) -> None:
        """Copies results to where the model writes: inputs, and arguments of @main, which
        `bound` has by their numbers."""
        for number, (kind, index) in self.mutations:
            target = inputs[index] if kind == "input" else bound[index]
            if hasattr(target, "copy_"):
                target.detach().copy_(results[number])
            else:
                target[...] = results[number]

    def to_json(self) -> Any:
        """Raises ValueError if an argument or a result has no description."""
        if self.flatten_all or self.build_all:
            raise UnknownContainer("the model takes or returns containers that can't be saved: "
                                   "have it take and return tuples, lists and dicts")
        return {"kind": "tree", "args": self.args, "kwargs": self.kwargs,
                "returned": self.returned, "kept": self.kept, "outputs": self.outputs,
                "values": [[number, value] for number, value in self.values.items()],
                "names": self.names, "dtypes": self.dtypes, "mutations": self.mutations}


def _count(count: int) -> str:
    return f"{count} positional argument{'' if count == 1 else 's'}"


def _named(kwargs: Any) -> str:
    return f" and {', '.join(kwargs)} by name" if kwargs else ""


def from_json(value: Any) -> TreeSignature:
    """The signature that to_json() has described. Raises ValueError for anything else."""
    try:
        return TreeSignature(
            args=list(value["args"]), kwargs=dict(value["kwargs"]), returned=value["returned"],
            kept=[int(number) for number in value["kept"]],
            outputs=[(kind, output) for kind, output in value["outputs"]],
            values={int(number): wanted for number, wanted in value["values"]},
            names=list(value["names"]), dtypes=list(value["dtypes"]),
            mutations=[(int(number), (kind, int(index)))
                       for number, (kind, index) in value["mutations"]])
    except (KeyError, TypeError) as error:
        raise ValueError(f"the signature is damaged: {error}") from None

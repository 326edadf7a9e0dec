"""How a caller's arguments become arrays, and a program's results what it returns."""

from typing import Any, Dict, List, Mapping, Sequence


class Signature:
    """Takes arrays in their order, and returns one array, or a tuple.

    Front ends have others, which take and return what their models do.
    """

    def __init__(self, inputs: int, returns_one: bool):
        self.inputs = inputs
        self.returns_one = returns_one

    def flatten(self, args: Sequence[Any], kwargs: Dict[str, Any]) -> List[Any]:
        if kwargs:
            raise TypeError(f"the program takes no argument '{next(iter(kwargs))}'")
        if len(args) != self.inputs:
            raise TypeError(f"the program takes {self.inputs} arrays, not {len(args)}")
        return list(args)

    def unflatten(self, results: List[Any]) -> Any:
        return results[0] if self.returns_one else tuple(results)

    def write_back(self, results: Sequence[Any], inputs: Sequence[Any],
                   bound: Mapping[int, Any]) -> None:
        """Copies results to the inputs, and to the bound arguments, that the model writes to."""

    def to_json(self) -> Any:
        return {"kind": "arrays", "inputs": self.inputs, "returns_one": self.returns_one}


def from_json(value: Any) -> Signature:
    """The signature that to_json() has described. Raises ValueError for anything else."""
    kind = value.get("kind") if isinstance(value, dict) else None
    if kind == "arrays":
        return Signature(int(value["inputs"]), bool(value["returns_one"]))
    if kind == "tree":
        from .frontends import tree

        return tree.from_json(value)
    raise ValueError(f"no signature is of the kind {kind!r}")

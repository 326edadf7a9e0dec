"""Texts of configs and of problems, as values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Dict, Optional, Tuple

_CONFIG = re.compile(r"#autotune\.config<(.*)>\s*", re.S)
_TYPE = r"(?:3xtf32|tf32|bf16|[fi]\d\w*)"
_SIZES = re.compile(r"(?:(?P<batch>\d+)\*)?(?P<m>\[[\d,?]+\]|\d+|\?)(?:/\d+)?x"
                    r"(?P<n>\d+|\?)(?:/\d+)?x(?P<k>[\d?*+/]+)\s+(?P<a>" + _TYPE + r")"
                    r"(?:,(?P<b>" + _TYPE + r"))?(?P<rest>.*)", re.S)


def config_text(config: Any) -> str:
    """A config as `template, parameter = value, ...`. A value of mlir_autotune.configs is
    accepted, and a text with or without `#autotune.config<...>`."""
    text = str(config).strip()
    found = _CONFIG.fullmatch(text)
    text = found.group(1) if found else text
    if not re.match(r"[a-z][a-z0-9_]*\s*(,|$)", text) or "\n" in text:
        raise ValueError(f"{config!r} is no config; write one of mlir_autotune's config classes, "
                         "or a text such as 'template, tile = [64, 64, 16]'")
    return text


def config_parts(config: Any) -> Tuple[str, Dict[str, str]]:
    """The template, and the texts of the parameters that are written out."""
    template, _, rest = config_text(config).partition(",")
    values = re.findall(r"(\w+)\s*=\s*(\[[^\]]*\]|[^,\[\]]+)", rest)
    return template.strip(), {name: re.sub(r"\s+", "", value) for name, value in values}


def agrees(config: Any, partial: Any) -> bool:
    """Whether a config has the template and all values that `partial` names. Values that the
    config's text leaves out, because they are defaults, are not compared."""
    template, values = config_parts(config)
    wanted_template, wanted = config_parts(partial)
    return template == wanted_template and all(
        values.get(name, value) == value for name, value in wanted.items())


@dataclass(frozen=True)
class Problem:
    """A matmul that is tuned. `str()` is its text, which names it in records.

    Sizes that are unknown, and the sizes of groups and of products with several K, are None.
    """

    text: str
    m: Optional[int]
    n: Optional[int]
    k: Optional[int]
    batch: Optional[int]
    #: Element types of A, B and C, such as "bf16".
    a: str
    b: str
    c: str
    #: Whether A is stored K x M, and B N x K.
    a_transposed: bool
    b_transposed: bool
    #: Whether the product is added to C.
    accumulate: bool
    #: Whether other operations are computed after, or before, the product in the same kernel.
    has_epilogue: bool
    has_prologue: bool

    def __str__(self) -> str:
        return self.text

    @staticmethod
    def parse(text: str) -> "Problem":
        """Reads the text of a problem. Raises ValueError if it is none."""
        found = _SIZES.fullmatch(text.strip())
        if not found:
            raise ValueError(f"{text!r} is no text of a problem, such as "
                             "'64x64x64 bf16 B^T -> f32'")
        rest = found["rest"]
        a, b = found["a"], found["b"] or found["a"]
        # Functions and their types come behind these words.
        inputs, arrow, outputs = re.sub(r"\{.*?\}", "", rest, flags=re.S).partition(" -> ")
        c = re.match(_TYPE, outputs)
        return Problem(
            text.strip(), _size(found["m"]), _size(found["n"]), _size(found["k"]),
            _size(found["batch"] or "1"), a, b, c.group() if c else (a if not arrow else ""),
            "A^T" in inputs.split(), "B^T" in inputs.split(), "accumulate" in rest.split(),
            " then " in rest, " first " in rest)


def _size(text: str) -> Optional[int]:
    return int(text) if text.isdigit() else None

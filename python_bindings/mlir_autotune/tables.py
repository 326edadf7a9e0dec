"""Lookup tables: JSON files that say which configs to use for which matmuls."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any, Dict, Iterable, List, Optional, Sequence, Union

from . import _tools
from ._config_text import Problem, config_text
from .records import Records

Path_ = Union[str, "os.PathLike[str]"]


class LookupTable:
    """A lookup table. docs/reference/tables.md describes the members of an entry.

        table = LookupTable.export(records, top=3)
        table.save("fleet.json")
        attach(text, "h200", table="fleet.json")

    An entry describes sizes, types and layouts of a single product. It does not say what is fused
    with it, and no entry matches a batch.
    """

    def __init__(self, entries: Iterable[Dict[str, Any]] = ()) -> None:
        self.entries: List[Dict[str, Any]] = list(entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __repr__(self) -> str:
        return f"<a lookup table of {len(self)} entries>"

    @staticmethod
    def load(path: Path_) -> "LookupTable":
        """Reads a file. The tools check the entries when they use them."""
        try:
            members = json.loads(Path(path).read_text())
        except ValueError as error:
            raise ValueError(f"{path}: {error}; a lookup table is a JSON object with 'version' and "
                             "'entries'") from None
        if not isinstance(members, dict) or not isinstance(members.get("entries"), list):
            raise ValueError(f"{path}: a lookup table is a JSON object with 'version' and "
                             "'entries'")
        if members.get("version") != 1:
            raise ValueError(f"{path}: version {members.get('version')!r} is unknown; this release "
                             "reads version 1")
        return LookupTable(members["entries"])

    @staticmethod
    def export(records: Union[Records, Path_], *, top: int = 1, target: Optional[str] = None,
               arguments: Sequence[str] = ()) -> "LookupTable":
        """The best `top` configs of each matmul in records, or in a file of records.

        `target` stands for a device whose name is no known product. `arguments` are more options
        of `autotune-bench export`, such as "--near".
        """
        with tempfile.TemporaryDirectory(prefix="mlir-autotune-") as folder:
            source, path = records, Path(folder) / "table.json"
            if isinstance(records, Records):
                source = Path(folder) / "records.jsonl"
                records.save(source)
            words = ["export", f"--records-from={source}", f"--top={top}", "-o", str(path)]
            words += [f"--target={target}"] if target else []
            _tools.run("autotune-bench", [*words, *arguments])
            return LookupTable.load(path)

    def add(self, problem: Union[Problem, str], configs: Iterable[Any], *,
            device: Optional[str] = None) -> None:
        """Adds an entry for the exact sizes, types and layouts of a matmul, best config first."""
        problem = Problem.parse(problem) if isinstance(problem, str) else problem
        if problem.batch != 1 or None in (problem.m, problem.n, problem.k):
            raise ValueError(f"{problem}: an entry is for a single product of known sizes")
        inputs = problem.a if problem.a == problem.b else f"{problem.a},{problem.b}"
        entry: Dict[str, Any] = {
            "match": {
                "elements": f"{inputs} -> {problem.c}",
                "layout": ("t" if problem.b_transposed else "n")
                          + ("t" if problem.a_transposed else "n"),
                "accumulate": problem.accumulate,
                "m": problem.m, "n": problem.n, "k": problem.k,
            },
            "configs": [config_text(config) for config in configs],
        }
        if device is not None:
            entry["device"] = device
        self.entries.append(entry)

    def save(self, path: Path_) -> None:
        """Writes the file."""
        Path(path).write_text(json.dumps({"version": 1, "entries": self.entries}, indent=2) + "\n")

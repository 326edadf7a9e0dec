"""The database that keeps all measurements: a SQLite file that programs share."""

from __future__ import annotations

import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, List, Optional, Union

from . import _tools
from ._tools import ToolError
from .records import Records

Path_ = Union[str, "os.PathLike[str]"]
_SECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


@dataclass(frozen=True)
class Listed:
    """A matmul on a device: the best that is known, and how many measurements there are."""

    problem: str
    device: str
    #: The config in the words of tables; None if nothing is ok.
    best: Optional[str]
    date: Optional[str]
    time_ns: Optional[float]
    measurements: int


class Database:
    """A database of records. Without a path, it is the one that all tools use by default.

    The file is made by the first measurement that is stored. Any number of programs may use it
    at once. docs/reference/database.md says what it guarantees.
    """

    def __init__(self, path: Optional[Path_] = None) -> None:
        self.path = None if path is None else Path(path)

    def __repr__(self) -> str:
        return f"Database({str(self.path)!r})" if self.path else "Database()"

    def arguments(self) -> List[str]:
        """The options by which the tools use this database."""
        return [f"--db={self.path}"] if self.path else []

    def list(self) -> List[Listed]:
        """The best of each matmul on each device, as `pick` would choose it."""
        output = _tools.run("autotune-bench", ["db", "list", *self.arguments()],
                            environment={"COLUMNS": "100000"})
        rows = [re.split(r"\s{2,}", line.rstrip()) for line in output.stdout.splitlines()]
        # The columns are: matmul, device, best config, date, time, measurements.
        return [Listed(row[0], row[1], _known(row[2]), _known(row[3]), _nanoseconds(row[4]),
                       int(row[5])) for row in rows[1:] if len(row) == 6]

    def records(self, *, problem: Any = None, device: Optional[str] = None,
                outcome: Optional[str] = None, config: Any = None) -> Records:
        """The measurements that agree with all arguments."""
        select = [("fact", problem), ("device-name", device), ("outcome", outcome),
                  ("config", config)]
        flags = [f"--{name}={value}" for name, value in select if value is not None]
        output = _tools.run("autotune-bench", ["db", "export", *flags, *self.arguments()])
        return Records.parse(output.stdout, str(self.path or "the database"))

    def export(self, path: Path_) -> None:
        """Writes all measurements to a file of records."""
        _tools.run("autotune-bench", ["db", "export", "-o", str(path), *self.arguments()])

    def merge(self, *others: Union["Database", Path_]) -> int:
        """Adds what other databases have. Returns the number of new measurements."""
        paths = [other.path if isinstance(other, Database) else Path(other) for other in others]
        if not paths or None in paths:
            raise ValueError("name the databases to merge by their files: merge('other.sqlite')")
        output = _tools.run("autotune-bench",
                            ["db", "merge", *map(str, paths), *self.arguments()])
        return _count_new(output.stdout)

    def add(self, records: Union[Records, Path_]) -> int:
        """Adds records, or those of a file. Returns the number of new measurements."""
        if isinstance(records, Records):
            with tempfile.TemporaryDirectory(prefix="mlir-autotune-") as folder:
                path = Path(folder) / "records.jsonl"
                records.save(path)
                return self.add(path)
        output = _tools.run("autotune-bench", ["db", "import", str(records), *self.arguments()])
        return _count_new(output.stdout)


def database_arguments(database: Union[None, bool, "Database", Path_]) -> List[str]:
    """The options for what a caller gave: None is the default database, False is none."""
    if database is False:
        return ["--db=none"]
    if database is None or database is True:
        return []
    if not isinstance(database, Database):
        database = Database(database)
    return database.arguments()


def _known(text: str) -> Optional[str]:
    return None if text in ("", "-") else text


def _nanoseconds(text: str) -> Optional[float]:
    """A time as tables write it, such as "45.00 us"."""
    found = re.fullmatch(r"([\d.]+) (ns|us|ms|s)", text)
    return float(found[1]) * _SECONDS[found[2]] if found else None


def _count_new(text: str) -> int:
    """The sum of the numbers before the word "new" in what `db` prints."""
    found = re.findall(r"(\d+) new$", text, re.M)
    if not found:
        raise ToolError(f"autotune-bench db printed something unexpected: {text!r}")
    return sum(map(int, found))

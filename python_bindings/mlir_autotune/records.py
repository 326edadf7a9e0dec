"""Records of measurements: one for each candidate that was checked and timed."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import (Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence,
                    Tuple, Union, overload)

from ._tools import ToolError

Path_ = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class Record:
    """What is known of one candidate of one matmul. A time is of one launch.

    `outcome` is "ok" for a kernel that was right and was timed. Otherwise it is the kind of the
    failure, such as "wrong-result", and `detail` describes it. docs/reference/bundle.md lists
    all outcomes, and the members of `raw`.
    """

    problem: str
    config: str
    outcome: str
    detail: str = ""
    time_ns: Optional[float] = None
    #: The baseline's time divided by this one's: above 1 is faster than the baseline.
    ratio: Optional[float] = None
    baseline_ns: Optional[float] = None
    spread: Optional[float] = None
    tflops: Optional[float] = None
    gbps: Optional[float] = None
    #: Whether the time is of the final rounds. Only such times can be compared closely.
    final: bool = False
    #: Whether something else ran on the device.
    disturbed: bool = False
    device: Optional[str] = None
    driver: Optional[str] = None
    date: Optional[str] = None
    heuristics: Tuple[str, ...] = ()
    rank: int = 0
    #: The library of a kernel that is not ours.
    library: Optional[str] = None
    #: All members of the record as the tools write it.
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @staticmethod
    def from_json(members: Mapping[str, Any]) -> "Record":
        """Reads the members of a record. Raises ValueError if it is none."""
        missing = [name for name in ("key", "config", "outcome") if name not in members]
        if missing:
            raise ValueError(f"a record has no '{missing[0]}'")
        baseline = members.get("baseline") or {}
        return Record(
            members["key"], members["config"], members["outcome"], members.get("detail", ""),
            members.get("time_ns"), members.get("ratio") or None, baseline.get("best_ns"),
            members.get("spread"), members.get("tflops"), members.get("gbps"),
            bool(members.get("final")), bool(members.get("disturbed")), members.get("device"),
            members.get("driver"), members.get("date"), tuple(members.get("heuristics") or ()),
            members.get("rank") or 0, members.get("library"), dict(members))

    def to_dict(self) -> Dict[str, Any]:
        """The fields of this class, without `raw`."""
        return {each.name: getattr(self, each.name) for each in fields(self) if each.name != "raw"}

    @property
    def is_ok(self) -> bool:
        """Whether the kernel was right, and was timed."""
        return self.outcome == "ok"


class Records(Sequence[Record]):
    """A list of records.

        for record in records.ok(): print(record.problem, record.time_ns)
        records.to_pandas()
    """

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._records = list(records)

    @overload
    def __getitem__(self, index: int) -> Record: ...

    @overload
    def __getitem__(self, index: slice) -> "Records": ...

    def __getitem__(self, index):
        found = self._records[index]
        return Records(found) if isinstance(index, slice) else found

    def __len__(self) -> int:
        return len(self._records)

    def __iter__(self) -> Iterator[Record]:
        return iter(self._records)

    def __add__(self, other: "Records") -> "Records":
        return Records([*self, *other])

    def __repr__(self) -> str:
        return f"<{len(self)} records of {len(self.problems())} matmuls, {len(self.ok())} ok>"

    @staticmethod
    def parse(text: str, name: str = "the records") -> "Records":
        """Reads lines of JSON. An error names the line."""
        records: List[Record] = []
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            try:
                members = json.loads(line)
                if not isinstance(members, dict):
                    raise ValueError("a record is a JSON object")
                records.append(Record.from_json(members))
            except ValueError as error:
                raise ToolError(f"{name}:{number}: {error}; remove the line, or measure again"
                                ) from None
        return Records(records)

    @staticmethod
    def load(path: Path_) -> "Records":
        """Reads a file as `autotune-bench run` writes it. Compressed files are not read here."""
        return Records.parse(Path(path).read_text(), str(path))

    def save(self, path: Path_) -> None:
        """Writes a file that `autotune-bench` reads."""
        Path(path).write_text(self.to_text())

    def to_text(self) -> str:
        """The records as lines of JSON."""
        return "".join(json.dumps(dict(record.raw), sort_keys=True) + "\n" for record in self)

    def to_dicts(self) -> List[Dict[str, Any]]:
        """A dictionary for each record, with the fields of Record but `raw`."""
        return [record.to_dict() for record in self]

    def to_pandas(self) -> Any:
        """A pandas.DataFrame with a row for each record."""
        try:
            import pandas
        except ImportError:
            raise ImportError("to_pandas() needs pandas; install it with 'pip install pandas', or "
                              "use to_dicts()") from None
        columns = [each.name for each in fields(Record) if each.name != "raw"]
        return pandas.DataFrame(self.to_dicts(), columns=columns)

    def where(self, test: Callable[[Record], bool]) -> "Records":
        """The records for which `test` is true."""
        return Records(record for record in self if test(record))

    def ok(self) -> "Records":
        """The records with a time."""
        return self.where(lambda record: record.is_ok)

    def of(self, problem: Any) -> "Records":
        """The records of one matmul."""
        return self.where(lambda record: record.problem == str(problem))

    def problems(self) -> List[str]:
        """The matmuls that have records, in the order of the records."""
        return list(dict.fromkeys(record.problem for record in self))

    def best(self, problem: Any = None) -> Optional[Record]:
        """The fastest record of a matmul, or None: of final times, if there are any.

        `pick` decides more carefully: it has a rule for times that differ by less than the noise.
        """
        records = self.ok() if problem is None else self.of(problem).ok()
        records = records.where(lambda record: record.library is None)
        finals = records.where(lambda record: record.final)
        return min(finals or records, key=lambda record: record.time_ns or 0, default=None)

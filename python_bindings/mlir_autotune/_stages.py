"""The stages of tuning, one function for one run of a program.

mlir_autotune.tuning has the functions for callers.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Dict, List, Mapping, Optional, Sequence, Type, Union

from . import _tools
from ._config_text import Problem, config_text
from ._tools import Output, Progress, ToolError
from .database import Database, database_arguments
from .records import Records
from .tables import LookupTable

Path_ = Union[str, "os.PathLike[str]"]
Table = Union[None, LookupTable, Path_]


class Workspace:
    """A temporary folder for the files of one stage. It is removed at the end."""

    def __enter__(self) -> "Workspace":
        self._folder = tempfile.TemporaryDirectory(prefix="mlir-autotune-")
        self.path = Path(self._folder.name)
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self._folder.cleanup()

    def write(self, text: str, name: str = "module.mlir") -> str:
        path = self.path / name
        path.write_text(text)
        return str(path)

    def table(self, table: Table) -> Optional[str]:
        """The name of a table for the tools; a table that is no file becomes one."""
        if isinstance(table, LookupTable):
            path = self.path / "table.json"
            table.save(path)
            return str(path)
        return None if table is None else str(table)

    def run(self, name: str, arguments: Sequence[str],
            progress: Optional[Progress] = None) -> Output:
        """Runs a program. Its errors name files without this folder."""
        folder = f"{self.path}{os.sep}"

        def report(line: str) -> None:
            if progress is not None:
                progress(line.replace(folder, ""))

        try:
            # What a program leaves behind if it is interrupted goes with this folder.
            output = _tools.run(name, arguments, progress=report if progress else None,
                                environment={"TMPDIR": str(self.path)})
        except ToolError as error:
            raise ToolError(str(error).replace(folder, ""), error.command, error.code,
                            error.output.replace(folder, "")) from None
        return Output(output.stdout.replace(folder, ""), output.stderr.replace(folder, ""))


def run_passes(text: str, passes: Sequence[str]) -> str:
    """Runs passes of autotune-opt over a module's text."""
    if not isinstance(text, str):
        raise TypeError(f"a module is the text of MLIR, not '{type(text).__name__}'")
    with Workspace() as work:
        return work.run("autotune-opt", [work.write(text), *passes]).stdout


def pass_options(options: Mapping[str, Any]) -> str:
    """Options of a pass as text: "target=h200 max-candidates=4". None is left out."""
    texts = []
    for name, value in options.items():
        if value is None:
            continue
        value = str(value)
        if '"' in value:
            raise ValueError(f"{name}: {value!r} has a quote, which no option can have")
        texts.append(f'{name}="{value}"' if " " in value else f"{name}={value}")
    return " ".join(texts)


@dataclass(frozen=True)
class Bundle:
    """A folder of compiled candidates. docs/reference/bundle.md describes its manifest."""

    path: Path
    manifest: Dict[str, Any]
    #: What `build` printed: estimates and failures, as tables.
    report: str = ""

    @staticmethod
    def load(path: Path_) -> "Bundle":
        """Reads the manifest of a folder that `build` wrote."""
        file = Path(path) / "manifest.json"
        try:
            manifest = json.loads(file.read_text())
        except (OSError, ValueError) as error:
            raise ToolError(f"{file}: {error}; name a folder that build() wrote") from None
        if manifest.get("version") != 3:
            raise ToolError(f"{file}: version {manifest.get('version')!r} is unknown; build it "
                            "again with this release")
        return Bundle(Path(path), manifest)

    @property
    def target(self) -> str:
        return self.manifest["target"]

    @property
    def problems(self) -> List[Problem]:
        """The distinct matmuls, as records name them."""
        return [Problem.parse(each.get("key") or each["text"])
                for each in self.manifest["problems"]]

    @property
    def failures(self) -> List[Dict[str, Any]]:
        """The candidates that could not be compiled: `config`, `failure` and `detail`."""
        return [each for each in self.manifest["candidates"] if "failure" in each]

    def __len__(self) -> int:
        """The number of candidates, failed ones included."""
        return len(self.manifest["candidates"])

    def __repr__(self) -> str:
        return f"<bundle {str(self.path)!r}: {len(self)} candidates for {self.target}>"


def build(text: str, target: Optional[str], out: Path_, *, trials: Optional[int] = None,
          configs: Sequence[Any] = (), space: Optional[str] = None, table: Table = None,
          cache: Union[None, bool, Path_] = None, jobs: Optional[int] = None,
          progress: Optional[Progress] = None, arguments: Sequence[str] = ()) -> Bundle:
    """Compiles the candidates of a module's matmuls into the folder `out`. No GPU is needed.

    `configs` are built instead of proposals. `cache` is the folder of compiled kernels; False
    uses none. `arguments` are more options of `autotune-bench build`.
    """
    with Workspace() as work:
        options = {"target": target, "trials": trials, "space": space, "jobs": jobs,
                   "table": work.table(table)}
        output = work.run("autotune-bench", [
            "build", work.write(text), "-o", str(out), *flags(options), *cache_flags(cache),
            *(f"--config={config_text(each)}" for each in configs), *arguments], progress)
    loaded = Bundle.load(out)
    return Bundle(loaded.path, loaded.manifest, output.stdout)


def run_bundle(bundle: Union[Bundle, Path_], device: str, *, budget: Optional[float] = None,
               baseline: Optional[str] = None, progress: Optional[Progress] = None,
               arguments: Sequence[str] = ()) -> Records:
    """Measures a bundle on a device of this machine, or checks it in the simulator ("sim")."""
    path = bundle.path if isinstance(bundle, Bundle) else Path(bundle)
    with Workspace() as work:
        records = work.path / "records.jsonl"
        options = {"device": device, "budget": budget, "baseline": baseline}
        work.run("autotune-bench", ["run", str(path), "-o", str(records), *flags(options),
                                    *arguments], progress)
        return Records.load(records)


def pick(text: str, records: Union[Records, Database, Path_, None], *,
         target: Optional[str] = None, device_name: Optional[str] = None,
         require_complete: bool = False, libraries: Optional[str] = None,
         arguments: Sequence[str] = ()) -> str:
    """Writes the best config of each matmul into a module, by records or a database.

    None is the default database. Matmuls without a record stay as they are, or are an error with
    `require_complete`. `device_name` selects one device if the records are of several.
    """
    with Workspace() as work:
        words = ["pick", work.write(text)]
        if isinstance(records, Records):
            words.append(work.write(records.to_text(), "records.jsonl"))
        elif records is None or isinstance(records, Database):
            words += database_arguments(records) or ["--db="]
        else:
            words.append(str(records))
        options = {"target": target, "device-name": device_name, "libraries": libraries}
        if require_complete:
            words.append("--require-complete")
        out = work.path / "picked.mlir"
        work.run("autotune-bench", [*words, "-o", str(out), *flags(options), *arguments])
        return out.read_text()


def flags(options: Mapping[str, Any]) -> List[str]:
    """Options of a program: {"trials": 4} is --trials=4. None is left out."""
    return [f"--{name}={value}" for name, value in options.items() if value is not None]


def cache_flags(cache: Union[None, bool, Path_]) -> List[str]:
    """The options for a folder of compiled kernels: None is the default one, False is none."""
    if cache is False:
        return ["--no-cache"]
    return [] if cache is None or cache is True else [f"--cache-dir={cache}"]


class Deadline:
    """The end of a budget of seconds, which begins now. None has no end.

    Raises ValueError for a budget that measures nothing.
    """

    def __init__(self, budget: Optional[float]) -> None:
        check_budget(budget)
        self._end = None if budget is None else time.monotonic() + budget

    def left(self, reserve: float = 0.0) -> Optional[float]:
        """The seconds that are left without those of `reserve`: at least a thousandth, since
        each matmul is measured once in any case."""
        if self._end is None:
            return None
        return round(max(0.001, self._end - time.monotonic() - reserve), 3)


def check_budget(budget: Optional[float]) -> None:
    """Raises ValueError for a budget that measures nothing."""
    if budget is not None and not budget > 0:
        raise ValueError(f"budget is {budget} seconds; give a positive number, or None for no "
                         "limit. effort='none' chooses configs without measuring")

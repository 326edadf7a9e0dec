"""Tuning from Python: thin functions over autotune-opt and autotune-bench.

    tuned = tune(text, "h200", budget=60)
    print(tuned.summary)
    open("tuned.mlir", "w").write(tuned.text)

`tune` does everything. Its parts are separate functions, so that one machine can build and another
one can measure:

    bundle = build(prepare(text), "h200", "bundle")
    records = measure(bundle, "cuda:0")
    text = pick(prepare(text), records)

A module is the text of MLIR. A program that fails raises ToolError with the program's own errors.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Optional, Sequence, Tuple, Union

from . import heuristics as _heuristics
from . import strategies as _strategies
from ._attributes import Pick, find_picks
from ._config_text import Problem, agrees
from ._stages import (Bundle, Deadline, Path_, Table, Workspace, build, cache_flags,
                      check_budget, flags, pass_options, pick, run_bundle, run_passes)
from ._tools import Progress, ToolError
from .database import Database, Listed, database_arguments
from .executors import CommandExecutor, Executor, LocalExecutor
from .heuristics import Selection, heuristic
from .records import Record, Records
from .strategies import Round, Strategy, search
from .tables import LookupTable

__all__ = [
    "Bundle", "CommandExecutor", "Database", "Executor", "Listed", "LocalExecutor", "LookupTable",
    "Pick", "Problem", "Record", "Records", "Summary", "ToolError", "TunedModule", "attach",
    "build", "find_picks", "form", "heuristic", "measure", "pick", "prepare", "search", "tune",
]

Store = Union[None, bool, Database, Path_]


@dataclass(frozen=True)
class Summary:
    """What tuning came to. `str()` is the table that autotune-bench prints."""

    picks: Tuple[Pick, ...]
    report: str
    #: How many distinct kernels there were, and how many of them the cache had.
    kernels: int = 0
    kernels_from_cache: int = 0
    #: The heuristics in Python that proposed a pick, by the problem.
    proposers: Optional[Dict[str, Tuple[str, ...]]] = None
    warnings: Tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.report

    @property
    def is_measured(self) -> bool:
        """Whether each pick was measured."""
        return bool(self.picks) and all(each.source == "measured" for each in self.picks)


@dataclass(frozen=True)
class TunedModule:
    """A module whose matmuls have configs, and what is known of them."""

    text: str
    records: Records
    summary: Summary

    def __str__(self) -> str:
        return self.text


def prepare(text: str) -> str:
    """Rewrites the contractions of an exported model as matmuls that kernels can compute."""
    return run_passes(text, ["--autotune-prepare"])


def attach(text: str, target: Optional[str] = None, *, table: Table = None,
           max_candidates: Optional[int] = None, space: Optional[str] = None,
           heuristics: Selection = None, options: Sequence[str] = ()) -> str:
    """Prepares a module, and attaches to each matmul a config, its candidates and the reason.

    Nothing is measured. Without a target, it is the one that the module names. Configs of
    heuristics in Python come first. `options` are more options of the pass, such as "explain".
    """
    with Workspace() as work:
        told = pass_options({"target": target, "table": work.table(table), "space": space,
                             "max-candidates": max_candidates})
        told = " ".join([told, *options]).strip()
        passes = f"--autotune-attach-configs={told}" if told else "--autotune-attach-configs"
        text = run_passes(text, ["--autotune-prepare", passes])
        chosen = _heuristics.select(heuristics)
        if not chosen:
            return text
        edited, proposals = _heuristics.add_candidates(text, _need_target(target), chosen)
        # Partial configs are completed, and the others get configs as before.
        return run_passes(edited, [passes]) if proposals else text


def form(text: str, target: Optional[str] = None) -> str:
    """Shows what becomes one kernel: matmuls, and what is fused with them, as problems.

    Matmuls with a config become problems. With a target, so do the others that a kernel serves.
    """
    options = f"=all {pass_options({'target': target})}" if target else ""
    return run_passes(text, ["--autotune-prepare", f"--autotune-form-problems{options}"])


def measure(bundle: Union[Bundle, Path_], device: str = "cuda:0", *,
            budget: Optional[float] = None, baseline: Optional[str] = None,
            database: Store = False, progress: Optional[Progress] = None,
            arguments: Sequence[str] = ()) -> Records:
    """Checks and times a bundle's candidates on a GPU of this machine.

    `device` "sim" checks them in the simulator, which takes no times. With a database, the records
    are added to it. `arguments` are more options of autotune-runner.
    """
    check_budget(budget)
    records = run_bundle(bundle, device, budget=budget, baseline=baseline, progress=progress,
                         arguments=arguments)
    if database is not False:
        store = database if isinstance(database, Database) else Database(
            None if database in (None, True) else database)  # type: ignore[arg-type]
        store.add(records)
    return records


def tune(text: str, target: Optional[str] = None, *, budget: Optional[float] = None,
         database: Store = None, executor: Optional[Executor] = None, effort: str = "full",
         trials: Optional[int] = None, search: Union[None, str, Strategy] = None,
         heuristics: Selection = None, table: Table = None, baseline: Optional[str] = None,
         libraries: Optional[str] = None, rows: bool = False,
         cache: Union[None, bool, Path_] = None, progress: Optional[Progress] = None,
         arguments: Sequence[str] = ()) -> TunedModule:
    """Measures configs for each matmul of a module, and writes the fastest into it.

    target      the GPU to compile for; by default the module's, else the device that measures
    budget      seconds after which it ends; each matmul is measured once in any case
    database    the database of records, or its file; None is the default one, False is none
    executor    where to measure: LocalExecutor(), CommandExecutor(...) or RayExecutor()
    effort      "full", "quick", or "none", which measures nothing and needs a target
    trials      the most configs of each matmul; 0 is no limit
    search      the search strategy: a name of autotune-bench's, or of one in Python, or a function
    heuristics  the heuristics in Python that take part; by default all that are registered
    table       a lookup table, whose configs are measured in any case
    baseline    the library to compare with: "cublaslt" or "none"
    libraries   the libraries that may be picked, such as "cublaslt"
    rows        also tune the kernels of the whole program that are no matmuls; not with a
                search strategy in Python
    cache       the folder of compiled kernels; False uses none
    progress    gets each line that the program prints while it works, such as `print`
    arguments   more options of `autotune-bench tune`
    """
    deadline = Deadline(budget)
    text = prepare(text)
    with Workspace() as work:
        options: Dict[str, object] = {
            "target": target, "effort": effort, "trials": trials, "table": work.table(table),
            "baseline": baseline, "libraries": libraries,
            "rows": "true" if rows and effort != "none" else None}
        strategy = _strategies.find(search)
        if strategy is None and search is not None:
            options["search"] = search
        tuning = _Tuning(work, options, [*cache_flags(cache), *database_arguments(database),
                                         *arguments], progress)
        attached: Optional[str] = None
        proposals: List[_heuristics.Proposal] = []
        chosen = _heuristics.select(heuristics)
        if chosen or strategy:
            target = _need_target(target)
            attached = attach(text, target, table=table, heuristics=())
        if chosen and attached:
            text, proposals = _heuristics.add_candidates(attached, target or "", chosen)
            if proposals and trials is None and effort != "none":
                options["trials"] = 8 if effort == "quick" else 24
        if effort == "none":
            return tuning.finish(tuning.run(text, None), proposals)
        executor = executor or LocalExecutor()
        if strategy is None and target and executor.builds:
            # As many as the search can ask for, in the order of the predictions.
            likely = attach(text, target, table=table, heuristics=(), space="default",
                            max_candidates=(trials or 24) + 8)
            executor.build_ahead(likely, target, _cache_folder(cache), progress)
        with executor.open() as tuning.device:
            if strategy is None:
                return tuning.finish(tuning.run(text, deadline.left()), proposals)
            return tuning.finish(tuning.run_search(strategy, attached or "", target or "", cache,
                                                   database, executor, proposals,
                                                   deadline.left()),
                                 proposals)


class _Tuning:
    """The runs of autotune-bench of one call of `tune`."""

    def __init__(self, work: Workspace, options: Dict[str, object], arguments: List[str],
                 progress: Optional[Progress]) -> None:
        self.work = work
        self.options = options
        self.arguments = arguments
        self.progress = progress
        self.device: List[str] = []
        self.warnings: List[str] = []

    def run(self, text: str, budget: Optional[float]) -> Round:
        """One run on a module."""
        out, records = self.work.path / "tuned.mlir", self.work.path / "records.jsonl"
        words = ["tune", self.work.write(text), "-o", str(out), *flags(self.options)]
        if self.options["effort"] != "none":
            words += [f"--records={records}", *self.device, *flags({"budget": budget})]
        try:
            output = self.work.run("autotune-bench", [*words, *self.arguments], self.progress)
        except ToolError as error:
            raise self._with_records(error, _load(records)) from None
        self.warnings += output.warnings
        return Round(out.read_text(), _load(records), output.stdout)

    def _with_records(self, error: ToolError, records: Records) -> ToolError:
        """The error, and what was wrong with the candidates that were measured before it."""
        error.records = records
        failed = records.where(lambda record: not record.is_ok)
        if not failed:
            return error
        counts = Counter(record.outcome for record in failed)
        told = ", ".join(f"{count} {outcome}" for outcome, count in counts.items())
        message = f"{error}\n{told}; the first, of {failed[0].problem}: {failed[0].detail}"
        longer = ToolError(message, error.command, error.code, error.output)
        longer.records = records
        return longer

    def run_search(self, strategy: Strategy, attached: str, target: str,
                   cache: Union[None, bool, Path_], database: Store, executor: Executor,
                   proposals: List[_heuristics.Proposal], budget: Optional[float]) -> Round:
        """The rounds of a strategy in Python."""
        if database is False:
            # Without one, each round would measure the fastest config anew.
            self.arguments = [each for each in self.arguments if each != "--db=none"]
            self.arguments.append(f"--db={self.work.path / 'records.sqlite'}")
        for name in ("trials", "table", "rows"):
            self.options[name] = None
        loop = _strategies.Loop(_after(proposals, strategy), attached, target)

        def run_round(text: str, left: Optional[float]) -> Round:
            if executor.builds:
                executor.build_ahead(text, target, _cache_folder(cache), self.progress)
            return self.run(text, left)

        return loop.run(run_round, budget)

    def finish(self, last: Round, proposals: List[_heuristics.Proposal]) -> TunedModule:
        picks = tuple(find_picks(last.text))
        kernels = re.search(r"^(\d+) kernels: (\d+) from the cache", last.report, re.M)
        counts = (int(kernels[1]), int(kernels[2])) if kernels else (0, 0)
        proposers = {}
        for each in picks:
            names = tuple(dict.fromkeys(
                name for problem, name, config in proposals
                if problem == each.problem and not each.is_plan and agrees(each.config, config)))
            if names:
                proposers[each.problem] = names
        return TunedModule(last.text, last.records, Summary(
            picks, last.report, *counts, proposers or None, tuple(self.warnings)))


def _load(path: Path) -> Records:
    return Records.load(path) if path.exists() else Records()


def _after(proposals: List[_heuristics.Proposal], strategy: Strategy) -> Strategy:
    """A strategy that begins with what heuristics propose."""
    def begin(problem: Problem, measured: Records):
        if not measured:
            yield from (config for text, _, config in proposals if text == problem.text)
        yield from strategy(problem, measured)
    return begin if proposals else strategy


def _need_target(target: Optional[str]) -> str:
    if not target:
        raise ValueError("heuristics and search strategies in Python need a target; name it, such "
                         "as target='h200'")
    return target


def _cache_folder(cache: Union[None, bool, Path_]) -> Optional[str]:
    """The folder of compiled kernels that the tools use, if there is one."""
    if cache is False:
        return None
    if cache is not None and cache is not True:
        return str(cache)
    root = os.environ.get("XDG_CACHE_HOME", "")
    base = Path(root) if os.path.isabs(root) else Path.home() / ".cache"
    return str(base / "mlir-autotune" / "kernels")

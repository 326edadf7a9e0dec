"""Search strategies in Python: functions that say what to measure next.

    @search
    def by_stages(problem, measured):
        tried = {record.config for record in measured}
        ...
        yield HopperWgmmaConfig(tile=(128, 256, 64), stages=4)

    tune(text, "h200", search="by_stages", budget=60)

A strategy is called in each round, for each matmul, with the records of all earlier rounds. It
returns the next configs, or none to stop. `measured` is empty in the first round. Configs that it
has returned before are not tried again. An illegal config is left out with a warning.

A round builds and measures the new configs of all matmuls, together with the fastest config of
each matmul so far. They take part in one run's final rounds, so their times can be compared. The
first round also has the config that the built-in heuristics choose. A pick is therefore never
slower than that one.

What is limited:

- A round is a run of autotune-bench. It starts the runners anew, which takes some tenths of a
  second, and CUDA's start on each GPU.
- The next round is not compiled while this one is measured.
- Which operations are fused is decided by estimates, once, before the first round.
- Matmuls whose sizes are unknown are tuned by autotune-bench, not by the strategy.
- The space of configs is not listed for the strategy. `legal` of a config class has the values of
  each parameter.
- `trials` of the provenance counts the last round only.
"""

from __future__ import annotations

import time
import warnings
from itertools import islice
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Tuple, Union, overload

from ._attributes import Decision, Site, find_picks, find_sites, set_candidates
from ._candidates import keep_legal
from ._config_text import Problem, config_text
from .records import Record, Records

Strategy = Callable[[Problem, Records], Iterable[Any]]

_registered: Dict[str, Strategy] = {}


@overload
def search(function: Strategy) -> Strategy: ...


@overload
def search(*, name: Optional[str] = None) -> Callable[[Strategy], Strategy]: ...


def search(function=None, *, name=None):
    """Registers a strategy by its name, which is the function's by default."""
    def register(function: Strategy) -> Strategy:
        _registered[name or function.__name__] = function
        return function
    return register if function is None else register(function)


def find(chosen: Union[None, str, Strategy]) -> Optional[Strategy]:
    """The strategy that a caller chose; None for one of autotune-bench's own."""
    if callable(chosen):
        return chosen
    return None if chosen is None else _registered.get(chosen)


class Round(NamedTuple):
    """What one run of autotune-bench returned."""

    text: str
    records: Records
    report: str


#: Tunes a module whose candidates are given, within so many seconds.
RunRound = Callable[[str, Optional[float]], Round]


class Loop:
    """The rounds of one search."""

    def __init__(self, strategy: Strategy, attached: str, target: Optional[str], *,
                 batch: int = 8) -> None:
        if batch < 1:
            raise ValueError("batch: a round has at least one config of each matmul")
        self.strategy = strategy
        self.base = attached
        self.target = target
        self.batch = batch
        # By problem, in the order of the module.
        self.first: Dict[str, List[str]] = {}
        self.fixed: Dict[str, bool] = {}
        for site in find_sites(attached):
            pick = site.pick()
            self.fixed[site.problem] = pick.is_plan
            self.first.setdefault(site.problem, [] if pick.is_plan else [pick.config])
        self.best = dict(self.first)
        self.tried: Dict[str, List[str]] = {problem: [] for problem in self.first}
        self.open = [problem for problem in self.first if not self.fixed[problem]]
        self.measured: Dict[Tuple[str, str], Record] = {}

    def run(self, run_round: RunRound, budget: Optional[float]) -> Round:
        """Runs rounds until the strategy has no more configs, or the time is over."""
        end = None if budget is None else time.monotonic() + budget
        last: Optional[Round] = None
        while True:
            left = None if end is None else end - time.monotonic()
            if last is not None and left is not None and left <= 0:
                break
            proposed = self._ask()
            if not proposed and last is not None:
                break
            last = run_round(self._write(proposed), left)
            for record in last.records:
                self._note(record)
            for pick in find_picks(last.text):
                if not pick.is_plan:
                    self.best[pick.problem] = [pick.config]
            if not proposed:
                break
        return Round(last.text, Records(self.measured.values()), last.report)

    def _ask(self) -> Dict[str, List[str]]:
        """The next configs of each matmul that is not done."""
        proposed: Dict[str, List[str]] = {}
        for problem in list(self.open):
            measured = Records(record for (name, _), record in self.measured.items()
                               if name == problem)
            configs = map(config_text, self.strategy(Problem.parse(problem), measured) or ())
            new = [each for each in dict.fromkeys(configs) if each not in self.tried[problem]]
            new = list(islice(new, self.batch))
            if not new:
                self.open.remove(problem)
                continue
            self.tried[problem] += new
            proposed[problem] = new
        return proposed

    def _write(self, proposed: Dict[str, List[str]]) -> str:
        """The module whose candidates are the best so far, and the new ones."""
        def decide(site: Site) -> Decision:
            if self.fixed[site.problem]:
                return True
            return [*self.best[site.problem], *proposed.get(site.problem, [])]
        text, dropped = keep_legal(set_candidates(self.base, decide), self.target)
        for problem, config, reason in dropped:
            warnings.warn(f"{problem}: the config '{config}' is left out: {reason}", stacklevel=5)
        return text

    def _note(self, record: Record) -> None:
        """Keeps the best that is known of a config: final times before others."""
        key = (record.problem, record.config)
        known = self.measured.get(key)
        if known is None or record.final or not known.final:
            self.measured[key] = record

"""Heuristics in Python: functions that say which configs to try first.

    @heuristic
    def tall_tiles(problem, target):
        if problem.a == "bf16" and (problem.m or 0) >= 4096:
            yield HopperWgmmaConfig(tile=(256, 128, 64))

A heuristic gets a matmul and the target's name, and returns configs, best first. Parameters that
a config leaves out are completed by the tools for each matmul. The configs are measured before
all proposals of the built-in heuristics and of the search.

What is limited:

- A heuristic is called for matmuls whose sizes are known, and which have no config yet.
- It sees the problem's text, not the operations that are fused.
- It knows no measurements. A search strategy does (mlir_autotune.strategies).
- Records and provenance do not name it. `Summary.proposers` does.
"""

from __future__ import annotations

import warnings
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple, Union, overload

from ._attributes import Decision, Site, set_candidates
from ._candidates import keep_legal
from ._config_text import Problem, config_text

Heuristic = Callable[[Problem, str], Iterable[Any]]
#: Which heuristics take part: all that are registered (None), or names and functions.
Selection = Optional[Sequence[Union[str, Heuristic]]]

_registered: Dict[str, Heuristic] = {}


@overload
def heuristic(function: Heuristic) -> Heuristic: ...


@overload
def heuristic(*, name: Optional[str] = None) -> Callable[[Heuristic], Heuristic]: ...


def heuristic(function=None, *, name=None):
    """Registers a heuristic by its name, which is the function's by default.

    Heuristics propose in the order in which they were registered. A second one with the same
    name takes the place of the first.
    """
    def register(function: Heuristic) -> Heuristic:
        _registered[name or function.__name__] = function
        return function
    return register if function is None else register(function)


def unregister(name: str) -> None:
    """Removes a heuristic. KeyError says which ones there are."""
    _find(name)
    del _registered[name]


def registered() -> List[str]:
    """The names of all heuristics that are registered."""
    return list(_registered)


def _find(name: str) -> Heuristic:
    if name not in _registered:
        raise KeyError(f"no heuristic '{name}' is registered; registered are "
                       f"{', '.join(_registered) or 'none'}")
    return _registered[name]


def select(selection: Selection) -> Dict[str, Heuristic]:
    """The heuristics that take part, by name."""
    if selection is None:
        return dict(_registered)
    chosen: Dict[str, Heuristic] = {}
    for each in selection:
        if callable(each):
            chosen[getattr(each, "__name__", repr(each))] = each
        else:
            chosen[each] = _find(each)
    return chosen


#: Who proposed what: the problem, the heuristic's name and the config.
Proposal = Tuple[str, str, str]


def propose(problem: Problem, target: str, heuristics: Dict[str, Heuristic]) -> List[Proposal]:
    """The configs that heuristics propose for a matmul, each once."""
    proposals: Dict[str, Proposal] = {}
    for name, function in heuristics.items():
        try:
            configs = [config_text(each) for each in function(problem, target) or ()]
        except Exception as error:
            # As a built-in heuristic, one that fails proposes nothing.
            warnings.warn(f"heuristic '{name}' is skipped for {problem}: {error!r}", stacklevel=6)
            continue
        for config in configs:
            proposals.setdefault(config, (problem.text, name, config))
    return list(proposals.values())


def add_candidates(attached: str, target: str,
                   heuristics: Dict[str, Heuristic]) -> Tuple[str, List[Proposal]]:
    """Puts the heuristics' configs into a module, as the configs that tuning begins with.

    `attached` is a module in which all matmuls have configs. Those that no heuristic of Python
    serves lose theirs, so that the tools propose as usual. A config that is illegal for a matmul
    is left out with a warning.
    """
    known: Dict[str, List[Proposal]] = {}

    def decide(site: Site) -> Decision:
        if site.source in ("given", "measured"):
            return True
        if site.pick().is_plan:
            return None
        if site.problem not in known:
            known[site.problem] = propose(Problem.parse(site.problem), target, heuristics)
        return [config for _, _, config in known[site.problem]]

    text, dropped = keep_legal(set_candidates(attached, decide), target)
    for problem, config, reason in dropped:
        names = [name for _, name, each in known.get(problem, []) if each == config]
        warnings.warn(f"{problem}: the config '{config}' of {', '.join(names) or 'the module'} is "
                      f"left out: {reason}", stacklevel=3)
    illegal = {(problem, config) for problem, config, _ in dropped}
    return text, [each for proposals in known.values() for each in proposals
                  if (each[0], each[2]) not in illegal]

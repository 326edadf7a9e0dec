"""The attributes that the tools write on matmuls, in a module's text.

`autotune-opt` and `autotune-bench` print the attributes of an operation in one list, ordered by
name: autotune.candidates, autotune.config, autotune.fact, autotune.provenance. This file reads
that form only, not everything that MLIR can parse.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Callable, Dict, List, Optional, Sequence, Tuple, Union

from ._config_text import config_text

_NAMES = re.compile(r"\bautotune\.(candidates|config|fact|provenance) = ")
_PROVENANCE = re.compile(r"#autotune\.provenance<(\w+)(.*)>", re.S)
_OPENING, _CLOSING = "<[{(", ">]})"


@dataclass(frozen=True)
class Pick:
    """The config of a matmul, and where it is from.

    `source` is "measured", or "table", "model", "heuristic", "estimated" or "given".
    """

    problem: str
    #: The config's text; for unknown sizes a whole `#autotune.plan<...>`.
    config: str
    source: str
    time_ns: Optional[float] = None
    baseline_ns: Optional[float] = None
    device: Optional[str] = None
    heuristics: Tuple[str, ...] = ()
    #: How many configs were tried, and how much longer the next best takes, in millionths.
    trials: Optional[int] = None
    margin_ppm: Optional[int] = None
    date: Optional[str] = None
    #: How many matmuls of the module have this pick.
    count: int = 1

    @property
    def ratio(self) -> Optional[float]:
        """The baseline's time divided by this config's: above 1 is faster."""
        if not self.time_ns or not self.baseline_ns:
            return None
        return self.baseline_ns / self.time_ns

    @property
    def is_plan(self) -> bool:
        """Whether there are several configs, for sizes that are known at run time only."""
        return self.config.startswith("#autotune.plan")


@dataclass
class Site:
    """The attributes of one matmul: for each name, where its value begins and ends."""

    text: str
    places: Dict[str, Tuple[int, int]]

    def value(self, name: str) -> str:
        begin, end = self.places.get(name, (0, 0))
        return self.text[begin:end]

    @property
    def problem(self) -> str:
        return _unquote(self.value("fact"))

    @property
    def source(self) -> str:
        found = _PROVENANCE.fullmatch(self.value("provenance"))
        return found[1] if found else ""

    def pick(self) -> Pick:
        found = _PROVENANCE.fullmatch(self.value("provenance"))
        members = found[2] if found else ""

        def get(name: str) -> Optional[str]:
            member = re.search(rf'\b{name} = (\[[^\]]*\]|"[^"]*"|[^,]+)', members)
            return member[1] if member else None

        def number(name: str) -> Optional[int]:
            value = get(name)
            return int(value) if value else None

        config = self.value("config")
        device, date = get("device"), get("date")
        return Pick(self.problem, config if config.startswith("#autotune.plan") else
                    config_text(config), self.source, number("time_ns"), number("baseline_ns"),
                    _unquote(device) if device else None,
                    tuple(re.findall(r'"([^"]*)"', get("heuristics") or "")), number("trials"),
                    number("margin_ppm"), _unquote(date) if date else None)


def find_sites(text: str) -> List[Site]:
    """The matmuls with a config and a fact, in the order of the text."""
    sites: List[Site] = []
    last = 0
    for found in _NAMES.finditer(text):
        name, begin = found[1], found.end()
        if begin < last:
            continue  # Inside of another value.
        is_new = (not sites or name in sites[-1].places
                  or _leaves_list(text, last, found.start()))
        if is_new:
            sites.append(Site(text, {}))
        last = _end_of_value(text, begin)
        sites[-1].places[name] = (begin, last)
    return [site for site in sites if "config" in site.places and "fact" in site.places]


def find_picks(text: str) -> List[Pick]:
    """The picks of a module's distinct matmuls."""
    picks: Dict[Tuple[str, str], Pick] = {}
    for site in find_sites(text):
        pick = site.pick()
        key = (pick.problem, pick.config)
        count = picks[key].count + 1 if key in picks else 1
        picks[key] = Pick(**{**pick.__dict__, "count": count})
    return list(picks.values())


#: What becomes of a matmul's configs: other ones, none (None), or what is there (True).
Decision = Union[Sequence[str], None, bool]


def set_candidates(text: str, decide: Callable[[Site], Decision]) -> str:
    """The text with other candidates. The first one becomes the config."""
    for site in reversed(find_sites(text)):
        decision = decide(site)
        if decision is True:
            continue
        configs = [f"#autotune.config<{config_text(each)}>" for each in decision or ()]
        if not configs:
            text = _remove_all(text, site, ("provenance", "fact", "config", "candidates"))
            continue
        listed = f"[{', '.join(configs)}]"
        text = _remove_all(text, site, ("provenance",))
        begin, end = site.places["config"]
        text = text[:begin] + configs[0] + text[end:]
        if "candidates" in site.places:
            begin, end = site.places["candidates"]
            text = text[:begin] + listed + text[end:]
        else:
            begin -= len("autotune.config = ")
            text = text[:begin] + f"autotune.candidates = {listed}, " + text[begin:]
    return text


def _remove_all(text: str, site: Site, names: Sequence[str]) -> str:
    """Removes attributes of one matmul, the last one first."""
    for name in names:
        if name in site.places:
            begin, end = site.places[name]
            text = _remove(text, begin - len(f"autotune.{name} = "), end)
    return text


def _remove(text: str, begin: int, end: int) -> str:
    """Removes an entry of a list, and the comma behind it or in front of it."""
    if text.startswith(", ", end):
        return text[:begin] + text[end + 2:]
    if text.endswith(", ", 0, begin):
        begin -= 2
    return text[:begin] + text[end:]


def _end_of_value(text: str, begin: int) -> int:
    """Where an attribute's value ends: before a comma or a bracket that is not its own."""
    depth, position = 0, begin
    while position < len(text):
        letter = text[position]
        if letter == '"':
            position = _end_of_string(text, position)
            continue
        if text.startswith("->", position):
            position += 2
            continue
        if depth == 0 and (letter == "," or letter in _CLOSING):
            return position
        depth += (letter in _OPENING) - (letter in _CLOSING)
        position += 1
    return position


def _leaves_list(text: str, begin: int, end: int) -> bool:
    """Whether a list of attributes ends between two places."""
    depth, position = 0, begin
    while position < end:
        letter = text[position]
        if letter == '"':
            position = _end_of_string(text, position)
            continue
        depth += (letter == "{") - (letter == "}")
        if depth < 0:
            return True
        position += 1
    return False


def _end_of_string(text: str, begin: int) -> int:
    found = re.compile(r'"(?:[^"\\]|\\.)*"', re.S).match(text, begin)
    return found.end() if found else len(text)


def _unquote(text: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", text[1:-1]) if text.startswith('"') else text

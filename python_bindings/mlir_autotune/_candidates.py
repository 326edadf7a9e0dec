"""Which of a module's candidates are legal."""

from __future__ import annotations

import re
from typing import List, Optional, Tuple

from ._attributes import Decision, Site, _end_of_value, find_sites, set_candidates
from ._config_text import config_text
from ._stages import Workspace, flags
from ._tools import ToolError

#: The problem, its config, and why it was dropped.
Dropped = Tuple[str, str, str]

_PLACE = re.compile(r"^\S*?:(\d+):(\d+): error: (.*)$", re.M)
_CARRIES = re.compile(r"op carries (#autotune\.config<.*?>), which (.*)")


def keep_legal(text: str, target: Optional[str]) -> Tuple[str, List[Dropped]]:
    """The text without the candidates that the tools refuse for their matmul.

    A text that is no config at all, such as one with an unknown parameter, is a ValueError.
    """
    dropped: List[Dropped] = []
    while True:
        try:
            # The cheapest command that checks all candidates: it builds and measures nothing.
            with Workspace() as work:
                work.run("autotune-bench", ["tune", work.write(text), "--effort=none", "--quiet",
                                            "-o", str(work.path / "out.mlir"),
                                            *flags({"target": target})])
            return text, dropped
        except ToolError as error:
            if "no matmul of the module has a config" in str(error):
                return text, dropped  # There are plans only, which are not checked here.
            found = _PLACE.search(str(error))
            if not found:
                raise
            line, column, message = int(found[1]), int(found[2]), found[3]
            refused = _CARRIES.search(message)
            if not refused:
                _raise_malformed(text, line, column, message, error)
                raise
            site = _site_of_line(text, line, refused[1])
            if site is None:
                raise
            config = config_text(refused[1])
            dropped.append((site.problem, config, _shorten(refused[2])))
            text = _without(text, site, config)


def candidates_of(site: Site) -> List[str]:
    """The configs of a matmul's candidates, or its config alone."""
    value = site.value("candidates") or site.value("config")
    configs, position = [], value.find("#autotune.config<")
    while position >= 0:
        end = _end_of_value(value, position)
        configs.append(config_text(value[position:end]))
        position = value.find("#autotune.config<", end)
    return configs


def _site_of_line(text: str, line: int, config: str) -> Optional[Site]:
    begin = sum(len(each) + 1 for each in text.split("\n")[:line - 1])
    end = text.find("\n", begin)
    for site in find_sites(text):
        place = site.places["config"][0]
        if begin <= place and (place < end or end < 0) and config_text(config) in \
                candidates_of(site):
            return site
    return None


def _without(text: str, refused: Site, config: str) -> str:
    def decide(site: Site) -> Decision:
        if site.places != refused.places:
            return True
        return [each for each in candidates_of(site) if each != config]
    return set_candidates(text, decide)


def _raise_malformed(text: str, line: int, column: int, message: str, error: ToolError) -> None:
    """Names the config in which the tools could not read on."""
    lines = text.split("\n")
    if line > len(lines):
        return
    begin = lines[line - 1].rfind("#autotune.config<", 0, column)
    if begin < 0:
        return
    config = lines[line - 1][begin:_end_of_value(lines[line - 1], begin)]
    raise ValueError(f"the config '{config_text(config)}' can't be read: {message}") from error


def _shorten(reason: str, length: int = 200) -> str:
    return reason if len(reason) <= length else reason[:length].rstrip() + " ..."

"""Where the time of a program goes."""

import html
from dataclasses import dataclass
from typing import Any, List, Optional, Sequence, Tuple

from .program import Program


_PREPARATION = "in the first call only, and after refresh():"


@dataclass(frozen=True)
class Launch:
    """A kernel that a call launches. Times are in microseconds since the first one began,
    and None in the simulator."""

    name: str
    grid: Tuple[int, int, int]
    threads: int
    cluster_size: int
    shared_bytes: int
    start: Optional[float]
    end: Optional[float]

    @property
    def time(self) -> Optional[float]:
        if self.start is None or self.end is None:
            return None
        return self.end - self.start


def _sum_times(launches: Sequence[Launch]) -> Optional[float]:
    times = [launch.time for launch in launches]
    return None if None in times else sum(times)  # type: ignore[arg-type]


class Explanation:
    """The kernels of a call, in their order. Prints as a table; in a notebook it is a page
    with a timeline.

    `preparation` are the kernels that run in the first call only. Their times are not
    part of a call's."""

    def __init__(self, program: str, launches: List[Launch],
                 preparation: Sequence[Launch] = ()):
        self.program = program
        self.launches = launches
        self.preparation = list(preparation)

    @property
    def kernel_time(self) -> Optional[float]:
        """The sum of the kernels' times, in microseconds. Kernels of a call overlap, and
        these do not."""
        return _sum_times(self.launches)

    @property
    def preparation_time(self) -> Optional[float]:
        """The same of the kernels that run in the first call only."""
        return _sum_times(self.preparation)

    def to_pandas(self) -> Any:
        """A frame with a row for each launch."""
        try:
            import pandas
        except ImportError:
            raise ImportError("to_pandas() needs pandas: pip install pandas") from None
        return pandas.DataFrame(
            [dict(vars(launch), time=launch.time) for launch in self.launches])

    @staticmethod
    def _rows(launches: Sequence[Launch]) -> List[Sequence[str]]:
        total = _sum_times(launches)
        rows = []
        for number, launch in enumerate(launches):
            grid = "x".join(str(size) for size in launch.grid)
            if launch.cluster_size > 1:
                grid += f" /{launch.cluster_size}"
            time = launch.time
            share = "" if time is None or not total else f"{100 * time / total:.1f}"
            rows.append((str(number), launch.name, grid, str(launch.threads),
                         str(launch.shared_bytes), "" if time is None else f"{time:.1f}", share))
        return rows

    _HEAD = ("#", "kernel", "grid", "threads", "shared bytes", "us", "%")

    def _lines(self, launches: Sequence[Launch]) -> List[str]:
        rows = [self._HEAD] + [tuple(row) for row in self._rows(launches)]
        widths = [max(len(row[i]) for row in rows) for i in range(len(self._HEAD))]
        lines = []
        for row in rows:
            cells = [cell.ljust(width) if i == 1 else cell.rjust(width)
                     for i, (cell, width) in enumerate(zip(row, widths))]
            lines.append("  ".join(cells).rstrip())
        time = _sum_times(launches)
        if time is not None:
            lines.append(f"{len(launches)} kernels, {time:.1f} us")
        return lines

    def __str__(self) -> str:
        lines = [self.program] + self._lines(self.launches)
        if self.preparation:
            lines += ["", _PREPARATION] + self._lines(self.preparation)
        return "\n".join(lines)

    def _timeline(self) -> str:
        if not self.launches or self.launches[-1].end is None:
            return ""
        width, height = 900, 28
        scale = width / max(self.launches[-1].end, 1e-9)
        bars = []
        for number, launch in enumerate(self.launches):
            assert launch.start is not None and launch.time is not None
            label = html.escape(f"{number}: {launch.name}, {launch.time:.1f} us")
            bars.append(f'<rect x="{launch.start * scale:.2f}" y="0" height="{height}" '
                        f'width="{max(launch.time * scale, 0.5):.2f}" '
                        f'fill="hsl({number * 47 % 360}, 55%, 60%)"><title>{label}</title></rect>')
        return (f'<svg viewBox="0 0 {width} {height}" width="100%" height="{height}" '
                f'preserveAspectRatio="none">{"".join(bars)}</svg>')

    def _table(self, launches: Sequence[Launch]) -> str:
        head = "".join(f"<th>{html.escape(cell)}</th>" for cell in self._HEAD)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>"
            for row in self._rows(launches))
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def _repr_html_(self) -> str:
        page = f"<p>{html.escape(self.program)}</p>{self._timeline()}{self._table(self.launches)}"
        if self.preparation:
            page += f"<p>{_PREPARATION}</p>{self._table(self.preparation)}"
        return page

    def save(self, path: Any) -> None:
        """Writes the page to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write('<!doctype html><meta charset="utf-8"><title>mlir-autotune</title>'
                       "<style>body { font-family: sans-serif } td, th { text-align: right; "
                       "padding: 0 0.6em } td:nth-child(2), th:nth-child(2) { text-align: left }"
                       f"</style>{self._repr_html_()}")


def _split(told: Sequence[tuple]) -> Tuple[List[Launch], List[Launch]]:
    """The kernels of each call, and those of the first one only."""
    parts: Tuple[List[Launch], List[Launch]] = ([], [])
    for kept in (False, True):
        part = [launch for launch in told if bool(launch[5]) == kept]
        first = part[0][6] if part else 0.0
        for name, grid, threads, cluster, shared, _, start, end in part:
            times = (start - first, end - first) if start >= 0 else (None, None)
            parts[kept].append(Launch(name, grid, threads, cluster, shared, *times))
    return parts


def explain(program: Program, *args: Any, **kwargs: Any) -> Explanation:
    """Calls a program, and says which kernels it launched and how long each took.

    Without arguments, the program is called with arrays of zeros if its sizes are known.
    What is computed once is computed again, as after program.refresh().
    """
    flat = program.flat
    given = flat.zeros() if not args and not kwargs else program.signature.flatten(args, kwargs)
    if flat.device is not None:
        flat(given)  # Loads kernels, and allocates.
    flat.refresh()
    return Explanation(repr(program).strip("<>"), *_split(flat.trace(given)))

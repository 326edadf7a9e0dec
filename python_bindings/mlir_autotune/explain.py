"""Where the time of a program goes."""

import html
from dataclasses import dataclass
from typing import Any, List, Optional, Sequence, Tuple

from .program import Program


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


class Explanation:
    """The kernels of a call, in their order. Prints as a table; in a notebook it is a page
    with a timeline."""

    def __init__(self, program: str, launches: List[Launch]):
        self.program = program
        self.launches = launches

    @property
    def kernel_time(self) -> Optional[float]:
        """The sum of the kernels' times, in microseconds. Kernels of a call overlap, and
        these do not."""
        times = [launch.time for launch in self.launches]
        return None if None in times else sum(times)  # type: ignore[arg-type]

    def to_pandas(self) -> Any:
        """A frame with a row for each launch."""
        try:
            import pandas
        except ImportError:
            raise ImportError("to_pandas() needs pandas: pip install pandas") from None
        return pandas.DataFrame(
            [dict(vars(launch), time=launch.time) for launch in self.launches])

    def _rows(self) -> List[Sequence[str]]:
        total = self.kernel_time
        rows = []
        for number, launch in enumerate(self.launches):
            grid = "x".join(str(size) for size in launch.grid)
            if launch.cluster_size > 1:
                grid += f" /{launch.cluster_size}"
            time = launch.time
            share = "" if time is None or not total else f"{100 * time / total:.1f}"
            rows.append((str(number), launch.name, grid, str(launch.threads),
                         str(launch.shared_bytes), "" if time is None else f"{time:.1f}", share))
        return rows

    _HEAD = ("#", "kernel", "grid", "threads", "shared bytes", "us", "%")

    def __str__(self) -> str:
        rows = [self._HEAD] + [tuple(row) for row in self._rows()]
        widths = [max(len(row[i]) for row in rows) for i in range(len(self._HEAD))]
        lines = [self.program]
        for row in rows:
            cells = [cell.ljust(width) if i == 1 else cell.rjust(width)
                     for i, (cell, width) in enumerate(zip(row, widths))]
            lines.append("  ".join(cells).rstrip())
        if self.kernel_time is not None:
            lines.append(f"{len(self.launches)} kernels, {self.kernel_time:.1f} us")
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

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(cell)}</th>" for cell in self._HEAD)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>"
            for row in self._rows())
        return (f"<p>{html.escape(self.program)}</p>{self._timeline()}"
                f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")

    def save(self, path: Any) -> None:
        """Writes the page to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write('<!doctype html><meta charset="utf-8"><title>mlir-autotune</title>'
                       "<style>body { font-family: sans-serif } td, th { text-align: right; "
                       "padding: 0 0.6em } td:nth-child(2), th:nth-child(2) { text-align: left }"
                       f"</style>{self._repr_html_()}")


def explain(program: Program, *args: Any, **kwargs: Any) -> Explanation:
    """Calls a program once, and says which kernels it launched and how long each took.

    Without arguments, the program is called with arrays of zeros if its sizes are known.
    """
    flat = program.flat
    given = flat.zeros() if not args and not kwargs else program.signature.flatten(args, kwargs)
    if flat.device is not None:
        flat(given)  # Loads kernels, and allocates.
    return Explanation(repr(program).strip("<>"), [
        Launch(name, grid, threads, cluster, shared, *(
            (start, end) if start >= 0 else (None, None)))
        for name, grid, threads, cluster, shared, start, end in flat.trace(given)])

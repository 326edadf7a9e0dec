#!/usr/bin/env python3
"""Measures what the project claims of its own speed, beside a bound for each.

    speed.py BUILD-FOLDER      measures; ./dev.sh bench calls it
    speed.py --figures FILE    prints the table of figures that are given: lines
                               `seconds<TAB>bound<TAB>what`

Figures are seconds of the processor, or nanoseconds where a line says so. The
best of some runs counts. The exit status is 1 if a figure is over its bound. No
test measures anything: a machine may be slow, or busy.
"""

import os
import resource
import subprocess
import sys
import tempfile

from dispatch import time_dispatch
from matmuls import write_matmuls

RUNS = 3


def time_attach(build, count):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        write_matmuls(file, count)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([os.path.join(build, "bin", "autotune-opt"), file.name,
                        "--autotune-attach-configs=target=h200", "-o", "/dev/null"],
                       check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(build):
    program = os.path.join(build, "test", "Speed", "autotune-speed")
    done = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True)
    figures = parse(done.stdout)
    small = min(time_attach(build, 2500) for _ in range(RUNS))
    large = min(time_attach(build, 10000) for _ in range(RUNS))
    figures.append((large, 10.0, "autotune-attach-configs: 10,000 matmuls, all "
                    "different, read and written"))
    # Linear growth makes it four times as long, quadratic sixteen times.
    figures.append((large, 8 * small + 0.1, "the same, beside 2,500 of them"))
    # By the clock: a call is far shorter than what the processor's time counts.
    for asks, what in ((True, "the row of a plan of 8 rows, selected by host code"),
                       (False, "the same, where the runtime is not asked")):
        figures.append((min(time_dispatch(build, asks) for _ in range(RUNS)), 100e-9,
                        what))
    return figures


def parse(text):
    figures = []
    for line in text.splitlines():
        seconds, bound, what = line.split("\t")
        figures.append((float(seconds), float(bound), what))
    return figures


def get_text(seconds, bound):
    """In nanoseconds where the bound is below a microsecond."""
    return f"{seconds * 1e9:.1f} ns" if bound < 1e-6 else f"{seconds:.3f}"


def print_table(figures):
    width = max([len(what) for _, _, what in figures] + [4])
    print(f"{'what':{width}}    seconds      bound  verdict")
    for seconds, bound, what in figures:
        verdict = "ok" if seconds <= bound else "TOO SLOW"
        print(f"{what:{width}} {get_text(seconds, bound):>10} "
              f"{get_text(bound, bound):>10}  {verdict}")
    over = sum(seconds > bound for seconds, bound, _ in figures)
    print(f"{len(figures)} figures, {over} over their bounds")
    return over


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--figures":
        with open(sys.argv[2]) as file:
            figures = parse(file.read())
    elif len(sys.argv) == 2 and not sys.argv[1].startswith("-"):
        figures = measure(sys.argv[1])
    else:
        sys.exit(__doc__)
    sys.exit(1 if print_table(figures) else 0)


if __name__ == "__main__":
    main()

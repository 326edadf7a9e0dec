# UNSUPPORTED: sanitizers
# RUN: %python %s --jobs=2 --check %autotune_src/docs/reference/planted-faults.md
#
# Plants faults into kernels, compares what that has changed, and runs these in
# the simulator, in three schedules.
#
#   verdicts.py [--all] [--kernel NAME] [--fault NAME] [--show]
#               [--write PAGE | --check PAGE]
#
# By default a fault goes into the first site of the first kernel that has one;
# with --all into all sites of all kernels. Of
# these mutations, 95 % must be reported with a kind of finding that names their
# cause, or as a wrong result with the explanation that Inputs/explanations.py
# has for them. No other explanation may be given, and nothing may be said of
# kernels without a fault, or with one that changes nothing.
# --write writes the verdicts as a page; --check compares the page.

import argparse
import collections
import concurrent.futures
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "Inputs"))
from descriptions import describe, get_difference
from explanations import EXPLANATIONS
from kernels import KERNELS, Programs, mutate

FINDING = re.compile(r"^ +[^|]*?: ([a-z]+(?:-[a-z]+)*): ")
WRONG = re.compile(r"^ +\d+ of \d+ elements of (c\d*|output \d+) are wrong")
COUNTERS = re.compile(r"^ +the kernel left its counters at ")
# What is wrong with all of these elements, or most of them.
EXPLAINED = re.compile(r"^ +wrong-result: each ")
# How many kernels a fault goes into by default.
MANY = 1
BAR = 0.95
# What no schedule shows, and why, by fault.
UNDETECTED = {}


class Verdict:
    """What the simulator says of a kernel, by schedule."""

    def __init__(self, program, programs):
        self.kinds, self.messages, self.problem = {}, {}, None
        self.explanations = set()
        # What planting has changed, as a text.
        self.change = None
        code, out, error = programs.simulate(program)
        if code not in (0, 1):
            self.problem = (error.strip().splitlines() or ["exit status %s" %
                                                           code])[-1]
            return
        schedule = None
        for line in out.splitlines():
            head = re.match(r"(ok  |FAIL) .*\| ([a-z-]+)", line)
            if head:
                schedule = head.group(2)
                self.kinds[schedule] = []
                continue
            found = FINDING.match(line)
            kind = "wrong-result" if WRONG.match(line) else \
                "counters" if COUNTERS.match(line) else \
                "explained" if EXPLAINED.match(line) else \
                found.group(1) if found else None
            if kind and schedule:
                self.kinds[schedule].append(kind)
                self.messages.setdefault(kind, line.strip())
            if kind == "explained":
                self.explanations.add(line.strip())
        if len(self.kinds) != 3:
            self.problem = (error or out).strip().splitlines()[-1:] or ["?"]
            self.problem = self.problem[0]

    def found(self):
        return {kind for kinds in self.kinds.values() for kind in kinds}


def judge(job):
    programs, fault, site = job
    try:
        program = programs.text[programs.first] if fault is None else \
            mutate(programs, fault, site)
    except RuntimeError as error:
        verdict = Verdict.__new__(Verdict)
        verdict.kinds, verdict.messages, verdict.explanations = {}, {}, set()
        verdict.change = None
        verdict.problem = str(error)
        return job, verdict
    verdict = Verdict(program, programs)
    if fault is not None and site == 0:
        verdict.change = describe(programs, fault, program)
    return job, verdict


def choose(all_programs, arguments):
    jobs, seen = [], collections.Counter()
    for programs in all_programs:
        jobs.append((programs, None, 0))
        for fault in programs.faults.values():
            if arguments.fault and fault.name not in arguments.fault:
                continue
            if seen[fault.name] >= MANY and not arguments.all:
                continue
            seen[fault.name] += 1
            sites = range(fault.sites) if arguments.all else \
                [0] if seen[fault.name] == 1 else [fault.sites - 1]
            jobs += [(programs, fault, site) for site in sites]
    return jobs


class Result:
    """One run: a kernel with a fault, or without."""

    def __init__(self, job, verdict):
        self.programs, self.fault, self.site = job
        self.verdict = verdict
        found = verdict.found()
        self.truly = self.fault is not None and not self.fault.equivalent
        self.expected = EXPLANATIONS.get(self.fault.name) if self.truly else None
        self.false = sorted(
            text for text in verdict.explanations
            if not self.expected or not re.search(self.expected, text))
        if self.truly:
            self.kinds = [k for k in self.fault.expected if k in found]
            # Wrong elements alone name no cause.
            findings = [k for k in self.kinds if k != "wrong-result"]
            if "wrong-result" in self.kinds and "explained" in found \
                    and not self.false:
                self.kinds[self.kinds.index("wrong-result")] = "explained"
            self.how = "finding" if findings else self.kinds[0] \
                if self.kinds else "nothing"
            self.good = self.how in ("finding", "explained") and not self.false
        else:
            self.kinds = sorted(found)
            self.good = not found and not verdict.problem

    def __str__(self):
        kinds = {s: sorted(set(k)) for s, k in self.verdict.kinds.items()}
        return "%s %s %s %d: %s; expected %s" % (
            "ok " if self.good else "BAD", self.programs.kernel.name,
            self.fault.name if self.fault else "without a fault", self.site,
            self.verdict.problem or kinds,
            " or ".join(self.fault.expected) if self.truly else "nothing")


HEAD = """\
<!-- By test/Faults/verdicts.py --write: don't edit -->

# Planted faults

Does the simulator find the faults that kernels have? This page lists every fault that `autotune-opt -autotune-plant-fault`
can put into a kernel, and what the simulator reports. [simulator.md](../design/simulator.md) describes the simulator
and its findings.

`autotune-sim` runs each broken kernel in three schedules. (`-autotune-list-faults` says how many places of a kernel a
fault fits.) A fault counts as reported in two cases:

- A finding has a kind that names the fault's cause, at an operation and its location. The kind `counters` names the
  counters of the workspace that a kernel left at other values.
- The wrong elements have the explanation that is expected of this fault (`test/Faults/Inputs/explanations.py`). It is one
  of these, in numbers (`explained`): products that are missing or counted twice, values that belong elsewhere, an operand
  that is read elsewhere or in another layout. Of kernels of rows, columns that a reduction or scan leaves out or counts
  several times, or another number that it begins with.

Wrong elements alone do not name a cause (`wrong-result`), and a wrong explanation fails the test. Each fault goes into the
first site of the first kernel that has one; `verdicts.py --all` tries all sites of all kernels. The kernels are those of
`test/Faults/Inputs`. Their sizes are ragged along M, N and K, with more steps along K than twice the ring's stages. Only in
the kernel `fitting` does the last tile along M and N begin so early that it fits. The kernels `rows`, `scans`
and `passes` are of problems of rows. Kernels of attention have a test of their own (`softmax.py`), in which wrong elements
alone are enough: no explanation is sought for them.

    autotune-opt kernel.mlir -convert-tile-to-nvvm -autotune-plant-fault='fault=drop-full-wait site=1' -o - |
      autotune-sim - --problem='200x136x584 bf16 -> bf16' --schedule=all
    autotune-opt rows.mlir -autotune-lower-rows=target=h200 -autotune-plant-fault='fault=rows-drop-lane' -o - |
      autotune-sim - --rows=rows.mlir --schedule=all

`test/Faults/verdicts.py --write docs/reference/planted-faults.md` writes this page, and a test compares it.
"""


def page(results):
    rows = {}
    for result in results:
        if result.fault:
            rows.setdefault(result.fault.name, []).append(result)
    truly = [r for r in results if r.truly]
    silent = [r for r in results if r.fault and not r.truly]
    bare = [r for r in results if not r.fault]
    lines = [HEAD, "| | |", "| --- | --- |"]
    lines.append("| faults | %d, and %d changes that are none |" % (
        len({r.fault.name for r in truly}), len({r.fault.name for r in silent})))
    lines.append("| mutations | %d |" % len(truly))
    for title, select in (
            ("reported with a cause", lambda r: r.good),
            ("by a finding that names operation and location",
             lambda r: r.how == "finding"),
            ("by a wrong result with an explanation",
             lambda r: r.how == "explained"),
            ("reported by a bare wrong result",
             lambda r: r.how == "wrong-result"),
            ("not reported", lambda r: r.how == "nothing")):
        count = sum(map(select, truly))
        lines.append("| %s | %d (%.1f %%) |" % (
            title, count, 100 * count / max(1, len(truly))))
    lines.append("| changes that are no fault, reported | %d of %d |" % (
        sum(not r.good for r in silent), len(silent)))
    lines.append("| kernels without a fault, reported | %d of %d |" % (
        sum(not r.good for r in bare), len(bare)))
    for level, title in (("tile", "Tile programs"), ("nvvm", "Lowered kernels"),
                         ("rows", "Kernels of rows")):
        lines += ["", "## " + title, "",
                  "| fault | what is wrong | in | reported | as |",
                  "| --- | --- | --- | --- | --- |"]
        for name, runs in rows.items():
            fault = runs[0].fault
            if fault.level != level or not runs[0].truly:
                continue
            kinds = [k for k in fault.expected + ["explained"]
                     if any(k in r.kinds for r in runs)]
            lines.append("| `%s` | %s | %s | %d of %d | %s |" % (
                name, fault.what, ", ".join(r.programs.kernel.name for r in runs),
                sum(r.good for r in runs), len(runs), ", ".join(kinds)))
    lines += ["", "## Reported without a cause", "",
              "Elements are wrong, and no single explanation holds for them.",
              ""]
    for result in truly:
        if result.how == "wrong-result":
            lines.append("* `%s` in %s: %s." % (
                result.fault.name, result.programs.kernel.name,
                result.fault.what))
    lines += ["", "## Not reported", ""]
    silent = [result for result in truly if result.how == "nothing"]
    lines += ["* `%s` in %s: %s." % (
        result.fault.name, result.programs.kernel.name,
        UNDETECTED.get(result.fault.name, "not explained"))
              for result in silent] or ["None."]
    lines += ["", "## Changes that are no fault", "",
              "| change | what it does | why it is none | in |",
              "| --- | --- | --- | --- |"]
    for name, runs in rows.items():
        if not runs[0].truly:
            lines.append("| `%s` | %s | %s | %s |" % (
                name, runs[0].fault.what, runs[0].fault.equivalent,
                ", ".join(r.programs.kernel.name for r in runs)))
    return "\n".join(lines) + "\n"


def check(results):
    """What of this is an error, in words."""
    truly = [r for r in results if r.truly]
    good = sum(r.good for r in truly)
    for result in results:
        if not result.truly and not result.good:
            yield "%s: nothing is wrong with it" % result
        for text in result.false if result.truly else []:
            yield "%s %s %d is explained by \"%s\"; %s" % (
                result.programs.kernel.name, result.fault.name, result.site, text,
                "that must say \"%s\"" % result.expected if result.expected
                else "explanations.py has nothing that it may say")
        if result.verdict.problem:
            yield "%s: could not be run" % result
    if truly and good < BAR * len(truly):
        yield "%d of %d mutations reported with a cause, %d %% are wanted" % (
            good, len(truly), 100 * BAR)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--kernel", action="append")
    parser.add_argument("--fault", action="append")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--write")
    parser.add_argument("--check")
    arguments = parser.parse_args()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        all_programs = list(pool.map(Programs, [
            kernel for kernel in KERNELS
            if not arguments.kernel or kernel.name in arguments.kernel]))
        results = []
        for job, verdict in pool.map(judge, choose(all_programs, arguments)):
            result = Result(job, verdict)
            results.append(result)
            if not result.good or arguments.show:
                print(result, flush=True)
            if arguments.show:
                for message in verdict.messages.values():
                    print("    " + message)
    errors = list(check(results))
    if not arguments.kernel:
        known = {name for programs in all_programs for name in programs.faults}
        errors += ["explanations.py expects something of %s, which no kernel has" %
                   name for name in sorted(set(EXPLANATIONS) - known)]
    if not arguments.kernel and not arguments.fault and not arguments.all:
        difference = get_difference(
            [r.verdict.change or "" for r in results if r.fault])
        errors += ["planting changes something else; changes.py --write brings "
                   "it up to date:\n" + "".join(difference)] if difference else []
    if arguments.write:
        with open(arguments.write, "w", encoding="utf-8") as file:
            file.write(page(results))
    if arguments.check:
        with open(arguments.check, encoding="utf-8") as file:
            if file.read() != page(results):
                errors.append(arguments.check + " is not what was found; "
                              "verdicts.py --write brings it up to date")
    print(len(results), "runs")
    for error in errors:
        print("error:", error, file=sys.stderr)
    sys.exit(bool(errors))


main()

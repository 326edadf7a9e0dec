# Plants faults into kernels and runs these in the simulator.
#
#   verdicts.py [--all] [--kernel NAME] [--fault NAME] [--show] [--docs FILE]
#
# By default each fault goes into the first site and the last one of each
# of the first kernels that have it; with --all into all sites of all kernels.
# Every mutation must be reported with one of the kinds of findings that name
# its cause (in any of the three schedules), all but 5 % of them, and kernels
# without a fault, or with one that is none, must not be. --docs writes the
# table, or with --check compares it.

import argparse
import collections
import concurrent.futures
import os
import re
import subprocess
import sys

INPUTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs")
Kernel = collections.namedtuple("Kernel", "name problem sms")
# Ragged along M, N and K, with more steps along K than twice the ring has
# stages, and several tiles for what is persistent.
KERNELS = [
    Kernel("cooperative", "200x248x456 bf16 -> bf16", 4),
    Kernel("pingpong", "200x136x584 bf16 -> bf16", 2),
    Kernel("split-k", "136x72x904 bf16 -> bf16", 2),
    Kernel("swap", "120x136x456 bf16 -> bf16", 4),
    Kernel("wide", "200x136x328 bf16 -> f32", 2),
    Kernel("simt", "40x36x40 bf16 -> bf16", 2),
]
Fault = collections.namedtuple(
    "Fault", "name level sites expected equivalent what where")
FINDING = re.compile(r"^ +[^|]*?: ([a-z]+(?:-[a-z]+)*): ")
WRONG = re.compile(r"^ +\d+ of \d+ elements of c are wrong")
# How many kernels a fault goes into by default.
MANY = 2


def run(arguments, text):
    try:
        done = subprocess.run(arguments, input=text, capture_output=True,
                              text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None, "", "took more than 120 s"
    return done.returncode, done.stdout, done.stderr


def transform(text, pipeline):
    code, out, error = run(["autotune-opt", "-", "--pass-pipeline=builtin.module(%s)"
                            % pipeline], text)
    if code != 0:
        lines = [x for x in error.splitlines() if "error:" in x]
        raise RuntimeError((lines or [error])[0])
    return out


class Programs:
    """A kernel at both levels, and the faults it has sites for."""

    def __init__(self, kernel):
        self.kernel = kernel
        with open(os.path.join(INPUTS, kernel.name + ".mlir")) as file:
            text = file.read()
        self.text = {}
        self.text["tile"] = transform(
            text, "func.func(autotune-attach-configs{target=h200 space=none}),"
            "autotune-lower-matmul{target=h200}")
        self.text["nvvm"] = transform(self.text["tile"],
                                      "gpu.module(convert-tile-to-nvvm)")
        self.faults = {}
        for level, text in self.text.items():
            code, out, _ = run(["autotune-opt", "-", "-autotune-list-faults",
                                "-o", os.devnull], text)
            for line in out.splitlines():
                fault = Fault(*line.split("\t"))
                self.faults[fault.name] = fault._replace(
                    sites=int(fault.sites), expected=fault.expected.split())


class Verdict:
    """What the simulator says of a kernel, by schedule."""

    def __init__(self, program, kernel):
        self.kinds, self.messages, self.problem = {}, {}, None
        code, out, error = run(
            ["autotune-sim", "-", "--problem=" + kernel.problem, "--sms=%d" %
             kernel.sms, "--schedule=all", "--jobs=1"], program)
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
                found.group(1) if found else None
            if kind and schedule:
                self.kinds[schedule].append(kind)
                self.messages.setdefault(kind, line.strip())
        if len(self.kinds) != 3:
            self.problem = (error or out).strip().splitlines()[-1:] or ["?"]
            self.problem = self.problem[0]

    def found(self):
        return {kind for kinds in self.kinds.values() for kind in kinds}


def mutate(programs, fault, site):
    text = programs.text[fault.level]
    return transform(text, "autotune-plant-fault{fault=%s site=%d}" %
                     (fault.name, site))


def judge(job):
    programs, fault, site = job
    try:
        program = programs.text["tile"] if fault is None else \
            mutate(programs, fault, site)
    except RuntimeError as error:
        verdict = Verdict.__new__(Verdict)
        verdict.kinds, verdict.messages = {}, {}
        verdict.problem = str(error)
        return job, verdict
    return job, Verdict(program, programs.kernel)


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
            last = fault.sites - 1
            sites = range(fault.sites) if arguments.all else \
                sorted({0, last}) if seen[fault.name] == 1 else [last]
            jobs += [(programs, fault, site) for site in sites]
    return jobs


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--kernel", action="append")
    parser.add_argument("--fault", action="append")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    all_programs = [Programs(kernel) for kernel in KERNELS
                    if not arguments.kernel or kernel.name in arguments.kernel]
    jobs = choose(all_programs, arguments)
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for (programs, fault, site), verdict in pool.map(judge, jobs):
            found = verdict.found()
            name = fault.name if fault else "-"
            if fault is None or fault.equivalent:
                good = not found and not verdict.problem
            else:
                good = bool(found & set(fault.expected))
            if not good:
                bad += 1
            if not good or arguments.show:
                print("ok " if good else "BAD", programs.kernel.name, name,
                      site, "|", verdict.problem or "",
                      {s: sorted(set(k)) for s, k in verdict.kinds.items()},
                      "expected", fault.expected if fault else "nothing",
                      flush=True)
                if arguments.show:
                    for message in verdict.messages.values():
                        print("     ", message[:300])
    print(len(jobs), "runs,", bad, "bad")


main()

# UNSUPPORTED: sanitizers
# RUN: %python %s
#
# Plants faults into kernels of attention, and runs them in the simulator. A fault of tile
# programs goes into its first site, in the first kernel that has one. The simulator runs the
# kernel in three schedules.
#
#   softmax.py [--all] [--fault NAME] [--show]
#
# With --all, faults of lowered kernels are planted, too. All faults then go into the first
# and the last site of both kernels.
#
# The simulator may say nothing of a kernel without a fault. All faults of Softmax.cpp must be
# found, by a finding or by wrong elements. Of the other faults, nine of ten must be found.
# Some of these change nothing: a guard that always holds, a slot that is filled once, and a
# row that does not count.

import argparse
import concurrent.futures
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "Inputs"))
from kernels import ATTENTIONS, Programs, mutate

BAR = 0.9
# The faults of lib/Faults/Softmax.cpp.
SOFTMAX = {
    "tile-drop-rescale", "tile-drop-division", "tile-carry-old-maximum", "tile-forget-sum",
    "tile-sum-as-maximum", "tile-drop-mask", "tile-shift-mask-row", "tile-shift-mask-column",
    "tile-collect-first-share", "tile-contribute-fewer-rows",
}


def find(text):
    """What is said of a kernel, a word for each line."""
    return [line.strip() for line in text.splitlines() if line.startswith("  ")]


def run(job):
    programs, fault, site = job
    try:
        program = programs.text["tile"] if fault is None else mutate(programs, fault, site)
    except RuntimeError as error:
        # A verifier has found it.
        return job, True, [str(error)]
    code, out, error = programs.simulate(program)
    if code not in (0, 1):
        return job, None, (error or out).strip().splitlines()[-1:]
    return job, code == 1, find(out)


def choose(all_programs, arguments):
    seen = set()
    for programs in all_programs:
        yield programs, None, 0
        for fault in programs.faults.values():
            is_asked = fault.name in arguments.fault if arguments.fault else \
                fault.level == "tile" or arguments.all
            if not fault.sites or fault.equivalent or not is_asked or \
                    (fault.name in seen and not arguments.all):
                continue
            seen.add(fault.name)
            for site in {0, fault.sites - 1 if arguments.all else 0}:
                yield programs, fault, site


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--fault", action="append")
    parser.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    errors, missed, known = [], 0, set()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = list(choose(list(pool.map(Programs, ATTENTIONS)), arguments))
        for (programs, fault, site), found, said in pool.map(run, jobs):
            name = fault.name if fault else "without a fault"
            known.add(name)
            line = " ".join([programs.kernel.name, name, str(site), *said[:1]])
            is_good = found == (fault is not None)
            missed += not is_good
            if not is_good or arguments.show:
                print("ok " if is_good else "BAD", line)
            if found is None or (not is_good and (fault is None or name in SOFTMAX)
                                 and not arguments.all):
                errors.append(line)
    if missed > (1 - BAR) * len(jobs):
        errors.append("%d of %d runs are bad" % (missed, len(jobs)))
    if not arguments.fault and not SOFTMAX <= known:
        errors.append("no kernel has sites for %s" % (SOFTMAX - known))
    print("%d runs, %d bad" % (len(jobs), missed))
    for error in errors:
        print("error:", error, file=sys.stderr)
    sys.exit(bool(errors))


main()

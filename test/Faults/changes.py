# REQUIRES: sanitizers
# RUN: %python %s
#
# Plants each fault and compares what that has changed (Inputs/descriptions.py);
# with --write, Inputs/changes.txt is brought up to date. Where kernels with
# faults are run as well, verdicts.py compares the same.

import concurrent.futures
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "Inputs"))
from descriptions import PATH, describe, get_difference
from kernels import KERNELS, Programs, mutate


def plant(job):
    programs, fault = job
    return describe(programs, fault, mutate(programs, fault, 0))


def main():
    jobs = {}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for programs in pool.map(Programs, KERNELS):
            for fault in programs.faults.values():
                jobs.setdefault(fault.name, (programs, fault))
        descriptions = list(pool.map(plant, jobs.values()))
    if sys.argv[1:] == ["--write"]:
        with open(PATH, "w") as file:
            file.write("\n".join(descriptions))
        return
    difference = get_difference(descriptions)
    if difference:
        sys.stdout.writelines(difference)
        sys.exit("changes.py --write brings it up to date")


main()

# RUN: %python %s %S/Inputs/changes.txt
#
# What planting does to a kernel: each fault, at the first site of the first
# kernel that has one, as the lines that it takes away and adds. Names of values
# are left out; constants are named after their value. With --write the file is
# brought up to date.

import concurrent.futures
import difflib
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "Inputs"))
from kernels import KERNELS, Programs, mutate

MANY = 8


def simplify(line, pattern):
    """A line without types, and without what `pattern` matches of names."""
    line = re.sub(r"(%(c|cst|true|false)[-\w]*?)_\d+\b(?!_)", r"\1", line.strip())
    line = line.split(" : ")[0]
    return re.sub(pattern, "%", line) if pattern else line


def get_lines(text, pattern):
    return [simplify(line, pattern) for line in text.splitlines()
            if "= arith.constant" not in line]


def compare(before, after, pattern):
    a, b = get_lines(before, pattern), get_lines(after, pattern)
    matcher = difflib.SequenceMatcher(None, a, b, autojunk=False)
    changes = [change for change in matcher.get_opcodes()
               if change[0] != "equal"]
    lost = [line for _, i, j, _, _ in changes for line in a[i:j]]
    come = [line for _, _, _, i, j in changes for line in b[i:j]]
    lines = []
    for _, i, j, k, m in changes:
        # What moves is known by what stands before it.
        if sorted(lost) == sorted(come):
            lines.append("  " + a[i - 1])
        lines += ["- " + line for line in a[i:j]]
        lines += ["+ " + line for line in b[k:m]]
    return lines


def rename(lines):
    """Values by the order in which they are first named."""
    names = {}
    return [re.sub(r"%\d+(#\d+)?", lambda match: names.setdefault(
        match.group(0), "%v" + str(len(names))), line) for line in lines]


def describe(job):
    programs, fault = job
    before = programs.text[fault.level]
    after = mutate(programs, fault, 0)
    lines = compare(before, after, r"%(\d+(#\d+)?|arg\d+)(:\d+)?")
    # Values that change places have no other name.
    if not lines:
        lines = rename(compare(before, after, None))
    if not lines:
        raise RuntimeError(fault.name + " changes nothing")
    more = len(lines) - MANY
    if more > 0:
        lines = lines[:MANY] + ["  and %d lines more" % more]
    head = "%s: %s (%s, %s)" % (fault.name, fault.what, fault.level,
                                programs.kernel.name)
    return "\n".join([head] + ["  " + line[:110] for line in lines]) + "\n"


def main():
    jobs = {}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for programs in pool.map(Programs, KERNELS):
            for fault in programs.faults.values():
                jobs.setdefault(fault.name, (programs, fault))
        text = "\n".join(pool.map(describe, jobs.values()))
    if sys.argv[1] == "--write":
        with open(sys.argv[2], "w") as file:
            file.write(text)
        return
    with open(sys.argv[1]) as file:
        known = file.read()
    if known != text:
        sys.stdout.writelines(difflib.unified_diff(
            known.splitlines(True), text.splitlines(True), sys.argv[1], "now"))
        sys.exit("changes.py --write FILE brings it up to date")


main()

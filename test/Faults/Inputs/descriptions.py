# What planting does to a kernel: each fault, at the first site of the first
# kernel that has one, as the lines that it takes away and adds. Names of values
# are left out; constants are named after their value. That is changes.txt.

import difflib
import os
import re

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "changes.txt")
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


def describe(programs, fault, after):
    """What `after` has in place of a kernel without the fault."""
    before = programs.text[fault.level]
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


def get_difference(descriptions):
    """Between what is known and what is so now, as lines."""
    with open(PATH) as file:
        known = file.read()
    return list(difflib.unified_diff(
        known.splitlines(True), "\n".join(descriptions).splitlines(True), PATH,
        "now"))

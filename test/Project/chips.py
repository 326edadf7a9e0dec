# RUN: %python %s %autotune_src
# RUN: %python %s %autotune_src --plant %t
#
# Hopper is named in its backend's folder and in the table of targets, and
# nowhere else: another chip then needs a folder and an entry. Comments and the
# prose of records may speak of chips. The second line plants a name into a copy
# of the tree, and wants it reported.

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
import planted

CHIP = re.compile(r"sm_?90")
# Where it may be named.
HOMES = ("lib/Backends/NVVM/SM90/", "include/mlir-autotune/Backends/NVVM/SM90/",
         "kernels_td/Targets.td")
# Messages that show how any chip is spelled. Each line says so.
EXAMPLES = {"lib/Dialect/Autotune/TargetAttr.cpp": "as in",
            "lib/Proposers/LookupTableReader.cpp": '"sm_90a");',
            "include/mlir-autotune/Transforms/Passes.td": "(h200; sm_90a;"}
COMMENT = re.compile(r"//.*")
PROSE = re.compile(r"\[\{.*?\}\]", re.S)


def code(text, is_record):
    """The text without comments and prose, line for line."""
    if is_record:
        text = PROSE.sub(lambda match: "\n" * match.group().count("\n"), text)
    return [COMMENT.sub("", line) for line in text.splitlines()]


def check(root):
    messages, files = [], 0
    for top in ("include/mlir-autotune", "lib", "kernels_td"):
        for folder, _, names in sorted(os.walk(os.path.join(root, top))):
            for name in sorted(names):
                path = os.path.relpath(os.path.join(folder, name), root)
                if not name.endswith((".h", ".cpp", ".td")) or \
                        path.startswith(HOMES):
                    continue
                files += 1
                text = open(os.path.join(root, path), encoding="utf-8").read()
                for number, line in enumerate(code(text, name.endswith(".td"))):
                    example = EXAMPLES.get(path)
                    if CHIP.search(line) and not (example and example in line):
                        messages.append(f"{path}:{number + 1}: names a chip: "
                                        f"{line.strip()}")
    if files < 20:
        messages.append(f"only {files} files found below {root}")
    return messages


PLANTED = {"lib/Backends/NVVM/Common/Planted.cpp": 'auto chip = "sm_90a";\n',
           "include/mlir-autotune/Space/Planted.h": "bool isSm90; int sm90;\n",
           "kernels_td/Planted.td": 'let chips = OnlyChips<["sm_90"]>;\n'}


planted.main(check, ("include", "lib", "kernels_td"), PLANTED)

# RUN: %python %s %autotune_src
# RUN: %python %s --plant %t
#
# Every source file opens with the project's banner, and none is longer than
# what a reader can hold. The second line shows that this test can fail.

import os
import re
import shutil
import sys

MAX_LINES = 450
LICENSE = """//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
"""
BANNER = (".h", ".cpp", ".cu", ".td")
LENGTH = BANNER + (".py", ".sh", ".cmake", "CMakeLists.txt")
TIMES = "test/.lit_test_times.txt"
TOPS = ("include", "lib", "tools", "test", "kernels_td", "python_bindings")


def check_file(path, name):
    text = open(path, encoding="utf-8").read()
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        yield f"{name}: {len(lines)} lines; at most {MAX_LINES}: split it"
    if not name.endswith(BANNER) or "/Inputs/" in name:
        return
    title = re.compile(r"//===-+ %s - .*(-\*- \S+ -\*-)?-*===//$"
                       % re.escape(os.path.basename(name)))
    if not lines or not title.match(lines[0]) or len(lines[0]) != 80:
        yield (f"{name}:1: not '//===- {os.path.basename(name)} - One line of "
               "purpose ---===//', 80 columns wide")
    elif text.split("\n", 1)[1][:len(LICENSE)] != LICENSE:
        yield f"{name}:2: the licence lines are missing or changed"


def check_times(root):
    """The tests that lit starts first in a fresh checkout are there."""
    path = os.path.join(root, TIMES)
    for line in open(path) if os.path.exists(path) else ():
        name = os.path.join("test", line.split()[1])
        if not os.path.exists(os.path.join(root, name)):
            yield f"{TIMES}: {name} does not exist"


def check(root):
    messages = list(check_times(root))
    for top in TOPS:
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders[:] = sorted(f for f in folders if f[0] not in "._")
            for name in sorted(names):
                if name.endswith(LENGTH):
                    path = os.path.join(folder, name)
                    messages += check_file(path, os.path.relpath(path, root))
    return messages


def plant(root):
    good = "//===- good.h - Right " + "-" * 53 + "===//\n" + LICENSE
    planted = {
        "lib/good.h": (good, False),
        "lib/long.cpp": (good.replace("good.h", "long.cpp").replace("--", "", 1)
                         + "\n" * MAX_LINES, True),
        "lib/none.h": ("#include <vector>\n", True),
        "lib/narrow.h": (good.replace("good.h", "narrow.h"), True),
        "lib/wrong.h": (good.replace("good.h", "wrong.h").replace("-", "", 1)
                        .replace("Apache", "Apathy"), True),
        "test/empty.cpp": ("", True),
        TIMES: ("5 gone.test\n", True),
    }
    shutil.rmtree(root, ignore_errors=True)
    for name, (text, _) in planted.items():
        os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
        with open(os.path.join(root, name), "w") as file:
            file.write(text)
    messages = check(root)
    return [f"{name}: expected {'a message' if bad else 'none'}"
            for name, (_, bad) in planted.items()
            if any(m.startswith(name + ":") for m in messages) != bad]


found = plant(sys.argv[2]) if sys.argv[1] == "--plant" else check(sys.argv[1])
for line in found:
    print(line, file=sys.stderr)
sys.exit(bool(found))

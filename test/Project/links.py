# RUN: %python %s %autotune_src
# RUN: %python %s --plant %t
#
# A link from one document to a file of this repository finds it. The second
# line shows that this test can fail.

import os
import re
import shutil
import sys

LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def check(root):
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if f[0] != "." and f != "build")
        for name in sorted(names):
            if not name.endswith(".md"):
                continue
            path = os.path.join(folder, name)
            text = re.sub(r"^```.*?^```$", "", open(path).read(),
                          flags=re.M | re.S)
            for link in LINK.findall(text):
                if "://" not in link and \
                        not os.path.exists(os.path.join(folder, link)):
                    yield f"{os.path.relpath(path, root)}: no '{link}'"


def plant(root):
    shutil.rmtree(root, ignore_errors=True)
    os.makedirs(os.path.join(root, "docs"))
    with open(os.path.join(root, "docs", "a.md"), "w") as file:
        file.write("[a](a.md#part) [b](../b.md) [c](https://llvm.org/x)\n"
                   "```mlir\n[d](d)\n```\n")
    found = list(check(root))
    return [] if found == ["docs/a.md: no '../b.md'"] else [f"found {found}"]


problems = plant(sys.argv[2]) if sys.argv[1] == "--plant" else \
    list(check(sys.argv[1]))
for line in problems:
    print(line, file=sys.stderr)
sys.exit(bool(problems))

# RUN: %python %s %autotune_src
# RUN: %python %s %autotune_src --plant %t
#
# What is known of an element type is in one record of kernels_td/Elements.td.
# This counts the files that name one type nevertheless: each is a file that a
# new type like it would have to touch. The second line shows that the first can
# fail: it plants one file for each spelling, and wants all of them reported.

import os
import re
import shutil
import sys

# f8E5M2, as MLIR, C++, PTX and lists of shapes spell it.
NAME = re.compile(r"(?:F8|f8|Float8|\b)E5M2|\be5m2\b")
FOLDERS = ["include", "lib", "tools", "python_bindings"]
SOURCES = (".h", ".cpp", ".c", ".cu", ".td", ".def", ".inc", ".py", ".txt",
           ".cmake")
# Two of documentation, and a list of types in a script that measures a peer.
MOST = 3


def find(root):
    """The files below FOLDERS that name the type."""
    named = []
    for folder in FOLDERS:
        for path, _, names in os.walk(os.path.join(root, folder)):
            for name in names:
                file = os.path.join(path, name)
                if name.endswith(SOURCES) and \
                        NAME.search(open(file, encoding="utf-8").read()):
                    named.append(os.path.relpath(file, root))
    return sorted(named)


PLANTED = {"include/Kind.h": "ElementKind::F8E5M2",
           "lib/Index.cpp": "kF8E5M2",
           "lib/Type.cpp": "isa<Float8E5M2Type>(type)",
           "lib/Simulator.cpp": "ElementKind::E5M2",
           "lib/PTX.cpp": "NVVM::WGMMATypes::e5m2",
           "tools/Text.td": '"f8E5M2"'}
INNOCENT = {"lib/Other.cpp": "Float8E4M3FNType", "docs/page.md": "f8E5M2"}


def plant(root):
    shutil.rmtree(root, ignore_errors=True)
    for name, text in {**PLANTED, **INNOCENT}.items():
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + "\n")
    found = find(root)
    if found != sorted(PLANTED):
        sys.exit(f"planted {sorted(PLANTED)}, found {found}")


def main():
    if len(sys.argv) == 4:
        return plant(sys.argv[3])
    named = find(sys.argv[1])
    if len(named) > MOST:
        sys.exit(f"{len(named)} files name f8E5M2, and at most {MOST} may. Ask "
                 "Core/Elements.h for what kernels_td/Elements.td says of the "
                 "type, instead of naming it:\n  " + "\n  ".join(named))


main()

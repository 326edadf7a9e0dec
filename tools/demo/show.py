#!/usr/bin/env python3
"""Tables for the demo.

show.py picks MODULE.mlir        each matmul's config and where it is from
show.py simt MODULE.mlir         the module with the simt template in the place
                                 of every config, to be completed
"""

import re
import sys


def balanced(text, start):
    """The text from start to the '>' that closes the first '<'."""
    depth = 0
    for end in range(start, len(text)):
        if text[end] == "<":
            depth += 1
        elif text[end] == ">" and text[end - 1] != "-":
            depth -= 1
            if depth == 0:
                return text[start:end + 1]
    return text[start:]


def attribute(line, name):
    """What stands between the brackets of `name = #autotune.…<…>`."""
    found = re.search(r"\b%s = #autotune\.\w+<" % re.escape(name), line)
    return balanced(line, found.end() - 1)[1:-1] if found else "-"


def picks(path):
    function = "?"
    for line in open(path):
        found = re.search(r"func\.func .*@(\w+)", line)
        function = found.group(1) if found else function
        if "linalg.matmul" not in line:
            continue
        shapes = re.findall(r"tensor<([\dx]+)x\w+>", line)
        print(f"\n  @{function}: {shapes[0]} by {shapes[1]}"
              if len(shapes) > 1 else f"\n  @{function}")
        print(f"    {attribute(line, 'autotune.config')}")
        print(f"    {attribute(line, 'autotune.provenance')}")


def simt(path):
    text = open(path).read()
    text = re.sub(r"autotune\.candidates = \[.*?\](?=, autotune\.|\})", "", text, flags=re.S)
    text = re.sub(r"autotune\.config = #autotune\.config<[^>]*>",
                  "autotune.config = #autotune.config<simt>", text)
    text = re.sub(r"autotune\.provenance = #autotune\.provenance<[^>]*>", "", text)
    # The commas that are left over.
    text = re.sub(r"\{(\s*,)+\s*", "{", text)
    text = re.sub(r"(,\s*)+\}", "}", text)
    print(text, end="")


{"picks": picks, "simt": simt}[sys.argv[1]](sys.argv[2])

# RUN: %python %s %autotune_src
# RUN: %python %s %autotune_src --plant %t
#
# Most of the project takes a ProblemFact, whatever the kind of problem. What is
# known of a matrix product (MatmulFact) is named by the layers that are about
# products, and by few others. Outside of these layers, few files look into a
# product at all (getMatmul). The test prints how many files there are of both
# kinds. The second line shows that the first can fail.

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
import planted

TOPS = ("include", "lib", "tools")
# The layers about products; the simulation makes the matrices of one.
MAY_NAME = re.compile(r"(include/mlir-autotune|lib)/"
                      r"(Problem|Analysis|Space|Kernels|FormProblems|Simulation)/")
MOST_FILES = 60
MOST_LOOKING = 52
NAME = re.compile(r"\bMatmulFact\b")
LOOK = re.compile(r"\bgetMatmul\(")


def check(root):
    messages, files, looking = [], [], []
    for top in TOPS:
        for folder, _, names in sorted(os.walk(os.path.join(root, top))):
            for name in sorted(names):
                if name.endswith(".pyc"):
                    continue
                path = os.path.relpath(os.path.join(folder, name), root)
                with open(os.path.join(root, path), encoding="utf-8") as file:
                    text = file.read()
                if LOOK.search(text) and not MAY_NAME.match(path):
                    looking.append(path)
                if not NAME.search(text):
                    continue
                files.append(path)
                if name.endswith(".h") and not MAY_NAME.match(path):
                    messages.append(f"{path}: names MatmulFact; other headers than "
                                    "those about products take a ProblemFact")
    for found, most, what in ((files, MOST_FILES, "name MatmulFact"),
                              (looking, MOST_LOOKING, "call getMatmul elsewhere")):
        print(f"{len(found)} files {what}; at most {most} may")
        if not 0 < len(found) <= most:
            messages += [f"{path}: is one of {len(found)} files that {what}"
                         for path in found]
    return messages


PLANTED = {
    "include/mlir-autotune/Tune/Planted.h": "void tune(const MatmulFact &fact);\n",
    "lib/Measure/Planted.h": "/// Of a MatmulFact.\n",
    **{f"lib/Tune/Planted{number}.cpp": "MatmulFact fact;\n"
       for number in range(MOST_FILES)},
    **{f"lib/Report/Planted{number}.cpp": "int64_t m = fact.getMatmul().m;\n"
       for number in range(MOST_LOOKING)},
}


planted.main(check, TOPS, PLANTED)

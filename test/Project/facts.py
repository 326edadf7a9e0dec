# RUN: %python %s %autotune_src
# RUN: %python %s %autotune_src --plant %t
#
# Most of the project takes a ProblemFact, whatever the kind of problem. What is
# known of a matrix product (MatmulFact) is named by the layers that are about
# products, and by few others. The test prints how many files name it. The second
# line shows that the first can fail.

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
NAME = re.compile(r"\bMatmulFact\b")



def check(root):
    messages, files = [], []
    for top in TOPS:
        for folder, _, names in sorted(os.walk(os.path.join(root, top))):
            for name in sorted(names):
                path = os.path.relpath(os.path.join(folder, name), root)
                with open(os.path.join(root, path), encoding="utf-8") as file:
                    if not NAME.search(file.read()):
                        continue
                files.append(path)
                if name.endswith(".h") and not MAY_NAME.match(path):
                    messages.append(f"{path}: names MatmulFact; other headers than "
                                    "those about products take a ProblemFact")
    print(f"{len(files)} files name MatmulFact; at most {MOST_FILES} may")
    if not 0 < len(files) <= MOST_FILES:
        messages += [f"{path}: is one of {len(files)} files that name MatmulFact"
                     for path in files]
    return messages


PLANTED = {
    "include/mlir-autotune/Tune/Planted.h": "void tune(const MatmulFact &fact);\n",
    "lib/Measure/Planted.h": "/// Of a MatmulFact.\n",
    **{f"lib/Tune/Planted{number}.cpp": "MatmulFact fact;\n"
       for number in range(MOST_FILES)},
}


planted.main(check, TOPS, PLANTED)

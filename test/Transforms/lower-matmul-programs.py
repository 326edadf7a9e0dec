# RUN: %python %s autotune-opt %autotune_src
#
# How often a tile program is built, by counting: attaching builds none, and
# lowering one for each distinct fact and config, however many matmuls there are.

import glob
import re
import subprocess
import sys
import tempfile

COUNT = 600
SIZES = [(16, 32, 8), (33, 17, 5), (64, 64, 64)]


def matmul(i):
    m, n, k = SIZES[i % len(SIZES)]
    a, b, c = f"tensor<{m}x{k}xf32>", f"tensor<{k}x{n}xf32>", f"tensor<{m}x{n}xf32>"
    return (f"func.func @f{i}(%a: {a}, %b: {b}, %c: {c}) -> {c} {{\n"
            f"  %0 = linalg.matmul {{autotune.config = #c}} ins(%a, %b : {a}, {b}) outs(%c : {c}) -> {c}\n"
            f"  return %0 : {c}\n}}\n")


def count(statistic, passes):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write("#c = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>\n")
        file.writelines(matmul(i) for i in range(COUNT))
        file.flush()
        done = subprocess.run(
            [sys.argv[1], file.name, *passes, "-mlir-pass-statistics", "-o", "/dev/null"],
            check=True, stderr=subprocess.PIPE, text=True)
    found = re.findall(rf"\(S\)\s+(\d+) {statistic} ", done.stderr)
    return [int(each) for each in found]


attach, lower = "-autotune-attach-configs=target=h200 space=none", "-autotune-lower-matmul=target=h200"
# Nor do the layers that it calls: they stand before Kernels (test/Project/layers.py).
sources = glob.glob(sys.argv[2] + "/lib/Transforms/Attach*")
assert len(sources) > 3
for source in sources:
    assert "mlir-autotune/Kernels" not in open(source, encoding="utf-8").read(), source
assert count("lowered", [attach, lower]) == [COUNT]
assert count("programs", [attach, lower]) == [len(SIZES)]
# Sizes are values of these programs, which are one.
assert count("kernels", [attach, lower]) == [1]

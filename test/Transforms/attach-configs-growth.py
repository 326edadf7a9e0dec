# RUN: %python %s autotune-opt
#
# The work of attaching grows with the number of distinct matmuls: each is decided
# once, and each matmul gets its config. test/Speed holds how long that takes.

import re
import subprocess
import sys
import tempfile

sys.path.insert(0, __file__.replace("Transforms/attach-configs-growth.py", "Speed"))
from matmuls import write_matmuls


def count(number, alike):
    """What the pass counts: (distinct matmuls decided, matmuls given a config)."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        write_matmuls(file, number, alike)
        done = subprocess.run(
            [sys.argv[1], file.name, "--autotune-attach-configs=target=h200",
             "-mlir-pass-statistics", "-mlir-pass-statistics-display=list",
             "-o", "/dev/null"], check=True, stderr=subprocess.PIPE, text=True)
    counts = {name: int(value) for value, name in re.findall(
        r"\(S\)\s+(\d+)\s+(facts|attached)\b", done.stderr)}
    return counts.get("facts"), counts.get("attached")


for number, alike, want in [(500, False, (500, 500)), (2000, False, (2000, 2000)),
                            (2000, True, (1, 2000))]:
    found = count(number, alike)
    print(f"{number} matmuls, {'alike' if alike else 'all different'}: {found}")
    if found != want:
        sys.exit(f"{want} expected")

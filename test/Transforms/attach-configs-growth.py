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
    """What is explained, which is each decision, and what has a config then."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        write_matmuls(file, number, alike)
        done = subprocess.run(
            [sys.argv[1], file.name,
             "--autotune-attach-configs=target=h200 space=none explain"],
            check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return (len(re.findall(r": remark: .* on h200: ", done.stderr)),
            len(re.findall(r"autotune\.config = ", done.stdout)))


for number, alike, want in [(250, False, (250, 250)), (1000, False, (1000, 1000)),
                            (1000, True, (1, 1000))]:
    found = count(number, alike)
    print(f"{number} matmuls, {'alike' if alike else 'all different'}: {found}")
    if found != want:
        sys.exit(f"{want} expected")

"""tune_wrong.py MODULE: what is said of a module whose kernels are all wrong."""

import sys
from pathlib import Path

from mlir_autotune import tuning as at

try:
    at.tune(Path(sys.argv[1]).read_text(), trials=2, database=False, cache=False)
except at.ToolError as error:
    print(error)
    print(len(error.records), "records are kept")

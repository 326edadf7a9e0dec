"""tune_errors.py MODULE FOLDER: the exception of each thing that goes wrong."""

import os
import sys
from pathlib import Path

from mlir_autotune import tuning as at
from mlir_autotune.executors import RayExecutor

text = Path(sys.argv[1]).read_text()
folder = Path(sys.argv[2])
corrupt = folder / "corrupt.sqlite"
corrupt.write_text("no database\n")
(folder / "broken.jsonl").write_text("\n{}\n")
(folder / "broken.json").write_text("[]")


def refuse(what, function, *arguments, **options):
    print(what)
    try:
        function(*arguments, **options)
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
    else:
        print("nothing")


def tune(module=text, target=None, **options):
    return at.tune(module, target, **{"database": False, "cache": False, "trials": 1, **options})


refuse("a module that can't be read", tune, "func.func @f( {")
refuse("a module without a matmul", tune, "func.func @f() { return }", "h200")
refuse("a module that is no text", tune, 3)
refuse("an unknown target", tune, target="x900")
refuse("an unknown target without a device", at.attach, text, "x900")
refuse("a budget of 0", tune, budget=0)
refuse("a budget that is no number", tune, budget=float("nan"))
refuse("a runner that is missing", tune, executor=at.CommandExecutor("/nonexistent/runner"))
refuse("no runner at all", at.CommandExecutor, [])
refuse("a runner that ends", tune, executor=at.CommandExecutor([["false", "autotune-runner"]]))
driver = os.environ.pop("AUTOTUNE_LIBCUDA")
os.environ["AUTOTUNE_LIBCUDA"] = "/nonexistent/libcuda.so"
refuse("no driver", tune)
os.environ["AUTOTUNE_LIBCUDA"] = driver
refuse("a corrupt database", tune, database=corrupt)
refuse("the list of a corrupt database", at.Database(corrupt).list)
refuse("a database that is missing", at.Database(folder / "missing.sqlite").records)
refuse("nothing to merge", at.Database(corrupt).merge)
refuse("an unknown effort", tune, effort="much")
refuse("an unknown search", tune, search="luck")
refuse("no target, and no device", at.attach, text)
refuse("a folder that is no bundle", at.Bundle.load, folder)
refuse("records that are none", at.Records.load, folder / "broken.jsonl")
refuse("a table that is none", at.LookupTable.load, folder / "broken.json")
os.environ["AUTOTUNE_BIN"] = "/nonexistent"
refuse("no program", at.prepare, text)
# Python's way to say that a package is not there.
sys.modules["pandas"] = sys.modules["ray"] = None
refuse("no pandas", at.Records().to_pandas)
refuse("no Ray", RayExecutor().open().__enter__)

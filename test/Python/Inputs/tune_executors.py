"""tune_executors.py MODULE FOLDER PYTHON LOST_RUNNER: several ways to measure one module."""

import os
import sys
from pathlib import Path

from mlir_autotune import tuning as at

text = Path(sys.argv[1]).read_text()
folder = Path(sys.argv[2])
runner = [os.path.join(os.environ["AUTOTUNE_BIN"], "autotune-runner")]


def tune(executor, target=None, **options):
    options = {"database": False, "cache": folder / "cache", "trials": 10, "baseline": "none",
               **options}
    return at.tune(text, target, executor=executor, **options)


def configs(tuned):
    return [(pick.problem, pick.config, pick.time_ns) for pick in tuned.summary.picks]


here = configs(tune(at.LocalExecutor()))
print("by a command: the same picks:",
      configs(tune(at.CommandExecutor([["env", "A=1 2", *runner]]))) == here)
two = at.CommandExecutor(["env A=1 " + runner[0], ["env", "A=2", *runner]])
print("by two commands: the same picks:", configs(tune(two)) == here)
simulated = tune(at.LocalExecutor(device="sim"), "h200", baseline=None, trials=1)
print("the simulator:", *(pick.source for pick in simulated.summary.picks))
sums = at.tune("""
func.func @f(%x: tensor<24x40xf32>, %zero: tensor<24xf32>) -> tensor<24xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<24x40xf32>) outs(%zero : tensor<24xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<24xf32>
  return %y : tensor<24xf32>
}""", "h200", executor=at.LocalExecutor(device="sim"), rows=True, database=False, cache=False)
print("rows in the simulator:", "autotune.row_configs" in sums.text,
      *{record.outcome for record in sums.records})
try:
    tune(at.LocalExecutor(workers=2))
except at.ToolError as error:
    print("no second device:", error)
try:
    at.LocalExecutor(workers=0)
except ValueError as error:
    print(str(error).partition("; ")[2])
lines = []
lost = at.CommandExecutor([[*sys.argv[3:5], str(folder / "answers"), "3", *runner],
                           ["env", "A=1", *runner]])
tuned = tune(lost, progress=lines.append)
print("a runner was lost:", "the runner ended with code 3" in lines,
      end=f", the same picks: {configs(tuned) == here}\n")

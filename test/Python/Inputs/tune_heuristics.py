"""tune_heuristics.py MODULE FOLDER: heuristics in Python, right ones and wrong ones."""

import sys
from pathlib import Path

from mlir_autotune import HopperWgmmaConfig, SimtConfig, heuristics
from mlir_autotune import tuning as at

text = Path(sys.argv[1]).read_text()
options = {"database": False, "cache": Path(sys.argv[2]) / "cache"}


@at.heuristic
def small(problem, target):
    if problem.m == 32 and target == "h200":
        yield SimtConfig(tile=(16, 16, 8), thread=(1, 2))
        yield HopperWgmmaConfig(tile=(128, 128, 64))
        yield "simt, tile = [16, 64, 8]"


@at.heuristic(name="broken")
def divide(problem, target):
    return 1 / 0


def refuse(function, *arguments, **given):
    try:
        function(*arguments, **given)
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


print("registered:", ", ".join(heuristics.registered()))
picks = at.find_picks(at.attach(text, "h200"))
print("attached:", picks[0].config)
print("other matmuls:", picks[1].source)
chosen = at.tune(text, "h200", effort="none").summary
print("chosen by", *chosen.proposers[picks[0].problem], end=f": {chosen.picks[0].source}\n")
tuned = at.tune(text, "h200", heuristics=[small], trials=6, **options)
configs = [record.config for record in tuned.records.of(picks[0].problem)]
print(f"tuned: {len(configs)} records, among them [16, 16, 8]:",
      "simt, tile = [16, 16, 8], thread = [1, 2]" in configs)
winner = tuned.summary.picks[0].config
print("proposers are right:", (tuned.summary.proposers is not None)
      == (("[16, 16, 8]" in winner and "[1, 2]" in winner) or "[16, 64, 8]" in winner))
refuse(at.tune, text, "h200", effort="none",
       heuristics=[lambda problem, target: ["simt, tile = [17, 16, 8]"]])
refuse(at.tune, text, effort="none")
refuse(at.tune, text, "h200", effort="none", heuristics=["none"])
given = text.replace("linalg.matmul ins(%a", "linalg.matmul {autotune.config = "
                     "#autotune.config<simt, tile = [32, 32, 8], defaults>} ins(%a")
picks = at.find_picks(at.tune(given, "h200", effort="none").text)
print("a given config stays:", "tile = [32, 32, 8]" in picks[0].config)

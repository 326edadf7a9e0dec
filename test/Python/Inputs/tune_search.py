"""tune_search.py MODULE FOLDER: search strategies in Python."""

import sys
from pathlib import Path

from mlir_autotune import HopperWgmmaConfig, SimtConfig
from mlir_autotune import tuning as at

text = Path(sys.argv[1]).read_text()
folder = Path(sys.argv[2])
options = {"cache": folder / "cache", "effort": "quick"}
seen = []


@at.search
def two_rounds(problem, measured):
    seen.append((problem.text, len(measured)))
    columns = [16, 32] if not measured else [64]
    for n in columns if len(measured) < 5 else []:
        yield SimtConfig(tile=(16, n, 8))
    if measured and len(measured) < 5:
        yield SimtConfig(tile=(32, 64, 8))
        yield HopperWgmmaConfig(tile=(128, 128, 64))


database = at.Database(folder / "records.sqlite")
tuned = at.tune(text, "h200", search="two_rounds", database=database, **options)
counts = [count for name, count in seen if name == seen[0][0]]
print("rounds saw", *counts, f"records, each for {len(seen) // len(counts)} matmuls")
print(f"{len(tuned.records)} records, measured: {tuned.summary.is_measured}")
print("each pick is the fastest of all:", all(
    pick.time_ns == min(record.time_ns for record in tuned.records.of(pick.problem))
    for pick in tuned.summary.picks))
first = [record.config for record in database.records() if not record.final]
print("nothing was measured twice:", len(first) == 10)

rounds = []


def endless(problem, measured):
    rounds.append(problem)
    # None of them is tried a second time.
    yield SimtConfig(tile=(16, 16, 8) if not measured else (32, 32, 8))


at.tune(text, "h200", search=endless, database=False, budget=0.001, **options)
print("rounds within the budget:", len(rounds) // 2)
tuned = at.tune(text, "h200", search=lambda problem, measured: (), database=False, **options)
print(f"of nothing: {len(tuned.records)} records, measured: {tuned.summary.is_measured}")
try:
    at.tune(text, "h200", search=lambda problem, measured: 1 / 0, database=False, **options)
except ZeroDivisionError as error:
    print(f"ZeroDivisionError: {error}")

"""tune_module.py MODULE FOLDER: each part of tuning, and what it returns."""

import sys
from pathlib import Path

from mlir_autotune import tuning as at

text = Path(sys.argv[1]).read_text()
folder = Path(sys.argv[2])
cache = folder / "cache"

attached = at.attach(text, "h200", max_candidates=3)
sites = at.find_picks(attached)
print(f"attached: {len(sites)} matmuls, from {sites[0].source}")
print("candidates:", *(line.count("#autotune.config<") - 1 for line in attached.splitlines()
                       if "autotune.candidates" in line))
print(f"formed: {at.form(text, 'h200').count('= problem.contract')} problem.contract")

bundle = at.build(attached, "h200", folder / "bundle", cache=cache)
print(f"built: {len(bundle)} candidates of {len(bundle.problems)} problems for {bundle.target}, "
      f"{len(bundle.failures)} failed")
first = bundle.problems[0]
print(f"first problem: m={first.m} n={first.n} k={first.k} {first.a} x {first.b} -> {first.c}")
records = at.measure(bundle)
print(f"measured: {len(records)} records, {len(records.ok())} ok, of the bundle's problems:",
      records.problems() == [str(each) for each in bundle.problems])
best = records.best(first)
print(f"the best is final: {best.final}, and has a baseline: {best.baseline_ns is not None}")
print("picked:", *(pick.source for pick in at.find_picks(at.pick(text, records))))

lines = []
database = at.Database(folder / "records.sqlite")
tuned = at.tune(text, database=database, cache=cache, trials=10, budget=60, progress=lines.append)
print("progress was told:", "20/20 candidates" in lines)
summary = tuned.summary
print(f"tuned: {len(summary.picks)} picks, measured: {summary.is_measured}, kernels:",
      summary.kernels >= 10 and "measured config" in str(summary))
pick = summary.picks[0]
print("a pick's time is its record's:", any(
    record.time_ns == pick.time_ns and record.config == pick.config
    for record in tuned.records.of(pick.problem)))
count = len(database.records())
again = at.tune(text, database=database, cache=cache, trials=10)
print(f"again: the same module: {again.text == tuned.text}, new measurements:",
      len(database.records()) - count)
print("from the database: the same module:",
      at.pick(at.prepare(text), database, require_complete=True) == tuned.text)

print("rows:", list(tuned.records.to_dicts()[0])[:6])
tuned.records.save(folder / "records.jsonl")
print("read again: the same:",
      list(at.Records.load(folder / "records.jsonl")) == list(tuned.records))
listed = database.list()
print(f"listed: {len(listed)} matmuls on {listed[0].device}, all with a time:",
      all(row.time_ns and row.measurements for row in listed))
other = at.Database(folder / "other.sqlite")
print("merged: all are new:", other.merge(database) == count, "and once:", other.merge(database))
print("imported:", other.add(database.records()), "new")
table = at.LookupTable.export(tuned.records, top=2, target="h200")
table.save(folder / "table.json")
loaded = at.LookupTable.load(folder / "table.json")
print(f"table: {len(loaded)} entries, the pick is from:",
      at.find_picks(at.attach(text, "h200", table=folder / "table.json"))[0].source)
chosen = at.tune(text, "h200", effort="none")
print("nothing measured:", *(pick.source for pick in chosen.summary.picks))
(folder / "tuned.mlir").write_text(tuned.text)

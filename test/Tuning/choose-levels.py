# REQUIRES: zstd
# RUN: %python %s %autotune_src %t
#
# The levels of the space are those that tools/train/choose_levels.py chooses from
# the records of test/Inputs: a change of either writes another file. Small sets of
# records show what a choice depends on.

import glob
import json
import os
import re
import subprocess
import sys

SOURCE, FOLDER = sys.argv[1:]
TOOL = os.path.join(SOURCE, "tools/train/choose_levels.py")
TEMPLATE = os.path.join(SOURCE, "kernels_td/HopperWgmma/levels.py")
LEVELS = os.path.join(SOURCE, "kernels_td/HopperWgmma/Levels.td")
CONFIG = ("hopper_wgmma, tile = [%d, %d, 64], stages = 4, consumers = 2, "
          "schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, "
          "split_k = %d, swap = false, persistent = true, load = tma, store = direct, "
          "ctas_per_sm = 1, evict_first = none")
faults = []


def run(*arguments):
    return subprocess.run([sys.executable, TOOL, TEMPLATE, *arguments], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def choose(records, *options):
    """The lists of each parameter, for records of (matmul, columns, split, time,
    heuristics)."""
    path = os.path.join(FOLDER, "records.jsonl")
    with open(path, "w") as file:
        for matmul, columns, split, time, *heuristics in records:
            file.write(json.dumps({
                "key": f"{64 + matmul}x4096x4096 bf16 B^T -> bf16",
                "config": CONFIG % (128, columns, split), "outcome": "ok",
                "heuristics": heuristics, "time_ns": time}) + "\n")
    done = run(path, *options)
    if done.returncode:
        return done.stderr.strip()
    return {name: re.findall(r"\[(.*?)\]", lists) for name, lists in
            re.findall(r"def (\w+) : \w+<(.*?)>;", done.stdout, re.S)}


def expect(what, found, wanted):
    if found != wanted:
        faults.append(f"{what}: {found} instead of {wanted}")


os.makedirs(FOLDER, exist_ok=True)
# What is checked in.
fresh = run(*sorted(glob.glob(os.path.join(SOURCE, "test/Inputs/oracle-*.jsonl.zst"))))
if fresh.stdout != open(LEVELS).read():
    faults.append(fresh.stderr + "kernels_td/HopperWgmma/Levels.td is not what the records "
                  "say; its first lines say how it is written")

# Five matmuls that need a value bring it into the exhaustive level. Four don't, and
# none does if a heuristic proposes it.
for count, heuristics, is_needed in ((4, [], False), (5, [], True),
                                     (5, ["one-wave"], False)):
    records = [record for matmul in range(count)
               for record in ((matmul, 128, 1, 1000), (matmul, 72, 1, 900, *heuristics))]
    columns = choose(records)["HopperTileColumns"][2].split(", ")
    expect(f"72 columns, best of {count} {heuristics}", "72" in columns, is_needed)

# The default level has what wins, and the same value if it never wins only by hand.
for time in (900, 1100):
    records = [record for matmul in range(9)
               for record in ((matmul, 128, 1, 1000), (matmul, 128, 16, time))]
    expect(f"a split of 16 that takes {time}",
           "16" in choose(records)["HopperSplitK"][1].split(", "), time == 900)

# The quick level is by hand, whatever wins.
expect("quick", choose([(0, 72, 16, 900)])["HopperTileColumns"][0], "16, 64, 128, 256")

expect("no records", choose([]), "no records of hopper_wgmma")
expect("a file that is not there", run("missing.jsonl").stderr.strip(),
       "[Errno 2] No such file or directory: 'missing.jsonl'")
expect("a budget that is too small", choose([(0, 128, 1, 900)], "--budget=10"),
       "values that every default level has exceed the budget of 10")

for fault in faults:
    print(fault, file=sys.stderr)
sys.exit(bool(faults))

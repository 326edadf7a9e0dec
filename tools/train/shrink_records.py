#!/usr/bin/env python3
#===- shrink_records.py - Records without what nothing reads --------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# shrink_records.py [--final] records.jsonl | zstd -19 > small.jsonl.zst
#
# --final keeps only what final rounds measured.
# Keeps of each record what training, evaluation, tables and replay read, in the
# order of the files. What can be worked out again (TFLOP/s), each replay's own
# time but those of final rounds, which picks go by, clocks and power are left
# out. The same records give the same bytes.

import json
import sys

FIELDS = ["key", "config", "template_hash", "library", "outcome", "detail",
          "heuristics", "rank", "final", "time_ns", "spread", "ratio", "date",
          "device", "driver"]
# For the end of a detail, which a compiler may have written at length.
MAX_DETAIL = 100


def shrink(record):
    small = {name: record[name] for name in FIELDS if record.get(name)}
    small["rank"] = record.get("rank", 0)
    if "detail" in small:
        small["detail"] = small["detail"][:MAX_DETAIL]
    if record.get("final"):
        small["times_ns"] = [float("%.6g" % time)
                             for time in record.get("times_ns", [])]
    if record.get("baseline"):
        small["baseline"] = {name: record["baseline"][name]
                             for name in ("library", "best_ns")}
    # Times of the same rounds, in records of other libraries.
    for contender in ("ours", "cublaslt"):
        if record.get(contender):
            small[contender] = {name: record[contender][name]
                                for name in ("time_ns", "spread")}
    # As many digits as were measured: 7432.5200000000004 is 7432.52.
    for figures in (small, *(small.get(name, {}) for name in
                             ("baseline", "ours", "cublaslt"))):
        for name, value in figures.items():
            if isinstance(value, float):
                figures[name] = float("%.6g" % value)
    return small


def main():
    paths = sys.argv[1:]
    only_final = paths[:1] == ["--final"]
    for path in paths[only_final:]:
        with open(path, encoding="utf-8-sig") as file:
            for line in file:
                record = json.loads(line)
                if record.get("final") or not only_final:
                    print(json.dumps(shrink(record), separators=(",", ":")))


if __name__ == "__main__":
    main()

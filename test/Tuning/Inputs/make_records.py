#===- make_records.py - Records of a bundle, with times that are given ----===#
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""make_records.py BUNDLE PART=NS...: a record for each candidate of the
problems whose key has PART in it, the first PART that fits, of so many
nanoseconds and more for each later candidate; "failed" in place of NS is one
that was wrong. Problems that no PART fits have no record."""

import json
import sys

with open(sys.argv[1] + "/manifest.json") as file:
    manifest = json.load(file)
given = [argument.rsplit("=", 1) for argument in sys.argv[2:]]
keys = {problem["id"]: problem["key"] for problem in manifest["problems"]}
counts = {}
for candidate in manifest["candidates"]:
    key = keys[candidate["problem"]]
    time = next((ns for part, ns in given if part in key), None)
    if time is None:
        continue
    rank = counts.setdefault(key, 0)
    counts[key] += 1
    record = {
        "key": key,
        "config": candidate["config"],
        "outcome": "wrong-result" if time == "failed" else "ok",
        "heuristics": candidate.get("heuristics", []),
        "device": "NVIDIA H200",
        "driver": "580.00",
        "date": "2026-01-31T12:00:00Z",
        "rank": rank,
    }
    if time != "failed":
        record["time_ns"] = float(time) + rank
    print(json.dumps(record))

"""Turns a bundle (make_bundle.py) into the requests of an exchange with
`autotune-runner --serve`, for the runner's tests, on the standard output.

usage: make_requests.py BUNDLE STEP...

A step is one of
  hello, quit            that request
  problem                p0 of the bundle
  kernels                all of its kernels
  EFFORT[:KEY=VALUE,...][:ID,ID,...]
                         a request to measure, with the effort check, first or
                         time, or `final`, with these members besides, and of
                         these candidates, or all that have a kernel
  {...}                  this line as it is
Ids count from 1.
"""

import base64
import json
import os
import sys


def main():
    folder, steps = sys.argv[1], sys.argv[2:]
    with open(os.path.join(folder, "manifest.json")) as file:
        manifest = json.load(file)
    count = 0

    def emit(request, **members):
        nonlocal count
        count += 1
        print(json.dumps({"id": count, "request": request, **members}))

    for step in steps:
        if step.startswith("{"):
            print(step)
        elif step == "hello":
            emit("hello", version=2)
        elif step == "quit":
            emit("quit")
        elif step == "problem":
            emit("problem", problem=manifest["problems"][0])
        elif step == "kernels":
            for kernel in manifest["kernels"]:
                with open(os.path.join(folder, kernel["file"]), "rb") as file:
                    cubin = base64.b64encode(file.read()).decode()
                emit("kernel", kernel=kernel, cubin=cubin)
        else:
            effort, *rest = step.split(":")
            members, ids = {}, None
            for part in rest:
                if "=" in part:
                    members = {key: json.loads(value) for key, value in
                               (pair.split("=") for pair in part.split(","))}
                else:
                    ids = part.split(",")
            candidates = [
                {key: candidate[key] for key in
                 ("id", "kernel", "config", "heuristics", "rank")}
                for candidate in manifest["candidates"]
                if "kernel" in candidate and (not ids or candidate["id"] in ids)]
            if effort != "final":
                members["effort"] = effort
            emit("final" if effort == "final" else "measure", problem="p0",
                 candidates=candidates, **members)


main()

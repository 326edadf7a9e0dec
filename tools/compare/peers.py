#!/usr/bin/env python3
"""Measures other libraries over a file of shapes, where Triton and PyTorch are
installed, and writes records that autotune-bench compare shows beside its own:

    peers.py shapes.txt -o peers.jsonl
    autotune-bench compare --records-from=records.jsonl --records-from=peers.jsonl

The libraries are a Triton matmul with many configs, torch.matmul and, with
--compile, torch.compile. With --bundle, they are compared with the picks of that
bundle: each shape ends in rounds in which its pick, cuBLASLt's fastest algorithm,
torch.matmul, torch.compile and the best Triton config take turns. A runner that
serves times the pick and cuBLASLt. Records of these rounds have the members "ours"
and "cublaslt", with times of the same rounds.

The protocol is docs/design/measuring.md's as far as PyTorch goes along with it:
matrices rotate over sets of three times the L2, every element is compared before
timing and after it, launches are replayed from CUDA graphs, contenders take turns
in the final rounds, and medians count. There is no watchdog and no guard zone,
torch.matmul is the one algorithm that it picks, and the order in which SMs are
given out is left to chance: a kernel of one wave may take 6 % longer or shorter for
that.

Exit code 0: measured; 1: an error; 77: no Triton, no PyTorch or no GPU here.
"""

import argparse
import json
import math
import os
import shlex
import shutil
import statistics
import sys
import tempfile
import time

# Nothing is left beside the sources.
sys.dont_write_bytecode = True

from runner import Bundle, Pick, Runner, RunnerError
from torch_problem import (Problem, compile_all, compile_functions, get_driver,
                           get_reason, has_batch, import_libraries, use_folders)
from work import Failure, describe, get_configs, get_key, parse_shapes

SCREENING_MS, FINAL_MS = 2.0, 6.0
SCREENING_ROUNDS, FINALISTS = 7, 8
# A config that takes so many times as long as the best so far is timed once.
HOPELESS = 1.5
# What a turn of the runner takes besides its replays and its yardstick, at most.
MOST_PAUSE_SECONDS, YARDSTICK_SECONDS = 0.04, 0.01
MODE = "max-autotune-no-cudagraphs"


# ----------------------------------------------------------------------------
# Without a GPU
# ----------------------------------------------------------------------------

def get_spread(times):
    """The distance of the quartiles over the median, each the nearest value."""
    if len(times) < 2:
        return 0.0
    ordered = sorted(times)
    quartile = [ordered[int(share * (len(ordered) - 1) + 0.5)]
                for share in (0.25, 0.75)]
    return (quartile[1] - quartile[0]) / statistics.median(ordered)


def order(results):
    """Indices by time; what is within the noise of the fastest, by rank."""
    fastest = min(results, key=lambda result: result["time_ns"])

    def is_tie(result):
        noise = max(result["spread"], fastest["spread"], 0.003)
        return result["time_ns"] <= fastest["time_ns"] * (1 + noise)

    return sorted(results, key=lambda result: (not is_tie(result),
                                               result["rank"] if is_tie(result)
                                               else result["time_ns"]))


def write_records(path, records):
    """Beside its place and renamed; - is the standard output."""
    lines = "".join(json.dumps(record) + "\n" for record in records)
    if path == "-":
        sys.stdout.write(lines)
        return
    try:
        with tempfile.NamedTemporaryFile(
                "w", dir=os.path.dirname(path) or ".", suffix=".partial",
                delete=False) as file:
            file.write(lines)
        os.chmod(file.name, 0o644)
        os.replace(file.name, path)
    except OSError as error:
        raise Failure(f"can't write {path}: {error.strerror}")


# ----------------------------------------------------------------------------
# On a GPU
# ----------------------------------------------------------------------------

def make_record(session, library, key, config, rank=0):
    letter = library.split(".")[-1][0]
    return {"library": library, "candidate": f"{letter}{rank}", "key": key,
            "config": config, "heuristics": [], "rank": rank, "outcome": "ok",
            "detail": "", "device": session.device, "driver": session.driver,
            "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}


def set_times(record, problem, times):
    median = statistics.median(times)
    record.update(time_ns=median, times_ns=times, spread=get_spread(times),
                  tflops=problem.flops / median * 1e-3,
                  gbps=problem.bytes / median)


def set_baseline(record, times, baseline):
    """What torch.matmul took in the same rounds."""
    best = statistics.median(baseline)
    record.update(
        ratio=statistics.median(b / o for b, o in zip(baseline, times)),
        baseline={"library": "torch.matmul", "best_ns": best,
                  "first_ns": best, "algorithms": 1, "best_index": 0})


def measure_triton(problem, key, session):
    """The records of all Triton configs for one shape."""
    records, good = [], []
    for rank, config in enumerate(get_configs()):
        record = make_record(session, "triton", key, describe(config), rank)
        records.append(record)
        try:
            wrong, error = problem.check(config)
        except Exception as failure:  # Whatever Triton's compiler throws.
            record.update(outcome="compile-failure", detail=get_reason(failure))
            continue
        if wrong:
            record.update(outcome="wrong-result", detail=wrong)
            continue
        best = min((r["time_ns"] for r, _ in good), default=math.inf)
        times, = problem.time_together([config], SCREENING_MS, SCREENING_ROUNDS,
                                       limit=HOPELESS * best)
        set_times(record, problem, times)
        record.update(final=False, error=error, baseline=None)
        good.append((record, config))
    if not good:
        return records
    ranked = order([record for record, _ in good])[:FINALISTS]
    finalists = [(record, config) for record, config in good
                 if record in ranked]
    baseline, *times = problem.time_together(
        [None] + [config for _, config in finalists], FINAL_MS, session.rounds)
    for (record, config), own in zip(finalists, times):
        wrong, error = problem.check(config)
        if wrong:
            record.update(outcome="wrong-result",
                          detail="after timing: " + wrong)
            continue
        set_times(record, problem, own)
        record.update(final=True, error=error)
        set_baseline(record, own, baseline)
    return records


def take_turns(problem, contenders, pick, rounds):
    """Times of each contender in rounds that the pick takes part in. A turn of
    PyTorch is like one of the runner, which first loads the kernel and makes its
    graph, then replays both of its kernels to warm up, and then times each."""
    graphs = [problem.capture_whole(contender, FINAL_MS)
              for contender in contenders]
    times = [[] for _ in contenders]
    pause = MOST_PAUSE_SECONDS
    for turn in range(rounds + 1):
        for step in range(len(contenders) + 1):
            index = (turn + step) % (len(contenders) + 1)
            problem.torch.cuda.synchronize()
            if index == len(contenders):
                begin = time.monotonic()
                pick.time(FINAL_MS, counts=turn > 0)
                replays = 4 if pick.library else 2
                idle = (time.monotonic() - begin - replays * FINAL_MS * 1e-3 -
                        YARDSTICK_SECONDS)
                pause = min(max(idle, 0), MOST_PAUSE_SECONDS)
                continue
            time.sleep(pause)
            problem.replay(graphs[index])
            problem.replay(graphs[index])
            nanoseconds = problem.replay(graphs[index])
            # The first round warms up.
            if turn:
                times[index].append(nanoseconds)
    return times


def get_figures(times):
    return {"time_ns": statistics.median(times), "spread": get_spread(times)}


def get_best(records):
    good = [record for record in records
            if record.get("final") and record["outcome"] == "ok"]
    return order(good)[0] if good else None


def compare_with_pick(problem, key, session, triton, compiled):
    """Measures the rounds with the pick. Returns the records of PyTorch's
    libraries; of Triton's, only the best is final then."""
    contenders = [(make_record(session, "torch.matmul", key, session.version),
                   None)]
    if compiled:
        contenders.append((make_record(session, "torch.compile", key,
                                       f"{session.version}, {MODE}"), compiled))
    best = get_best(triton)
    if best:
        contenders.append((best, get_configs()[best["rank"]]))
    right = []
    for record, contender in contenders:
        if record is best:
            right.append((record, contender))
            continue
        try:
            wrong, note, error = problem.check_library(contender)
        except Exception as failure:  # Whatever PyTorch throws.
            record.update(outcome="launch-failure", detail=get_reason(failure))
            continue
        record.update(detail=wrong or note)
        if wrong:
            record.update(outcome="wrong-result")
        else:
            record.update(final=True, error=error, baseline=None)
            right.append((record, contender))
    records = [record for record, _ in contenders if record is not best]
    if not right:
        return records
    pick = session.prepare(key)
    times = take_turns(problem, [contender for _, contender in right], pick,
                       session.rounds)
    pick.check()
    pick.forget()
    for record in triton:
        if record is not best and record.get("final"):
            record.update(final=False)
    members = {"ours": {"config": pick.config, **get_figures(pick.times)}}
    if pick.disturbed:
        members["ours"]["disturbed"] = pick.disturbed
    if len(pick.baseline_times) == len(pick.times):
        members["cublaslt"] = get_figures(pick.baseline_times)
    baseline = times[0] if right[0][1] is None else None
    for (record, contender), own in zip(right, times):
        check = problem.check if record is best else problem.check_library
        wrong, *_ = check(contender)
        if wrong:
            record.update(outcome="wrong-result",
                          detail="after timing: " + wrong)
            continue
        set_times(record, problem, own)
        record.update(members)
        if baseline and contender is not None:
            set_baseline(record, own, baseline)
    return records


class Session:
    """What is the same for all shapes."""

    def __init__(self, options, torch, bundle):
        self.rounds = options.rounds
        self.device = torch.cuda.get_device_name(0)
        self.driver = get_driver()
        self.version = f"PyTorch {torch.__version__}"
        self.bundle = bundle
        self.runner = Runner(options.runner) if bundle else None

    def prepare(self, key):
        name = self.runner.start()
        if name != self.device:
            raise Failure(f"--runner: measures on {name}, and PyTorch on "
                          f"{self.device}")
        return Pick(self.runner, self.bundle, key)

    def has_pick(self, key):
        return self.bundle is not None and key in self.bundle.picks

    def measure(self, problem, key, compiled):
        """The records of one shape."""
        records = []
        if not problem.has_batch:
            records = measure_triton(problem, key, self)
        if not self.has_pick(key):
            return records
        try:
            return records + compare_with_pick(problem, key, self, records,
                                               compiled)
        except RunnerError as error:
            # The next shape gets a new one, which knows nothing of this.
            self.runner.stop()
            print(f"warning: {key}: no times of the pick: {error}",
                  file=sys.stderr)
        return records

    def close(self):
        if self.runner:
            self.runner.stop()


def describe_result(key, records):
    """A line on the best record of each library."""
    parts = []
    for library in ("torch.matmul", "torch.compile", "triton"):
        best = get_best([r for r in records if r["library"] == library])
        if not best:
            continue
        text = f"{library} {best['time_ns'] / 1000:.2f} us"
        if "ours" in best:
            text += f" ({best['time_ns'] / best['ours']['time_ns']:.3f})"
        elif "ratio" in best:
            text += f", ratio to torch.matmul {best['ratio']:.3f}"
        parts.append(text)
    figures = next((r for r in records if "ours" in r), {})
    for name in ("cublaslt", "ours"):
        if name in figures:
            ratio = figures[name]["time_ns"] / figures["ours"]["time_ns"]
            parts.insert(0, f"{name} {figures[name]['time_ns'] / 1000:.2f} us" +
                         (f" ({ratio:.3f})" if name != "ours" else ""))
    return f"{key}  " + ("  ".join(parts) or
                         "nothing was right and ran to its end")


def measure_all(shapes, compiled, output, end, session, torch, kernel):
    """Writes the records of all shapes that are begun in time."""
    records = []
    for shape in shapes:
        key = get_key(shape)
        if time.monotonic() > end:
            print(f"warning: left out for the budget: {key}", file=sys.stderr)
            continue
        own = session.measure(Problem(torch, kernel, shape), key,
                              compiled.get(shape))
        records += own
        print(describe_result(key, own), file=sys.stderr)
        torch.cuda.empty_cache()
        # What is broken off leaves the shapes before.
        if output != "-":
            write_records(output, records)
    if output == "-":
        write_records(output, records)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("shapes", help="lines of the form 'bf16 tn M N K'")
    parser.add_argument("-o", dest="output", required=True, metavar="FILE",
                        help="the records; - is the standard output")
    parser.add_argument("--rounds", type=int, default=9,
                        help="final rounds, 7 or more (default 9)")
    parser.add_argument("--budget", type=float, default=math.inf, metavar="SECONDS",
                        help="begin no shape after this time (default: no "
                        "limit)")
    parser.add_argument("--jobs", type=int, default=1,
                        help="compile with this number of processes before "
                        "measuring (default 1: compile while measuring)")
    parser.add_argument("--bundle", metavar="FOLDER",
                        help="compare with the picks of this bundle, also for "
                        "batches")
    parser.add_argument("--runner", default="autotune-runner",
                        metavar="COMMAND",
                        help="what times the picks (default: autotune-runner)")
    parser.add_argument("--compile", action="store_true",
                        help="compare with torch.compile too; needs --bundle")
    parser.add_argument("--compile-within", type=float, default=150,
                        metavar="SECONDS",
                        help="compile as many shapes as take so long (default "
                        "150); the others have no time of torch.compile")
    parser.add_argument("--list", action="store_true",
                        help="print the problems and the configs, and measure "
                        "nothing")
    options = parser.parse_args()
    if options.jobs < 1:
        raise Failure("--jobs: 1 at least")
    if options.rounds < 7:
        raise Failure("--rounds: the protocol asks for 7 at least")
    if options.compile and not options.bundle:
        raise Failure("--compile: needs --bundle, whose picks torch.compile is "
                      "compared with")
    folder = os.path.dirname(options.output) or "."
    if options.output != "-" and not os.path.isdir(folder):
        raise Failure(f"can't write {options.output}: {folder} is no folder")
    bundle = Bundle(options.bundle) if options.bundle else None
    command = shlex.split(options.runner)
    if bundle and not (command and shutil.which(command[0])):
        raise Failure(f"--runner: '{options.runner}' is no command here")
    shapes = parse_shapes(options.shapes, batches=bool(bundle))
    for shape in list(shapes):
        if bundle and get_key(shape) not in bundle.picks:
            print(f"warning: {options.bundle} has no pick for {get_key(shape)}",
                  file=sys.stderr)
            if has_batch(shape):
                shapes.remove(shape)
    if options.list:
        for shape in shapes:
            print(get_key(shape))
        for config in get_configs():
            print(describe(config))
        return 0
    inductor = use_folders()
    torch, _, kernel = import_libraries()
    session = Session(options, torch, bundle)
    end = time.monotonic() + options.budget
    if options.jobs > 1:
        compile_all(shapes, options.jobs)
    compiled = {}
    if options.compile:
        picked = [shape for shape in shapes if session.has_pick(get_key(shape))]
        compiled = compile_functions(torch, kernel, picked,
                                     options.compile_within)
    try:
        measure_all(shapes, compiled, options.output, end, session, torch,
                    kernel)
    finally:
        session.close()
        inductor.cleanup()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        print(f"error: {failure}", file=sys.stderr)
        sys.exit(1)

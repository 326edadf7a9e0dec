#!/usr/bin/env python3
"""Measures a Triton matmul over a file of shapes, where Triton and PyTorch are
installed, and writes records that autotune-bench compare shows beside its own:

    triton_matmul.py shapes.txt -o triton.jsonl
    autotune-bench compare --records-from=records.jsonl --records-from=triton.jsonl

The protocol is docs/design/measuring.md's as far as Triton goes along with it: matrices
rotate over sets of three times the L2, every element is compared before timing
and after it, launches are replayed from CUDA graphs, the best few configs and
torch.matmul take turns in the final rounds, and medians count. There is no
watchdog and no guard zone, torch.matmul is the one algorithm that it picks, and
the order in which SMs are given out is left to chance: a kernel of one wave may
take 6 % longer or shorter for that.

Exit code 0: measured; 1: an error; 77: no Triton, no PyTorch or no GPU here.
"""

import argparse
import json
import math
import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import time

# Nothing is left beside the sources.
sys.dont_write_bytecode = True

from triton_work import Failure, describe, get_configs, get_key, parse_shapes

SKIPPED = 77
ROUNDOFF = {"bf16": 2.0**-8, "f16": 2.0**-11, "f32": 2.0**-24}
SCREENING_MS, FINAL_MS = 2.0, 6.0
SCREENING_ROUNDS, FINALISTS = 7, 8
# A config that takes so many times as long as the best so far is timed once.
HOPELESS = 1.5
MOST_SETS = 4096
COMPILE_SECONDS = 150


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

def import_libraries():
    """Ends the program, having said why, where this can't run."""
    try:
        import torch
        import triton
        import triton_kernel
    except ImportError as error:
        print(f"skipped: {error.name} is not installed, and this measures Triton "
              "through PyTorch (pip install torch triton)", file=sys.stderr)
        sys.exit(SKIPPED)
    if not torch.cuda.is_available():
        print("skipped: PyTorch finds no GPU", file=sys.stderr)
        sys.exit(SKIPPED)
    return torch, triton, triton_kernel


def get_driver():
    try:
        done = subprocess.run(
            ["nvidia-smi", "--query-gpu=driver_version",
             "--format=csv,noheader"], capture_output=True, text=True,
            timeout=60)
        return done.stdout.split("\n")[0].strip() or None
    except (OSError, subprocess.TimeoutExpired):
        return None


def get_variant(shape):
    """The smallest shape that Triton compiles the same kernels for: only whether
    16 divides a size decides."""
    return (*shape[:3], *(255 if size % 16 else 256 for size in shape[3:]))


def compile_share(shapes, share, jobs):
    """Compiles every jobs-th kernel into Triton's cache, in a process of its own."""
    torch, _, kernel = import_libraries()
    work = [(shape, config) for shape in shapes for config in get_configs()]
    problems = {}
    for shape, config in work[share::jobs]:
        if shape not in problems:
            problems[shape] = Problem(torch, kernel, shape, most_sets=2)
        try:
            problems[shape].launch(config, 0)
        except Exception:  # measure() has the reason.
            pass


def compile_all(shapes, jobs):
    """Fills Triton's cache by several processes. What they leave is compiled
    while it is measured."""
    variants = sorted({get_variant(shape) for shape in shapes})
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=compile_share, args=(variants, i, jobs))
                 for i in range(jobs)]
    for process in processes:
        process.start()
    end = time.monotonic() + COMPILE_SECONDS
    for process in processes:
        process.join(max(0, end - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()


class Problem:
    """The matrices of one shape, and what is launched on them."""

    def __init__(self, torch, kernel, shape, most_sets=MOST_SETS):
        element, a_transposed, b_transposed, self.m, self.n, self.k = shape
        self.torch, self.kernel, self.element = torch, kernel, element
        dtype = {"bf16": torch.bfloat16, "f16": torch.float16}[element]
        self.bytes = 2 * (self.m * self.k + self.k * self.n + self.m * self.n)
        self.flops = 2 * self.m * self.n * self.k
        l2 = torch.cuda.get_device_properties(0).L2_cache_size
        count = min(most_sets, max(2, math.ceil(3 * l2 / self.bytes)))
        generator = torch.Generator("cuda").manual_seed(0)

        def make(rows, columns, transposed):
            stored = (columns, rows) if transposed else (rows, columns)
            matrix = torch.rand(stored, generator=generator, device="cuda",
                                dtype=torch.float32).mul_(2).sub_(1).to(dtype)
            return matrix.t() if transposed else matrix

        self.sets = [(make(self.m, self.k, a_transposed),
                      make(self.k, self.n, b_transposed),
                      torch.empty((self.m, self.n), device="cuda", dtype=dtype))
                     for _ in range(count)]
        torch.backends.cuda.matmul.allow_tf32 = False
        self.references = {index: self.sets[index][0].float() @
                           self.sets[index][1].float()
                           for index in (0, count - 1)}

    def launch(self, config, index):
        """One launch on a set; without a config, torch.matmul's."""
        a, b, c = self.sets[index]
        if config is None:
            self.torch.matmul(a, b, out=c)
        else:
            self.kernel.matmul(a, b, c, config)

    def check(self, config):
        """What is wrong with the results on the first and the last set, or
        nothing; and the largest error over the largest result."""
        torch = self.torch
        e = 2 * ROUNDOFF["f32"] * (self.k / 8 + 8)
        relative = e + ROUNDOFF[self.element]
        absolute = e * math.sqrt(self.k) + (2.0**-25 if self.element == "f16"
                                            else 0)
        worst = 0.0
        for index, want in self.references.items():
            c = self.sets[index][2]
            c.fill_(float("nan"))
            self.launch(config, index)
            difference = (c.float() - want).abs()
            right = difference <= absolute + relative * want.abs()
            wrong = int((~right).sum())
            if wrong:
                return f"{wrong} of {c.numel()} elements differ", math.inf
            worst = max(worst, float(difference.max() / want.abs().max()))
        torch.cuda.synchronize()
        return "", worst

    def capture(self, config, milliseconds):
        """A graph of launches that rotate over all sets and take so long."""
        torch = self.torch
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            for index in range(min(3, len(self.sets))):
                self.launch(config, index)
            begin, end = (torch.cuda.Event(enable_timing=True)
                          for _ in range(2))
            begin.record()
            for index in range(len(self.sets)):
                self.launch(config, index)
            end.record()
            end.synchronize()
            once = max(begin.elapsed_time(end), 1e-3)
            launches = len(self.sets) * math.ceil(milliseconds / once)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, stream=stream):
                for index in range(launches):
                    self.launch(config, index % len(self.sets))
        return graph, launches

    def replay(self, captured):
        """Nanoseconds of one launch."""
        graph, launches = captured
        begin, end = (self.torch.cuda.Event(enable_timing=True)
                      for _ in range(2))
        begin.record()
        graph.replay()
        end.record()
        end.synchronize()
        return begin.elapsed_time(end) * 1e6 / launches

    def time_together(self, configs, milliseconds, rounds, limit=math.inf):
        """Times of each config, one a round; every round begins one config
        further on. After a first round above the limit, there are no more."""
        graphs = {}
        for index, config in enumerate(configs):
            graphs[index] = self.capture(config, milliseconds)
        times = [[] for _ in configs]
        for turn in range(rounds + 1):
            for step in range(len(configs)):
                index = (turn + step) % len(configs)
                nanoseconds = self.replay(graphs[index])
                # The first round warms up.
                if turn:
                    times[index].append(nanoseconds)
            if turn == 1 and min(map(min, times)) > limit:
                break
        return times


def measure(problem, key, rounds, device, driver):
    """The records of one shape."""
    records, good = [], []
    for rank, config in enumerate(get_configs()):
        record = {"library": "triton", "candidate": f"t{rank}", "key": key,
                  "config": describe(config), "heuristics": [], "rank": rank,
                  "outcome": "ok", "detail": "", "device": device,
                  "driver": driver,
                  "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
        records.append(record)
        try:
            wrong, error = problem.check(config)
        except Exception as failure:  # Whatever Triton's compiler throws.
            record["outcome"] = "compile-failure"
            record["detail"] = (str(failure).split("\n")[0] or
                                type(failure).__name__)
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
    times = problem.time_together([None] + [config for _, config in finalists],
                                  FINAL_MS, rounds)
    baseline = times[0]
    for (record, config), own in zip(finalists, times[1:]):
        wrong, error = problem.check(config)
        if wrong:
            record.update(outcome="wrong-result",
                          detail="after timing: " + wrong)
            continue
        set_times(record, problem, own)
        best = statistics.median(baseline)
        record.update(
            final=True, error=error,
            ratio=statistics.median(b / o for b, o in zip(baseline, own)),
            baseline={"library": "torch.matmul", "best_ns": best,
                      "first_ns": best, "algorithms": 1, "best_index": 0})
    return records


def set_times(record, problem, times):
    median = statistics.median(times)
    record.update(time_ns=median, times_ns=times, spread=get_spread(times),
                  tflops=problem.flops / median * 1e-3,
                  gbps=problem.bytes / median)


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
    parser.add_argument("--list", action="store_true",
                        help="print the problems and the configs, and measure "
                        "nothing")
    options = parser.parse_args()
    if options.jobs < 1:
        raise Failure("--jobs: 1 at least")
    if options.rounds < 7:
        raise Failure("--rounds: the protocol asks for 7 at least")
    folder = os.path.dirname(options.output) or "."
    if options.output != "-" and not os.path.isdir(folder):
        raise Failure(f"can't write {options.output}: {folder} is no folder")
    shapes = parse_shapes(options.shapes)
    if options.list:
        for shape in shapes:
            print(get_key(shape))
        for config in get_configs():
            print(describe(config))
        return 0
    torch, _, kernel = import_libraries()
    device, driver = torch.cuda.get_device_name(0), get_driver()
    end = time.monotonic() + options.budget
    if options.jobs > 1:
        compile_all(shapes, options.jobs)
    records = []
    for shape in shapes:
        key = get_key(shape)
        if time.monotonic() > end:
            print(f"warning: left out for the budget: {key}", file=sys.stderr)
            continue
        records += measure(Problem(torch, kernel, shape), key, options.rounds,
                           device, driver)
        good = [r for r in records if r["key"] == key and r.get("final") and
                r["outcome"] == "ok"]
        best = order(good)[0] if good else None
        print(f"{key}  " + (f"{best['time_ns'] / 1000:.2f} us  ratio to "
                            f"torch.matmul {best['ratio']:.3f}  "
                            f"{best['config']}" if best else
                            "no config was right and ran to its end"),
              file=sys.stderr)
        torch.cuda.empty_cache()
        # What is broken off leaves the shapes before.
        if options.output != "-":
            write_records(options.output, records)
    if options.output == "-":
        write_records(options.output, records)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        print(f"error: {failure}", file=sys.stderr)
        sys.exit(1)

#!/usr/bin/env python3
# ===- plans.py - How far plans are behind the best config of each size ---===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# Needs autotune-bench and autotune-runner on PATH, and a GPU. For each linear
# layer of Llama-3-8B and Qwen2-7B with an unknown number of rows, and for the
# scores of attention with unknown numbers of heads and tokens:
#
#   1. `autotune-bench tune` makes a plan, and its seconds are noted.
#   2. Random sizes are drawn, which the tuning did not see.
#   3. At each of them, the config of the plan's row, the first candidates of a
#      search and cuBLASLt are measured in turn.
#   4. With --attached, the config that a plan without measurements has there is
#      measured in turn with cuBLASLt.
#
# Two figures are printed: the time of the plan over the fastest candidate's,
# and cuBLASLt's over the plan's. Clocks change between runs and candidates, so
# times are compared by their ratios to cuBLASLt's beside them.

import argparse
import json
import math
import random
import re
import subprocess
import sys
import time
from pathlib import Path

# Output features x input features.
LAYERS = {
    "llama_qkv": (6144, 4096),
    "llama_o": (4096, 4096),
    "llama_up": (14336, 4096),
    "llama_down": (4096, 14336),
    "qwen_qkv": (4608, 3584),
    "qwen_o": (3584, 3584),
    "qwen_up": (18944, 3584),
    "qwen_down": (3584, 18944),
}

ROWS = 8192

# Heads of 128 columns: from 8 to 256 heads of a batch, 16 to 2048 tokens.
SCORES = "scores"
HEADS, TOKENS = (8, 256), (16, 2048)
EXPECTED = (f"m from {TOKENS[0]} to {TOKENS[1]}, n as m, "
            f"batch from {HEADS[0]} to {HEADS[1]}")

SCORES_FUNCTION = """\
func.func @scores(%q: tensor<?x?x128xbf16>, %k: tensor<?x?x128xbf16>,
                  %e: tensor<?x?x?xbf16>) -> tensor<?x?x?xbf16> {
  %zero = arith.constant 0.0 : bf16
  %fill = linalg.fill ins(%zero : bf16) outs(%e : tensor<?x?x?xbf16>)
      -> tensor<?x?x?xbf16>
  %y = linalg.batch_matmul
      indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>,
                       affine_map<(b, m, n, k) -> (b, n, k)>,
                       affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%q, %k : tensor<?x?x128xbf16>, tensor<?x?x128xbf16>)
      outs(%fill : tensor<?x?x?xbf16>) -> tensor<?x?x?xbf16>
  return %y : tensor<?x?x?xbf16>
}
"""

FUNCTION = """\
func.func @{name}(%x: tensor<?x{k}xbf16>, %w: tensor<{n}x{k}xbf16>,
                  %e: tensor<?x{n}xbf16>) -> tensor<?x{n}xbf16> {{
  %zero = arith.constant 0.0 : bf16
  %fill = linalg.fill ins(%zero : bf16) outs(%e : tensor<?x{n}xbf16>)
      -> tensor<?x{n}xbf16>
  %y = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                       affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %w : tensor<?x{k}xbf16>, tensor<{n}x{k}xbf16>)
      outs(%fill : tensor<?x{n}xbf16>) -> tensor<?x{n}xbf16>
  return %y : tensor<?x{n}xbf16>
}}
"""


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="the folder to write")
    parser.add_argument("--layers", default=",".join(LAYERS),
                        help=f"these only; '{SCORES}' for the scores of attention")
    parser.add_argument("--target", default="h100-sxm")
    parser.add_argument("--sizes", type=int, default=24, help="draws of a layer")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--trials", type=int, default=14, help="candidates of a size")
    parser.add_argument("--configs", type=int, default=8, help="configs of a plan")
    parser.add_argument("--budget", type=int, default=400, help="seconds of measuring")
    parser.add_argument("--attached", type=Path, help="a folder with LAYER.mlir: the "
                        "modules that OUT gets, with plans by autotune-opt "
                        "--autotune-prepare --autotune-attach-configs='target=TARGET "
                        f"expect=\"m from 1 to {ROWS}\"', or of the scores expect="
                        f"\"{EXPECTED}\"")
    parser.add_argument("--once", action="store_true", help="tune each layer once; "
                        "otherwise a second time, with the kernels of the first")
    return parser.parse_args()


def run(*command):
    begin = time.monotonic()
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"plans.py: {' '.join(map(str, command))}:\n{done.stderr[-2000:]}")
    return time.monotonic() - begin, done.stdout + done.stderr


def get_expected(name):
    return [f"--expect={EXPECTED if name == SCORES else f'm from 1 to {ROWS}'}"]


def get_turns(args):
    return ["cold"] if args.once else ["cold", "warm"]


def tune(args, name):
    """The seconds of each turn; the records are of the last."""
    module = args.out / f"{name}.mlir"
    tuned = args.out / f"{name}.tuned.mlir"
    if name == SCORES:
        module.write_text(SCORES_FUNCTION)
    else:
        n, k = LAYERS[name]
        module.write_text(FUNCTION.format(name=name, n=n, k=k))
    seconds = [
        run(
            "autotune-bench", "tune", module, "-o", tuned, "--db=none", "--quiet",
            f"--target={args.target}", f"--plan-configs={args.configs}",
            f"--cache-dir={args.out}/cache", f"--records={args.out}/{name}.{turn}.jsonl",
            *get_expected(name),
        )[0]
        for turn in get_turns(args)
    ]
    return seconds


def export_plan(args, name):
    """The lookup table with the plan of the layer's measurements."""
    fact = "?x%dx%d" % LAYERS[name]
    table = args.out / f"{name}.table.json"
    run("autotune-bench", "export", f"--records-from={args.out}/{name}.{get_turns(args)[-1]}.jsonl",
        f"--plan={fact} bf16 B^T -> bf16", f"--plan-configs={args.configs}", "-o", table,
        *get_expected(name))
    return json.loads(table.read_text())


def read_plan(module):
    """The rows of a module's plan: the text of each guard, and its config."""
    plan = re.search(r"autotune\.config = #autotune\.plan<(.*?)>>", module.read_text(), re.S)
    if not plan:
        sys.exit(f"plans.py: {module} has no plan")
    rows = re.findall(r"(?:\[([^]]*)\]|else): <([^<>]*)>", plan[1] + ">")
    return [{"guard": guard or "else", "config": config} for guard, config in rows]


def read_attached(args, name, entries):
    """The plan without measurements, as entries like those of the other plan."""
    rows = read_plan(args.attached / f"{name}.mlir")
    return [{"match": entry["match"], "plan": rows} for entry in entries]


def fulfils(guard, sizes):
    """Whether sizes are in the guard "m from 2 to 64, n by 8, batch = 1"."""
    if guard == "else":
        return True
    for text in guard.split(","):
        dim, *words = text.split()
        size = sizes[dim]
        for word, value in zip(words[::2], map(int, words[1::2])):
            if not {"from": size >= value, "to": size <= value, "=": size == value,
                    "by": size % value == 0}[word]:
                return False
    return True


def group_by_config(rows, shapes):
    """The sizes for which a plan for the scores of attention has each config."""
    groups = {}
    for shape in shapes:
        heads, m, n, _ = map(int, re.findall(r"[0-9]+", shape)[:4])
        sizes = {"batch": heads, "m": m, "n": n}
        row = next(row for row in rows if fulfils(row["guard"], sizes))
        groups.setdefault(row["config"], []).append(shape)
    return groups


def draw(rng, first, last):
    return round(math.exp(rng.uniform(math.log(first), math.log(last))))


def draw_sizes(rng, name, count):
    """Sizes as the name of a problem has them."""
    if name == SCORES:
        drawn = {(draw(rng, *HEADS), draw(rng, *TOKENS)) for _ in range(count)}
        return [f"{heads}*{tokens}x{tokens}x128" for heads, tokens in sorted(drawn)]
    n, k = LAYERS[name]
    return [f"{m}x{n}x{k}" for m in sorted({draw(rng, 1, ROWS) for _ in range(count)})]


def write_shapes(args, name, shapes):
    path = args.out / f"{name}.txt"
    path.write_text("\n".join(shapes) + "\n")
    return path


def read_records(records):
    by_key = {}
    for line in records.read_text().splitlines():
        record = json.loads(line)
        if record.get("outcome") == "ok":
            by_key.setdefault(record["key"], []).append(record)
    return by_key


def measure(args, shape_file, entries, name, trials):
    """Records of the plans' configs and other candidates, by matmul. All of them
    are finalists, so that they compare."""
    table = args.out / f"{name}.json"
    table.write_text(json.dumps({"version": 1, "entries": entries}, indent=1))
    return build_and_run(args, name, trials, f"--shapes={shape_file}", f"--table={table}",
                         f"--trials={trials}")


def build_and_run(args, name, trials, *what):
    bundle, records = args.out / name, args.out / f"{name}.jsonl"
    run("autotune-bench", "build", *what, f"--target={args.target}", "--quiet", "--top=0",
        f"--cache-dir={args.out}/cache", "-o", bundle)
    run("autotune-runner", bundle, "-o", records, f"--finalists={trials + 2}", "--quiet",
        f"--budget={args.budget}")
    return read_records(records)


def get_planned(measured):
    """The record of the plan's config: from its table, or from its own bundle."""
    return next((r for r in measured if "table" in (r.get("heuristics") or [])
                 or r.get("is_planned")), None)


def summarise(by_key, fastest, seconds):
    """How far the plans in `by_key` are behind the fastest records."""
    losses, ratios, best_ratios = [], [], []
    layers, bands = {}, {}
    for key, measured in by_key.items():
        mine = get_planned(measured)
        if not mine:
            print(f"no time of the plan's config: {key}")
            continue
        best = max(measured + fastest.get(key, []), key=lambda r: r["ratio"])
        loss = best["ratio"] / mine["ratio"]
        size = key.split(" ")[0]
        losses.append((loss, size, mine["config"], best["config"]))
        ratios.append((mine["ratio"], size))
        best_ratios.append(best["ratio"])
        m, layer = size.split("x", 1)
        layers.setdefault(SCORES if "*" in m else layer, []).append(loss)
        if "*" not in m:
            bands.setdefault(2 ** int(math.log2(int(m))), []).append(loss)
    losses.sort(reverse=True)
    ratios.sort()
    mean = lambda values: sum(values) / len(values)
    geo = lambda values: math.exp(mean([math.log(v) for v in values]))
    print(f"sizes: {len(losses)}")
    print(f"plan over fastest: mean {mean([x[0] for x in losses]):.4f}, 95th percentile "
          f"{losses[int(0.05 * len(losses))][0]:.3f}, worst {losses[0][0]:.3f} ({losses[0][1]})")
    print(f"cuBLASLt over plan: mean {geo([r[0] for r in ratios]):.3f}, worst "
          f"{ratios[0][0]:.3f} ({ratios[0][1]}), below 0.95: {sum(r[0] < 0.95 for r in ratios)}")
    print(f"cuBLASLt over fastest: mean {geo(best_ratios):.3f}, below 0.95: "
          f"{sum(r < 0.95 for r in best_ratios)}")
    for name, values in list(layers.items()) + sorted(bands.items()):
        print(f"  {name:>12}  {len(values):3}  mean {mean(values):.3f}  worst {max(values):.3f}")
    for name, turns in seconds.items():
        again = "".join(f", with a warm cache in {turn:.1f} s" for turn in turns[1:])
        print(f"  {name:>12}  tuned in {turns[0]:.1f} s{again}")
    for loss, size, mine, best in losses[:20]:
        print(f"{loss:.3f} {size}\n    {mine}\n    {best}")


def describe(rows):
    """Launches of a kernel with `widest` choose the columns of its tiles."""
    configs = {row["config"] for row in rows}
    kernels = {re.sub(r"tile = \[(\d+), \d+, (\d+)\](?=.*widest = [1-9])", r"\1 \2", config)
               for config in configs}
    return f"{len(rows)} rows, {len(configs)} configs, {len(kernels)} kernels"


def measure_layers(args, rng, names):
    shapes, entries, attached, seconds = [], [], [], {}
    for name in names:
        seconds[name] = tune(args, name)
        table = export_plan(args, name)
        entries += table["entries"]
        if args.attached:
            attached += read_attached(args, name, table["entries"])
        rows = [row for entry in table["entries"] for row in entry["plan"]]
        print(f"{name}: {describe(rows)}", flush=True)
        shapes += [f"{sizes} bf16 B^T -> bf16" for sizes in draw_sizes(rng, name, args.sizes)]
    shape_file = write_shapes(args, "shapes", shapes)
    fastest = measure(args, shape_file, entries, "records", args.trials)
    summarise(fastest, {}, seconds)
    if args.attached:
        print("Without measurements:")
        summarise(measure(args, shape_file, attached, "attached", 1), fastest, {})


def measure_scores(args, rng):
    """No table describes batches: the plans' configs have a bundle of their own."""
    seconds = {SCORES: tune(args, SCORES)}
    shapes = [f"{sizes} bf16 B^T -> bf16" for sizes in draw_sizes(rng, SCORES, args.sizes)]
    fastest = measure(args, write_shapes(args, "shapes", shapes), [], "records", args.trials)
    plans = {"tuned": args.out / f"{SCORES}.tuned.mlir"}
    if args.attached:
        plans["attached"] = args.attached / f"{SCORES}.mlir"
    for name, module in plans.items():
        rows, planned = read_plan(module), {}
        print(f"{SCORES}, {name}: {describe(rows)}")
        for index, (config, some) in enumerate(group_by_config(rows, shapes).items()):
            some_file = write_shapes(args, f"{name}{index}", some)
            planned |= build_and_run(args, some_file.stem, 1, f"--shapes={some_file}",
                                     f"--config={config}")
        for record in sum(planned.values(), []):
            record["is_planned"] = True
        summarise(planned, fastest, seconds if name == "tuned" else {})


def main():
    args = parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    rng = random.Random(args.seed)
    names = args.layers.split(",")
    layers = [name for name in names if name != SCORES]
    if layers:
        measure_layers(args, rng, layers)
    if SCORES in names:
        measure_scores(args, rng)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# ===- attention.py - Kernels of attention beside PyTorch's ---------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# docs/notes/attention.md has the figures.
#
# `attention.py build OUTDIR` writes modules with a problem.attention each, and compiles them.
# It needs autotune-opt and ptxas, and no GPU. `attention.py measure OUTDIR` needs a GPU, the
# CUDA driver and PyTorch, and of this project only the folder of this script and OUTDIR. With
# `--check`, it only prints what it would launch.
#
# `measure` compares all elements of results with an evaluation in f64, and PyTorch's results,
# too. It captures kernels in CUDA graphs, with inputs in rotation. The graphs take turns.
# The table has the fastest config of each case, and OUTDIR/attention.jsonl a line for each
# kernel. The peers are cuDNN and FlashAttention in PyTorch. Score functions that these do
# not have are compared with FlexAttention.

import math
import os
import statistics
import sys
from dataclasses import asdict, dataclass

import kernel_build

# What the error of the result may be of the peer's, both against f64: the root of the mean
# square of all elements. The largest error is chance where there are few elements.
MOST_ERROR = 1.1
# Inputs in rotation have this many bytes; the L2 of an H200 holds 50 MiB.
ROTATED_BYTES = 160_000_000
WINDOW = 1024
SOFT_CAP = 30
# Sequences that lie one behind the other, in parts of all keys.
DOCUMENTS = (1, 3, 2, 6, 1, 2, 4, 1)

# What the region of a problem.attention does with the score %x of query %m and key %n. It
# gives %y; %ninf is minus infinity, and %h the number of the head of K.
CAUSAL = """
      %c = arith.cmpi sle, %n, %m : index
      %y = arith.select %c, %x, %ninf : f32"""
SCORES = {
    "full": "",
    "causal": CAUSAL,
    "window": f"""
      %c0 = arith.cmpi sle, %n, %m : index
      %w = arith.constant {WINDOW} : index
      %lo = arith.subi %m, %w : index
      %c1 = arith.cmpi sgt, %n, %lo : index
      %c = arith.andi %c0, %c1 : i1
      %y = arith.select %c, %x, %ninf : f32""",
    "softcap": f"""
      %cap = arith.constant {SOFT_CAP}.0 : f32
      %x1 = arith.divf %x, %cap : f32
      %x2 = math.tanh %x1 : f32
      %y = arith.mulf %x2, %cap : f32""",
    "alibi": """
      %mi = arith.index_cast %m : index to i32
      %ni = arith.index_cast %n : index to i32
      %di = arith.subi %ni, %mi : i32
      %df = arith.sitofp %di : i32 to f32
      %hi = arith.index_cast %h : index to i32
      %hf = arith.sitofp %hi : i32 to f32
      %one = arith.constant 1.0 : f32
      %h1 = arith.addf %hf, %one : f32
      %m8 = arith.constant -0.25 : f32
      %hs = arith.mulf %h1, %m8 : f32
      %slope = math.exp2 %hs : f32
      %bias = arith.mulf %df, %slope : f32
      %x3 = arith.addf %x, %bias : f32
      %c = arith.cmpi sle, %n, %m : index
      %y = arith.select %c, %x3, %ninf : f32""",
    "documents": """
      %c0 = arith.cmpi sle, %n, %m : index
      %c1 = arith.cmpi eq, %idm, %idn : i32
      %c = arith.andi %c0, %c1 : i1
      %y = arith.select %c, %x, %ninf : f32""",
}


@dataclass
class Case:
    batch: int
    heads: int
    key_heads: int
    queries: int
    keys: int
    depth: int
    score: str = "full"

    @property
    def name(self):
        shape = (self.batch, self.heads, self.key_heads, self.queries, self.keys, self.depth)
        return "x".join(map(str, shape)) + f"-{self.score}"

    @property
    def group(self):
        """How many heads of Q share one of K and V."""
        return self.heads // self.key_heads

    @property
    def flops(self):
        """Half of the scores count under a causal mask, and all under other functions."""
        flops = 4 * self.batch * self.heads * self.queries * self.keys * self.depth
        return flops / 2 if self.score == "causal" else flops

    @property
    def bytes(self):
        rows = self.heads * self.queries + self.key_heads * self.keys
        return 2 * 2 * self.batch * self.depth * rows


FORWARD = (
    Case(4, 32, 32, 2048, 2048, 128),
    Case(4, 32, 32, 2048, 2048, 128, "causal"),
    Case(1, 32, 8, 4096, 4096, 128, "causal"),
    Case(1, 32, 8, 8192, 8192, 128, "causal"),
    Case(1, 32, 8, 16384, 16384, 128),
    Case(16, 32, 32, 512, 512, 128),
    Case(8, 16, 16, 1024, 1024, 64),
    Case(8, 12, 12, 128, 128, 64),
    Case(8, 12, 12, 197, 197, 64),
    Case(4, 16, 16, 2048, 2048, 64, "causal"),
    Case(1, 28, 4, 2048, 2048, 128, "causal"),
    Case(1, 32, 8, 128, 128, 128, "causal"),
    Case(4, 32, 8, 512, 512, 128, "causal"),
)
# Few queries, and the parts that the keys are split into.
FEW_QUERIES = 8
# Programs launch kernels so that they start before the previous one has ended. The peers in
# PyTorch don't.
DEPENDENT = ", dependent_launch = true"
DECODE = (
    (Case(1, 32, 8, 1, 8192, 128), (4, 8, 16)),
    (Case(16, 32, 8, 1, 4096, 128), (1, 2)),
    (Case(64, 32, 8, 1, 2048, 128), (1,)),
    (Case(1, 32, 8, 4, 8192, 128), (8, 16)),
    (Case(16, 32, 8, 4, 4096, 128), (1, 2)),
)
PACKED = tuple(Case(*shape, "documents") for shape in (
    (1, 32, 8, 8192, 8192, 128), (1, 28, 4, 2048, 2048, 128), (1, 16, 16, 8192, 8192, 64)))
SCORED = tuple(Case(*shape, score)
               for shape in ((4, 32, 32, 2048, 2048, 128), (1, 32, 8, 4096, 4096, 128),
                             (4, 16, 16, 2048, 2048, 64))
               for score in ("softcap", "alibi", "window"))
# By depth.
CONFIGS = {
    128: ("tile = [128, 128]", "tile = [128, 128], in_turn = true",
          "tile = [128, 128], in_turn = true, persistent = false", "tile = [128, 160]",
          "tile = [64, 128], persistent = false", "tile = [64, 64], persistent = false"),
    64: ("tile = [128, 128]", "tile = [128, 128], persistent = false",
         "tile = [128, 128], in_turn = true", "tile = [192, 128], persistent = false",
         "tile = [128, 128], stages = 3", "tile = [128, 64]", "tile = [128, 96]",
         "tile = [192, 96], persistent = false"),
}
# The templates; kernels of the second one have configs of their own.
HOPPER, AMPERE = """hopper_attention ampere_attention""".split()
# Kernels by mma.sync, as other chips have them; their peer is FlashAttention.
WARPS = ("tile = [128, 64], warps = 8", "tile = [128, 32], warps = 4", "tile = [64, 64], ctas_per_sm = 2",
         "tile = [64, 64], stages = 2", "tile = [128, 32], warps = 4, stages = 2", "tile = [32, 64], warps = 2, stages = 2")
SETS = ("forward", "decode", "scores", "packed", "warps")


def list_cases(which):
    """Pairs of a case and its configs."""
    if which in ("all", "forward"):
        yield from ((case, CONFIGS[case.depth]) for case in FORWARD)
    if which in ("all", "decode"):
        for case, splits in DECODE:
            yield case, [f"tile = [64, {keys}], stages = {stages}, ctas_per_sm = {ctas}, "
                         f"persistent = false, split = {split}{launch}"
                         for launch in ("", DEPENDENT) for split in splits
                         for keys, stages, ctas in ((128, 2, 1), (64, 4, 1), (64, 3, 1), (64, 2, 2))]
    if which in ("all", "scores"):
        yield from ((case, CONFIGS[case.depth]) for case in SCORED)
    if which in ("all", "packed"):
        yield from ((case, CONFIGS[case.depth]) for case in PACKED)
    if which == "warps":
        yield from ((case, WARPS) for case in FORWARD)


def write_module(case, config):
    """Heads that share K and V have a dimension of their own."""
    template = AMPERE if config in WARPS else HOPPER
    g, group, index = (", g", f"x{case.group}", " %g: index,") if case.group > 1 else ("", "", "")
    q = f"tensor<{case.batch}x{case.key_heads}{group}x{case.queries}x{case.depth}xbf16>"
    k = f"tensor<{case.batch}x{case.key_heads}x{case.keys}x{case.depth}xbf16>"
    dims = f"(b, h{g}, m, n, d, e)"
    read, ranges, elements = {}, "", ""
    if case.score == "documents":
        read = {"idm": ("m", case.queries), "idn": ("n", case.keys)}
        read.update((f"range{i}", ("m", case.queries)) for i in range(4))
        ranges = "key_range = [5, 6, 7, 8]"
        elements = "".join(f" %{name}: i32," for name in read)
    names = ["q", "k", "v", *read]
    types = [q, k, k, *(f"tensor<{size}xi32>" for _, size in read.values())]
    arguments = ", ".join(f"%t_{name}: {type}" for name, type in zip(names, types))
    maps = ", ".join(f"affine_map<{dims} -> {results}>" for results in (
        f"(b, h{g}, m, d)", "(b, h, n, d)", "(b, h, n, e)",
        *(f"({dim})" for dim, _ in read.values()), f"(b, h{g}, m, e)"))
    return f"""func.func @main({arguments}) -> {q} {{
  %e = tensor.empty() : {q}
  %r = problem.attention inputs({", ".join("%t_" + name for name in names)} : {", ".join(types)})
    outputs(%e : {q}) maps = [{maps}] {ranges}
    score {{
    ^bb0(%p: f32,{elements} %b: index, %h: index,{index} %m: index, %n: index):
      %ninf = arith.constant 0xFF800000 : f32
      %s = arith.constant {case.depth ** -0.5:.9e} : f32
      %x = arith.mulf %p, %s : f32{SCORES[case.score]}
      problem.yield {"%y" if SCORES[case.score] else "%x"} : f32
    }} {{autotune.config = #autotune.config<{template}, {config}, defaults>}} -> {q}
  return %r : {q}
}}
"""


def build(options):
    cases, kernels = [], {}
    for case, configs in list_cases(options.cases):
        if options.only not in case.name:
            continue
        names = {f"{case.name}.{i}": config for i, config in enumerate(configs[:options.configs])}
        kernels.update((name, write_module(case, config)) for name, config in names.items())
        cases.append({"name": case.name, "case": asdict(case), "kernels": list(names),
                      "configs": names})
    passes = [f"-autotune-lower-attention=target={kernel_build.TARGET}"]
    return kernel_build.build(options.outdir, cases, kernels, passes)


def get_documents(case):
    """The number of each place's document."""
    import torch
    total = sum(DOCUMENTS)
    ends = torch.tensor(DOCUMENTS).cumsum(0) * case.keys // total
    return torch.searchsorted(ends, torch.arange(case.keys), right=True).to("cuda", torch.int32)


def get_ranges(ids):
    """The inputs of key_range: the keys before the first that each query sees, those behind the
    last one, and those from the first and up to the last one, which it all sees."""
    import torch
    places = torch.arange(len(ids), device="cuda", dtype=torch.int32)
    first = torch.searchsorted(ids, ids).to(torch.int32)
    return first, len(ids) - 1 - places, len(ids) - first, places + 1


def apply_score(case, scores, head):
    """The score function in PyTorch, on all scores of a head."""
    import torch
    queries, keys = scores.shape
    m = torch.arange(queries, device="cuda")[:, None]
    n = torch.arange(keys, device="cuda")[None]
    if case.score == "softcap":
        return torch.tanh(scores / SOFT_CAP) * SOFT_CAP
    if case.score == "alibi":
        scores = scores + (n - m) * 2.0 ** (-0.25 * (head // case.group + 1))
    if case.score == "full":
        return scores
    hidden = n > m
    if case.score == "documents":
        ids = get_documents(case)
        hidden = hidden | (ids[:, None] != ids[None])
    if case.score == "window":
        hidden = hidden | (n <= m - WINDOW)
    return scores.masked_fill(hidden, -math.inf)


def evaluate(case, tensors, batch, head):
    """One head, in f64."""
    q, k, v = (tensor[batch, at].double() for tensor, at in zip(
        tensors, (head, head // case.group, head // case.group)))
    scores = apply_score(case, q @ k.T / math.sqrt(case.depth), head)
    return scores.softmax(-1) @ v


def make_flex(case):
    """FlexAttention with the score function, compiled by PyTorch."""
    import torch
    from torch.nn.attention import flex_attention as flex
    torch._dynamo.reset()
    group = case.group
    masks = {"alibi": lambda b, h, m, n: m >= n,
             "window": lambda b, h, m, n: (m >= n) & (n > m - WINDOW)}
    if case.score == "documents":
        ids = get_documents(case)
        masks["documents"] = lambda b, h, m, n: (m >= n) & (ids[m] == ids[n])
    functions = {
        "softcap": lambda s, b, h, m, n: torch.tanh(s / SOFT_CAP) * SOFT_CAP,
        "alibi": lambda s, b, h, m, n: s + (n - m) * torch.exp2(-0.25 * (h // group + 1))}
    blocks = None
    if case.score in masks:
        blocks = flex.create_block_mask(masks[case.score], None, None, case.queries, case.keys,
                                        device="cuda")
    compiled = torch.compile(flex.flex_attention, dynamic=False)
    return lambda q, k, v: compiled(q, k, v, score_mod=functions.get(case.score),
                                    block_mask=blocks, enable_gqa=group > 1)


def make_sdpa(case, backend):
    import torch
    from torch.nn.attention import sdpa_kernel

    def run(q, k, v):
        with sdpa_kernel(backend):
            return torch.nn.functional.scaled_dot_product_attention(
                q, k, v, is_causal=case.score == "causal", enable_gqa=case.group > 1)

    return run


def make_peers(case):
    """The peers by name; the first is what results are compared with."""
    from torch.nn.attention import SDPBackend
    if case.score not in ("full", "causal"):
        return {"flex": make_flex(case)}
    return {"cudnn": make_sdpa(case, SDPBackend.CUDNN_ATTENTION),
            "flash": make_sdpa(case, SDPBackend.FLASH_ATTENTION)}


def bind(case, kernel, inputs, output):
    """A function that computes the output. Few queries of all heads that share K and V are the
    rows of a matrix."""
    q, k, v = inputs
    if case.queries <= FEW_QUERIES and case.group > 1:
        shape = case.batch, case.key_heads, case.group * case.queries, case.depth
        q, output = q.view(shape), output.view(shape)
    read = []
    if case.score == "documents":
        ids = get_documents(case)
        read = [ids.view(1, 1, -1, 1), ids.view(1, 1, 1, -1)]
        read += [numbers.contiguous().view(1, 1, -1, 1) for numbers in get_ranges(ids)]
    return kernel.bind([q, k, v, output, *read])


def measure_case(found, launches, folder, turns):
    """A record for each kernel of the case, and the peers' times."""
    import torch
    import kernel_launch
    case = Case(**found["case"])
    count = kernel_launch.count_sets(case.bytes, ROTATED_BYTES, 16)
    shapes = [(case.heads, case.queries)] + 2 * [(case.key_heads, case.keys)]
    sets = [[torch.randn(case.batch, *shape, case.depth, device="cuda", dtype=torch.bfloat16)
             for shape in shapes] for _ in range(count)]
    outputs = [torch.empty_like(q) for q, _, _ in sets]
    peers = make_peers(case)
    peer = next(iter(peers.values()))(*sets[0])
    exact = torch.empty_like(peer, dtype=torch.float64)
    for batch in range(case.batch):
        for head in range(case.heads):
            exact[batch, head] = evaluate(case, sets[0], batch, head)

    def find_errors(result):
        errors = result.double() - exact
        return float(errors.abs().max()), float(errors.square().mean().sqrt())

    graphs = {name: kernel_launch.capture([lambda run=run, t=tensors: run(*t) for tensors in sets])
              for name, run in peers.items()}
    records = {}
    for name in found["kernels"]:
        config = found["configs"][name]
        (launch,) = launches[name]
        kernel = kernel_launch.Kernel(folder, launch)
        runs = [bind(case, kernel, inputs, output) for inputs, output in zip(sets, outputs)]
        outputs[0].fill_(math.nan)
        runs[0]()
        error, rms = find_errors(outputs[0])
        peer_error, peer_rms = find_errors(peer)
        records[name] = {"case": case.name, "config": config, "error": error, "rms": rms,
                         "peer_error": peer_error, "peer_rms": peer_rms}
        graphs[name] = kernel_launch.capture(runs)
    times = kernel_launch.time_graphs(graphs, count, turns)
    fastest = min(times[name] for name in peers)
    for name, record in records.items():
        us = times[name]
        record["right"] = record["rms"] <= MOST_ERROR * record["peer_rms"]
        record.update(us=us, tflops=case.flops / us * 1e-6, tb_s=case.bytes / us * 1e-6,
                      ratio=fastest / us, peers={name: times[name] for name in peers})
    return list(records.values())


def show_time(times, name):
    return f"{times[name]:.1f}" if name in times else ""


def show_best(name, records):
    """A line of the fastest right config, and one of those with dependent launches. Returns the
    ratio of the first."""
    plain = [record for record in records if DEPENDENT not in record["config"]]
    ratio = show_fastest(name, plain)
    show_fastest(name, [record for record in records if record not in plain])
    return ratio


def show_fastest(name, records):
    best = min((r for r in records if r["right"]), key=lambda r: r["us"], default=None)
    if not best:
        return None
    peers = " | ".join(show_time(best["peers"], peer) for peer in ("cudnn", "flash", "flex"))
    print(f"| {name} | {best['us']:.1f} | {best['tflops']:.0f} | {best['tb_s']:.2f} | {peers} | "
          f"{best['ratio']:.3f} | {best['error'] / best['peer_error']:.2f} | "
          f"{best['rms'] / best['peer_rms']:.3f} | {best['config']} |", flush=True)
    return best["ratio"]


def measure(options):
    import kernel_launch
    cases, launches = kernel_build.read(options.outdir)
    ratios, right = kernel_launch.measure(
        os.path.join(options.outdir, "attention.jsonl"),
        "| batch × heads × heads of K × queries × keys × depth | ours, µs | TFLOP/s | "
        "TB/s | cuDNN, µs | FlashAttention, µs | FlexAttention, µs | ratio | largest error | "
        "rms error | config |\n"
        "| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --- |", cases,
        lambda case: measure_case(case, launches, options.outdir, options.turns), show_best)
    if ratios:
        print(f"| geometric mean | | | | | | | {statistics.geometric_mean(ratios):.3f} | |")
    return right


if __name__ == "__main__":
    sys.exit(kernel_build.run_commands("Kernels of attention beside PyTorch's", SETS, 12, build,
                                       measure))

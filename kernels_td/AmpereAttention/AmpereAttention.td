//===- AmpereAttention.td - Attention by mma.sync, from sm_80 on ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Base.td"
include "Targets.td"

def AmpereAttention : KernelTemplate<"ampere_attention"> {
  let problem = "attention";
  let summary = "both products and the softmax of an attention in one kernel: cp.async, ldmatrix, mma.sync, running sums";
  let description = [{
This template computes `problem.attention` for elements of 16 bits, on all chips from sm_80 on. A CTA has `tile[0]`
queries of one head, and each of its warps an equal part of them. All warps copy Q, and then blocks of `tile[1]` keys
and values, some blocks ahead, from the last block to the first.

A warp multiplies its queries by a block of keys, computes the softmax in registers, with a running maximum and sum of
each row, and multiplies the weights by the block of values from registers.

Blocks that a mask hides are not copied. Only blocks that a mask cuts are masked.

If `hopper_attention` serves an attention, the heuristics don't propose this template: `mma.sync` has some 60 % of the
rate of `wgmma`, and no product runs under a softmax but another CTA's.
}];

  let chips = ChipsFrom<80>;

  let params = [
    IntListParam<"tile", ["queries", "keys"], [
        Domain<[64, 128], [64, 128], [16, 32, 64, 128], !range(16, 257, 16)>,
        Domain<[32, 64], [32, 64, 128], [32, 64, 96, 128], !range(16, 257, 16)>
      ], [64, 64],
      "queries of a CTA, and keys of a step", word="%">,
    IntParam<"warps", Domain<[4], [4, 8], [1, 2, 4, 8], !range(1, 17)>, 4,
      "warps of a CTA, each of which has an equal part of the queries", word="w%", shown=1>,
    IntParam<"stages", Domain<[1, 2], [1, 2], [1, 2, 3], [1, 2, 3, 4, 5, 6]>, 1,
      "blocks of keys, and of values, that shared memory holds", word="s%", shown=1>,
    IntParam<"ctas_per_sm", Domain<[1, 2], [1, 2], [1, 2, 3], [1, 2, 3, 4]>, 1,
      "CTAs that an SM is to hold at once", word="ctas%">,
  ];

  let quantities = [
    Quantity<"rowBlocks", "ceilDiv(config.tile[0], 16 * config.warps)", "blocks of 16 queries that a warp has">,
    Quantity<"depthBytes", "ceilDiv(fact.depth, 64) * 128", "bytes of a row of Q or K in shared memory">,
    Quantity<"columnBytes", "ceilDiv(fact.columns, 64) * 128", "bytes of a row of V in shared memory">,
    Quantity<"ringBytes",
      "config.tile[0] * depthBytes + config.stages * config.tile[1] * (depthBytes + columnBytes)",
      "bytes of Q, and of the rings of K and V">,
    Quantity<"registersNeeded",
      "rowBlocks * (fact.columns / 2 + config.tile[1] / 2 + config.tile[1] / 4 + 8) + 56",
      "registers of a thread: for each block of rows the result, scores, rounded weights and a factor; and others">,
    Quantity<"registersAllowed",
      "std::min<int64_t>(255, 16384 / (32 * ceilDiv(config.warps * config.ctasPerSm, 4)) / 8 * 8)",
      "registers that a thread may have: each quarter of an SM has 16384, and the quarter with the most warps decides">,
    Quantity<"tiles",
      "multiplySizes(multiplySizes(ceilDiv(fact.queries, config.tile[0]), fact.heads), fact.batch)",
      "tiles of queries of all heads; the sizes must be static">,
  ];

  let constraints = [
    Constraint<"element", "fact.element == ElementKind::BF16 || fact.element == ElementKind::F16",
      "Q, K and V are neither of bf16 nor of f16, which are the weights that mma.sync takes here",
      "Q, K and V have elements of 16 bits">,
    Constraint<"output", "fact.output == fact.element || fact.output == ElementKind::F32",
      "the result has neither elements like V nor f32",
      "the result is rounded once">,
    Constraint<"depth", "fact.depth % 16 == 0 && fact.depth <= 256",
      "heads have {fact.depth} columns; a multiple of 16 up to 256 is multiplied",
      "mma.sync multiplies 16 elements at a time, and Q stays in shared memory">,
    Constraint<"columns", "fact.columns % 16 == 0 && fact.columns <= 256",
      "heads of V have {fact.columns} columns; a multiple of 16 up to 256 fits registers",
      "a warp loads 16 columns at a time, and keeps all of the result in registers">,
    Constraint<"warp-rows", "config.tile[0] % (16 * config.warps) == 0",
      "tile[0] = {config.tile[0]} with {config.warps} warps; it needs a multiple of {16 * config.warps}",
      "a warp multiplies 16 rows at a time">,
    Constraint<"threads", "resources.threads <= 1024",
      "warps = {config.warps} are {resources.threads} threads; a CTA has at most 1024, which is 32 warps",
      "the limit of threads per CTA">,
    Constraint<"registers", "registersNeeded <= registersAllowed",
      "a thread would need about {registersNeeded} registers for {16 * rowBlocks} queries, {config.tile[1]} keys and "
      "{fact.columns} columns; it may have {registersAllowed}",
      "nothing spills">,
    Constraint<"shared-memory",
      "resources.sharedMemory <= target.sharedMemoryPerBlock",
      "Q and the rings take {resources.sharedMemory} bytes; a CTA of {target.chip} has {target.sharedMemoryPerBlock}, "
      "so fewer stages or a smaller tile are needed",
      "Q and the rings fit the shared memory of a CTA">,
    SharedMemoryLimit,
    RegisterLimit,
    Constraint<"grid", "!(fact.batch && fact.queries) || tiles <= kMaxTileCtas",
      "the grid would have {tiles} CTAs; at most {kMaxTileCtas} are numbered",
      "CTAs are numbered in 31 bits">,

    Redundancy<"idle-rows", "!fact.queries || config.tile[0] == 16 || config.tile[0] < 2 * fact.queries",
      "tile[0] = {config.tile[0]} is at least twice the {fact.queries} queries",
      "a smaller tile does the same">,
    Redundancy<"wide-keys", "!fact.keys || config.tile[1] <= 32 || config.tile[1] < fact.keys + 32",
      "half of tile[1] = {config.tile[1]} has none of {fact.keys} keys",
      "a smaller tile does the same">,
  ];

  // 1024 to align the rings.
  let resources = Resources<
    "ringBytes + 1024",
    "std::min<int64_t>(registersAllowed, roundUp(registersNeeded, 8))",
    "32 * config.warps">;
}

include "AmpereAttention/Seeds.td"

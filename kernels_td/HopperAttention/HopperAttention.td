//===- HopperAttention.td - Attention on Hopper's warpgroups --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Base.td"
include "Targets.td"

def HopperAttention : KernelTemplate<"hopper_attention"> {
  let problem = "attention";
  let summary = "both products and the softmax of an attention in one kernel: TMA, wgmma, running sums";
  let description = [{
This template computes `problem.attention` for elements of 16 bits. A CTA has `tile[0]` queries of one head, 64 for
each consumer warpgroup. Q stays in shared memory, and a producer loads blocks of `tile[1]` keys and values into two
rings, from the last block to the first.

A consumer multiplies Q by a block of keys, computes the softmax in registers, with a running maximum and sum of each
row, and multiplies the weights by the block of values from registers. The product of the next keys runs while the
weights are multiplied by the values.

Blocks that a mask hides are not loaded. Only blocks that a mask cuts are masked.
}];

  let chips = OnlyChips<[hopperChip]>;

  let params = [
    IntListParam<"tile", ["queries", "keys"], [
        Domain<[64, 128], [64, 128, 192]>,
        Domain<[64, 128], [64, 80, 96, 128, 160, 176], [64, 80, 96, 112, 128, 144, 160, 176, 192], !range(16, 257, 16)>
      ], [128, 128],
      "queries of a CTA, and keys of a step", word="%">,
    IntParam<"stages", Domain<[2], [2, 3], [2, 3, 4], [1, 2, 3, 4, 5, 6]>, 2,
      "blocks of keys and values that the rings hold", word="s%", shown=1>,
    BoolParam<"in_turn", Domain<[0, 1]>, 0,
      "consumers start the products of a step one after the other: one computes its softmax while the products of the "
      "others run">,
    BoolParam<"persistent", Domain<[0, 1]>, 1,
      "as many CTAs as the device holds, each taking tile after tile", shown=1>,
    IntParam<"split", Domain<[1], [1, 2, 4, 8, 16]>, 1,
      "parts of the keys, each of a CTA; the CTAs combine them, each for a share of the columns">,
    IntParam<"ctas_per_sm", Domain<[1], [1], [1, 2], [1, 2]>, 1,
      "CTAs that an SM is to hold at once; tiles of 64 queries leave registers for two", isNeutral=1,
      word="ctas%">,
    // No level has it, because peers are not measured with such launches.
    BoolParam<"dependent_launch", Domain<[0], [0], [0], [0, 1]>, 0,
      "start before the previous kernel has ended, and wait for its end before memory is accessed (programmatic "
      "dependent launch)", /*isNeutral=*/1>,
  ];

  let quantities = [
    Quantity<"consumers", "config.tile[0] / 64", "consumer warpgroups">,
    Quantity<"depthBytes", "ceilDiv(fact.depth, 64) * 128", "bytes of a row of Q or K in shared memory">,
    Quantity<"columnBytes", "ceilDiv(fact.columns, 64) * 128", "bytes of a row of V in shared memory">,
    Quantity<"queryBytes", "config.tile[0] * depthBytes", "bytes of Q in shared memory">,
    Quantity<"ringBytes", "config.stages * config.tile[1] * (depthBytes + columnBytes)",
      "bytes of the rings of K and V">,
    Quantity<"barrierBytes", "(2 + 4 * config.stages) * 8",
      "bytes of the barriers: two for Q, and two for each slot of a ring">,
    Quantity<"registersNeeded", "fact.columns / 2 + config.tile[1] / 2 + config.tile[1] / 4 + 24",
      "registers of a thread of a consumer: the result, scores, rounded weights, and others">,
    Quantity<"registersAllowed", "consumers > 2 ? 168 : config.ctasPerSm > 1 ? 232 : 240",
      "registers that such a thread may have">,
    Quantity<"tiles",
      "multiplySizes(multiplySizes(ceilDiv(fact.queries, config.tile[0]), fact.heads * config.split), fact.batch)",
      "tiles of queries of all heads; the sizes must be static">,
  ];

  let constraints = [
    Constraint<"element", "fact.element == ElementKind::BF16 || fact.element == ElementKind::F16",
      "Q, K and V are neither of bf16 nor of f16, which are the weights that wgmma takes from registers",
      "Q, K and V have elements of 16 bits">,
    Constraint<"output", "fact.output == fact.element || fact.output == ElementKind::F32",
      "the result has neither elements like V nor f32",
      "the result is rounded once">,
    Constraint<"depth", "fact.depth % 16 == 0 && fact.depth <= 256",
      "heads have {fact.depth} columns; a multiple of 16 up to 256 is multiplied",
      "wgmma multiplies 16 elements at a time, and Q stays in shared memory">,
    Constraint<"columns", "fact.columns % 8 == 0 && fact.columns <= 256",
      "heads of V have {fact.columns} columns; a multiple of 8 up to 256 fits registers",
      "a warpgroup keeps all columns of the result in registers">,
    Constraint<"shares", "fact.columns % (8 * config.split) == 0",
      "{fact.columns} columns of V are no multiple of 8 for each of split = {config.split} CTAs",
      "each CTA combines a share of the columns, of eight at a time">,
    Constraint<"split-tiles", "config.split == 1 || !config.persistent",
      "persistent is set, and split = {config.split}; one of them must be left out",
      "a CTA has one part of one tile">,
    Constraint<"large-scores", "config.split == 1 || !fact.hasLargeScores",
      "scores may be 2^20 or more, and split = {config.split}; weights of parts would lose the sums of their rows",
      "a part's weight is one number, in which a large score leaves no bit for the sum">,
    Constraint<"counters",
      "config.split == 1 || !(fact.batch && fact.queries) || tiles <= config.split * kMaxSplitTiles",
      "CTAs would share {tiles} / {config.split} tiles; at most {kMaxSplitTiles} are counted",
      "each tile that CTAs share has a counter in the workspace">,
    Constraint<"registers", "registersNeeded <= registersAllowed",
      "a thread would need about {registersNeeded} registers for {config.tile[1]} keys and {fact.columns} columns; it may "
      "have {registersAllowed}",
      "nothing spills">,
    Constraint<"shared-memory",
      "resources.sharedMemory + 1024 <= target.sharedMemoryPerBlock",
      "Q and the rings take {resources.sharedMemory} + 1024 bytes; a CTA of {target.chip} has "
      "{target.sharedMemoryPerBlock}, so fewer stages or a smaller tile are needed",
      "Q and the rings fit the shared memory of a CTA">,
    Constraint<"ctas-per-sm", "config.ctasPerSm == 1 || consumers == 1",
      "ctas_per_sm = {config.ctasPerSm} with {consumers} consumers; it needs tile[0] = 64",
      "two consumers take the registers of a whole SM">,
    Constraint<"shared-memory",
      "config.ctasPerSm == 1 || (resources.sharedMemory + 2048) * config.ctasPerSm <= target.sharedMemoryPerSM",
      "{config.ctasPerSm} CTAs take {resources.sharedMemory} + 2048 bytes of shared memory each; an SM of "
      "{target.chip} has {target.sharedMemoryPerSM}",
      "all CTAs of an SM must fit its shared memory; the driver reserves 1024 bytes for each">,
    Constraint<"turns", "!config.inTurn || consumers > 1",
      "in_turn is set, but a tile of {config.tile[0]} queries has one consumer",
      "consumers take turns with others">,
    Constraint<"grid", "!(fact.batch && fact.queries) || tiles <= kMaxTileCtas",
      "the grid would have {tiles} CTAs; at most {kMaxTileCtas} are numbered",
      "CTAs are numbered in 31 bits">,

    Redundancy<"idle-warpgroups",
      "!fact.queries || config.tile[0] == 64 || config.tile[0] < fact.queries + 64",
      "a warpgroup of tile[0] = {config.tile[0]} has none of {fact.queries} queries",
      "a smaller tile does the same">,
    Redundancy<"short-parts", "config.split == 1 || !fact.keys || config.tile[1] * config.split < fact.keys + config.tile[1]",
      "some of {config.split} parts have none of {fact.keys} keys",
      "fewer parts do the same">,
    Redundancy<"many-parts", "config.split == 1 || !(fact.batch && fact.queries) || tiles <= 4 * target.sms",
      "{tiles} CTAs are more than the device holds at a time",
      "parts are of use where too few CTAs read the keys">,
    Redundancy<"wide-keys", "!fact.keys || config.tile[1] == 64 || config.tile[1] < fact.keys + 64",
      "half of tile[1] = {config.tile[1]} has none of {fact.keys} keys",
      "a smaller tile does the same">,
  ];

  let resources = Resources<
    "queryBytes + ringBytes + barrierBytes",
    "config.ctasPerSm > 1 ? 128 : registersAllowed",
    "128 * (consumers + 1)">;
}

include "HopperAttention/Seeds.td"

//===- HopperWgmma.td - Warpgroup matmuls for sm_90a ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "HopperWgmma/Constraints.td"
include "HopperWgmma/Enums.td"
include "HopperWgmma/Groups.td"
include "HopperWgmma/Levels.td"
include "HopperWgmma/Redundancies.td"
include "Targets.td"

def HopperWgmma : KernelTemplate<"hopper_wgmma"> {
  let summary = "TMA, an mbarrier ring, one producer warp and one to three "
                "consumer warpgroups with wgmma";
  let description = [{
The kernel computes a product of rows times columns. Without `swap`, the rows are those of A and the
columns those of B. With `swap`, it computes the transpose, C^T = B^T A^T, and the rows are the columns
of B. `tile[0]` and `cluster[0]` then run along N, and `tile[1]` and `cluster[1]` along M. The operand
that gives the rows is called the left one.

**Loads.** With `load = tma` and `load = transpose`, the addresses, row strides and batch strides of A
and B must be multiples of 16 bytes and known at compile time. With `load = pack` and `load = copy`,
they can be any. Packing needs a workspace of the size of the packed matrices. Partial sums with
`reduce = shares` needs one of twice the size of all CTAs' tiles in f32 or i32. All
sums are added in the order of K.

**K that is not contiguous.** Elements of 16 bits are multiplied in any layout. Others need a contiguous
K in both A and B. With `load = transpose`, an operand whose K is not contiguous is loaded in its
layout. The three warps beside the loading warp transpose it in shared memory, into a second ring.
With `load = pack`, the copy of such an operand is its transpose, for a single product or a batch.

**8-bit floats.** Tensor cores keep 14 bits of a sum of 8-bit floats. After `promote` tiles of K,
consumers add such a sum to f32 in registers of their own, and begin another. If a thread has registers for
one more set of sums and `promote` is 1, the next products run meanwhile. `docs/design/numerics.md` gives
the remaining error. A and B may have scales, of blocks along K that are a multiple of `promote` tiles.
Each such sum is then multiplied by the scales of its row and column as it is added. Scales are read
from global memory while the products of the sum run.

**Converted operands.** Integers times 16-bit floats (weights that are stored narrower than their
factor), and operands with a prologue, are the left operand. Consumers load them from the slot, convert
them exactly to the type of the floats, and multiply them from their registers. Only the stored bytes
are read. If TMA can't load one of the operands, it is packed as it is stored. Integers of 4 bits are two
to a byte, the element of even K in the low half, with K along rows. The kernel reads a matrix of bytes
with half the columns, and a step of K is 256 elements. Of those that are reordered (`i4r`), a thread loads all that
it converts for eight steps of 16 in 16 bytes. A prologue (scales and zero points of rows or of
groups of K, a function of floats) is applied in registers. Its values are read from global memory, one
step of K before they are needed.

**Pairs and sums.** For a pair of products, A times two matrices B, half of the `tile[1]` columns are of
the one and half of the other. A thread has both sums of an element, and the epilogue combines them.
The CTA's tile of C is `tile[1] / 2` columns wide. For a sum of two products, the tiles of the second
follow those of the first in the ring, and are added to the same sums.

**Columns chosen at launch.** With `widest`, one kernel has code for all multiples of 8 columns from half
of `widest` to all of them, and `tile[1]` is what the launch chooses. Configs that differ only in
`tile[1]` then have the same kernel, so that one kernel of a plan fills the device at many sizes.
`stages` counts slots for the widest tile. Slots for fewer columns are smaller, and the ring has more of
them.

**f32** is supported if products of tf32 are allowed (`allow-tf32`): TMA rounds the elements that it
loads. For three products of tf32 (`3xtf32`), TMA loads f32, and a separate warpgroup computes the bits
of each slot that tf32 drops. It stores them in a second ring of two slots. Consumers then multiply high
by high parts, high by low and low by high.

**f16** is summed in f16 if the program allows it (`accumulator=f16`). A register holds two such sums. A
tile may therefore have twice the elements if the sums become C without a change: there is no init, no
epilogue, no shared K, and no direct store of the transpose (`swap`).
}];

  defvar out = narrowOutputs;
  defvar weights = !listconcat(["i8", "i4", "i4r"], float8);
  let elements = [Elements<["bf16", "f16"], /*alike=*/1, ["f32"], out>,
                  Elements<["f16"], /*alike=*/1, ["f16"], out>,
                  Elements<["i8"], /*alike=*/1, ["i32"], out>,
                  Elements<float8, /*alike=*/0, ["f32"], out>,
                  Elements<["bf16", "f16"], /*alike=*/0, ["f32"], out, weights>,
                  Elements<weights, /*alike=*/0, ["f32"], out, ["bf16", "f16"]>,
                  Elements<["tf32", "3xtf32"], /*alike=*/1, ["f32"], out>];
  let chips = OnlyChips<[hopperChip]>;

  let byteComponents = ["tile.k"];
  let params = [
    IntListParam<"tile", ["m", "n", "k"], [
        ChosenDomain<HopperTileRows>,
        ChosenDomain<HopperTileColumns, !range(8, 257, 8)>,
        ChosenDomain<HopperTileDepth, [32, 64, 128, 256]>
      ], [128, 128, 64],
      "rows, columns and depth of the product that a CTA holds at a time",
      word="%">,
    IntParam<"stages", ChosenDomain<HopperStages, !range(2, 13)>, 4,
      "slots of the ring between producer and consumers", word="s%", shown=1>,
    IntParam<"consumers", ChosenDomain<HopperConsumers>, 2,
      "consumer warpgroups", word="c%">,
    EnumParam<"schedule", Schedule, HopperScheduleCases,
      "cooperative", "how the consumers share the work", word="%">,
    // No level of the space has in_turn = true, because it would double the space
    // for the few configs that convert. Each seed that may have it does: it gains
    // on most shapes (NVIDIA H100). For tiles of 128 columns or more it does not
    // always gain, so these are also proposed without it.
    BoolParam<"in_turn", Domain<[0], [0], [0], [0, 1]>, 0,
      "cooperative consumers that convert elements start the products of a step one after the other: one converts "
      "while the products of the others run",
      /*isNeutral=*/1>,
    // Other values are only set by hand: they trade accuracy for speed.
    IntParam<"promote", Domain<[1], [1], [1], [0, 1, 2, 4]>, 1,
      "tiles of K after which sums of 8-bit floats are added up in f32, or 0 for "
      "never; sums of other types are exact enough as they are",
      /*isNeutral=*/1>,
    IntListParam<"cluster", ["m", "n"], [
        ChosenDomain<HopperClusterRows>, ChosenDomain<HopperClusterColumns>
      ], [1, 1],
      "CTAs of a cluster along rows and columns; they share loads by multicast">,
    EnumParam<"raster", Raster, HopperRasterCases,
      "along_m", "the order in which CTAs are numbered", word="%">,
    IntParam<"group", Domain<[8], [8], [1, 8], [1, 2, 4, 8, 16, 32]>, 8,
      "tiles of the other axis taken together, so that L2 holds them; with hilbert, the side of a square, in tiles "
      "of a cluster", word="g%">,
    IntParam<"split_k", ChosenDomain<HopperSplitK>, 1,
      "CTAs that share the K of a tile">,
    EnumParam<"reduce", Reduce, HopperReduceCases,
      "cluster", "how CTAs that share a tile add their partial sums",
      /*isNeutral=*/1>,
    BoolParam<"swap", ChosenDomain<HopperSwap>, 0,
      "compute C^T = B^T A^T, so that the long side is wgmma's 64 rows">,
    BoolParam<"persistent", ChosenDomain<HopperPersistent>, 1,
      "as many CTAs as the device holds, each taking tile after tile", shown=1>,
    EnumParam<"load", Load,
      CaseDomain<["tma", "transpose", "pack"], ["tma", "transpose", "pack"], ["tma", "transpose", "pack", "copy"]>, "tma",
      "how tiles of A and B come to shared memory", /*isNeutral=*/1, word="%-load">,
    EnumParam<"store", Store, HopperStoreCases,
      "direct", "how C is written", word="%-store">,
    IntParam<"ctas_per_sm", ChosenDomain<HopperCtasPerSM, [1, 2, 3, 4]>, 1,
      "CTAs that an SM is to hold at once", word="ctas%">,
    EnumParam<"evict_first", EvictFirst, HopperEvictFirstCases,
      "none", "the operand that L2 is told to drop first">,
    // No level has it, because libraries are not measured with such launches.
    BoolParam<"dependent_launch", Domain<[0], [0], [0], [0, 1]>, 0,
      "start before the previous kernel has ended, and wait for its end before memory is accessed (programmatic "
      "dependent launch)", /*isNeutral=*/1>,
    // Plans for unknown sizes have it, and no level of the space.
    IntParam<"widest", Domain<[0], [0], [0], [0, 112, 144, 192, 208, 256]>, 0,
      "columns of the kernel's widest tile; the launch chooses tile[1], from half of them on. With 0, the kernel has "
      "tile[1] columns",
      /*isNeutral=*/1>,
  ];
  let removedParams = [
    RemovedParam<"stream_k", "false", "it was slower on nearly all matmuls measured">,
    RemovedParam<"evict_last", "none", "it changed no time beyond the noise">,
    RemovedParam<"placed", "false", "on average it made the fastest kernels 0.5 % faster at most">,
  ];

  let quantities = hopperGroupQuantities # [
    Quantity<"leftIsMnMajor",
      "(config.swap ? !fact.b.transposed : fact.a.transposed) && !needsTranspose(fact, config.swap)",
      "whether a row of the left operand, as multiplied, runs along the rows of the tile">,
    Quantity<"rightIsMnMajor",
      "(config.swap ? fact.a.transposed : !fact.b.transposed) && !needsTranspose(fact, !config.swap)",
      "the same for the right operand and the columns of the tile">,
    Quantity<"transposesLeft", "config.load == Load::Transpose && needsTranspose(fact, config.swap)",
      "whether the left operand is transposed in shared memory">,
    Quantity<"transposesRight", "config.load == Load::Transpose && needsTranspose(fact, !config.swap)",
      "whether the right operand is transposed in shared memory">,
    Quantity<"exchangesSides",
      "config.swap && fact.m >= 256 && fact.n >= 256 && !fact.convertsFactor() && config.load != Load::Transpose && "
      "!fact.isGrouped()",
      "whether two long sides only exchange their roles: nothing needs swap, except a tile whose columns are no multiple "
      "of 64">,
    Quantity<"leftBits",
      "config.swap ? getElementBits(fact.b.element) : getElementBits(fact.a.element)",
      "bits of an element of the left operand">,
    Quantity<"rightBits",
      "config.swap ? getElementBits(fact.a.element) : getElementBits(fact.b.element)",
      "bits of an element of the right operand">,
    Quantity<"elementBits",
      "std::min(getElementBits(fact.a.element), getElementBits(fact.b.element))",
      "bits of an element of A and B, or of the narrower of them">,
    Quantity<"elementBytes",
      "std::min(getElementBytes(fact.a.element), getElementBytes(fact.b.element))",
      "bytes of an element of A and B, or of the narrower of them; for i4, of the byte that two share">,
    Quantity<"convertsRows",
      "fact.convertsFactor()",
      "whether consumers convert the left operand to the type of the right one">,
    Quantity<"splits", "fact.a.element == ElementKind::TF32x3",
      "whether a warpgroup splits slots into high and low parts">,
    Quantity<"lowSlots", "splits ? 2 : 0",
      "slots of low parts: one is filled while the other is multiplied">,
    Quantity<"splitterRegisters", "splits ? 72 : 0",
      "registers of a thread that splits slots: four loaded vectors, and four results">,
    Quantity<"rightChunk", "rightBits < 8 ? 128 : 1024 / rightBits",
      "columns of a line of 128 bytes; a right operand whose K is not contiguous is loaded in such lines">,
    Quantity<"mostColumns", "splits && config.consumers == 2 ? 192 : 256",
      "most columns of a wgmma that fit a thread's registers at launch: 168 with three warpgroups, 128 with four">,
    Quantity<"mostTileColumns", "config.widest == 0 ? config.tile[1] : config.widest",
      "columns of the widest tile that a launch of the kernel may choose">,
    Quantity<"rowsPerConsumer",
      "config.schedule == Schedule::Pingpong ? config.tile[0] : config.tile[0] / config.consumers",
      "rows of the tile that one consumer multiplies">,
    Quantity<"accumulatorSets",
      "fact.multipliesFloat8() && config.promote > 0 ? 2 : 1",
      "sums per element that a consumer holds: the sums of wgmma, and the f32 sums that they are promoted to">,
    Quantity<"sumsPerRegister",
      "fact.accumulator == ElementKind::F16 && fact.c.element == ElementKind::F16 && "
      "fact.epilogue.isNone() && fact.init == InitKind::Zero ? 2 : 1",
      "two f16 sums share a register if they start from zero and are stored unchanged; otherwise the registers are "
      "needed for addresses or the epilogue">,
    Quantity<"accumulators",
      "rowsPerConsumer * mostTileColumns / 128 * accumulatorSets / sumsPerRegister",
      "registers of 32 bits of a consumer's thread for sums">,
    Quantity<"wholeSumRegisters",
      "accumulators * (config.splitK > 1 || (config.swap && config.store == Store::Direct) ? sumsPerRegister : 1)",
      "the same, with one sum per register if partial sums are added up in f32, or if threads store single elements">,
    Quantity<"convertedRegisters", "convertsRows ? rowsPerConsumer / 64 * config.tile[2] / 4 : 0",
      "registers of a consumer's thread for converted rows, two elements each">,
    Quantity<"prologueRegisters",
      "convertsRows ? countPrologueRegisters(fact, rowsPerConsumer, config.tile[2]) : 0",
      "registers of a consumer's thread for the values that the prologue reads, for this step and the next, and for "
      "its functions">,
    Quantity<"outputColumns", "config.tile[1] / fact.getProducts()",
      "columns of C of a tile: for a pair, half of the multiplied columns">,
    Quantity<"scaleRegisters",
      "countScaleRegisters(fact, config.swap, rowsPerConsumer, outputColumns)",
      "registers of a consumer's thread for the scales of a part of K">,
    Quantity<"epilogueRegisters",
      "countEpilogueRegisters(fact, config.store == Store::Tma)",
      "registers of a consumer's thread for the values that the epilogue reads, and for its further outputs">,
    Quantity<"holdsMore",
      "(accumulatorSets > 1 && config.splitK > 1) || "
      "(config.swap && config.store == Store::Direct && rowsPerConsumer > 64)",
      "whether threads need additional registers: for two sums per element and a split K, or for addresses of single "
      "elements in several blocks of 64 rows">,
    Quantity<"accumulatorLimit",
      "config.consumers == 3 ? 96 : splits && config.consumers == 2 ? 152 : 192",
      "the most accumulators that fit. With three consumers, or two beside a warpgroup that splits, a thread has "
      "128 registers at launch. Each wgmma must fit these 128, even if setmaxnreg adds more: ptxas refuses m64n208 "
      "(C7602)">,
    Quantity<"overlapsParts",
      "fact.multipliesFloat8() && config.promote == 1 && !transposesLeft && !transposesRight && "
      "accumulators / 2 * 3 + 2 * scaleRegisters + (holdsMore || (config.swap && config.store == Store::Direct) ? 24 : 0) <= "
      "(accumulatorLimit + 16) / config.ctasPerSm",
      "whether the products of a part of K run while consumers add the sums of the part before. They need a third "
      "set of sums">,
    Quantity<"transposedLimit",
      "config.consumers == 1 ? 192 : config.consumers == 3 ? 80 : holdsMore ? 112 : 128",
      "the most registers for sums and everything else beside warps that transpose: all threads keep the registers "
      "of the launch, 128 or 168">,
    Quantity<"stageBytes",
      "roundUp(config.tile[0] * config.tile[2] * leftBits / 8, 1024) + "
      "roundUp(roundUp(mostTileColumns, rightIsMnMajor ? 64 : 8) * config.tile[2] * rightBits / 8, 1024)",
      "bytes of a slot for the widest tile. An MN-major operand is loaded in chunks of 64. Swizzled tiles start at "
      "multiples of 1024">,
    Quantity<"slotsFitColumns", "config.widest != 0 && config.tile[2] * rightBits <= 1024",
      "whether a slot is only as large as tile[1] needs. K must fit a chunk of 128 bytes">,
    Quantity<"slotBytes",
      "slotsFitColumns ? stageBytes - (config.widest - config.tile[1]) * 128 : stageBytes",
      "bytes of a slot for tile[1] columns">,
    Quantity<"slots", "config.stages * stageBytes / slotBytes",
      "slots of the ring for tile[1] columns">,
    Quantity<"barrierBytes", "slotsFitColumns ? 32 : 16",
      "bytes of a stage's barriers. With half of the columns, there are up to twice as many slots">,
    Quantity<"transposedSlots", "transposesLeft || transposesRight ? 2 : 0",
      "slots of each operand that is transposed: one is filled while the other is multiplied">,
    Quantity<"transposedBytes",
      "(transposesLeft ? transposedSlots * (config.tile[0] * config.tile[2] * leftBits / 8 + 16) : 0) + "
      "(transposesRight ? transposedSlots * (config.tile[1] * config.tile[2] * rightBits / 8 + 16) : 0)",
      "bytes of the slots for transposes, with their barriers">,
    Quantity<"lowBytes", "lowSlots * (stageBytes + 16)",
      "bytes of the slots of low parts, with their barriers">,
    Quantity<"stagingBytes",
      "config.store == Store::Direct ? 0 : "
      "config.consumers * 2 * (config.swap ? config.tile[1] * 128 : 8192)",
      "bytes of the boxes for a store through shared memory: two boxes per consumer">,
    Quantity<"stagesInRing",
      "config.store != Store::Direct && !config.persistent && config.schedule == Schedule::Cooperative && "
      "config.splitK == 1 && config.widest == 0 && config.stages * stageBytes >= stagingBytes",
      "whether these boxes lie in the ring: a CTA with one tile needs no slot any more when it stores">,
    Quantity<"sharesInMemory", "config.reduce != Reduce::Cluster",
      "whether partial sums go through device memory">,
    Quantity<"clusterSize",
      "config.cluster[0] * config.cluster[1] * (sharesInMemory ? 1 : config.splitK)",
      "CTAs of a cluster">,
    Quantity<"heldClusters",
      "countHeldClusters(target.sms, config.ctasPerSm, clusterSize)",
      "clusters that the device holds at a time">,
    Quantity<"heldCtas", "heldClusters * clusterSize",
      "CTAs that the device holds at a time, in whole clusters">,
    Quantity<"consumerRegisters", "roundUp(wholeSumRegisters + convertedRegisters + prologueRegisters + scaleRegisters + 40, 8)",
      "registers of a consumer's thread: accumulators, converted rows, values of a prologue, scales, and 40 for "
      "addresses, descriptors and the epilogue (192 accumulators fit 232 without spills)">,
    Quantity<"producerRegisters", "config.load == Load::Copy ? 120 : config.load == Load::Transpose ? 96 : config.consumers == 3 ? 32 : 40",
      "registers of a producer's thread; a thread that copies or transposes holds elements in flight">,
    Quantity<"rowTiles",
      "config.swap ? ceilDiv(fact.n, config.tile[0]) : countRowTiles(fact, config.tile[0])",
      "tiles along the rows; the sizes must be static">,
    Quantity<"columnTiles",
      "config.swap ? countRowTiles(fact, config.tile[1]) : ceilDiv(fact.n, outputColumns)",
      "tiles along the columns; the sizes must be static">,
    Quantity<"depthTiles", "multiplySizes(ceilDiv(fact.k, config.tile[2]), fact.parts)",
      "steps along K; the size must be static">,
    Quantity<"tiles", "multiplySizes(multiplySizes(rowTiles, columnTiles), fact.batch)",
      "tiles of all products of the batch; the sizes must be static">,
    Quantity<"tileCtas",
      "multiplySizes(clusterRowTiles * config.cluster[0] * clusterColumnTiles * config.cluster[1], fact.batch) * config.splitK",
      "CTAs of one tile, or of a part of one, in whole clusters; the sizes must be static">,
    Quantity<"bytesOfA",
      "multiplySizes(multiplySizes(fact.m, getBytesOf(fact.a.element, fact.k)), "
      "fact.a.batchStride == 0 ? 1 : fact.getFactorMatrices())",
      "bytes of A; the sizes must be static">,
    Quantity<"bytesOfB",
      "multiplySizes(multiplySizes(fact.n, getBytesOf(fact.b.element, fact.k)), "
      "multiplySizes(fact.isGrouped() ? fact.group.size() : fact.b.batchStride == 0 ? 1 : fact.getFactorMatrices(), fact.getProducts()))",
      "bytes of B, or of both B of a pair; the sizes must be static">,
  ];

  let constraints = hopperGroups # hopperConstraints # hopperRedundancies;

  // The barriers of each stage and 64 bytes for the schedule; 1024 to align the
  // ring. A producer's thread keeps 40 registers beside two consumers and 32 beside
  // three, because setmaxnreg then moves registers between warpgroups. It does
  // not if several CTAs share an SM, or if warps transpose beside the producer.
  // A thread that copies needs 120.
  let resources = Resources<
    "config.stages * (stageBytes + barrierBytes) + lowBytes + transposedBytes + 64 + 1024 + (stagesInRing ? 0 : stagingBytes)",
    "(config.consumers == 1 && !splits) || config.ctasPerSm > 1 || config.load == Load::Transpose ? std::max(std::max(consumerRegisters, producerRegisters), splitterRegisters) : "
    "roundUp(ceilDiv(config.consumers * consumerRegisters + producerRegisters + splitterRegisters, config.consumers + 1 + splits), 8)",
    "128 * (config.consumers + 1 + splits)">;
}

include "HopperWgmma/Seeds.td"

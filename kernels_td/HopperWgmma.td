//===- HopperWgmma.td - Warpgroup matmuls for sm_90a ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "HopperConstraints.td"
include "HopperEnums.td"
include "HopperGroups.td"
include "HopperRedundancies.td"

def HopperWgmma : KernelTemplate<"hopper_wgmma"> {
  let summary = "TMA, an mbarrier ring, one producer warp and one to three "
                "consumer warpgroups with wgmma";
  let description = [{
The kernel computes a product of rows times columns. Without `swap` the rows are
those of A and the columns those of B; with `swap` it computes the transpose,
C^T = B^T A^T, and the rows are the columns of B: then `tile[0]` and `cluster[0]`
run along N, `tile[1]` and `cluster[1]` along M. The operand that gives the rows
is called the left one.

With `load = tma` and `load = transpose` the addresses, row strides and batch strides of A and B must be
multiples of 16 bytes and known when compiling; with `load = pack` and `load = copy` they can
be any. To pack takes memory beside the matrices, of the size of what is packed;
so do partial sums with `reduce = last` and `reduce = shares`, twice the size of
all CTAs' tiles in f32 or i32. All sums are added in the order of K.

Elements other than of 16 bits are multiplied where K is contiguous in both A and B.
One in which it is not is loaded as it lies, with `load = transpose`, and transposed
in shared memory, into a second ring, by the three warps beside the one that
loads; or, of one product or a batch, it is packed, too: its copy is its transpose.

Of 8-bit floats the tensor cores keep 14 bits of a sum. After `promote` tiles of
K consumers add such a sum to f32 in registers of their own, and begin another;
`docs/numerics.md` says what is left of the error.

Where A and B have scales, of blocks along K of a multiple of what `promote` tiles
have, such a sum is multiplied by those of its row and column as it is added.
They are read from global memory, while the products of the sum are under way.

Integers times 16-bit floats (weights that are stored narrower than what they
are multiplied by), and whatever has a prologue, are the left operand. Consumers load them from the slot,
convert them, exactly, to the type of the floats, and multiply them from their
registers, so that no more bytes are read than are stored. What TMA can't load of
either is packed as it is stored. Those of 4
bits are two to a byte, that of even K in the low half, with K along rows: the
matrix is one of bytes to the kernel, of half the columns, and a step of K is 256
elements. A prologue
(scales and zero points of rows or of groups of K, a function of floats) is
applied there: its values are read from global memory, a step of K before they
are needed.

Of a pair of products, A times two matrices B, `tile[1]` columns are half of the
one and half of the other: a thread has both sums of an element, of which the
epilogue makes one, and the CTA's tile of C is `tile[1] / 2` columns wide.

Of a sum of two products the tiles of the second follow those of the first in the
ring, and are added to the same sums.

Products of f32 are taken where they may be those of tf32 (`allow-tf32`): TMA
rounds what it loads. Where they are to be three of tf32 (`3xtf32`), it loads f32,
and a warpgroup of its own puts what tf32 drops of each slot into one of a second
ring, of two slots. Consumers then multiply high by high parts, high by low and low
by high.

Products of f16 are summed in f16 where they may be (`accumulator=f16`). A register
holds two such sums, and a tile may have twice the elements where these become C as
they are: where nothing is added to, no epilogue follows, K is not shared, and the
transpose (`swap`) is not stored directly.
}];

  defvar out = ["f32", "bf16", "f16", "f8E4M3FN", "f8E5M2", "i8", "i16", "i32"];
  let elements = [Elements<["bf16", "f16"], /*alike=*/1, ["f32"], out>,
                  Elements<["f16"], /*alike=*/1, ["f16"], out>,
                  Elements<["i8"], /*alike=*/1, ["i32"], out>,
                  Elements<["f8E4M3FN", "f8E5M2"], /*alike=*/0, ["f32"], out>,
                  Elements<["bf16", "f16"], /*alike=*/0, ["f32"], out, ["i8", "i4", "f8E4M3FN", "f8E5M2"]>,
                  Elements<["i8", "i4", "f8E4M3FN", "f8E5M2"], /*alike=*/0, ["f32"], out, ["bf16", "f16"]>,
                  Elements<["tf32", "3xtf32"], /*alike=*/1, ["f32"], out>];
  let chips = OnlyChips<["sm_90a"]>;

  let byteComponents = ["tile.k"];
  let params = [
    IntListParam<"tile", ["m", "n", "k"], [
        Domain<[64, 128], [64, 128, 256], [64, 128, 192, 256]>,
        Domain<[16, 64, 128, 256], [16, 32, 64, 96, 128, 176, 192, 256],
               !listconcat([8], !range(16, 257, 16)), !range(8, 257, 8)>,
        Domain<[64], [64, 128], [64, 128], [32, 64, 128, 256]>
      ], [128, 128, 64],
      "rows, columns and depth of the product that a CTA holds at a time",
      word="%">,
    IntParam<"stages", Domain<[4, 8], [3, 4, 6, 8], [2, 3, 4, 5, 6, 8],
             !range(2, 13)>, 4,
      "slots of the ring between producer and consumers", word="s%", shown=1>,
    IntParam<"consumers", Domain<[1, 2], [1, 2], [1, 2, 3]>, 2,
      "consumer warpgroups", word="c%">,
    EnumParam<"schedule", Schedule, CaseDomain<["cooperative", "pingpong"]>,
      "cooperative", "how the consumers share the work", word="%">,
    // Of no level, but of every seed that may: mostly it gains (NVIDIA H100), of
    // tiles of 128 columns or more not always, which are proposed without as well.
    // It would double a space in which few configs convert. What levels have is
    // without.
    BoolParam<"in_turn", Domain<[0], [0], [0], [0, 1]>, 0,
      "cooperative consumers that convert what they multiply start the products of "
      "a step one after the other: one converts while those of the others run",
      /*isNeutral=*/1>,
    // Others by hand alone: speed that is paid for in bits is nobody's to take.
    IntParam<"promote", Domain<[1], [1], [1], [0, 1, 2, 4]>, 1,
      "tiles of K after which sums of 8-bit floats are added up in f32, or 0 for "
      "never; sums of other types are exact enough as they are",
      /*isNeutral=*/1>,
    IntListParam<"cluster", ["m", "n"], [
        Domain<[1, 2], [1, 2], [1, 2, 4]>,
        Domain<[1], [1, 2], [1, 2, 4]>
      ], [1, 1],
      "CTAs of a cluster along rows and columns; they share loads by multicast">,
    EnumParam<"raster", Raster,
      CaseDomain<["along_m"], ["along_m"], ["along_m", "along_n", "hilbert"]>,
      "along_m", "the order in which CTAs are numbered", word="%">,
    IntParam<"group", Domain<[8], [8], [1, 8], [1, 2, 4, 8, 16, 32]>, 8,
      "tiles of the other axis taken together, so that L2 holds them; with "
      "hilbert, of a cluster each, the side of a square", word="g%">,
    // Of no level, and proposed by nobody: it is for clusters, which lose to none
    // where their tiles are placed, too (docs/performance.md).
    BoolParam<"placed", Domain<[0], [0], [0], [0, 1]>, 0,
      "clusters that run in one GPC have tiles that follow one another in the "
      "raster: the launch says which cluster begins with which tile", /*isNeutral=*/1>,
    IntParam<"split_k", Domain<[1, 4], [1, 2, 4, 8], [1, 2, 4, 8, 16]>, 1,
      "CTAs that share the K of a tile">,
    // A pick by last is for streams; by hand it is legal everywhere.
    EnumParam<"reduce", Reduce,
      CaseDomain<["cluster"], ["cluster", "shares"]>,
      "cluster", "how CTAs that share a tile add their partial sums",
      /*isNeutral=*/1>,
    // Of no level, but proposed by split-k: it doubles the space, and won
    // nothing yet (NVIDIA H200).
    BoolParam<"stream_k", Domain<[0], [0], [0], [0, 1]>, 0,
      "what whole rounds of tiles leave is cut along K into as many equal "
      "ranges as there are CTAs", /*isNeutral=*/1>,
    BoolParam<"swap", Domain<[0, 1]>, 0,
      "compute C^T = B^T A^T, so that the long side is wgmma's 64 rows">,
    BoolParam<"persistent", Domain<[0, 1]>, 1,
      "as many CTAs as the device holds, each taking tile after tile", shown=1>,
    EnumParam<"load", Load,
      CaseDomain<["tma", "transpose", "pack"], ["tma", "transpose", "pack"], ["tma", "transpose", "pack", "copy"]>, "tma",
      "how tiles of A and B come to shared memory", /*isNeutral=*/1, word="%-load">,
    EnumParam<"store", Store, CaseDomain<["direct"], ["direct", "tma", "copy"]>,
      "direct", "how C is written", word="%-store">,
    IntParam<"ctas_per_sm", Domain<[1], [1, 2], [1, 2], [1, 2, 3, 4]>, 1,
      "CTAs that an SM is to hold at once", word="ctas%">,
    EnumParam<"evict_first", EvictFirst, CaseDomain<["none"], ["none", "a", "b"]>,
      "none", "the operand that L2 is told to drop first">,
    EnumParam<"evict_last", EvictLast,
      CaseDomain<["none"], ["none"], ["none", "a", "b"]>,
      "none", "the operand that L2 is told to keep longest", /*isNeutral=*/1>,
    // Of no level: no library is compared with so.
    BoolParam<"dependent_launch", Domain<[0], [0], [0], [0, 1]>, 0,
      "start before the kernel before has ended, and wait for its end before "
      "memory is touched (programmatic dependent launch)", /*isNeutral=*/1>,
  ];

  let quantities = hopperGroupQuantities # [
    Quantity<"leftIsMnMajor",
      "(config.swap ? !fact.b.transposed : fact.a.transposed) && !needsTranspose(fact, config.swap)",
      "whether a row of the left operand, as multiplied, runs along the rows of the tile">,
    Quantity<"rightIsMnMajor",
      "(config.swap ? fact.a.transposed : !fact.b.transposed) && !needsTranspose(fact, !config.swap)",
      "the same of the right operand and the columns of the tile">,
    Quantity<"transposesLeft", "config.load == Load::Transpose && needsTranspose(fact, config.swap)",
      "whether the left operand is transposed in shared memory">,
    Quantity<"transposesRight", "config.load == Load::Transpose && needsTranspose(fact, !config.swap)",
      "the same of the right operand">,
    Quantity<"leftBits",
      "config.swap ? getElementBits(fact.b.element) : getElementBits(fact.a.element)",
      "bits of an element of the left operand">,
    Quantity<"rightBits",
      "config.swap ? getElementBits(fact.a.element) : getElementBits(fact.b.element)",
      "the same of the right operand">,
    Quantity<"elementBits",
      "std::min(getElementBits(fact.a.element), getElementBits(fact.b.element))",
      "bits of an element of A and B, or of the narrower of them">,
    Quantity<"elementBytes",
      "std::min(getElementBytes(fact.a.element), getElementBytes(fact.b.element))",
      "bytes of an element of A and B, or of the narrower of them; of i4 those of the byte that it shares">,
    Quantity<"convertsRows",
      "fact.convertsFactor()",
      "whether consumers convert the left operand to the type of the right one">,
    Quantity<"splits", "fact.a.element == ElementKind::TF32x3",
      "whether a warpgroup splits slots into high and low parts">,
    Quantity<"lowSlots", "splits ? 2 : 0",
      "slots of low parts: one is filled while the other is multiplied">,
    Quantity<"splitterRegisters", "splits ? 72 : 0",
      "registers of a thread that splits slots: four vectors on their way, and as many made of them">,
    Quantity<"rightChunk", "rightBits < 8 ? 128 : 1024 / rightBits",
      "columns of a line of 128 bytes, in which those of a right operand are loaded whose K is not contiguous">,
    Quantity<"mostColumns", "splits && config.consumers == 2 ? 192 : 256",
      "columns of a wgmma that fits what a thread starts with: 168 registers of three warpgroups, 128 of four">,
    Quantity<"rowsPerConsumer",
      "config.schedule == Schedule::Pingpong ? config.tile[0] : config.tile[0] / config.consumers",
      "rows of the tile that one consumer multiplies">,
    Quantity<"accumulatorSets",
      "fact.multipliesFloat8() && config.promote > 0 ? 2 : 1",
      "sums that a consumer has of each element: wgmma's, and those in f32 that they "
      "are promoted to">,
    Quantity<"sumsPerRegister",
      "fact.accumulator == ElementKind::F16 && fact.c.element == ElementKind::F16 && "
      "fact.epilogue.isNone() && fact.init == InitKind::Zero ? 2 : 1",
      "two of f16 that begin with nothing and become C as they are; of others that are summed in f16 "
      "as many registers count as of f32, for addresses of what is read need them, or epilogues">,
    Quantity<"accumulators",
      "rowsPerConsumer * config.tile[1] / 128 * accumulatorSets / sumsPerRegister",
      "registers of 32 bits that a consumer's thread holds of sums">,
    Quantity<"wholeSumRegisters",
      "accumulators * (config.splitK > 1 || config.streamK || "
      "(config.swap && config.store == Store::Direct) ? sumsPerRegister : 1)",
      "the same where partial sums are added up, in f32, or threads store one element at a time, at an "
      "address each">,
    Quantity<"convertedRegisters", "convertsRows ? rowsPerConsumer / 64 * config.tile[2] / 4 : 0",
      "registers that a consumer's thread holds of converted rows, two elements each">,
    Quantity<"prologueRegisters",
      "convertsRows ? countPrologueRegisters(fact, rowsPerConsumer, config.tile[2]) : 0",
      "registers that it holds of what the prologue reads, of this step and of the next, and for its functions">,
    Quantity<"scaleRegisters",
      "countScaleRegisters(fact, config.swap, rowsPerConsumer, config.tile[1])",
      "registers that it holds of the scales of a part of K">,
    Quantity<"holdsMore",
      "config.streamK || (accumulatorSets > 1 && config.splitK > 1) || "
      "(config.swap && config.store == Store::Direct && rowsPerConsumer > 64)",
      "whether threads hold where their tiles are cut, two sums of each element and where to leave them, or several "
      "blocks of 64 rows whose elements they store each at an address of its own">,
    Quantity<"accumulatorLimit",
      "config.consumers == 3 ? 96 : splits && config.consumers == 2 ? 152 : 192",
      "of these, those that fit; a thread of three consumers, or of two beside one that splits, starts with 128 registers, "
      "which each wgmma must fit whatever setmaxnreg grants: ptxas refuses m64n208 (C7602)">,
    Quantity<"transposedLimit",
      "config.consumers == 1 ? 192 : config.consumers == 3 ? 80 : holdsMore ? 112 : 128",
      "the same, and of all else that a consumer holds, beside warps that transpose: all keep what they start with, 128 "
      "or 168">,
    Quantity<"stageBytes",
      "roundUp(config.tile[0] * config.tile[2] * leftBits / 8, 1024) + "
      "roundUp(roundUp(config.tile[1], rightIsMnMajor ? 64 : 8) * config.tile[2] * rightBits / 8, 1024)",
      "bytes of a slot of the ring; an MN-major operand is loaded in chunks of "
      "64, and swizzled tiles start at multiples of 1024">,
    Quantity<"transposedSlots", "transposesLeft || transposesRight ? 2 : 0",
      "slots of each operand that is transposed: one is filled while the other is multiplied">,
    Quantity<"transposedBytes",
      "(transposesLeft ? transposedSlots * (config.tile[0] * config.tile[2] * leftBits / 8 + 16) : 0) + "
      "(transposesRight ? transposedSlots * (config.tile[1] * config.tile[2] * rightBits / 8 + 16) : 0)",
      "bytes of these, with their barriers">,
    Quantity<"lowBytes", "lowSlots * (stageBytes + 16)",
      "bytes of the slots of low parts, with their barriers">,
    Quantity<"stagingBytes",
      "config.store == Store::Direct ? 0 : "
      "config.consumers * 2 * (config.swap ? config.tile[1] * 128 : 8192)",
      "bytes between the fragments and a store through shared memory: two boxes a consumer">,
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
      "registers of a consumer's thread: accumulators, converted rows, what a prologue reads, scales, and 40 for addresses, "
      "descriptors and the epilogue (192 accumulators fit 232 without spills)">,
    Quantity<"producerRegisters", "config.load == Load::Copy ? 120 : config.load == Load::Transpose ? 96 : config.consumers == 3 ? 32 : 40",
      "registers of a producer's thread: one that copies, or transposes, holds what is on its way">,
    Quantity<"rowTiles",
      "config.swap ? ceilDiv(fact.n, config.tile[0]) : countRowTiles(fact, config.tile[0])",
      "tiles along the rows; the sizes must be static">,
    Quantity<"outputColumns", "config.tile[1] / fact.getProducts()",
      "columns of C that a tile gives: of a pair, half of those that are multiplied">,
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
      "the same of B, or of both of a pair">,
  ];

  let constraints = hopperGroups # hopperConstraints # hopperRedundancies;

  // 16 bytes of barriers a stage and 64 for the schedule; 1024 to align the
  // ring. A producer's thread keeps 40 registers when consumers are two, 32 when
  // they are three: then setmaxnreg shares out what the launch gives to all
  // warpgroups. It does not where several CTAs share an SM, or where warps
  // transpose beside the producer's. One that copies needs 120.
  let resources = Resources<
    "config.stages * (stageBytes + 16) + lowBytes + transposedBytes + 64 + 1024 + stagingBytes",
    "(config.consumers == 1 && !splits) || config.ctasPerSm > 1 || config.load == Load::Transpose ? std::max(std::max(consumerRegisters, producerRegisters), splitterRegisters) : "
    "roundUp(ceilDiv(config.consumers * consumerRegisters + producerRegisters + splitterRegisters, config.consumers + 1 + splits), 8)",
    "128 * (config.consumers + 1 + splits)">;
}

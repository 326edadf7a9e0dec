//===- HopperWgmma.td - Warpgroup matmuls for sm_90a ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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

With `load = tma` the addresses, row strides and batch strides of A and B must be
multiples of 16 bytes and known when compiling; with `load = pack` and `load = copy` they can
be any. To pack takes memory beside the matrices, of the size of what is packed;
so do partial sums with `reduce = last` and `reduce = shares`, twice the size of
all CTAs' tiles in f32 or i32. All sums are added in the order of K.

Of 8-bit floats the tensor cores keep 14 bits of a sum. After `promote` tiles of
K consumers add such a sum to f32 in registers of their own, and begin another;
`docs/numerics.md` says what is left of the error.

Integers times 16-bit floats (weights that are stored narrower than what they
are multiplied by) are the left operand. Consumers load them from the slot,
convert them, exactly, to the type of the floats, and multiply them from their
registers, so that no more bytes are read than the integers have.

Products of f32 are taken where they may be those of tf32 (`allow-tf32`): TMA
rounds what it loads.
}];

  defvar out = ["f32", "bf16", "f16"];
  let elements = [Elements<["bf16", "f16"], /*alike=*/1, ["f32"], out>,
                  Elements<["i8"], /*alike=*/1, ["i32"], ["i32"]>,
                  Elements<["f8E4M3FN", "f8E5M2"], /*alike=*/0, ["f32"], out>,
                  Elements<["bf16", "f16"], /*alike=*/0, ["f32"], out, ["i8"]>,
                  Elements<["i8"], /*alike=*/0, ["f32"], out, ["bf16", "f16"]>,
                  Elements<["tf32"], /*alike=*/1, ["f32"], out>];
  let chips = OnlyChips<["sm_90a"]>;

  let byteComponents = ["tile.k"];
  let params = [
    IntListParam<"tile", ["m", "n", "k"], [
        Domain<[64, 128], [64, 128, 256], [64, 128, 192, 256]>,
        Domain<[16, 64, 128, 256], [16, 32, 64, 96, 128, 176, 192, 256],
               !listconcat([8], !range(16, 257, 16)), !range(8, 257, 8)>,
        Domain<[64], [64, 128], [64, 128], [32, 64, 128, 256]>
      ], [128, 128, 64],
      "rows, columns and depth of the product that a CTA holds at a time">,
    IntParam<"stages", Domain<[4, 8], [3, 4, 6, 8], [2, 3, 4, 5, 6, 8],
             !range(2, 13)>, 4,
      "slots of the ring between producer and consumers">,
    IntParam<"consumers", Domain<[1, 2], [1, 2], [1, 2, 3]>, 2,
      "consumer warpgroups">,
    EnumParam<"schedule", Schedule, CaseDomain<["cooperative", "pingpong"]>,
      "cooperative", "how the consumers share the work">,
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
      "along_m", "the order in which CTAs are numbered">,
    IntParam<"group", Domain<[8], [8], [1, 8], [1, 4, 8, 16, 32]>, 8,
      "tiles of the other axis taken together, so that L2 holds them; with "
      "hilbert, of a cluster each, the side of a square">,
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
      "as many CTAs as the device holds, each taking tile after tile">,
    EnumParam<"load", Load, CaseDomain<["tma", "pack"], ["tma", "pack"], ["tma", "pack", "copy"]>, "tma",
      "how tiles of A and B come to shared memory", /*isNeutral=*/1>,
    EnumParam<"store", Store, CaseDomain<["direct"], ["direct", "tma", "copy"]>,
      "direct", "how C is written">,
    IntParam<"ctas_per_sm", Domain<[1], [1, 2], [1, 2], [1, 2, 3, 4]>, 1,
      "CTAs that an SM is to hold at once">,
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
      "config.swap ? !fact.b.transposed : fact.a.transposed",
      "whether a row of the left operand, as stored, runs along the rows of the tile">,
    Quantity<"rightIsMnMajor",
      "config.swap ? fact.a.transposed : !fact.b.transposed",
      "the same of the right operand and the columns of the tile">,
    Quantity<"leftBytes",
      "config.swap ? getElementBytes(fact.b.element) : getElementBytes(fact.a.element)",
      "bytes of an element of the left operand">,
    Quantity<"rightBytes",
      "config.swap ? getElementBytes(fact.a.element) : getElementBytes(fact.b.element)",
      "the same of the right operand">,
    Quantity<"elementBytes",
      "std::min(getElementBytes(fact.a.element), getElementBytes(fact.b.element))",
      "bytes of an element of A and B, or of the narrower of them">,
    Quantity<"convertsRows",
      "getElementBytes(fact.a.element) != getElementBytes(fact.b.element)",
      "whether consumers convert the left operand to the type of the right one">,
    Quantity<"rowsPerConsumer",
      "config.schedule == Schedule::Pingpong ? config.tile[0] : config.tile[0] / config.consumers",
      "rows of the tile that one consumer multiplies">,
    Quantity<"accumulatorSets",
      "isFloat8(fact.a.element) && config.promote > 0 ? 2 : 1",
      "sums that a consumer has of each element: wgmma's, and those in f32 that they "
      "are promoted to">,
    Quantity<"accumulators", "rowsPerConsumer * config.tile[1] / 128 * accumulatorSets",
      "accumulators of 32 bits that a consumer's thread holds">,
    Quantity<"convertedRegisters", "convertsRows ? rowsPerConsumer / 64 * config.tile[2] / 4 : 0",
      "registers that a consumer's thread holds of converted rows, two elements each">,
    Quantity<"accumulatorLimit", "config.consumers == 3 ? 96 : 192",
      "of these, those that fit; a thread of three consumers starts with 128 registers, "
      "which each wgmma must fit whatever setmaxnreg grants: ptxas refuses m64n208 (C7602)">,
    Quantity<"stageBytes",
      "roundUp(config.tile[0] * config.tile[2] * leftBytes, 1024) + "
      "roundUp(roundUp(config.tile[1], rightIsMnMajor ? 64 : 8) * config.tile[2] * rightBytes, 1024)",
      "bytes of a slot of the ring; an MN-major operand is loaded in chunks of "
      "64, and swizzled tiles start at multiples of 1024">,
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
    Quantity<"consumerRegisters", "roundUp(accumulators + convertedRegisters + 40, 8)",
      "registers of a consumer's thread: accumulators, converted rows, and 40 for addresses, "
      "descriptors and the epilogue (192 accumulators fit 232 without spills)">,
    Quantity<"producerRegisters", "config.load == Load::Copy ? 120 : config.consumers == 3 ? 32 : 40",
      "registers of a producer's thread: one that copies holds what is on its way">,
    Quantity<"rowTiles",
      "config.swap ? ceilDiv(fact.n, config.tile[0]) : countRowTiles(fact, config.tile[0])",
      "tiles along the rows; the sizes must be static">,
    Quantity<"columnTiles",
      "config.swap ? countRowTiles(fact, config.tile[1]) : ceilDiv(fact.n, config.tile[1])",
      "tiles along the columns; the sizes must be static">,
    Quantity<"depthTiles", "ceilDiv(fact.k, config.tile[2])",
      "steps along K; the size must be static">,
    Quantity<"tiles", "multiplySizes(multiplySizes(rowTiles, columnTiles), fact.batch)",
      "tiles of all products of the batch; the sizes must be static">,
    Quantity<"tileCtas",
      "multiplySizes(clusterRowTiles * config.cluster[0] * clusterColumnTiles * config.cluster[1], fact.batch) * config.splitK",
      "CTAs of one tile, or of a part of one, in whole clusters; the sizes must be static">,
    Quantity<"bytesOfA",
      "multiplySizes(multiplySizes(fact.m, fact.k * getElementBytes(fact.a.element)), "
      "fact.a.batchStride == 0 ? 1 : fact.batch)",
      "bytes of A; the sizes must be static">,
    Quantity<"bytesOfB",
      "multiplySizes(multiplySizes(fact.k, fact.n * getElementBytes(fact.b.element)), "
      "fact.isGrouped() ? fact.group.size() : fact.b.batchStride == 0 ? 1 : fact.batch)",
      "the same of B">,
  ];

  let constraints = hopperGroups # [
    Constraint<"size-zero",
      "fact.m != 0 && fact.n != 0 && fact.k != 0 && fact.batch != 0",
      "the matmul is {describeSizes(fact)}; no size may be 0",
      "every size is positive">,
    Constraint<"size-limit",
      "fitsInt32(fact.m) && fitsInt32(fact.n) && fitsInt32(fact.k) && fitsInt32(fact.batch)",
      "the matmul is {describeSizes(fact)}; a size must be at most {kMaxMatmulSize}",
      "kernels take sizes as 32-bit integers">,
    Constraint<"batch-pack",
      "config.load != Load::Pack || (isPackable(fact.a) && isPackable(fact.b))",
      "load = pack with a batch of {describeSize(fact.batch)}; it needs load = tma or copy, or A and "
      "B that TMA can load or all products share",
      "one matrix is packed, and not one for each product">,
    Constraint<"input-layout", "fact.a.unitInnerStride",
      "the elements of a row of A are not adjacent; their stride must be 1",
      "rows of A are loaded many elements at once">,
    Constraint<"input-layout", "fact.b.unitInnerStride",
      "the elements of a row of B are not adjacent; their stride must be 1",
      "the same of B">,
    Constraint<"tma-alignment",
      "config.load != Load::Tma || isTmaLoadable(fact.a)",
      "load = tma, but A {describeTma(fact.a)}; it needs load = pack or copy",
      "what TMA needs to load A: an address, a row stride and, of a batch, a "
      "batch stride known to be multiples of 16 bytes">,
    Constraint<"tma-alignment",
      "config.load != Load::Tma || isTmaLoadable(fact.b)",
      "load = tma, but B {describeTma(fact.b)}; it needs load = pack or copy",
      "the same of B">,
    Constraint<"copy-cluster",
      "config.load != Load::Copy || (config.cluster[0] == 1 && config.cluster[1] == 1)",
      "load = copy with cluster = [{config.cluster[0]}, {config.cluster[1]}]; it needs cluster = [1, 1]",
      "only TMA loads for several CTAs">,
    Constraint<"copy-hint",
      "config.load != Load::Copy || config.evictFirst == EvictFirst::None",
      "load = copy with evict_first; it needs evict_first = none",
      "only TMA takes the hint">,
    Constraint<"copy-hint",
      "config.load != Load::Copy || config.evictLast == EvictLast::None",
      "load = copy with evict_last; it needs evict_last = none",
      "the same of the other hint">,
    Constraint<"evict-twice",
      "(config.evictFirst != EvictFirst::A || config.evictLast != EvictLast::A) && "
      "(config.evictFirst != EvictFirst::B || config.evictLast != EvictLast::B)",
      "evict_first and evict_last are both {config.evictLast}; one of them must be "
      "none or the other operand",
      "a load carries one hint">,
    Constraint<"copy-consumers",
      "config.load != Load::Copy || config.consumers < 3",
      "load = copy with consumers = {config.consumers}; it needs consumers = 1 or 2",
      "the registers of a producer that copies would leave three consumers 128 "
      "each, with which ptxas spills">,
    Constraint<"converted-rows", "!convertsRows || leftBytes == 1",
      "the left operand of the product has the floats and the right one the integers; integers "
      "are converted on the left: swap = true where B has them, and false where A does",
      "wgmma takes the left operand alone from registers">,
    Constraint<"converted-rows", "!convertsRows || !leftIsMnMajor",
      "K is not contiguous in the integers, which are converted; they need it",
      "threads load neighbours along K">,
    Constraint<"converted-rows", "!convertsRows || !fact.zeroExtend",
      "the integers are zero-extended; those that are converted are signed, without cast_unsigned",
      "the top bit is taken for a sign">,
    Constraint<"converted-rows",
      "!convertsRows || (config.cluster[0] == 1 && config.cluster[1] == 1)",
      "cluster = [{config.cluster[0]}, {config.cluster[1]}] with integers that are converted; "
      "they need cluster = [1, 1]",
      "threads that read a slot say so to no other CTA">,
    Constraint<"depth-contiguous",
      "elementBytes == 2 || convertsRows || (!fact.a.transposed && fact.b.transposed)",
      "K is not contiguous in both A and B; elements of {elementBytes * 8} bits need it",
      "wgmma takes elements other than of 16 bits only so">,
    Constraint<"depth-rows",
      "config.tile[2] * elementBytes % 128 == 0",
      "tile[2] = {config.tile[2]} is {config.tile[2] * elementBytes} bytes; it needs a "
      "multiple of {128 / elementBytes}",
      "a row of a slot is 128 bytes, or several">,
    Constraint<"integer-columns",
      "roundUpToWgmma(fact.accumulator, config.tile[1]) == config.tile[1]",
      "tile[1] = {config.tile[1]}; integers are multiplied by 8, 24 or a multiple of 16 columns",
      "wgmma has no other widths for integers">,
    Constraint<"byte-load",
      "elementBytes == 2 || config.load == Load::Tma",
      "load = {config.load}; elements of {elementBytes * 8} bits need load = tma",
      "only elements of 16 bits are packed and copied">,
    Constraint<"byte-load",
      "elementBytes == 2 || isTmaLoadable(fact.a)",
      "A {describeTma(fact.a)}; elements of {elementBytes * 8} bits are loaded by TMA alone",
      "the same, of A">,
    Constraint<"byte-load",
      "elementBytes == 2 || isTmaLoadable(fact.b)",
      "B {describeTma(fact.b)}; elements of {elementBytes * 8} bits are loaded by TMA alone",
      "the same, of B">,
    Constraint<"output-layout", "fact.c.unitInnerStride",
      "the elements of a row of C are not adjacent; their stride must be 1",
      "rows of C are written whole">,
    Constraint<"tile-m-warpgroups",
      "config.schedule == Schedule::Pingpong || config.tile[0] % (64 * config.consumers) == 0",
      "tile[0] = {config.tile[0]} is not a multiple of {64 * config.consumers}: "
      "each of {config.consumers} cooperative consumers takes a multiple of 64 rows",
      "a wgmma multiplies 64 rows">,
    Constraint<"tile-m-warpgroups",
      "config.schedule == Schedule::Cooperative || config.consumers == 2",
      "consumers = {config.consumers} with schedule = pingpong; it takes 2",
      "ping-pong is between two consumers">,
    Constraint<"tile-m-warpgroups",
      "config.schedule == Schedule::Cooperative || config.tile[0] <= 128",
      "tile[0] = {config.tile[0]} with schedule = pingpong, where one consumer "
      "holds the whole tile; it must be 64 or 128",
      "a ping-pong tile lies in the registers of one warpgroup">,
    Constraint<"pingpong-persistent",
      "config.schedule == Schedule::Cooperative || config.persistent",
      "schedule = pingpong with persistent = false; it needs persistent = true, "
      "or one of the two consumers never gets a tile",
      "ping-pong alternates over several tiles of a CTA">,
    Constraint<"accumulator-registers", "accumulators <= accumulatorLimit",
      "a consumer's {rowsPerConsumer} x {config.tile[1]} part of the tile takes "
      "{accumulators} accumulators a thread; at most {accumulatorLimit} fit with "
      "consumers = {config.consumers}, which is tile[1] <= {accumulatorLimit * 128 / rowsPerConsumer / accumulatorSets} here",
      "more accumulators spill">,
    Constraint<"converted-registers", "accumulators + convertedRegisters <= accumulatorLimit",
      "{accumulators} accumulators and {convertedRegisters} registers of converted rows a thread; "
      "at most {accumulatorLimit} fit with consumers = {config.consumers}, which is tile[2] <= "
      "{std::max<int64_t>(0, accumulatorLimit - accumulators) * 256 / rowsPerConsumer} here",
      "more spill">,
    Constraint<"cluster-size",
      "clusterSize <= std::min<int64_t>(target.maxClusterSize, 8)",
      "cluster = [{config.cluster[0]}, {config.cluster[1]}] with split_k = {config.splitK} is "
      "{clusterSize} CTAs; {target.chip} "
      "takes at most {std::min<int64_t>(target.maxClusterSize, 8)}",
      "the portable limit of a cluster is 8 CTAs">,
    Constraint<"cluster-divides",
      "(leftIsMnMajor ? config.tile[2] : config.tile[0]) % (8 * config.cluster[1]) == 0",
      "the left operand's tile of {leftIsMnMajor ? config.tile[2] : config.tile[0]} rows, as stored, "
      "does not divide into {config.cluster[1]} slices of a multiple of 8, one for each CTA along cluster[1]",
      "CTAs along the columns load a slice of the left tile each, for all; the swizzle repeats every 8 rows">,
    Constraint<"cluster-divides",
      "(rightIsMnMajor ? config.tile[2] : config.tile[1]) % (8 * config.cluster[0]) == 0",
      "the right operand's tile of {rightIsMnMajor ? config.tile[2] : config.tile[1]} rows, as stored, "
      "does not divide into {config.cluster[0]} slices of a multiple of 8, one for each CTA along cluster[0]",
      "CTAs along the rows load a slice of the right tile each, for all">,
    Constraint<"split-k-cluster",
      "config.splitK == 1 || sharesInMemory || (config.cluster[0] == 1 && config.cluster[1] == 1)",
      "split_k = {config.splitK} with cluster = [{config.cluster[0]}, {config.cluster[1]}]; "
      "it needs cluster = [1, 1], or reduce = last or shares",
      "the CTAs of a split are the cluster">,
    Constraint<"split-k-cluster",
      "config.splitK == 1 || config.schedule == Schedule::Cooperative",
      "split_k = {config.splitK} with schedule = pingpong; it needs cooperative",
      "partial sums are added by all consumers together">,
    Constraint<"split-k-cluster", "config.splitK == 1 || !config.persistent",
      "split_k = {config.splitK} with persistent = true; it needs persistent = false",
      "the ring is free for the partial sums only after the last tile; a split "
      "tile is to be all that its CTAs have">,
    Constraint<"split-k-cluster",
      "config.splitK == 1 || config.store == Store::Direct || config.reduce == Reduce::Last",
      "split_k = {config.splitK} with reduce = {config.reduce} and store = {config.store}; "
      "it needs store = direct, or reduce = last",
      "each CTA stores the share that it added up, narrower than a box">,
    Constraint<"reduce-in-memory",
      "config.reduce == Reduce::Cluster || config.splitK > 1 || config.streamK",
      "reduce = {config.reduce} with split_k = 1 and stream_k = false; it needs "
      "reduce = cluster, the default",
      "a CTA that shares its tile with none has no partial sums">,
    Constraint<"reduce-in-memory",
      "config.reduce == Reduce::Cluster || config.streamK || !fact.hasStaticSizes() || "
      "roundUp(rowTiles, config.cluster[0]) * roundUp(columnTiles, config.cluster[1]) * fact.batch <= kMaxSplitTiles",
      "reduce = {config.reduce} for {roundUp(rowTiles, config.cluster[0]) * roundUp(columnTiles, config.cluster[1]) * fact.batch} tiles; at most {kMaxSplitTiles} "
      "can be counted",
      "each split tile takes a counter of the workspace">,
    Constraint<"reduce-in-memory", "!sharesInMemory || config.splitK <= 16",
      "split_k = {config.splitK} with reduce = {config.reduce}; at most 16 CTAs are counted",
      "a counter has a bit for each CTA">,
    Constraint<"stream-k", "!config.streamK || config.persistent",
      "stream_k = true with persistent = false; it needs persistent = true",
      "its CTAs take parts of several tiles">,
    Constraint<"stream-k", "!config.streamK || config.splitK == 1",
      "stream_k = true with split_k = {config.splitK}; it needs split_k = 1",
      "tiles are cut where the ranges of the CTAs end, and not in parts of their own">,
    Constraint<"stream-k", "!config.streamK || config.schedule == Schedule::Cooperative",
      "stream_k = true with schedule = pingpong; it needs cooperative",
      "consumers that take turns would have parts of different lengths">,
    Constraint<"stream-k", "!config.streamK || config.reduce == Reduce::Last",
      "stream_k = true with reduce = {config.reduce}; it needs reduce = last",
      "CTAs don't wait for each other in the middle of their range">,
    Constraint<"split-k-depth",
      "config.splitK == 1 || (!ShapedType::isDynamic(fact.k) && (sharesInMemory "
      "? config.splitK <= depthTiles "
      ": (config.splitK - 1) * ceilDiv(depthTiles, config.splitK) < depthTiles))",
      "split_k = {config.splitK} leaves a CTA without work in K = {describeSize(fact.k)} "
      "with tile[2] = {config.tile[2]}; it needs a static K in which each CTA gets a step",
      "every CTA of a split has at least one step of K">,
    Constraint<"split-k-columns",
      "config.reduce == Reduce::Last || config.tile[1] % (8 * config.splitK) == 0",
      "split_k = {config.splitK} does not divide tile[1] = {config.tile[1]} into shares of "
      "a multiple of 8 columns; it needs a multiple of {8 * config.splitK}",
      "each CTA of a split finishes a share of the columns, and a fragment has them in eights">,
    Constraint<"split-k-partials",
      "config.splitK == 1 || sharesInMemory || config.stages * stageBytes >= config.tile[0] * config.tile[1] * 4",
      "split_k = {config.splitK} adds partial sums of {config.tile[0] * config.tile[1] * 4} "
      "bytes in a ring of {config.stages * stageBytes}; it needs stages >= "
      "{ceilDiv(config.tile[0] * config.tile[1] * 4, stageBytes)}",
      "the ring is reused for the partial sums">,
    Constraint<"store-tma",
      "config.store != Store::Tma || isTmaLoadable(fact.c)",
      "store = tma, but C {describeTma(fact.c)}; it needs store = copy or direct",
      "what TMA needs to store C">,
    Constraint<"store-tma",
      "config.store != Store::Tma || endsAtTmaUnit(fact.c, fact.n)",
      "store = tma with rows of {fact.n} elements of {getElementBytes(fact.c.element)} bytes; "
      "it needs store = copy or direct, or rows that are a multiple of 16 bytes long",
      "TMA stores write units of 16 bytes, beyond the last column too">,
    Constraint<"store-staging",
      "config.store != Store::Tma || config.swap || "
      "config.tile[1] % (128 / getElementBytes(fact.c.element)) == 0",
      "store = tma with tile[1] = {config.tile[1]}; it needs a multiple of "
      "{128 / getElementBytes(fact.c.element)}, the columns of a box of 128 bytes",
      "C is stored in boxes of 128 bytes a row">,
    Constraint<"store-staging",
      "config.store == Store::Direct || !config.swap || getElementBytes(fact.c.element) == 2",
      "store = {config.store} with swap = true and C of {getElementBytes(fact.c.element)}-byte elements; "
      "it needs store = direct, or elements of 2 bytes",
      "only 16-bit elements are transposed on the way to shared memory">,
    Constraint<"shared-memory",
      "resources.sharedMemory <= target.sharedMemoryPerBlock",
      "{config.stages} stages of {stageBytes} bytes and {stagingBytes} for the store take "
      "{resources.sharedMemory} bytes of shared memory; a CTA of {target.chip} has "
      "{target.sharedMemoryPerBlock}, which is stages <= "
      "{(target.sharedMemoryPerBlock - 1088 - stagingBytes) / (stageBytes + 16)} here",
      "the ring and the staging fit a CTA">,
    Constraint<"shared-memory",
      "(resources.sharedMemory + 1024) * config.ctasPerSm <= target.sharedMemoryPerSM",
      "{config.ctasPerSm} CTAs of {resources.sharedMemory} + 1024 bytes of shared memory; an SM of "
      "{target.chip} has {target.sharedMemoryPerSM}, which is ctas_per_sm <= "
      "{target.sharedMemoryPerSM / (resources.sharedMemory + 1024)} here",
      "all CTAs of an SM fit it; the driver keeps 1024 bytes for each">,
    Constraint<"registers",
      "resources.threads * resources.registersPerThread * config.ctasPerSm <= target.registersPerSM",
      "{config.ctasPerSm} CTAs of {resources.threads} threads with {resources.registersPerThread} "
      "registers; an SM of {target.chip} has {target.registersPerSM}, which is ctas_per_sm <= "
      "{target.registersPerSM / (resources.threads * resources.registersPerThread)} here",
      "the threads of an SM share its registers">,
    TileLimit<"tileCtas">,
  ] # hopperRedundancies;

  // 16 bytes of barriers a stage and 64 for the schedule; 1024 to align the
  // ring. A producer's thread keeps 40 registers when consumers are two, 32 when
  // they are three: then setmaxnreg shares out what the launch gives to all
  // warpgroups. It does not where several CTAs share an SM. One that copies needs
  // 120.
  let resources = Resources<
    "config.stages * (stageBytes + 16) + 64 + 1024 + stagingBytes",
    "config.consumers == 1 || config.ctasPerSm > 1 ? std::max(consumerRegisters, producerRegisters) : "
    "roundUp(ceilDiv(config.consumers * consumerRegisters + producerRegisters, config.consumers + 1), 8)",
    "128 * (config.consumers + 1)">;
}

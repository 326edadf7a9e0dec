//===- Redundancies.td - What is not tried of hopper_wgmma ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_KERNELS_HOPPERWGMMA_REDUNDANCIES
#define AUTOTUNE_KERNELS_HOPPERWGMMA_REDUNDANCIES

include "Base.td"

defvar hopperRedundancies = [
  Redundancy<"tile-exceeds-size",
    "(ShapedType::isDynamic(config.swap ? fact.n : fact.m) || "
    " config.tile[0] - 64 < (config.swap ? fact.n : fact.m)) || "
    "(transposesLeft && config.tile[0] * leftBits == 1024)",
    "tile[0] = {config.tile[0]} has 64 rows or more beyond the size",
    "rows outside the matrix are multiplied in vain; a transposed tile has at least a line of 128 bytes">,
  Redundancy<"tile-exceeds-size",
    "(ShapedType::isDynamic(config.swap ? fact.m : fact.n) || "
    " outputColumns - 64 < (config.swap ? fact.m : fact.n)) || "
    "(transposesRight && outputColumns * rightBits == 1024)",
    "tile[1] = {config.tile[1]} has 64 columns or more beyond the size",
    "columns outside the matrix are multiplied in vain">,
  Redundancy<"promote-late",
    "!fact.multipliesFloat8() || (config.promote > 0 && config.promote * config.tile[2] <= kShortSumDepth)",
    "promote = {config.promote} with tile[2] = {config.tile[2]}, which is not every {kShortSumDepth} "
    "products",
    "it is faster but less exact than libraries, so it is only used on request">,
  Redundancy<"promote-idle",
    "fact.multipliesFloat8() || config.promote == 1",
    "promote = {config.promote} for elements other than 8-bit floats",
    "sums of other types are not promoted">,
  Redundancy<"cluster-exceeds-grid",
    "!fact.hasStaticSizes() || (config.cluster[0] <= rowTiles && config.cluster[1] <= columnTiles)",
    "cluster = [{config.cluster[0]}, {config.cluster[1]}] on {rowTiles} x {columnTiles} tiles",
    "a cluster wider than the grid has idle CTAs">,
  Redundancy<"split-k-idle",
    "config.splitK == 1 || !fact.hasStaticSizes() || tiles < target.sms",
    "split_k = {config.splitK}, but {tiles} tiles already fill {target.sms} SMs",
    "splitting K only helps if the grid leaves SMs idle">,
  Redundancy<"split-k-waves",
    "!sharesInMemory || config.splitK == 1 || !fact.hasStaticSizes() || "
    "tiles * config.splitK <= heldCtas",
    "split_k = {config.splitK} of {tiles} tiles, which {target.sms} SMs "
    "don't run at a time",
    "CTAs would wait for partial sums of CTAs that run later">,
  Redundancy<"ctas-per-sm-idle",
    "!fact.hasStaticSizes() || tiles * config.splitK > target.sms * (config.ctasPerSm - 1)",
    "ctas_per_sm = {config.ctasPerSm} for {tiles * config.splitK} CTAs on {target.sms} SMs",
    "an SM with only one CTA to run holds no second one">,
  Redundancy<"raster-one-line",
    "config.raster == Raster::AlongM || !fact.hasStaticSizes() || (rowTiles > 1 && columnTiles > 1)",
    "raster = {config.raster} on {rowTiles} x {columnTiles} tiles",
    "a grid of one line has one order">,
  Redundancy<"hilbert-squares",
    "config.raster != Raster::Hilbert || config.group > 1",
    "raster = hilbert with group = 1",
    "a curve in squares of one tile goes row by row">,
  Redundancy<"hilbert-squares",
    "config.raster != Raster::Hilbert || !fact.hasStaticSizes() || "
    "(ceilDiv(rowTiles, config.cluster[0]) >= config.group && "
    "ceilDiv(columnTiles, config.cluster[1]) >= config.group)",
    "raster = hilbert with group = {config.group} on "
    "{ceilDiv(rowTiles, config.cluster[0])} x {ceilDiv(columnTiles, config.cluster[1])} clusters",
    "a grid without a whole square has the order of along_m">,
  Redundancy<"hilbert-waves",
    "config.raster != Raster::Hilbert || !fact.hasStaticSizes() || "
    "tiles > 2 * target.sms * config.ctasPerSm",
    "raster = hilbert for {tiles} tiles on {target.sms} SMs",
    "with a wave or two, nearly all tiles run at once in any order">,
  Redundancy<"group-one-line",
    "config.group == 8 || !fact.hasStaticSizes() || (rowTiles > 1 && columnTiles > 1)",
    "group = {config.group} on {rowTiles} x {columnTiles} tiles",
    "a grid of one line needs no groups">,
  Redundancy<"swap-long-sides",
    "!exchangesSides || (config.store != Store::Direct && config.tile[1] % 64 != 0)",
    "swap = true on {describeSizes(fact)} with store = {config.store} and tile[1] = {config.tile[1]}",
    "swapping helps if one side is too short for wgmma's 64 rows. Two long sides only exchange roles, unless tile[1] is "
    "no multiple of 64 and the tile is stored through shared memory, a group's products need other tile widths, or an "
    "operand is converted or transposed">,
  Redundancy<"stages-exceed-depth",
    "config.persistent || ShapedType::isDynamic(fact.k) || config.stages <= 2 || "
    "config.stages <= ceilDiv(depthTiles, config.splitK)",
    "stages = {config.stages} for {ceilDiv(depthTiles, config.splitK)} steps of K",
    "slots beyond the steps of K are never filled">,
  Redundancy<"pack-of-loadable",
    "config.load != Load::Pack || !isLoadedInPlace(fact, false) || !isLoadedInPlace(fact, true)",
    "load = pack on matrices that TMA loads",
    "there is nothing to pack">,
  Redundancy<"packed-store-spills",
    "config.load != Load::Pack || config.store != Store::Copy || config.swap || elementBytes != 2 || "
    "(config.consumers == 1 || config.schedule == Schedule::Pingpong ? config.tile[1] < 192 "
    ": config.tile[1] <= 192 || config.tile[1] == 256)",
    "load = pack and store = copy with {config.tile[1]} columns",
    "many such kernels spill registers: 45 of 111 that were compiled, and 3 of 128 others with 144 columns or more "
    "(by ptxas of CUDA 13)">,
  Redundancy<"pack-waves",
    "config.load != Load::Pack || config.persistent || !fact.hasStaticSizes() || "
    "tiles * config.splitK <= heldCtas",
    "load = pack with persistent = false and {tiles * config.splitK} CTAs on "
    "{target.sms} SMs",
    "CTAs that do not run yet pack nothing, so others take over their parts">,
  Redundancy<"transpose-shallow",
    "config.load != Load::Transpose || config.stages > 2 || "
    "(!ShapedType::isDynamic(fact.k) && ceilDiv(depthTiles, config.splitK) <= 2)",
    "load = transpose with stages = {config.stages} for {ceilDiv(depthTiles, config.splitK)} steps of K",
    "with two slots, one is multiplied and one transposed, so no load is in flight: 36.9 us where six take 22.9 (512 "
    "x 4096 x 4096 of i8, NVIDIA H200)">,
  Redundancy<"copy-of-loadable",
    "config.load != Load::Copy || !isTmaLoadable(fact.a) || !isTmaLoadable(fact.b)",
    "load = copy on matrices that TMA loads",
    "one thread with TMA is faster than 128 threads that copy: 8.7 us against 11.5 at 1000 cubed (NVIDIA H100), "
    "where rows start in the middle of lines of 128 bytes">,
  Redundancy<"copy-store-of-storable",
    "config.store != Store::Copy || !isTmaLoadable(fact.c) || !endsAtTmaUnit(fact.c, fact.n)",
    "store = copy on a C that TMA stores",
    "TMA stores the same boxes without the consumers' threads">,
  Redundancy<"persistent-one-wave",
    "!config.persistent || config.schedule == Schedule::Pingpong || !fact.hasStaticSizes() || "
    "tiles > target.sms * config.ctasPerSm",
    "persistent = true for {tiles} tiles on {target.sms} SMs",
    "with one tile per CTA, persistent makes no difference">,
  Redundancy<"pingpong-one-wave",
    "config.schedule == Schedule::Cooperative || !fact.hasStaticSizes() || "
    "tiles > target.sms",
    "schedule = pingpong for {tiles} tiles on {target.sms} SMs",
    "with one tile per CTA, the second consumer never works">,
  Redundancy<"evict-first-reused",
    "config.evictFirst == EvictFirst::None || !fact.hasStaticSizes() || "
    "((config.evictFirst == EvictFirst::A) == config.swap ? rowTiles : columnTiles) * "
    "(fact.batch == 1 || (config.evictFirst == EvictFirst::A ? fact.a.batchStride : fact.b.batchStride) != 0 "
    "? 1 : fact.batch) <= 2",
    "evict_first on an operand that {rowTiles} x {columnTiles} tiles load again",
    "the hint helps for an operand that is read once or twice; it had no effect on large products (NVIDIA H200)">,
]<Constraint>;

#endif // AUTOTUNE_KERNELS_HOPPERWGMMA_REDUNDANCIES

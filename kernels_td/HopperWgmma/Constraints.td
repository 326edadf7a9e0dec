//===- Constraints.td - What configs of hopper_wgmma hold to --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_KERNELS_HOPPERWGMMA_CONSTRAINTS
#define AUTOTUNE_KERNELS_HOPPERWGMMA_CONSTRAINTS

include "Base.td"

defvar hopperConstraints = [
  SizeZero,
  TiledSizeLimit,
  FragmentOutput<>,
  FragmentOutputs<>,
  FragmentInit<>,
  Constraint<"init-type",
    "fact.accumulator != ElementKind::F16 || fact.init == InitKind::Zero || fact.c.element == ElementKind::F16",
    "sums in f16 are added to a C of {stringifyElementKind(fact.c.element)}; it must be f16 (simt serves others)",
    "the old C is the initial value of the sums">,
  Constraint<"prologue", "fact.accumulator != ElementKind::F16 || fact.prologue.isNone()",
    "{fact.convertsB() ? \"B\" : \"A\"} has a prologue, and sums are in f16; with a prologue they must be "
    "in f32 (simt serves others)",
    "products with A from registers are summed in f32">,
  Constraint<"packed-product",
    "config.load != Load::Pack || (isPackable(fact, false) && isPackable(fact, true))",
    "load = pack for scaled or 4-bit elements, or for a pair, sum or group, with a matrix that TMA can't load in "
    "place; it needs load = tma or transpose",
    "each operand of a single product or batch can be packed, as one matrix or batch">,
  Constraint<"input-layout", "fact.a.unitInnerStride",
    "the elements of a row of A are not adjacent; their stride must be 1",
    "a load reads many elements of a row of A">,
  Constraint<"input-layout", "fact.b.unitInnerStride",
    "the elements of a row of B are not adjacent; their stride must be 1",
    "a load reads many elements of a row of B">,
  Constraint<"tma-alignment",
    "(config.load != Load::Tma && config.load != Load::Transpose) || isTmaLoadable(fact.a)",
    "load = {config.load}, but A {describeTma(fact.a)}; it needs load = pack or copy",
    "TMA needs an address, a row stride and a batch stride of A that are known multiples of 16 bytes">,
  Constraint<"tma-alignment",
    "(config.load != Load::Tma && config.load != Load::Transpose) || isTmaLoadable(fact.b)",
    "load = {config.load}, but B {describeTma(fact.b)}; it needs load = pack or copy",
    "TMA needs the same of B">,
  Constraint<"copy-cluster",
    "config.load != Load::Copy || (config.cluster[0] == 1 && config.cluster[1] == 1)",
    "load = copy with cluster = [{config.cluster[0]}, {config.cluster[1]}]; it needs cluster = [1, 1]",
    "only TMA can load for several CTAs">,
  Constraint<"copy-hint",
    "config.load != Load::Copy || config.evictFirst == EvictFirst::None",
    "load = copy with evict_first; it needs evict_first = none",
    "only TMA loads have the hint evict_first">,
  Constraint<"copy-consumers",
    "config.load != Load::Copy || config.consumers < 3",
    "load = copy with consumers = {config.consumers}; it needs consumers = 1 or 2",
    "a producer that copies leaves three consumers 128 registers per thread, with which ptxas spills">,
  Constraint<"converted-rows", "!convertsRows || config.swap == fact.convertsB()",
    "the elements to convert are in the right operand, but only the left one is converted; it needs swap = true if "
    "B has them, and false if A has them",
    "wgmma takes only the left operand from registers">,
  Constraint<"converted-rows", "!convertsRows || config.load != Load::Copy",
    "load = {config.load} with elements that are converted; it needs load = tma, transpose or pack",
    "only TMA stores tiles in a layout that threads can read">,
  // It depends on the fact alone, so that matmuls without a kernel are known before
  // any config is tried.
  Constraint<"converted-rows",
    "!convertsRows || needsTranspose(fact, fact.convertsB()) || (fact.convertsB() ? fact.b.transposed : !fact.a.transposed)",
    "K is not contiguous in the operand that is converted; elements of {elementBits} bits need it",
    "threads load neighbours along K; elements of 8 and 32 bits can be transposed first">,
  Constraint<"packed-rows",
    "elementBits != 4 || (!ShapedType::isDynamic(fact.k) && fact.k % 2 == 0)",
    "K = {describeSize(fact.k)} of integers of 4 bits; it must be known and even",
    "two neighbours along K share a byte">,
  Constraint<"reordered-rows",
    "(fact.a.element != ElementKind::I4R && fact.b.element != ElementKind::I4R) || "
    "(!ShapedType::isDynamic(fact.k) && fact.k % 256 == 0 && "
    "!ShapedType::isDynamic(fact.convertsB() ? fact.b.rowStride : fact.a.rowStride) && "
    "(fact.convertsB() ? fact.b.rowStride : fact.a.rowStride) % 256 == 0)",
    "K = {describeSize(fact.k)} of reordered integers of 4 bits; K and the row stride must be known multiples of 256",
    "each 256 elements along K are reordered">,
  Constraint<"packed-rows",
    "elementBits != 4 || (fact.batch == 1 && !fact.hasParts() && !fact.isGrouped() && !fact.isPair && !fact.isSum())",
    "integers of 4 bits in a batch, group, pair or sum of products, or in parts of K; they need one product",
    "kernels of several products do not support two integers per byte">,
  Constraint<"depth-contiguous",
    "(!needsTranspose(fact, false) && !needsTranspose(fact, true)) || isTransposable(fact) || "
    "(isPackable(fact, false) && isPackable(fact, true)) || (isTmaLoadable(fact.a) && isTmaLoadable(fact.b))",
    "K is not contiguous in both A and B, and TMA can't load both; elements of {elementBits} bits need one of the "
    "two if there are several products or scales",
    "wgmma needs a contiguous K for elements other than 16 bits. An operand that TMA loads can be transposed, and an "
    "operand of a single product or batch can be packed">,
  Constraint<"depth-contiguous",
    "(!needsTranspose(fact, false) && !needsTranspose(fact, true)) || isTransposable(fact) || "
    "(isPackable(fact, false) && isPackable(fact, true))",
    "K is not contiguous in both A and B, and neither load = transpose nor load = pack can transpose such "
    "products; elements of {elementBits} bits need a contiguous K",
    "3xtf32 is not transposed while it is loaded. For pairs of 8-bit floats only A is, and for scaled ones only one "
    "operand whose blocks fit lines of 128 bytes">,
  Constraint<"depth-contiguous",
    "config.load == Load::Pack || config.load == Load::Transpose || (!needsTranspose(fact, false) && !needsTranspose(fact, true))",
    "load = {config.load}, but K is not contiguous in both A and B; elements of {elementBits} bits then need load "
    "= transpose or pack",
    "such operands are transposed while they are loaded, or packed as their transpose">,
  Constraint<"transposing-load",
    "config.load != Load::Transpose || needsTranspose(fact, false) || needsTranspose(fact, true)",
    "load = transpose, but wgmma can read A and B in their layout; it needs load = tma, pack or copy",
    "operands that wgmma can read in their layout need no transpose">,
  Constraint<"transposing-load", "config.load != Load::Transpose || !splits",
    "load = transpose with products of 3xtf32; it needs load = tma or pack",
    "3xtf32 splits slots in the layout in which they are loaded">,
  Constraint<"transposing-load", "!transposesLeft || config.tile[0] * leftBits % 1024 == 0",
    "load = transpose with tile[0] = {config.tile[0]} of elements of {leftBits} bits; it needs a multiple "
    "of {1024 / leftBits}",
    "the rows of a transposed tile consist of lines of 128 bytes">,
  Constraint<"transposing-load", "!transposesRight || config.tile[1] * rightBits % 1024 == 0",
    "load = transpose with tile[1] = {config.tile[1]} of elements of {rightBits} bits; it needs a multiple "
    "of {1024 / rightBits}",
    "the columns of a transposed tile consist of lines of 128 bytes">,
  Constraint<"depth-rows",
    "config.tile[2] * elementBits % 1024 == 0",
    "tile[2] = {config.tile[2]} is {config.tile[2] * elementBits / 8} bytes; it needs a "
    "multiple of {1024 / elementBits}",
    "a row of a slot is a multiple of 128 bytes">,
  Constraint<"integer-columns",
    "roundUpToWgmma(fact.accumulator, config.tile[1]) == config.tile[1]",
    "tile[1] = {config.tile[1]}; integers are multiplied by 8, 24 or a multiple of 16 columns",
    "wgmma has only these widths for integers">,
  Constraint<"byte-load",
    "elementBytes == 2 || config.load != Load::Copy",
    "load = copy; elements of {elementBits} bits need load = tma or pack",
    "the producer's threads copy only elements of 16 bits">,
  Constraint<"byte-load",
    "config.load != Load::Copy || (isCopyable(fact.a) && isCopyable(fact.b))",
    "load = copy, but the rows of A or B start at odd addresses; it needs load = pack",
    "threads copy whole elements">,
  Constraint<"byte-load",
    "(elementBytes == 2 && !convertsRows) || isTmaLoadable(fact.a) || isPackable(fact, false)",
    "A {describeTma(fact.a)}; only TMA loads 4-bit or scaled elements, or several products",
    "if TMA can't load A, it must be packed, as in a single product or batch">,
  Constraint<"byte-load",
    "(elementBytes == 2 && !convertsRows) || isTmaLoadable(fact.b) || isPackable(fact, true)",
    "B {describeTma(fact.b)}; only TMA loads 4-bit or scaled elements, or several products",
    "if TMA can't load B, it must be packed, as in a single product or batch">,
  Constraint<"pair", "!fact.isPair || !config.swap",
    "swap = true with a pair of products; it needs swap = false",
    "without swap, a thread has both sums of an element, because they are in one row">,
  Constraint<"pair", "!fact.isPair || fact.init == InitKind::Zero",
    "a pair of products is added to C; C must be overwritten",
    "there are two sums but only one C">,
  Constraint<"pair", "!fact.isPair || isTmaLoadable(fact.a)",
    "A {describeTma(fact.a)}; a pair of products must be loaded by TMA",
    "only TMA loads halves of a slot (A)">,
  Constraint<"pair", "!fact.isPair || isTmaLoadable(fact.b)",
    "B {describeTma(fact.b)}; a pair of products must be loaded by TMA",
    "only TMA loads halves of a slot (both B)">,
  Constraint<"pair", "!fact.isPair || config.load == Load::Tma || config.load == Load::Transpose",
    "load = {config.load} with a pair of products; it needs load = tma or transpose",
    "only TMA loads halves of a slot">,
  Constraint<"pair", "!fact.isPair || config.splitK == 1",
    "split_k = {config.splitK} with a pair of products; it needs split_k = 1",
    "partial sums have as many columns as the tile of C, which is narrower for a pair">,
  Constraint<"pair", "!fact.isPair || config.tile[1] % (rightIsMnMajor ? 128 : 16) == 0",
    "tile[1] = {config.tile[1]} with a pair of products; it needs a multiple of "
    "{rightIsMnMajor ? 128 : 16}",
    "each half has a multiple of 8 rows of a slot, or whole chunks of 64 columns">,
  Constraint<"pair", "!fact.isPair || !transposesRight || config.tile[1] % (2 * rightChunk) == 0",
    "tile[1] = {config.tile[1]} with a pair of products and load = transpose; it needs a multiple of {2 * rightChunk}",
    "each half consists of whole lines of 128 bytes of columns">,
  Constraint<"sum", "!fact.isSum() || (isTmaLoadable(fact.a) && isTmaLoadable(fact.b) && isAddedTmaLoadable(fact))",
    "a sum of two products with a matrix that TMA can't load; TMA must load all four",
    "a slot has K of one product, and TMA fills elements beyond its end with zeros">,
  Constraint<"sum", "!fact.isSum() || config.load == Load::Tma || config.load == Load::Transpose",
    "load = {config.load} with a sum of two products; it needs load = tma or transpose",
    "only TMA fills elements beyond the end of K with zeros">,
  Constraint<"sum", "!fact.isSum() || config.splitK == 1",
    "split_k = {config.splitK} with a sum of two products; it needs split_k = 1",
    "CTAs can share only a single K">,
  Constraint<"parts", "!fact.hasParts() || config.splitK == 1",
    "split_k = {config.splitK} with a K in several matrices of A and B; it needs split_k = 1",
    "the host counts the steps of a single K">,
  Constraint<"windows", "describeWindows(fact).empty()",
    "A has windows of images that no tensor map has: {describeWindows(fact)}",
    "TMA finds the pixels of windows by a tensor map in im2col mode">,
  Constraint<"windows", "!fact.isConvolution() || config.load == Load::Tma",
    "load = {config.load}, but A has windows of images; it needs load = tma",
    "only TMA finds the pixels of windows">,
  Constraint<"windows", "!fact.isConvolution() || fact.getPaddedChannels() % config.tile[2] == 0",
    "tile[2] = {config.tile[2]}, and a pixel has {fact.getPaddedChannels()} elements along K; it needs a divisor",
    "a step along K is of one pixel of the windows">,
  Constraint<"output-layout", "fact.c.unitInnerStride",
    "the elements of a row of C are not adjacent; their stride must be 1",
    "a store writes many elements of a row of C">,
  Constraint<"tile-m-warpgroups",
    "config.schedule == Schedule::Pingpong || config.tile[0] % (64 * config.consumers) == 0",
    "tile[0] = {config.tile[0]} is not a multiple of {64 * config.consumers}: "
    "each of {config.consumers} cooperative consumers takes a multiple of 64 rows",
    "a wgmma multiplies 64 rows">,
  Constraint<"tile-m-warpgroups",
    "config.schedule == Schedule::Cooperative || config.consumers == 2",
    "consumers = {config.consumers} with schedule = pingpong; it takes 2",
    "ping-pong needs exactly two consumers">,
  Constraint<"tile-m-warpgroups",
    "config.schedule == Schedule::Cooperative || config.tile[0] <= 128",
    "tile[0] = {config.tile[0]} with schedule = pingpong, where one consumer "
    "holds the whole tile; it must be 64 or 128",
    "a ping-pong tile is in the registers of one warpgroup">,
  Constraint<"pingpong-persistent",
    "config.schedule == Schedule::Cooperative || config.persistent",
    "schedule = pingpong with persistent = false; it needs persistent = true, "
    "or one of the two consumers never gets a tile",
    "ping-pong alternates over several tiles of a CTA">,
  Constraint<"accumulator-registers", "accumulators <= accumulatorLimit",
    "a consumer's {rowsPerConsumer} x {mostTileColumns} part of the tile takes "
    "{accumulators} accumulators a thread; at most {accumulatorLimit} fit with "
    "consumers = {config.consumers}, which is {config.widest == 0 ? \"tile[1]\" : \"widest\"} <= {accumulatorLimit * 128 * sumsPerRegister / rowsPerConsumer / accumulatorSets} here",
    "with more accumulators, registers spill">,
  Constraint<"accumulator-registers",
    "sumsPerRegister == 1 || wholeSumRegisters <= accumulatorLimit",
    "a consumer's {rowsPerConsumer} x {mostTileColumns} part of the tile takes {wholeSumRegisters} registers a "
    "thread with split_k = {config.splitK}, swap = {config.swap} and store = {config.store}; at most "
    "{accumulatorLimit} fit with consumers = {config.consumers}, which is {config.widest == 0 ? \"tile[1]\" : \"widest\"} <= {accumulatorLimit * 128 / "
    "rowsPerConsumer}; split_k = 1 and swap = false take half as many here",
    "f16 sums that are not stored unchanged take as many registers as f32 sums; with more, registers spill">,
  Constraint<"accumulator-registers",
    "config.load != Load::Transpose || "
    "wholeSumRegisters + convertedRegisters + prologueRegisters + scaleRegisters <= transposedLimit",
    "a consumer's {rowsPerConsumer} x {mostTileColumns} part of the tile takes "
    "{wholeSumRegisters + convertedRegisters + prologueRegisters + scaleRegisters} registers a thread with load = transpose; "
    "at most {transposedLimit} fit with consumers = {config.consumers}",
    "three warps transpose beside the loading warp, so setmaxnreg can't move registers to consumers">,
  Constraint<"epilogue-registers",
    "config.consumers == 3 || epilogueRegisters == 0 || "
    "accumulators / accumulatorSets + epilogueRegisters <= accumulatorLimit",
    "{accumulators / accumulatorSets} sums a thread, and {epilogueRegisters} registers for values that the "
    "epilogue reads and for further outputs; at most {accumulatorLimit} fit, which is tile[1] <= "
    "{std::max<int64_t>(0, accumulatorLimit - epilogueRegisters) * 128 / rowsPerConsumer} here",
    "with more, registers spill: a bias takes 16 with store = tma or a function behind it, a residual 16">,
  Constraint<"in-turn",
    "!config.inTurn || (convertsRows && config.schedule == Schedule::Cooperative && config.consumers >= 2)",
    "in_turn = true with consumers = {config.consumers}, schedule = {config.schedule} and elements that are "
    "{convertsRows ? \"converted\" : \"multiplied as they are\"}; it needs consumers = 2 or 3, schedule = cooperative, and "
    "elements that consumers convert",
    "turns only help if consumers convert elements while the products of others run">,
  Constraint<"split-products", "!splits || config.schedule == Schedule::Cooperative",
    "schedule = pingpong with products of 3xtf32; it needs cooperative",
    "one warpgroup splits slots for all consumers, in the order of K">,
  Constraint<"split-products", "!splits || config.consumers <= 2",
    "consumers = {config.consumers} with products of 3xtf32; it needs 1 or 2",
    "an additional warpgroup splits slots, so four share the registers">,
  Constraint<"split-products", "!splits || config.tile[1] <= mostColumns",
    "tile[1] = {config.tile[1]} with products of 3xtf32 and consumers = {config.consumers}; it must be at most {mostColumns}",
    "a wgmma must fit the registers that a thread has at launch">,
  Constraint<"converted-registers", "prologueRegisters > 0 || accumulators + convertedRegisters <= accumulatorLimit",
    "{accumulators} accumulators and {convertedRegisters} registers of converted rows a thread; "
    "at most {accumulatorLimit} fit with consumers = {config.consumers}, which is tile[2] <= "
    "{std::max<int64_t>(0, accumulatorLimit - accumulators) * 256 / rowsPerConsumer} here",
    "with more converted rows, registers spill">,
  Constraint<"converted-registers",
    "prologueRegisters == 0 || accumulators + convertedRegisters + prologueRegisters <= accumulatorLimit",
    "{accumulators} accumulators, {convertedRegisters} registers of converted rows and {prologueRegisters} of "
    "values that the prologue reads a thread; at most {accumulatorLimit} fit with consumers = {config.consumers}",
    "with a prologue, fewer fit">,
  Constraint<"scale-registers",
    "scaleRegisters == 0 || accumulators + scaleRegisters <= accumulatorLimit",
    "{accumulators} accumulators and {scaleRegisters} registers of scales a thread; at most "
    "{accumulatorLimit} fit with consumers = {config.consumers}",
    "with more scales, registers spill; if each column has its own scale, there are many">,
  Constraint<"scale-depth", "!fact.isScaled() || config.promote > 0",
    "promote = 0 with scales of blocks; it needs promote = 1, 2 or 4",
    "sums are scaled as they are added up in f32">,
  Constraint<"scale-depth",
    "getUnfitScaleDepth(fact, config.promote * config.tile[2]) == 0",
    "promote = {config.promote} tiles of tile[2] = {config.tile[2]} with a scale for every "
    "{getUnfitScaleDepth(fact, config.promote * config.tile[2])} of K; it must be for a multiple of promote * "
    "tile[2]",
    "a sum has one scale along K">,
  Constraint<"scale-depth",
    "!fact.isScaled() || config.promote <= 1 || config.splitK == 1",
    "promote = {config.promote} with scales of blocks and split_k = {config.splitK}; it needs promote = 1, or "
    "split_k = 1",
    "parts of K begin with a tile, which may be in the middle of a block of scales">,
  Constraint<"scale-blocks",
    "getUnfitScaleRows(fact, config.swap, config.tile[0]) == 0",
    "tile[0] = {config.tile[0]} with a scale for {getUnfitScaleRows(fact, config.swap, config.tile[0])} "
    "rows each; one must divide the other",
    "the rows of a tile consist of whole blocks, or are inside one block">,
  Constraint<"scale-blocks",
    "getUnfitScaleColumns(fact, config.swap, outputColumns) == 0",
    "tile[1] = {config.tile[1]} with a scale for {getUnfitScaleColumns(fact, config.swap, outputColumns)} columns "
    "each; it must be for 1 column, or for a multiple of 8 that divides {fact.isPair ? \"half of tile[1]\" : \"tile[1]\"} "
    "or is a multiple of {fact.isPair ? \"half of tile[1]\" : \"tile[1]\"}",
    "likewise for the columns, of a pair for those of each product; the eight columns of a thread's quad share one "
    "scale, or each has its own">,
  Constraint<"prologue-groups", "getUnfitGroup(fact, config.tile[2]) == 0",
    "tile[2] = {config.tile[2]} with a prologue that has a value for every {getUnfitGroup(fact, config.tile[2])} "
    "of K; it must be for a multiple of 16 that divides tile[2] or is a multiple of tile[2]",
    "a wgmma multiplies 16 elements of K, and a step consists of whole groups or is inside one group">,
  Constraint<"prologue-depth",
    "isFiniteAtZero(fact) || (!ShapedType::isDynamic(fact.k) && fact.k % config.tile[2] == 0)",
    "tile[2] = {config.tile[2]} and K = {describeSize(fact.k)} with a prologue that does more than add, "
    "subtract, multiply and choose; it needs a K that is known and a multiple of tile[2]",
    "beyond the end of K, the function is applied to zeros, and its products with zeros must be zero">,
  Constraint<"cluster-size",
    "clusterSize <= std::min<int64_t>(target.maxClusterSize, 8)",
    "cluster = [{config.cluster[0]}, {config.cluster[1]}] with split_k = {config.splitK} is "
    "{clusterSize} CTAs; {target.chip} "
    "takes at most {std::min<int64_t>(target.maxClusterSize, 8)}",
    "the portable limit of a cluster is 8 CTAs">,
  Constraint<"split-k-cluster",
    "config.splitK == 1 || sharesInMemory || (config.cluster[0] == 1 && config.cluster[1] == 1)",
    "split_k = {config.splitK} with cluster = [{config.cluster[0]}, {config.cluster[1]}]; "
    "it needs cluster = [1, 1], or reduce = shares",
    "the CTAs of a split are the cluster">,
  Constraint<"split-k-cluster",
    "config.splitK == 1 || config.schedule == Schedule::Cooperative",
    "split_k = {config.splitK} with schedule = pingpong; it needs cooperative",
    "partial sums are added by all consumers together">,
  Constraint<"split-k-cluster", "config.splitK == 1 || !config.persistent",
    "split_k = {config.splitK} with persistent = true; it needs persistent = false",
    "the ring is free for partial sums only after the last tile, so CTAs of a split have only one tile">,
  Constraint<"split-k-cluster",
    "config.splitK == 1 || config.store == Store::Direct",
    "split_k = {config.splitK} with store = {config.store}; it needs store = direct",
    "each CTA stores the share that it added up, which is narrower than a box">,
  Constraint<"reduce-in-memory",
    "config.reduce == Reduce::Cluster || config.splitK > 1",
    "reduce = {config.reduce} with split_k = 1; it needs reduce = cluster, the default",
    "a CTA that shares no tile has no partial sums">,
  Constraint<"reduce-in-memory",
    "config.reduce == Reduce::Cluster || !fact.hasStaticSizes() || "
    "roundUp(rowTiles, config.cluster[0]) * roundUp(columnTiles, config.cluster[1]) * fact.batch <= kMaxSplitTiles",
    "reduce = {config.reduce} for {roundUp(rowTiles, config.cluster[0]) * roundUp(columnTiles, config.cluster[1]) * fact.batch} tiles; at most {kMaxSplitTiles} "
    "can be counted",
    "each split tile needs a counter of the workspace">,
  Constraint<"reduce-in-memory", "!sharesInMemory || config.splitK <= 16",
    "split_k = {config.splitK} with reduce = {config.reduce}; at most 16 CTAs are counted",
    "a counter has a bit for each CTA">,
  Constraint<"split-k-depth",
    "config.splitK == 1 || (!ShapedType::isDynamic(fact.k) && (sharesInMemory "
    "? config.splitK <= depthTiles "
    ": (config.splitK - 1) * ceilDiv(depthTiles, config.splitK) < depthTiles))",
    "split_k = {config.splitK} leaves a CTA without work in K = {describeSize(fact.k)} with tile[2] = "
    "{config.tile[2]}; it needs a static K with a step for each CTA",
    "every CTA of a split has at least one step of K">,
  Constraint<"split-k-columns",
    "config.tile[1] % (8 * config.splitK) == 0",
    "split_k = {config.splitK} does not divide tile[1] = {config.tile[1]} into shares of "
    "a multiple of 8 columns; it needs a multiple of {8 * config.splitK}",
    "each CTA of a split finishes a share of the columns, in multiples of 8">,
  Constraint<"split-k-partials",
    "config.splitK == 1 || sharesInMemory || config.stages * stageBytes >= config.tile[0] * config.tile[1] * 4",
    "split_k = {config.splitK} adds partial sums of {config.tile[0] * config.tile[1] * 4} "
    "bytes in a ring of {config.stages * stageBytes}; it needs stages >= "
    "{ceilDiv(config.tile[0] * config.tile[1] * 4, stageBytes)}",
    "the ring is reused for the partial sums">,
  Constraint<"chosen-columns",
    "config.widest == 0 || fact.accumulator != ElementKind::I32",
    "widest = {config.widest} for integers; it needs widest = 0",
    "wgmma multiplies integers with columns in steps of 16 only">,
  Constraint<"chosen-columns",
    "config.widest == 0 || (config.tile[1] <= config.widest && 2 * config.tile[1] >= config.widest)",
    "tile[1] = {config.tile[1]} with widest = {config.widest}; it must be from {ceilDiv(config.widest, 2)} to "
    "{config.widest}",
    "the kernel has code for these">,
  Constraint<"chosen-columns",
    "config.widest == 0 || (config.load == Load::Tma && config.store == Store::Direct && config.splitK == 1 && "
    "config.cluster[0] == 1 && config.cluster[1] == 1)",
    "widest = {config.widest} with load = {config.load}, store = {config.store}, split_k = {config.splitK} and "
    "cluster = [{config.cluster[0]}, {config.cluster[1]}]; it needs load = tma, store = direct, split_k = 1 and "
    "cluster = [1, 1]",
    "boxes for stores, shares of a tile and slices of loads have a fixed number of columns">,
  Constraint<"chosen-columns", "config.widest == 0 || !config.swap || accumulators <= 160",
    "widest = {config.widest} with swap = true and {accumulators} accumulators a thread; at most 160 fit, which is "
    "widest <= {160 * 128 / rowsPerConsumer} here",
    "with more, the stores of all widths together spill">,
  Constraint<"chosen-columns",
    "config.widest == 0 || (!rightIsMnMajor && !convertsRows && !splits && accumulatorSets == 1 && "
    "fact.getProducts() == 1 && !fact.isSum() && !fact.isGrouped() && !fact.isScaled())",
    "widest = {config.widest} for a matmul that is no plain product with a contiguous K in the right operand; it "
    "needs widest = 0",
    "the launch gives the box of rows that TMA loads of one right operand">,
  Constraint<"store-tma",
    "config.store != Store::Tma || isTmaLoadable(fact.c)",
    "store = tma, but C {describeTma(fact.c)}; it needs store = copy or direct",
    "TMA needs an aligned address, row stride and batch stride of C">,
  Constraint<"store-tma",
    "config.store != Store::Tma || endsAtTmaUnit(fact.c, fact.n)",
    "store = tma with rows of {fact.n} elements of {getElementBytes(fact.c.element)} bytes; "
    "it needs store = copy or direct, or rows that are a multiple of 16 bytes long",
    "TMA stores write units of 16 bytes, also beyond the last column">,
  Constraint<"store-staging",
    "config.store != Store::Tma || config.swap || "
    "outputColumns % (128 / getElementBytes(fact.c.element)) == 0",
    "store = tma with tile[1] = {config.tile[1]}; it needs a multiple of "
    "{128 / getElementBytes(fact.c.element) * fact.getProducts()}, the columns of a box of 128 bytes",
    "C is stored in boxes with rows of 128 bytes">,
  Constraint<"store-staging",
    "config.store == Store::Direct || !config.swap || getElementBytes(fact.c.element) == 2",
    "store = {config.store} with swap = true and C of {getElementBytes(fact.c.element)}-byte elements; "
    "it needs store = direct, or elements of 2 bytes",
    "only 16-bit elements are transposed on the way to shared memory">,
  Constraint<"shared-memory",
    "resources.sharedMemory <= target.sharedMemoryPerBlock",
    "{config.stages} stages of {stageBytes} bytes and {(stagesInRing ? 0 : stagingBytes) + lowBytes + transposedBytes} other bytes take "
    "{resources.sharedMemory} bytes of shared memory; a CTA of {target.chip} has {target.sharedMemoryPerBlock}, "
    "which is stages <= {std::max<int64_t>(0, (target.sharedMemoryPerBlock - 1088 - (stagesInRing ? 0 : stagingBytes) - lowBytes - "
    "transposedBytes) / (stageBytes + barrierBytes))} here",
    "ring and staging must fit the shared memory of a CTA">,
  // A part of it, which is known before the parameters behind `stages` are tried.
  Constraint<"shared-memory",
    "config.stages * (config.tile[0] + config.tile[1]) * config.tile[2] * elementBits / 8 <= target.sharedMemoryPerBlock",
    "{config.stages} stages take at least {config.stages * (config.tile[0] + config.tile[1]) * config.tile[2] * "
    "elementBits / 8} bytes of shared memory; a CTA of {target.chip} has {target.sharedMemoryPerBlock}, which is "
    "stages <= {target.sharedMemoryPerBlock * 8 / ((config.tile[0] + config.tile[1]) * config.tile[2] * elementBits)} here",
    "the ring alone must fit">,
  SharedMemoryLimit,
  RegisterLimit,
  TileLimit<"tileCtas">,
];

#endif // AUTOTUNE_KERNELS_HOPPERWGMMA_CONSTRAINTS

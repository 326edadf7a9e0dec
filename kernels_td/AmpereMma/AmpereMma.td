//===- AmpereMma.td - Matmuls by mma.sync, from sm_80 on ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_KERNELS_AMPEREMMA
#define AUTOTUNE_KERNELS_AMPEREMMA

include "Base.td"
include "Targets.td"

def MmaLoad : EnumType<"MmaLoad", [
  Case<"copy", "all warps copy chunks of 16, 8 or 4 bytes (`cp.async`), or of 16 through registers">,
  Case<"tma", "one thread of a warpgroup of its own starts TMA copies of whole tiles">,
]>;

def AmpereMma : KernelTemplate<"ampere_mma"> {
  // Revision 2 multiplied f64 by m16n8k16 from sm_90 on, and revision 3 by
  // m16n8k8. Revision 5 uses m16n8k4, and loads factors one product ahead.
  let revision = 5;
  let summary = "cp.async or TMA, ldmatrix and mma.sync: tensor cores from sm_80 on, "
                "for floats of 16 and 64 bits and integers of 8";
  let description = [{
All warps of a CTA do the same. Each copies its part of a tile of A and of B to shared memory, some
slots ahead (`cp.async`). It multiplies its part of the tile of C from the slot that has arrived
(`ldmatrix`, `mma.sync`). Meanwhile it loads the next factors, also from the next slot. The warps form
`warps[0]` rows and `warps[1]` columns.

With `load = tma`, on Hopper, an additional warpgroup has one thread that loads whole tiles, and gives
up its registers. Warps then wait for each other only through the ring. A `persistent` CTA gets the
next tile's slots while it stores one.

If `hopper_wgmma` supports a matmul, the heuristics don't propose this template: `mma.sync` has some
60 % of the rate of `wgmma`. On the same chips, this template multiplies f64, with 16 by 8 by 4 elements
per instruction from sm_90 on (8 by 8 by 4 before). Products that may be summed in f16 (`sums in: f16` in
the list) are summed in f32.
}];

  defvar out = narrowOutputs;
  let elements = [Elements<["bf16", "f16"], /*alike=*/1, ["f32"], out>,
                  Elements<["f16"], /*alike=*/1, ["f16"], out>,
                  Elements<["f64"], /*alike=*/1, ["f64"], ["f64"]>,
                  Elements<["i8"], /*alike=*/1, ["i32"], out>];
  let chips = ChipsFrom<80>;

  let byteComponents = ["tile.k"];
  let params = [
    IntListParam<"tile", ["m", "n", "k"], [
        Domain<[64, 128], [64, 128, 256], [32, 64, 128, 256], !range(16, 257, 16)>,
        Domain<[64, 128], [64, 128, 256], [32, 64, 128, 192, 256],
               !range(16, 257, 16)>,
        Domain<[64], [64], [64, 128], [16, 32, 64, 128, 256]>
      ], [128, 128, 64],
      "rows, columns and depth of the product that a CTA holds at a time",
      word="%">,
    IntListParam<"warps", ["m", "n"], [
        Domain<[2], [1, 2, 4], [1, 2, 4], !range(1, 9)>,
        Domain<[2], [1, 2, 4], [1, 2, 4], !range(1, 9)>
      ], [2, 2], "warps of a CTA along rows and columns",
      word="w%", shown=1>,
    IntParam<"stages", Domain<[3], [3, 4], [2, 3, 4, 5, 6], !range(2, 13)>, 3,
      "slots of the ring, all but one of which are being filled", word="s%",
      shown=1>,
    EnumParam<"raster", Raster,
      CaseDomain<["along_m"], ["along_m"], ["along_m", "along_n"]>,
      "along_m", "the order in which CTAs are numbered", word="%">,
    IntParam<"group", Domain<[8], [8], [1, 8], [1, 4, 8, 16, 32]>, 8,
      "tiles of the other axis taken together, so that L2 holds them; with "
      "hilbert, the side of a square", word="g%">,
    IntParam<"ctas_per_sm", Domain<[1, 2], [1, 2], [1, 2, 3], [1, 2, 3, 4]>, 1,
      "CTAs that an SM is to hold at once", word="ctas%">,
    EnumParam<"load", MmaLoad,
      CaseDomain<["copy", "tma"], ["copy", "tma"], ["copy", "tma"]>,
      "copy", "how tiles of A and B come to shared memory", word="%-load">,
    BoolParam<"persistent", Domain<[0, 1], [0, 1], [0, 1], [0, 1]>, 0,
      "one CTA an SM, or ctas_per_sm, takes all tiles in turn; loads for the next tile run while one is stored">,
  ];

  let quantities = [
    Quantity<"elementBytes", "getElementBytes(fact.a.element)",
      "bytes of an element of A and B">,
    Quantity<"warpCount", "config.warps[0] * config.warps[1]", "warps of a CTA">,
    Quantity<"accumulators",
      "config.tile[0] * config.tile[1] / (32 * warpCount) * "
      "ceilDiv(getElementBytes(fact.getSumElement()), 4)",
      "registers of a thread for its sums">,
    Quantity<"accumulatorLimit",
      "warpCount < 4 ? 64 : 128",
      "the most registers for sums that fit: with fewer warps, a thread copies more of a tile and holds more "
      "addresses">,
    Quantity<"operandRegisters",
      "(config.tile[0] / config.warps[0] + config.tile[1] / config.warps[1]) / 2",
      "registers of a thread for its factors, 32 bytes of K, and for the next factors, which it loads meanwhile">,
    Quantity<"loads", "config.load == MmaLoad::Tma", "whether TMA loads tiles">,
    Quantity<"warpgroups", "ceilDiv(warpCount, 4) + loads",
      "warpgroups of a CTA, including that of the loading thread">,
    Quantity<"loaderRegisters", "40",
      "registers of the loading thread">,
    Quantity<"launchRegisters",
      "std::min<int64_t>(255, 512 / (config.ctasPerSm * warpgroups) / 8 * 8)",
      "registers of a thread at launch, if TMA loads">,
    Quantity<"workerRegisters",
      "!loads || launchRegisters >= 248 ? 255 : "
      "std::max(launchRegisters, (launchRegisters * warpgroups - loaderRegisters) / (warpgroups - 1) / 8 * 8)",
      "registers of a multiplying thread, including the registers that the loader's warpgroup gives up">,
    Quantity<"addressRegisters",
      "(loads ? 24 : 48) + (elementBytes == 8 ? 8 * (fact.a.transposed + !fact.b.transposed) : 0) + "
      "(loads && !config.persistent && elementBytes == 2 && fact.a.transposed && fact.init != InitKind::Zero ? 24 : 0) + "
      "(loads || (isCopiedAsync(fact.a) && isCopiedAsync(fact.b)) ? 0 : 16)",
      "registers of a thread for addresses and the epilogue, found by trial with ptxas. An f64 operand whose K is not "
      "contiguous takes 8 more. Tiles that are copied through registers take 16 more. A sum that is added to C in 16 "
      "bits takes 24 more, if K of A is not contiguous and a CTA has one tile">,
    Quantity<"chunkElements", "128 / elementBytes",
      "elements of a row of shared memory">,
    Quantity<"stageBytes",
      "(roundUp(config.tile[0], fact.a.transposed ? chunkElements : 8) + "
      "roundUp(config.tile[1], fact.b.transposed ? 8 : chunkElements)) * "
      "config.tile[2] * elementBytes",
      "bytes of a slot of the ring; rows of shared memory are 128 bytes, also "
      "of an operand that needs less">,
    Quantity<"rowTiles", "ceilDiv(fact.m, config.tile[0])",
      "tiles along the rows; the sizes must be static">,
    Quantity<"columnTiles", "ceilDiv(fact.n, config.tile[1])",
      "tiles along the columns; the sizes must be static">,
    Quantity<"tiles", "multiplySizes(multiplySizes(rowTiles, columnTiles), fact.batch)",
      "tiles of all products of the batch; the sizes must be static">,
  ];

  let constraints = [
    PairLimit<>,
    SumLimit<>,
    PrologueLimit<>,
    SizeZero,
    NoWindows,
    NoGroup,
    FragmentOutput<>,
    FragmentOutputs<>,
    FragmentInit<>,
    TiledSizeLimit,
    Constraint<"input-layout", "fact.a.unitInnerStride",
      "the elements of a row of A are not adjacent; their stride must be 1 (simt serves others)",
      "a copy reads several elements of a row of A">,
    Constraint<"input-layout", "fact.b.unitInnerStride",
      "the elements of a row of B are not adjacent; their stride must be 1 (simt serves others)",
      "a copy reads several elements of a row of B">,
    Constraint<"input-alignment", "isCopyable(fact.a)",
      "the rows of A start at multiples of {getInputAlignment(fact.a)}, in bytes; elements of {8 * elementBytes} bits "
      "need {elementBytes == 2 ? 2 : std::max<int64_t>(4, elementBytes)} (simt serves others)",
      "cp.async copies 4, 8 or 16 bytes to and from a multiple of as many. Only elements of 16 bits are also copied "
      "through registers">,
    Constraint<"input-alignment", "isCopyable(fact.b)",
      "the rows of B start at multiples of {getInputAlignment(fact.b)}, in bytes; elements of {8 * elementBytes} bits "
      "need {elementBytes == 2 ? 2 : std::max<int64_t>(4, elementBytes)} (simt serves others)",
      "the same for B">,
    Constraint<"tma-alignment", "!loads || isTmaLoadable(fact.a)",
      "load = tma, but A {describeTma(fact.a)}; it needs load = copy",
      "TMA needs an address, a row stride and a batch stride of A that are known multiples of 16 bytes">,
    Constraint<"tma-alignment", "!loads || isTmaLoadable(fact.b)",
      "load = tma, but B {describeTma(fact.b)}; it needs load = copy",
      "TMA needs the same of B">,
    Constraint<"tma", "!loads || target.computeCapability == 90",
      !strconcat("load = tma for {target.chip}; it needs load = copy, or ", hopperChip),
      !strconcat("Hopper is the first chip with TMA, and setmaxnreg needs ", hopperChip)>,
    Constraint<"tma-warps", "!loads || warpCount % 4 == 0",
      "warps = [{config.warps[0]}, {config.warps[1]}] with load = tma; it needs a multiple of 4",
      "setmaxnreg moves registers between whole warpgroups">,
    Constraint<"tma-registers", "!loads || workerRegisters >= 120",
      "warps = [{config.warps[0]}, {config.warps[1]}] with load = tma and ctas_per_sm = "
      "{config.ctasPerSm} have {workerRegisters} registers a thread; it needs 4 warps with "
      "ctas_per_sm <= 3, or 8 or 12 with ctas_per_sm = 1, which have 120 or more",
      "with fewer, addresses spill for every tile (found by trial with ptxas)">,
    Constraint<"persistent", "!config.persistent || loads",
      "persistent = true with load = copy; it needs load = tma, or persistent = false",
      "warps that copy for themselves start again for each tile">,
    Constraint<"depth-contiguous",
      "elementBytes != 1 || (!fact.a.transposed && fact.b.transposed)",
      "K is not contiguous in both A and B; elements of one byte need a contiguous K (simt serves others)",
      "ldmatrix transposes only elements of 16 bits">,
    Constraint<"depth-rows", "config.tile[2] * elementBytes % 128 == 0",
      "tile[2] = {config.tile[2]} is {config.tile[2] * elementBytes} bytes; it needs a "
      "multiple of {chunkElements}",
      "a row of a slot is a multiple of 128 bytes">,
    Constraint<"warp-tile", "config.tile[0] % (16 * config.warps[0]) == 0",
      "tile[0] = {config.tile[0]} with warps[0] = {config.warps[0]}; it needs a multiple of "
      "{16 * config.warps[0]}",
      "a warp multiplies 16 rows at a time">,
    Constraint<"warp-tile", "config.tile[1] % (16 * config.warps[1]) == 0",
      "tile[1] = {config.tile[1]} with warps[1] = {config.warps[1]}; it needs a multiple of "
      "{16 * config.warps[1]}",
      "a warp loads 16 columns at a time">,
    Constraint<"accumulator-registers", "accumulators <= accumulatorLimit",
      "a warp's {config.tile[0] / config.warps[0]} x {config.tile[1] / config.warps[1]} part of "
      "the tile takes {accumulators} registers a thread for its sums; at most {accumulatorLimit} "
      "fit with {warpCount} warps, which is {warpCount * accumulators <= 192 ? "
      "ceilDiv(warpCount * accumulators, 64) : std::max<int64_t>(4, ceilDiv(warpCount * accumulators, 128))} "
      "warps or more here",
      "factors and addresses need nearly as many registers">,
    Constraint<"operand-registers",
      "accumulators + operandRegisters + addressRegisters <= workerRegisters",
      "a warp's {config.tile[0] / config.warps[0]} x {config.tile[1] / config.warps[1]} part of the tile takes "
      "{accumulators} registers a thread for its sums, {operandRegisters} for its factors and {addressRegisters} "
      "for addresses; a thread has {workerRegisters}, and a part closer to a square takes fewer",
      "factors, and the next factors that are loaded meanwhile, grow with the sides of a warp's part">,
    Constraint<"threads", "resources.threads <= 1024",
      "warps = [{config.warps[0]}, {config.warps[1]}] are {resources.threads} threads; a CTA has "
      "at most 1024, which is 32 warps",
      "the limit of threads per CTA">,
    Constraint<"shared-memory",
      "resources.sharedMemory <= target.sharedMemoryPerBlock",
      "{config.stages} stages of {stageBytes} bytes take {resources.sharedMemory} bytes of "
      "shared memory; a CTA of {target.chip} has {target.sharedMemoryPerBlock}, which is "
      "stages <= {(target.sharedMemoryPerBlock - 1024) / stageBytes} here",
      "the ring must fit the shared memory of a CTA">,
    SharedMemoryLimit,
    RegisterLimit,
    TileLimit<"tiles">,

    Redundancy<"tile-exceeds-size",
      "ShapedType::isDynamic(fact.m) || config.tile[0] <= 64 || config.tile[0] < 2 * fact.m",
      "tile[0] = {config.tile[0]} is at least twice the size {fact.m}",
      "half of the rows or more would be multiplied in vain">,
    Redundancy<"tile-exceeds-size",
      "ShapedType::isDynamic(fact.n) || config.tile[1] <= 64 || config.tile[1] < 2 * fact.n",
      "tile[1] = {config.tile[1]} is at least twice the size {fact.n}",
      "half of the columns or more would be multiplied in vain">,
    Redundancy<"persistent-one-wave",
      "!config.persistent || !fact.hasStaticSizes() || tiles > target.sms * config.ctasPerSm",
      "persistent = true for {tiles} tiles on {target.sms} SMs",
      "with one tile per CTA, persistent makes no difference">,
    Redundancy<"starts-anew",
      "!loads || config.persistent || (fact.hasStaticSizes() && tiles <= target.sms * config.ctasPerSm)",
      "persistent = false with load = tma for {tiles} tiles on {target.sms} SMs",
      "a persistent CTA loads the next tile while it stores one: 279 us instead of 285 (2048 cubed of f64, NVIDIA "
      "H200)">,
    Redundancy<"warp-work", "accumulators >= 32 || warpCount <= 4",
      "warps = [{config.warps[0]}, {config.warps[1]}] on a tile of {config.tile[0]} x {config.tile[1]}",
      "small parts load more than they multiply">,
    Redundancy<"ctas-per-sm-idle",
      "!fact.hasStaticSizes() || tiles > target.sms * (config.ctasPerSm - 1)",
      "ctas_per_sm = {config.ctasPerSm} for {tiles} CTAs on {target.sms} SMs",
      "an SM with only one CTA to run holds no second one">,
  ];

  // 1024 to align the ring, with room for its barriers.
  let resources = Resources<
    "config.stages * stageBytes + 1024 + (loads ? 16 * config.stages : 0)",
    "loads ? launchRegisters : std::min<int64_t>(255, roundUp(accumulators + operandRegisters + addressRegisters, 8))",
    "loads ? 128 * warpgroups : 32 * warpCount">;
}

include "AmpereMma/Seeds.td"

#endif // AUTOTUNE_KERNELS_AMPEREMMA

//===- Simt.td - Matmuls on plain CUDA cores ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Base.td"

def Simt : KernelTemplate<"simt"> {
  let summary = "plain multiply-adds on CUDA cores: any stride, any alignment, "
                "floats of 8 to 64 bits and integers of 8 to 64";
  let description = [{
This template is the fallback if no other template supports a matmul. A CTA holds one step of A and of B
in shared memory, and each thread a small tile of C in registers. While elements are loaded, 8-bit
floats become f32 and are multiplied by their scales, and prologues are applied.
}];

  let elements = [Elements<
      !listconcat(["bf16", "f16", "f32", "f64"], float8, ["tf32", "3xtf32", "i8", "i16", "i32", "i64"]),
      /*alike=*/0,
      ["bf16", "f16", "f32", "f64", "i8", "i16", "i32", "i64"],
      !listconcat(["bf16", "f16", "f32", "f64"], float8, ["i8", "i16", "i32", "i64"])>];
  let chips = ChipsFrom<80>;

  let params = [
    IntListParam<"tile", ["m", "n", "k"], [
        Domain<[32, 64], [16, 32, 64, 128]>,
        Domain<[32, 64], [16, 32, 64, 128]>,
        Domain<[16], [8, 16, 32]>
      ], [64, 64, 16],
      "rows, columns and depth of the product that a CTA holds at a time",
      word="%">,
    IntListParam<"thread", ["m", "n"], [
        Domain<[2, 4], [1, 2, 4, 8]>,
        Domain<[2, 4], [1, 2, 4, 8]>
      ], [4, 4], "rows and columns of C that a thread holds",
      word="t%", shown=1>,
  ];

  let quantities = [
    Quantity<"tiles",
      "multiplySizes(multiplySizes(ceilDiv(fact.m, config.tile[0]), ceilDiv(fact.n, config.tile[1])), fact.batch)",
      "tiles of all products of the batch; the sizes must be static">,
  ];

  let constraints = [
    PairLimit<>,
    SumLimit<>,
    SizeZero,
    NoWindows,
    NoGroup,
    TiledSizeLimit,
    Constraint<"thread-tile",
      "config.tile[0] % config.thread[0] == 0 && config.tile[1] % config.thread[1] == 0",
      "thread = [{config.thread[0]}, {config.thread[1]}] does not divide tile = "
      "[{config.tile[0]}, {config.tile[1]}]; each must be a divisor",
      "threads cover the tile exactly">,
    Constraint<"threads",
      "resources.threads >= 32 && resources.threads <= 1024 && resources.threads % 32 == 0",
      "tile = [{config.tile[0]}, {config.tile[1]}] over thread = [{config.thread[0]}, "
      "{config.thread[1]}] takes {resources.threads} threads; it must be a multiple of 32, "
      "from 32 to 1024",
      "a CTA consists of whole warps">,
    Constraint<"shared-memory",
      "resources.sharedMemory <= 49152",
      "the tile takes {resources.sharedMemory} bytes of shared memory; a kernel that "
      "asks for none at its launch has 49152",
      "a step of A and of B must fit the shared memory of a CTA">,
    RegisterLimitOfOne,
    TileLimit<"tiles">,

    Redundancy<"tile-exceeds-size",
      "ShapedType::isDynamic(fact.m) || config.tile[0] == 16 || config.tile[0] < 2 * fact.m",
      "tile[0] = {config.tile[0]} is at least twice the size {fact.m}",
      "half of the rows or more would be computed in vain">,
    Redundancy<"tile-exceeds-size",
      "ShapedType::isDynamic(fact.n) || config.tile[1] == 16 || config.tile[1] < 2 * fact.n",
      "tile[1] = {config.tile[1]} is at least twice the size {fact.n}",
      "half of the columns or more would be computed in vain">,
  ];

  // Registers: the accumulators, one column of A and one row of B, all in the
  // accumulator's type, and 32 for addresses and loop counters.
  let resources = Resources<
    "(config.tile[0] * getStagedBytes(fact, false) + config.tile[1] * getStagedBytes(fact, true)) * "
    "config.tile[2]",
    "std::min<int64_t>(255, (config.thread[0] * config.thread[1] + config.thread[0] + config.thread[1]) * "
    "ceilDiv(getElementBytes(fact.accumulator), 4) + 32)",
    "(config.tile[0] / config.thread[0]) * (config.tile[1] / config.thread[1])">;
}

include "Simt/Seeds.td"

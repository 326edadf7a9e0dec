//===- SimtStream.td - Matmuls of a few rows, as fast as B is read --------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Base.td"

def SimtStream : KernelTemplate<"simt_stream"> {
  let summary = "at most 4 rows of A: B is read once, 16 bytes at a time, and "
                "multiplied on CUDA cores";
  let description = [{
With so few rows, a matmul takes as long as reading B from memory. No tile goes through shared memory.
A thread loads vectors of 16 bytes of B to its registers, `columns * unroll` of them at a time. It
multiplies each by elements of A, which come from caches. Partial sums of a warp are added by shuffles.
Sums of warps that share K are added through shared memory. Both have a fixed order.

With B stored N x K (transposed), a vector lies along K, and `lanes` threads take a row of B. With B
stored K x N, a vector lies along N. `lanes` threads then have neighbouring vectors of a row, and the
other threads of the warp have other rows.
}];

  let elements = [Elements<["bf16", "f16", "f32", "tf32", "3xtf32"], /*alike=*/1, ["f32", "f16"],
                           narrowOutputs>];
  let chips = ChipsFrom<80>;

  let params = [
    IntParam<"rows", Domain<[1, 2, 3, 4]>, 1,
      "rows of A that are multiplied by the loaded elements of B", word="r%">,
    IntParam<"columns", Domain<[1, 2], [1, 2, 4], [1, 2, 4, 8]>, 2,
      "vectors of B that a thread multiplies by the same elements of A",
      word="c%", shown=1>,
    IntParam<"unroll", Domain<[2, 4], [1, 2, 4, 8], [1, 2, 4, 8, 16]>, 4,
      "steps along K that a thread loads at once",
      word="u%", shown=1>,
    IntParam<"warps", Domain<[4, 8], [4, 8, 16], [2, 4, 8, 16, 32],
             [1, 2, 4, 8, 16, 32]>, 4,
      "warps of a CTA", word="w%", shown=1>,
    IntParam<"split_k", Domain<[1, 4], [1, 2, 4, 8, 16], [1, 2, 4, 8, 16, 32]>, 1,
      "warps of a CTA that share K and add their sums through shared memory">,
    IntParam<"lanes", Domain<[8, 32], [4, 8, 16, 32], [2, 4, 8, 16, 32]>, 32,
      "threads of a warp that load neighbouring vectors of a row of B in memory",
      word="l%">,
    BoolParam<"bypass_l1", Domain<[1], [1], [0, 1]>, 1,
      "loads of B leave nothing in L1, which keeps A">,
  ];

  let quantities = [
    Quantity<"vector", "16 / getElementBytes(fact.b.element)",
      "elements of B that a thread loads at once">,
    Quantity<"columnsPerThread",
      "fact.b.transposed ? config.columns : config.columns * vector",
      "columns of C for which a thread has sums">,
    Quantity<"tileColumns",
      "config.warps / config.splitK * "
      "(fact.b.transposed ? 32 / config.lanes : config.lanes) * columnsPerThread",
      "columns of C that a CTA has">,
    Quantity<"depth",
      "config.splitK * config.unroll * "
      "(fact.b.transposed ? config.lanes * vector : 32 / config.lanes)",
      "elements along K that a CTA multiplies at a time">,
    Quantity<"accumulators", "config.rows * columnsPerThread",
      "sums that a thread holds, in f32">,
    Quantity<"tiles",
      "multiplySizes(multiplySizes(ceilDiv(fact.m, config.rows), ceilDiv(fact.n, tileColumns)), fact.batch)",
      "tiles of all products of the batch; the sizes must be static">,
  ];

  let constraints = [
    PairLimit<>,
    SumLimit<>,
    PartsLimit<>,
    PrologueLimit<>,
    SizeZero,
    NoWindows,
    NoGroup,
    SizeLimit<>,
    Constraint<"few-rows",
      "!ShapedType::isDynamic(fact.m) && fact.m <= 4",
      "M is {describeSize(fact.m)}; it must be known, and at most 4",
      "with more rows, tensor cores are faster">,
    Constraint<"input-alignment", "isTmaLoadable(fact.b)",
      "B {describeVectors(fact.b)} (simt serves others, and hopper_wgmma with load = "
      "pack or copy)",
      "a vector starts at a multiple of its size">,
    Constraint<"split-k", "config.warps % config.splitK == 0",
      "split_k = {config.splitK} does not divide warps = {config.warps}; it must be a divisor",
      "split_k warps share each column">,
    Constraint<"tile-size", "tileColumns <= 65536 && depth <= 65536",
      "a CTA has {tileColumns} columns and {depth} elements of K at a time; at most 65536 are counted",
      "sizes of tiles are stored with 16 bits">,
    Constraint<"shared-memory", "resources.sharedMemory <= 49152",
      "the sums of split_k = {config.splitK} warps take {resources.sharedMemory} bytes of "
      "shared memory; a kernel that asks for none at its launch has 49152",
      "partial sums must fit the shared memory of a CTA">,
    Constraint<"accumulators", "accumulators <= 96",
      "a thread has {accumulators} sums; at most 96 fit beside its loads, which is columns <= {96 * config.columns "
      "/ accumulators} here",
      "with more sums, registers spill in the loop for remaining columns">,
    Constraint<"registers", "resources.registersPerThread <= 255",
      "{accumulators} sums and {config.columns * config.unroll} vectors in flight take "
      "{resources.registersPerThread} registers; a thread has 255",
      "loads in flight occupy registers">,
    RegisterLimitOfOne,
    TileLimit<"tiles">,

    Redundancy<"rows-differ", "config.rows == fact.m",
      "rows = {config.rows} with M = {fact.m}",
      "with fewer rows B is read again, and additional rows are computed in vain">,
    Redundancy<"loads-in-flight",
      "config.columns * config.unroll >= 2 && config.columns * config.unroll <= 16",
      "{config.columns * config.unroll} vectors in flight; it must be 2 to 16",
      "one load in flight leaves the memory idle, and 16 of all threads saturate it">,
    Redundancy<"tile-exceeds-size",
      "ShapedType::isDynamic(fact.n) || config.warps == config.splitK || "
      "tileColumns < 2 * fact.n",
      "a CTA has {tileColumns} columns, at least twice the size {fact.n}",
      "warps without a column only wait for the others">,
    Redundancy<"depth-exceeds-size",
      "ShapedType::isDynamic(fact.k) || config.unroll == 1 || depth <= fact.k",
      "{depth} elements at a time along a K of {fact.k}",
      "only the loop for the remaining elements would run">,
  ];

  // Registers: sums, vectors of B that are being loaded, their factors of A (for
  // each row a vector, as stored and widened, or single elements) and addresses.
  // The sum is at least what ptxas of CUDA 13.0 takes without a limit.
  let resources = Resources<
    "config.splitK * config.rows * tileColumns * 4",
    "accumulators + 4 * config.columns * config.unroll + "
    "(fact.b.transposed ? 16 * config.rows + 40 "
    ": config.rows * config.unroll + 12 * config.columns + 20)",
    "32 * config.warps">;
}

include "SimtStream/Seeds.td"

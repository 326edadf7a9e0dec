//===- SimtRows.td - Problems of rows on plain CUDA cores -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Base.td"

def Passes : EnumType<"Passes", [
  Case<"registers", "a thread keeps its part of a row in registers">,
  Case<"shared", "threads go over a row several times. They keep it in shared memory">,
  Case<"memory", "threads go over a row several times. They load it each time">,
]>;

def SimtRows : KernelTemplate<"simt_rows"> {
  let problem = "rows";
  let summary = "element-wise operations, reductions and scans of rows: a thread has its part of a row, and "
                "the threads of one row work together";
  let description = [{
This template computes `problem.rows`. A thread has `vector` columns of each chunk of a row. Chunks are
`threads_per_row` times `vector` columns long. With reductions or scans a CTA has all chunks of its rows;
without them, each chunk is another CTA's. Sums go through shuffles, and from warp to warp through shared memory.

Rows that are too long for registers are computed in passes: one for each reduction that needs the result of an
earlier one, and one for the results. A pass loops over steps of several chunks, and computes again what earlier
passes have computed.

Windows that slide along the rows, as those of depthwise convolutions and poolings, mostly read the same elements in
adjacent rows. A thread that has `rows_per_thread` of them loads such an element once.
}];

  let chips = ChipsFrom<80>;

  defvar powers = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];
  let params = [
    IntParam<"threads_per_row",
      Domain<[32, 128, 256], [8, 32, 64, 128, 256, 512], powers>, 128,
      "threads that share a row", /*isNeutral=*/0, "t%", /*shown=*/1>,
    IntParam<"rows_per_cta", Domain<[1, 4], [1, 2, 4, 8, 16, 32], powers>, 1,
      "rows of a CTA", /*isNeutral=*/0, "r%", /*shown=*/1>,
    IntParam<"vector", Domain<[4, 8], [1, 2, 4, 8, 16]>, 4,
      "adjacent columns that a thread loads and stores at once",
      /*isNeutral=*/0, "v%", /*shown=*/1>,
    EnumParam<"passes", Passes, CaseDomain<["registers", "shared", "memory"]>, "registers",
      "where a row is between the passes over it", /*isNeutral=*/1, "in-%">,
    IntParam<"rows_per_thread", Domain<[1, 2, 4, 7], [1, 2, 3, 4, 5, 6, 7, 8]>, 1,
      "adjacent rows of a thread", /*isNeutral=*/1, "w%">,
  ];

  let quantities = [
    Quantity<"chunks", "ceilDiv(fact.columns, config.threadsPerRow * config.vector)",
      "chunks of a row">,
    Quantity<"step", "std::max<int64_t>(1, kMostStepColumns / config.vector)",
      "chunks of a step, if a row takes several passes">,
    Quantity<"kept",
      "config.rowsPerThread * config.vector * (config.passes != Passes::Registers ? step : fact.combinesRows() ? chunks : 1)",
      "columns that a thread keeps in registers">,
    Quantity<"rowBytes",
      "config.passes == Passes::Shared ? chunks * config.threadsPerRow * config.vector * fact.getBytesOfColumn() : 0",
      "bytes of a row in shared memory">,
    Quantity<"ctas", "multiplySizes(ceilDiv(fact.rows, config.rowsPerCta * config.rowsPerThread), fact.combinesRows() ? 1 : chunks)",
      "CTAs of the grid">,
  ];

  let constraints = [
    Constraint<"threads",
      "resources.threads >= 32 && resources.threads <= 1024",
      "threads_per_row = {config.threadsPerRow} times rows_per_cta = {config.rowsPerCta} is "
      "{resources.threads} threads; it must be from 32 to 1024",
      "a CTA consists of whole warps">,
    Constraint<"vector", "fact.columns % config.vector == 0",
      "vector = {config.vector} does not divide the {fact.columns} columns",
      "a thread loads whole vectors">,
    Constraint<"rows-per-thread",
      "config.rowsPerThread == 1 || (fact.sliding % config.rowsPerThread == 0 && fact.sliding != 0 && "
      "fact.crossed == 0 && !fact.combinesRows())",
      "rows_per_thread = {config.rowsPerThread}, but {fact.sliding} rows lie in a line of windows; it must divide "
      "them, and nothing else may combine elements of rows",
      "a thread has several rows if they lie in one line of windows">,
    Constraint<"kept", "kept <= 64",
      "a thread would keep {kept} of {fact.columns} columns; at most 64 fit its registers, so more "
      "threads_per_row are needed, fewer rows_per_thread, or passes = shared or memory",
      "a thread keeps its part of a row, or of a step, in registers">,
    Constraint<"passes", "config.passes == Passes::Registers || (fact.reductions != 0 && fact.scans == 0)",
      "passes = {config.passes}, but there are {fact.reductions} results of reductions and {fact.scans} scans; "
      "several passes need the first and can't have the second",
      "operations of elements need one pass, and a scan all of its row at once">,
    Constraint<"steps", "config.passes == Passes::Registers || chunks > step",
      "passes = {config.passes}, but a row of {fact.columns} columns is one step; registers hold it",
      "a row in several passes has several steps">,
    Constraint<"shared-memory",
      "config.passes != Passes::Shared || resources.sharedMemory + 1024 <= target.sharedMemoryPerBlock",
      "rows in shared memory take {resources.sharedMemory} + 1024 bytes; a CTA of {target.chip} has "
      "{target.sharedMemoryPerBlock}, so fewer rows_per_cta are needed, or passes = memory",
      "the rows of a CTA fit its shared memory">,
    Constraint<"grid", "ctas <= kMaxTileCtas",
      "the grid would have {ctas} CTAs; at most {kMaxTileCtas} are numbered",
      "CTAs are numbered in 31 bits">,
    RegisterLimitOfOne,

    Redundancy<"idle-threads",
      "config.threadsPerRow == 1 || config.threadsPerRow * config.vector < 2 * fact.columns",
      "half of the {config.threadsPerRow} threads have none of {fact.columns} columns",
      "as many threads in other rows do more">,
    Redundancy<"wide-vector", "config.vector == 1 || config.vector * fact.getNarrowestBytes() <= 16",
      "{config.vector} columns of the narrowest operand are "
      "{config.vector * fact.getNarrowestBytes()} bytes; a load has at most 16",
      "a wider vector is several loads">,
    Redundancy<"idle-rows", "config.rowsPerCta == 1 || config.rowsPerCta * config.rowsPerThread < 2 * fact.rows",
      "half of rows_per_cta = {config.rowsPerCta} have none of {fact.rows} rows",
      "fewer rows do the same">,
  ];

  // Registers: what a thread keeps of two values, or has of one in a step, and 32 for addresses. Shared
  // memory: rows between passes, a value of 8 bytes for each warp and result of a reduction, and for
  // each warp and chunk of a scan. The four scans that a kernel may have take 16 KB at most, since
  // registers limit chunks and warps.
  let resources = Resources<
    "rowBytes * config.rowsPerCta + (config.threadsPerRow > 32 ? (fact.reductions + fact.scans * chunks) * "
    "(config.threadsPerRow * config.rowsPerCta / 32) * 8 : 0)",
    "std::min<int64_t>(255, (config.passes == Passes::Registers ? 2 : 1) * kept + 32)",
    "config.threadsPerRow * config.rowsPerCta">;
}

//===- ExportCommand.cpp - autotune-bench export --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Measure/FlagParsers.h"
#include "mlir-autotune/Tune/ExportSession.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using namespace mlir::autotune::tune;
namespace cl = llvm::cl;

static cl::SubCommand
    exportCommand("export", "Write the best configs of records to a lookup "
                            "table or a transform library, for compilers");
cl::SubCommand &bench::getExportCommand() { return exportCommand; }

static ExportSessionOptions options;
static ListFlag recordsFrom(exportCommand, options.records, "records-from",
                            cl::value_desc("records.jsonl"),
                            cl::desc("A file of records. Can be repeated"));
static Flag<std::string> output(
    exportCommand, options.output, "o", cl::value_desc("file"),
    cl::desc("The file to write; - is the standard output (default: -)"));

static Flag<ExportFormat> format(
    exportCommand, options.format, "format",
    cl::desc("The format to write (default: json):"),
    cl::values(
        clEnumValN(ExportFormat::Json, "json",
                   "a lookup table (docs/reference/tables.md)"),
        clEnumValN(ExportFormat::Transform, "transform",
                   "a library for mlir-opt --transform-interpreter"),
        clEnumValN(ExportFormat::Knobs, "knobs",
                   "the same with transform.tune knobs, for other tuners")));
static Flag<unsigned> top(
    exportCommand, options.top, "top", cl::value_desc("N"),
    cl::desc(
        "How many of the best configs to write for each matmul (default: 1)"));
static Flag<bool> near(
    exportCommand, options.near, "near",
    cl::desc("Allow a table's entries to serve matmuls of similar sizes too"));
static LibrariesFlag libraries(
    exportCommand, options.allowedLibraries,
    cl::desc("The libraries whose algorithm is written before the best kernels "
             "where it is faster by more than the noise: cublaslt, cutlass, "
             "both, or none (default: none)"));
static ListFlag plans(
    exportCommand, options.plans, "plan", cl::value_desc("matmul"),
    cl::desc("Write the plan of a matmul with unknown sizes, such as "
             "'?x4096x4096 bf16 B^T -> bf16', instead of the configs of each "
             "size that was measured for it. Can be repeated"));
static Flag<unsigned>
    planConfigs(exportCommand, options.planConfigs, "plan-configs",
                cl::value_desc("N"),
                cl::desc("The most kernels of a plan (default: 8)"));
static SizeFlags sizes(exportCommand, options.sizes);
static Flag<std::string>
    deviceName(exportCommand, options.device, "device-name",
               cl::value_desc("name"),
               cl::desc("Take only records of this device, such as 'NVIDIA "
                        "H200' (default: all devices)"));
static Flag<std::string>
    target(exportCommand, options.target, "target", cl::value_desc("name"),
           cl::desc("The target that stands for a device whose name is not a "
                    "known product, such as h200"));

int bench::runExport() {
  if (options.records.empty())
    return reportError("no records given: --records-from=FILE");
  if (options.top == 0)
    return reportError("--top=0 leaves nothing to export");
  if (options.near && options.format != ExportFormat::Json)
    return reportError("--near needs --format=json: upstream's matchers know "
                       "no distance");
  bool useLibraries = measure::hasLibraries(options.allowedLibraries);
  if (useLibraries && options.format == ExportFormat::Knobs)
    return reportError("--libraries needs --format=json or transform: a "
                       "library's algorithm has no knobs");
  if (useLibraries && options.near)
    return reportError("--near and --libraries exclude each other: a library's "
                       "algorithm is for exact sizes");
  if (!options.plans.empty() && options.format != ExportFormat::Json)
    return reportError("--plan needs --format=json: upstream's matchers know "
                       "no ranges of sizes");
  if (options.planConfigs < 1 || options.planConfigs > PlanAttr::kMostRows)
    return reportError("--plan-configs: from 1 to " +
                       llvm::Twine(PlanAttr::kMostRows));
  if (options.plans.empty() &&
      (sizes.areGiven() || planConfigs.getNumOccurrences()))
    return reportError("--expect, --profile and --plan-configs are for plans, "
                       "which need --plan='?x4096x4096 bf16 B^T -> bf16'");
  return toExitCode(exportRecords(options, getMessages()));
}

//===- ExportCommand.cpp - autotune-bench export --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "mlir-autotune/Tune/ExportSession.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using namespace mlir::autotune::tune;
namespace cl = llvm::cl;

static cl::SubCommand
    exportCommand("export", "Write what records say was best for compilers");
cl::SubCommand &bench::getExportCommand() { return exportCommand; }

static ExportSessionOptions options;
static ListFlag recordsFrom(exportCommand, options.records, "records-from",
                            cl::value_desc("records.jsonl"),
                            cl::desc("Records of a run; can be repeated"));
static Flag<std::string>
    output(exportCommand, options.output, "o", cl::value_desc("file"),
           cl::desc("Where to; - is the standard output, the default"));

static Flag<ExportFormat> format(
    exportCommand, options.format, "format", cl::desc("What is written:"),
    cl::values(
        clEnumValN(ExportFormat::Json, "json",
                   "a lookup table (the default; docs/reference/tables.md)"),
        clEnumValN(ExportFormat::Transform, "transform",
                   "a library for mlir-opt --transform-interpreter"),
        clEnumValN(ExportFormat::Knobs, "knobs",
                   "the same with transform.tune knobs, for tuners of "
                   "others")));
static Flag<unsigned>
    top(exportCommand, options.top, "top", cl::value_desc("N"),
        cl::desc("The N best configs of each matmul (default 1)"));
static Flag<bool>
    near(exportCommand, options.near, "near",
         cl::desc("Entries of a table serve matmuls of near sizes, too"));
static Flag<std::string>
    deviceName(exportCommand, options.device, "device-name",
               cl::value_desc("name"),
               cl::desc("Only records of this device, as in 'NVIDIA H200'"));
static Flag<std::string>
    target(exportCommand, options.target, "target", cl::value_desc("name"),
           cl::desc("The target that stands for the device, where its name is "
                    "none that is known (h200; ...)"));

int bench::runExport() {
  if (options.records.empty())
    return reportError("no records given: --records-from=FILE");
  if (options.top == 0)
    return reportError("--top=0 leaves nothing to export");
  if (options.near && options.format != ExportFormat::Json)
    return reportError("--near is for --format=json: upstream's matchers know "
                       "no distance");
  return toExitCode(exportRecords(options, getMessages()));
}

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

static cl::list<std::string>
    recordsFrom("records-from", cl::value_desc("records.jsonl"),
                cl::desc("Records of a run; can be repeated"),
                cl::sub(exportCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    output("o", cl::value_desc("file"), cl::init("-"),
           cl::desc("Where to; - is the standard output, the default"),
           cl::sub(exportCommand), cl::cat(getCategory()));

static cl::opt<ExportFormat> format(
    "format", cl::desc("What is written:"), cl::init(ExportFormat::Json),
    cl::values(clEnumValN(ExportFormat::Json, "json",
                          "a lookup table (the default; docs/tables.md)"),
               clEnumValN(ExportFormat::Transform, "transform",
                          "a library for mlir-opt --transform-interpreter"),
               clEnumValN(ExportFormat::Knobs, "knobs",
                          "the same with transform.tune knobs, for tuners of "
                          "others")),
    cl::sub(exportCommand), cl::cat(getCategory()));
static cl::opt<unsigned>
    top("top", cl::value_desc("N"), cl::init(1),
        cl::desc("The N best configs of each matmul (default 1)"),
        cl::sub(exportCommand), cl::cat(getCategory()));
static cl::opt<bool>
    near("near",
         cl::desc("Entries of a table serve matmuls of near sizes, too"),
         cl::sub(exportCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    deviceName("device-name", cl::value_desc("name"),
               cl::desc("Only records of this device, as in 'NVIDIA H200'"),
               cl::sub(exportCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    target("target", cl::value_desc("name"),
           cl::desc("The target that stands for the device, where its name is "
                    "none that is known (h200; ...)"),
           cl::sub(exportCommand), cl::cat(getCategory()));

int bench::runExport() {
  if (recordsFrom.empty())
    return reportError("no records given: --records-from=FILE");
  if (top == 0)
    return reportError("--top=0 leaves nothing to export");
  if (near && format != ExportFormat::Json)
    return reportError("--near is for --format=json: upstream's matchers know "
                       "no distance");
  ExportSessionOptions options;
  options.records.assign(recordsFrom.begin(), recordsFrom.end());
  options.format = format;
  options.top = top;
  options.near = near;
  options.device = deviceName;
  options.target = target;
  options.output = output;
  return toExitCode(exportRecords(options, getMessages()));
}

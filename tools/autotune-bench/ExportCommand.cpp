//===- ExportCommand.cpp - autotune-bench export --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "mlir-autotune/Tune/Input.h"
#include "mlir-autotune/Tune/MeasuredTable.h"
#include "mlir-autotune/Tune/TableExport.h"
#include "mlir-autotune/Tuning/OutputFile.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;
namespace cl = llvm::cl;

static cl::SubCommand
    exportCommand("export", "Write what records say was best for compilers");
cl::SubCommand &tune::getExportCommand() { return exportCommand; }

static cl::list<std::string>
    recordsFrom("records-from", cl::value_desc("records.jsonl"),
                cl::desc("Records of a run; can be repeated"),
                cl::sub(exportCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    output("o", cl::value_desc("file"), cl::init("-"),
           cl::desc("Where to; - is the standard output, the default"),
           cl::sub(exportCommand), cl::cat(getCategory()));

namespace {
enum class Format { Json, Transform, Knobs };
} // namespace
static cl::opt<Format> format(
    "format", cl::desc("What is written:"), cl::init(Format::Json),
    cl::values(clEnumValN(Format::Json, "json",
                          "a lookup table (the default; docs/tables.md)"),
               clEnumValN(Format::Transform, "transform",
                          "a library for mlir-opt --transform-interpreter"),
               clEnumValN(Format::Knobs, "knobs",
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

int tune::runExport() {
  if (recordsFrom.empty())
    return reportError("no records given: --records-from=FILE");
  if (top == 0)
    return reportError("--top=0 leaves nothing to export");
  if (near && format != Format::Json)
    return reportError("--near is for --format=json: upstream's matchers know "
                       "no distance");
  ExportOptions options;
  options.top = top;
  options.device = deviceName;
  if (!target.empty()) {
    llvm::Expected<TargetInfo> parsed = parseTargetOption(target);
    if (!parsed)
      return reportError(parsed.takeError());
    options.target = *parsed;
  }
  // A file may have nothing else; and what was launched so is no pick.
  RecordsByKey dependent;
  llvm::Expected<RecordsByKey> records =
      readAllRecords(recordsFrom, reportWarning, &dependent);
  if (!records)
    return reportError(records.takeError());
  // Only a table can tell devices apart; and a target stands for one.
  if (format != Format::Json || options.target || !options.device.empty()) {
    llvm::Expected<std::string> device = chooseDevice(*records, deviceName);
    if (!device)
      return reportError(device.takeError());
    options.device = *device;
  }
  llvm::Expected<std::vector<BestConfigs>> best =
      findBestConfigs(*records, options, reportWarning);
  if (!best)
    return reportError(best.takeError());
  if (best->empty())
    return reportError("no record can be exported: none is ok, or none of "
                       "those is of a matmul and a config that are served");
  auto write = [&](llvm::raw_ostream &os) {
    switch (format) {
    case Format::Json:
      makeTable(*best, near).print(os);
      break;
    case Format::Transform:
      printTransformLibrary(os, *best);
      break;
    case Format::Knobs:
      printKnobLibrary(os, *best);
      break;
    }
  };
  if (llvm::Error error = writeOutputFile(output, write))
    return reportError(std::move(error));
  return 0;
}

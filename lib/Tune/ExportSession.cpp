//===- ExportSession.cpp - The best of records, for compilers -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/ExportSession.h"

#include "mlir-autotune/Tune/Input.h"
#include "mlir-autotune/Tune/MeasuredTable.h"
#include "mlir-autotune/Tune/TableExport.h"
#include "mlir-autotune/Tuning/OutputFile.h"

using namespace mlir::autotune;
using namespace mlir::autotune::tune;

llvm::Error tune::exportRecords(const ExportSessionOptions &options,
                                const Messages &messages) {
  auto warn = [&](const llvm::Twine &text) { messages.warn(text); };
  ExportOptions choosing;
  choosing.top = options.top;
  choosing.device = options.device;
  if (!options.target.empty()) {
    llvm::Expected<TargetInfo> parsed = parseTargetOption(options.target);
    if (!parsed)
      return parsed.takeError();
    choosing.target = *parsed;
  }
  // A file may have nothing else; and what was launched so is no pick.
  RecordsByKey dependent, libraries;
  llvm::Expected<RecordsByKey> records =
      readAllRecords(options.records, warn, &dependent, &libraries);
  if (!records)
    return records.takeError();
  choosing.libraries = &libraries;
  choosing.allowedLibraries = options.allowedLibraries;
  // Only a table can tell devices apart; and a target stands for one.
  if (options.format != ExportFormat::Json || choosing.target ||
      !choosing.device.empty()) {
    llvm::Expected<std::string> device = chooseDevice(*records, options.device);
    if (!device)
      return device.takeError();
    choosing.device = *device;
  }
  llvm::Expected<std::vector<BestConfigs>> best =
      findBestConfigs(*records, choosing, warn);
  if (!best)
    return best.takeError();
  if (best->empty())
    return llvm::createStringError("no record can be exported: none is ok and "
                                   "has a supported matmul and config");
  return writeOutputFile(options.output, [&](llvm::raw_ostream &os) {
    switch (options.format) {
    case ExportFormat::Json:
      makeTable(*best, options.near).print(os);
      break;
    case ExportFormat::Transform:
      printTransformLibrary(os, *best);
      break;
    case ExportFormat::Knobs:
      printKnobLibrary(os, *best);
      break;
    }
  });
}

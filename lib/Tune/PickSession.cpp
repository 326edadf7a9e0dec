//===- PickSession.cpp - A module tuned by records ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/PickSession.h"

#include "mlir-autotune/Tune/DatabasePicks.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

llvm::Error tune::pickForModule(const PickSessionOptions &options,
                                raw_ostream &tables, const Messages &messages) {
  std::optional<TargetInfo> checked;
  if (!options.target.empty()) {
    llvm::Expected<TargetInfo> parsed = parseTargetOption(options.target);
    if (!parsed)
      return parsed.takeError();
    checked = *parsed;
  }
  PickOptions picking;
  picking.device = options.device;
  picking.target = checked ? &*checked : nullptr;
  picking.sizes = options.sizes;
  picking.requireComplete = options.requireComplete;
  picking.allowedLibraries = options.allowedLibraries;
  InputModule module(options.allowUnregistered, messages);
  if (options.database) {
    if (llvm::Error error = module.parse(options.input, options.target))
      return error;
    return pickFromDatabase(module, *options.database, picking, options.output,
                            tables, messages);
  }
  RecordsByKey libraries, dependent;
  llvm::Expected<RecordsByKey> read = readRecords(
      options.records, [&](const Twine &text) { messages.warn(text); },
      &libraries, &dependent);
  if (!read)
    return read.takeError();
  picking.libraries = &libraries;
  if (llvm::Error error = module.parse(options.input, options.target))
    return error;
  return pickBest(module, *read, dependent, picking, options.output, tables,
                  messages);
}

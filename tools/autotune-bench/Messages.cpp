//===- Messages.cpp - What all commands print, and where ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "mlir-autotune/Measure/Records.h"
#include "mlir-autotune/Tune/MeasureStage.h"

#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using llvm::StringRef;
namespace cl = llvm::cl;

cl::OptionCategory &bench::getCategory() {
  static cl::OptionCategory category("Options");
  return category;
}

llvm::raw_ostream &bench::getTableStream(StringRef output) {
  return measure::isStandardOutput(output) ? llvm::errs() : llvm::outs();
}

tune::Messages bench::getMessages() { return tune::Messages(llvm::errs()); }

int bench::reportError(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs()) << message << "\n";
  return 1;
}

int bench::reportError(llvm::Error error) {
  // MLIR has printed its diagnostics.
  llvm::handleAllErrors(
      std::move(error), [](const tune::DiagnosedError &) {},
      [](const tune::KeptRecords &kept) { getMessages().note(kept.message()); },
      [](const llvm::ErrorInfoBase &each) { reportError(each.message()); });
  return 1;
}

void bench::reportWarning(const llvm::Twine &message) {
  llvm::WithColor::warning(llvm::errs()) << message << "\n";
}

int bench::toExitCode(llvm::Error error) {
  return error ? reportError(std::move(error)) : 0;
}

//===- Messages.cpp - What all sessions say, and where --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/Messages.h"

#include "mlir-autotune/Measure/Records.h"

#include "llvm/Support/WithColor.h"

using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using llvm::StringRef;

llvm::raw_ostream &tune::getTableStream(StringRef output) {
  return measure::isStandardOutput(output) ? llvm::errs() : llvm::outs();
}

int tune::reportError(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs()) << message << "\n";
  return 1;
}

int tune::reportError(llvm::Error error) {
  return reportError(llvm::toString(std::move(error)));
}

void tune::reportWarning(const llvm::Twine &message) {
  llvm::WithColor::warning(llvm::errs()) << message << "\n";
}

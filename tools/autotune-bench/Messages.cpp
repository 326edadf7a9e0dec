//===- Messages.cpp - What all commands print, and where ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "mlir-autotune/Measure/Records.h"

#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using llvm::StringRef;
namespace cl = llvm::cl;

llvm::cl::OptionCategory &bench::getCategory() {
  static cl::OptionCategory category("Options");
  return category;
}

llvm::raw_ostream &bench::getTableStream(StringRef output) {
  return measure::isStandardOutput(output) ? llvm::errs() : llvm::outs();
}

int bench::reportError(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs()) << message << "\n";
  return 1;
}

int bench::reportError(llvm::Error error) {
  return reportError(llvm::toString(std::move(error)));
}

void bench::reportWarning(const llvm::Twine &message) {
  llvm::WithColor::warning(llvm::errs()) << message << "\n";
}

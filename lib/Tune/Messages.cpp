//===- Messages.cpp - What a session says beside its result ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/Messages.h"

#include "llvm/Support/WithColor.h"

using namespace mlir::autotune::tune;

char DiagnosedError::ID = 0;

void Messages::warn(const llvm::Twine &message) const {
  llvm::WithColor::warning(*os) << message << "\n";
}

void Messages::note(const llvm::Twine &message) const {
  llvm::WithColor::note(*os) << message << "\n";
}

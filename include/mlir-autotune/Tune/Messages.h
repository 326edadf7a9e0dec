//===- Messages.h - What all sessions say, and where ---------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_MESSAGES_H
#define MLIR_AUTOTUNE_TUNE_MESSAGES_H

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::autotune::tune {

/// Where a command that writes `output` prints its tables: the standard output,
/// or the standard error output where that is what `output` is.
llvm::raw_ostream &getTableStream(llvm::StringRef output);

/// Prints "error: ..." or "warning: ..." to the standard error output. The
/// first returns the exit code 1.
int reportError(const llvm::Twine &message);
int reportError(llvm::Error error);
void reportWarning(const llvm::Twine &message);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_MESSAGES_H

//===- Messages.h - What a session says beside its result ----- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_MESSAGES_H
#define MLIR_AUTOTUNE_TUNE_MESSAGES_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::autotune::tune {

/// The stream for everything that is neither a session's result nor an error:
/// progress, warnings, notes, and MLIR's diagnostics of the module.
class Messages {
public:
  /// `os` must outlive this and its copies.
  explicit Messages(llvm::raw_ostream &os) : os(&os) {}

  /// Writes a line that begins with "warning: ".
  void warn(const llvm::Twine &message) const;
  /// Writes a line that begins with "note: ".
  void note(const llvm::Twine &message) const;
  llvm::raw_ostream &getStream() const { return *os; }

private:
  llvm::raw_ostream *os;
};

/// A failure whose reason MLIR's diagnostics have already given in the
/// messages.
class DiagnosedError
    : public llvm::ErrorInfo<DiagnosedError, llvm::StringError> {
public:
  static char ID;

  DiagnosedError()
      : ErrorInfo("the diagnostics of the module say why",
                  llvm::inconvertibleErrorCode()) {}
};

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_MESSAGES_H

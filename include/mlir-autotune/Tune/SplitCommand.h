//===- SplitCommand.h - A command line into words ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_SPLITCOMMAND_H
#define MLIR_AUTOTUNE_TUNE_SPLITCOMMAND_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::autotune::tune {

/// Splits a command line as a shell does, without expanding anything: blanks
/// part words; '...' is literal; in "..." a backslash makes a quote or a
/// backslash literal; elsewhere it makes any character literal. An error for a
/// quote without an end, or no word at all.
llvm::Expected<std::vector<std::string>> splitCommand(llvm::StringRef text);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_SPLITCOMMAND_H

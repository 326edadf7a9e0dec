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

/// Splits a command line as a shell does, without expansions. Blanks separate
/// words. '...' is literal. In "..." a backslash escapes a quote or a
/// backslash; elsewhere it escapes any character. Fails for an unclosed quote,
/// and if there is no word.
llvm::Expected<std::vector<std::string>> splitCommand(llvm::StringRef text);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_SPLITCOMMAND_H

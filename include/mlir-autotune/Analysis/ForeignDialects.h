//===- ForeignDialects.h - Programs of dialects not upstream's  -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_FOREIGNDIALECTS_H
#define MLIR_AUTOTUNE_ANALYSIS_FOREIGNDIALECTS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::autotune {

/// What a user does with operations of a dialect that this project does not
/// lower, as the end of a message: which tool or pass brings them to linalg.
std::string getWayFrom(llvm::StringRef dialect);

/// The dialect that a parser's message says is not there; empty where it is
/// another message.
llvm::StringRef getMissingDialect(llvm::StringRef message);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_FOREIGNDIALECTS_H

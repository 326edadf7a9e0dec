//===- ForeignDialects.h - Programs of dialects not upstream's  -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_FOREIGNDIALECTS_H
#define MLIR_AUTOTUNE_ANALYSIS_FOREIGNDIALECTS_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::autotune {

/// Advice for a user whose program has operations of a dialect that this
/// project does not lower: the tool or pass that brings them to linalg.
/// Written as the end of a message.
std::string getWayFrom(llvm::StringRef dialect);

/// The dialect that a parser's message reports as missing; empty for any other
/// message.
llvm::StringRef getMissingDialect(llvm::StringRef message);

/// The first dialect in a module's text that the registry lacks; empty if the
/// text fails to parse for another reason, or does not fail.
std::string findForeignDialect(llvm::StringRef text,
                               const DialectRegistry &registry);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_FOREIGNDIALECTS_H

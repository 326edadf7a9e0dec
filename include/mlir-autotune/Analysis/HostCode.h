//===- HostCode.h - What the host can launch a kernel from ---- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_HOSTCODE_H
#define MLIR_AUTOTUNE_ANALYSIS_HOSTCODE_H

#include "mlir/IR/Operation.h"

#include <string>

namespace mlir::autotune {

/// Whether the blocks around an operation can be reached from the start of
/// their regions. In unreachable code a value may depend on itself, and a
/// search through its operands would never end.
bool isReached(Operation *op);

/// Why an operation can't be replaced by a kernel launch, for a message; empty
/// if it can. Launches are host code: device code can't launch, nor can an
/// operation inside another symbol table, where the kernel's symbol is not
/// found. Code that is never reached is refused too, and so are regions where
/// values may be used before they are defined, such as a module's body.
std::string getWhyNotOnHost(Operation *op);

/// Erases the unreachable blocks of all regions nested in an operation.
void eraseUnreachableBlocks(Operation *root);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_HOSTCODE_H

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

/// Whether the blocks around an operation can be reached from the beginning of
/// their regions. Elsewhere a value may be made of itself, so that the search
/// for what it is made of has no end.
bool isReached(Operation *op);

/// Why no launch of a kernel may stand in an operation's place, for a message;
/// empty if one may. The host launches kernels: it can't from code for a
/// device, nor from inside an operation in which the kernel's symbol is not
/// found. Nor is an operation host code if it is never reached, or if values
/// may be used before they are made, as in the body of a module.
std::string getWhyNotOnHost(Operation *op);

/// Erases the blocks of all regions in an operation that are never reached.
void eraseUnreachableBlocks(Operation *root);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_HOSTCODE_H

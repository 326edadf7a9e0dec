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

/// Why no launch of a kernel may stand in an operation's place, for a message;
/// empty if one may. The host launches kernels: it can't from code for a
/// device, nor from inside an operation in which the kernel's symbol is not
/// found.
/// An operation where a value may be used before it is made, as in the body of
/// a module, is no host code either.
std::string getWhyNotOnHost(Operation *op);

/// Erases the blocks that are never reached of all regions in an operation.
/// Values may be made of themselves there, so that the search for what a value
/// is made of has no end.
void eraseUnreachableBlocks(Operation *root);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_HOSTCODE_H

//===- Dequantization.h - Scales of weights behind products --- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_DEQUANTIZATION_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_DEQUANTIZATION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <string>

namespace mlir::autotune {

/// Makes a linalg.matmul or linalg.batch_matmul of tensors, one of whose inputs
/// is dequantized from integers of 8 or 4 bits, take the integers; what they
/// are scaled by along the rows or columns of the result scales that instead.
/// Fails on any other, and says in `whyNot` why, where an input is made of
/// integers at all.
LogicalResult foldDequantization(linalg::LinalgOp matmul, std::string &whyNot);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_DEQUANTIZATION_H

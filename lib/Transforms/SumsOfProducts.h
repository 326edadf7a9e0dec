//===- SumsOfProducts.h - Products summed elsewhere ----------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_SUMSOFPRODUCTS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_SUMSOFPRODUCTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <string>

namespace mlir::autotune {

/// Makes one contraction of an operation that sums over dimensions and the one
/// that has multiplied what it sums. A failure sets `whyNot` where somebody
/// could have expected a contraction. Of operations that become unused, those
/// are erased that `mayErase` allows.
FailureOr<linalg::LinalgOp>
foldProduct(linalg::LinalgOp sum, std::string &whyNot,
            llvm::function_ref<bool(Operation *)> mayErase);

/// Makes a contraction read what its inputs were broadcast from; `mayErase` as
/// above.
FailureOr<linalg::LinalgOp>
foldBroadcasts(linalg::LinalgOp contraction,
               llvm::function_ref<bool(Operation *)> mayErase);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_SUMSOFPRODUCTS_H

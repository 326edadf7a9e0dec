//===- NarrowProducts.h - Products of widened values ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_NARROWPRODUCTS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_NARROWPRODUCTS_H

#include "NarrowInputs.h"

namespace mlir::autotune {

/// Makes contractions of widened values contractions of the narrow ones.
class ProductNarrower {
public:
  /// With `foldScales` factors of all elements move behind the product.
  explicit ProductNarrower(bool foldScales) : foldScales(foldScales) {}

  /// Puts a linalg.generic of the narrow values in the place of `op`, and
  /// returns it; returns `op` where nothing is to be done. What `isServed`
  /// refuses is not made.
  linalg::LinalgOp narrow(linalg::LinalgOp op,
                          llvm::function_ref<bool(linalg::LinalgOp)> isServed);

  /// Erases what widened values for products alone. No product may be narrowed
  /// behind it.
  void eraseUnused();

  unsigned getNumNarrowed() const { return numNarrowed; }

private:
  /// Erases an operation that `unused` may know.
  void forget(Operation *op);

  bool foldScales;
  unsigned numNarrowed = 0;
  NarrowInputs inputs;
  /// What may be read by nobody, now that products don't.
  SmallVector<Value> unused;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_NARROWPRODUCTS_H

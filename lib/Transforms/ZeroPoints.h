//===- ZeroPoints.h - What zero points add to a product ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sum (a - za) (b - zb) = sum a b - zb sum a - za sum b + K za zb: the plain
// product, corrected by the sums of A's rows and B's columns. Integers wrap, so
// that is the same to the bit.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_ZEROPOINTS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_ZEROPOINTS_H

#include "mlir-autotune/Analysis/Contraction.h"

namespace mlir::autotune {

/// The corrections of one product, a linalg.matmul or linalg.batch_matmul.
class ZeroPointCorrection {
public:
  /// `zeroPoints` are those of the product's own first and second operand.
  ZeroPointCorrection(std::array<ZeroPoint, 2> zeroPoints,
                      linalg::TypeFn typeFn);

  /// Whether there is anything to correct: constants of 0 are not.
  bool isNeeded() const;

  /// Sums rows and columns, where the product is going to be.
  void createSums(OpBuilder &builder, Location loc, ValueRange operands,
                  ArrayRef<AffineMap> maps);

  /// Corrects the product `c`, a tensor, whose new value is returned, or a
  /// memref in place.
  Value apply(OpBuilder &builder, Location loc, Value c, AffineMap map);

private:
  std::array<ZeroPoint, 2> zeroPoints;
  linalg::TypeFn typeFn;
  /// Per operand the scalar in C's element type, and the sums of the other
  /// operand's elements that it is multiplied with.
  std::array<Value, 2> scalars;
  std::array<Value, 2> sums;
  std::array<AffineMap, 2> sumMaps;
  /// K times both zero points; null where one is 0.
  Value constant;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_ZEROPOINTS_H

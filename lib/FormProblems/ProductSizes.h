//===- ProductSizes.h - Sizes of tensors as products ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Front ends reshape batches of heads with sizes that are known when the
// program runs. Whether two such sizes are equal, or divide each other, follows
// from how they were computed.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_PRODUCTSIZES_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_PRODUCTSIZES_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace mlir::autotune {

/// A number times unknown sizes. The unknown sizes are numbered by a
/// SizeReader, and sorted.
struct ProductSize {
  int64_t number = 1;
  SmallVector<unsigned, 2> unknown;

  bool isStatic() const { return unknown.empty(); }
  bool isOne() const { return isStatic() && number == 1; }
  bool operator==(const ProductSize &other) const {
    return number == other.number && unknown == other.unknown;
  }
};

ProductSize operator*(const ProductSize &one, const ProductSize &other);

/// Fails if the quotient is not known to be whole.
std::optional<ProductSize> divide(const ProductSize &size,
                                  const ProductSize &by);

/// Finds out sizes of tensors. Sizes are not negative, and their products are
/// those of elements that are in memory, so they do not overflow.
class SizeReader {
public:
  ProductSize getDim(Value tensor, int64_t dim);
  /// What an integer or index is if it is known to be a size.
  std::optional<ProductSize> getSize(Value integer);

private:
  ProductSize getUnknown(Value value, int64_t dim);
  ProductSize getSizeOrUnknown(Value integer);
  ProductSize readDim(Value tensor, int64_t dim);
  std::optional<ProductSize> readSize(Value integer);

  llvm::DenseMap<std::pair<Value, int64_t>, unsigned> numbers;
  llvm::DenseMap<Value, std::optional<ProductSize>> sizes;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_PRODUCTSIZES_H

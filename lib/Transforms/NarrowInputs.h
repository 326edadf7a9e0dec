//===- NarrowInputs.h - Narrow values on their way --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What moves the wide elements to the product moves the narrow ones in its
// place: views, transposes and broadcasts are made again, next to the wide
// ones.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_NARROWINPUTS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_NARROWINPUTS_H

#include "mlir-autotune/Analysis/Widening.h"

#include "mlir/IR/Builders.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::autotune {

/// Makes the steps of widened inputs again, of the narrow elements.
class NarrowInputs {
public:
  /// The narrow value of an input: a tensor behind the wide one's steps, or a
  /// memref where the builder is. Null where a view of the wide elements is
  /// none of the narrow ones.
  Value rebuild(OpBuilder &builder, const WidenedInput &input);

private:
  Value rebuildTensor(const WidenedInput &input);
  Value rebuildBuffer(OpBuilder &builder, const WidenedInput &input);

  /// The narrow value of a wide tensor that was made of another tensor: inputs
  /// that products shared stay shared.
  llvm::DenseMap<std::pair<Value, Value>, Value> made;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_NARROWINPUTS_H

//===- StoreDestination.h - The matrix that a store writes to - -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_STOREDESTINATION_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_STOREDESTINATION_H

#include "KernelContext.h"

namespace mlir::autotune::tile {

/// The matrix that a store writes to.
struct Destination {
  Destination(const KernelContext &context, Emitter &e, int64_t operand,
              Type element, ValueRange indices)
      : element(element),
        pointer(context.getMatrixPointer(e, operand, element, indices)) {
    for (int64_t dim : {0, 1}) {
      size[dim] =
          context.getParam(e, KernelParam::Kind::Size, operand, dim, indices);
      stride[dim] =
          context.getParam(e, KernelParam::Kind::Stride, operand, dim, indices);
      origin[dim] = e.toI32(indices.take_back(2)[dim]);
    }
  }
  Type element;
  Value pointer;
  std::array<Value, 2> size, stride, origin;

  Value at(int64_t dim, Emitter &e, Value offset) const {
    return e.add(origin[dim], offset);
  }
  Value inside(int64_t dim, Emitter &e, Value coordinate) const {
    return e.less(coordinate, size[dim]);
  }
  /// The address of an element; `dense` when the row's elements are adjacent.
  Value address(Emitter &e, Value row, Value column, bool dense) const {
    Value offset = e.mul(e.toI64(row), stride[0]);
    Value inRow = e.toI64(column);
    offset = e.add(offset, dense ? inRow : e.mul(inRow, stride[1]));
    return e.gep(pointer, element, offset);
  }
};

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_STOREDESTINATION_H

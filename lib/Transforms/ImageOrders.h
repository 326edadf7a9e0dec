//===- ImageOrders.h - Which tensors change their layout --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_IMAGEORDERS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_IMAGEORDERS_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::autotune {

/// Dimension i of a tensor in its new layout is dimension order[i].
using ImageOrder = SmallVector<int64_t>;

/// Whether it is a named operation of linalg on tensors that reads windows, and
/// multiplies nothing.
bool isPooling(Operation *op);

/// The tensors whose channels are to be their last dimension, with the order
/// that makes them so: images and results of convolutions, and what the
/// operations beside them read and write element by element. Those that have
/// the order already are left out.
llvm::MapVector<Value, ImageOrder> findImageOrders(Operation *root);

/// The groups of a collapse in the order that they have in a source with the
/// order `order`; nullopt if dimensions of a group are then no neighbours.
std::optional<ImageOrder> getOrderOfGroups(tensor::CollapseShapeOp op,
                                           ArrayRef<int64_t> order);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_IMAGEORDERS_H

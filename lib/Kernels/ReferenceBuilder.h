//===- ReferenceBuilder.h - A thread for each row ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_KERNELS_REFERENCEBUILDER_H
#define MLIR_AUTOTUNE_LIB_KERNELS_REFERENCEBUILDER_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::autotune {

/// Builds the body of the reference kernel of a problem of rows.
class ReferenceBuilder {
public:
  ReferenceBuilder(ImplicitLocOpBuilder &b, problem::RowsOp op,
                   gpu::GPUFuncOp function)
      : b(b), op(op), function(function) {}

  void build();

private:
  // RowsReference.cpp
  void buildRow();
  void buildSums(linalg::GenericOp generic);
  void buildLast(problem::ScanOp scan);
  void storeOutputs();
  using Step = llvm::function_ref<SmallVector<Value>(ValueRange carried)>;
  SmallVector<Value> loopOverColumns(Operation *end, ValueRange carried,
                                     Step step);
  Value getScanned(Value tensor, bool ofColumn);
  Value advance(problem::ScanOp scan, Value before);
  void store(Value value, unsigned operand);

  // ReferenceElements.cpp
  Value get(Value value);
  Value evaluate(OpResult value);
  SmallVector<Value> evaluateBody(linalg::GenericOp generic,
                                  ArrayRef<Value> loops, ValueRange sums);
  SmallVector<Value> evaluateLoops(linalg::GenericOp generic,
                                   SmallVector<Value> loops, unsigned loop,
                                   ValueRange sums);
  Value getInput(linalg::GenericOp generic, OpOperand &operand,
                 ArrayRef<Value> loops);
  SmallVector<Value> getLoops(ArrayRef<int64_t> sizes);
  SmallVector<Value> getLoops(linalg::GenericOp generic);
  Value load(Value tensor, ValueRange indices);
  Value copy(Operation *inner, IRMapping &mapping);
  Value copyCast(Operation *inner, Value operand);
  Type widen(Type type) { return type.isF32() ? b.getF64Type() : type; }
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value toI64(Value index) {
    return arith::IndexCastOp::create(b, b.getI64Type(), index);
  }
  bool hasColumns(Type type) {
    return cast<RankedTensorType>(type).getNumElements() ==
           int64_t(op.getRows() * op.getColumns());
  }

  ImplicitLocOpBuilder &b;
  problem::RowsOp op;
  gpu::GPUFuncOp function;
  /// Of the thread; the column is null where a value has one element a row.
  Value row, column;
  /// The results of reductions, and the last ones of scans, for the row.
  llvm::DenseMap<Value, Value> sums;
  /// What has been evaluated for the row and column.
  llvm::DenseMap<Value, Value> known;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_KERNELS_REFERENCEBUILDER_H

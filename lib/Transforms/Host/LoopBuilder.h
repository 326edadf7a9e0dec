//===- LoopBuilder.h - Loops over the elements of tensors ----- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_HOST_LOOPBUILDER_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_HOST_LOOPBUILDER_H

#include "mlir-autotune/Dialect/TMTensor/TMTensorDialect.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::autotune {

inline RankedTensorType getTensorType(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

/// Writes loops of scf that carry tensors, and read and write their elements.
class LoopBuilder : public ImplicitLocOpBuilder {
public:
  explicit LoopBuilder(Operation *op)
      : ImplicitLocOpBuilder(op->getLoc(), op) {}
  LoopBuilder(Location loc, OpBuilder &builder)
      : ImplicitLocOpBuilder(loc, builder) {}

  using Values = SmallVector<Value>;
  using Step = llvm::function_ref<Values(LoopBuilder &, Value, ValueRange)>;
  using Places =
      llvm::function_ref<Values(LoopBuilder &, ArrayRef<Value>, ValueRange)>;
  using Make = llvm::function_ref<Value(LoopBuilder &)>;

  //===--------------------------------------------------------------------===//
  // Numbers
  //===--------------------------------------------------------------------===//

  Value constant(int64_t value);
  Value flag(bool value);
  Value add(Value x, Value y);
  Value sub(Value x, Value y);
  Value min(Value x, Value y);
  /// Of integers or indices; signed.
  Value below(Value x, Value y);
  Value equal(Value x, Value y);
  Value both(Value x, Value y);
  Value either(Value x, Value y);
  Value select(Value condition, Value x, Value y);
  Value toIndex(Value number);
  Value fromIndex(Value index, Type type);

  //===--------------------------------------------------------------------===//
  // Tensors
  //===--------------------------------------------------------------------===//

  Value getSize(Value tensor, int64_t dim);
  Value extract(Value tensor, ArrayRef<Value> place);
  Value insert(Value element, Value tensor, ArrayRef<Value> place);
  /// A vector of as many elements, of the type of a tensor's.
  Value emptyLike(Value tensor, Value size);

  //===--------------------------------------------------------------------===//
  // Control flow
  //===--------------------------------------------------------------------===//

  /// What a block yields for these arguments.
  Values inlineBody(Block &block, ValueRange arguments);
  /// One of two values, of which only that one is computed.
  Value choose(Value condition, Make then, Make otherwise);
  Values loopFrom(Value from, Value to, Value by, ValueRange carried,
                  Step step);
  Values loop(Value count, ValueRange carried, Step step);
  Values
  loopWhile(ValueRange carried,
            llvm::function_ref<Value(LoopBuilder &, ValueRange)> condition,
            llvm::function_ref<Values(LoopBuilder &, ValueRange)> step);
  /// At each element of a tensor, in the order of memory.
  Values forEachElement(Value tensor, ValueRange carried, Places step);
  /// At the first element of each line of a tensor along a dimension.
  Values forEachLine(Value tensor, int64_t dim, ValueRange carried,
                     Places step);

private:
  Values nest(Value tensor, std::optional<int64_t> leftOut, Values place,
              ValueRange carried, Places step);
};

/// Products of matrices, a softmax between them. In DecomposeAttention.cpp.
SmallVector<Value> decomposeAttention(tm_tensor::AttentionOp op);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_HOST_LOOPBUILDER_H

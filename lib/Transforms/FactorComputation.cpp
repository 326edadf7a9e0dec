//===- FactorComputation.cpp - What a body computes a value by ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactorComputation.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::autotune;

/// Collects what `value` is computed by, up to the values in `given`.
static void collectOperations(Value value, Block &body, ArrayRef<Value> given,
                              llvm::SetVector<Operation *> &ops,
                              llvm::SetVector<Value> &arguments) {
  SmallVector<Value> open = {value};
  while (!open.empty()) {
    Value next = open.pop_back_val();
    if (llvm::is_contained(given, next))
      continue;
    if (auto argument = dyn_cast<BlockArgument>(next)) {
      if (argument.getOwner() == &body)
        arguments.insert(argument);
      continue;
    }
    Operation *op = next.getDefiningOp();
    if (op->getBlock() == &body && ops.insert(op))
      llvm::append_range(open, op->getOperands());
  }
}

Computation autotune::getComputation(linalg::LinalgOp op, Value value,
                                     ArrayRef<Value> given) {
  Block &body = *op.getBlock();
  llvm::SetVector<Operation *> ops;
  llvm::SetVector<Value> arguments;
  collectOperations(value, body, given, ops, arguments);
  Computation result = {value, {}, {}, llvm::SmallBitVector(op.getNumLoops())};
  for (Operation &inner : body)
    if (ops.contains(&inner)) {
      result.ops.push_back(&inner);
      if (auto index = dyn_cast<linalg::IndexOp>(inner))
        result.loops.set(index.getDim());
    }
  for (BlockArgument argument : body.getArguments())
    if (arguments.contains(argument)) {
      result.arguments.push_back(argument);
      AffineMap map =
          op.getMatchingIndexingMap(op.getMatchingOpOperand(argument));
      for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
        if (map.isFunctionOfDim(loop))
          result.loops.set(loop);
    }
  return result;
}

bool autotune::isOfOperandSize(linalg::LinalgOp op, const Computation &factor) {
  for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray()))
    if (iterator == utils::IteratorType::parallel && !factor.loops.test(loop))
      return true;
  return llvm::any_of(factor.arguments, [&](BlockArgument argument) {
    AffineMap map =
        op.getMatchingIndexingMap(op.getMatchingOpOperand(argument));
    return llvm::all_of(factor.loops.set_bits(), [&](unsigned loop) {
      return map.isFunctionOfDim(loop);
    });
  });
}

bool autotune::mayStandAlone(linalg::LinalgOp op, const Computation &factor) {
  if (llvm::all_of(factor.ops, [](Operation *inner) {
        return isSpeculatable(inner) && !isa<tensor::ExtractOp>(inner);
      }))
    return true;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  for (unsigned loop = 0; loop < sizes.size(); ++loop)
    if (!factor.loops.test(loop) &&
        (ShapedType::isDynamic(sizes[loop]) || sizes[loop] == 0))
      return false;
  return true;
}

bool autotune::readsWindows(linalg::LinalgOp op, const Computation &factor) {
  return llvm::any_of(factor.arguments, [&](BlockArgument argument) {
    AffineMap map =
        op.getMatchingIndexingMap(op.getMatchingOpOperand(argument));
    return llvm::any_of(map.getResults(), [&](AffineExpr expr) {
      return llvm::count_if(factor.loops.set_bits(), [&](unsigned loop) {
               return expr.isFunctionOfDim(loop);
             }) > 1;
    });
  });
}

//===- PrologueBuilder.h - From operations to a prologue ------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_ANALYSIS_PROLOGUEBUILDER_H
#define MLIR_AUTOTUNE_LIB_ANALYSIS_PROLOGUEBUILDER_H

#include "mlir-autotune/Analysis/MatmulMatcher.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::autotune {

/// The dimensions of all maps: along the output, and along K.
enum PrologueDim : unsigned { kRow = 0, kDepth = 1 };

/// Makes the function of a prologue from what an operand is made of.
class PrologueBuilder {
public:
  PrologueBuilder(MLIRContext *context, std::string &whyNot);

  /// The scalar that an element of a tensor is; null with the reason if it is
  /// none that a kernel makes.
  Value build(Value tensor, AffineMap map);
  LogicalResult finish(Value result, Dequantization &found);

  /// The integers, if there are any.
  Value integers;

private:
  Value refuse(const Twine &why) {
    if (whyNot.empty())
      whyNot = why.str();
    return {};
  }
  Value addInteger(Value tensor, AffineMap map);
  Value addParam(Value tensor, AffineMap map);
  Value addScalar(Value scalar);
  Value buildBody(linalg::LinalgOp op, AffineMap map);
  Value buildMapped(Operation *op, AffineMap map);
  AffineMap getSourceMap(Operation *view, AffineMap map);

  std::string &whyNot;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  OpBuilder b;
  DenseMap<std::pair<Value, AffineMap>, Value> known;
  SmallVector<PrologueOperand> operands;
  SmallVector<EpilogueValue> values;
  /// How many operations may still be gone through.
  int64_t left = 64;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_ANALYSIS_PROLOGUEBUILDER_H

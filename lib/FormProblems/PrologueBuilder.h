//===- PrologueBuilder.h - From operations to a prologue ------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_PROLOGUEBUILDER_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_PROLOGUEBUILDER_H

#include "mlir-autotune/FormProblems/MatmulMatcher.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::autotune {

/// The dimensions of all maps: along the output, and along K.
enum PrologueDim : unsigned { kRow = 0, kDepth = 1 };

/// Makes the function of a prologue from what an operand is made of.
class PrologueBuilder {
public:
  /// What is stored: integers of 8 or 4 bits or floats of 8; floats of 8 alone;
  /// or the one tensor that is given, of wider floats.
  enum class Factor { Weights, Floats8, Given };

  PrologueBuilder(MLIRContext *context, Factor kind, std::string &whyNot,
                  Value given = {});

  /// The scalar that an element of a tensor is; null with the reason if it is
  /// none that a kernel makes.
  Value build(Value tensor, AffineMap map);
  LogicalResult finish(Value result, MatchedPrologue &found);

  /// Whether it looks through an operation on tensors: to all that are read.
  static bool seesThrough(Operation *op);

  /// The integers or floats, if there are any, and by what dimensions they are
  /// indexed.
  Value factor;
  AffineMap factorMap;
  /// What is read beside them so far.
  ArrayRef<PrologueOperand> getOperands() const { return operands; }
  ArrayRef<EpilogueValue> getValues() const { return values; }
  /// The number of the function's argument that a scalar is, of which 0 is the
  /// factor; -1 if it is none.
  int64_t getArgument(Value scalar) const;

private:
  Value refuse(const Twine &why) {
    if (whyNot.empty())
      whyNot = why.str();
    return {};
  }
  bool isFactor(Value tensor, AffineMap map) const;
  Value addFactor(Value tensor, AffineMap map);
  bool addDimension(AffineExpr index, PrologueOperand &operand);
  Value addParam(Value tensor, AffineMap map);
  Value addScalar(Value scalar);
  Value buildBody(linalg::LinalgOp op, AffineMap map);
  Value buildMapped(Operation *op, AffineMap map);
  AffineMap getSourceMap(Operation *view, AffineMap map);

  Factor kind;
  Value given;
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

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_PROLOGUEBUILDER_H

//===- Operands.h - All matrices of a problem -------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// kernels_td/Problem.td declares which matrices a problem has, their names,
// sizes and order. Code that handles all matrices uses these lists, so that a
// new kind of operand is added only there.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROBLEM_OPERANDS_H
#define MLIR_AUTOTUNE_PROBLEM_OPERANDS_H

#include "mlir-autotune/Problem/MatmulFact.h"

namespace mlir::autotune {

enum class OperandRole {
#define GET_OPERAND_ROLES
#include "mlir-autotune/Problem/Problem.inc"
};

/// The name of an operand, as in "a" or "c2". `number` counts the operands of
/// a role from 0.
std::string getOperandName(OperandRole role, unsigned number);

/// One operand of a problem. `Matrix` is OperandFact, const or not.
template <typename Matrix> struct OperandOf {
  OperandRole role;
  unsigned number;
  Matrix &matrix;
  /// Sizes as the product or the function sees them; kDynamicSize when unknown.
  int64_t rows, columns;
  /// How many matrices the operand has if they are not shared.
  int64_t matrices;

  std::string getName() const { return getOperandName(role, number); }
  /// Whether the operand is a factor of a product, except the second product
  /// of a sum.
  bool isFactor() const {
    return role == OperandRole::A || role == OperandRole::B ||
           role == OperandRole::PairB;
  }
  bool isOutput() const {
    return role == OperandRole::C || role == OperandRole::Output;
  }
  int64_t getStoredRows() const { return matrix.transposed ? columns : rows; }
  int64_t getStoredColumns() const {
    return matrix.transposed ? rows : columns;
  }
};

/// All operands, in the order in which launches take them.
std::vector<OperandOf<const OperandFact>> listOperands(const MatmulFact &fact);
std::vector<OperandOf<OperandFact>> listOperands(MatmulFact &fact);

/// The operands in the order in which a problem's text states their layouts.
/// Operands whose layout follows from others are left out. Of a group, the
/// sizes are those of the product with the most rows, for which the rows of a
/// transposed matrix have room.
std::vector<OperandOf<const OperandFact>>
listOperandsOfText(const MatmulFact &fact);
std::vector<OperandOf<OperandFact>> listOperandsOfText(MatmulFact &fact);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_OPERANDS_H

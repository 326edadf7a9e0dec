//===- Operands.h - All matrices of a problem -------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which matrices a problem has, how they are called, how large they are and in
// which order they come is declared in kernels_td/Problem.td. Whoever does
// something with all of them asks here, so that a new kind of operand is new
// there alone.
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

/// The name of an operand, as in "a" or "c2": number `number`, from 0, of those
/// with its role.
std::string getOperandName(OperandRole role, unsigned number);

/// One operand of a problem. `Matrix` is OperandFact, const or not.
template <typename Matrix> struct OperandOf {
  OperandRole role;
  unsigned number;
  Matrix &matrix;
  /// Sizes as the product or the function sees them; kDynamicSize when unknown.
  int64_t rows, columns;
  /// How many matrices it is of if they are not shared.
  int64_t matrices;

  std::string getName() const { return getOperandName(role, number); }
  /// Whether it is A or B of a product, but for a second product of a sum.
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

/// In the order in which a text says how they lie. What it does not say of its
/// own is not among them.
std::vector<OperandOf<const OperandFact>>
listOperandsOfText(const MatmulFact &fact);
std::vector<OperandOf<OperandFact>> listOperandsOfText(MatmulFact &fact);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_OPERANDS_H

//===- Operands.cpp - All matrices of a problem ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/Operands.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

using namespace mlir::autotune;

namespace {
/// One record of Problem.td.
struct RoleInfo {
  const char *name;
  /// The number of the first of a list; -1 for an operand without a number.
  int first;
  int textPlace;
};
} // namespace

/// By OperandRole.
static constexpr RoleInfo kRoleInfos[] = {
#define GET_OPERAND_INFO
#include "mlir-autotune/Problem/Problem.inc"
};

static const RoleInfo &getInfo(OperandRole role) {
  return kRoleInfos[static_cast<size_t>(role)];
}

std::string mlir::autotune::getOperandName(OperandRole role, unsigned number) {
  const RoleInfo &info = getInfo(role);
  return info.first < 0 ? info.name
                        : info.name + std::to_string(info.first + number);
}

template <typename Matrix, typename Fact>
static std::vector<OperandOf<Matrix>> list(Fact &fact) {
  std::vector<OperandOf<Matrix>> operands;
  operands.reserve(4);
  auto visit = [&](OperandRole role, unsigned number, Matrix &matrix,
                   int64_t rows, int64_t columns, int64_t matrices) {
    operands.push_back({role, number, matrix, rows, columns, matrices});
  };
#define GET_OPERANDS
#include "mlir-autotune/Problem/Problem.inc"
  return operands;
}

template <typename Matrix, typename Fact>
static std::vector<OperandOf<Matrix>> listOfText(Fact &fact) {
  std::vector<OperandOf<Matrix>> operands = list<Matrix>(fact), ofText;
  if (fact.isGrouped() && !isDynamicSize(fact.m)) {
    MatmulFact widest = fact;
    widest.m = *llvm::max_element(fact.group);
    for (auto [operand, ofWidest] : llvm::zip_equal(
             operands, list<const OperandFact>(std::as_const(widest)))) {
      operand.rows = ofWidest.rows;
      operand.columns = ofWidest.columns;
    }
  }
  for (int place = 1, end = std::size(kRoleInfos); place <= end; ++place)
    for (const OperandOf<Matrix> &operand : operands)
      if (getInfo(operand.role).textPlace == place)
        ofText.push_back(operand);
  return ofText;
}

std::vector<OperandOf<const OperandFact>>
mlir::autotune::listOperands(const MatmulFact &fact) {
  return list<const OperandFact>(fact);
}

std::vector<OperandOf<OperandFact>>
mlir::autotune::listOperands(MatmulFact &fact) {
  return list<OperandFact>(fact);
}

std::vector<OperandOf<const OperandFact>>
mlir::autotune::listOperandsOfText(const MatmulFact &fact) {
  return listOfText<const OperandFact>(fact);
}

std::vector<OperandOf<OperandFact>>
mlir::autotune::listOperandsOfText(MatmulFact &fact) {
  return listOfText<OperandFact>(fact);
}

//===- ContractFact.h - What is known of a problem --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_CONTRACTFACT_H
#define MLIR_AUTOTUNE_ANALYSIS_CONTRACTFACT_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/Problem/MatmulFact.h"

namespace mlir::autotune {

/// The fact of a problem. Fails, setting `whyNot` to a clause, if no fact can
/// describe it: an element type or a layout that no kernel reads, or a function
/// that none computes.
FailureOr<MatmulFact> getContractFact(problem::ContractOp op,
                                      std::string *whyNot = nullptr);

/// How values lie that a prologue reads, or scales, of a verified map. `depth`
/// is the dimension of K.
PrologueOperand getValuesFact(Value value, AffineMap map, unsigned depth);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_CONTRACTFACT_H

//===- ChooseProblem.cpp - How much of the IR one problem is --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/FormProblems/AttachedFact.h"
#include "mlir-autotune/FormProblems/FormProblems.h"
#include "mlir-autotune/FormProblems/Patterns.h"

using namespace mlir;
using namespace mlir::autotune;

FailureOr<MatmulPattern> autotune::chooseProblem(linalg::LinalgOp op,
                                                 const TargetInfo &target,
                                                 std::string *whyNot) {
  if (std::optional<MatmulPattern> attached = matchAttached(op))
    return std::move(*attached);
  FailureOr<MatmulPattern> most = matchMatmul(op, whyNot);
  if (failed(most))
    return failure();
  return chooseServed(*most, /*taken=*/nullptr, target);
}

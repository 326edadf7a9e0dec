//===- ChooseProblem.cpp - How much of the IR one problem is --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/AttachedFact.h"
#include "mlir-autotune/FormProblems/FormProblems.h"
#include "mlir-autotune/Proposers/Serving.h"

using namespace mlir;
using namespace mlir::autotune;

FailureOr<MatmulPattern> autotune::chooseProblem(linalg::LinalgOp op,
                                                 const TargetInfo &target,
                                                 std::string *whyNot) {
  FailureOr<MatmulPattern> most = matchMatmul(op, whyNot);
  if (failed(most))
    return failure();
  if (std::optional<MatmulPattern> attached = matchAttached(op))
    return std::move(*attached);
  return chooseServed(*most, /*taken=*/nullptr, target);
}

//===- ProblemDialect.cpp - The problem dialect ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::problem;

#include "mlir-autotune/Dialect/Problem/ProblemDialect.cpp.inc"

void ProblemDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "mlir-autotune/Dialect/Problem/ProblemOps.cpp.inc"
      >();
}

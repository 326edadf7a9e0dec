//===- ParsedProblem.cpp - The operation of a problem ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParsedProblem.h"

#include "mlir-autotune/Kernels/AttentionProblem.h"
#include "mlir-autotune/Kernels/RowsProblem.h"
#include "mlir-autotune/Tuning/KernelCompiler.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::autotune;

static DialectRegistry getRegistry() {
  DialectRegistry registry;
  registerKernelCompilerDialects(registry);
  registry.insert<func::FuncDialect, linalg::LinalgDialect,
                  tensor::TensorDialect>();
  return registry;
}

ParsedProblem::ParsedProblem()
    : context(getRegistry(), MLIRContext::Threading::DISABLED) {
  context.loadAllAvailableDialects();
}

ParsedProblem::ParsedProblem(const RowsFact &fact) : ParsedProblem() {
  module = parseRowsProblem(&context, fact, whyNot);
}

ParsedProblem::ParsedProblem(const AttentionFact &fact) : ParsedProblem() {
  module = parseAttentionProblem(&context, fact, whyNot);
}

problem::RowsOp ParsedProblem::getRows() const {
  return getRowsProblem(*module);
}

problem::AttentionOp ParsedProblem::getAttention() const {
  return getAttentionProblem(*module);
}

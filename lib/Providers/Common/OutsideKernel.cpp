//===- OutsideKernel.cpp - A kernel that others suggest -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Providers/OutsideKernel.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir::autotune;

std::string OutsideKernel::str() const {
  return llvm::formatv("{0}x{1}x{2} cluster {3}x{4} stages {5} split {6}{7}",
                       tile[0], tile[1], tile[2], cluster[0], cluster[1],
                       stages, splitK, transposed ? " of C^T" : "")
      .str();
}

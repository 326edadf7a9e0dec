//===- FullText.h - Operations as text that identifies them -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_FULLTEXT_H
#define MLIR_AUTOTUNE_KERNELS_FULLTEXT_H

#include "mlir/IR/Operation.h"

#include <string>

namespace mlir::autotune {

/// An operation in MLIR's generic form, in full and without locations, whatever
/// options a program has for printing IR. It can be parsed alone.
std::string getFullText(Operation *op);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_FULLTEXT_H

//===- Remarks.h - Optimization remarks of the passes -----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_REMARKS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_REMARKS_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::autotune {

/// Whether anybody listens: building the text is worth avoiding.
inline bool areRemarksOn(Operation *op) {
  return op->getContext()->getRemarkEngine() != nullptr;
}

/// Of the category `autotune`, in the name of a pass, in the function of `op`.
inline remark::RemarkOpts getRemarkOptions(Operation *op, StringRef pass) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return remark::RemarkOpts::name(pass)
      .category("autotune")
      .function(function ? function.getName() : StringRef());
}

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_REMARKS_H

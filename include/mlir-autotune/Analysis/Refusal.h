//===- Refusal.h - Why an operation is not matched --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_REFUSAL_H
#define MLIR_AUTOTUNE_ANALYSIS_REFUSAL_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/LogicalResult.h"

#include <string>

namespace mlir::autotune {

/// Returns failure and stores the reason in `whyNot`, which may be null.
inline llvm::LogicalResult refuse(std::string *whyNot,
                                  const llvm::Twine &reason) {
  if (whyNot)
    *whyNot = reason.str();
  return llvm::failure();
}

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_REFUSAL_H

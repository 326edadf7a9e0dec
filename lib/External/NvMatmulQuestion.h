//===- NvMatmulQuestion.h - A matmul as the library sees it -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_EXTERNAL_NVMATMULQUESTION_H
#define MLIR_AUTOTUNE_LIB_EXTERNAL_NVMATMULQUESTION_H

#include "NvMatmulLibrary.h"

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Problem/ProblemFact.h"

#include <optional>

namespace mlir::autotune::nvmatmul {

/// A question about a matmul, or about C^T = B^T A^T.
struct MatmulQuestion {
  Question question;
  bool transposed;
};

/// The question to ask; nullopt if the library has no word for the target, the
/// types or the kind of product, or if a size is unknown.
std::optional<MatmulQuestion> getQuestion(const ProblemFact &fact,
                                          const TargetInfo &target);

} // namespace mlir::autotune::nvmatmul

#endif // MLIR_AUTOTUNE_LIB_EXTERNAL_NVMATMULQUESTION_H

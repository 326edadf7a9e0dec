//===- SizeHints.h - Which sizes a matmul is expected to have ---*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_FORMPROBLEMS_SIZEHINTS_H
#define MLIR_AUTOTUNE_FORMPROBLEMS_SIZEHINTS_H

#include "mlir-autotune/Problem/ExpectedSizes.h"
#include "mlir-autotune/Problem/SizeProfile.h"

#include "mlir/IR/Operation.h"

#include <memory>

namespace mlir::autotune {

/// What options say of the unknown sizes of all matmuls.
struct SizeHints {
  /// For sizes that the attribute of a matmul does not name.
  ExpectedSizes given;
  /// Null for none.
  std::shared_ptr<const SizeProfile> profile;
};

/// What the hints say of the sizes of a problem.
ExpectedSizes getExpectedSizes(const ProblemFact &fact, const SizeHints &hints);

/// The sizes that a matmul or problem with this fact is expected to have: its
/// `autotune.sizes`, then the hints. Fails with an error at the operation if
/// the attribute names a size that is known.
FailureOr<ExpectedSizes> findExpectedSizes(Operation *op,
                                           const ProblemFact &fact,
                                           const SizeHints &hints);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_FORMPROBLEMS_SIZEHINTS_H

//===- AttachDecisions.h - Which config or plan a matmul gets ---*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_ATTACHDECISIONS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_ATTACHDECISIONS_H

#include "AttachKeys.h"
#include "mlir-autotune/Proposers/Plans.h"

#include <unordered_map>

namespace mlir::autotune {

/// What was decided for a matmul.
struct Decision {
  /// A config or a plan. Null when nothing is to be attached.
  Attribute config;
  ArrayAttr candidates;
  ProvenanceAttr provenance;
  /// Why nothing is attached, or the given config can't be kept.
  std::string whyNot;
  Proposal proposal;
  /// Rows of the lookup table's plan that were left out.
  SmallVector<std::string> tableFaults;
};

using Decisions = std::unordered_map<AttachKey, Decision, AttachKeyHash>;

/// Decides by what `key` says. A problem of unknown sizes gets a plan, unless
/// `planOptions` allow one config only.
Decision decide(MLIRContext *context, const AttachKey &key,
                const ProposeOptions &options, const PlanOptions &planOptions);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_ATTACHDECISIONS_H

//===- AttachRemarks.h - What autotune-attach-configs tells ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Optimization remarks, not diagnostics: they cost nothing until somebody asks
// for them (--remarks-filter=autotune), and can go to a YAML or bitstream file.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_ATTACHREMARKS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_ATTACHREMARKS_H

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/FormProblems/MatmulMatcher.h"
#include "mlir-autotune/Proposers/Propose.h"

#include "mlir/IR/Operation.h"

namespace mlir::autotune {

/// Missed: an operation stays as it is.
void remarkLeftAlone(Operation *op, StringRef whyNot);
/// Failed: heuristics or seeds that were left out for a fault of theirs.
void remarkSkipped(Operation *op, const Proposal &proposal);
/// Failed: rows of the lookup table's plan that were left out.
void remarkTableFaults(Operation *op, ArrayRef<std::string> faults);
/// Passed: a config is attached, and who proposed it.
void remarkAttached(Operation *op, Attribute config, ProvenanceAttr provenance,
                    size_t numCandidates);
/// Passed: what follows a matmul is done by its kernel. Missed: operations that
/// look as if they could be, and why they aren't.
void remarkEpilogue(Operation *op, const MatmulPattern &pattern);
/// Passed: a matmul needs no config, for that of another, with which it makes a
/// pair or a sum, serves it.
void remarkServed(Operation *op, bool isPair);
/// Missed: a product of f32 that CUDA cores compute, and how many times as fast
/// it would be with each permission that tensor cores need for it. `config` is
/// the one attached.
void remarkPermissions(linalg::LinalgOp op, const ProblemFact &fact,
                       const TargetInfo &target, ConfigAttr config);
/// Passed: the config that was there is legal.
void remarkKept(Operation *op);

/// A diagnostic, for it was asked for: what the times of the pick and the best
/// of the candidates are predicted from.
void remarkExplanation(Operation *op, const ProblemFact &fact,
                       const TargetInfo &target, const Config &pick,
                       ProvenanceKind kind, const Proposal &proposal);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_ATTACHREMARKS_H

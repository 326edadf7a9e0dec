//===- AttachAttributes.h - What is attached to a matmul ------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_ATTACHATTRIBUTES_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_ATTACHATTRIBUTES_H

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Problem/ProblemFact.h"
#include "mlir-autotune/Proposers/Propose.h"

namespace mlir::autotune {

/// The pick, and behind it what else is proposed.
ArrayAttr getCandidates(MLIRContext *context, ConfigAttr pick,
                        const Proposal &proposal);
/// The configs of a plan, each once; that for all sizes first.
ArrayAttr getCandidates(MLIRContext *context, ArrayRef<ConfigAttr> rows);

ProvenanceAttr getProvenance(MLIRContext *context, ProvenanceKind kind,
                             ArrayRef<StringRef> heuristics);

/// Attaches a decision for a fact. With `keepsKnown` the config was there, and
/// its candidates and provenance stay; a warning tells if it was chosen for
/// another fact.
void setAttributes(Operation *op, Attribute config, ArrayAttr candidates,
                   ProvenanceAttr provenance, const ProblemFact &fact,
                   bool keepsKnown);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_ATTACHATTRIBUTES_H

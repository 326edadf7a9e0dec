//===- AttachAttributes.cpp - What is attached to a matmul ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttachAttributes.h"

#include "mlir-autotune/FormProblems/AttachedFact.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::autotune;

ArrayAttr autotune::getCandidates(MLIRContext *context, ConfigAttr pick,
                                  const Proposal &proposal) {
  SmallVector<Attribute> candidates = {pick};
  for (const ProposedConfig &candidate : proposal.candidates) {
    ConfigAttr attr = candidate.config.toAttr(context);
    if (attr != pick)
      candidates.push_back(attr);
  }
  return ArrayAttr::get(context, candidates);
}

ArrayAttr autotune::getCandidates(MLIRContext *context,
                                  ArrayRef<ConfigAttr> rows) {
  llvm::SetVector<Attribute, SmallVector<Attribute>> candidates;
  candidates.insert(rows.back());
  candidates.insert_range(rows);
  return ArrayAttr::get(context, candidates.getArrayRef());
}

void autotune::setAttributes(Operation *op, Attribute config,
                             ArrayAttr candidates, ProvenanceAttr provenance,
                             const ProblemFact &fact, bool keepsKnown) {
  if (keepsKnown)
    warnIfNotAttachedFor(op, fact);
  op->setAttr(kConfigAttrName, config);
  if (!keepsKnown || !op->hasAttr(kCandidatesAttrName))
    op->setAttr(kCandidatesAttrName, candidates);
  if (!keepsKnown || !op->hasAttr(kProvenanceAttrName))
    op->setAttr(kProvenanceAttrName, provenance);
  setAttachedFact(op, fact);
}

ProvenanceAttr autotune::getProvenance(MLIRContext *context,
                                       ProvenanceKind kind,
                                       ArrayRef<StringRef> heuristics) {
  SmallVector<StringAttr> names;
  for (StringRef name : heuristics)
    names.push_back(StringAttr::get(context, name));
  return ProvenanceAttr::get(context, kind, names);
}

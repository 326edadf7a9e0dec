//===- Picks.cpp - Measured picks onto the matmuls of a module ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tuning/Picks.h"

#include "mlir-autotune/Space/KernelTemplate.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

static ProvenanceAttr getProvenance(MLIRContext *context,
                                    const MeasuredPick &pick) {
  SmallVector<StringAttr> heuristics;
  for (const std::string &name : pick.heuristics)
    heuristics.push_back(StringAttr::get(context, name));
  std::optional<int64_t> baseline;
  if (pick.baselineNs > 0)
    baseline = std::llround(pick.baselineNs);
  return ProvenanceAttr::get(context, ProvenanceKind::Measured, heuristics,
                             std::llround(pick.timeNs), baseline,
                             pick.device.empty()
                                 ? StringAttr()
                                 : StringAttr::get(context, pick.device));
}

/// A pick that was not among the candidates becomes the last of them: they are
/// in the order in which they were proposed.
static void keepAmongCandidates(Operation *op, ConfigAttr pick) {
  auto candidates = op->getAttrOfType<ArrayAttr>(kCandidatesAttrName);
  if (!candidates || llvm::is_contained(candidates.getValue(), pick))
    return;
  SmallVector<Attribute> all(candidates.getValue());
  all.push_back(pick);
  op->setAttr(kCandidatesAttrName, ArrayAttr::get(op->getContext(), all));
}

/// Whether the pick is legal; an error at the operation if not. Records may
/// come from another device, or from another version of the template.
static LogicalResult checkPick(const ModuleMatmul &matmul,
                               const MeasuredPick &pick,
                               const TargetInfo &target) {
  const KernelTemplate *kernel =
      lookupKernelTemplate(pick.config.getTemplateName());
  std::optional<Violation> violation;
  if (kernel)
    violation = kernel->check(matmul.fact, target, pick.config);
  if (!violation)
    return success();
  return matmul.op->emitOpError()
         << "can't take the pick <" << pick.config.str() << "> on "
         << target.name << ": it breaks the constraint "
         << violation->constraint << ": " << violation->message;
}

FailureOr<size_t> autotune::applyPicks(ArrayRef<ModuleMatmul> matmuls,
                                       const MeasuredPicks &picks,
                                       const TargetInfo *target) {
  size_t count = 0;
  for (const ModuleMatmul &matmul : matmuls) {
    std::string key = matmul.fact.getKey();
    auto found = picks.find(key);
    if (found == picks.end()) {
      matmul.op->emitRemark() << "left as it is: no record is ok for " << key;
      continue;
    }
    const MeasuredPick &pick = found->second;
    if (target && failed(checkPick(matmul, pick, *target)))
      return failure();
    MLIRContext *context = matmul.op->getContext();
    ConfigAttr config = pick.config.toAttr(context);
    matmul.op->setAttr(kConfigAttrName, config);
    matmul.op->setAttr(kProvenanceAttrName, getProvenance(context, pick));
    keepAmongCandidates(matmul.op, config);
    ++count;
  }
  return count;
}

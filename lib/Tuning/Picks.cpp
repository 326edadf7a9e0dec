//===- Picks.cpp - Measured picks onto the matmuls of a module ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tuning/Picks.h"

#include "mlir-autotune/Analysis/TargetResolution.h"
#include "mlir-autotune/FormProblems/AttachedFact.h"
#include "mlir-autotune/Space/KernelTemplate.h"
#include "mlir-autotune/Tuning/StoredMeasurement.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

std::optional<int64_t> autotune::getNanoseconds(double time) {
  // Rounded; NaN is in no range.
  if (time >= 0.5 && time < 0x1p63)
    return std::llround(time);
  return std::nullopt;
}

static ProvenanceAttr getProvenance(MLIRContext *context,
                                    const MeasuredPick &pick) {
  SmallVector<StringAttr> heuristics;
  for (const std::string &name : pick.heuristics)
    heuristics.push_back(StringAttr::get(context, name));
  if (pick.kind != ProvenanceKind::Measured)
    return ProvenanceAttr::get(context, pick.kind, heuristics);
  std::optional<int64_t> margin;
  if (pick.nextNs > 0)
    // A file of records may have any time.
    margin = static_cast<int64_t>(std::llround(
        std::clamp((pick.nextNs / pick.timeNs - 1) * 1e6, 1.0 - 1e6, 1e15)));
  return ProvenanceAttr::get(
      context, ProvenanceKind::Measured, heuristics,
      getNanoseconds(pick.timeNs), getNanoseconds(pick.baselineNs),
      StringAttr::get(context, pick.device), margin,
      pick.trials > 0 ? std::optional(pick.trials) : std::nullopt,
      isDate(pick.date) ? StringAttr::get(context, pick.date) : StringAttr());
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

//===----------------------------------------------------------------------===//
// What is legal
//===----------------------------------------------------------------------===//

std::optional<TargetInfo> autotune::findPickTarget(Operation *op,
                                                   StringRef device,
                                                   const TargetInfo *target) {
  if (target)
    return *target;
  if (std::optional<TargetInfo> product = findProduct(device))
    return product;
  // Not to name any is no error here.
  ScopedDiagnosticHandler silence(op->getContext(),
                                  [](Diagnostic &) { return success(); });
  FailureOr<TargetInfo> named = findTarget(op);
  return succeeded(named) ? std::optional(*named) : std::nullopt;
}

std::string autotune::getWhyNotLegal(const ModuleMatmul &matmul,
                                     const Config &config, StringRef device,
                                     const TargetInfo *target) {
  const KernelTemplate *kernel = lookupKernelTemplate(config.getTemplateName());
  if (!kernel)
    return "";
  auto check = [&](const TargetInfo &on) -> std::string {
    std::optional<Violation> violation = kernel->check(matmul.fact, on, config);
    if (!violation)
      return "";
    return "on " + on.name + " it breaks the constraint " +
           violation->constraint.str() + ": " + violation->message;
  };
  if (std::optional<TargetInfo> found =
          findPickTarget(matmul.op, device, target))
    return check(*found);
  std::string why;
  for (const TargetInfo &known : getKnownTargets()) {
    std::string whyNotHere = check(known);
    if (whyNotHere.empty())
      return "";
    // That a chip lacks the template says less than what is wrong elsewhere.
    if (why.empty() || !kernel->check(matmul.fact, known))
      why = std::move(whyNotHere);
  }
  return why;
}

//===----------------------------------------------------------------------===//
// Writing picks
//===----------------------------------------------------------------------===//

size_t autotune::applyPicks(ArrayRef<ModuleMatmul> matmuls,
                            const MeasuredPicks &picks) {
  size_t count = 0;
  for (const ModuleMatmul &matmul : matmuls) {
    std::string key = matmul.fact.getKey();
    auto found = picks.find(key);
    if (found == picks.end()) {
      matmul.op->emitRemark() << "left as it is: no record is ok for " << key;
      continue;
    }
    const MeasuredPick &pick = found->second;
    MLIRContext *context = matmul.op->getContext();
    // The module may have had no attribute of it.
    context->getOrLoadDialect<AutotuneDialect>();
    ConfigAttr config = pick.config.toAttr(context);
    Attribute whole = config;
    if (pick.library)
      whole = PlanAttr::get(context, {SizeGuard(), SizeGuard()},
                            {pick.library->toAttr(context), config});
    matmul.op->setAttr(kConfigAttrName, whole);
    matmul.op->setAttr(kProvenanceAttrName, getProvenance(context, pick));
    if (matmul.fact.isMatmul())
      setAttachedFact(matmul.op, matmul.fact);
    // What was built is what is to be launched.
    if (matmul.fusion && pick.isRecorded)
      matmul.op->setAttr(
          kFusionAttrName,
          StringAttr::get(context, stringifyFusion(*matmul.fusion)));
    keepAmongCandidates(matmul.op, config);
    ++count;
  }
  return count;
}

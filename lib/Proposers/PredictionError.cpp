//===- PredictionError.cpp - How far off predictions are ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Proposers/PredictionError.h"

#include "mlir-autotune/Problem/Elements.h"
#include "mlir-autotune/Space/Formulas.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// The error that nine of ten predictions stay below: of a template and a class
/// of matmuls, or of all classes if `errorClass` is empty. Without a template,
/// of the estimate alone.
struct TemplateError {
  StringLiteral templateName, errorClass;
  double error;
};
} // namespace

static constexpr TemplateError kErrors[] = {
#define GET_ERRORS
#include "TrainedErrors.inc"
};

StringRef autotune::getErrorClass(const ProblemFact &fact) {
  const auto &matmul = fact.getMatmul();
  ElementKind a = matmul.a.element, b = matmul.b.element;
  if (!isTmaLoadable(matmul.a) || !isTmaLoadable(matmul.b))
    return "odd strides";
  if (getElementBits(a) != getElementBits(b))
    return "converted weights";
  if (!isFloat(a))
    return "integers";
  if (isFloat8(a))
    return "8-bit floats";
  return isFloat16(a) ? "16-bit floats" : "32-bit floats";
}

/// As tensor cores and memory see it: areAlike() in CostModel.cpp.
static std::string getKindName(ElementKind kind) {
  if (isTf32(kind))
    return stringifyElementKind(kind).str();
  return (isFloat(kind) ? "float" : "int") +
         std::to_string(getElementBits(kind));
}

std::string autotune::getFamily(const ProblemFact &fact,
                                const TargetInfo &target) {
  const auto &matmul = fact.getMatmul();
  std::string family = target.chip;
  for (const OperandFact *operand : {&matmul.a, &matmul.b})
    family += " " + getKindName(operand->element) +
              (operand->transposed ? "^T" : "") +
              (isTmaLoadable(*operand) ? "" : " without TMA");
  return family;
}

/// The row of the template and the class, else that of the template alone;
/// nullptr if there is neither.
static const TemplateError *findError(StringRef templateName,
                                      StringRef errorClass) {
  const TemplateError *found = nullptr;
  for (const TemplateError &row : kErrors)
    if (row.templateName == templateName &&
        (row.errorClass == errorClass || (row.errorClass.empty() && !found)))
      found = &row;
  return found;
}

std::optional<TimeInterval>
autotune::getInterval(const ProblemFact &fact, const TargetInfo &target,
                      const Config &config,
                      const CostModel::Prediction &prediction) {
  const CostModel &model = CostModel::get();
  if (!model.knowsChip(target))
    return std::nullopt;
  bool isCorrected = prediction.trust > 0 || prediction.doubt > 1;
  const TemplateError *row =
      isCorrected ? findError(config.getTemplateName(), getErrorClass(fact))
                  : findError("", "");
  if (!row)
    return std::nullopt;
  double error = row->error;
  if (prediction.trust > 0)
    if (auto neighbor = model.findNeighbor(fact, target))
      error *= CostModel::getErrorGrowth(*neighbor);
  double factor = std::exp(error);
  double timeNs = prediction.timeNs - kLaunchNs;
  return TimeInterval{kLaunchNs + timeNs / factor, kLaunchNs + timeNs * factor};
}

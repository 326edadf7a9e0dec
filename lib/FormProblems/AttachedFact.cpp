//===- AttachedFact.cpp - What a config was attached for ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/FormProblems/AttachedFact.h"

#include "mlir-autotune/Dialect/Autotune/FactName.h"
#include "mlir-autotune/Problem/Operands.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;

/// The widest access to memory that there is, in bytes: neither TMA, threads
/// nor a constraint asks for more alignment.
static constexpr int64_t kWidestAccess = 16;

/// The key of a fact, of whose alignments what matters. Bufferization makes
/// allocations that are aligned to less than what a tensor is assumed to be.
static std::string getText(MatmulFact fact) {
  for (auto &operand : listOperands(fact))
    if (operand.matrix.alignment >= kWidestAccess)
      operand.matrix.alignment = OperandFact().alignment;
  return fact.getKey();
}

std::string autotune::getAttachedText(const ProblemFact &fact) {
  return getText(fact.getMatmul());
}

void autotune::setAttachedFact(Operation *op, const ProblemFact &fact) {
  op->setAttr(kFactAttrName,
              StringAttr::get(op->getContext(), getAttachedText(fact)));
}

/// What the config of an operation is for; null where nobody says.
static StringAttr getAttached(Operation *op) {
  if (!op->hasAttr(kConfigAttrName))
    return {};
  return op->getAttrOfType<StringAttr>(kFactAttrName);
}

std::optional<MatmulPattern>
autotune::matchAttached(linalg::LinalgOp op, const TakenOperations *taken) {
  StringAttr attached = getAttached(op);
  if (!attached)
    return std::nullopt;
  for (bool findsPrologue : {true, false})
    for (bool findsOther : {true, false}) {
      FailureOr<MatmulPattern> pattern =
          matchMatmul(op, /*whyNot=*/nullptr, findsOther, findsPrologue, taken);
      if (succeeded(pattern) && getText(pattern->fact) == attached.getValue())
        return std::move(*pattern);
    }
  return std::nullopt;
}

void autotune::warnIfNotAttachedFor(Operation *op, const ProblemFact &fact) {
  StringAttr attached = getAttached(op);
  std::string key = getText(fact.getMatmul());
  if (!attached || attached.getValue() == key)
    return;
  InFlightDiagnostic warning = op->emitWarning();
  warning << "has a config that was chosen for '" << attached.getValue()
          << "', but the matmul is '" << key
          << "' here: the kernel is right, but perhaps not the fastest";
  warning.attachNote() << "remove " << kConfigAttrName
                       << " and run autotune-attach-configs after the passes "
                          "that change the matmul, or remove "
                       << kFactAttrName << " to keep the config";
}

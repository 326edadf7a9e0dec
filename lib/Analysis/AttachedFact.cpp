//===- AttachedFact.cpp - What a config was attached for ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Autotune/FactName.h"
#include "mlir-autotune/Analysis/AttachedFact.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::autotune;

void autotune::setAttachedFact(Operation *op, const MatmulFact &fact) {
  op->setAttr(kFactAttrName, StringAttr::get(op->getContext(), fact.getKey()));
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
      FailureOr<MatmulPattern> pattern = matchMatmul(
          op, /*whyNot=*/nullptr, findsOther, findsPrologue, taken);
      if (succeeded(pattern) && pattern->fact.getKey() == attached.getValue())
        return std::move(*pattern);
    }
  return std::nullopt;
}

void autotune::warnIfNotAttachedFor(Operation *op, const MatmulFact &fact) {
  StringAttr attached = getAttached(op);
  std::string key = fact.getKey();
  if (!attached || attached.getValue() == key)
    return;
  InFlightDiagnostic warning = op->emitWarning();
  warning << "has a config that was chosen for '" << attached.getValue()
          << "', and is '" << key
          << "' here: its kernel is right, but perhaps not the fastest";
  warning.attachNote() << "remove " << kConfigAttrName
                       << " and run autotune-attach-configs after what changes "
                          "the matmul, or remove "
                       << kFactAttrName << " to keep the config";
}

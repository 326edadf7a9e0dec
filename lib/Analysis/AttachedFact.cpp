//===- AttachedFact.cpp - What a config was attached for ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/AttachedFact.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::autotune;

void autotune::setAttachedFact(Operation *op, const MatmulFact &fact) {
  op->setAttr(kFactAttrName, StringAttr::get(op->getContext(), fact.getKey()));
}

void autotune::warnIfNotAttachedFor(Operation *op, const MatmulFact &fact) {
  auto attached = op->getAttrOfType<StringAttr>(kFactAttrName);
  if (!attached || !op->hasAttr(kConfigAttrName))
    return;
  std::string key = fact.getKey();
  if (attached.getValue() == key)
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

//===- Knobs.h - A config in pieces -----------------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's transform.tune.knob is a single choice, and no upstream operation
// combines choices. A script therefore attaches each choice as an attribute:
// autotune.knob.template, autotune.knob.stages, autotune.knob.tile.m, ...
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_AUTOTUNE_KNOBS_H
#define MLIR_AUTOTUNE_DIALECT_AUTOTUNE_KNOBS_H

#include "mlir-autotune/Dialect/Autotune/Config.h"

#include "mlir/IR/Operation.h"

namespace mlir::autotune {

/// Whether the operation has a knob attribute.
bool hasKnobs(Operation *op);
/// Combines an operation's knobs to a config. Parameters without a knob stay
/// unset. A knob with a wrong name or value is an error at the operation.
FailureOr<Config> getKnobConfig(Operation *op);
void removeKnobs(Operation *op);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_DIALECT_AUTOTUNE_KNOBS_H

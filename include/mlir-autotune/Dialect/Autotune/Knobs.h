//===- Knobs.h - A config in pieces -----------------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's transform.tune.knob is one choice, and no operation of upstream's
// puts choices together. So a script attaches each as an attribute of its own:
// autotune.knob.template, autotune.knob.stages, autotune.knob.tile.m, ...
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_AUTOTUNE_KNOBS_H
#define MLIR_AUTOTUNE_DIALECT_AUTOTUNE_KNOBS_H

#include "mlir-autotune/Dialect/Autotune/Config.h"

#include "mlir/IR/Operation.h"

namespace mlir::autotune {

/// Whether the operation has any attribute of a knob.
bool hasKnobs(Operation *op);
/// The config that the knobs are, partial where there is none for a parameter.
/// What is wrong with them is an error at the operation.
FailureOr<Config> getKnobConfig(Operation *op);
void removeKnobs(Operation *op);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_DIALECT_AUTOTUNE_KNOBS_H

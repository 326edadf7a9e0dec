//===- Quantities.h - What kernels_td/ computes of configs ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The quantities of each template, by their names in the template's record, in
// a namespace with the template's name: <template>::heldCtas(config, fact,
// target), ... The template's constraints use them.
// docs/reference/templates.md lists them. Quantities that depend on sizes need
// static sizes.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_SPACE_QUANTITIES_H
#define MLIR_AUTOTUNE_SPACE_QUANTITIES_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Space/Formulas.h"

#include <algorithm>

namespace mlir::autotune {

#define GET_QUANTITIES
#include "mlir-autotune/Space/KernelTemplates.inc"

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_SPACE_QUANTITIES_H

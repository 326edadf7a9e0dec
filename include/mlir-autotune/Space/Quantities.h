//===- Quantities.h - What kernels_td/ computes of configs ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The quantities of each template by their names in its record, in a namespace
// with the template's: <template>::heldCtas(config, fact, target), ... They
// are what the template's constraints go by. docs/reference/templates.md lists
// them; those of sizes need static ones.
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

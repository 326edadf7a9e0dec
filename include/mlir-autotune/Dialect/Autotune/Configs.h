//===- Configs.h - Typed configs, one struct per template -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A struct for each template, <Record>Config, and their enumerations, generated
// from kernels_td/. This is how a kernel reads its parameters.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_AUTOTUNE_CONFIGS_H
#define MLIR_AUTOTUNE_DIALECT_AUTOTUNE_CONFIGS_H

#include "mlir-autotune/Dialect/Autotune/Config.h"

#include <array>

namespace mlir::autotune {

#define GET_CONFIG_DECLARATIONS
#include "mlir-autotune/Dialect/Autotune/Configs.inc"

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_DIALECT_AUTOTUNE_CONFIGS_H

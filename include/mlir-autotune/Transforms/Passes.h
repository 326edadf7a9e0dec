//===- Passes.h - The passes of mlir-autotune -----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TRANSFORMS_PASSES_H
#define MLIR_AUTOTUNE_TRANSFORMS_PASSES_H

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

#include "mlir/Pass/Pass.h"

namespace mlir::autotune {

#define GEN_PASS_DECL
#include "mlir-autotune/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "mlir-autotune/Transforms/Passes.h.inc"

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TRANSFORMS_PASSES_H

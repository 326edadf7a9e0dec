//===- Templates.h - The templates of this layer -------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_KERNELS_TEMPLATES_H
#define MLIR_AUTOTUNE_LIB_KERNELS_TEMPLATES_H

#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Problem/MatmulFact.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::autotune {

/// Each fills the body of a kernel, whose arguments are A, B and C (then those
/// of the fact's second product and of its epilogue), at the builder's
/// insertion point.
void buildHopperWgmmaBody(ImplicitLocOpBuilder &b, tile::KernelOp kernel,
                          const MatmulFact &fact,
                          const HopperWgmmaConfig &config);
void buildAmpereMmaBody(ImplicitLocOpBuilder &b, tile::KernelOp kernel,
                        const MatmulFact &fact, const AmpereMmaConfig &config);
void buildSimtBody(ImplicitLocOpBuilder &b, tile::KernelOp kernel,
                   const MatmulFact &fact, const SimtConfig &config);
void buildSimtStreamBody(ImplicitLocOpBuilder &b, tile::KernelOp kernel,
                         const MatmulFact &fact,
                         const SimtStreamConfig &config);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_KERNELS_TEMPLATES_H

//===- LineLoads.h - Lines of L2 that loads ask for -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TMA asks L2 for whole lines of 128 bytes. Where a row of a tile begins within
// a line, 128 bytes of it lie in two lines.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_LINELOADS_H
#define MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_LINELOADS_H

#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Space/KernelTemplate.h"

namespace mlir::autotune {

/// Lines that are asked for each 128 bytes of the operand that gives the
/// columns, or else the rows: from 1, where tiles begin where lines do, to 2.
double getLinesPerLine(const ProblemFact &fact, const TargetInfo &target,
                       const HopperWgmmaConfig &config, bool isColumns);

/// Lines that a CTA asks for by each 512 products of two bytes, or of as many
/// bytes of others: tensor cores take as long for them. What comes by multicast
/// counts once in its cluster.
double getLinesPerProduct(const ProblemFact &fact, const TargetInfo &target,
                          const HopperWgmmaConfig &config);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_LINELOADS_H

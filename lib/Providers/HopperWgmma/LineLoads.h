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

/// Whether B, or else A, is read from a packed copy.
bool isPacked(const ProblemFact &fact, Load load, bool isB);

/// Whether each row of an operand begins with a sector of 32 bytes when it is
/// loaded. Rows of packed copies do. `isColumns` selects the operand that gives
/// a tile's columns.
bool rowsBeginSectors(const ProblemFact &fact, const HopperWgmmaConfig &config,
                      bool isColumns);

/// For each 128 bytes of an operand, the lines that loads ask for: 1 if each
/// tile begins with a line, up to 2. `isColumns` selects the operand likewise.
double getLinesPerLine(const ProblemFact &fact, const TargetInfo &target,
                       const HopperWgmmaConfig &config, bool isColumns);

/// Lines that a CTA asks for in the time of 512 products of 16-bit elements. A
/// line that comes by multicast counts once for its cluster.
double getLinesPerProduct(const ProblemFact &fact, const TargetInfo &target,
                          const HopperWgmmaConfig &config);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_LINELOADS_H

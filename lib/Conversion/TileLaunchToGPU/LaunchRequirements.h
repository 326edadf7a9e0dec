//===- LaunchRequirements.h - What a kernel needs of a launch - -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel takes some things for granted of its matrices. What the types tell
// is checked when the launch is lowered, and the rest by the host just before
// it launches: a kernel that runs without would write where it must not, or
// wait for ever.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHREQUIREMENTS_H
#define MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHREQUIREMENTS_H

#include "LaunchChecks.h"

#include <string>

namespace mlir::autotune::tile {

/// What a kernel takes for granted of where an operand's elements lie, in
/// bytes; 1 for nothing.
struct Alignment {
  /// Of the first element, of the rows' starts and of the matrices' in a batch.
  int64_t start = 1;
  /// Of the rows' length.
  int64_t length = 1;
  /// Whether TMA is used, and whether rows must end where accesses do.
  bool isTma = false, reachesEnds = false;

  bool isAny() const { return start > 1; }
};

/// Of operand number `operand`.
Alignment getAlignment(LaunchOp op, const KernelABI &abi, int64_t operand);

/// The launch's operand that a parameter is about: of a packed copy, its
/// source.
inline int64_t getSource(const KernelABI &abi, int64_t operand,
                         int64_t operandCount) {
  return operand < operandCount ? operand
                                : abi.packed[operand - operandCount].operand;
}
/// And its dimension that a parameter's is.
inline int64_t getSourceDim(const KernelABI &abi, const KernelParam &param,
                            int64_t operandCount) {
  return param.operand < operandCount
             ? param.dim
             : abi.packed[param.operand - operandCount].getSourceDim(param.dim);
}

/// Whether it is a batch of more than one matrix, as far as the type tells.
inline bool isBatch(MemRefType type) {
  return getStaticSize(type, KernelParam::kBatch) != 1 ||
         getStaticSize(type, KernelParam::kOuterBatch) != 1;
}

/// CTAs that share a K which must have a step for each.
inline int64_t getSplit(const KernelABI &abi) {
  return abi.cluster[2] * abi.split;
}

/// The message for more tiles than the kernel can number.
std::string getTileNumberLimit(const KernelABI &abi);

/// The message for more tiles than the workspace can count the parts of.
std::string getTileLimit(const KernelABI &abi);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHREQUIREMENTS_H

//===- LaunchRequirements.h - What a kernel needs of a launch - -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel relies on properties of its matrices. Lowering a launch checks what
// the types tell, and the host checks the rest just before it launches. A
// kernel whose assumptions do not hold would write outside its matrices, or
// wait for ever.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHREQUIREMENTS_H
#define MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHREQUIREMENTS_H

#include "LaunchChecks.h"

#include <string>

namespace mlir::autotune::tile {

/// The alignment that a kernel assumes for an operand's elements, in bytes; 1
/// if it assumes none.
struct Alignment {
  /// Of the first element, the starts of rows, and the matrices of a batch.
  int64_t start = 1;
  /// Of the length of a row.
  int64_t length = 1;
  /// Whether TMA is used, and whether rows must end where accesses do.
  bool isTma = false, reachesEnds = false;

  bool isAny() const { return start > 1; }
};

/// The alignment that the kernel assumes for operand number `operand`.
Alignment getAlignment(LaunchOp op, const KernelABI &abi, int64_t operand);

/// The launch's operand that a parameter refers to; for a packed copy, the
/// copy's source.
inline int64_t getSource(const KernelABI &abi, int64_t operand,
                         int64_t operandCount) {
  return operand < operandCount ? operand
                                : abi.packed[operand - operandCount].operand;
}
/// The dimension of getSource() that a parameter's dimension refers to.
inline int64_t getSourceDim(const KernelABI &abi, const KernelParam &param,
                            int64_t operandCount) {
  return param.operand < operandCount
             ? param.dim
             : abi.packed[param.operand - operandCount].getSourceDim(param.dim);
}

/// Whether the matrix may be a batch of more than one, as far as its type
/// tells.
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

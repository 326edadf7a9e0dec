//===- WgmmaAsm.h - wgmma whose A is in registers, as PTX -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVVM's operation takes A and B from shared memory. wgmma with A in registers
// is inline assembly. The lowering of kernels writes this text, and the
// conversion to host code for the simulator reads it.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_BACKENDS_NVVM_SM90_WGMMAASM_H
#define MLIR_AUTOTUNE_BACKENDS_NVVM_SM90_WGMMAASM_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <optional>
#include <string>

namespace mlir::autotune {

/// wgmma.mma_async.m64nNk16 of 16-bit floats, summed in f32. Its result is a
/// struct of a thread's sums; its operands are as many sums before, each in the
/// register of its result, four registers of A, and the descriptor of B. No
/// register of A may change before a wait covers it.
struct WgmmaAsm {
  int64_t columns;
  bool isBF16;
  /// Whether the product takes the place of the sums.
  bool overwrite;
  /// Whether the columns of B are contiguous, and not K.
  bool isNMajor;

  static constexpr int64_t kRegistersA = 4;
  /// The sums of a thread: one of 128 has its part of 64 rows.
  int64_t getNumSums() const { return columns / 2; }

  std::string getText() const;
  std::string getConstraints() const;
  /// What the assembly is, if it is one of these.
  static std::optional<WgmmaAsm> match(LLVM::InlineAsmOp op);
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_BACKENDS_NVVM_SM90_WGMMAASM_H

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

/// wgmma.mma_async.m64nNk16 of 16-bit floats, summed in f32. The result is a
/// struct of the thread's sums. The operands are the previous sums, each tied
/// to the register of its result, then four registers of A and the descriptor
/// of B. No register of A may change before a wait covers the instruction.
struct WgmmaAsm {
  int64_t columns;
  bool isBF16;
  /// Whether the product overwrites the previous sums instead of being added.
  bool overwrite;
  /// Whether B is contiguous along N instead of K.
  bool isNMajor;

  static constexpr int64_t kRegistersA = 4;
  /// Sums of one thread: the 128 threads of a warp group share 64 x `columns`
  /// sums.
  int64_t getNumSums() const { return columns / 2; }

  std::string getText() const;
  std::string getConstraints() const;
  /// The instruction that the assembly is; nullopt if it is any other text.
  static std::optional<WgmmaAsm> match(LLVM::InlineAsmOp op);
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_BACKENDS_NVVM_SM90_WGMMAASM_H

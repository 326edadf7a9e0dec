//===- WarpOperands.h - What a warp of a grid multiplies --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM80_WARPOPERANDS_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM80_WARPOPERANDS_H

#include "NVVM/Common/KernelContext.h"

namespace mlir::autotune::tile {

/// A part of K of a warp's rows and columns, as registers: of A those of each
/// block of 16 rows, of B those of each group of 8 columns, as mma.sync takes
/// them (PTX ISA, "Matrix Fragments for mma"; of f64, for m16n8k4).
struct WarpFactors {
  SmallVector<SmallVector<Value>> left, right;

  SmallVector<Value> getRegisters() const;
  /// The same of registers in that order.
  static WarpFactors fromRegisters(ValueRange registers, int64_t blocks,
                                   int64_t groups);
};

/// Of f64, K of a row of shared memory.
inline constexpr int64_t kDoubleDepth = 16;
/// K of a part: that of one product.
int64_t getPartDepth(Type element);

/// The struct of the registers of operands.
Type getOperandsStruct(OperandsType type, const KernelLayout &layout);

/// Loads a warp's operands from slots.
class WarpLoader {
public:
  /// `slot` and `left` are the numbers of those that the operation reads; the
  /// second is null if it has none. Operands in registers are not loaded.
  WarpLoader(const KernelContext &context, Emitter &e, ReadOperandsOp op,
             Value slot, Value left);

  WarpFactors load(int64_t part) const;

private:
  /// One tile of the slot, as the rows (or columns) of this warp and K.
  struct Operand {
    const TileLayout &tile;
    bool kMajor;
    /// The tile's address, and the warp's first row (or column).
    Value start, first;
  };

  Operand createOperand(const KernelContext &context, Value slot, Value number,
                        int64_t tile, bool kMajor, Value first);
  Value getAddress(const Operand &operand, Value row, Value unit, int64_t flip,
                   int64_t distance, Value inUnit = {}) const;
  Value getMatrices(const Operand &operand, int64_t block, int64_t step,
                    bool rowsFirst) const;
  SmallVector<Value> loadMatrices(const Operand &operand, int64_t block,
                                  int64_t step, bool rowsFirst) const;
  Value loadDouble(const Operand &operand, int64_t block, int64_t part) const;

  Emitter &e;
  Type element;
  Value lane;
  int64_t blocks, blockRows, groups;
  std::optional<Operand> a, b;
};

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM80_WARPOPERANDS_H

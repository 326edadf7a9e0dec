//===- Formulas.h - What expressions in kernels_td/ may call ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// autotune-tblgen also lists these names (Expression.cpp); add a new name in
// both places.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_SPACE_FORMULAS_H
#define MLIR_AUTOTUNE_SPACE_FORMULAS_H

#include "mlir-autotune/Core/Grid.h"
#include "mlir-autotune/Problem/MatmulFact.h"
#include "mlir-autotune/Problem/StandardEpilogue.h"

#include <limits>
#include <string>

namespace mlir::autotune {

/// The alignment, in bytes, that TMA needs of addresses and strides.
inline constexpr int64_t kTmaAlignment = 16;

/// Divides, rounding up; the divisor must be positive. An unknown size
/// (kDynamicSize) gives a meaningless number, but no undefined behaviour.
inline constexpr int64_t ceilDiv(int64_t value, int64_t divisor) {
  return value / divisor + (value % divisor > 0);
}

inline constexpr int64_t roundUp(int64_t value, int64_t multiple) {
  return ceilDiv(value, multiple) * multiple;
}

/// The tiles of `rows` rows along M; for a group, those of all its products.
int64_t countRowTiles(const MatmulFact &fact, int64_t rows);

/// The most tiles whose K CTAs may share through memory. Each tile takes one
/// counter of the launch's workspace.
inline constexpr int64_t kMaxSplitTiles = cuda::kTileCounters;

/// The depth to which tensor cores sum products of 8-bit floats, in 14 bits,
/// before the sum is added to others in f32: four wgmmas, as in CUTLASS.
inline constexpr int64_t kShortSumDepth = 128;

/// The clusters that the device holds at a time.
using cuda::countHeldClusters;

/// The limit on the CTAs of all tiles of all products, and the saturating
/// product that counts them.
using cuda::kMaxTileCtas;
using cuda::multiplySizes;

/// Whether a kernel can count a size in i32. An unknown size passes here and
/// is checked at launch.
inline constexpr bool fitsInt32(int64_t size) { return size <= kMaxMatmulSize; }

/// The least legal number of columns of a wgmma with such sums that is at
/// least `columns`, a multiple of 8. Float sums allow every multiple of 8,
/// integer sums 8, 24 and the multiples of 16 (PTX ISA).
int64_t roundUpToWgmma(ElementKind accumulator, int64_t columns);

/// Whether TMA can load or store the operand. The elements of a row must be
/// adjacent. The address, the row stride and, if each product has its own
/// matrix, the batch stride must be known multiples of kTmaAlignment.
bool isTmaLoadable(const OperandFact &operand);
/// Whether TMA can load both matrices of a sum's second product.
bool isAddedTmaLoadable(const MatmulFact &fact);

/// Whether warps can copy tiles of the operand. The elements of a row must be
/// adjacent, and have 16 bits or rows that isCopiedAsync() supports.
bool isCopyable(const OperandFact &operand);
/// Whether cp.async can copy them: rows must start at known multiples of 4, 8
/// or 16 bytes that are multiples of an element.
bool isCopiedAsync(const OperandFact &operand);

/// Whether TMA can't load an operand of a product that is so small that warps
/// copy tiles in less time than they pack the operand: at most 200 million
/// multiplications, of 16-bit elements, and all sizes known. The median of 17
/// such products takes 0.8 times as long, and that of 15 larger ones 1.6 times
/// (NVIDIA H200).
bool isPackedInVain(const MatmulFact &fact);

/// Whether wgmma needs a transpose of A, or of B: it needs a contiguous K for
/// all elements except those of 16 bits. Operands that are converted on the way
/// only count if they are 8 or 32 bits wide.
bool needsTranspose(const MatmulFact &fact, bool isB);
/// Whether load = transpose supports the operands of the fact that need a
/// transpose. TMA must load both operands. Transposed operands must have
/// elements of 8 or 32 bits that are not split, and must not be 8-bit floats of
/// a pair. Only one scaled operand may be transposed, and its blocks must fit
/// tiles of whole lines of 128 bytes.
bool isTransposable(const MatmulFact &fact);
/// Whether TMA loads A or B for wgmma without a copy or transpose.
bool isLoadedInPlace(const MatmulFact &fact, bool isB);
/// Whether load = pack supports A or B. It does if the operand needs no
/// packing. Otherwise the operand must not be a batch of batches, and its
/// elements must be whole bytes. Elements of other than 16 bits are only
/// packed without scales, and not for a pair, sum or group.
bool isPackable(const MatmulFact &fact, bool isB);

/// Whether each row is known to start at a multiple of 128 bytes, if the
/// matrix does.
bool hasWholeLines(const OperandFact &operand);

/// The same of 32 bytes, the unit in which L2 and memory are read.
bool hasWholeSectors(const OperandFact &operand);

/// Whether rows of `columns` elements are known to end at a multiple of
/// kTmaAlignment; unknown sizes are checked at launch. A TMA store does not
/// clip within such a unit: measured on H100, it writes columns beyond the
/// last one up to the unit's end.
bool endsAtTmaUnit(const OperandFact &operand, int64_t columns);

/// Whether TMA can store the operand: isTmaLoadable() and endsAtTmaUnit(). If
/// not, store = direct writes at most 4 bytes at once.
bool isTmaStorable(const OperandFact &operand, int64_t columns);

/// Whether fragments of sums can hold the elements of all other outputs of the
/// epilogue. 32-bit sums can hold all types of up to 32 bits, other sums only
/// their own type.
bool canStoreOutputs(const MatmulFact &fact);

/// Why TMA can't load the operand, and what TMA would need, as text to follow
/// the operand's name: "has a row stride of 1001 elements of 2 bytes; TMA
/// needs ...".
std::string describeTma(const OperandFact &operand);
/// Like describeTma(), for threads that load 16 bytes at once.
std::string describeVectors(const OperandFact &operand);

/// The known alignment, in bytes, of the rows of C or of another output. Each
/// row starts at a multiple of it, and its length is a multiple of it. In a
/// batch, this holds for the rows of each matrix.
int64_t getOutputAlignment(const MatmulFact &fact, const OperandFact &output);
inline int64_t getOutputAlignment(const MatmulFact &fact) {
  return getOutputAlignment(fact, fact.c);
}
/// The known alignment, in bytes, of the starts of A's or B's rows; at most
/// 16.
int64_t getInputAlignment(const OperandFact &operand);

/// The first group of K of a prologue that no kernel supports; 0 if there is
/// none. A group must be a multiple of 16, which one wgmma multiplies. It must
/// also divide a step of `depth`, or be a multiple of it. A value for each
/// element of K is supported if all rows share it.
int64_t getUnfitGroup(const MatmulFact &fact, int64_t depth);
/// Whether a prologue maps zeros, as they stand beyond the end of K, to finite
/// numbers, whatever finite numbers it reads: it only adds, subtracts,
/// multiplies and selects. True without a prologue.
bool isFiniteAtZero(const MatmulFact &fact);
/// Registers that a thread with `rows` rows needs for a prologue: the values
/// for a step of `depth`, those of the next step if they vary along K, and
/// those that math functions use.
int64_t countPrologueRegisters(const MatmulFact &fact, int64_t rows,
                               int64_t depth);
/// The size of the first blocks of scales that no kernel supports; 0 if there
/// are none. Along K, parts of `depth` share one scale. The other two
/// functions check blocks along the rows and columns of the kernel's tile of C;
/// with `swap`, B gives the rows and A the columns.
int64_t getUnfitScaleDepth(const MatmulFact &fact, int64_t depth);
int64_t getUnfitScaleRows(const MatmulFact &fact, bool swap, int64_t rows);
int64_t getUnfitScaleColumns(const MatmulFact &fact, bool swap,
                             int64_t columns);
/// Registers of a thread with `rows` rows and all columns of a tile of C for
/// the scales of a part of K. A pair has scales of columns for each product.
int64_t countScaleRegisters(const MatmulFact &fact, bool swap, int64_t rows,
                            int64_t columns);
/// Registers of a thread that an epilogue with operands or further outputs
/// needs beside the sums and what every kernel has, found by trial with ptxas.
/// `isStaged` says whether C is stored through shared memory.
int64_t countEpilogueRegisters(const MatmulFact &fact, bool isStaged);
/// Bytes of an element of A or B as CUDA cores keep it. An 8-bit float is kept
/// as f32, and an operand with a prologue as the prologue's result.
int64_t getStagedBytes(const MatmulFact &fact, bool isB);

/// Why no tensor map has the windows of a convolution, or an empty text.
std::string describeWindows(const MatmulFact &fact);

/// "4096", or "?" for an unknown size.
std::string describeSize(int64_t size);
/// "M x N x K" in numbers, with the batch unless it is 1. For a group, M is
/// the sum over all products.
std::string describeSizes(const MatmulFact &fact);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_SPACE_FORMULAS_H

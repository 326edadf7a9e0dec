//===- Formulas.h - What expressions in kernels_td/ may call ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// autotune-tblgen knows these names (Expression.cpp): a new one is added there
// too.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_SPACE_FORMULAS_H
#define MLIR_AUTOTUNE_SPACE_FORMULAS_H

#include "mlir-autotune/Core/Grid.h"
#include "mlir-autotune/Problem/MatmulFact.h"

#include <limits>
#include <string>

namespace mlir::autotune {

/// The alignment, in bytes, that TMA needs of addresses and strides.
inline constexpr int64_t kTmaAlignment = 16;

/// For positive divisors. A size that is not known (kDynamic) gives a
/// meaningless number, but no undefined behaviour.
inline constexpr int64_t ceilDiv(int64_t value, int64_t divisor) {
  return value / divisor + (value % divisor > 0);
}

inline constexpr int64_t roundUp(int64_t value, int64_t multiple) {
  return ceilDiv(value, multiple) * multiple;
}

/// Tiles of so many rows along M: of a group, those of all its products.
int64_t countRowTiles(const MatmulFact &fact, int64_t rows);

/// Tiles whose K CTAs may share through memory: each takes a counter of the
/// launch's workspace.
inline constexpr int64_t kMaxSplitTiles = cuda::kTileCounters;

/// The most products of 8-bit floats that tensor cores sum, in 14 bits, before
/// the sum is added to others in f32: four wgmmas, as in CUTLASS.
inline constexpr int64_t kShortSumDepth = 128;

/// Clusters that the device holds at a time.
using cuda::countHeldClusters;

/// CTAs of all tiles, of all products of a batch, and the product that counts
/// them.
using cuda::kMaxTileCtas;
using cuda::multiplySizes;

/// A size that a kernel can count in i32; one not known is checked at launch.
inline constexpr bool fitsInt32(int64_t size) { return size <= kMaxMatmulSize; }

/// The least number of columns, from `columns` on, that a wgmma multiplies
/// whose sums are of this kind. `columns` is a multiple of 8; of floats each is
/// legal, of integers 8, 24 and the multiples of 16 (PTX ISA).
int64_t roundUpToWgmma(ElementKind accumulator, int64_t columns);

/// Whether TMA can load or store the operand. The elements of a row must be
/// adjacent. The address, the row stride and, if each product has its own
/// matrix, the batch stride must be known multiples of kTmaAlignment.
bool isTmaLoadable(const OperandFact &operand);
/// The same of both matrices of a sum's second product.
bool isAddedTmaLoadable(const MatmulFact &fact);

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
/// Whether TMA loads A, or B, for wgmma from where it lies.
bool isLoadedInPlace(const MatmulFact &fact, bool isB);
/// Whether load = pack serves the operand: it needs no packing, or is of one
/// product, or those of a batch, of whole bytes without scales; of 16 bits also
/// of several products.
bool isPackable(const MatmulFact &fact, bool isB);

/// Whether each row is known to start a line of 128 bytes, of a matrix that
/// does.
bool hasWholeLines(const OperandFact &operand);

/// Whether rows of so many elements end at a multiple of kTmaAlignment, as far
/// as is known; what is not is checked at launch. A TMA store does not clip
/// within such a unit: measured on H100, columns beyond the last one are
/// written up to its end.
bool endsAtTmaUnit(const OperandFact &operand, int64_t columns);

/// Both of that: where it isn't so, store = direct writes 4 bytes at once at
/// most.
bool isTmaStorable(const OperandFact &operand, int64_t columns);

/// Whether fragments of sums hold elements of all that an epilogue writes
/// beside C: of sums of 32 bits those of all types of no more, of others their
/// own.
bool canStoreOutputs(const MatmulFact &fact);

/// Why it can't, and what it would need, to follow the operand's name: "has a
/// row stride of 1001 elements of 2 bytes; TMA needs ...".
std::string describeTma(const OperandFact &operand);
/// The same of threads that load as many bytes at once.
std::string describeVectors(const OperandFact &operand);

/// The known alignment, in bytes, of the rows of C or of another output. Each
/// row starts at a multiple of it, and its length is a multiple of it. In a
/// batch, this holds for the rows of each matrix.
int64_t getOutputAlignment(const MatmulFact &fact, const OperandFact &output);
inline int64_t getOutputAlignment(const MatmulFact &fact) {
  return getOutputAlignment(fact, fact.c);
}
/// The same of where the rows of A or B start, up to 16 bytes.
int64_t getInputAlignment(const OperandFact &operand);

/// The first group of K of a prologue that no kernel supports; 0 if there is
/// none. A group must be a multiple of 16, which one wgmma multiplies. It must
/// also divide a step of `depth`, or be a multiple of it. A value for each
/// element of K is supported if all rows share it.
int64_t getUnfitGroup(const MatmulFact &fact, int64_t depth);
/// Whether a prologue makes numbers of zeros, as are beyond the end of K,
/// whatever finite numbers it reads: it adds, subtracts, multiplies and
/// chooses. So does none.
bool isFiniteAtZero(const MatmulFact &fact);
/// Registers of a thread of `rows` rows for what a prologue reads: for a step
/// of `depth`, and where it varies along K for the next one; and what functions
/// of the math dialect take.
int64_t countPrologueRegisters(const MatmulFact &fact, int64_t rows,
                               int64_t depth);
/// The size of the first blocks of scales that no kernel supports; 0 if there
/// are none. Along K, parts of `depth` are multiplied by one scale. The other
/// two are along the rows and columns of the kernel's tile, which are those of
/// B and A with `swap`.
int64_t getUnfitScaleDepth(const MatmulFact &fact, int64_t depth);
int64_t getUnfitScaleRows(const MatmulFact &fact, bool swap, int64_t rows);
int64_t getUnfitScaleColumns(const MatmulFact &fact, bool swap,
                             int64_t columns);
/// Registers of a thread of `rows` rows and all columns for the scales of a
/// part of K.
int64_t countScaleRegisters(const MatmulFact &fact, bool swap, int64_t rows,
                            int64_t columns);
/// Bytes of an element of A or B where CUDA cores keep it: of 8-bit floats an
/// f32, and what a prologue makes of it.
int64_t getStagedBytes(const MatmulFact &fact, bool isB);

/// "4096", or "?" when it is not known.
std::string describeSize(int64_t size);
/// "M x N x K" in numbers, with the batch when it is not 1. Of a group M is
/// that of all products together.
std::string describeSizes(const MatmulFact &fact);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_SPACE_FORMULAS_H

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

#include "mlir-autotune/Analysis/MatmulFact.h"
#include "mlir-autotune/Runtime/Grid.h"

#include <limits>
#include <string>

namespace mlir::autotune {

/// What TMA asks of an address and of a stride, in bytes.
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

/// Whether TMA can load or store the operand: adjacent elements in a row, and
/// an address, a row stride and, where each product has a matrix of its own, a
/// batch stride known to be multiples of kTmaAlignment.
bool isTmaLoadable(const OperandFact &operand);
/// The same of both matrices of a sum's second product.
bool isAddedTmaLoadable(const MatmulFact &fact);

/// Whether wgmma multiplies the elements of A, or of B, only once they are
/// transposed: of all but those of 16 bits it needs K contiguous. Of what is
/// converted on the way elements of 8 and 32 bits alone count.
bool needsTranspose(const MatmulFact &fact, bool isB);
/// Whether load = transpose serves what needs it of A and B: TMA loads both,
/// and what is transposed has elements of 8 or 32 bits, which are not split,
/// nor those of pairs of 8-bit floats; of scaled ones it is one operand, whose
/// blocks fit tiles of whole lines of 128 bytes.
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

/// What is known of the rows of C, or of another output, in memory, in a batch
/// of those of each: it is a multiple of so many bytes, and starts at one.
int64_t getOutputAlignment(const MatmulFact &fact, const OperandFact &output);
inline int64_t getOutputAlignment(const MatmulFact &fact) {
  return getOutputAlignment(fact, fact.c);
}
/// The same of where the rows of A or B start, up to 16 bytes.
int64_t getInputAlignment(const OperandFact &operand);

/// Of a prologue, the first group of K that shares values and is no multiple of
/// 16, which one wgmma multiplies, or that a step of `depth` neither divides
/// nor is a multiple of; 0 if there is none. A value for each place along K is
/// fit where all rows share it.
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
/// The size of the first blocks of scales that are unfit for a kernel: along K,
/// of which parts of `depth` are multiplied by one; along the rows or columns
/// of its tile, those of B and A with `swap`. 0 if there are none.
int64_t getUnfitScaleDepth(const MatmulFact &fact, int64_t depth);
int64_t getUnfitScaleRows(const MatmulFact &fact, bool swap, int64_t rows);
int64_t getUnfitScaleColumns(const MatmulFact &fact, bool swap,
                             int64_t columns);
/// Registers of a thread of `rows` rows and all columns for the scales of a
/// part of K.
int64_t countScaleRegisters(const MatmulFact &fact, bool swap, int64_t rows,
                            int64_t columns);
/// Bytes of an element of A or B where `simt` keeps it: of 8-bit floats an f32,
/// and what a prologue makes of it.
int64_t getStagedBytes(const MatmulFact &fact, bool isB);

/// "4096", or "?" when it is not known.
std::string describeSize(int64_t size);
/// "M x N x K" in numbers, with the batch when it is not 1. Of a group M is
/// that of all products together.
std::string describeSizes(const MatmulFact &fact);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_SPACE_FORMULAS_H

//===- ProblemMatrices.h - Matrices of known values ----------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_SIMULATION_PROBLEMMATRICES_H
#define AUTOTUNE_LIB_SIMULATION_PROBLEMMATRICES_H

#include "mlir-autotune/Simulation/ProblemData.h"

namespace llvm {
struct fltSemantics;
} // namespace llvm

namespace mlir::autotune::simulation {

/// Values of a matrix as the product takes them, rows by columns of A, B or C
/// rather than as stored.
struct Values {
  int64_t rows, columns;
  std::vector<int64_t> data;

  Values(int64_t rows, int64_t columns)
      : rows(rows), columns(columns), data(rows * columns) {}
  int64_t &at(int64_t row, int64_t column) {
    return data[row * columns + column];
  }
};

const llvm::fltSemantics &getSemantics(ElementKind kind);
/// The bits that an element has.
uint64_t getMask(ElementKind kind);
/// The bits of an integer in a kind, times a power of two if it is a float:
/// floats round to nearest even, integers wrap.
uint64_t encode(ElementKind kind, int64_t value, int exponent = 0);
/// The number that the bits of a float are.
double decode(ElementKind kind, uint64_t bits);
int64_t getValue(ElementKind kind, uint64_t random, int64_t limit);
/// A random number of 64 bits, for an index.
uint64_t getRandom(uint64_t seed, uint64_t index);
/// The bits of an element of a matrix.
uint64_t load(const StoredMatrix &matrix, int64_t index);
void store(StoredMatrix &matrix, int64_t index, uint64_t bits);

/// Makes a matrix of random values, and noise between its rows.
StoredMatrix createMatrix(StringRef name, const OperandFact &fact,
                          int64_t batch, std::vector<Values> &values,
                          uint64_t seed, int64_t limit);
/// Makes the elements of A, or of B, for which k is even, or odd, integers of
/// more bits than tf32 has, up to kLargestDeep times as large. So no product is
/// one of two low parts, which kernels leave out.
void addHighParts(StoredMatrix &matrix, std::vector<Values> &values, bool isB,
                  const OperandFact &fact);
inline constexpr int64_t kLargestDeep = 514;
/// What an epilogue reads: of floats, multiples of 1/16 from -4 to 4, which all
/// types hold exactly.
StoredMatrix createExtra(StringRef name, const EpilogueOperand &operand,
                         const ProblemFact &fact, uint64_t seed);
/// What a prologue or scales read, for so many rows along the output: of
/// floats, powers of two from 1/2 to 2, and their negatives, so that sums of
/// what comes of it can be exact.
StoredMatrix createParam(StringRef name, const PrologueOperand &operand,
                         int64_t output, int64_t k, uint64_t seed,
                         int64_t batch = 1);

/// What the integers of A or B become, by the matrices that the prologue reads.
/// `values` are rows by columns of that operand, and then multiples of two to
/// the power of `exponent`. Fails where sums of products with the other operand
/// would not be exact in f32.
llvm::Error applyPrologue(const ProblemFact &fact,
                          ArrayRef<StoredMatrix> params, Values &values,
                          int &exponent);

/// The exponent of the least scale: what applyScales makes are multiples of two
/// to its power.
inline constexpr int kLeastScale = -1;
/// The factor by which the largest of them, so seen, is larger than an element.
inline constexpr int64_t kLargestScaled = 4;

/// The elements of A, or of B, times their scales.
void applyScales(const PrologueOperand &operand, const StoredMatrix &scales,
                 bool isB, std::vector<Values> &matrices);

} // namespace mlir::autotune::simulation

#endif // AUTOTUNE_LIB_SIMULATION_PROBLEMMATRICES_H

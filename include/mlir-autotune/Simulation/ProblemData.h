//===- ProblemData.h - Matrices with a known product ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_SIMULATION_PROBLEMDATA_H
#define MLIR_AUTOTUNE_SIMULATION_PROBLEMDATA_H

#include "mlir-autotune/Analysis/MatmulFact.h"

#include "llvm/Support/Error.h"

#include <array>
#include <string>
#include <vector>

namespace mlir::autotune {

/// A matrix as stored, with its bytes.
struct StoredMatrix {
  /// "a", "b", "c", or, of what an epilogue writes beside it, "c2", "c3", ...,
  /// of what it reads, "e0", "e1", ..., of what a prologue reads, "p0", ..., of
  /// scales "sa" and "sb".
  std::string name;
  ElementKind element = ElementKind::F32;
  int64_t rows = 0, columns = 0;
  /// In elements.
  int64_t rowStride = 0;
  /// Matrices of a batch, and elements from one to the next: at least
  /// rows * rowStride, or 0 for one that all products share. Or rows of all of
  /// them lie one behind the other, and rowStride has room for these.
  int64_t batch = 1, batchStride = 0;
  /// Of a group's A or C, the rows of each that are its own, or, if stored
  /// transposed, its columns; else empty.
  std::vector<int64_t> group;
  bool groupsColumns = false;
  /// What the address is a multiple of, in bytes, and of no more.
  int64_t alignment = 256;
  /// All its elements; what pads rows and matrices holds noise.
  std::vector<unsigned char> bytes;

  int64_t getElementBytes() const { return autotune::getElementBytes(element); }
  /// Sizes of one of them.
  int64_t getRows(int64_t number) const {
    return group.empty() || groupsColumns ? rows : group[number];
  }
  int64_t getColumns(int64_t number) const {
    return group.empty() || !groupsColumns ? columns : group[number];
  }
  /// How many matrices are stored, and the elements of each with its padding;
  /// all together if their rows lie between each other.
  bool isInterleaved() const {
    return batchStride > 0 && batchStride < rows * rowStride;
  }
  int64_t getStoredMatrices() const {
    return batchStride > 0 && !isInterleaved() ? batch : 1;
  }
  int64_t getStoredElements() const {
    return batchStride > 0 && !isInterleaved() ? batchStride : rows * rowStride;
  }
};

/// Fails on a fact that can't be simulated: sizes unknown, rows that overlap,
/// matrices larger than a process should hold, sums that would not be exact.
llvm::Error checkSimulable(const MatmulFact &fact);

/// The operands of a matmul and what must come out, for a seed. Those of a
/// group lie as MatmulFact::getRaggedBatch says, which its fact is, too.
///
/// Factors are integers, so that there is one right result, to the bit: those
/// of floats are from -4 to 4, and no sum of up to kMaxExactDepth products
/// loses a bit in f32, whatever the order. (Tensor cores sum products of 8-bit
/// floats in fewer bits: no sum of 1024 of them loses one. Times 8-bit integers
/// it is a 32nd of these, which are from -128 to 127, or, of those without a
/// sign, a 64th. Factors of 3xtf32 have 12 bits, up to a depth of 1020. Where
/// sums may be in f16, factors are from -4 to 4 up to a depth of 128, from -2
/// to 2 up to 512 and from -1 to 1 up to 2048.) The result is rounded once, to
/// nearest even. Integers take all values of their
/// type, and wrap. An epilogue is compiled for the host, of the operations that
/// kernels have too, and applied to that sum: what it comes to is the same to
/// the bit, but for the payloads of NaNs. So is a prologue, to all integers;
/// what it reads, and what scales are, are powers of two, and where sums of
/// what comes of it would not be exact all the same, the problem is refused.
class ProblemData {
public:
  static constexpr int64_t kMaxExactDepth = 1 << 19;

  /// Fails as checkSimulable does.
  static llvm::Expected<ProblemData> create(const MatmulFact &fact,
                                            uint64_t seed);

  const MatmulFact &getFact() const { return fact; }
  /// A, B, C, what the epilogue writes beside it, of a pair the other B, then
  /// what the epilogue reads, and what the prologue does; C holds what is added
  /// to, or ones in every bit, as other outputs do.
  const StoredMatrix &getOperand(int index) const {
    if (index < 3)
      return operands[index];
    size_t number = size_t(index) - 3;
    for (const auto *matrices : {&outputs, &extras}) {
      if (number < matrices->size())
        return (*matrices)[number];
      number -= matrices->size();
    }
    return params[number];
  }
  int getNumOperands() const {
    return 3 + int(outputs.size() + extras.size() + params.size());
  }
  /// Whether an operand is C, or what the epilogue writes beside it.
  bool isOutput(int index) const {
    return index >= 2 && size_t(index) < 3 + outputs.size();
  }
  /// The bits of C[row, column] after the matmul, in the low bytes; of a batch,
  /// those of output number `output`. Or of what is written beside it, by the
  /// operand's number.
  uint64_t getExpected(int64_t row, int64_t column, int64_t output = 0,
                       int operand = 2) const {
    const std::vector<uint64_t> &of =
        operand == 2 ? expected : others[size_t(operand) - 3];
    return of[(output * fact.m + row) * fact.n + column];
  }
  /// One product of a batch, as a problem of its own.
  ProblemData getProduct(int64_t output) const;

private:
  /// `sums` are those of each output, and then, of a pair, those with the other
  /// B.
  /// They are multiples of two to the power of `exponent`.
  llvm::Error applyEpilogue(ArrayRef<std::vector<int64_t>> sums, int exponent,
                            uint64_t seed);

  MatmulFact fact;
  std::array<StoredMatrix, 3> operands;
  std::vector<StoredMatrix> outputs, extras, params;
  std::vector<uint64_t> expected;
  /// Of each of the other outputs.
  std::vector<std::vector<uint64_t>> others;
};

/// An element's value in words: "-3", "0.5", "nan".
std::string printElement(ElementKind kind, uint64_t bits);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_SIMULATION_PROBLEMDATA_H

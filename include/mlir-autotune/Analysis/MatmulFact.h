//===- MatmulFact.h - What is known of one matmul ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fact is a plain value. It holds everything that later stages (space,
// proposers, kernels, tuning) may know about a matmul. It has no reference into
// the IR, so that it can be hashed, written to a file and compared.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_MATMULFACT_H
#define MLIR_AUTOTUNE_ANALYSIS_MATMULFACT_H

#include "mlir-autotune/Analysis/Elements.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::autotune {

/// The layout of one matrix in memory.
struct OperandFact {
  ElementKind element = ElementKind::BF16;
  /// A is stored M x K and B is stored K x N unless this is set (then K x M,
  /// N x K). C is always stored M x N.
  bool transposed = false;
  /// Distance, in elements, between two rows as stored; kDynamic when unknown.
  /// A tensor has no layout: its rows count as contiguous.
  int64_t rowStride = ShapedType::kDynamic;
  /// Distance, in elements, between two matrices of a batch, or between the
  /// parts of A or B along K; kDynamic when unknown. 0 if all products share
  /// one matrix (a broadcast operand), and if there is only one product.
  int64_t batchStride = 0;
  /// For an A or B whose batch has two dimensions without a common stride, as
  /// heads of several sequences do. innerBatch is the number of matrices of the
  /// inner dimension, which are batchStride apart; -1 if there is one
  /// dimension. outerStride is the distance between two matrices along the
  /// outer dimension.
  int64_t innerBatch = -1, outerStride = 0;
  /// Whether the elements of a stored row are adjacent, as TMA needs.
  bool unitInnerStride = true;
  /// Known alignment of the first element, in bytes, as a power of two.
  /// Allocations by the GPU's driver are aligned to 256 bytes; a tensor is
  /// assumed to become such an allocation.
  int64_t alignment = 256;

  /// Whether the batch has two dimensions.
  bool hasOuterBatch() const { return innerBatch != -1; }
  bool operator==(const OperandFact &other) const;
  bool operator!=(const OperandFact &other) const { return !(*this == other); }
};

/// The initial value of the sums.
enum class InitKind {
  /// A zero fill, or undefined storage: only the product is written.
  Zero,
  /// A real C: linalg.matmul adds to its init.
  Accumulate
};

/// A matrix that an epilogue reads. It has an element for each element of the
/// output, for each group of rows and columns, for each row or column, or one
/// element for all.
struct EpilogueOperand {
  /// Never transposed. It has one row if it does not vary along the output's
  /// rows, and likewise for columns. A batch stride of 0 means that all
  /// products share it.
  OperandFact matrix;
  bool overRows = false, overColumns = false;
  /// How many rows of the output share a row of the matrix, and how many
  /// columns share a column, for the dimensions that it varies along.
  int64_t rowGroup = 1, columnGroup = 1;

  /// Unknown if the size is unknown.
  int64_t getRows(int64_t m) const;
  int64_t getColumns(int64_t n) const;
  bool hasGroups() const { return rowGroup != 1 || columnGroup != 1; }
  bool operator==(const EpilogueOperand &other) const;
  bool operator!=(const EpilogueOperand &other) const {
    return !(*this == other);
  }
};

/// A second product of the same M, N and batch that is added to the first: C
/// (+)= A x B + A2 x B2. Its matrices have the types and the transposition of A
/// and B.
struct AddedProduct {
  int64_t k = ShapedType::kDynamic;
  OperandFact a;
  OperandFact b;

  bool operator==(const AddedProduct &other) const;
  bool operator!=(const AddedProduct &other) const { return !(*this == other); }
};

/// The function that is applied to each sum before it is stored.
struct EpilogueFact {
  /// A func.func of scalars on one line. Its arguments are the sum, of
  /// `getSumElement()`'s type (for a pair both sums, B's first), and an element
  /// of each operand. Its results are an element of C and of each of `outputs`.
  /// It is canonical: equal functions of different modules have equal text.
  /// Empty for none (Analysis/Epilogue.h). If only a key is known, it is the
  /// function's hash.
  std::string body;
  std::vector<EpilogueOperand> operands;
  /// Outputs beside C: matrices of C's shape, which may have other types and
  /// layouts. They are never transposed, and a pair has none.
  std::vector<OperandFact> outputs;

  bool isNone() const { return body.empty(); }
  /// Whether only the function's hash is known. The operands are known.
  bool isNamed() const { return isHash(body); }
  /// Whether a text is a result of getHash(). No function is.
  static bool isHash(StringRef text);
  /// 16 hexadecimal digits, the same everywhere.
  std::string getHash() const;
  bool operator==(const EpilogueFact &other) const;
  bool operator!=(const EpilogueFact &other) const { return !(*this == other); }
};

/// A matrix that a prologue reads. It has a value for each row of the weights
/// and each group of K, for one of the two, or one value for all.
struct PrologueOperand {
  /// Rows run along the output and columns along K; a dimension along which it
  /// does not vary has size 1. Stored the other way round if it is transposed.
  OperandFact matrix;
  /// Whether it varies along the output: N for B, M for A.
  bool overOutput = false;
  /// How many elements of K share a value; 0 for all.
  int64_t group = 0;
  /// How many rows along the output share a value; 1 for everything that a
  /// prologue reads.
  int64_t rowGroup = 1;

  /// Unknown if the size is unknown.
  int64_t getRows(int64_t output) const;
  int64_t getColumns(int64_t k) const;
  bool operator==(const PrologueOperand &other) const;
  bool operator!=(const PrologueOperand &other) const {
    return !(*this == other);
  }
};

/// The function that is applied to the elements of A or B before the product:
/// the mirror of an epilogue.
struct PrologueFact {
  /// The factor that has the prologue: 0 for A, 1 for B.
  unsigned number = 1;

  /// A func.func of scalars on one line, canonical like an epilogue's. Its
  /// arguments are a stored element and one of each operand. Its result is the
  /// element that is multiplied, in the other factor's type
  /// (Analysis/Prologue.h). Empty for none. If only a key is known, it is the
  /// function's hash.
  std::string body;
  std::vector<PrologueOperand> operands;

  bool isNone() const { return body.empty(); }
  bool isNamed() const { return EpilogueFact::isHash(body); }
  std::string getHash() const;
  bool operator==(const PrologueFact &other) const;
  bool operator!=(const PrologueFact &other) const { return !(*this == other); }
};

/// The f32 factors of 8-bit floats, one for each block of A and of B, along the
/// output and along K. C is then the sum over k of (A[m, k] * sA) * (B[k, n] *
/// sB), with the scales of the blocks that the elements are in.
struct BlockScales {
  /// Rows run along M in `a` and along N in `b`, and columns along K in both.
  PrologueOperand a, b;

  bool operator==(const BlockScales &other) const {
    return a == other.a && b == other.b;
  }
  bool operator!=(const BlockScales &other) const { return !(*this == other); }
};

/// The most rows or columns of a kernel. It counts them in i32, and a counter
/// goes beyond the last one by its step: a tile or a cluster's tiles, at most
/// 2048 rows. The room left is far more than that.
constexpr int64_t kMaxMatmulSize = (int64_t(1) << 31) - 1 - (1 << 16);

/// The most products of a group. The parameters of a launch have at most 32764
/// bytes (CUDA 12.1), and each product has three tensor maps of 128 bytes and a
/// few numbers.
constexpr int64_t kMaxGroupSize = 64;

/// A fact is one of these:
///
/// - C[M, N] (+)= A[M, K] x B[K, N], `batch` times. Each operand is `batch`
///   matrices, or one that all products share. Sizes are ShapedType::kDynamic
///   when unknown.
/// - The sum of `parts` such products. A and B have a matrix for each, or one
///   for all. `batch` is then 1, and K is that of each part.
/// - A group of products, each with its own matrices and its own M. `m` is then
///   the sum of all rows, `batch` is 1, batch strides are 0, and all other
///   properties are the same for each product.
struct MatmulFact {
  int64_t m = ShapedType::kDynamic;
  int64_t n = ShapedType::kDynamic;
  int64_t k = ShapedType::kDynamic;
  int64_t batch = 1;
  int64_t parts = 1;
  /// For a group, the M of each product, which may be 0; else empty.
  std::vector<int64_t> group;
  OperandFact a;
  OperandFact b;
  /// The matrix that is written: the result of the following cast or epilogue,
  /// if there is one.
  OperandFact c;
  /// The type in which products are summed. For float inputs of 16 and 8 bits
  /// this is F32 for every type of C (docs/architecture.md says why). For f16
  /// it may be F16, which permits kernels to sum in f16.
  ElementKind accumulator = ElementKind::F32;
  InitKind init = InitKind::Zero;
  /// Whether A is multiplied by two matrices, and the epilogue is a function of
  /// both sums: C = f(A x B, A x B2), as in silu(A x B) * (A x B2). `b` then
  /// describes each of the two.
  bool isPair = false;
  /// A product that is added to the same sums; never with a pair.
  std::optional<AddedProduct> added;
  /// Whether integers of A and B are zero-extended (`cast_unsigned`) where they
  /// are narrower than the accumulator. Always false for float operands.
  bool zeroExtend = false;
  /// The prologue of one factor, which is stored as integers or floats of 8
  /// bits, or as floats of up to 32 bits. The other factor has floats of 16
  /// bits. Such a fact has a batch of 1, no group, and is no pair.
  PrologueFact prologue;
  /// The scales of two factors of 8-bit floats. Such a fact, too, is a single
  /// product: no batch, group, pair or sum.
  std::optional<BlockScales> scales;
  EpilogueFact epilogue;

  bool hasStaticSizes() const;
  /// Whether there may be more than one product.
  bool isBatched() const { return batch != 1; }
  /// Whether K may be in several matrices of A and B.
  bool hasParts() const { return parts != 1; }
  /// The number of matrices of A and of B, if it is not shared.
  int64_t getFactorMatrices() const { return hasParts() ? parts : batch; }
  /// The number of sums that the epilogue is a function of.
  int64_t getProducts() const { return isPair ? 2 : 1; }
  /// Whether a kernel computes two matmuls, each of which could have its own.
  bool hasTwoProducts() const { return isPair || added; }
  bool isSum() const { return added.has_value(); }
  /// The type of the complete sums, as epilogues and an added C see them. Sums
  /// in F16 are read as F32, which has all their bits.
  ElementKind getSumElement() const {
    return accumulator == ElementKind::F16 ? ElementKind::F32 : accumulator;
  }
  /// The number of outputs: C, and further outputs of the epilogue.
  size_t getNumOutputs() const { return 1 + epilogue.outputs.size(); }
  const OperandFact &getOutput(size_t number) const {
    return number == 0 ? c : epilogue.outputs[number - 1];
  }
  bool isScaled() const { return scales.has_value(); }
  /// Returns a single product with the same work. A pair becomes one product
  /// with twice the columns, a sum [A | A2] x [B ; B2] with both K, and parts
  /// likewise. Any other fact is returned unchanged.
  MatmulFact asOneProduct() const;
  bool isGrouped() const { return !group.empty(); }
  /// Whether a factor is converted to the other's type: it has a prologue, or
  /// is stored with fewer bits, as integers or 8-bit floats.
  bool convertsFactor() const {
    return !prologue.isNone() ||
           getElementBits(a.element) != getElementBits(b.element);
  }
  /// Whether B is the converted factor.
  bool convertsB() const {
    return prologue.isNone()
               ? getElementBits(b.element) < getElementBits(a.element)
               : prologue.number == 1;
  }
  const OperandFact &getConverted() const { return convertsB() ? b : a; }
  int64_t getConvertedRows() const { return convertsB() ? n : m; }
  /// Whether the factor with the prologue is stored with at least as many bits
  /// as it is multiplied with. Then a kernel without the prologue is fast, too,
  /// and the types do not say which factor has it.
  bool hasWidePrologue() const {
    return !prologue.isNone() && getElementBits(getConverted().element) >=
                                     getElementBits(getMultiplied());
  }
  /// The type in which a factor is stored or, with a wide prologue, multiplied.
  ElementKind getFactorElement(unsigned number) const;
  /// Whether both factors are 8-bit floats, which tensor cores multiply.
  bool multipliesFloat8() const {
    return isFloat8(a.element) && isFloat8(b.element);
  }
  /// The type in which elements are multiplied: that of the other factor.
  ElementKind getMultiplied() const {
    return convertsB() ? a.element : b.element;
  }
  /// Sets the rows of a group's products, and `m` to their sum.
  void setGroup(std::vector<int64_t> rows);
  /// Returns a group as a batch, in the layout of the data for measuring it.
  /// Each product has room for the most rows: `m` is that number, and `group`
  /// has the number of own rows of each. Any other fact is returned unchanged.
  MatmulFact getRaggedBatch() const;
  /// 2*m*n*k*batch, twice that for a pair, and with both K for a sum. The sizes
  /// must be static.
  double getFlops() const;
  /// Bytes of A, B, C and the operands and outputs of the epilogue, each once
  /// (C twice when accumulated into), for the whole batch. A broadcast matrix
  /// counts once.
  double getBytes() const;
  /// One stable line for reports, hashes in file names, and database keys, as
  /// in "4096x4096x4096 bf16 B^T -> bf16". Different facts have different keys:
  /// properties that differ from those of a contiguous matrix are spelt out.
  ///
  /// - layouts: "?x64x128 i8 zext -> i32 accumulate a(stride=256, align=1)"
  /// - a batch: "8*64x64x64 bf16 -> f32 a(batch=8192) b(broadcast)"
  /// - a group, with the M of each product: "[256,300,0]x64x64 bf16 -> bf16"
  /// - parts, before the K of each: "64x64x8*32 bf16 -> f32"
  /// - an epilogue, by its hash and operands:
  ///   "64x64x64 bf16 -> f32 then 1f0c9a3b5d7e2468 bf16[n] e0(align=2)"
  /// - several outputs, with a type each:
  ///   "64x64x64 bf16 -> bf16,f32 then 1f0c9a3b5d7e2468 c2(align=16)"
  /// - a pair: "64x64x64 bf16 x2 -> bf16 then 1f0c9a3b5d7e2468"
  /// - a sum, with both K: "64x64x64+16 bf16 -> f32 b2(align=16)"
  /// - a prologue: "64x64x64 bf16,i8 B^T first 0f1c9a3b5d7e2468 bf16[n,k/32] ->
  ///   f32"; if neither factor is narrower, with the factor that has it:
  ///   "64x64x64 bf16 B^T first a 0f1c9a3b5d7e2468 -> f32"
  /// - scales, by the blocks that have one: "64x256x256 f8E4M3FN B^T scaled
  ///   f32[m,k/128] f32[n/128,k/128] -> bf16 sb(align=16)"
  std::string getKey() const;
  /// The key with the epilogue's whole body instead of its hash. The fact can
  /// be parsed from it.
  std::string getText() const;
  bool operator==(const MatmulFact &other) const;
  bool operator!=(const MatmulFact &other) const { return !(*this == other); }

private:
  std::string describe(StringRef prologueName, StringRef epilogueName) const;
};

/// The batch stride of matrices with `rows` rows that lie one behind the other;
/// kDynamic when a size is unknown.
int64_t getDenseBatchStride(int64_t batch, int64_t rows, int64_t rowStride);

llvm::hash_code hash_value(const OperandFact &operand);
llvm::hash_code hash_value(const MatmulFact &fact);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_MATMULFACT_H

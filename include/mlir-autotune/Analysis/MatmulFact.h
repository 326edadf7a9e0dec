//===- MatmulFact.h - What is known of one matmul ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fact is a plain value: what every later stage (space, proposers, kernels,
// tuning) may know of a matmul. It holds no reference into the IR, so that it
// can be hashed, written to a file and compared.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_MATMULFACT_H
#define MLIR_AUTOTUNE_ANALYSIS_MATMULFACT_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::autotune {

/// The element types a fact can name. The spelling in text (attributes, JSON,
/// reports) is MLIR's: "bf16", "f16", "f32", "f64", "f8E4M3FN", "f8E5M2", "i8",
/// "i16", "i32", "i64". But for "tf32": that is an f32 in memory, of A and B
/// alone, of which a kernel may drop 13 bits when it multiplies. Of "3xtf32" it
/// may drop what the product of both low parts is, where each factor is taken
/// as the sum of two of tf32. And "i4" is of weights alone: two to a byte, that
/// of even K in the low half, as MLIR lays out vectors of such. Kernels, and
/// the simulator's memory, have bytes instead, half as many along K.
enum class ElementKind {
  BF16,
  F16,
  F32,
  F64,
  F8E4M3FN,
  F8E5M2,
  TF32,
  TF32x3,
  I8,
  I16,
  I32,
  I64,
  I4
};

StringRef stringifyElementKind(ElementKind kind);
std::optional<ElementKind> symbolizeElementKind(StringRef text);
/// All of them, as in "bf16, f16", for messages; or those that matrices have.
std::string listElementKinds(bool inMemory = false);
/// The kind of an MLIR scalar type; nullopt for a type that no fact can name,
/// and for i4, which only weights have.
std::optional<ElementKind> getElementKind(Type type);
/// The same, and I4.
std::optional<ElementKind> getFactorKind(Type type);
/// The type of such an element in memory.
Type getElementType(ElementKind kind, MLIRContext *context);
/// Size of one element in bytes; of i4 that of the byte that it shares.
int64_t getElementBytes(ElementKind kind);
int64_t getElementBits(ElementKind kind);
/// Bytes of so many elements side by side, of i4 an even number.
int64_t getBytesOf(ElementKind kind, int64_t elements);
bool isFloat(ElementKind kind);
/// Whether it is f32 in memory that a kernel may multiply as one or several
/// products of tf32.
bool isTf32(ElementKind kind);
bool isFloat8(ElementKind kind);
/// bf16 or f16: what weights of fewer bits are multiplied as.
bool isFloat16(ElementKind kind);

/// One matrix as it lies in memory.
struct OperandFact {
  ElementKind element = ElementKind::BF16;
  /// A is stored M x K and B is stored K x N unless this is set (then K x M,
  /// N x K). C is always stored M x N.
  bool transposed = false;
  /// Distance, in elements, between two rows as stored; kDynamic when unknown.
  /// A tensor has no layout: its rows are taken as contiguous.
  int64_t rowStride = ShapedType::kDynamic;
  /// Distance, in elements, between two matrices of a batch, or of A's or B's
  /// parts along K; kDynamic when unknown. 0 for the one matrix that all
  /// products share (a broadcast operand), and always of but one product.
  int64_t batchStride = 0;
  /// Of A or B whose batch lies in two dimensions that have no stride in
  /// common, as heads of sequences do: how many matrices the inner one has,
  /// those that are batchStride apart, and the distance between two along the
  /// outer one. -1 for one dimension.
  int64_t innerBatch = -1, outerStride = 0;
  /// Whether the elements of a row as stored are adjacent. TMA needs it.
  bool unitInnerStride = true;
  /// Known alignment of the first element, in bytes, as a power of two.
  /// Allocations by the GPU's driver are aligned to 256 bytes; a tensor is
  /// assumed to become such an allocation.
  int64_t alignment = 256;

  /// Whether its batch lies in two dimensions.
  bool hasOuterBatch() const { return innerBatch != -1; }
  bool operator==(const OperandFact &other) const;
  bool operator!=(const OperandFact &other) const { return !(*this == other); }
};

/// What the product is added to.
enum class InitKind {
  /// A zero fill, or undefined storage: the product alone is written.
  Zero,
  /// A real C: linalg.matmul adds to its init.
  Accumulate
};

/// What an epilogue reads beside the sums: a matrix that runs over rows and
/// columns of the output, or groups of them, or over one of them, or a single
/// element.
struct EpilogueOperand {
  /// Never transposed; of one row where it does not run over the output's rows,
  /// and of one column likewise. A batch stride of 0 is that of one that all
  /// products share.
  OperandFact matrix;
  bool overRows = false, overColumns = false;
  /// How many rows of the output share an element of those that it runs over,
  /// and how many columns.
  int64_t rowGroup = 1, columnGroup = 1;

  /// Of an unknown size unknown.
  int64_t getRows(int64_t m) const;
  int64_t getColumns(int64_t n) const;
  bool hasGroups() const { return rowGroup != 1 || columnGroup != 1; }
  bool operator==(const EpilogueOperand &other) const;
  bool operator!=(const EpilogueOperand &other) const {
    return !(*this == other);
  }
};

/// A second product, of the same M, N and batch, that is added to the first:
/// C (+)= A x B + A2 x B2. Its matrices have the types of A and B, and are
/// transposed where those are.
struct AddedProduct {
  int64_t k = ShapedType::kDynamic;
  OperandFact a;
  OperandFact b;

  bool operator==(const AddedProduct &other) const;
  bool operator!=(const AddedProduct &other) const { return !(*this == other); }
};

/// What is done to each sum before it is stored.
struct EpilogueFact {
  /// A func.func of scalars on one line: of the sum, of `getSumElement()`'s
  /// type (of a pair of both, B's first), and of an element of each operand, to
  /// an element of C and of each of `outputs`. It is canonical: equal functions
  /// of different modules are equal text. Empty for none (Analysis/Epilogue.h).
  /// Its hash in its place, where no more is known than a key says.
  std::string body;
  std::vector<EpilogueOperand> operands;
  /// What it writes beside C: matrices of C's shape, of other types and layouts
  /// perhaps. Never of a pair, nor transposed.
  std::vector<OperandFact> outputs;

  bool isNone() const { return body.empty(); }
  /// Whether only the function's hash is known. What it reads is known.
  bool isNamed() const { return isHash(body); }
  /// Whether a text is what getHash() returns. No function is.
  static bool isHash(StringRef text);
  /// 16 hexadecimal digits, the same everywhere.
  std::string getHash() const;
  bool operator==(const EpilogueFact &other) const;
  bool operator!=(const EpilogueFact &other) const { return !(*this == other); }
};

/// What a prologue reads beside the elements: a matrix of one value for each
/// row of the weights and each group of K, or for one of the two, or for all.
struct PrologueOperand {
  /// Rows along the output and columns along K, of size 1 where it doesn't
  /// vary; stored the other way round if it is transposed.
  OperandFact matrix;
  /// Whether it runs along the output: N for B, M for A.
  bool overOutput = false;
  /// How many elements of K share a value; 0 for all.
  int64_t group = 0;
  /// How many rows along the output do; 1 of all that a prologue reads.
  int64_t rowGroup = 1;

  /// Of an unknown size unknown.
  int64_t getRows(int64_t output) const;
  int64_t getColumns(int64_t k) const;
  bool operator==(const PrologueOperand &other) const;
  bool operator!=(const PrologueOperand &other) const {
    return !(*this == other);
  }
};

/// What the elements of A or B become before they are multiplied: the mirror of
/// an epilogue.
struct PrologueFact {
  /// Which factor it is of: 0 for A, 1 for B.
  unsigned number = 1;

  /// A func.func of scalars on one line, canonical as an epilogue's: of a
  /// stored element and of one of each operand, to the element that is
  /// multiplied, which is of the other factor's type (Analysis/Prologue.h).
  /// Empty for none. Its hash in its place, where no more is known than a key
  /// says.
  std::string body;
  std::vector<PrologueOperand> operands;

  bool isNone() const { return body.empty(); }
  bool isNamed() const { return EpilogueFact::isHash(body); }
  std::string getHash() const;
  bool operator==(const PrologueFact &other) const;
  bool operator!=(const PrologueFact &other) const { return !(*this == other); }
};

/// What 8-bit floats are multiplied by: a value in f32 for each block of A and
/// of B, along the output and along K. C is then the sum over k of
/// (A[m, k] * sA) * (B[k, n] * sB), each of the block that the element is in.
struct BlockScales {
  /// Rows along M of `a`, and along N of `b`, by columns along K.
  PrologueOperand a, b;

  bool operator==(const BlockScales &other) const {
    return a == other.a && b == other.b;
  }
  bool operator!=(const BlockScales &other) const { return !(*this == other); }
};

/// The most rows or columns that a kernel can be given. It counts them in i32,
/// and a counter goes beyond the last one by what it steps: a tile or a
/// cluster's tiles, 2048 rows at most. The room left is far more than that.
constexpr int64_t kMaxMatmulSize = (int64_t(1) << 31) - 1 - (1 << 16);

/// The most products that one launch of a group takes: a launch's parameters
/// are 32764 bytes at most (CUDA 12.1), and each product has three tensor maps
/// of 128 bytes and a few numbers.
constexpr int64_t kMaxGroupSize = 64;

/// C[M, N] (+)= A[M, K] x B[K, N], `batch` times: each operand is as many
/// matrices, or one that all products share. Sizes are ShapedType::kDynamic
/// when unknown.
///
/// Or the sum of as many as `parts` such products, of which A and B have a
/// matrix each, or one for all: then `batch` is 1, and K is that of each.
///
/// Or a group of products, each with matrices of its own wherever they lie, and
/// with an M of its own: then `m` is the rows of all together, `batch` is 1,
/// batch strides are 0, and the rest is the same for each.
struct MatmulFact {
  int64_t m = ShapedType::kDynamic;
  int64_t n = ShapedType::kDynamic;
  int64_t k = ShapedType::kDynamic;
  int64_t batch = 1;
  int64_t parts = 1;
  /// Of a group, the M of each product, which may be 0; else empty.
  std::vector<int64_t> group;
  OperandFact a;
  OperandFact b;
  /// The matrix written: after the following cast or epilogue, if there is one.
  OperandFact c;
  /// What products are summed in. For float inputs of 16 and 8 bits this is F32
  /// whatever the type of C (docs/architecture.md says why); of f16 alone it
  /// may be F16, which says that kernels may, not that they do.
  ElementKind accumulator = ElementKind::F32;
  InitKind init = InitKind::Zero;
  /// Whether A is multiplied by two matrices, and the epilogue is a function of
  /// both sums: C = f(A x B, A x B2), as in silu(A x B) * (A x B2). `b` then
  /// speaks of each of the two.
  bool isPair = false;
  /// What is summed with the product in the same registers; not of a pair.
  std::optional<AddedProduct> added;
  /// Whether integers of A and B are zero-extended (`cast_unsigned`) where they
  /// are narrower than the accumulator. Always false for float operands.
  bool zeroExtend = false;
  /// Of one factor, stored as integers or floats of 8 bits or as floats of up
  /// to 32, the other one being floats of 16. Such a fact has a batch of 1, no
  /// group, and is no pair.
  PrologueFact prologue;
  /// Of factors of 8-bit floats both of which are multiplied by scales. Such a
  /// fact, too, is of one product: of no batch, group, pair or sum.
  std::optional<BlockScales> scales;
  EpilogueFact epilogue;

  bool hasStaticSizes() const;
  /// Whether there may be more than one product.
  bool isBatched() const { return batch != 1; }
  /// Whether K may be in several matrices of A and B.
  bool hasParts() const { return parts != 1; }
  /// How many matrices A and B are, but for one that is shared.
  int64_t getFactorMatrices() const { return hasParts() ? parts : batch; }
  /// How many sums the epilogue is a function of.
  int64_t getProducts() const { return isPair ? 2 : 1; }
  /// Whether a kernel computes what two matmuls do, each of which could have
  /// one of its own.
  bool hasTwoProducts() const { return isPair || added; }
  bool isSum() const { return added.has_value(); }
  /// What sums are of once all products are added up, to epilogues and to what
  /// is added to them: of those in F16, F32, which has all their bits.
  ElementKind getSumElement() const {
    return accumulator == ElementKind::F16 ? ElementKind::F32 : accumulator;
  }
  /// C, and behind it what the epilogue writes beside it.
  size_t getNumOutputs() const { return 1 + epilogue.outputs.size(); }
  const OperandFact &getOutput(size_t number) const {
    return number == 0 ? c : epilogue.outputs[number - 1];
  }
  bool isScaled() const { return scales.has_value(); }
  /// What it takes to compute several products, as one: of a pair that by both
  /// matrices side by side, of twice the columns; of a sum [A | A2] x [B ; B2],
  /// of both K, and likewise of parts. Any other, as it is.
  MatmulFact asOneProduct() const;
  bool isGrouped() const { return !group.empty(); }
  /// Whether a factor is converted to the other's type: it has a prologue, or
  /// is stored in fewer bits, integers or floats of 8.
  bool convertsFactor() const {
    return !prologue.isNone() ||
           getElementBits(a.element) != getElementBits(b.element);
  }
  /// Which one that is, and its size along the output.
  bool convertsB() const {
    return prologue.isNone()
               ? getElementBits(b.element) < getElementBits(a.element)
               : prologue.number == 1;
  }
  const OperandFact &getConverted() const { return convertsB() ? b : a; }
  int64_t getConvertedRows() const { return convertsB() ? n : m; }
  /// Whether what has a prologue is stored in no fewer bits than it is
  /// multiplied in: then a kernel without one is fast, too, and types don't say
  /// which factor it is of.
  bool hasWidePrologue() const {
    return !prologue.isNone() && getElementBits(getConverted().element) >=
                                     getElementBits(getMultiplied());
  }
  /// What a factor is stored as, or, with such a prologue, multiplied as.
  ElementKind getFactorElement(unsigned number) const;
  /// Whether both factors are floats of 8 bits, which tensor cores multiply.
  bool multipliesFloat8() const {
    return isFloat8(a.element) && isFloat8(b.element);
  }
  /// The type of what is multiplied: that of the other factor.
  ElementKind getMultiplied() const {
    return convertsB() ? a.element : b.element;
  }
  /// Sets the products of a group, and their rows together.
  void setGroup(std::vector<int64_t> rows);
  /// A group as a batch that has room for the product of most rows each time,
  /// as data to measure it with lies: `m` is that product's, and `group` says
  /// how many rows of each are its own. Of no group, the same.
  MatmulFact getRaggedBatch() const;
  /// 2*m*n*k*batch, of a pair twice, with both K of a sum; the sizes must be
  /// static.
  double getFlops() const;
  /// Bytes of A, B, C and what the epilogue reads and writes, each once (C
  /// twice when accumulated into): of a whole batch, but for what is broadcast.
  double getBytes() const;
  /// One line, stable, for reports, file names' hashes and database keys, as in
  /// "4096x4096x4096 bf16 B^T -> bf16". Facts that differ have keys that
  /// differ: what is not the default of a contiguous matrix is spelt out
  /// behind, as in
  /// "?x64x128 i8 zext -> i32 accumulate a(stride=256, align=1)" or
  /// "8*64x64x64 bf16 -> f32 a(batch=8192) b(broadcast)". A group has the M of
  /// each product, as in "[256,300,0]x64x64 bf16 -> bf16". An epilogue is named
  /// by its hash, before what it reads, as in
  /// "64x64x64 bf16 -> f32 then 1f0c9a3b5d7e2468 bf16[n] e0(align=2)", a
  /// pair as "64x64x64 bf16 x2 -> bf16 then 1f0c9a3b5d7e2468", and a prologue
  /// likewise: "64x64x64 bf16,i8 B^T first 0f1c9a3b5d7e2468 bf16[n,k/32] ->
  /// f32"; of factors of which none is the narrower it says whose it is, as in
  /// "64x64x64 bf16 B^T first a 0f1c9a3b5d7e2468 -> f32". A sum has both K, as
  /// in "64x64x64+16 bf16 -> f32 b2(align=16)", and several outputs have a type
  /// each: "64x64x64 bf16 -> bf16,f32 then 1f0c9a3b5d7e2468 c2(align=16)".
  /// Parts stand before the K of each, as in "64x64x8*32 bf16 -> f32".
  /// Scales are named by the blocks that have one: "64x256x256 f8E4M3FN B^T
  /// scaled f32[m,k/128] f32[n/128,k/128] -> bf16 sb(align=16)".
  std::string getKey() const;
  /// The key with the epilogue's whole body in its hash's place, from which the
  /// fact can be made again.
  std::string getText() const;
  bool operator==(const MatmulFact &other) const;
  bool operator!=(const MatmulFact &other) const { return !(*this == other); }

private:
  std::string describe(StringRef prologueName, StringRef epilogueName) const;
};

/// The batch stride of matrices of `rows` rows that lie one behind the other;
/// kDynamic when a size is unknown.
int64_t getDenseBatchStride(int64_t batch, int64_t rows, int64_t rowStride);

llvm::hash_code hash_value(const OperandFact &operand);
llvm::hash_code hash_value(const MatmulFact &fact);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_MATMULFACT_H

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
// kernels_td/Problem.td declares its members and says what they mean.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROBLEM_MATMULFACT_H
#define MLIR_AUTOTUNE_PROBLEM_MATMULFACT_H

#include "mlir-autotune/Core/Window.h"
#include "mlir-autotune/Problem/BodyHash.h"
#include "mlir-autotune/Problem/Elements.h"
#include "mlir-autotune/Problem/Sizes.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringRef.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace mlir::autotune {

/// The layout of one matrix in memory.
struct OperandFact {
#define GET_OPERANDFACT_MEMBERS
#include "mlir-autotune/Problem/Problem.inc"

  /// Whether the batch has two dimensions.
  bool hasOuterBatch() const { return innerBatch != -1; }
  bool hasUnknownStride() const {
    return isDynamicSize(rowStride) || isDynamicSize(batchStride) ||
           isDynamicSize(outerStride);
  }
  /// Says that the matrices lie one behind the other without gaps.
  void setDense() {
    dense = hasUnknownStride();
    // Matrices are whole rows apart.
    strideUnit = dense && rowStride > 0 ? rowStride : 1;
  }
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
#define GET_EPILOGUEOPERAND_MEMBERS
#include "mlir-autotune/Problem/Problem.inc"

  /// kDynamicSize if the size is unknown.
  int64_t getRows(int64_t m) const;
  int64_t getColumns(int64_t n) const;
  bool hasGroups() const { return rowGroup != 1 || columnGroup != 1; }
};

/// A second product of the same M, N and batch that is added to the first: C
/// (+)= A x B + A2 x B2. Its matrices have the types and the transposition of A
/// and B.
struct AddedProduct {
#define GET_ADDEDPRODUCT_MEMBERS
#include "mlir-autotune/Problem/Problem.inc"
};

/// The function that is applied to each sum before it is stored.
struct EpilogueFact {
#define GET_EPILOGUEFACT_MEMBERS
#include "mlir-autotune/Problem/Problem.inc"

  bool isNone() const { return body.empty(); }
  /// Whether only the function's hash is known. The operands are known.
  bool isNamed() const { return isBodyHash(body); }
  std::string getHash() const { return getBodyHash(body); }
};

/// A matrix that a prologue reads. It has a value for each row of the weights
/// and each group of K, for each of only one of these, or one value for all.
struct PrologueOperand {
#define GET_PROLOGUEOPERAND_MEMBERS
#include "mlir-autotune/Problem/Problem.inc"

  /// kDynamicSize if the size is unknown.
  int64_t getRows(int64_t output) const;
  int64_t getColumns(int64_t k) const;
};

/// The function that is applied to the elements of A or B before the product:
/// the mirror of an epilogue.
struct PrologueFact {
#define GET_PROLOGUEFACT_MEMBERS
#include "mlir-autotune/Problem/Problem.inc"

  bool isNone() const { return body.empty(); }
  bool isNamed() const { return isBodyHash(body); }
  std::string getHash() const { return getBodyHash(body); }
};

/// The f32 factors of 8-bit floats, one for each block of A and of B, along the
/// output and along K. C is then the sum over k of (A[m, k] * sA) * (B[k, n] *
/// sB), with the scales of the blocks that the elements are in. Of a pair, each
/// of the two sums has the scales of its own B.
struct BlockScales {
#define GET_BLOCKSCALES_MEMBERS
#include "mlir-autotune/Problem/Problem.inc"
};

/// The images of a convolution, which lie in memory as [images, height, width,
/// channels], and where the windows are that the filter is multiplied with.
///
/// Row m of A is a window: all of them in the order of images, rows and
/// columns. Column k of A is element k % padded channels of pixel k / padded
/// channels of the window, whose pixels are counted row by row. The number of
/// padded channels is K / pixels of a window. What is outside of an image, and
/// a channel beyond those of the images, is 0. A's row stride is the distance
/// of two pixels, and B (the filter) is an ordinary matrix.
struct WindowsFact {
#define GET_WINDOWSFACT_MEMBERS
#include "mlir-autotune/Problem/Problem.inc"

  cuda::Window getWindow() const { return cuda::Window::get(numbers.data()); }
  void setWindow(const cuda::Window &window) {
    std::array<int64_t, cuda::Window::kNumbers> all = window.getNumbers();
    numbers.assign(all.begin(), all.end());
  }
  /// The pixels of a window.
  int64_t getPixels() const { return numbers[0] * numbers[1]; }
  /// The elements along a K of so many that each pixel has.
  int64_t getPaddedChannels(int64_t k) const { return k / getPixels(); }
  /// All windows; kDynamicSize if the number of images is unknown.
  int64_t countWindows() const;
  /// The pixels of all images; kDynamicSize if their number is unknown.
  int64_t countPixels() const;
  /// The number, among all pixels of the images, of a pixel of a window;
  /// nullopt if it is outside of its image. Sizes must be known.
  std::optional<int64_t> findPixel(int64_t window, int64_t pixel) const;
  /// A size, and a stride in elements, of the images as a kernel has them: a
  /// memref [images, height, width, channels], whose last two dimensions are
  /// rows (0) and columns (1) of a matrix, and the others those of a batch (2
  /// from within, then 3), as tile::KernelParam numbers them.
  int64_t getMemRefSize(int64_t dim) const {
    return std::array<int64_t, 4>{width, channels, height, images}[dim];
  }
  int64_t getMemRefStride(int64_t dim, int64_t rowStride) const {
    return dim == 1 ? 1
                    : rowStride * std::array<int64_t, 4>{1, 0, width,
                                                         width * height}[dim];
  }
};

/// A fact is one of these:
///
/// - C[M, N] (+)= A[M, K] x B[K, N], `batch` times. Each operand is `batch`
///   matrices, or one that all products share. Sizes are kDynamicSize
///   when unknown.
/// - The sum of `parts` such products. A and B have a matrix for each, or one
///   for all. `batch` is then 1, and K is that of each part.
/// - One product whose A has the windows of images as its rows.
/// - A group of products, each with its own matrices and its own M. `m` is then
///   the sum of all rows, `batch` is 1, batch strides are 0, and all other
///   properties are the same for each product.
struct MatmulFact {
#define GET_MATMULFACT_MEMBERS
#include "mlir-autotune/Problem/Problem.inc"

  bool hasStaticSizes() const;
  /// Whether there may be more than one product.
  bool isBatched() const { return batch != 1; }
  /// Whether K may be in several matrices of A and B.
  bool hasParts() const { return parts != 1; }
  /// The number of matrices of A and of B, if it is not shared.
  int64_t getFactorMatrices() const { return hasParts() ? parts : batch; }
  /// The number of sums that the epilogue is a function of.
  int64_t getProducts() const { return isPair ? 2 : 1; }
  /// Whether a kernel computes two matmuls, each of which could have its own
  /// kernel.
  bool hasTwoProducts() const { return isPair || added; }
  bool isSum() const { return added.has_value(); }
  /// Whether it is one product, or a batch of such, of matrices as they are
  /// stored: what a library multiplies in one call.
  bool isOneProduct() const {
    return !isPair && !isSum() && !hasParts() && !isGrouped() && !isScaled() &&
           !isConvolution() && prologue.isNone();
  }
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
  bool isConvolution() const { return windows.has_value(); }
  /// The sizes of A as it is stored, if it is not transposed: those of the
  /// product or, of a convolution, the pixels of the images and their channels.
  int64_t getStoredRowsOfA() const {
    return windows ? windows->countPixels() : m;
  }
  int64_t getStoredColumnsOfA() const {
    return windows ? windows->channels : k;
  }
  /// Of a convolution, the channels that a pixel has along K.
  int64_t getPaddedChannels() const { return windows->getPaddedChannels(k); }
  /// Of a convolution, the channels that one product reads: all, or, in a
  /// batch, those of its groups. Product i has those behind product i - 1.
  int64_t getChannelsOfProduct() const {
    return isBatched() ? windows->channels / batch : windows->channels;
  }
  /// Why the windows contradict other properties: a clause; empty if they are
  /// right, or if there are none. They may be more than a kernel can load.
  std::string getWhyWindowsInvalid() const;
  /// Returns a single product with the same work. A pair becomes one product
  /// with twice the columns, a sum [A | A2] x [B ; B2] with both K, and parts
  /// likewise. Any other fact is returned unchanged.
  MatmulFact asOneProduct() const;
  /// Returns the fact without its epilogue. C is a dense matrix of sums, which
  /// is only written.
  MatmulFact getBareProduct() const;
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
  ///   f32[m,k/128] f32[n/128,k/128] -> bf16 sb(align=16)"; of a pair, "x2
  ///   scaled", and the scales of both matrices are as the second ones
  /// - a convolution, with the pixels of a window, and with the number and the
  ///   sizes of its images. Strides and dilations other than 1, and padding,
  ///   are as tile.launch has them: "25088x64x576 f16 B^T windows 3x3 of
  ///   8x56x56x64 padding 1,1,1,1 -> f16"
  std::string getKey() const;
  /// The key with the epilogue's whole body instead of its hash. The fact can
  /// be parsed from it.
  std::string getText() const;

private:
  std::string describe(llvm::StringRef prologueName,
                       llvm::StringRef epilogueName) const;
};

/// The batch stride of matrices with `rows` rows that lie one behind the other;
/// kDynamicSize when a size is unknown.
int64_t getDenseBatchStride(int64_t batch, int64_t rows, int64_t rowStride);

#define GET_HASH_DECLARATIONS
#include "mlir-autotune/Problem/Problem.inc"

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_MATMULFACT_H

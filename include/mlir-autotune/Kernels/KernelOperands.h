//===- KernelOperands.h - A product as its kernel sees it ----- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With `swap` a kernel computes C^T = B^T A^T. This file hides the swap from
// kernels: it decides which matrix gives the rows of the kernel's product and
// which the columns, and how each lies in memory.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_KERNELOPERANDS_H
#define MLIR_AUTOTUNE_KERNELS_KERNELOPERANDS_H

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Problem/MatmulFact.h"
#include "mlir-autotune/Space/Formulas.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::autotune {

/// The windows that are the rows of an operand: the columns of pixels that a
/// window has, and the elements of a pixel along k.
struct OperandWindows {
  Value columns, channels;
  /// Whether each product of a batch has channels of its own.
  bool isBatched = false;
};

/// One operand of the kernel's product (rows x k, or k x columns).
struct ProductOperand {
  /// A memref of two dimensions; of three if there is a matrix for each output
  /// or each part of K; of four if the outputs' matrices lie in two
  /// dimensions, or for images.
  Value memref;
  Type element;
  /// The known alignment of each row's start in bytes, up to 16.
  int64_t alignment = 1;
  /// Whether k runs along the rows of memory (K-major): rows x k, or columns x
  /// k. Otherwise k x rows, or k x columns. If the operand is a copy, this
  /// describes the copy.
  bool kMajor = true;
  /// Whether each element is a byte with two neighbours along k. Then k runs
  /// along the rows of memory: rows x k/2.
  bool packed = false;
  /// Whether these are in the order of I4R.
  bool reordered = false;
  /// Whether cp.async copies its tiles (isCopiedAsync()), and not registers.
  bool copiedAsync = false;
  /// For images of which a load takes windows.
  std::optional<OperandWindows> windows = std::nullopt;

  /// The type of a tile of the operand, and the indices of its first element,
  /// in memory order.
  VectorType getTileType(int64_t extent, int64_t depth) const {
    if (packed)
      depth /= 2;
    return kMajor ? VectorType::get({extent, depth}, element)
                  : VectorType::get({depth, extent}, element);
  }
  /// `output` is the number of the product in its batch, or of the part of K,
  /// or null. If the operand is packed, `k` counts bytes.
  SmallVector<Value, 4> getIndices(ImplicitLocOpBuilder &b, Value output,
                                   Value at, Value k) const;
  /// The pixel of windows, as row and column, that `k` is in; empty for a
  /// matrix. With it, getIndices() gives a window and a channel.
  SmallVector<Value, 2> getPixel(ImplicitLocOpBuilder &b, Value k) const;
};

/// The element type in kernels of A or B; i4 is held in bytes (i8). A vector
/// of i4 was rejected: rings, copies and tensor maps would each have to handle
/// elements smaller than a byte, and threads load bytes anyway.
inline ElementKind getHeldElement(const OperandFact &operand) {
  return isInt4(operand.element) ? ElementKind::I8 : operand.element;
}

/// The operands of a sum's second product, which is added to the first.
struct AddedOperands {
  ProductOperand left, right;
  /// Where the second product begins along the common K, a multiple of a
  /// tile's depth, and its own K.
  Value begin, depth;
};

/// The scales of one operand of the kernel's product, as stored. In a group,
/// the memref has those of each product.
struct OperandScales {
  Value memref;
  PrologueOperand layout;
};

/// A place along a K that lies in parts: the number of the matrices of A and
/// B, and k within them.
struct DepthPlace {
  Value part, k;
};

/// The kernel's product, inside its tile.kernel.
struct KernelOperands {
  const MatmulFact &fact;
  bool swap;
  /// The operands that give the rows and the columns.
  ProductOperand left, right;
  /// For a pair, the second right operand, which the left one is also
  /// multiplied by.
  std::optional<ProductOperand> gate;
  std::optional<AddedOperands> added;
  Value c;
  /// The other outputs of the epilogue, as stored.
  SmallVector<Value> outputs;
  /// Sizes of the product. For a sum, `depth` covers both products; for a K in
  /// parts, all parts. Each product or part is rounded up to whole tiles.
  Value rows, columns, depth;
  /// For a K in parts: the K of each part, and the share of `depth` that it
  /// takes.
  Value partDepth, partStep;
  /// How many products there are; null if the product is in no batch or group.
  Value batch;
  /// The matrices that the epilogue reads, as stored.
  SmallVector<Value> extras;
  /// The matrices that the prologue reads, as stored.
  SmallVector<Value> params;
  /// The scales of rows and columns; both are set or neither. For a pair, also
  /// those of the second right operand.
  std::optional<OperandScales> leftScales, rightScales, gateScales;

  /// Reads the sizes at the builder's insertion point. With `pack`, also packs
  /// there the operands that TMA can't load for wgmma. A tile is `tileDepth`
  /// deep.
  static KernelOperands create(ImplicitLocOpBuilder &b, tile::KernelOp kernel,
                               const MatmulFact &fact, bool swap,
                               bool pack = false, int64_t tileDepth = 1);

  /// Where A and B are read for a tile that begins at `k` of the depth, for
  /// product number `output` of a batch.
  DepthPlace locate(ImplicitLocOpBuilder &b, Value output, Value k) const;

  /// Indices into C, in memory order, of an element of product number
  /// `output`.
  SmallVector<Value, 3> getOutputIndices(Value output, Value row,
                                         Value column) const {
    SmallVector<Value, 3> indices;
    if (batch)
      indices.push_back(output);
    indices.append({swap ? column : row, swap ? row : column});
    return indices;
  }
};

/// The argument number of the epilogue's first other output: behind A, B and
/// C.
inline constexpr unsigned kFirstOutput = 3;
/// The argument number of the second right operand of a pair, or of the second
/// A and B of a sum. They stand behind the outputs. The matrices that the
/// epilogue reads follow, then the prologue's, or the scales of A, of B and,
/// for a pair, of the second right operand.
inline unsigned getSecondArgument(const MatmulFact &fact) {
  return kFirstOutput + fact.epilogue.outputs.size();
}

/// How many arguments getSecondArgument() stands for.
inline unsigned countSecondArguments(const MatmulFact &fact) {
  return fact.isSum() ? 2 : fact.isPair ? 1 : 0;
}

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_KERNELOPERANDS_H

//===- Problem.h - A product as its kernel sees it ------------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With `swap` a kernel computes C^T = B^T A^T. Everything that depends on it is
// settled here: which matrix gives the rows of the kernel's product and which
// its columns, and how each lies in memory.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_PROBLEM_H
#define MLIR_AUTOTUNE_KERNELS_PROBLEM_H

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Problem/MatmulFact.h"
#include "mlir-autotune/Space/Formulas.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::autotune {

/// One operand of the kernel's product (rows x k, or k x columns).
struct ProductOperand {
  /// Of two dimensions, or of three: then there is a matrix for each output, or
  /// each part of K. Or of four: the outputs' matrices lie in two dimensions.
  Value memref;
  Type element;
  /// Known of where its rows start, in bytes, up to 16.
  int64_t alignment = 1;
  /// Whether k runs along the rows of memory (K-major): rows x k, or
  /// columns x k. Otherwise k x rows, or k x columns. Of a copy, its memory.
  bool kMajor = true;
  /// Whether its elements are bytes of two neighbours along k, which runs along
  /// the rows of memory then: rows x k/2.
  bool packed = false;

  /// A tile of it, and the indices of its first element, in memory order.
  VectorType getTileType(int64_t extent, int64_t depth) const {
    if (packed)
      depth /= 2;
    return kMajor ? VectorType::get({extent, depth}, element)
                  : VectorType::get({depth, extent}, element);
  }
  /// `output` is the number of the product in its batch, or of the part of K,
  /// or null. Of one that
  /// is packed, `k` counts bytes.
  SmallVector<Value, 4> getIndices(ImplicitLocOpBuilder &b, Value output,
                                   Value at, Value k) const;
};

/// What holds the elements of A or B in kernels: of i4 bytes. A vector of i4
/// was rejected: rings, copies and tensor maps would each have to know that
/// their elements are no whole bytes, and threads load bytes anyway.
inline ElementKind getHeldElement(const OperandFact &operand) {
  return operand.element == ElementKind::I4 ? ElementKind::I8 : operand.element;
}

/// The second product of a sum, whose sums are those of the first.
struct AddedOperands {
  ProductOperand left, right;
  /// Where it begins along the K of both together, a multiple of a tile's, and
  /// its own K.
  Value begin, depth;
};

/// The scales of one operand of the kernel's product, as stored.
struct OperandScales {
  Value memref;
  PrologueOperand layout;
};

/// Where a K in parts is: in which matrix of A and B, and where in that.
struct DepthPlace {
  Value part, k;
};

/// The kernel's product, inside its tile.kernel.
struct Problem {
  const MatmulFact &fact;
  bool swap;
  /// What gives the rows, and what the columns.
  ProductOperand left, right;
  /// Of a pair, what the left one is multiplied by too, like the right one.
  std::optional<ProductOperand> gate;
  std::optional<AddedOperands> added;
  Value c;
  /// What the epilogue writes beside C, as stored.
  SmallVector<Value> outputs;
  /// The depth of a sum is that of both products, and of parts that of all:
  /// each is whole tiles.
  Value rows, columns, depth;
  /// Of a K in parts that of each, and how much of the depth it takes.
  Value partDepth, partStep;
  /// How many products there are; null for one that is in no batch or group.
  Value batch;
  /// What the epilogue reads, as stored.
  SmallVector<Value> extras;
  /// What the prologue reads, likewise.
  SmallVector<Value> params;
  /// What the rows and the columns are multiplied by; both or none.
  std::optional<OperandScales> leftScales, rightScales;

  /// Reads the sizes at the builder's insertion point, and packs there what TMA
  /// can't load for wgmma, if told so. A tile is `tileDepth` deep.
  static Problem create(ImplicitLocOpBuilder &b, tile::KernelOp kernel,
                        const MatmulFact &fact, bool swap, bool pack = false,
                        int64_t tileDepth = 1);

  /// What A and B are read at for `k` of the depth, where a tile begins, and
  /// for product number `output` of a batch.
  DepthPlace locate(ImplicitLocOpBuilder &b, Value output, Value k) const;

  /// Indices into C, in memory order, of an element of the product, which is
  /// number `output` of the batch.
  SmallVector<Value, 3> getOutputIndices(Value output, Value row,
                                         Value column) const {
    SmallVector<Value, 3> indices;
    if (batch)
      indices.push_back(output);
    indices.append({swap ? column : row, swap ? row : column});
    return indices;
  }
};

/// Where what the epilogue writes beside C stands among a kernel's arguments:
/// behind A, B and C.
inline constexpr unsigned kFirstOutput = 3;
/// And the second right operand of a pair, or the second A and B of a sum:
/// behind that, before what the epilogue reads, and then the prologue, or the
/// scales of A and of B.
inline unsigned getSecondArgument(const MatmulFact &fact) {
  return kFirstOutput + fact.epilogue.outputs.size();
}

/// How many arguments these are.
inline unsigned countSecondArguments(const MatmulFact &fact) {
  return fact.isSum() ? 2 : fact.isPair ? 1 : 0;
}

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_PROBLEM_H

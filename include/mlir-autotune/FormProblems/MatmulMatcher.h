//===- MatmulMatcher.h - From a linalg operation to its fact ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fact about memrefs relies on two promises of the program, which no analysis
// of one function can prove:
//
// - Operands do not alias. CTAs write C while others still read A and B, and a
//   zero fill of C may be erased. A matmul whose C is visibly in the same
//   buffer as A or B, also through views, is refused, unless they are subviews
//   that are apart. Other memrefs, such as two function arguments, are assumed
//   to share no memory. If they are not visibly apart (areKnownApart), the
//   launch asserts it. The same assumption holds for results that fused
//   operations write to another buffer than the product's, and for members of a
//   group (shareNoMemory). The search for operations before and after a matmul
//   makes no such assumption.
//
// - A memref that is not a view starts an allocation. Its aligned pointer is
//   aligned to 256 bytes, or to the alignment of its allocation. A known offset
//   of a strided memref reduces the alignment accordingly. With an unknown
//   offset, only the alignment of one element is known or, for a subview, the
//   alignment that the distances between its rows preserve. See
//   getKnownAlignment.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_FORMPROBLEMS_MATMULMATCHER_H
#define MLIR_AUTOTUNE_FORMPROBLEMS_MATMULMATCHER_H

#include "mlir-autotune/Analysis/MatmulOps.h"
#include "mlir-autotune/Analysis/OperandLayout.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <string>

namespace mlir::autotune {

/// The IR of a fact's prologue: the operations that make an operand of a
/// matmul.
struct MatchedPrologue {
  /// 0 for A, 1 for B.
  unsigned number = 1;
  /// The stored matrix. Rows are along the output and columns along K, or the
  /// other way round with `isDepthFirst`.
  Value stored;
  bool isDepthFirst = false;
  PrologueFact prologue;
  /// The values that the prologue reads, in the order of its operands. Their
  /// dimensions are those of the operands' matrices as stored.
  SmallVector<EpilogueValue> params;
};

/// The IR of a fact's scales: both operands of a matmul of f32 are 8-bit floats
/// times scales.
struct ScaledFactors {
  /// The 8-bit floats of A and of B, with dimensions in either order. For a
  /// pair of two matmuls, those of the other B follow.
  SmallVector<Value, 3> factors;
  /// The scales of each of them. Their dimensions are those of the matrices as
  /// stored.
  SmallVector<EpilogueValue, 3> scales;
};

/// Element-wise operations that are in the epilogue of one matmul. They can't
/// be in another one's: an operation that reads two products could be in
/// either.
using TakenOperations = llvm::SmallPtrSet<Operation *, 8>;

/// One matmul in the IR, with the surrounding operations that its fact
/// includes, so that a lowering can fuse them.
struct MatmulPattern {
  /// The operation itself: a linalg.matmul, a linalg.batch_matmul, or a
  /// linalg.batch_reduce_matmul. An operand of a batch has a matrix for each
  /// product, or one that all products share.
  linalg::LinalgOp matmul;
  /// The zero fill of the init, when that is why the fact's init is Zero; null
  /// for undefined storage or a zero constant. On memrefs it directly
  /// precedes the matmul as far as the buffer is concerned: nothing reads or
  /// writes the buffer in between, so it may be erased with the matmul. On
  /// tensors it may have other uses.
  linalg::FillOp fill;
  /// The truncation (a linalg.generic, or an arith.truncf of tensors) that is
  /// the only user of the matmul's result, if fact.c is its result. Null
  /// otherwise, also if it is the first operation of an epilogue. On memrefs it
  /// writes another buffer, as the last operation of an epilogue may.
  Operation *cast = nullptr;
  /// The element-wise operations of the fact's epilogue, in order; empty if the
  /// fact has none. On memrefs, these and the matmuls write buffers, and
  /// nothing else reads any of the buffers except C. No operation in between
  /// touches these buffers, or writes memory that the matmuls and the epilogue
  /// read.
  SmallVector<Operation *> epilogue;
  /// The values that are C and the fact's other outputs, in this order: results
  /// of the epilogue, or of the product itself. C may be any of them. On
  /// memrefs there is only C, also for a cast. Otherwise empty without an
  /// epilogue.
  SmallVector<Value> outputs;
  /// The operation before which the kernel with its epilogue is launched: the
  /// last operation of the epilogue, or the first one that reads an output. All
  /// operands are there by then. On memrefs, also set for a cast.
  Operation *place = nullptr;
  /// The values that the epilogue reads, in the order of the fact's operands.
  SmallVector<EpilogueValue> extras;
  /// The other matmul of a pair or sum, which stands after `matmul`; null for
  /// none. In a pair, it multiplies the same A by a matrix with B's layout, and
  /// only the epilogue reads it. In a sum, it adds to this one's result. On
  /// memrefs, nothing in between touches C or writes memory that this one
  /// reads, so that both can be computed at its position.
  linalg::LinalgOp other;
  /// For a pair, the zero fill of `other`, like `fill` of `matmul`.
  linalg::FillOp otherFill;
  /// For a pair whose matrices are the left and the right half of B's columns:
  /// the tensor.extract_slice or memref.subview that take the halves of the
  /// product. The fact is then of halves. Empty for any other pattern.
  SmallVector<Operation *, 2> halves;
  /// Why a candidate for a pair or sum is none; empty if there is no candidate.
  /// A candidate is a matmul of the same A whose result is combined with this
  /// one's, halves that are combined, or a matmul that adds to this one's
  /// result.
  std::string whyNotTogether;
  /// Why the first operation that reads the result and is not fused is left
  /// alone, if it looks like an epilogue; empty if there is no such operation.
  std::string whyNotFused;
  /// The prologue of A or B, if the fact has one.
  std::optional<MatchedPrologue> prologue;
  /// The 8-bit floats and scales of A and B, if the fact has scales.
  std::optional<ScaledFactors> scaled;
  /// For an operand that is made of integers or 8-bit floats and has no
  /// prologue, the reason, as a clause.
  std::string whyNotStored;
  /// For an operand that is made of other floats and has no prologue, the
  /// reason, as a sentence; empty if there is no such operand.
  std::string whyNotComputed;
  MatmulFact fact;

  /// A or B, as the fact describes it.
  Value getInput(unsigned number) const {
    linalg::LinalgOp op = matmul;
    if (scaled)
      return scaled->factors[number];
    return prologue && prologue->number == number ? prologue->stored
                                                  : op.getDpsInputs()[number];
  }
  /// The other B of a pair of two matmuls, likewise.
  Value getOtherB() const {
    linalg::LinalgOp op = other;
    return scaled ? scaled->factors[2] : op.getDpsInputs()[1];
  }
  /// Whether the fact describes A or B as stored, before the operations that
  /// make it.
  bool takesStored() const { return prologue || scaled; }
  /// The values that an epilogue starts with: the result, both results of a
  /// pair, or the complete sum of both products. On memrefs, the buffers that
  /// they are written to.
  SmallVector<Value, 2> getProducts() const;
  /// The operation after which the result is complete.
  Operation *getLast() const {
    if (!epilogue.empty())
      return epilogue.back();
    linalg::LinalgOp op = other ? other : matmul;
    return cast ? cast : op.getOperation();
  }
};

/// Matches `op` with its surrounding operations. Fails if `op` is no matmul, or
/// if no fact can describe it. `whyNot`, when given, is then the reason: a
/// clause without a full stop, as in "its A operand is broadcast". With
/// `findsOther` false, each matmul is matched alone; the second of a pair or
/// sum always is. With `findsPrologue` false, operands have no prologue. An
/// epilogue contains no operation of `taken`, which may be null.
FailureOr<MatmulPattern> matchMatmul(linalg::LinalgOp op,
                                     std::string *whyNot = nullptr,
                                     bool findsOther = true,
                                     bool findsPrologue = true,
                                     const TakenOperations *taken = nullptr);

/// As matchMatmul, without an epilogue: element-wise operations behind it stay
/// as they are. A truncation is still part of it.
FailureOr<MatmulPattern> matchProduct(linalg::LinalgOp op,
                                      std::string *whyNot = nullptr,
                                      bool findsPrologue = false);

/// The fact of matchMatmul.
FailureOr<MatmulFact> getMatmulFact(linalg::LinalgOp op,
                                    std::string *whyNot = nullptr);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_FORMPROBLEMS_MATMULMATCHER_H

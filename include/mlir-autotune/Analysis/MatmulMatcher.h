//===- MatmulMatcher.h - From a linalg operation to its fact ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a fact says of memrefs holds under two promises of the program, which no
// analysis of one function can prove:
//
// - Operands do not alias. A matmul whose C is seen to be in the same buffer as
//   its A or B, be it through views, is refused, but for subviews that are
//   apart. Other memrefs, such as two function arguments, are taken to share no
//   memory: CTAs write C while others still read A and B, and a zero fill of C
//   may be erased. What is not seen (areKnownApart), the launch asserts. So it
//   is of what becomes of a product in another buffer than its own, as of the
//   members of a group: see shareNoMemory. Where the operations before a
//   matmul, or behind it, are looked at, no such assumption is made.
// - A memref that is not a view starts an allocation: its aligned pointer is
//   aligned to 256 bytes, or to what its allocation says. The offset of a
//   strided memref takes from that what it must; where the offset is unknown,
//   only the alignment of one element is left, or, of a subview, what the
//   distances between its rows keep. See getKnownAlignment.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_MATMULMATCHER_H
#define MLIR_AUTOTUNE_ANALYSIS_MATMULMATCHER_H

#include "mlir-autotune/Analysis/MatmulFact.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <array>
#include <string>

namespace mlir::autotune {

/// What an epilogue reads: of up to three dimensions, or a scalar.
struct EpilogueValue {
  static constexpr int64_t kUnit = -1;

  Value value;
  /// For each of its dimensions, the one of the output that it runs along; or
  /// kUnit for one of size 1. They come in the output's order.
  SmallVector<int64_t> dims;
  /// For each, how many places along the output share one of its own; empty
  /// where that is 1 for all.
  SmallVector<int64_t> groups;

  int64_t getGroup(size_t dim) const {
    return groups.empty() ? 1 : groups[dim];
  }
};

/// What an operand of a matmul is made of, by operations that a fact's prologue
/// does.
struct MatchedPrologue {
  /// 0 for A, 1 for B.
  unsigned number = 1;
  /// Rows along the output, columns along K; or the other way round.
  Value stored;
  bool isDepthFirst = false;
  PrologueFact prologue;
  /// What it reads beside them, in the order of its operands; their dimensions
  /// are those of the operands' matrices as stored.
  SmallVector<EpilogueValue> params;
};

/// What both operands of a matmul of f32 are made of, by a fact's scales.
struct ScaledFactors {
  /// Of 8-bit floats, those of A and of B, in either order of dimensions.
  std::array<Value, 2> factors;
  /// A's and B's, whose dimensions are those of the matrices as stored.
  std::array<EpilogueValue, 2> scales;
};

/// Element-wise operations that are in the epilogue of one matmul, and so in no
/// other's: what reads two products could be in either's.
using TakenOperations = llvm::SmallPtrSet<Operation *, 8>;

/// One matmul in the IR with the operations around it that its fact speaks of,
/// so that whoever lowers it can fuse them.
struct MatmulPattern {
  /// The operation itself: a linalg.matmul, or a linalg.batch_matmul whose
  /// operands are matrices of a batch, or one that all products share.
  linalg::LinalgOp matmul;
  /// The zero fill of the init, when that is why the fact's init is Zero; null
  /// for undefined storage or a zero constant. On memrefs it directly
  /// precedes the matmul as far as the buffer is concerned: nothing reads or
  /// writes the buffer in between, so it may be erased with the matmul. On
  /// tensors it may have other uses.
  linalg::FillOp fill;
  /// The truncation that is the only user of the matmul's result (a
  /// linalg.generic, or arith.truncf of tensors), when fact.c is its result;
  /// else null, as where it is the first operation of an epilogue. On memrefs
  /// it writes another buffer, as the last of an epilogue may.
  Operation *cast = nullptr;
  /// The element-wise operations that the fact's epilogue does, in order. On
  /// memrefs they, and the matmuls, write buffers of which nobody else reads
  /// any but C. Nothing in between touches these, or writes what the matmuls
  /// and the others read. Empty where the fact has no epilogue.
  SmallVector<Operation *> epilogue;
  /// Which of their results, or of the product itself, are C and the fact's
  /// other outputs, in this order; C may be any of them. On memrefs C alone,
  /// also that of a cast. Else empty without an epilogue.
  SmallVector<Value> outputs;
  /// Before what an epilogue is to be launched: the last operation of it, or
  /// the first one that reads an output. All that is read is there. On memrefs
  /// also a cast.
  Operation *place = nullptr;
  /// What they read beside that, in the order of the fact's operands.
  SmallVector<EpilogueValue> extras;
  /// The other matmul that the fact speaks of, which stands behind `matmul`;
  /// null for none. Of a pair the same A times a matrix that lies as B does,
  /// read by the epilogue alone. Of a sum the one that adds to this one's
  /// result; on memrefs nothing between touches C, or writes what this one
  /// reads, so that both can be computed where it stands.
  linalg::LinalgOp other;
  /// Of a pair its zero fill, as `fill` is that of `matmul`.
  linalg::FillOp otherFill;
  /// Or, of a pair whose matrices are the left and the right half of B's
  /// columns, the tensor.extract_slice or memref.subview that take the halves
  /// of the one product apart; empty for none. The fact is then of halves.
  SmallVector<Operation *, 2> halves;
  /// Of a matmul of the same A whose result becomes one with this one's, or of
  /// halves of which one is made, why they are no pair; of one that adds to
  /// this one's result, why they are no sum; empty if there is no such thing.
  std::string whyNotTogether;
  /// Of operations that read the result and look like an epilogue, why the
  /// first that is none is left alone; empty if there is no such operation.
  std::string whyNotFused;
  /// Of A or B that is made by what the fact's prologue does, of what.
  std::optional<MatchedPrologue> prologue;
  /// Of both that are 8-bit floats times scales, what these are.
  std::optional<ScaledFactors> scaled;
  /// Of one that is made of integers or 8-bit floats otherwise, why it is taken
  /// as it is, in a clause.
  std::string whyNotStored;
  /// Of one that is made of other floats, why it is taken as it is, in a
  /// sentence; empty if there is none.
  std::string whyNotComputed;
  MatmulFact fact;

  /// A and B as the fact has them.
  Value getInput(unsigned number) const {
    linalg::LinalgOp op = matmul;
    if (scaled)
      return scaled->factors[number];
    return prologue && prologue->number == number ? prologue->stored
                                                  : op.getDpsInputs()[number];
  }
  /// Whether the fact has A or B as it is stored, before what makes it.
  bool takesStored() const { return prologue || scaled; }
  /// What an epilogue begins with: the result, of a pair both, of a sum that of
  /// both together. On memrefs, what they are written to.
  SmallVector<Value, 2> getProducts() const;
  /// Where the result is whole.
  Operation *getLast() const {
    if (!epilogue.empty())
      return epilogue.back();
    linalg::LinalgOp op = other ? other : matmul;
    return cast ? cast : op.getOperation();
  }
};

/// How a kernel is given A or B where that is a memref.
struct InputView {
  /// Rows and columns change places: the elements of a column are adjacent, and
  /// not known to be those of a row. Its fact is transposed where the matmul's
  /// indexing map is not, and the reverse.
  bool isTransposed = false;
  /// One matrix, whose memory all those of the batch are.
  bool isShared = false;
};

/// Of a tensor none of it is so, but for one that is a view in another order of
/// dimensions (tile.permute).
InputView getInputView(Value value);

/// The buffer that a tensor becomes which is a view of another one, a part of
/// it (tensor.extract_slice) or in an order of its own (tile.permute); null for
/// others, which are taken to be dense. Where the other one is written
/// meanwhile bufferization makes a dense copy all the same.
MemRefType getViewType(Value tensor);
/// The same, and that of a dense one; null where a buffer has no such type.
MemRefType getBufferType(Value tensor);
/// What a ranked tensor is a view of, if it is one of these; else null.
Value getViewedTensor(Value tensor);

/// The tensor of four dimensions whose first two an operand, one of three, has
/// collapsed to a batch, where these have no stride in common (a tile.permute):
/// kernels take it as it is. Null for others.
Value getMatricesInTwo(Value operand);

/// Whether `op` is one that may be matched: linalg.matmul, batch_matmul or
/// batch_reduce_matmul. The last is matched alone, of what can be fused with an
/// epilogue at most.
bool isMatmul(Operation *op);

/// How such a one widens integers.
linalg::TypeFn getCast(linalg::LinalgOp matmul);

/// Matches `op` with what surrounds it. What is none of these, or one that no
/// fact can describe, fails and, when `whyNot` is given, sets it to the reason
/// in words: a clause without a full stop, as in "its A operand is broadcast".
/// Without `findsOther` each matmul is taken for itself; so is the second of a
/// pair or sum, whoever asks for it. Without `findsPrologue` operands are taken
/// as they are. An epilogue has none of `taken`, which may be null.
FailureOr<MatmulPattern> matchMatmul(linalg::LinalgOp op,
                                     std::string *whyNot = nullptr,
                                     bool findsOther = true,
                                     bool findsPrologue = true,
                                     const TakenOperations *taken = nullptr);

/// The fact of matchMatmul.
FailureOr<MatmulFact> getMatmulFact(linalg::LinalgOp op,
                                    std::string *whyNot = nullptr);

/// How the init of a matmul came to be.
struct MatmulInit {
  InitKind kind = InitKind::Accumulate;
  linalg::FillOp fill;
};

/// Finds whether the init of `op` (a DPS operand, a tensor or a memref) is a
/// zero fill, a zero constant, or undefined storage. On memrefs that is proved
/// by looking back over the operations before `op` in its block, a bounded
/// number of them; what can't be proved is Accumulate, which is always right.
MatmulInit getMatmulInit(linalg::LinalgOp op);

/// The known alignment, in bytes, of the first element of `value`, a tensor or
/// a memref of `elementBytes` large elements: see OperandFact::alignment. A
/// memref that is not a view is taken as the start of an allocation.
int64_t getKnownAlignment(Value value, int64_t elementBytes);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_MATMULMATCHER_H

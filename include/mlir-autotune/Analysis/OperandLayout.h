//===- OperandLayout.h - How an operand lies in memory ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_OPERANDLAYOUT_H
#define MLIR_AUTOTUNE_ANALYSIS_OPERANDLAYOUT_H

#include "mlir-autotune/Problem/MatmulFact.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

namespace mlir::autotune {

/// Sets the kind of an element of the operand `name`: "A", "B" or "C".
LogicalResult matchElement(Type type, StringRef name, ElementKind &kind,
                           std::string *whyNot);
/// The kind of the elements of an A or B that matchElement accepts: I4R for the
/// result of tile.reorder.
ElementKind getFactorElement(Value factor);
/// Sets how an operand lies in memory: strides, batch stride and alignment.
LogicalResult matchLayout(Value value, StringRef name, int64_t batch,
                          OperandFact &operand, std::string *whyNot);
/// Like matchLayout, for A or B as its getInputView() describes it. The fact
/// must already say whether the matmul takes the operand transposed, and must
/// have its sizes.
LogicalResult matchInputLayout(Value value, StringRef name, int64_t batch,
                               OperandFact &operand, std::string *whyNot);

/// Checks that the elements of C, which the kernel writes, do not overlap.
LogicalResult checkOutput(Value c, std::string *whyNot);
/// Checks that A or B, on memrefs, does not visibly share memory with C.
LogicalResult checkOverlap(Value operand, StringRef name, Value c,
                           std::string *whyNot);

/// How a kernel reads an A or B that is a memref.
struct InputView {
  /// Rows and columns are exchanged: the elements of a column are adjacent, and
  /// those of a row are not known to be. The fact is then transposed if and
  /// only if the matmul's indexing map is not.
  bool isTransposed = false;
  /// The matrices of the batch share the memory of one matrix.
  bool isShared = false;
};

/// Neither is set for a tensor, unless it is a view with another order of
/// dimensions (tile.permute).
InputView getInputView(Value value);

/// The type of the buffer of a tensor that is a view: a part of another tensor
/// (tensor.extract_slice), or one with another order of dimensions
/// (tile.permute). Null for any other tensor, which counts as dense. If the
/// viewed tensor is written meanwhile, bufferization makes a dense copy all the
/// same.
MemRefType getViewType(Value tensor);
/// Like getViewType, and the dense type for any other tensor; null if no buffer
/// can have the type.
MemRefType getBufferType(Value tensor);
/// The tensor that a ranked tensor is a view of, for these views; else null.
Value getViewedTensor(Value tensor);

/// For an operand of three dimensions whose batch was collapsed from two
/// dimensions without a common stride (of a tile.permute): the tensor of four
/// dimensions, which kernels can read. Null for any other operand.
Value getMatricesInTwo(Value operand);

/// A value that an epilogue reads: a scalar, or a value of up to three
/// dimensions.
struct EpilogueValue {
  static constexpr int64_t kUnit = -1;

  Value value;
  /// For each dimension of the value, the dimension of the output that it runs
  /// along, or kUnit for a size of 1. They are in the output's order.
  SmallVector<int64_t> dims;
  /// For each dimension, how many adjacent indices of the output share an
  /// element; empty if that is 1 for all.
  SmallVector<int64_t> groups;

  int64_t getGroup(size_t dim) const {
    return groups.empty() ? 1 : groups[dim];
  }
};

/// How an epilogue's operand lies in memory. The sizes in `fact` must be set.
/// The output has `rank` dimensions.
EpilogueOperand getEpilogueOperand(const MatmulFact &fact, int64_t rank,
                                   const EpilogueValue &value);

/// The known alignment, in bytes, of the first element of `value`, a tensor or
/// a memref with elements of `elementBytes`: see OperandFact::alignment. A
/// memref that is not a view counts as the start of an allocation.
int64_t getKnownAlignment(Value value, int64_t elementBytes);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_OPERANDLAYOUT_H

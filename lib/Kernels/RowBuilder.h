//===- RowBuilder.h - Threads that share rows -------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_KERNELS_ROWBUILDER_H
#define MLIR_AUTOTUNE_LIB_KERNELS_ROWBUILDER_H

#include "mlir-autotune/Kernels/RowKernel.h"
#include "mlir-autotune/Kernels/RowView.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::autotune {

/// Builds the function of a kernel for the problem at the builder's insertion
/// point. Its parameters are as createRowKernel's, and `build` fills in its
/// body. Fails, with an error at the operation, if the problem's body has
/// something that no kernel computes.
using BuildRows =
    llvm::function_ref<void(ImplicitLocOpBuilder &b, gpu::GPUFuncOp function)>;
FailureOr<gpu::GPUFuncOp> createRowsFunction(OpBuilder &builder, StringRef name,
                                             problem::RowsOp op,
                                             int64_t threads, BuildRows build);

/// The part of a value that a thread keeps: one element for each of its
/// columns, or a single one that is the same for the whole row.
using RowElements = SmallVector<Value>;

/// A tensor in memory, of which all elements are adjacent.
struct RowTensor {
  Value pointer;
  /// The number of the problem's operand.
  unsigned operand = 0;
};

/// Builds the body of a kernel of rows.
class RowBuilder {
public:
  RowBuilder(ImplicitLocOpBuilder &b, problem::RowsOp op,
             const RowLayout &layout, gpu::GPUFuncOp function);

  void build();
  ArrayRef<int64_t> getAlignments() const { return alignments; }

private:
  static constexpr int64_t kWarp = 32;

  // RowBuilder.cpp
  void createPlace();
  void buildOp(linalg::GenericOp op);
  SmallVector<RowElements> buildBody(linalg::GenericOp op);
  void buildElements(Operation *op);
  /// The numbers of loops of these sizes, those of a window left out.
  void setLoops(ArrayRef<int64_t> sizes);
  void setLoopsInOrder(ArrayRef<int64_t> sizes);
  RowElements getInput(linalg::GenericOp op, OpOperand &operand);
  RowElements get(Value value);

  // RowAccess.cpp
  /// Loads what lies at `indices` of a tensor that is seen in this shape. Each
  /// index is one, or one for each column.
  RowElements load(Value tensor, ArrayRef<int64_t> shape,
                   ArrayRef<RowElements> indices);
  void store(Value tensor, unsigned operand, const RowElements &elements);
  RowTensor getTensor(Value value);
  RowElements expandMap(AffineMap map, unsigned result);
  Value toI64(Value index);

  // RowReductions.cpp: of rows, and of windows
  /// Combines the values that two parts of a row have come to.
  using Combine =
      llvm::function_ref<SmallVector<Value>(ValueRange left, ValueRange right)>;
  RowElements reduce(linalg::GenericOp op, unsigned result,
                     const RowElements &elements);
  SmallVector<RowElements> reduceExtreme(linalg::GenericOp op,
                                         const RowExtreme &extreme,
                                         ArrayRef<RowElements> elements);
  /// What each element's window comes to, combined in order.
  SmallVector<RowElements> buildWindow(linalg::GenericOp op);
  void buildWindowLoops(linalg::GenericOp op, unsigned loop,
                        SmallVectorImpl<RowElements> &results);
  void buildLoop(int64_t size, int64_t step,
                 SmallVectorImpl<RowElements> &carried,
                 llvm::function_ref<void(Value number)> build);
  Value combine(Operation *combiner, Value a, Value b);
  Value shuffle(Value value, gpu::ShuffleMode mode, Value offset);
  Value constantWord(int64_t value);
  SmallVector<Value> combineRow(Combine combine, ArrayRef<RowElements> elements,
                                ValueRange neutral);
  SmallVector<Value> combineLanes(Combine combine, SmallVector<Value> values,
                                  int64_t lanes);
  Value addShared(int64_t elements, Type type);
  std::pair<Value, Value> createWarpAndLane();
  SmallVector<Value> combineWarps(Combine combine, SmallVector<Value> values);

  // RowScans.cpp
  void buildScan(problem::ScanOp op);
  RowElements getScanned(Value tensor, bool hasColumns);
  RowElements getMasked(problem::ScanOp op, Value neutral);
  Value getBeforeLane(Value value, Value isFirst, Value neutral);
  void scanLanes(Operation *combiner, MutableArrayRef<Value> values, Value lane,
                 int64_t lanes);
  void scanWarps(Operation *combiner, Value neutral,
                 MutableArrayRef<Value> before, MutableArrayRef<Value> totals);

  Value constant(int64_t value);
  bool isMasked() {
    return layout.chunks * layout.threadsPerRow * layout.vector *
               layout.columnCtas !=
           int64_t(op.getColumns());
  }

  ImplicitLocOpBuilder &b;
  problem::RowsOp op;
  const RowLayout layout;
  gpu::GPUFuncOp function;
  SmallVector<int64_t> alignments;
  llvm::DenseMap<Value, RowElements> values;

  /// The thread's number in its row, and its row: never beyond the last.
  Value thread, row;
  /// Whether the row is the thread's own, and not one beyond the last.
  Value ownsRow;
  /// The first column of each chunk, and whether it is inside (null: always).
  SmallVector<Value> columns, inside;
  /// The column of each element.
  RowElements allColumns;
  /// The numbers of the loops of the operation that is being built. Those of a
  /// window are known within its loops only.
  SmallVector<RowElements> loops;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_KERNELS_ROWBUILDER_H

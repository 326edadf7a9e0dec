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

/// How a reduction of rows combines elements: its results one by one, or the
/// two of an argmax together.
struct RowCombiner {
  explicit RowCombiner(linalg::GenericOp op)
      : op(op), extreme(matchRowExtreme(op)) {}

  linalg::GenericOp op;
  std::optional<RowExtreme> extreme;
};

/// What a thread has of one of its rows, while it builds another one.
struct OwnRow {
  Value row;
  llvm::DenseMap<Value, RowElements> values;
  SmallVector<RowElements> loops;
};

/// What a kernel does in one pass over its rows.
struct RowPass {
  /// Operations whose results have one element for each row, which earlier
  /// passes have found all of.
  SmallVector<linalg::GenericOp> ofRows;
  /// Operations on elements of the rows, and reductions of these, in order.
  /// Several passes may compute the same elements.
  SmallVector<linalg::GenericOp> ofColumns;
  /// The numbers of the problem's results that the pass stores.
  SmallVector<unsigned> stored;
};

/// The passes of a problem without scans: as many as there are reductions that
/// follow from each other, and one for results.
SmallVector<RowPass> planRowPasses(problem::RowsOp op);

/// Builds the body of a kernel of rows.
class RowBuilder {
public:
  RowBuilder(ImplicitLocOpBuilder &b, problem::RowsOp op,
             const RowLayout &layout, gpu::GPUFuncOp function);

  void build();
  ArrayRef<int64_t> getAlignments() const { return alignments; }
  /// Bytes of dynamic shared memory.
  int64_t getSharedMemory() const { return sharedMemory; }

private:
  static constexpr int64_t kWarp = 32;

  // RowBuilder.cpp
  void createPlace();
  /// The columns of so many chunks, from a first one on (null: 0).
  void createColumns(Value first, int64_t chunks, bool isMasked);
  void buildAtOnce();
  void buildOnElements(linalg::GenericOp op);
  /// Calls `build` for each row of the thread, with its values and loops.
  void forEachRow(llvm::function_ref<void(unsigned number)> build);
  void createRows();
  SmallVector<RowElements> buildOp(linalg::GenericOp op);
  void setResults(linalg::GenericOp op, ArrayRef<RowElements> results);
  void storeResult(unsigned number);
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

  // RowTransposes.cpp
  /// Whether the CTA loads a tile of an input that is read across rows, for
  /// all of its threads.
  bool isTransposed(linalg::GenericOp op, OpOperand &operand);
  RowElements loadTransposed(linalg::GenericOp op, OpOperand &operand);
  /// Loads what an input has at the thread's own row and columns.
  RowElements loadFromMemory(Value tensor);
  /// Whether an operation on elements reads an input at its own place, however
  /// it divides its elements.
  bool isReadInPlace(linalg::GenericOp op, OpOperand &operand);
  /// How many elements of a vector a thread loads or stores at once.
  int64_t getVectorOf(Type memory);
  SmallVector<Value> loadVector(Type memory, int64_t vector, Value place);
  void storeVector(ArrayRef<Value> words, Value place);
  RowTensor getTensor(Value value);
  RowElements expandMap(AffineMap map, unsigned result);
  Value toI64(Value index);

  // RowPasses.cpp
  void buildPasses();
  void buildPass(RowPass &pass);
  void buildStep(RowPass &pass, Value first, int64_t chunks, bool isMasked,
                 MutableArrayRef<RowElements> sums);
  /// The same as loadFromMemory, but each step of a pass loads an input once,
  /// and only the first pass loads from memory what is kept.
  RowElements loadInPlace(Value tensor);
  void placeKept(MutableArrayRef<RowPass> passes);
  void keep(Value start, const RowElements &elements);
  RowElements loadKept(Value start, Type element);
  SmallVector<Value> getKeptPlaces(Value start, Type memory, int64_t vector);

  // RowReductions.cpp: of rows
  SmallVector<RowElements> reduce(RowCombiner &combiner,
                                  ArrayRef<RowElements> elements);
  /// Combines the values that two parts of a row have come to, one for each
  /// result.
  SmallVector<Value> combineParts(RowCombiner &combiner, ValueRange left,
                                  ValueRange right);
  SmallVector<Value> combineExtremes(const RowExtreme &extreme, ValueRange left,
                                     ValueRange right);
  /// What a reduction begins with that has no elements yet.
  SmallVector<Value> createNothing(RowCombiner &combiner);
  /// Adds a thread's own elements to `values`, which may be none.
  SmallVector<Value> combineOwn(RowCombiner &combiner,
                                ArrayRef<RowElements> elements,
                                SmallVector<Value> values);
  /// The results, from what each thread of a row has come to.
  SmallVector<RowElements> combineThreads(RowCombiner &combiner,
                                          SmallVector<Value> values);
  SmallVector<Value> combineLanes(RowCombiner &combiner,
                                  SmallVector<Value> values, int64_t lanes);
  SmallVector<Value> combineWarps(RowCombiner &combiner,
                                  SmallVector<Value> values);
  Value combine(Operation *combiner, Value a, Value b);
  Value shuffle(Value value, gpu::ShuffleMode mode, Value offset);
  Value constantWord(int64_t value);
  Value addShared(int64_t elements, Type type);
  std::pair<Value, Value> createWarpAndLane();

  // RowWindows.cpp
  /// What each element's window comes to, combined in order, for all rows of
  /// the thread: the results of the first row come first.
  SmallVector<RowElements> buildWindow(linalg::GenericOp op);
  int64_t countSteps(linalg::GenericOp op, unsigned loop, int64_t elements);
  void buildWindowLoops(linalg::GenericOp op, unsigned loop,
                        SmallVectorImpl<RowElements> &results);
  void buildLoop(int64_t size, int64_t step,
                 SmallVectorImpl<RowElements> &carried,
                 llvm::function_ref<void(Value number)> build);

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
  int64_t getColumnsOfChunk() const {
    return layout.threadsPerRow * layout.vector;
  }
  bool isInPasses() const { return layout.passes != Passes::Registers; }

  ImplicitLocOpBuilder &b;
  problem::RowsOp op;
  const RowLayout layout;
  gpu::GPUFuncOp function;
  SmallVector<int64_t> alignments;
  llvm::DenseMap<Value, RowElements> values;

  /// The thread's number in its row, and its row: never beyond the last. If it
  /// has several rows: the one that is being built, and the first one.
  Value thread, row, firstOwnRow;
  unsigned rowInThread = 0;
  /// If it has several rows: all of them.
  SmallVector<OwnRow> ownRows;
  /// The row's number in the CTA, and the CTA's first row.
  Value rowInCta, firstRow;
  /// The first column of the CTA; null if it is 0.
  Value firstOfCta;
  /// Whether the row is the thread's own, and not one beyond the last.
  Value ownsRow;
  /// The first column of each chunk, and whether it is inside (null: always).
  SmallVector<Value> columns, inside;
  /// The column of each element.
  RowElements allColumns;
  /// The same as `columns`, but beyond the last where it is not inside.
  SmallVector<Value> places;
  /// The numbers of the loops of the operation that is being built. Those of a
  /// window are known within its loops only.
  SmallVector<RowElements> loops;

  /// The bytes of tiles of transposed inputs so far.
  int64_t tileBytes = 0;

  /// In several passes: what the step has loaded so far, where the thread's row
  /// of an input is in shared memory, and the inputs that earlier passes have
  /// put there.
  llvm::DenseMap<Value, RowElements> loaded;
  llvm::MapVector<Value, Value> kept;
  llvm::DenseSet<Value> isKept;
  int64_t sharedMemory = 0;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_KERNELS_ROWBUILDER_H

//===- StreamMainloop.h - Sums of a few rows times B ---------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROVIDERS_SIMTSTREAM_STREAMMAINLOOP_H
#define MLIR_AUTOTUNE_LIB_PROVIDERS_SIMTSTREAM_STREAMMAINLOOP_H

#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Kernels/KernelOperands.h"

namespace mlir::autotune {

inline constexpr int64_t kWarpThreads = 32;

/// How the threads of a CTA share a tile of C and K.
struct StreamLayout {
  StreamLayout(const KernelOperands &problem, const SimtStreamConfig &config);

  /// Whether a vector of B lies along K, and how many elements it has.
  bool alongK;
  int64_t width;
  /// Of a CTA: columns, and threads that share each of them.
  int64_t tileColumns, depthThreads;
  /// Elements along K that a CTA multiplies at a time, and those of one vector.
  int64_t depth, vectorDepth;
};

/// One thread's part, in the body of the loop over tiles.
class StreamMainloop {
public:
  StreamMainloop(ImplicitLocOpBuilder &b, const KernelOperands &problem,
                 const SimtStreamConfig &config, const StreamLayout &layout,
                 tile::ForEachTileOp loop);

  /// The thread's sums, row by row, for each of its vectors of B: of a column
  /// where these lie along K, else a vector of neighbouring columns.
  SmallVector<Value> create();

  Value threadId;
  /// Whether no thread before it in its warp has the same columns.
  Value isFirst;
  /// Its warp's number among those that share K.
  Value part;
  /// In the tile, of the sums of each vector: the (first) column.
  SmallVector<Value> tileColumn;

private:
  void locate();
  SmallVector<Value> sumAlongK(ValueRange sums);
  SmallVector<Value> sumVectors(Value k, ValueRange sums, int64_t unroll);
  SmallVector<Value> sumElements(Value k, ValueRange sums);
  SmallVector<Value> sumLastColumns(Value k, ValueRange sums);
  Value loadRight(int64_t index, Value k);
  Value loadRightElement(int64_t index, int64_t element, Value k);
  Value loadLeft(int64_t index, Value k, int64_t count);
  Value loadLeftElement(int64_t index, Value k);
  Value widen(Value vector);
  Value &at(MutableArrayRef<Value> sums, int64_t rowIndex, int64_t index) {
    return sums[rowIndex * config.columns + index];
  }

  ImplicitLocOpBuilder &b;
  const KernelOperands &problem;
  const SimtStreamConfig &config;
  const StreamLayout &layout;
  tile::ForEachTileOp loop;
  /// Whether A is loaded by vectors, too.
  bool hasLeftVectors;
  /// In its warp: the thread's place along memory, and across.
  Value along, across;
  /// The number of the warps that share K with its own, and its own among all
  /// threads that share its columns.
  Value group, depthThread;
  /// In the matrix: columns, and rows of A. Of columns along which no vector
  /// lies, and of rows, that don't exist, the last one.
  SmallVector<Value> column, row;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROVIDERS_SIMTSTREAM_STREAMMAINLOOP_H

//===- Workspace.h - Device memory beside the matrices ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some kernels need memory of their own: counters by which CTAs find each
// other, partial sums of tiles whose K several CTAs share, and packed copies
// of operands whose rows TMA can't load. One allocation holds all of these, in
// this order. Everything that launches kernels uses this layout. It uses
// nothing but the language.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_CORE_WORKSPACE_H
#define MLIR_AUTOTUNE_CORE_WORKSPACE_H

#include <cstdint>

namespace mlir::autotune::cuda {

/// Bytes of the counters, which come first in a workspace. They must be zero
/// when a kernel starts, and each kernel leaves them zero.
inline constexpr int64_t kWorkspaceCounterBytes = 8192;
/// Counters of 4 bytes each: the first kPackCounters count packed operands,
/// each of the others the finished parts of one tile.
inline constexpr int64_t kPackCounters = 64;
inline constexpr int64_t kTileCounters =
    kWorkspaceCounterBytes / 4 - kPackCounters;
/// Whether one of the CTAs that share `steps` steps along K gets no step. A
/// kernel would wait for that CTA for ever. `split` parts, shared through
/// memory, differ by at most one step; `splitK` parts, of a cluster's CTAs,
/// are equal except the last.
constexpr bool hasEmptyPart(int64_t steps, int64_t split, int64_t splitK) {
  if (split > 1)
    return steps < split;
  int64_t part = (steps + splitK - 1) / splitK;
  return (splitK - 1) * part >= steps;
}
/// Slots of a CTA for partial sums in f32. A CTA fills only one slot, but
/// kernels in stored bundles compute addresses with this number.
inline constexpr int64_t kPartialsPerCta = 2;
/// The most elements of a tile whose sums CTAs share: the sums lie in
/// registers, and an SM has this many.
inline constexpr int64_t kMaxSharedTile = 65536;
/// The alignment of matrices, and of the rows of packed matrices: a cache line.
inline constexpr int64_t kWorkspaceAlignment = 256;
inline constexpr int64_t kPackedRowBytes = 128;

/// A matrix in a workspace.
struct WorkspaceMatrix {
  /// From the workspace's start, in bytes.
  int64_t offset = 0;
  /// In elements; `batchStride` is the distance from one matrix of a batch to
  /// the next.
  int64_t rowStride = 0, batchStride = 0;
};

/// Lays out a workspace, one matrix after the other.
class WorkspaceLayout {
public:
  /// Adds the partial sums of `ctas` CTAs for tiles of this many elements, at
  /// most kMaxSharedTile. Must be called first.
  void addPartials(int64_t ctas, int64_t tileElements) {
    bytes +=
        alignUp(ctas * kPartialsPerCta * tileElements * 4, kWorkspaceAlignment);
  }
  /// Adds packed copies of `batch` matrices, one behind the other, with rows
  /// of `columns` elements.
  WorkspaceMatrix addPacked(int64_t rows, int64_t columns, int64_t elementBytes,
                            int64_t batch = 1) {
    int64_t rowBytes = alignUp(columns * elementBytes, kPackedRowBytes);
    int64_t rowStride = rowBytes / elementBytes;
    WorkspaceMatrix matrix{bytes, rowStride, rows * rowStride};
    bytes = alignUp(bytes + batch * rows * rowBytes, kWorkspaceAlignment);
    return matrix;
  }
  /// The bytes of the counters and of everything added so far.
  int64_t getBytes() const { return bytes; }

private:
  static int64_t alignUp(int64_t value, int64_t unit) {
    return (value + unit - 1) / unit * unit;
  }
  int64_t bytes = kWorkspaceCounterBytes;
};

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_CORE_WORKSPACE_H

//===- Workspace.h - Device memory beside the matrices ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some kernels need memory of their own: counters by which CTAs find each
// other, partial sums of tiles whose K several CTAs share, and copies of
// operands whose rows TMA can't load as they lie. It is one allocation, in that
// order. This is the rule for all who launch. Nothing but the language.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_CORE_WORKSPACE_H
#define MLIR_AUTOTUNE_CORE_WORKSPACE_H

#include <cstdint>

namespace mlir::autotune::cuda {

/// Bytes of the counters, which start it. They are zeros when a kernel starts,
/// and each kernel leaves them so.
inline constexpr int64_t kWorkspaceCounterBytes = 8192;
/// Of 4 bytes each: the first count what is packed, the others the parts of a
/// tile each.
inline constexpr int64_t kPackCounters = 64;
inline constexpr int64_t kTileCounters =
    kWorkspaceCounterBytes / 4 - kPackCounters;
/// Whether one of the CTAs that share a K of so many steps gets none: `split`
/// of them through memory, whose parts differ by a step at most, or `splitK` of
/// a cluster, whose parts are equal but for the last. A kernel would wait for
/// it for ever.
constexpr bool hasEmptyPart(int64_t steps, int64_t split, int64_t splitK) {
  if (split > 1)
    return steps < split;
  int64_t part = (steps + splitK - 1) / splitK;
  return (splitK - 1) * part >= steps;
}
/// Slots of a CTA for partial sums in f32. It fills one of them, but kernels of
/// stored bundles know the slots by these numbers.
inline constexpr int64_t kPartialsPerCta = 2;
/// Elements of a tile that CTAs share: its sums lie in registers, of which an
/// SM has so many.
inline constexpr int64_t kMaxSharedTile = 65536;
/// The alignment of matrices, and of the rows of packed matrices: a cache line.
inline constexpr int64_t kWorkspaceAlignment = 256;
inline constexpr int64_t kPackedRowBytes = 128;

/// A matrix in a workspace.
struct WorkspaceMatrix {
  /// From the workspace's start, in bytes.
  int64_t offset = 0;
  /// In elements; the latter of a batch, from one matrix to the next.
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
  /// Copies of so many matrices, one behind the other, with rows of `columns`
  /// elements.
  WorkspaceMatrix addPacked(int64_t rows, int64_t columns, int64_t elementBytes,
                            int64_t batch = 1) {
    int64_t rowBytes = alignUp(columns * elementBytes, kPackedRowBytes);
    int64_t rowStride = rowBytes / elementBytes;
    WorkspaceMatrix matrix{bytes, rowStride, rows * rowStride};
    bytes = alignUp(bytes + batch * rows * rowBytes, kWorkspaceAlignment);
    return matrix;
  }
  /// Of all that was added, and the counters.
  int64_t getBytes() const { return bytes; }

private:
  static int64_t alignUp(int64_t value, int64_t unit) {
    return (value + unit - 1) / unit * unit;
  }
  int64_t bytes = kWorkspaceCounterBytes;
};

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_CORE_WORKSPACE_H

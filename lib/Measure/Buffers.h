//===- Buffers.h - The matrices of one problem ------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All buffer sets of a problem lie in one allocation. Each matrix has a guard
// zone right before its first byte and right after its last. There are as many
// sets as make the total at least three times the L2, so that a launch finds
// nothing of its inputs in the cache. A workspace is what one launch after the
// other uses anywhere, and there is one.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_BUFFERS_H
#define AUTOTUNE_LIB_MEASURE_BUFFERS_H

#include "mlir-autotune/Core/Workspace.h"
#include "mlir-autotune/Measure/Manifest.h"
#include "mlir-autotune/Runtime/SupportModule.h"

namespace mlir::autotune::measure {

constexpr int64_t kGuardBytes = 4096;
/// Where sets are so small that launches, not memory, are what is timed, more
/// of them only make the graph long.
constexpr int64_t kMaxSets = 4096;
/// So that no launch finds what the one before it has read.
constexpr int64_t kFewestSets = 2;
/// So many times the L2 is what all sets have.
constexpr int64_t kCacheMultiple = 3;

/// Where each matrix of a set lies. Byte offsets from the set's begin.
struct SetLayout {
  std::vector<int64_t> offset, bytes;
  /// Distance between two sets; a multiple of 256.
  int64_t stride = 0;
  int64_t sets = 0;
};

/// Over how many of the sets a replay must rotate, be it all or one. A product
/// of 2e12 operations takes 2 ms at 1000 TFLOP/s, and memory fills the L2 in 15
/// us (NVIDIA H100): all that it may find there of the launch before can't save
/// it a hundredth of its time.
int64_t getRotation(const MeasuredProblem &problem, int64_t sets);

/// Matrices are aligned to 256 bytes, as the driver's own allocations are.
SetLayout getSetLayout(const MeasuredProblem &problem, int64_t l2Bytes);

/// What a kernel's workspace holds (Core/Workspace.h).
struct WorkspacePlan {
  struct Packed {
    tile::PackedCopy copy;
    cuda::WorkspaceMatrix place;
  };
  std::vector<Packed> packed;
  /// 0 for a kernel that needs none.
  int64_t bytes = 0;
};
/// `ctas` are those of its launch.
WorkspacePlan planWorkspace(const Kernel &kernel,
                            const MeasuredProblem &problem, int64_t ctas);

class Buffers {
public:
  /// Allocates and fills every set (inputs and C from their own seed each) and
  /// the workspace, and writes the guards. `problem` and `support` must outlive
  /// the buffers. All that is done is on `stream`, the support module's.
  static cuda::Status create(const MeasuredProblem &problem,
                             const cuda::SupportModule &support,
                             cuda::StreamHandle stream, int64_t l2Bytes,
                             int64_t workspaceBytes, Buffers &buffers);

  int64_t getSetCount() const { return layout.sets; }
  int64_t getRotation() const {
    return measure::getRotation(*problem, layout.sets);
  }
  cuda::DeviceMatrix getMatrix(int64_t set, int operand) const;
  /// As it is filled: where rows of all matrices lie one behind the other, one
  /// matrix of these.
  cuda::DeviceMatrix getFilled(int64_t set, int operand) const;

  /// Those whose outputs are checked: the last one's product is so many times
  /// the first one's, exactly, so that one reference does for both. A's
  /// elements are negated in the last set, and B's doubled: what reads one of
  /// them, or both, from another set is wrong everywhere. Of integers without a
  /// sign neither is a multiple: that set is as the first. Nor is what a
  /// prologue makes of integers, or scales of floats, or twice one of 4 bits:
  /// then the last set, too, has numbers and a reference of its own. What an
  /// epilogue or prologue reads has numbers of its own in each set.
  int64_t getLastSet() const { return layout.sets - 1; }
  int getScale(int64_t set) const {
    return set == getLastSet() && !problem->zeroExtend &&
                   !problem->hasNoMultiples()
               ? -2
               : 1;
  }

  /// Poison, or the C that is added to: what an output must hold before a
  /// launch.
  cuda::Content getOutputContent(int64_t set, int operand) const;
  /// How a matrix is filled, C as one that is added to.
  cuda::Content getContent(int64_t set, int operand) const;
  uint64_t getSeed(int64_t set, int operand) const;
  /// Of all outputs.
  cuda::Status resetOutputs(int64_t set) const;

  /// Makes the workspace at least so large. Kernels that were loaded before
  /// have the address of the old one.
  cuda::Status reserveWorkspace(int64_t bytes);
  /// The workspace's address; as far as there is one, so are these.
  cuda::DevicePtr getWorkspace() const;
  cuda::DeviceMatrix getPacked(const WorkspacePlan::Packed &packed) const;
  /// What a workspace holds before the first launch of a candidate that may use
  /// so much of it: counters of zero, and ones in all bits of what it has not
  /// packed yet. The guard zone follows right behind.
  cuda::Status resetWorkspace(int64_t bytes);

  /// Names the first matrix of `set` whose inputs changed, or any matrix whose
  /// guard zone was written to, or counters that are not zero; empty when all
  /// is well. Waits.
  cuda::Status findDamage(int64_t set, std::string &damage) const;
  /// The same of the workspace alone.
  cuda::Status findWorkspaceDamage(std::string &damage) const;
  /// Makes all inputs, guards and the workspace whole again.
  cuda::Status repair();

private:
  int getOperandCount() const { return int(problem->operands.size()); }
  bool isExtra(int operand) const {
    return size_t(operand) >= problem->getFirstExtra();
  }
  /// From one set's seeds to the next one's.
  uint64_t getSeedStep() const;
  cuda::DevicePtr getGuard(int operand, bool behind, int64_t &bytes) const;
  cuda::DevicePtr getWorkspaceGuard(bool behind) const;

  const MeasuredProblem *problem = nullptr;
  const cuda::SupportModule *support = nullptr;
  cuda::StreamHandle stream = nullptr;
  SetLayout layout;
  /// Of all that there is, and what lies between the guards.
  int64_t workspaceBytes = 0, guardedBytes = 0;
  int64_t l2Bytes = 0;
  cuda::DeviceBuffer memory, workspace;
};

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_BUFFERS_H

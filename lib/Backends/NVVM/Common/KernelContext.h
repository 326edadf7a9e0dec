//===- KernelContext.h - A kernel while it is lowered --------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function that a tile.kernel becomes, and the values that every part of
// the lowering needs: the thread's indices, the start of shared memory, and
// the parameters. They are created once, at the function's start.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELCONTEXT_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELCONTEXT_H

#include "Emitter.h"
#include "KernelLayout.h"

namespace mlir::autotune::tile {

/// Dynamic shared memory. One symbol serves all kernels of a module.
inline constexpr StringLiteral kSharedSymbol = "tile_dynamic_shared";

/// A role's position in a ring: two variables in the thread's own memory, which
/// LLVM turns into registers whatever the control flow around them.
struct RingPosition {
  /// i32: the ring's slots.
  Value stages;
  Value stageVariable, phaseVariable;

  /// The next stage to use, and the parity to wait for at its barrier.
  std::pair<Value, Value> load(Emitter &e) const;
  /// Moves on by one slot, or by `count` slots.
  void advance(Emitter &e) const;
  void skip(Emitter &e, Value count) const;
};

/// CTAs of a cluster.
inline int64_t getClusterSize(const KernelABI &abi) {
  return abi.cluster[0] * abi.cluster[1] * abi.cluster[2];
}

struct KernelContext {
  KernelLayout layout;
  LLVM::LLVMFuncOp func;

  // i32 values at the start of the function.
  Value threadId;
  /// Known to the compiler to be uniform in a warp.
  Value warp, warpgroup;
  Value ctaId;
  /// 32-bit address of shared memory, aligned.
  Value sharedBase;
  /// This CTA's place in its cluster along M, N and K.
  std::array<Value, 3> clusterRank;
  /// At which threads wait until barriers are initialised, and the CTAs of a
  /// cluster that load for each other have started. Null if the kernel has no
  /// such barriers.
  Operation *startBarrier = nullptr;

  /// Slots, and bytes of one, of each ring whose launch chooses them.
  DenseMap<Operation *, std::pair<Value, Value>> chosenSlots;
  /// Positions by role index and ring, of its producers and its consumers.
  DenseMap<std::pair<int64_t, Operation *>, RingPosition> produced, consumed;
  /// The parity for which a role instance waits next, by role index.
  DenseMap<int64_t, Value> turnParity;
  /// The operand number of each memref argument.
  DenseMap<Value, int64_t> operands;
  /// The role of each operation. Parents are gone after roles are lowered.
  DenseMap<Operation *, const RoleLayout *> roles;

  /// Creates the function, moves the kernel's body into it, and creates all
  /// values above.
  static std::unique_ptr<KernelContext> create(KernelLayout layout,
                                               KernelOp kernel);

  /// The parameter of an operand; `dim` is for sizes and strides.
  Value getParam(KernelParam::Kind kind, int64_t operand,
                 int64_t dim = 0) const;
  /// The same, or null if the kernel does without it.
  Value findParam(KernelParam::Kind kind, int64_t operand,
                  int64_t dim = 0) const;
  /// A number of the windows that the kernel loads.
  Value getWindowNumber(KernelParam::WindowNumber number) const;
  /// Like getParam() above, for the matrix that `indices` refer to. In a
  /// group, the first index is the problem's number.
  Value getParam(Emitter &e, KernelParam::Kind kind, int64_t operand,
                 int64_t dim, ValueRange indices) const;
  Value getTensorMap(Emitter &e, int64_t operand, ArrayRef<int64_t> box,
                     ValueRange indices, bool trimmed = false,
                     bool chosen = false, bool windowed = false) const;
  /// The indices of a tile's matrix in a TMA map, after column and row: the
  /// matrix's number in a batch. Empty in a group, where each matrix has its
  /// own map.
  ValueRange getOuterIndices(ValueRange indices) const {
    return layout.abi.group ? ValueRange() : indices.drop_back(2);
  }
  /// The address of the matrix that `indices` refer to. In a batch or a group,
  /// the first index is the matrix's number.
  Value getMatrixPointer(Emitter &e, int64_t operand, Type element,
                         ValueRange indices) const;
  /// The number of the kernel's argument that `memref` is.
  int64_t getOperand(Value memref) const { return operands.lookup(memref); }
  bool isOperand(Value memref) const { return operands.contains(memref); }
  /// The address of something at a fixed place in shared memory.
  Value shared(Emitter &e, int64_t offset) const {
    return e.add(sharedBase, offset);
  }

  /// How far slot number `stage` is from the start of its ring.
  Value getSlotOffset(Emitter &e, const RingLayout &ring, Value stage) const {
    return ring.isChosen
               ? e.mul(stage, chosenSlots.lookup(ring.getKey()).second)
               : e.mul(stage, ring.slotBytes);
  }

  /// The address of mbarrier number `index` of those from `offset` on.
  Value getMBarrier(Emitter &e, int64_t offset, Value index) const {
    Value distance = e.mul(index, kBarrierBytes);
    return e.add(distance, shared(e, offset));
  }

  const RoleLayout *getRole(Operation *op) const { return roles.lookup(op); }
  /// Whether the role fills slots of a ring.
  bool isProducer(const RoleLayout &role) const {
    return llvm::any_of(produced, [&](const auto &position) {
      return position.first.first == role.index;
    });
  }
  /// This thread's warpgroup, counted from the role's first.
  Value getRoleWarpgroup(Emitter &e, const RoleLayout &role) const;
  /// Which copy of the role this thread belongs to, and its warpgroup in that
  /// copy.
  Value getCopy(Emitter &e, const RoleLayout &role) const;
  Value getInstanceWarpgroup(Emitter &e, const RoleLayout &role) const;
  Value getWarpgroupThread(Emitter &e) const {
    return e.bitAnd(threadId, kWarpgroupThreads - 1);
  }
  /// This warp's row and column in the grid of its role.
  std::pair<Value, Value> getWarpInGrid(Emitter &e) const {
    int64_t rows = (*layout.warpGrid)[0];
    return {e.rem(warp, rows), e.div(warp, rows)};
  }
  /// One thread of each warpgroup.
  Value isWarpgroupLeader(Emitter &e) const {
    return e.equal(getWarpgroupThread(e), 0);
  }
  /// Named barriers: 1 to 8 belong to warpgroups, those from 9 on to roles.
  Value getWarpgroupBarrier(Emitter &e) const { return e.add(warpgroup, 1); }
  int64_t getRoleBarrier(const RoleLayout &role) const {
    return 9 + role.index;
  }
};

/// These lower structure, in this order and before any pattern: the packing
/// before roles start, the loops over tiles, then the roles around them.
void lowerPacks(KernelContext &context);
void lowerTileLoops(KernelContext &context);
void lowerRoles(KernelContext &context);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELCONTEXT_H

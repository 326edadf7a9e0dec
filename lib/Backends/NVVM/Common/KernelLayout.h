//===- KernelLayout.h - Where a kernel keeps what ------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decisions before a kernel is lowered: the warps of each role, the bytes
// of shared memory of each ring, barrier and staging buffer, and the tensor
// maps.
//
// Shared memory, from a base aligned to 1024 bytes (the 128-byte swizzle's
// atom): the slots of each ring, the staging buffers, the barriers. A tile of a
// slot lies in columns of 128 bytes: chunk after chunk, each with all rows of
// the tile, so that each chunk is one box of TMA and what wgmma's descriptors
// describe.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELLAYOUT_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELLAYOUT_H

#include "mlir-autotune/Dialect/Tile/KernelABI.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::autotune::tile {

/// A row of the 128-byte swizzle, and its atom of eight rows.
inline constexpr int64_t kSwizzleBytes = 128;
inline constexpr int64_t kSwizzleRows = 8;
inline constexpr int64_t kSwizzleAtom = kSwizzleBytes * kSwizzleRows;
/// Threads, and warps, that execute a wgmma together.
inline constexpr int64_t kWarpgroupThreads = 128;
inline constexpr int64_t kWarpgroupWarps = 4;
inline constexpr int64_t kWarpThreads = 32;
inline constexpr int64_t kBarrierBytes = 8;
/// Registers that a thread can name (PTX ISA).
inline constexpr int64_t kMaxThreadRegisters = 255;
/// Rows and columns of a fragment that a warp of a grid has at a time.
inline constexpr int64_t kWarpBlock = 16;

int64_t getElementBytes(Type type);

/// Whether TMA performs a store, instead of the role's threads.
inline bool isAsync(StoreOp store) {
  return store.getStaging() && !store.getCopied();
}

/// The bytes that a thread writes at once for a store that is not
/// asynchronous: more than one element if the store's alignment allows.
int64_t getStoreBytes(StoreOp store);

/// Whether a store assumes that the elements of a row are adjacent. An
/// alignment of 1 promises nothing, not even for one-byte elements.
inline bool isDense(StoreOp store) { return store.getAlignment() > 1; }

/// The most bytes that one cp.async copies (PTX ISA).
inline constexpr int64_t kAsyncCopyBytes = 16;

/// Bytes of a vector that is loaded past L1 (nontemporal).
inline constexpr int64_t kNontemporalBytes = 16;
/// The known alignment, in bytes, of the addresses of a load or store.
template <typename OpT> int64_t getVectorAlignment(OpT access) {
  return access.getAlignment().value_or(
      getElementBytes(access.getVectorType().getElementType()));
}

/// A tile in shared memory.
struct TileLayout {
  explicit TileLayout(VectorType tile);
  int64_t rows, columns;
  int64_t elementBytes;
  /// Columns of a chunk, and bytes from one chunk to the next.
  int64_t chunkColumns, chunkBytes;
  int64_t numChunks;
  int64_t getBytes() const { return chunkBytes * numChunks; }
};

struct RingLayout {
  RingOp op;
  SmallVector<TileLayout> tiles;
  /// The offset of each tile from the start of the slot.
  SmallVector<int64_t> tileOffsets;
  /// With all columns that a launch may choose.
  int64_t slotBytes = 0;
  int64_t offset = 0;
  /// Whether the launch chooses how many rows the last tile of a slot has.
  /// Slots are then as large as these need, and there are as many of them as
  /// the ring's bytes hold.
  bool isChosen = false;
  /// The most slots that a launch may have.
  int64_t mostStages = 0;
  /// full[s] at barriers + 8 s, empty[s] at barriers + 8 (mostStages + s).
  int64_t barriers = 0;
  /// Arrivals that fill a slot, in addition to TMA's bytes, and arrivals that
  /// empty it.
  int64_t fullArrivals = 1, emptyArrivals = 0;
  /// How threads fill the slots instead of TMA. `copiedAtOnce` is set if they
  /// wait for their copies (pieces below 16 bytes), or compute the contents
  /// from other tiles; `copiedLater` is set if they copy asynchronously and do
  /// not wait.
  bool copiedAtOnce = false, copiedLater = false;
  /// Which CTAs of the cluster write into each other's slots.
  bool multicastM = false, multicastN = false;
  /// Whether the role that drains the ring also fills it. It then has no
  /// barriers.
  bool isOwn = false;

  /// The ring as the key of a map.
  Operation *getKey() const { return RingOp(op).getOperation(); }
  /// Of slots with all columns.
  int64_t getStages() const { return RingOp(op).getStages(); }
  int64_t getBytes() const { return slotBytes * getStages(); }
  bool isMulticast() const { return multicastM || multicastN; }
  bool isCopied() const { return copiedAtOnce || copiedLater; }
};

struct StagingLayout {
  StagingOp op;
  int64_t bufferBytes = 0;
  /// Of the buffers of all warpgroups.
  int64_t bytes = 0;
  int64_t offset = 0;
};

/// Numbers only: the operation itself is gone once roles are lowered.
struct RoleLayout {
  int64_t index = 0;
  int64_t firstWarp = 0;
  int64_t warps = 0;
  int64_t copies = 1;
  /// One barrier for each copy, when there are copies.
  int64_t turnBarriers = 0;

  int64_t getFirstWarpgroup() const { return firstWarp / kWarpgroupWarps; }
  int64_t getInstanceWarpgroups() const { return warps / kWarpgroupWarps; }
  int64_t getTotalWarps() const { return warps * copies; }
};

/// Registers of a thread for values of columns: of single columns, those of
/// its own two of each eight (FragmentLayout.h).
inline int64_t countColumnRegisters(ColumnsType type) {
  ArrayRef<int64_t> shape = type.getShape();
  return shape[1] == 1 ? shape[0] / 4 : shape[0];
}

struct KernelLayout {
  SmallVector<RingLayout, 1> rings;
  SmallVector<StagingLayout, 1> stagings;
  SmallVector<RoleLayout, 2> roles;
  /// Warpgroups over which fragments are spread.
  int64_t fragmentWarpgroups = 1;
  /// The grid of warps, in a kernel whose role has one.
  std::optional<std::array<int64_t, 2>> warpGrid;
  /// The lowest compute capability (90) that the kernel must run on; 0 if
  /// unknown.
  unsigned capability = 0;
  /// Where one thread tells the others of the CTA what to do next; 8 bytes: a
  /// word for tile.pack, and at +4 one for tile.contribute.
  int64_t message = 0;
  SmallVector<Operation *> roleOps;
  KernelABI abi;

  /// Fails with a diagnostic for a kernel that this conversion can't lower.
  static FailureOr<KernelLayout> compute(KernelOp kernel);

  const RingLayout &getRing(Value ring) const;
  const StagingLayout &getStaging(Value staging) const;
  /// The role that an operation of the kernel stands in; nullptr outside roles.
  const RoleLayout *getRole(Operation *op) const;
  /// Rows of the box that one CTA loads: a slice of the tile, or of the half
  /// of its rows that is loaded, with multicast.
  int64_t getBoxRows(LoadOp load) const;
  /// Index in abi.params.
  int64_t getTensorMap(int64_t operand, ArrayRef<int64_t> box, bool trimmed,
                       bool chosen, bool windowed = false) const;
};

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELLAYOUT_H

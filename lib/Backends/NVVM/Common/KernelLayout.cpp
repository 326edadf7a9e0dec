//===- KernelLayout.cpp - Where a kernel keeps what -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLayout.h"
#include "Architecture.h"
#include "KernelChecks.h"
#include "KernelGrid.h"
#include "KernelParams.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// A box of TMA has at most this many elements along a dimension (CUDA driver
/// API, cuTensorMapEncodeTiled).
static constexpr int64_t kMaxBoxRows = 256;
/// Shared memory of a CTA of Hopper (CUDA C++ Programming Guide, "Technical
/// Specifications per Compute Capability": 227 KB).
static constexpr int64_t kMaxSharedMemory = 227 * 1024;
/// Of the 16 named barriers, the CTA has one and its warpgroups eight.
static constexpr int64_t kMaxRoles = 7;

int64_t tile::getElementBytes(Type type) {
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

TileLayout::TileLayout(VectorType tile)
    : rows(tile.getDimSize(0)), columns(tile.getDimSize(1)),
      elementBytes(tile::getElementBytes(tile.getElementType())),
      chunkColumns(kSwizzleBytes / elementBytes),
      chunkBytes(rows * kSwizzleBytes),
      numChunks(llvm::divideCeil(columns, chunkColumns)) {}

const RingLayout &KernelLayout::getRing(Value ring) const {
  return *llvm::find_if(rings, [&](const RingLayout &layout) {
    return RingOp(layout.op).getRing() == ring;
  });
}

const StagingLayout &KernelLayout::getStaging(Value staging) const {
  return *llvm::find_if(stagings, [&](const StagingLayout &layout) {
    return StagingOp(layout.op).getStaging() == staging;
  });
}

const RoleLayout *KernelLayout::getRole(Operation *op) const {
  auto role = op->getParentOfType<RoleOp>();
  auto it = llvm::find(roleOps, role.getOperation());
  return it == roleOps.end() ? nullptr : &roles[it - roleOps.begin()];
}

/// Rows of the tile that an operation loads, for all CTAs that it loads for.
static int64_t getLoadedRows(LoadOp load) {
  int64_t rows =
      load.getSlot().getType().getTiles()[load.getTile()].getDimSize(0);
  std::optional<ArrayRef<int64_t>> half = load.getHalf();
  return half && (*half)[0] == 0 ? rows / 2 : rows;
}

int64_t KernelLayout::getBoxRows(LoadOp load) const {
  int64_t rows = getLoadedRows(load);
  if (std::optional<Axis> axis = load.getMulticast())
    rows /= abi.cluster[static_cast<int64_t>(*axis)];
  return rows;
}

int64_t KernelLayout::getTensorMap(int64_t operand, ArrayRef<int64_t> box,
                                   bool trimmed, bool chosen,
                                   bool windowed) const {
  for (auto [index, param] : llvm::enumerate(abi.params))
    if (param.kind == KernelParam::Kind::TensorMap &&
        param.operand == operand && ArrayRef(param.box) == box &&
        param.trimmed == trimmed && param.chosen == chosen &&
        param.windowed == windowed)
      return index;
  llvm_unreachable("every box was counted by compute()");
}

//===----------------------------------------------------------------------===//
// compute
//===----------------------------------------------------------------------===//

/// Whether products drop bits of what the ring holds, which is better rounded:
/// nobody has the rest of it.
static bool isMultipliedAsTf32(RingOp ring) {
  auto isTf32 = [](Operation *user) {
    auto mma = dyn_cast<MmaOp>(user);
    return mma && mma.getTf32() && !mma.getLow();
  };
  for (Operation *user : ring.getRing().getUsers())
    if (auto wait = dyn_cast<WaitOp>(user))
      if (llvm::any_of(wait.getSlot().getUsers(), isTf32))
        return true;
  return false;
}

static LogicalResult addLoad(KernelLayout &layout, RingLayout &ring,
                             LoadOp load) {
  FailureOr<int64_t> operand = getTmaOperand(load, load.getSource());
  if (failed(operand))
    return failure();
  // The kernel does not know how many rows a packed copy or a problem of a
  // group has.
  if (load.getTrim() &&
      (layout.abi.group || load.getSource().getDefiningOp<PackOp>()))
    return load.emitOpError("'trim' is for arguments of the kernel, and not in "
                            "groups");
  const TileLayout &tile = ring.tiles[load.getTile()];
  int64_t rows = getLoadedRows(load), boxRows = layout.getBoxRows(load);
  ArrayRef<int64_t> choices = layout.abi.choices;
  if (load.getChosen() && choices.empty())
    return load.emitOpError("is 'chosen', and the kernel has no "
                            "tile.chosen_columns");
  if (load.getChosen() && rows != choices.back())
    return load.emitOpError("is 'chosen' and loads a tile of ")
           << rows << " rows; it must have " << choices.back()
           << ", the most of the kernel's tile.chosen_columns";
  if (std::optional<Axis> axis = load.getMulticast()) {
    int64_t size = layout.abi.cluster[static_cast<int64_t>(*axis)];
    if (boxRows * size != rows)
      return load.emitOpError("splits ")
             << rows << " rows among " << size
             << " CTAs: each must get the same number";
    (*axis == Axis::M ? ring.multicastM : ring.multicastN) |= size > 1;
  }
  int64_t mostRows = load.isOfWindows() ? kMaxWindowedPixels : kMaxBoxRows;
  if (boxRows > mostRows)
    return load.emitOpError("loads ") << boxRows << " rows at once; TMA takes "
                                      << "at most " << mostRows;
  addTensorMap(layout.abi, *operand, load.getSource(), boxRows,
               tile.chunkColumns, isMultipliedAsTf32(ring.op), load.getTrim(),
               load.getChosen(), load.isOfWindows());
  return success();
}

/// Whether what is waited for is transposed, and nothing else.
static bool transposes(WaitOp wait) {
  auto users = wait.getSlot().getUsers();
  return llvm::any_of(users, llvm::IsaPred<TransposeOp>) &&
         llvm::all_of(users, llvm::IsaPred<TransposeOp, ReleaseOp>);
}

/// Whether the role that fills a ring drains it, be it waited for or not.
static bool isOwnRing(RingOp ring) {
  return llvm::any_of(ring.getRing().getUsers(), [](Operation *user) {
    auto wait = dyn_cast<WaitOp>(user);
    return (wait && wait.getPending()) ||
           (isa<AcquireOp>(user) && user->getParentOfType<RoleOp>().getGrid());
  });
}

/// Whether an operation fills the last tile of a slot as the launch chooses, or
/// another tile.
static bool fillsAsChosen(Operation *op, size_t lastTile) {
  if (auto load = dyn_cast<LoadOp>(op))
    return load.getChosen() || load.getTile() != lastTile;
  auto copy = dyn_cast<CopyOp>(op);
  return isa<CommitOp>(op) || (copy && copy.getTile() != lastTile);
}

/// Whether the size of slots can follow the rows that the launch chooses for
/// their last tile. Nobody may fill or read all of that tile. It must have one
/// chunk: in several, the chosen rows are not together. Other CTAs must not
/// write into the slots, because those are drained by a fixed number at the
/// end.
static bool canChooseSlots(const RingLayout &ring) {
  if (ring.tiles.back().numChunks > 1 || ring.isMulticast())
    return false;
  bool isChosen = false;
  size_t lastTile = ring.tiles.size() - 1;
  for (Operation *user : RingOp(ring.op).getRing().getUsers()) {
    if (auto acquire = dyn_cast<AcquireOp>(user)) {
      for (Operation *slotUser : acquire.getSlot().getUsers()) {
        if (!fillsAsChosen(slotUser, lastTile))
          return false;
        auto load = dyn_cast<LoadOp>(slotUser);
        isChosen |= load && load.getTile() == lastTile;
      }
    } else if (auto wait = dyn_cast<WaitOp>(user)) {
      if (llvm::any_of(wait.getSlot().getUsers(),
                       llvm::IsaPred<SplitOp, TransposeOp, ReadOperandsOp>))
        return false;
    } else if (!isa<CommitOp, ReleaseOp>(user)) {
      return false;
    }
  }
  return isChosen;
}

static LogicalResult layOutRing(KernelLayout &layout, RingLayout &ring) {
  ring.isOwn = isOwnRing(ring.op);
  // Its threads meet at the barrier of the CTA.
  if (ring.isOwn && layout.roles.size() > 1)
    return ring.op.emitOpError("is filled by the role with a 'grid' that "
                               "drains it: that role must be the only one");
  for (VectorType type : ring.op.getRing().getType().getTiles()) {
    ring.tiles.emplace_back(type);
    const TileLayout &tile = ring.tiles.back();
    if (tile.rows % kSwizzleRows)
      return ring.op.emitOpError("a tile's rows are a multiple of ")
             << kSwizzleRows << ", not " << tile.rows;
    ring.tileOffsets.push_back(ring.slotBytes);
    ring.slotBytes += tile.getBytes();
  }
  ring.mostStages = ring.getStages();
  // Warpgroups, or warps, of each role that drains it.
  bool isOfThreads = isReadByThreads(ring.op);
  llvm::SmallMapVector<const RoleLayout *, int64_t, 2> drains;
  for (Operation *user : ring.op.getRing().getUsers()) {
    if (auto acquire = dyn_cast<AcquireOp>(user)) {
      for (Operation *slotUser : acquire.getSlot().getUsers()) {
        if (auto load = dyn_cast<LoadOp>(slotUser))
          if (failed(addLoad(layout, ring, load)))
            return failure();
        if (auto copy = dyn_cast<CopyOp>(slotUser))
          (copy.getAsync() ? ring.copiedLater : ring.copiedAtOnce) = true;
        ring.copiedAtOnce |= isa<SplitOp, TransposeOp>(slotUser);
      }
      // Each warp arrives for what it has written, and each thread by what it
      // started.
      if (ring.isCopied())
        ring.fullArrivals =
            layout.getRole(acquire)->warps *
            (ring.copiedAtOnce + ring.copiedLater * kWarpThreads);
    } else if (auto wait = dyn_cast<WaitOp>(user)) {
      if (ring.isOwn)
        continue;
      const RoleLayout *role = layout.getRole(user);
      auto op = user->getParentOfType<RoleOp>();
      // Those that transpose, or multiply warp by warp, may be some warps of
      // one.
      bool isWhole = role->warps % kWarpgroupWarps == 0 &&
                     role->firstWarp % kWarpgroupWarps == 0;
      if (op.getElect() || (!isWhole && !op.getGrid() && !transposes(wait)))
        return user->emitOpError(
                   "slots are drained by whole warpgroups: the role's warps, "
                   "and the warps before them, must be multiples of ")
               << kWarpgroupWarps << ", without 'elect'";
      drains[role] = isOfThreads ? role->warps : role->getInstanceWarpgroups();
    }
  }
  if (canChooseSlots(ring)) {
    ring.isChosen = true;
    int64_t fewest = layout.abi.choices.front() * kSwizzleBytes;
    ring.mostStages =
        std::min(RingOp::kMostStages,
                 ring.getBytes() / (ring.tileOffsets.back() + fewest));
  }
  int64_t releasing = 0;
  for (int64_t arriving : llvm::make_second_range(drains))
    releasing += arriving;
  // Every CTA that writes into a slot must know that it is empty.
  ArrayRef<int64_t> cluster = layout.abi.cluster;
  int64_t writers = 1 + (ring.multicastM ? cluster[0] - 1 : 0) +
                    (ring.multicastN ? cluster[1] - 1 : 0);
  ring.emptyArrivals = std::max<int64_t>(1, releasing * writers);
  return success();
}

static bool holdsFragments(RoleOp role) {
  auto isFragment = [](Type type) {
    return isa<FragmentType, RowsType, ColumnsType>(type);
  };
  WalkResult result = role.walk([&](Operation *op) {
    return llvm::any_of(op->getOperandTypes(), isFragment) ||
                   llvm::any_of(op->getResultTypes(), isFragment)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return result.wasInterrupted();
}

static LogicalResult layOutRoles(KernelLayout &layout, KernelOp kernel) {
  int64_t warps = 0;
  RoleOp holding;
  layout.capability = getCapability(kernel);
  for (RoleOp role : kernel.getBody().getOps<RoleOp>()) {
    RoleLayout &entry = layout.roles.emplace_back();
    layout.roleOps.push_back(role);
    entry.index = layout.roles.size() - 1;
    entry.warps = role.getWarps();
    entry.copies = role.getCopies();
    entry.firstWarp = warps;
    warps += role.getTotalWarps();
    if (std::optional<ArrayRef<int64_t>> grid = role.getGrid()) {
      layout.warpGrid = {(*grid)[0], (*grid)[1]};
      continue;
    }
    if (layout.warpGrid && holdsFragments(role))
      return role.emitOpError("holds fragments beside a role with a 'grid'; "
                              "only the role with the 'grid' may hold them");
    bool whole = role.getWarps() % kWarpgroupWarps == 0 &&
                 entry.firstWarp % kWarpgroupWarps == 0;
    if ((role.getRegisters() || role.getCopies() > 1) && !whole)
      return role.emitOpError(
          "has registers or copies: its warps, and the warps before them, must "
          "be whole warpgroups of 4");
    if (!holdsFragments(role))
      continue;
    if (role.getElect())
      return role.emitOpError(
          "holds fragments, which are spread over warps: it must not have "
          "'elect', which leaves one thread");
    if (!whole)
      return role.emitOpError("holds fragments: its warps, and the warps "
                              "before them, must be whole warpgroups of 4");
    int64_t warpgroups = entry.getInstanceWarpgroups();
    if (holding && layout.fragmentWarpgroups != warpgroups)
      return role.emitOpError("holds fragments in ")
             << warpgroups << " warpgroups, and the role \""
             << holding.getName() << "\" in " << layout.fragmentWarpgroups
             << "; both must have the same number";
    holding = role;
    layout.fragmentWarpgroups = warpgroups;
  }
  if (layout.roles.size() > kMaxRoles)
    return kernel.emitOpError("has at most ")
           << kMaxRoles << " roles, not " << layout.roles.size();
  return success();
}

/// That threads can hold what operations give.
static LogicalResult checkResults(const KernelLayout &layout, KernelOp kernel) {
  WalkResult result = kernel.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (failed(askArchitectures([&](const Architecture &architecture) {
            return architecture.checkResult(op, type, layout);
          })))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

FailureOr<KernelLayout> KernelLayout::compute(KernelOp kernel) {
  KernelLayout layout;
  KernelABI &abi = layout.abi;
  abi.group = kernel.getGroup().value_or(0);
  if (failed(addParams(abi, kernel)))
    return failure();
  llvm::copy(kernel.getCluster(), abi.cluster.begin());
  abi.ctasPerSM = kernel.getCtasPerSm();
  abi.threads = kernel.getNumThreads();
  abi.dependentLaunch = !kernel.getBody().getOps<WaitForPreviousOp>().empty();
  if (failed(layOutRoles(layout, kernel)) || failed(addGrid(layout, kernel)) ||
      failed(checkResults(layout, kernel)))
    return failure();

  int64_t bytes = 0;
  for (RingOp op : kernel.getBody().getOps<RingOp>()) {
    RingLayout &ring = layout.rings.emplace_back();
    ring.op = op;
    if (failed(layOutRing(layout, ring)))
      return failure();
    ring.offset = bytes;
    bytes += ring.getBytes();
  }
  for (StagingOp op : kernel.getBody().getOps<StagingOp>()) {
    StagingLayout &staging = layout.stagings.emplace_back();
    staging.op = op;
    StagingType type = op.getStaging().getType();
    int64_t rowBytes =
        type.getShape()[1] * tile::getElementBytes(type.getElementType());
    if (rowBytes != kSwizzleBytes || type.getShape()[0] > kMaxBoxRows ||
        type.getShape()[0] % kSwizzleRows)
      return op.emitOpError("a box must have rows of ")
             << kSwizzleBytes << " bytes, and a multiple of 8 rows up to "
             << kMaxBoxRows << "; this box has " << type.getShape()[0] << " of "
             << rowBytes << " bytes";
    staging.bufferBytes = type.getShape()[0] * rowBytes;
    // Those that lie in a ring need no more.
    staging.offset = op.getRing() ? layout.getRing(op.getRing()).offset : bytes;
    int64_t warpgroups = 0;
    for (Operation *user : op.getStaging().getUsers()) {
      auto store = dyn_cast<StoreOp>(user);
      if (!store)
        return user->emitOpError(
            "can't take a staging buffer; only tile.store can");
      if (isAsync(store)) {
        FailureOr<int64_t> operand = getTmaOperand(store, store.getDest());
        if (failed(operand))
          return failure();
        addTensorMap(abi, *operand, store.getDest(), type.getShape()[0],
                     type.getShape()[1]);
      }
      warpgroups = layout.getRole(store)->getTotalWarps() / kWarpgroupWarps;
    }
    staging.bytes = staging.bufferBytes * op.getBuffers() * warpgroups;
    if (!op.getRing())
      bytes += staging.bytes;
  }
  for (RingLayout &ring : layout.rings) {
    if (ring.isOwn)
      continue;
    ring.barriers = bytes;
    bytes += 2 * ring.mostStages * kBarrierBytes;
  }
  for (RoleLayout &role : layout.roles) {
    role.turnBarriers = bytes;
    if (role.copies > 1)
      bytes += role.copies * kBarrierBytes;
  }
  layout.message = bytes;
  if (abi.needsWorkspace())
    bytes += kBarrierBytes;
  // The base is aligned by the kernel itself.
  abi.sharedMemory = bytes ? bytes + kSwizzleAtom : 0;
  if (abi.sharedMemory > kMaxSharedMemory)
    return kernel.emitOpError("needs ")
           << abi.sharedMemory << " bytes of shared memory; a CTA has at most "
           << kMaxSharedMemory;
  if (int64_t params = abi.getParamBytes(); params > kMaxParamBytes)
    return kernel.emitOpError("needs ")
           << params << " bytes of parameters; a launch has at most "
           << kMaxParamBytes;
  return layout;
}

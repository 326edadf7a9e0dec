//===- KernelChecks.cpp - What this conversion can't lower ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect is wider than what chips' instructions do. What is not covered is
// refused before anything is changed, each with the rule it breaks: here, or by
// the architecture that lowers the operation.
//
//===----------------------------------------------------------------------===//

#include "KernelChecks.h"

#include "Architecture.h"
#include "PartsChecks.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

static bool isKernelArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && isa<KernelOp>(argument.getOwner()->getParentOp());
}

/// A matrix is known by its parameters alone; these operations need no more.
static LogicalResult checkMatrixUses(KernelOp kernel) {
  for (BlockArgument argument : kernel.getBody().getArguments()) {
    if (!isa<MemRefType>(argument.getType()))
      continue;
    for (Operation *user : argument.getUsers()) {
      if (auto dim = dyn_cast<memref::DimOp>(user)) {
        std::optional<int64_t> index = dim.getConstantIndex();
        int64_t rank = cast<MemRefType>(argument.getType()).getRank();
        if (index && *index >= 0 && *index < rank)
          continue;
        return dim.emitOpError(
                   "of a kernel's matrix needs a constant dimension, ")
               << (rank == 2   ? "0 or 1"
                   : rank == 3 ? "0, 1 or 2"
                               : "0, 1, 2 or 3");
      }
      if (!isa<LoadOp, CopyOp, PackOp, ReadOp, ReadRowsOp, ReadColumnsOp,
               EpilogueOp, StoreOp, StoreRowsOp, memref::LoadOp,
               memref::StoreOp, vector::LoadOp, vector::StoreOp>(user))
        return user->emitOpError(
            "can't be lowered on a kernel's matrix; "
            "memref.load, memref.store, memref.dim, vector.load and "
            "vector.store can");
    }
  }
  return success();
}

LogicalResult tile::checkMatrix(Operation *op, Value memref) {
  if (isKernelArgument(memref))
    return success();
  return op->emitOpError("the matrix must be an argument of the kernel");
}

LogicalResult tile::checkOutsideGrid(Operation *op, StringRef needs) {
  auto role = op->getParentOfType<RoleOp>();
  if (!role || !role.getGrid())
    return success();
  return op->emitOpError(needs)
         << "; the role \"" << role.getName() << "\" has a grid of warps";
}

static LogicalResult checkVector(Operation *op, VectorType type,
                                 StringRef verb) {
  if (type.getRank() == 1 && !type.isScalable())
    return success();
  return op->emitOpError("of a kernel's matrix must ")
         << verb << " a vector of one dimension and of fixed size, not "
         << type;
}

/// Loads past L1 are those of memory that nobody writes (PTX ISA,
/// ld.global.nc).
static LogicalResult checkVectorLoad(vector::LoadOp load) {
  if (!isKernelArgument(load.getBase()))
    return success();
  VectorType type = load.getVectorType();
  if (failed(checkVector(load, type, "load")))
    return failure();
  if (!load.getNontemporal())
    return success();
  int64_t bytes = type.getDimSize(0) * getElementBytes(type.getElementType());
  int64_t alignment = getVectorAlignment(load);
  if (bytes != kNontemporalBytes || alignment < kNontemporalBytes)
    return load.emitOpError("that is nontemporal must load ")
           << kNontemporalBytes << " bytes with the same alignment, not "
           << bytes << ", aligned to " << alignment;
  for (Operation *user : load.getBase().getUsers())
    if (isa<StoreOp, memref::StoreOp, vector::StoreOp>(user))
      return load.emitOpError("that is nontemporal must not load from a matrix "
                              "that the kernel stores to");
  return success();
}

//===----------------------------------------------------------------------===//
// Rings
//===----------------------------------------------------------------------===//

static LogicalResult checkAcquire(AcquireOp acquire) {
  auto role = acquire->getParentOfType<RoleOp>();
  int64_t commits = 0;
  bool loads = false, copies = false;
  // Each tile by its halves.
  SmallVector<std::array<bool, 2>> filled(
      acquire.getSlot().getType().getTiles().size());
  for (Operation *user : acquire.getSlot().getUsers()) {
    if (auto load = dyn_cast<LoadOp>(user)) {
      loads = true;
      std::optional<ArrayRef<int64_t>> half = load.getHalf();
      for (int64_t index : {0, 1})
        filled[load.getTile()][index] |= !half || (*half)[1] == index;
    }
    if (auto copy = dyn_cast<CopyOp>(user)) {
      copies = true;
      filled[copy.getTile()] = {true, true};
    }
    if (isa<SplitOp, TransposeOp>(user)) {
      copies = true;
      llvm::fill(filled, std::array{true, true});
    }
    commits += isa<CommitOp>(user);
  }
  if (loads && copies)
    return acquire.emitOpError(
        "fills a slot both by tile.load and by tile.copy, tile.split or "
        "tile.transpose; one kind must fill all its tiles");
  if (!copies && !role.getElect())
    return acquire.emitOpError("needs a role with 'elect', or a slot that "
                               "tile.copy, tile.split or tile.transpose fills");
  if (copies && (role.getElect() || role.getCopies() > 1))
    return acquire.emitOpError(
        "takes a slot for tile.copy, tile.split or tile.transpose, which all "
        "threads of the role execute: the role must have neither 'elect' nor "
        "copies");
  for (auto [tile, isFilled] : llvm::enumerate(filled))
    if (!isFilled[0] || !isFilled[1])
      return acquire.emitOpError("takes a slot but never loads its tile ")
             << tile << ": the slot would never be full";
  if (commits != copies)
    return acquire.emitOpError("takes a slot that is filled by ")
           << (copies ? "copies: one tile.commit must follow, not "
                      : "loads: no tile.commit may follow, not ")
           << commits;
  return success();
}

/// Of elements that are whole bytes; 0 of others.
static int64_t getWholeBytes(Type element) {
  bool isWhole =
      element.isIntOrFloat() && element.getIntOrFloatBitWidth() % 8 == 0;
  return isWhole ? getElementBytes(element) : 0;
}

static LogicalResult checkPack(PackOp pack) {
  Type element = pack.getType().getElementType();
  int64_t bytes = getWholeBytes(element);
  for (Operation *before = pack->getPrevNode(); before;
       before = before->getPrevNode()) {
    if (isa<RoleOp>(before))
      return pack.emitOpError("packs before roles start: it must stand before "
                              "the role \"")
             << cast<RoleOp>(before).getName() << "\"";
    auto other = dyn_cast<PackOp>(before);
    if (other && other.getSource() == pack.getSource())
      return pack.emitOpError("packs a matrix that another tile.pack of the "
                              "kernel packs already");
  }
  if ((bytes != 1 && bytes != 2 && bytes != 4) ||
      static_cast<int64_t>(pack.getAlignment()) < bytes)
    return pack.emitOpError("copies elements of 8, 16 or 32 bits, aligned to "
                            "their size; not ")
           << element << " aligned to " << pack.getAlignment();
  if (pack.getTransposed() && bytes == 2)
    return pack.emitOpError("transposes elements of 8 or 32 bits, not ")
           << element << ", which wgmma reads in both layouts";
  for (Operation *user : pack->getUsers())
    if (!isa<LoadOp>(user))
      return user->emitOpError("can't be lowered on a packed matrix; tile.load "
                               "can");
  return success();
}

/// The barriers of a ring count the arrivals of one role that fills it.
static LogicalResult checkRing(RingOp ring) {
  RoleOp producer;
  for (Operation *user : ring.getRing().getUsers()) {
    if (!isa<AcquireOp>(user))
      continue;
    auto role = user->getParentOfType<RoleOp>();
    if (producer && producer != role)
      return ring.emitOpError("is filled by the roles \"")
             << producer.getName() << "\" and \"" << role.getName()
             << "\"; only one role may fill it";
    producer = role;
  }
  return success();
}

/// The slots of `ring` that the body of a loop takes each time round; nothing
/// if that depends on more than the loop.
static std::optional<int64_t> getSlotsTaken(scf::ForOp loop, Value ring) {
  int64_t slots = 0;
  for (Operation *user : ring.getUsers()) {
    if (!isa<AcquireOp, WaitOp>(user) || !loop->isProperAncestor(user))
      continue;
    // A role that fills the ring itself takes a slot twice, and counts waits.
    if (isa<AcquireOp>(user) && user->getParentOfType<RoleOp>().getGrid())
      continue;
    if (user->getParentOp() != loop.getOperation())
      return std::nullopt;
    ++slots;
  }
  return slots;
}

/// The other roles, and a role's other copies, count a slot for each step of
/// the tile loop's K: a loop to the end of its range that goes in other steps
/// takes too many or too few, and one side waits for ever. What such a loop
/// takes beside it, in a part of the range, isn't known here.
static LogicalResult checkSlotsTaken(scf::ForOp loop) {
  auto tiles = loop->getParentOfType<ForEachTileOp>();
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!tiles || !step || loop.getUpperBound() != tiles.getKEnd())
    return success();
  llvm::SmallSetVector<Value, 2> rings;
  for (Operation &op : *loop.getBody())
    if (isa<AcquireOp, WaitOp>(op))
      rings.insert(op.getOperand(0));
  for (Value ring : rings) {
    std::optional<int64_t> slots = getSlotsTaken(loop, ring);
    int64_t depth = tiles.getTile()[2];
    if (slots && *step != *slots * depth)
      return loop.emitOpError("steps along K by ")
             << *step << " and takes " << *slots
             << " slots of a ring each time; the tile loop around it counts a "
                "slot for every "
             << depth << ", so the step must be " << *slots * depth;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// All operations
//===----------------------------------------------------------------------===//

/// What a kernel of a group can reach is what each problem has a parameter for.
static LogicalResult checkInGroup(Operation *op) {
  auto epilogue = dyn_cast<EpilogueOp>(op);
  if (isa<CopyOp, PackOp, vector::LoadOp, vector::StoreOp, memref::LoadOp,
          memref::StoreOp>(op) ||
      (epilogue &&
       (!epilogue.getMatrices().empty() || !epilogue.getOutputs().empty())))
    return op->emitOpError(
        "can't stand in a kernel of a group; only tile.load, tile.read, "
        "tile.read_rows, tile.read_columns and tile.store reach the matrices "
        "of a group");
  return success();
}

/// Slots and fragments live in registers of ours: only control flow that is
/// lowered with them may pass them on.
static LogicalResult checkForeign(Operation *op) {
  if (isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::YieldOp, scf::ConditionOp>(
          op) ||
      isa<TileDialect>(op->getDialect()))
    return success();
  auto isOurs = [](Type type) {
    return isa<RingType, SlotType, FragmentType, RowsType, ColumnsType,
               OperandsType, StagingType, PartsType>(type);
  };
  if (llvm::any_of(op->getOperandTypes(), isOurs) ||
      llvm::any_of(op->getResultTypes(), isOurs))
    return op->emitOpError("can't pass on rings, slots or fragments; only "
                           "scf.for, scf.if and scf.while can");
  return success();
}

/// Those that no architecture's instruction is needed for.
static LogicalResult checkCommon(Operation *op, const KernelLayout &layout) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([](RingOp ring) { return checkRing(ring); })
      .Case([](AcquireOp acquire) { return checkAcquire(acquire); })
      .Case([](PackOp pack) { return checkPack(pack); })
      .Case([](scf::ForOp loop) { return checkSlotsTaken(loop); })
      .Case([](ReadOp read) { return checkMatrix(read, read.getSource()); })
      .Case([](EpilogueOp epilogue) -> LogicalResult {
        if (epilogue.getNumSums() == 2 &&
            epilogue->getParentOfType<RoleOp>().getGrid())
          return epilogue.emitOpError(
              "takes pairs of sums, which needs a role without a 'grid'");
        for (Value matrix : llvm::concat<const Value>(
                 SmallVector<Value>(epilogue.getMatrices()),
                 SmallVector<Value>(epilogue.getOutputs())))
          if (failed(checkMatrix(epilogue, matrix)))
            return failure();
        return success();
      })
      .Case([](StoreOp store) { return checkMatrix(store, store.getDest()); })
      .Case([](vector::LoadOp load) { return checkVectorLoad(load); })
      .Case([](vector::StoreOp store) -> LogicalResult {
        if (!isKernelArgument(store.getBase()))
          return success();
        return checkVector(store, store.getVectorType(), "store");
      })
      .Case([&](ContributeOp contribute) {
        return checkContribute(contribute, layout);
      })
      .Case<CollectOp, CollectMeanOp>(
          [](auto collect) { return checkCollect(collect); })
      .Default([](Operation *other) {
        return other->getDialect() ? checkForeign(other) : success();
      });
}

static LogicalResult checkOperation(Operation *op, const KernelLayout &layout) {
  for (const Architecture *architecture : llvm::reverse(getArchitectures()))
    if (Architecture::Answer answer = architecture->checkOperation(op, layout))
      return *answer;
  return checkCommon(op, layout);
}

/// Copies that take slots of one ring in turn must take turns: one that is a
/// whole ring ahead passes the wait for the wrong phase.
static LogicalResult checkTurns(RoleOp role) {
  if (role.getCopies() == 1)
    return success();
  bool waits = false, takes = false, passes = false;
  role.walk([&](Operation *op) {
    waits |= isa<WaitOp>(op);
    takes |= isa<TakeTurnOp>(op);
    passes |= isa<PassTurnOp>(op);
  });
  if (waits && !(takes && passes))
    return role.emitOpError(
        "has copies that wait for one ring: each copy must take its turn "
        "(tile.take_turn) and pass it on (tile.pass_turn)");
  return success();
}

LogicalResult tile::checkOperations(KernelOp kernel,
                                    const KernelLayout &layout) {
  if (failed(checkMatrixUses(kernel)))
    return failure();
  for (const Architecture *architecture : getArchitectures())
    if (failed(architecture->checkKernel(kernel, layout)))
      return failure();
  for (RoleOp role : kernel.getBody().getOps<RoleOp>())
    if (failed(checkTurns(role)))
      return failure();
  WalkResult result = kernel.walk([&](Operation *op) {
    return (layout.abi.group && failed(checkInGroup(op))) ||
                   failed(checkOperation(op, layout))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

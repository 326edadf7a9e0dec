//===- RingOps.cpp - Verifiers of the ring and its users ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Windows.h"

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

LogicalResult RingOp::verify() {
  int64_t stages = getStages();
  if (stages < 1 || stages > kMostStages)
    return emitOpError("must have between 1 and ")
           << kMostStages << " stages, not " << stages;
  return success();
}

/// A slot holds what its ring holds, and the ring is known by name.
template <typename Op> static LogicalResult verifySlot(Op op) {
  if (op.getSlot().getType().getTiles() != op.getRing().getType().getTiles())
    return op.emitOpError("the slot holds other tiles than the ring");
  if (!op.getRing().template getDefiningOp<RingOp>())
    return op.emitOpError("the ring must come straight from a tile.ring");
  return success();
}

LogicalResult AcquireOp::verify() { return verifySlot(*this); }
LogicalResult WaitOp::verify() {
  if (failed(verifySlot(*this)))
    return failure();
  auto role = (*this)->getParentOfType<RoleOp>();
  auto isOfOther = [&](Operation *user) {
    return isa<AcquireOp>(user) && user->getParentOfType<RoleOp>() != role;
  };
  if (getPending() && !role.getGrid())
    return emitOpError("may have 'pending' only in a role with a 'grid' that "
                       "fills the ring itself");
  bool isOthers = llvm::any_of(getRing().getUsers(), isOfOther);
  if (role.getGrid() && getPending().has_value() == isOthers)
    return emitOpError("in a role with a 'grid' must have 'pending' if the "
                       "role fills the ring itself, and only then");
  if (!getPending())
    return success();
  // Slots of all rings that the role fills.
  llvm::SmallSetVector<RingOp, 4> rings;
  rings.insert(getRing().getDefiningOp<RingOp>());
  role.walk([&](AcquireOp acquire) {
    if (auto ring = acquire.getRing().getDefiningOp<RingOp>())
      rings.insert(ring);
  });
  int64_t stages = 0;
  for (RingOp ring : rings)
    stages += ring.getStages();
  if (static_cast<int64_t>(*getPending()) > stages - 1)
    return emitOpError("leaves ")
           << *getPending() << " slots pending in "
           << (rings.size() > 1 ? "rings" : "a ring") << " of " << stages
           << ", of which one is read; legal is at most " << stages - 1;
  return success();
}
LogicalResult ReleaseOp::verify() { return verifySlot(*this); }

/// What tile.load and tile.copy have in common.
template <typename OpT>
static LogicalResult verifyFilling(OpT op, bool isOfWindows = false) {
  auto source = dyn_cast<MemRefType>(op.getSource().getType());
  if (!source || !isMatrix(source))
    return op.emitOpError("loads from a matrix, not from ")
           << op.getSource().getType();
  if (!isOfWindows && op.getIndices().size() != size_t(source.getRank()))
    return op.emitOpError("needs ") << getNumIndices(source) << " indices";
  ArrayRef<VectorType> tiles = op.getSlot().getType().getTiles();
  if (!op.getSlot().template getDefiningOp<AcquireOp>())
    return op.emitOpError("the slot must come straight from a tile.acquire");
  if (op.getTile() >= tiles.size())
    return op.emitOpError("the slot has ")
           << tiles.size() << " tiles; there is no tile "
           << static_cast<int64_t>(op.getTile());
  if (tiles[op.getTile()].getElementType() != source.getElementType())
    return op.emitOpError("loads elements of type ")
           << source.getElementType() << " into a tile of "
           << tiles[op.getTile()].getElementType();
  return success();
}

LogicalResult LoadOp::verify() {
  if ((isOfWindows() && failed(verifyWindows(*this))) ||
      failed(verifyFilling(*this, isOfWindows())))
    return failure();
  std::optional<ArrayRef<int64_t>> half = getHalf();
  if (getTrim() && (half || getMulticast()))
    return emitOpError("'trim' is for whole tiles of one CTA, without 'half' "
                       "and 'multicast'");
  if (getChosen() && (half || getMulticast()))
    return emitOpError("'chosen' is for whole tiles of one CTA, without 'half' "
                       "and 'multicast'");
  if (!half)
    return success();
  if (half->size() != 2 || llvm::any_of(*half, [](int64_t number) {
        return number != 0 && number != 1;
      }))
    return emitOpError("'half' is a dimension of the tile and the number of "
                       "the half, each 0 or 1");
  // Tiles lie in columns of 128 bytes, in which eight rows are swizzled alike.
  VectorType tile = getSlot().getType().getTiles()[getTile()];
  int64_t dim = (*half)[0];
  int64_t unit = dim == 0 ? 8 : 1024 / tile.getElementTypeBitWidth();
  if (tile.getDimSize(dim) % (2 * unit))
    return emitOpError("loads half of ")
           << tile.getDimSize(dim) << (dim == 0 ? " rows" : " columns")
           << "; each half must be a multiple of " << unit;
  return success();
}

/// That of what threads read.
static LogicalResult verifyAlignment(Operation *op, int64_t alignment) {
  if (alignment < 1 || alignment > 16 || !llvm::isPowerOf2_64(alignment))
    return op->emitOpError("alignment must be 1, 2, 4, 8 or 16, not ")
           << alignment;
  return success();
}

LogicalResult CopyOp::verify() {
  if (failed(verifyAlignment(*this, getAlignment())))
    return failure();
  if (getAsync() && getAlignment() < 4)
    return emitOpError("copies 4, 8 or 16 bytes at once if it is 'async', and "
                       "needs such an alignment; not ")
           << getAlignment();
  int64_t bits = cast<MemRefType>(getSource().getType())
                     .getElementType()
                     .getIntOrFloatBitWidth();
  if (getAsync() && 8 * static_cast<int64_t>(getAlignment()) < bits)
    return emitOpError("copies whole elements: those of ")
           << bits << " bits need an alignment of " << bits / 8 << ", not of "
           << getAlignment();
  std::optional<ArrayRef<int64_t>> part = getPart();
  if (part && !getWhole())
    return emitOpError("may have 'part' only with 'whole'");
  if (part && (part->size() != 2 || (*part)[0] < 0 || (*part)[0] >= (*part)[1]))
    return emitOpError(
        "'part' is the number of a part, from 0 on, and the number of parts");
  return verifyFilling(*this);
}

LogicalResult SplitOp::verify() {
  if (!getSlot().getDefiningOp<WaitOp>())
    return emitOpError("the slot must come straight from a tile.wait");
  if (!getLow().getDefiningOp<AcquireOp>())
    return emitOpError(
        "the slot for low parts must come straight from a tile.acquire");
  if (getSlot().getDefiningOp<WaitOp>().getRing() ==
      getLow().getDefiningOp<AcquireOp>().getRing())
    return emitOpError(
        "must split into a slot of another ring, not of the same");
  for (Operation *user : getLow().getUsers())
    if (isa<LoadOp, CopyOp>(user) || (isa<SplitOp>(user) && user != *this))
      return emitOpError(
          "fills all tiles of a slot, so nothing else may fill the slot");
  for (VectorType tile : getSlot().getType().getTiles())
    if (!tile.getElementType().isF32())
      return emitOpError("splits f32, not ") << tile.getElementType();
  return success();
}

LogicalResult TransposeOp::verify() {
  if (!getSlot().getDefiningOp<WaitOp>())
    return emitOpError("the slot must come straight from a tile.wait");
  if (!getTransposed().getDefiningOp<AcquireOp>())
    return emitOpError(
        "the slot for the transpose must come straight from a tile.acquire");
  if (getSlot().getDefiningOp<WaitOp>().getRing() ==
      getTransposed().getDefiningOp<AcquireOp>().getRing())
    return emitOpError(
        "must transpose into a slot of another ring, not of the same");
  for (Operation *user : getTransposed().getUsers())
    if (isa<LoadOp, CopyOp, SplitOp>(user) ||
        (isa<TransposeOp>(user) && user != *this))
      return emitOpError(
          "fills the only tile of a slot, so nothing else may fill the slot");
  ArrayRef<VectorType> tiles = getSlot().getType().getTiles();
  ArrayRef<VectorType> filled = getTransposed().getType().getTiles();
  if (getTile() >= tiles.size())
    return emitOpError("the slot has ")
           << tiles.size() << " tiles; there is no tile "
           << static_cast<int64_t>(getTile());
  VectorType tile = tiles[getTile()];
  auto transpose = VectorType::get({tile.getDimSize(1), tile.getDimSize(0)},
                                   tile.getElementType());
  if (filled.size() != 1 || filled.front() != transpose)
    return emitOpError("fills a slot of one tile, of ")
           << transpose << ", not " << getTransposed().getType();
  return success();
}

LogicalResult PackOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &inferred) {
  inferred.push_back(adaptor.getSource().getType());
  auto source = dyn_cast<MemRefType>(inferred.back());
  // Its rows lie where the launch has them, not as the source's. What is no
  // matrix is refused with the operand.
  if (adaptor.getTransposed() && source &&
      (source.getRank() == 2 || source.getRank() == 3)) {
    SmallVector<int64_t> sizes(source.getShape());
    std::swap(sizes.back(), sizes[sizes.size() - 2]);
    inferred.back() =
        MemRefType::get(sizes, source.getElementType(),
                        MemRefLayoutAttrInterface(), source.getMemorySpace());
  }
  return success();
}

LogicalResult PackOp::verify() {
  return verifyAlignment(*this, getAlignment());
}

LogicalResult CommitOp::verify() {
  auto acquire = getSlot().getDefiningOp<AcquireOp>();
  if (!acquire || acquire.getRing() != getRing())
    return emitOpError("the slot must come straight from a tile.acquire of the "
                       "same ring");
  return verifySlot(*this);
}

//===- RingOps.cpp - Verifiers of the ring and its users ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyFunction.h"
#include "Windows.h"

#include "mlir-autotune/Core/ElementIndex.h"

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
  int64_t stages = getRing().getDefiningOp<RingOp>().getStages();
  if (getPending() && static_cast<int64_t>(*getPending()) > stages - 1)
    return emitOpError("leaves ")
           << *getPending() << " slots pending in a ring of " << stages
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

/// That the prologue is a function of A's elements, and of those of its rows.
static LogicalResult verifyPrologue(MmaOp op) {
  std::array<VectorType, 2> tiles = op.getFactors();
  Type a = tiles[0].getElementType(), b = tiles[1].getElementType();
  if (op.getPrologue().empty()) {
    if (op.getRows().empty())
      return success();
    return op.emitOpError(
        "has values of rows, but no prologue that takes them");
  }
  if (a.getIntOrFloatBitWidth() > 32 || !isa<FloatType>(b) ||
      op.getTransposeA() || op.getTf32())
    return op.emitOpError(
        "has a prologue, which needs integers or floats of up to 32 bits in A, "
        "stored m x k, and floats in B, without 'tf32'");
  Block &body = op.getPrologue().front();
  Type integer = op.getPackedA() ? IntegerType::get(op.getContext(), 4) : a;
  if (body.getNumArguments() != op.getRows().size() + 1 ||
      body.getArgument(0).getType() != integer)
    return op.emitOpError("its function takes one ")
           << integer << " and one element of each of its rows";
  int64_t m = tiles[0].getDimSize(0);
  int64_t k = tiles[0].getDimSize(1) * (op.getPackedA() ? 2 : 1);
  for (auto [argument, rows] :
       llvm::zip(body.getArguments().drop_front(), op.getRows())) {
    if (auto type = dyn_cast<ColumnsType>(rows.getType())) {
      if (argument.getType() != type.getElementType())
        return op.emitOpError("its function takes ")
               << argument.getType() << " where the columns hold "
               << type.getElementType();
      if (type.getShape()[0] != k || type.getShape()[1] != 1)
        return op.emitOpError("takes values for ")
               << k << " single columns of A, not " << type;
      continue;
    }
    auto type = cast<RowsType>(rows.getType());
    if (argument.getType() != type.getElementType())
      return op.emitOpError("its function takes ")
             << argument.getType() << " where the rows hold "
             << type.getElementType();
    if (type.getShape()[0] != m || k % type.getShape()[1])
      return op.emitOpError("takes values for ")
             << m << " rows and for equal parts of a K of " << k << ", not "
             << type;
  }
  return verifyFunction(op, op.getPrologue(), b);
}

/// That of a slot which is full the first tiles are read; `verb` says what for.
template <typename OpT>
static LogicalResult verifyFactors(OpT op, StringRef verb, size_t needed = 2) {
  size_t count = op.getSlot().getType().getTiles().size();
  if (count < needed)
    return op.emitOpError(verb)
           << " the first two tiles of a slot; the slot has " << count;
  if (!op.getSlot().template getDefiningOp<WaitOp>())
    return op.emitOpError("the slot must come straight from a tile.wait");
  return success();
}

std::array<VectorType, 2> MmaOp::getFactors() {
  auto getTile = [&](Value other, int64_t index) {
    return other ? cast<SlotType>(other.getType()).getTiles().front()
                 : getSlot().getType().getTiles()[index];
  };
  if (!getHeld())
    return {getTile(getLeft(), 0), getTile(getRight(), 1)};
  FragmentType held = getHeld().getType();
  return {VectorType::get(held.getShape(), held.getElementType()),
          getTile(Value(), 0)};
}

/// That a factor which lies in another slot is all of it.
static LogicalResult verifyOther(MmaOp op, Value other, StringRef name) {
  if (!other)
    return success();
  auto wait = other.getDefiningOp<WaitOp>();
  if (!wait)
    return op.emitOpError("the slot of '")
           << name << "' must come straight from a tile.wait";
  if (wait.getRing() == op.getSlot().getDefiningOp<WaitOp>().getRing())
    return op.emitOpError("'") << name << "' must be a slot of another ring";
  if (size_t count = wait.getSlot().getType().getTiles().size(); count != 1)
    return op.emitOpError("'")
           << name << "' must be a slot of one tile; the slot has " << count;
  return success();
}

/// That A is all that is in registers.
static LogicalResult verifyHeld(MmaOp op) {
  if (!op.getHeld())
    return success();
  if (op.getLeft() || op.getRight() || op.getLow() || op.getTransposeA() ||
      op.getPackedA() || !op.getPrologue().empty())
    return op.emitOpError("takes A 'from' registers as it is multiplied, and B "
                          "from tile 0 of the slot: it has no 'left', 'right', "
                          "'low', 'transpose_a', 'packed_a' or prologue");
  Type element = op.getHeld().getType().getElementType();
  if (!element.isBF16() && !element.isF16())
    return op.emitOpError("takes bf16 or f16 'from' registers, not ")
           << element;
  return success();
}

LogicalResult MmaOp::verify() {
  size_t needed = getHeld() || getRight() ? 1 : 2;
  if (failed(verifyFactors(*this, "multiplies", needed)) ||
      failed(verifyHeld(*this)) ||
      failed(verifyOther(*this, getLeft(), "left")) ||
      failed(verifyOther(*this, getRight(), "right")))
    return failure();
  std::array<VectorType, 2> tiles = getFactors();
  ArrayRef<int64_t> a = tiles[0].getShape(), b = tiles[1].getShape();
  int64_t m = a[getTransposeA() ? 1 : 0], ka = a[getTransposeA() ? 0 : 1];
  int64_t kb = b[getTransposeB() ? 1 : 0], n = b[getTransposeB() ? 0 : 1];
  if (getPackedA()) {
    if (!tiles[0].getElementType().isInteger(8) ||
        !isa<FloatType>(tiles[1].getElementType()) || getTransposeA() ||
        getUnsignedA())
      return emitOpError("may have packed integers only in an A of signed i8 "
                         "that is stored m x k/2, with floats in B");
    ka *= 2;
  }
  if (getReorderedA() && (!getPackedA() || ka % cuda::kReorderedK))
    return emitOpError("may have reordered integers only in an A that is "
                       "'packed_a', with a K that is a multiple of ")
           << cuda::kReorderedK;
  if (ka != kb)
    return emitOpError("A has a K of ") << ka << ", but B a K of " << kb;
  ArrayRef<int64_t> d = getResult().getType().getShape();
  // Columns of B are rows of its tile then, of which the first may be loaded.
  bool takesFirst = getTransposeB() && d[1] < n;
  if (d[0] != m || (d[1] != n && !takesFirst))
    return emitOpError("the product is ")
           << m << "x" << n << ", not " << d[0] << "x" << d[1];
  if (getAcc() && getAcc().getType() != getResult().getType())
    return emitOpError(
        "the accumulator and the result must have the same type");
  Type typeA = tiles[0].getElementType(), typeB = tiles[1].getElementType();
  if ((getUnsignedA() && !isa<IntegerType>(typeA)) ||
      (getUnsignedB() && !isa<IntegerType>(typeB)))
    return emitOpError("only integers can be unsigned");
  if (getTf32() && !(typeA.isF32() && typeB.isF32()))
    return emitOpError("only f32 is multiplied as tf32");
  if (getLow() && !getTf32())
    return emitOpError("'low' is only for products of tf32");
  if (getLow() && !getLow().getDefiningOp<WaitOp>())
    return emitOpError("the slot 'low' must come straight from a tile.wait");
  if (getLow() && getLow().getDefiningOp<WaitOp>().getRing() ==
                      getSlot().getDefiningOp<WaitOp>().getRing())
    return emitOpError("'low' must be a slot of another ring than the factors");
  if (getLow() && getLow().getType() != getSlot().getType())
    return emitOpError("'low' must have the type of the factors' slot, ")
           << getSlot().getType() << ", not " << getLow().getType();
  if (getLow() && (getLeft() || getRight()))
    return emitOpError(
        "'low' is for tiles of the slot, not for 'left' or 'right'");
  return verifyPrologue(*this);
}

/// How many products were started behind the one that gives `sums`, in its
/// block and before `wait`; none if they come from elsewhere.
static std::optional<uint64_t> countNewerProducts(Value sums, MmaWaitOp wait) {
  auto mma = sums.getDefiningOp<MmaOp>();
  if (!mma || mma->getBlock() != wait->getBlock())
    return std::nullopt;
  uint64_t count = 0;
  for (Operation *op = mma->getNextNode(); op && op != wait;
       op = op->getNextNode())
    count += isa<MmaOp>(op);
  return count;
}

LogicalResult MmaWaitOp::verify() {
  // PTX ISA, wgmma.wait_group: N is between 0 and 7.
  if (getPending() > 7)
    return emitOpError("'pending' is between 0 and 7, not ")
           << static_cast<int64_t>(getPending());
  if (!getAcc() != !getResult() ||
      (getAcc() && getAcc().getType() != getResult().getType()))
    return emitOpError(
        "must return a fragment of the type that it takes, or none");
  if (!getAcc())
    return success();
  if (std::optional<uint64_t> newer = countNewerProducts(getAcc(), *this);
      newer && *newer < getPending())
    return emitOpError("returns the sums of a product that it doesn't wait "
                       "for: with pending(")
           << getPending() << "), at least " << getPending()
           << " newer products must have been started, not " << *newer;
  return success();
}

LogicalResult ReadOperandsOp::verify() {
  if (failed(verifyFactors(*this, "loads from")))
    return failure();
  ArrayRef<VectorType> tiles = getSlot().getType().getTiles();
  // As rows (or columns) and K.
  auto orient = [](VectorType tile, bool kMajor) {
    return std::array{tile.getDimSize(kMajor ? 0 : 1),
                      tile.getDimSize(kMajor ? 1 : 0)};
  };
  std::array<int64_t, 2> a = orient(tiles[0], !getTransposeA()),
                         b = orient(tiles[1], getTransposeB());
  if (a[1] != b[1])
    return emitOpError("A has a K of ") << a[1] << ", but B a K of " << b[1];
  std::array<int64_t, 2> rows = {a[0], b[0]};
  for (auto [tile, slot, size] :
       llvm::zip(getResult().getType().getTiles(), tiles, rows))
    if (tile.getElementType() != slot.getElementType() ||
        tile.getDimSize(0) != size)
      return emitOpError("loads ")
             << size << " rows of " << slot.getElementType() << ", not "
             << tile.getDimSize(0) << " of " << tile.getElementType();
  int64_t depth = getResult().getType().getTiles()[0].getDimSize(1);
  if (a[1] % depth || static_cast<int64_t>(getPart()) >= a[1] / depth)
    return emitOpError("loads part ")
           << static_cast<int64_t>(getPart()) << " of a K of " << a[1] << " by "
           << depth << "; parts must divide K and are numbered from 0";
  return success();
}

LogicalResult MultiplyOp::verify() {
  ArrayRef<VectorType> tiles = getFactors().getType().getTiles();
  ArrayRef<int64_t> d = getResult().getType().getShape();
  if (d[0] != tiles[0].getDimSize(0) || d[1] != tiles[1].getDimSize(0))
    return emitOpError("the product is ")
           << tiles[0].getDimSize(0) << "x" << tiles[1].getDimSize(0)
           << ", not " << d[0] << "x" << d[1];
  if (getAcc().getType() != getResult().getType())
    return emitOpError(
        "the accumulator and the result must have the same type");
  if ((getUnsignedA() && !isa<IntegerType>(tiles[0].getElementType())) ||
      (getUnsignedB() && !isa<IntegerType>(tiles[1].getElementType())))
    return emitOpError("only integers can be unsigned");
  return success();
}

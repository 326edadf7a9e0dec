//===- ProductOps.cpp - Verifiers of products -----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyFunction.h"

#include "mlir-autotune/Core/ElementIndex.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

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
template <typename OpT>
static LogicalResult verifyOther(OpT op, Value other, StringRef name) {
  if (!other)
    return success();
  auto wait = other.getDefiningOp<WaitOp>();
  if (!wait)
    return op.emitOpError("the slot of '")
           << name << "' must come straight from a tile.wait";
  if (wait.getRing() == op.getSlot().template getDefiningOp<WaitOp>().getRing())
    return op.emitOpError("'") << name << "' must be a slot of another ring";
  if (size_t count = wait.getSlot().getType().getTiles().size(); count != 1)
    return op.emitOpError("'")
           << name << "' must be a slot of one tile; the slot has " << count;
  return success();
}

/// That registers have A's elements as they are multiplied.
template <typename OpT> static LogicalResult verifyHeldElement(OpT op) {
  Type element = op.getHeld().getType().getElementType();
  if (!element.isBF16() && !element.isF16())
    return op.emitOpError("takes bf16 or f16 'from' registers, not ")
           << element;
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
  return verifyHeldElement(op);
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

std::array<VectorType, 2> ReadOperandsOp::getFactors() {
  ArrayRef<VectorType> tiles = getSlot().getType().getTiles();
  VectorType b = tiles[getTileOfB()];
  if (getLeft())
    return {cast<SlotType>(getLeft().getType()).getTiles()[0], b};
  if (!getHeld())
    return {tiles[0], b};
  auto held = cast<FragmentType>(getHeld().getType());
  return {VectorType::get(held.getShape(), held.getElementType()), b};
}

LogicalResult ReadOperandsOp::verify() {
  size_t needed = getTileOfB() + 1;
  if (failed(verifyFactors(*this, "loads from", needed)) ||
      failed(verifyOther(*this, getLeft(), "left")) ||
      (getHeld() && failed(verifyHeldElement(*this))))
    return failure();
  if (getHeld() && (getLeft() || getTransposeA()))
    return emitOpError("takes A 'from' registers as it is multiplied: it has "
                       "no 'left' and no 'transpose_a'");
  std::array<VectorType, 2> tiles = getFactors();
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

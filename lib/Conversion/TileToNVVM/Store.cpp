//===- Store.cpp - Storing fragments straight from registers --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FragmentLayout.h"
#include "KernelPattern.h"
#include "StoreDestination.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

int64_t tile::getStoreBytes(StoreOp store) {
  Type element = cast<MemRefType>(store.getDest().getType()).getElementType();
  int64_t bytes = getElementBytes(element), alignment = store.getAlignment();
  if (store.getCopied())
    return bytes == 2 && alignment >= 4 ? 4 : bytes;
  if (store.getTransposed() || bytes != 2 || !isa<FloatType>(element) ||
      !store.getFragment().getType().getElementType().isF32())
    return bytes;
  return alignment >= 16 ? 16 : alignment >= 4 ? 4 : bytes;
}

namespace {

struct DirectStore {
  Emitter &e;
  StoreOp op;
  FragmentLayout layout;
  FragmentPlace place;
  Destination dest;

  DirectStore(KernelContext &context, Emitter &e, StoreOp op,
              ValueRange indices)
      : e(e), op(op), layout(op.getFragment().getType(), context.layout),
        place(context, e, *context.getRole(op), layout),
        dest(context, e, context.getOperand(op.getDest()),
             cast<MemRefType>(op.getDest().getType()).getElementType(),
             indices) {}

  void store(ArrayRef<Value> registers, int64_t block) {
    int64_t bytes = getStoreBytes(op);
    if (op.getTransposed())
      storeTransposed(registers, block);
    else if (bytes == 16)
      storeVectors(registers, block);
    else if (bytes == 4 && getElementBytes(dest.element) == 2)
      storePairs(registers, block);
    else
      storeElements(registers, block);
  }

  /// 16 bytes a thread: the four threads of a quad hold two columns each of
  /// four neighbouring groups of eight; they trade, so that each has a whole
  /// group (a transposition of 4 x 4 registers in two exchanges).
  void storeVectors(ArrayRef<Value> registers, int64_t block) {
    Value quad = e.bitAnd(place.lane, 3);
    Value odd = e.notEqual(e.bitAnd(quad, 1), 0);
    Value high = e.notEqual(e.bitAnd(quad, 2), 0);
    auto exchange = [&](Value &a, Value &b, Value upper, int64_t mask) {
      Value received = NVVM::ShflOp::create(
          e, e.getI32Type(), e.i32(-1), e.select(upper, a, b), e.i32(mask),
          e.i32(31), NVVM::ShflKind::bfly, UnitAttr());
      a = e.select(upper, received, a);
      b = e.select(upper, b, received);
    };
    for (int64_t half : {0, 1}) {
      Value row = dest.at(0, e, place.getRow(e, block, half));
      Value rowInside = dest.inside(0, e, row);
      for (int64_t first = 0; first < layout.groups; first += 4) {
        std::array<Value, 4> words;
        for (int64_t i = 0; i < 4; ++i) {
          int64_t group = first + i;
          words[i] = group < layout.groups
                         ? packPair(e, registers, group, half, dest.element)
                         : e.i32(0);
        }
        // Let lane q of the quad end with words of group first + q.
        exchange(words[0], words[1], odd, 1);
        exchange(words[2], words[3], odd, 1);
        exchange(words[0], words[2], high, 2);
        exchange(words[1], words[3], high, 2);
        Value inWarp = e.add(e.mul(quad, 8), first * 8);
        if (place.warpColumn)
          inWarp = e.add(place.warpColumn, inWarp);
        Value column = dest.at(1, e, inWarp);
        Value inside = e.bitAnd(rowInside, dest.inside(1, e, column));
        if (first + 4 > layout.groups)
          inside = e.bitAnd(inside, e.less(quad, layout.groups - first));
        e.ifThen(inside, [&] {
          Value packed = e.packVector(words);
          LLVM::StoreOp::create(e, packed, dest.address(e, row, column, true),
                                /*alignment=*/16);
        });
      }
    }
  }

  void storePairs(ArrayRef<Value> registers, int64_t block) {
    for (int64_t half : {0, 1}) {
      Value row = dest.at(0, e, place.getRow(e, block, half));
      Value rowInside = dest.inside(0, e, row);
      for (int64_t j = 0; j < layout.groups; ++j) {
        Value column = dest.at(1, e, place.getColumn(e, j, 0));
        Value inside = e.bitAnd(rowInside, dest.inside(1, e, column));
        e.ifThen(inside, [&] {
          LLVM::StoreOp::create(e,
                                packPair(e, registers, j, half, dest.element),
                                dest.address(e, row, column, true),
                                /*alignment=*/4);
        });
      }
    }
  }

  void storeElements(ArrayRef<Value> registers, int64_t block) {
    for (int64_t half : {0, 1}) {
      Value row = dest.at(0, e, place.getRow(e, block, half));
      Value rowInside = dest.inside(0, e, row);
      for (int64_t j = 0; j < layout.groups; ++j)
        for (int64_t c : {0, 1}) {
          Value column = dest.at(1, e, place.getColumn(e, j, c));
          storeOne(registers[layout.getRegister(j, half, c)], row, column,
                   rowInside);
        }
    }
  }

  /// Row and column change places: eight lanes write neighbours in a row.
  void storeTransposed(ArrayRef<Value> registers, int64_t block) {
    for (int64_t j = 0; j < layout.groups; ++j)
      for (int64_t c : {0, 1}) {
        Value row = dest.at(0, e, place.getColumn(e, j, c));
        Value rowInside = dest.inside(0, e, row);
        for (int64_t half : {0, 1}) {
          Value column = dest.at(1, e, place.getRow(e, block, half));
          storeOne(registers[layout.getRegister(j, half, c)], row, column,
                   rowInside);
        }
      }
  }

  void storeOne(Value value, Value row, Value column, Value rowInside) {
    Value inside = e.bitAnd(rowInside, dest.inside(1, e, column));
    e.ifThen(inside, [&] {
      LLVM::StoreOp::create(e, convertElement(e, value, dest.element),
                            dest.address(e, row, column, isDense(op)));
    });
  }
};

struct DirectStoreLowering : public KernelPattern<StoreOp> {
  using KernelPattern::KernelPattern;
  LogicalResult
  matchAndRewrite(StoreOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op.getStaging())
      return failure();
    Emitter e(op.getLoc(), rewriter);
    SmallVector<Value> indices = getIndices(adaptor.getIndices());
    DirectStore store(context, e, op, indices);
    for (auto [block, value] : llvm::enumerate(adaptor.getFragment()))
      store.store(unpackBlock(e, value), block);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tile::populateStorePatterns(RewritePatternSet &patterns,
                                 const TypeConverter &converter,
                                 KernelContext &context) {
  patterns.add<DirectStoreLowering>(converter, patterns.getContext(), context);
}

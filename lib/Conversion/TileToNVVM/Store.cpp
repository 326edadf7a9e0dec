//===- Store.cpp - Storing fragments straight from registers --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FragmentChecks.h"
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
    return std::max(bytes, std::min<int64_t>(alignment, 4));
  FragmentType type = store.getFragment().getType();
  if (store.getTransposed() || bytes > 2 || !isSum(type.getElementType()))
    return bytes;
  // Fragments of other widths may start in the middle of 16 bytes.
  bool isWhole = type.getShape()[1] % (16 / bytes) == 0;
  return alignment >= 16 && isWhole ? 16
         : alignment >= 2 * bytes   ? 2 * bytes
                                    : bytes;
}

namespace {

struct DirectStore {
  Emitter &e;
  StoreOp op;
  const KernelLayout &kernel;
  FragmentLayout layout;
  FragmentPlace place;
  Destination dest;

  DirectStore(KernelContext &context, Emitter &e, StoreOp op,
              ValueRange indices)
      : e(e), op(op), kernel(context.layout),
        layout(op.getFragment().getType(), context.layout),
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
    else if (bytes == 2 * getElementBytes(dest.element))
      storePairs(registers, block);
    else
      storeElements(registers, block);
  }

  /// 16 bytes a thread, side by side in a quad.
  void storeVectors(ArrayRef<Value> registers, int64_t block) {
    Value quad = e.bitAnd(place.lane, 3);
    int64_t columns = getTradedColumns(dest.element), groups = columns / 2;
    for (int64_t half : {0, 1}) {
      Value row = dest.at(0, e, place.getRow(e, block, half));
      Value rowInside = dest.inside(0, e, row);
      for (int64_t first = 0; first < layout.groups; first += groups) {
        SmallVector<Value, 4> words =
            tradeInQuad(e, kernel, place.lane, registers, first, layout.groups,
                        half, dest.element);
        Value inWarp = e.add(e.mul(quad, columns), first * 8);
        if (place.warpColumn)
          inWarp = e.add(place.warpColumn, inWarp);
        Value column = dest.at(1, e, inWarp);
        Value inside = e.bitAnd(rowInside, dest.inside(1, e, column));
        if (first + groups > layout.groups)
          inside = e.bitAnd(
              inside, e.less(quad, (layout.groups - first) * 8 / columns));
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
          LLVM::StoreOp::create(
              e, packPair(e, kernel, registers, j, half, dest.element),
              dest.address(e, row, column, true), getStoreBytes(op));
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
      e.storeElement(convertElement(e, value, dest.element),
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

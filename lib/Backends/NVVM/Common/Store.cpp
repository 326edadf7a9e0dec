//===- Store.cpp - Storing fragments straight from registers --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DirectStore.h"
#include "KernelPattern.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// What threads write at once to a matrix of such elements, straight from
/// fragments of that type.
static int64_t getDirectBytes(Type element, ArrayRef<int64_t> shape, Type held,
                              bool transposed, int64_t alignment) {
  int64_t bytes = getElementBytes(element);
  // A thread has two neighbours, which go together: one after the other, those
  // of a quad would fill half of each sector of 32 bytes at a time. Of 64 bits
  // they are as they are stored.
  if (bytes == 8)
    return !transposed && alignment >= 16 ? 16 : bytes;
  if (transposed || (!isSum(held) && !isStoredAsIs(held, element)))
    return bytes;
  if (bytes == 4)
    return alignment >= 8 ? 8 : bytes;
  // Fragments of other widths may start in the middle of 16 bytes.
  bool isWhole = shape[1] % (16 / bytes) == 0;
  return alignment >= 16 && isWhole ? 16
         : alignment >= 2 * bytes   ? 2 * bytes
                                    : bytes;
}

int64_t tile::getStoreBytes(StoreOp store) {
  Type element = cast<MemRefType>(store.getDest().getType()).getElementType();
  int64_t bytes = getElementBytes(element), alignment = store.getAlignment();
  if (store.getCopied())
    return std::max(bytes, std::min<int64_t>(alignment, 4));
  FragmentType type = store.getFragment().getType();
  return getDirectBytes(element, type.getShape(), type.getElementType(),
                        store.getTransposed(), alignment);
}

DirectStoreRule::DirectStoreRule(StoreOp store)
    : element(cast<MemRefType>(store.getDest().getType()).getElementType()),
      bytes(getStoreBytes(store)), isDense(tile::isDense(store)),
      transposed(store.getTransposed()) {}

DirectStoreRule::DirectStoreRule(EpilogueOp epilogue, int64_t output)
    : element(cast<MemRefType>(epilogue.getOutputs()[output].getType())
                  .getElementType()),
      isDense(epilogue.getOutputAlignment(output) > 1),
      transposed(epilogue.getTransposed()) {
  Operation *yield = epilogue.getBody().front().getTerminator();
  bytes = getDirectBytes(element, epilogue.getResult().getType().getShape(),
                         yield->getOperand(1 + output).getType(), transposed,
                         epilogue.getOutputAlignment(output));
}

bool DirectStoreRule::storesVectors() const {
  return !transposed && bytes == 16 && !storesPairs();
}

bool DirectStoreRule::storesPairs() const {
  return !transposed && bytes == 2 * getElementBytes(element);
}

int64_t DirectStoreRule::getGroups() const {
  return storesVectors() ? getTradedColumns(element) / 2 : 1;
}

void DirectStore::store(ArrayRef<Value> registers, int64_t block, int64_t begin,
                        int64_t end) {
  if (rule.transposed)
    storeTransposed(registers, block, begin, end);
  else if (rule.storesVectors())
    storeVectors(registers, block, begin, end);
  else if (rule.storesPairs())
    storePairs(registers, block, begin, end);
  else
    storeElements(registers, block, begin, end);
}

/// 16 bytes a thread, side by side in a quad.
void DirectStore::storeVectors(ArrayRef<Value> registers, int64_t block,
                               int64_t begin, int64_t end) {
  Value quad = e.bitAnd(place.lane, 3);
  int64_t columns = getTradedColumns(dest.element), groups = columns / 2;
  for (int64_t half : {0, 1}) {
    Value row = dest.at(0, e, place.getRow(e, block, half));
    Value rowInside = dest.inside(0, e, row);
    for (int64_t first = begin; first < end; first += groups) {
      SmallVector<Value, 4> words =
          tradeInQuad(e, kernel, place.lane, registers, first, layout.groups,
                      half, dest.element);
      Value inWarp = e.add(e.mul(quad, columns), first * 8);
      if (place.warpColumn)
        inWarp = e.add(place.warpColumn, inWarp);
      Value column = dest.at(1, e, inWarp);
      Value inside = e.bitAnd(rowInside, dest.inside(1, e, column));
      if (first + groups > layout.groups)
        inside = e.bitAnd(inside,
                          e.less(quad, (layout.groups - first) * 8 / columns));
      e.ifThen(inside, [&] {
        Value packed = e.packVector(words);
        LLVM::StoreOp::create(e, packed, dest.address(e, row, column, true),
                              /*alignment=*/16);
      });
    }
  }
}

/// The two neighbours of a thread in a group of eight columns, as stored.
Value DirectStore::getPair(ArrayRef<Value> registers, int64_t group,
                           int64_t half) {
  if (getElementBytes(dest.element) < 4)
    return packPair(e, kernel, registers, group, half, dest.element);
  SmallVector<Value, 2> pair;
  for (int64_t c : {0, 1})
    pair.push_back(convertElement(
        e, registers[layout.getRegister(group, half, c)], dest.element));
  return e.packVector(pair);
}

void DirectStore::storePairs(ArrayRef<Value> registers, int64_t block,
                             int64_t begin, int64_t end) {
  for (int64_t half : {0, 1}) {
    Value row = dest.at(0, e, place.getRow(e, block, half));
    Value rowInside = dest.inside(0, e, row);
    for (int64_t j = begin; j < end; ++j) {
      Value column = dest.at(1, e, place.getColumn(e, j, 0));
      Value inside = e.bitAnd(rowInside, dest.inside(1, e, column));
      e.ifThen(inside, [&] {
        LLVM::StoreOp::create(e, getPair(registers, j, half),
                              dest.address(e, row, column, true), rule.bytes);
      });
    }
  }
}

void DirectStore::storeElements(ArrayRef<Value> registers, int64_t block,
                                int64_t begin, int64_t end) {
  for (int64_t half : {0, 1}) {
    Value row = dest.at(0, e, place.getRow(e, block, half));
    Value rowInside = dest.inside(0, e, row);
    for (int64_t j = begin; j < end; ++j)
      for (int64_t c : {0, 1}) {
        Value column = dest.at(1, e, place.getColumn(e, j, c));
        storeOne(registers[layout.getRegister(j, half, c)], row, column,
                 rowInside);
      }
  }
}

/// Row and column change places: eight lanes write neighbours in a row.
void DirectStore::storeTransposed(ArrayRef<Value> registers, int64_t block,
                                  int64_t begin, int64_t end) {
  for (int64_t j = begin; j < end; ++j)
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

void DirectStore::storeOne(Value value, Value row, Value column,
                           Value rowInside) {
  Value inside = e.bitAnd(rowInside, dest.inside(1, e, column));
  e.ifThen(inside, [&] {
    e.storeElement(convertElement(e, value, dest.element),
                   dest.address(e, row, column, rule.isDense));
  });
}

static LogicalResult lowerDirectStore(StoreOp op,
                                      OneToNAdaptor<StoreOp> adaptor,
                                      Emitter &e, KernelContext &context) {
  if (op.getStaging())
    return failure();
  SmallVector<Value> indices = getIndices(adaptor.getIndices());
  DirectStore store(context, e, op, op.getFragment().getType(), op.getDest(),
                    DirectStoreRule(op), indices);
  for (auto [block, value] : llvm::enumerate(adaptor.getFragment()))
    store.store(
        unpackElements(e, value, op.getFragment().getType().getElementType()),
        block);
  return success();
  return success();
}

void tile::populateStorePatterns(KernelPatterns &patterns) {
  patterns.add(lowerDirectStore);
}

//===- FragmentRows.cpp - Rows of fragments, reduced and rounded ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread has two columns of each eight of a row (FragmentLayout.h), and the
// three threads beside it have the others. It reduces its own columns in two
// chains, which hide each other's latency, and then two exchanges give all four
// threads the row's value.
//
//===----------------------------------------------------------------------===//

#include "FragmentLayout.h"
#include "KernelPattern.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

static Value reduce(Emitter &e, RowReduction kind, Value x, Value y) {
  if (kind == RowReduction::Max)
    return LLVM::MaxNumOp::create(e, x, y);
  return arith::AddFOp::create(e, x, y);
}

/// The value of the thread whose number differs in one bit.
static Value exchange(Emitter &e, Value value, int64_t bit) {
  return NVVM::ShflOp::create(e, value.getType(), e.i32(-1), value, e.i32(bit),
                              e.i32(31), NVVM::ShflKind::bfly, UnitAttr());
}

static Value lowerReduceRows(ReduceRowsOp op,
                             OneToNAdaptor<ReduceRowsOp> adaptor, Emitter &e,
                             KernelContext &context) {
  RowsType type = op.getResult().getType();
  FragmentLayout layout(op.getFragment().getType(), context.layout);
  RowReduction kind = op.getKind();
  SmallVector<Value> from, results;
  if (op.getFrom())
    from = unpackBlock(e, adaptor.getFrom().front());
  for (Value block : adaptor.getFragment()) {
    SmallVector<Value> registers = unpackBlock(e, block);
    for (int64_t half : {0, 1}) {
      std::array<Value, 2> chains;
      for (int64_t group = 0; group < layout.groups; ++group)
        for (int64_t c : {0, 1}) {
          Value x = registers[FragmentLayout::getRegister(group, half, c)];
          chains[c] = group ? reduce(e, kind, chains[c], x) : x;
        }
      Value result = reduce(e, kind, chains[0], chains[1]);
      for (int64_t bit : {1, 2})
        result = reduce(e, kind, result, exchange(e, result, bit));
      if (!from.empty())
        result = reduce(e, kind, from[results.size()], result);
      results.push_back(result);
    }
  }
  return packBlock(e, results, getRowsStruct(type, context.layout));
}

static SmallVector<Value> lowerFold(FoldOp op, OneToNAdaptor<FoldOp> adaptor,
                                    Emitter &e, KernelContext &context) {
  FragmentType type = op.getResult().getType();
  FragmentLayout layout(op.getFragment().getType(), context.layout);
  SmallVector<Type> structs =
      getFragmentStructs(type, FragmentLayout(type, context.layout));
  SmallVector<Value> blocks;
  for (auto [index, block] : llvm::enumerate(adaptor.getFragment())) {
    SmallVector<Value> registers = unpackBlock(e, block), sums;
    if (op.getOnto())
      sums = unpackBlock(e, adaptor.getOnto()[index]);
    for (auto [i, value] : llvm::enumerate(registers)) {
      // The registers of a group of eight columns.
      if (sums.size() < 4)
        sums.push_back(value);
      else
        sums[i % 4] = addElements(e, sums[i % 4], value);
    }
    blocks.push_back(packBlock(e, sums, structs[index]));
  }
  return blocks;
}

static SmallVector<Value> lowerRound(RoundOp op, OneToNAdaptor<RoundOp> adaptor,
                                     Emitter &e, KernelContext &context) {
  FragmentType type = op.getResult().getType();
  SmallVector<Type> structs =
      getFragmentStructs(type, FragmentLayout(type, context.layout));
  SmallVector<Value> blocks;
  for (auto [block, structType] :
       llvm::zip_equal(adaptor.getFragment(), structs)) {
    SmallVector<Value> registers = unpackBlock(e, block), words;
    for (size_t i = 0; i < registers.size(); i += 2)
      words.push_back(LLVM::BitcastOp::create(
          e, e.getI32Type(),
          roundPair(e, registers[i], registers[i + 1], type.getElementType())));
    blocks.push_back(packBlock(e, words, structType));
  }
  return blocks;
}

/// One of the four threads that have a row's value stores it.
static void lowerStoreRows(StoreRowsOp op, OneToNAdaptor<StoreRowsOp> adaptor,
                           Emitter &e, KernelContext &context) {
  RowsLayout layout(op.getRows().getType(), context.layout);
  FragmentPlace place(context, e, *context.getRole(op), layout.fragment);
  SmallVector<Value> values = unpackBlock(e, adaptor.getRows().front());
  SmallVector<Value> indices = getIndices(adaptor.getIndices());
  auto type = cast<MemRefType>(op.getDest().getType());
  int64_t operand = context.getOperand(op.getDest());
  Value pointer =
      context.getMatrixPointer(e, operand, type.getElementType(), indices);
  std::array<Value, 2> strides, origin;
  for (int64_t dim : {0, 1}) {
    strides[dim] =
        context.getParam(e, KernelParam::Kind::Stride, operand, dim, indices);
    origin[dim] = e.toI32(ValueRange(indices).take_back(2)[dim]);
  }
  Value size = context.getParam(e, KernelParam::Kind::Size, operand,
                                KernelParam::kRows, indices);
  Value column = e.mul(e.toI64(origin[1]), strides[1]);
  Value isFirst = e.equal(e.bitAnd(place.lane, 3), 0);
  for (int64_t block = 0; block < layout.fragment.blocks; ++block)
    for (int64_t half : {0, 1}) {
      Value row = e.add(origin[0], place.getRow(e, block, half));
      Value value = values[layout.getRegister(block, half, /*part=*/0)];
      e.ifThen(e.bitAnd(isFirst, e.less(row, size)), [&] {
        Value offset = e.add(e.mul(e.toI64(row), strides[0]), column);
        e.storeElement(value, e.gep(pointer, type.getElementType(), offset));
      });
    }
}

void tile::populateFragmentRowsPatterns(KernelPatterns &patterns) {
  patterns.add(lowerReduceRows);
  patterns.add(lowerFold);
  patterns.add(lowerRound);
  patterns.add(lowerStoreRows);
}

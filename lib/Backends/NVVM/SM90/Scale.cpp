//===- Scale.cpp - Scales of blocks of a product --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread has two columns of each eight, and the value of a block of eight or
// more is one for all threads: each reads it, which is one transaction of a
// warp. The product with a row's value is made once for each block of columns,
// so that an element takes one instruction, as its addition would.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "RowPrologue.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// Columns of a group, in which threads have neighbours (FragmentLayout.h).
static constexpr int64_t kGroupColumns = 8;

Type tile::getColumnsStruct(ColumnsType type) {
  return LLVM::LLVMStructType::getLiteral(
      type.getContext(),
      SmallVector<Type>(countColumnRegisters(type), type.getElementType()));
}

/// Whether a prologue takes the values, or else a scale.
static bool isForPrologue(ReadColumnsOp op) {
  auto type = cast<MemRefType>(op.getSource().getType());
  return op.getTransposed() && type.getDimSize(type.getRank() - 2) == 1;
}

static Value lowerReadColumns(ReadColumnsOp op,
                              OneToNAdaptor<ReadColumnsOp> adaptor, Emitter &e,
                              KernelContext &context) {
  ColumnsType type = op.getResult().getType();
  SmallVector<Value> indices = getIndices(adaptor.getIndices());
  bool isSingle = type.getShape()[1] == 1;
  // Where the columns are those of A, the first step of every tile has the
  // same: addresses of many values would be kept in registers for all tiles.
  if (isSingle && isForPrologue(op)) {
    Value &first = indices[indices.size() - (op.getTransposed() ? 1 : 2)];
    first = e.toIndex(e.broadcast(e.toI32(first)));
  }
  ValueOffsets offsets(context, e, op, adaptor.getSource().front(), indices);
  Value depth = offsets.get(1, e.i32(0));
  Value own;
  if (isSingle) {
    Value lane = e.bitAnd(context.getWarpgroupThread(e), 3);
    own = e.mul(lane, 2);
  }
  SmallVector<Value> values;
  for (int64_t i = 0, count = countColumnRegisters(type); i < count; ++i) {
    Value at = isSingle ? e.add(own, i / 2 * kGroupColumns + i % 2) : e.i32(i);
    values.push_back(offsets.load(offsets.get(0, at), depth));
  }
  return packBlock(e, values, getColumnsStruct(type));
}

static SmallVector<Value> lowerScale(ScaleOp op, OneToNAdaptor<ScaleOp> adaptor,
                                     Emitter &e, KernelContext &context) {
  FragmentType type = op.getResult().getType();
  FragmentLayout layout(type, context.layout);
  RowsLayout rowsLayout(op.getRows().getType(), context.layout);
  SmallVector<Type> structs = getFragmentStructs(type, layout);
  SmallVector<Value> rows = unpackBlock(e, adaptor.getRows().front());
  SmallVector<Value> columns;
  // For each group, the values of the two columns that a thread has of it.
  SmallVector<std::array<int64_t, 2>> places;
  for (auto [list, registers] :
       llvm::zip_equal(op.getColumns(), adaptor.getColumns())) {
    ArrayRef<int64_t> shape = cast<ColumnsType>(list.getType()).getShape();
    int64_t first = columns.size(), width = shape[1];
    llvm::append_range(columns, unpackBlock(e, registers.front()));
    for (int64_t at = 0; at < shape[0] * width; at += kGroupColumns) {
      int64_t block = first + at / width;
      if (width == 1)
        places.push_back({first + at / 4, first + at / 4 + 1});
      else
        places.push_back({block, block});
    }
  }
  auto flags = arith::FastMathFlags::contract;
  SmallVector<Value> blocks;
  for (int64_t block = 0; block < layout.blocks; ++block) {
    SmallVector<Value> part = unpackBlock(e, adaptor.getPart()[block]), sums;
    if (op.getSums())
      sums = unpackBlock(e, adaptor.getSums()[block]);
    SmallVector<Value> registers(layout.registers);
    for (int64_t half : {0, 1}) {
      Value row = rows[rowsLayout.getRegister(block, half, /*part=*/0)];
      SmallVector<Value> factors;
      for (Value column : columns)
        factors.push_back(arith::MulFOp::create(e, row, column));
      for (int64_t group = 0; group < layout.groups; ++group)
        for (int64_t c : {0, 1}) {
          int64_t i = FragmentLayout::getRegister(group, half, c);
          Value factor = factors[places[group][c]];
          Value scaled = arith::MulFOp::create(e, part[i], factor, flags);
          registers[i] = sums.empty()
                             ? scaled
                             : arith::AddFOp::create(e, scaled, sums[i], flags);
        }
    }
    blocks.push_back(packBlock(e, registers, structs[block]));
  }
  return blocks;
}

void tile::populateScalePatterns(KernelPatterns &patterns) {
  patterns.add(lowerReadColumns);
  patterns.add(lowerScale);
}

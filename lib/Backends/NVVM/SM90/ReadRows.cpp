//===- ReadRows.cpp - What a prologue takes for rows ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread reads for the rows that it converts, and four threads the same:
// that is one transaction, and what they need lies in L1 for the next groups.
// Shared memory was rejected: the values are few, and a slot would have to wait
// for more than TMA.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "RowPrologue.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

Value ValueOffsets::get(int64_t axis, Value at) const {
  int64_t dim = transposed ? 1 - axis : axis;
  int64_t memRefDim = getMemRefDim(dim, type.getRank());
  if (type.getDimSize(memRefDim) == 1)
    return {};
  Value size =
      context.getParam(e, KernelParam::Kind::Size, operand, dim, indices);
  Value stride =
      context.getParam(e, KernelParam::Kind::Stride, operand, dim, indices);
  Value inside =
      e.min(e.add(e.toI32(indices[memRefDim]), at), e.sub(size, e.i32(1)));
  return e.mul(e.toI64(inside), stride);
}

Value ValueOffsets::load(Value first, Value second) const {
  Type element = type.getElementType();
  Value offset = first && second ? e.add(first, second)
                 : first         ? first
                                 : second;
  return LLVM::LoadOp::create(
      e, element, offset ? e.gep(pointer, element, offset) : pointer);
}

static Value lowerReadRows(ReadRowsOp op, OneToNAdaptor<ReadRowsOp> adaptor,
                           Emitter &e, KernelContext &context) {
  RowsLayout layout(op.getResult().getType(), context.layout);
  FragmentPlace place(context, e, *context.getRole(op), layout.fragment);
  ValueOffsets offsets(context, e, op, adaptor.getSource().front(),
                       getIndices(adaptor.getIndices()));
  SmallVector<Value> parts;
  for (int64_t part = 0; part < layout.parts; ++part)
    parts.push_back(offsets.get(1, e.i32(part)));
  // Rows of a warpgroup's block of 64 may all have one value.
  bool isShared = op.getBlock() % kBlockRows == 0;
  SmallVector<Value> values;
  for (int64_t block = 0; block < layout.fragment.blocks; ++block)
    for (int64_t half : {0, 1}) {
      if (isShared && half == 1) {
        for (int64_t part = 0; part < layout.parts; ++part)
          values.push_back(values[layout.getRegister(block, 0, part)]);
        continue;
      }
      Value at = isShared ? e.add(place.warpgroupRow, block * kBlockRows)
                          : place.getRow(e, block, half);
      Value row = offsets.get(0, e.div(at, op.getBlock()));
      for (Value part : parts)
        values.push_back(offsets.load(row, part));
    }
  return packBlock(e, values,
                   getRowsStruct(op.getResult().getType(), context.layout));
}

void tile::populateReadRowsPatterns(KernelPatterns &patterns) {
  patterns.add(lowerReadRows);
}

//===- RowAccess.cpp - Loads and stores of rows ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"

#include "mlir-autotune/Kernels/DeviceElements.h"
#include "mlir-autotune/Kernels/RowView.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::autotune;

/// The most bytes that a thread loads or stores at once.
static constexpr int64_t kMostBytes = 16;

Value RowBuilder::toI64(Value index) {
  return arith::IndexCastOp::create(b, b.getI64Type(), index);
}

RowElements RowBuilder::expandMap(AffineMap map, unsigned result) {
  AffineExpr expr = map.getResult(result);
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return loops[dim.getPosition()];
  size_t count = 1;
  for (unsigned dim = 0; dim < map.getNumDims(); ++dim)
    if (expr.isFunctionOfDim(dim))
      count = std::max(count, loops[dim].size());
  RowElements elements;
  for (size_t i = 0; i < count; ++i) {
    SmallVector<Value> dims;
    for (const RowElements &loop : loops)
      dims.push_back(loop[loop.size() == 1 ? 0 : i]);
    elements.push_back(affine::expandAffineExpr(b, b.getLoc(), expr, dims, {}));
  }
  return elements;
}

RowTensor RowBuilder::getTensor(Value value) {
  auto argument = cast<BlockArgument>(getReshaped(value));
  return {values.at(argument).front(), argument.getArgNumber()};
}

/// Offsets are in elements.
static SmallVector<int64_t> getStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (int64_t i = int64_t(shape.size()) - 2; i >= 0; --i)
    strides[i] = strides[i + 1] * shape[i + 1];
  return strides;
}

static Value getPlace(ImplicitLocOpBuilder &b, Value pointer, Type type,
                      Value offset) {
  if (!offset)
    return pointer;
  return LLVM::GEPOp::create(b, pointer.getType(), type, pointer,
                             ValueRange{offset});
}

RowElements RowBuilder::load(Value value, ArrayRef<int64_t> shape,
                             ArrayRef<RowElements> indices) {
  RowTensor tensor = getTensor(value);
  Type element = getElementTypeOrSelf(value.getType());
  Type memory = getMemoryType(element);
  int64_t bytes = getMemoryBytes(memory);
  SmallVector<int64_t> strides = getStrides(shape);
  // The offset that all columns share.
  Value shared;
  size_t count = 1;
  bool isAdjacent = true;
  int64_t vector = getVectorOf(memory);
  auto scale = [&](Value index, int64_t stride) -> Value {
    Value wide = toI64(index);
    return stride == 1
               ? wide
               : arith::MulIOp::create(
                     b, wide, arith::ConstantIntOp::create(b, stride, 64));
  };
  for (auto [dim, elements] : llvm::enumerate(indices)) {
    count = std::max(count, elements.size());
    if (elements.size() > 1) {
      isAdjacent &= elements == allColumns && strides[dim] == 1;
      continue;
    }
    if (matchPattern(elements.front(), m_Zero()))
      continue;
    while (strides[dim] % vector)
      vector /= 2;
    Value term = scale(elements.front(), strides[dim]);
    shared = shared ? arith::AddIOp::create(b, shared, term).getResult() : term;
  }
  RowElements loaded;
  auto add = [&](Value offset, Value term) -> Value {
    return offset ? arith::AddIOp::create(b, offset, term).getResult() : term;
  };
  if (count == 1 || !isAdjacent || vector == 1) {
    for (size_t i = 0; i < count; ++i) {
      Value offset = shared;
      for (auto [dim, elements] : llvm::enumerate(indices))
        if (elements.size() > 1)
          offset = add(offset, scale(elements[i], strides[dim]));
      Value place = getPlace(b, tensor.pointer, memory, offset);
      loaded.push_back(
          fromMemory(b, LLVM::LoadOp::create(b, memory, place), element));
    }
    return loaded;
  }
  alignments[tensor.operand] =
      std::max(alignments[tensor.operand], vector * bytes);
  for (Value column : columns)
    for (int64_t at = 0; at < layout.vector; at += vector) {
      Value first =
          at ? arith::AddIOp::create(b, column, constant(at)).getResult()
             : column;
      Value place =
          getPlace(b, tensor.pointer, memory, add(shared, toI64(first)));
      for (Value word : loadVector(memory, vector, place))
        loaded.push_back(fromMemory(b, word, element));
    }
  return loaded;
}

bool RowBuilder::isReadInPlace(linalg::GenericOp generic, OpOperand &operand) {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  // The loops of a window are no columns.
  return type && generic.getMatchingIndexingMap(&operand).isIdentity() &&
         type.getNumElements() == int64_t(op.getRows() * op.getColumns()) &&
         countWindowLoops(generic) == 0;
}

RowElements RowBuilder::loadFromMemory(Value value) {
  int64_t rowCount = op.getRows(), columnCount = op.getColumns();
  return load(value, {rowCount, columnCount}, {{row}, allColumns});
}

int64_t RowBuilder::getVectorOf(Type memory) {
  return std::min(layout.vector, kMostBytes / getMemoryBytes(memory));
}

/// The address is a multiple of the vector's size.
SmallVector<Value> RowBuilder::loadVector(Type memory, int64_t vector,
                                          Value place) {
  if (vector == 1)
    return {LLVM::LoadOp::create(b, memory, place)};
  Value all = LLVM::LoadOp::create(b, VectorType::get({vector}, memory), place,
                                   vector * getMemoryBytes(memory));
  SmallVector<Value> words;
  for (int64_t i = 0; i < vector; ++i)
    words.push_back(LLVM::ExtractElementOp::create(
        b, all, LLVM::ConstantOp::create(b, b.getI32Type(), i)));
  return words;
}

void RowBuilder::storeVector(ArrayRef<Value> words, Value place) {
  if (words.size() == 1) {
    LLVM::StoreOp::create(b, words.front(), place);
    return;
  }
  Type memory = words.front().getType();
  int64_t count = words.size();
  auto type = VectorType::get({count}, memory);
  Value all = LLVM::PoisonOp::create(b, type);
  for (auto [i, word] : llvm::enumerate(words))
    all = LLVM::InsertElementOp::create(
        b, all, word, LLVM::ConstantOp::create(b, b.getI32Type(), int64_t(i)));
  LLVM::StoreOp::create(b, all, place, count * getMemoryBytes(memory));
}

void RowBuilder::store(Value value, unsigned operand,
                       const RowElements &elements) {
  auto type = cast<RankedTensorType>(value.getType());
  Value pointer = function.getArgument(operand);
  Type memory = getMemoryType(type.getElementType());
  int64_t bytes = getMemoryBytes(memory);
  auto guard = [&](Value inside, llvm::function_ref<void()> build) {
    Value isStored = ownsRow;
    if (inside)
      isStored = isStored
                     ? arith::AndIOp::create(b, isStored, inside).getResult()
                     : inside;
    OpBuilder::InsertionGuard outer(b);
    if (isStored) {
      auto guarded = scf::IfOp::create(b, isStored, /*withElseRegion=*/false);
      b.setInsertionPointToStart(guarded.thenBlock());
    }
    build();
  };
  bool hasColumns =
      type.getNumElements() == int64_t(op.getRows() * op.getColumns()) &&
      op.getColumns() != 1;
  if (!hasColumns) {
    // One thread of the row, and, if there are several CTAs, of the first.
    Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                          columns[0], constant(0));
    // Threads beyond a row of one vector have its first column, too.
    if (inside[0] && int64_t(op.getColumns()) == layout.vector)
      isFirst = arith::AndIOp::create(b, isFirst, inside[0]);
    guard(isFirst, [&] {
      LLVM::StoreOp::create(b, toMemory(b, elements.front()),
                            getPlace(b, pointer, memory, toI64(row)));
    });
    return;
  }
  int64_t vector = getVectorOf(memory);
  while (op.getColumns() % vector)
    vector /= 2;
  alignments[operand] = vector * bytes;
  Value start = arith::MulIOp::create(
      b, toI64(row), arith::ConstantIntOp::create(b, op.getColumns(), 64));
  for (auto [chunk, column] : llvm::enumerate(columns))
    guard(inside[chunk], [&, chunk = chunk, column = column] {
      for (int64_t at = 0; at < layout.vector; at += vector) {
        SmallVector<Value> words;
        for (int64_t i = 0; i < vector; ++i) {
          size_t number = chunk * layout.vector + at + i;
          words.push_back(
              toMemory(b, elements[elements.size() == 1 ? 0 : number]));
        }
        Value first = arith::AddIOp::create(b, column, constant(at));
        Value place = getPlace(b, pointer, memory,
                               arith::AddIOp::create(b, start, toI64(first)));
        storeVector(words, place);
      }
    });
}

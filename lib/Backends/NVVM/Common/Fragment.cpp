//===- Fragment.cpp - Reading and mapping fragments -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FragmentLayout.h"
#include "KernelPattern.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

bool tile::isSum(Type type) { return type.isF32() || type.isInteger(32); }

bool tile::isStoredAsIs(Type held, Type stored) {
  return held.isF16() && stored.isF16();
}

SmallVector<Type> tile::getFragmentStructs(FragmentType type,
                                           const FragmentLayout &layout) {
  Type element = type.getElementType();
  SmallVector<Type> registers(layout.registers, element);
  if (isPacked(element))
    registers.assign(layout.registers / 2,
                     IntegerType::get(type.getContext(), 32));
  Type block = LLVM::LLVMStructType::getLiteral(type.getContext(), registers);
  return SmallVector<Type>(layout.blocks, block);
}

RowsLayout::RowsLayout(RowsType type, const KernelLayout &layout)
    : fragment(FragmentType::get(type.getContext(), {type.getShape()[0], 8},
                                 Float32Type::get(type.getContext())),
               layout),
      parts(type.getShape()[1]) {}

Type tile::getRowsStruct(RowsType type, const KernelLayout &layout) {
  return LLVM::LLVMStructType::getLiteral(
      type.getContext(),
      SmallVector<Type>(RowsLayout(type, layout).getRegisters(),
                        type.getElementType()));
}

SmallVector<Value> tile::unpackBlock(Emitter &e, Value block) {
  SmallVector<Value> registers;
  int64_t count = cast<LLVM::LLVMStructType>(block.getType()).getBody().size();
  for (int64_t i = 0; i < count; ++i)
    registers.push_back(LLVM::ExtractValueOp::create(e, block, i));
  return registers;
}

/// Two elements of 16 bits as the register that holds them.
static Value packHalves(Emitter &e, Value low, Value high) {
  return LLVM::BitcastOp::create(e, e.getI32Type(), e.packVector({low, high}));
}

Value tile::packBlock(Emitter &e, ValueRange registers, Type structType) {
  Value block = e.undef(structType);
  size_t count = cast<LLVM::LLVMStructType>(structType).getBody().size();
  size_t together = registers.size() / count;
  for (size_t i = 0; i < count; ++i) {
    Value value = registers[together * i];
    if (together == 2)
      value = packHalves(e, value, registers[2 * i + 1]);
    block = LLVM::InsertValueOp::create(e, block, value, i);
  }
  return block;
}

SmallVector<Value> tile::unpackElements(Emitter &e, Value block, Type element) {
  SmallVector<Value> registers = unpackBlock(e, block);
  if (!isPacked(element))
    return registers;
  auto pair = VectorType::get(2, element);
  SmallVector<Value> elements;
  for (Value value : registers) {
    Value vector = LLVM::BitcastOp::create(e, pair, value);
    for (int64_t c : {0, 1})
      elements.push_back(LLVM::ExtractElementOp::create(e, vector, e.i32(c)));
  }
  return elements;
}

FragmentPlace::FragmentPlace(const KernelContext &context, Emitter &e,
                             const RoleLayout &role,
                             const FragmentLayout &layout)
    : blockRows(layout.blockRows) {
  if (context.layout.warpGrid) {
    // Worked out anew, of the thread's number alone: products leave no
    // registers in which places would be kept beside them.
    Value thread =
        e.inlineAsm("", "=r,0", context.threadId, context.threadId.getType());
    lane = e.bitAnd(thread, kWarpThreads - 1);
    int64_t warpRows = (*context.layout.warpGrid)[0];
    Value warp = e.shr(thread, 5);
    warpColumn = e.mul(e.div(warp, warpRows), layout.columns);
    row = e.add(e.mul(e.rem(warp, warpRows), kWarpBlock), e.shr(lane, 2));
    column = e.add(warpColumn, e.mul(e.bitAnd(lane, 3), 2));
    return;
  }
  Value thread = context.getWarpgroupThread(e);
  lane = e.bitAnd(thread, 31);
  warpInGroup = e.shr(thread, 5);
  warpgroupRow =
      role.getInstanceWarpgroups() == 1
          ? e.i32(0)
          : e.mul(context.getInstanceWarpgroup(e, role), layout.warpgroupRows);
  row = e.add(warpgroupRow, e.add(e.mul(warpInGroup, 16), e.shr(lane, 2)));
  column = e.mul(e.bitAnd(lane, 3), 2);
}

Value tile::addElements(Emitter &e, Value x, Value y) {
  if (isa<FloatType>(x.getType()))
    return arith::AddFOp::create(e, x, y);
  return arith::AddIOp::create(e, x, y);
}

Value tile::convertElement(Emitter &e, Value value, Type element) {
  if (value.getType() == element)
    return value;
  if (isa<IntegerType>(element))
    return arith::TruncIOp::create(e, element, value);
  if (isFloat8(value.getType()))
    return convertElement(e, decodeFloat8(e, value), element);
  if (isFloat8(element))
    return encodeFloat8(e, value, element);
  if (value.getType().getIntOrFloatBitWidth() < element.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(e, element, value);
  return arith::TruncFOp::create(e, element, value);
}

static SmallVector<Value> lowerRead(ReadOp op, OneToNAdaptor<ReadOp> adaptor,
                                    Emitter &e, KernelContext &context) {
  FragmentType type = op.getResult().getType();
  FragmentLayout layout(type, context.layout);
  const RoleLayout &role = *context.getRole(op);
  FragmentPlace place(context, e, role, layout);
  bool isPacked = tile::isPacked(type.getElementType());
  int64_t operand = context.getOperand(op.getSource());
  Type element = cast<MemRefType>(op.getSource().getType()).getElementType();
  // Or addresses would be kept for the store of the same elements, in the
  // registers that such sums leave until then, or those of words of 4 bytes,
  // unless boxes are stored.
  bool isWordStoredDirectly =
      getElementBytes(element) == 4 && context.layout.stagings.empty();
  if (isPacked || isWordStoredDirectly)
    for (Value *at : {&place.row, &place.column})
      *at = e.inlineAsm("", "=r,0", *at, at->getType());
  SmallVector<Value> indices = getIndices(adaptor.getIndices());
  Value pointer = context.getMatrixPointer(e, operand, element, indices);
  std::array<Value, 2> strides, sizes, origin;
  for (int64_t dim : {0, 1}) {
    strides[dim] =
        context.getParam(e, KernelParam::Kind::Stride, operand, dim, indices);
    sizes[dim] =
        context.getParam(e, KernelParam::Kind::Size, operand, dim, indices);
    origin[dim] = e.toI32(ValueRange(indices).take_back(2)[dim]);
  }
  SmallVector<Type> structs = getFragmentStructs(type, layout);
  // Dimensions of memory along the fragment's rows and columns.
  int64_t rowDim = op.getTransposed() ? 1 : 0, columnDim = 1 - rowDim;
  // Elements outside are never stored: any value will do. In their place the
  // thread reads its own first row and column, so that no branch is needed
  // for each, and no element is read that another thread may be storing. A
  // thread that is outside with its first has none to read.
  Value firstRow = e.add(origin[rowDim], place.getRow(e, 0, 0));
  Value firstColumn = e.add(origin[columnDim], place.getColumn(e, 0, 0));
  Value isInside = e.bitAnd(e.less(firstRow, sizes[rowDim]),
                            e.less(firstColumn, sizes[columnDim]));
  auto branch = scf::IfOp::create(e, structs, isInside,
                                  /*withElseRegion=*/true);
  e.setInsertionPointToEnd(branch.elseBlock());
  SmallVector<Value> blocks;
  for (Type block : structs)
    blocks.push_back(LLVM::ZeroOp::create(e, block));
  scf::YieldOp::create(e, blocks);
  e.setInsertionPointToEnd(branch.thenBlock());
  auto getOffset = [&](int64_t dim, Value at) {
    return e.mul(e.toI64(at), strides[dim]);
  };
  auto getSafeOffset = [&](int64_t dim, Value at, Value first) {
    at = e.add(origin[dim], at);
    return getOffset(dim, e.select(e.less(at, sizes[dim]), at, first));
  };
  int64_t pairBytes = 2 * getElementBytes(element);
  bool readsPairs = !op.getTransposed() &&
                    static_cast<int64_t>(op.getAlignment()) >= pairBytes;
  SmallVector<Value> columnOffsets(2 * layout.groups);
  columnOffsets[0] = getOffset(columnDim, firstColumn);
  for (int64_t i = 1, count = columnOffsets.size(); i < count; ++i)
    columnOffsets[i] =
        getSafeOffset(columnDim, place.getColumn(e, i / 2, i % 2), firstColumn);
  auto load = [&](Value rowOffset) {
    SmallVector<Value> row;
    for (int64_t i = 0, count = columnOffsets.size(); i < count;
         i += readsPairs ? 2 : 1) {
      Value address =
          e.gep(pointer, element, e.add(rowOffset, columnOffsets[i]));
      if (readsPairs)
        llvm::append_range(row, e.loadPair(element, address, pairBytes));
      else
        row.push_back(e.loadElement(element, address));
    }
    for (Value &value : row)
      value = convertElement(e, value, type.getElementType());
    return row;
  };
  auto loadRow = [&](int64_t block, int64_t half) -> SmallVector<Value> {
    if (block == 0 && half == 0)
      return load(getOffset(rowDim, firstRow));
    Value row = place.getRow(e, block, half);
    if (!context.layout.warpGrid)
      return load(getSafeOffset(rowDim, row, firstRow));
    // A branch for each row of a thread's, or ptxas would have addresses of
    // many in registers at a time, beside what products leave none for.
    row = e.add(origin[rowDim], row);
    Value zero = LLVM::ZeroOp::create(e, type.getElementType());
    auto inside = scf::IfOp::create(
        e, e.less(row, sizes[rowDim]),
        [&](OpBuilder &, Location) {
          scf::YieldOp::create(e, load(getOffset(rowDim, row)));
        },
        [&](OpBuilder &, Location) {
          SmallVector<Value> zeros(columnOffsets.size(), zero);
          scf::YieldOp::create(e, zeros);
        });
    return inside.getResults();
  };
  blocks.clear();
  for (int64_t block = 0; block < layout.blocks; ++block) {
    SmallVector<Value> registers(layout.registers / (isPacked ? 2 : 1));
    for (int64_t half : {0, 1}) {
      SmallVector<Value> row = loadRow(block, half);
      // Each row at once: unpacked, all of them would take twice the room.
      for (int64_t i = 0, count = row.size(); i < count; ++i)
        if (!isPacked)
          registers[layout.getRegister(i / 2, half, i % 2)] = row[i];
        else if (i % 2 == 1)
          registers[layout.getRegister(i / 2, half, 0) / 2] =
              packHalves(e, row[i - 1], row[i]);
    }
    blocks.push_back(packBlock(e, registers, structs[block]));
  }
  scf::YieldOp::create(e, blocks);
  e.setInsertionPointAfter(branch);
  return SmallVector<Value>(branch.getResults());
}

static SmallVector<Value> lowerSplat(SplatOp op, SplatOp::Adaptor adaptor,
                                     Emitter &e, KernelContext &context) {
  FragmentType type = op.getResult().getType();
  FragmentLayout layout(type, context.layout);
  SmallVector<Value> registers(layout.registers, adaptor.getValue());
  SmallVector<Value> blocks;
  for (Type block : getFragmentStructs(type, layout))
    blocks.push_back(packBlock(e, registers, block));
  return blocks;
}

/// Whether an element is rounded to f16 as it is.
static bool isRoundedToHalf(BlockArgument element) {
  return element.getType().isF32() &&
         llvm::any_of(element.getUsers(), [](Operation *user) {
           return isa<arith::TruncFOp>(user) &&
                  user->getResult(0).getType().isF16();
         });
}

Value tile::copyIfRounded(Emitter &e, BlockArgument element, Value value) {
  if (!isRoundedToHalf(element))
    return value;
  return LLVM::InlineAsmOp::create(
             e, value.getType(), ValueRange{value},
             "lop3.b32 $0, $1, 0, 0, 0xfc;", "=f,f",
             /*has_side_effects=*/false, /*is_align_stack=*/false,
             LLVM::tailcallkind::TailCallKind::None,
             LLVM::AsmDialectAttr::get(e.getContext(),
                                       LLVM::AsmDialect::AD_ATT),
             ArrayAttr())
      .getRes();
}

/// The function of a tile.map for one element, which each of its arguments is
/// given a value for.
static Value applyMap(Emitter &e, Block &body, ArrayRef<Value> arguments) {
  IRMapping mapping;
  for (auto [argument, value] : llvm::zip_equal(body.getArguments(), arguments))
    mapping.map(argument, copyIfRounded(e, argument, value));
  for (Operation &inner : body.without_terminator())
    e.clone(inner, mapping);
  return mapping.lookupOrDefault(body.getTerminator()->getOperand(0));
}

static Value lowerMapOfRows(MapOp op, RowsType type,
                            OneToNAdaptor<MapOp> adaptor, Emitter &e,
                            KernelContext &context) {
  SmallVector<SmallVector<Value>> inputs;
  for (ValueRange input : adaptor.getInputs())
    inputs.push_back(unpackBlock(e, input.front()));
  SmallVector<Value> registers;
  for (int64_t i = 0, count = inputs.front().size(); i < count; ++i) {
    auto arguments = llvm::map_to_vector(
        inputs, [&](ArrayRef<Value> input) { return input[i]; });
    registers.push_back(applyMap(e, op.getBody().front(), arguments));
  }
  return packBlock(e, registers, getRowsStruct(type, context.layout));
}

static SmallVector<Value> lowerMap(MapOp op, OneToNAdaptor<MapOp> adaptor,
                                   Emitter &e, KernelContext &context) {
  if (auto rows = dyn_cast<RowsType>(op.getResult().getType()))
    return {lowerMapOfRows(op, rows, adaptor, e, context)};
  auto type = cast<FragmentType>(op.getResult().getType());
  FragmentLayout layout(type, context.layout);
  SmallVector<Type> structs = getFragmentStructs(type, layout);
  Block &body = op.getBody().front();
  std::optional<FragmentPlace> place;
  std::array<Value, 2> origin;
  if (!op.getPlaces().empty()) {
    place.emplace(context, e, *context.getRole(op), layout);
    for (int64_t dim : {0, 1})
      origin[dim] = e.toI32(adaptor.getPlaces()[dim].front());
  }
  SmallVector<Value> blocks;
  for (int64_t block = 0, count = structs.size(); block < count; ++block) {
    SmallVector<SmallVector<Value>> inputs;
    for (auto [operand, input, argument] :
         llvm::zip(op.getInputs(), adaptor.getInputs(), body.getArguments()))
      inputs.push_back(
          isa<RowsType>(operand.getType())
              ? unpackBlock(e, input.front())
              : unpackElements(e, input[block], argument.getType()));
    SmallVector<Value> registers;
    for (int64_t i = 0; i < layout.registers; ++i) {
      int64_t group = i / 4, half = i / 2 % 2, c = i % 2;
      SmallVector<Value> arguments;
      for (auto [operand, input] : llvm::zip(op.getInputs(), inputs)) {
        auto rows = dyn_cast<RowsType>(operand.getType());
        arguments.push_back(
            rows ? input[RowsLayout(rows, context.layout)
                             .getRegister(block, half, /*part=*/0)]
                 : input[i]);
      }
      if (place) {
        arguments.push_back(
            e.toIndex(e.add(origin[0], place->getRow(e, block, half))));
        arguments.push_back(
            e.toIndex(e.add(origin[1], place->getColumn(e, group, c))));
      }
      // Of columns, only the first is converted.
      if (arguments.size() != body.getNumArguments()) {
        Type f32 = e.getF32Type();
        Value row = e.add(origin[0], place->getRow(e, block, half));
        Value first = arith::SIToFPOp::create(
            e, f32, e.add(origin[1], place->getColumn(e, 0, 0)));
        Value further = arith::ConstantOp::create(
            e, e.getF32FloatAttr(float(8 * group + c)));
        arguments.push_back(arith::SIToFPOp::create(e, f32, row));
        arguments.push_back(arith::AddFOp::create(e, first, further));
      }
      registers.push_back(applyMap(e, body, arguments));
    }
    blocks.push_back(packBlock(e, registers, structs[block]));
  }
  return blocks;
}

void tile::populateFragmentPatterns(KernelPatterns &patterns) {
  patterns.add(lowerRead);
  patterns.add(lowerSplat);
  patterns.add(lowerMap);
}

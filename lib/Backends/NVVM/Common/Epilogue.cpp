//===- Epilogue.cpp - Functions of sums and of what is read for them ------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sums fill the registers of a thread. So what is read beside them is read
// for one group of eight columns at a time, and computed with at once; each
// result takes the register of its sum. What else the function yields is stored
// as soon as there are columns enough to be written together. Of pairs of sums
// a thread holds both: a half of the columns has whole groups of them. What has
// an element for a block of rows and columns is read where a block may begin.
//
//===----------------------------------------------------------------------===//

#include "DirectStore.h"
#include "KernelPattern.h"

#include <numeric>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

namespace {

/// A bf16 as an f32, whose upper half it is, from a word of two: of the second
/// one instruction, where to take it out and to widen it are two.
Value widenBF16(Emitter &e, Value word, int64_t c) {
  Value bits = c == 0 ? e.shl(word, 16) : e.bitAnd(word, int64_t(0xffff0000));
  return LLVM::BitcastOp::create(e, e.getF32Type(), bits);
}

/// A matrix that elements are read of, or a row, a column or one element that
/// is broadcast. Coordinates beyond its end are taken for the last one: what
/// comes of them is never stored, and no branch is needed.
class Source {
public:
  Source(const KernelContext &context, Emitter &e, EpilogueOp op, int64_t index,
         Value memref, ValueRange indices, bool widened)
      : type(getMatrixType(op, index).getElementType()),
        transposed(op.getTransposed()), alignment(op.getAlignment(index)),
        inside(op.getInside()), widened(widened),
        group({op.getGroup(index, 0), op.getGroup(index, 1)}) {
    MemRefType memrefType = getMatrixType(op, index);
    int64_t operand = context.getOperand(memref), rank = memrefType.getRank();
    SmallVector<Value> at(indices.take_back(rank));
    // A batch may be broadcast, too.
    for (int64_t dim = 0; dim + 2 < rank; ++dim)
      if (memrefType.getDimSize(dim) == 1)
        at[dim] = e.i32(0);
    pointer = context.getMatrixPointer(e, operand, type, at);
    for (int64_t dim : {0, 1}) {
      // A broadcast dimension has no offset.
      if (memrefType.getDimSize(rank - 2 + dim) == 1)
        continue;
      origin[dim] = e.toI32(indices.take_back(2)[dim]);
      size[dim] = context.getParam(KernelParam::Kind::Size, operand, dim);
      stride[dim] = context.getParam(KernelParam::Kind::Stride, operand, dim);
    }
  }

  /// Whether rows that are eight apart in the fragment are one: those of a
  /// group, of 16 of the fragment at least, are.
  bool hasOneHalf() const {
    int64_t dim = getDim(0);
    return !size[dim] || group[dim] % 16 == 0;
  }
  /// Whether what is read for group number `number` of eight columns is that of
  /// the one before: blocks begin where their size, and the fragment's columns,
  /// allow it.
  bool isReadBefore(int64_t number, int64_t groups) const {
    int64_t dim = getDim(1), columns = group[dim];
    if (number == 0 || !size[dim])
      return number > 0;
    return columns % 8 == 0 && 8 * number % std::gcd(columns, 8 * groups) != 0;
  }
  /// Whether columns of all groups are known distances from the first.
  bool isSteady() const { return inside && loadsPairs() && size[1]; }

  /// Elements' distance from the first, of a row or a column of the fragment;
  /// null for none.
  Value getOffset(Emitter &e, int64_t axis, Value at) const {
    int64_t dim = getDim(axis);
    if (!size[dim])
      return {};
    // Pairs are whole: the last one starts before the last element.
    int64_t last = axis == 1 && loadsPairs() ? 2 : 1;
    Value place = e.div(e.add(origin[dim], at), group[dim]);
    if (!inside)
      place = e.min(place, e.sub(size[dim], e.i32(last)));
    Value offset = e.toI64(place);
    // Elements of rows that are read in pairs are adjacent.
    return axis == 1 && loadsPairs() ? offset : e.mul(offset, stride[dim]);
  }

  /// The distances of two neighbouring columns, the first of which is even;
  /// null for a second one that is the same.
  std::array<Value, 2> getOffsets(Emitter &e, Value firstColumn) const {
    std::array<Value, 2> columns;
    int64_t dim = getDim(1);
    int64_t count = size[dim] && group[dim] % 2 == 0 ? 1 : 2;
    for (int64_t c = 0; c < count; ++c)
      columns[c] = getOffset(e, 1, e.add(firstColumn, c));
    return columns;
  }

  /// The elements of two neighbouring columns, whose offsets are given.
  std::array<Value, 2> load(Emitter &e, Value row,
                            ArrayRef<Value> columns) const {
    if (loadsPairs())
      return loadPair(e, getAddress(e, row, columns[0]));
    std::array<Value, 2> loaded;
    loaded[0] = e.loadElement(type, getAddress(e, row, columns[0]));
    loaded[1] = columns[1] ? e.loadElement(type, getAddress(e, row, columns[1]))
                           : loaded[0];
    return loaded;
  }

  /// The two elements from an address on.
  std::array<Value, 2> loadPair(Emitter &e, Value address) const {
    if (!widened)
      return e.loadPair(type, address, alignment);
    Value word = LLVM::LoadOp::create(e, e.getI32Type(), address, alignment);
    return {widenBF16(e, word, 0), widenBF16(e, word, 1)};
  }
  /// Of offsets from the first element; null for none.
  Value getAddress(Emitter &e, Value row, Value column) const {
    Value offset = row && column ? e.add(row, column) : row ? row : column;
    return offset ? e.gep(pointer, type, offset) : pointer;
  }
  /// The address of the element that is `distance` columns further.
  Value step(Emitter &e, Value address, int64_t distance) const {
    return e.gep(address, type, e.i64(distance));
  }

private:
  static MemRefType getMatrixType(EpilogueOp op, int64_t index) {
    return cast<MemRefType>(op.getMatrices()[index].getType());
  }
  /// The dimension of memory along the fragment's rows (0) or columns (1).
  int64_t getDim(int64_t axis) const { return transposed ? 1 - axis : axis; }
  bool loadsPairs() const { return alignment > 1 && !transposed; }

  Type type;
  bool transposed;
  int64_t alignment;
  /// Whether it has all coordinates that are asked for.
  bool inside;
  /// Whether pairs of bf16 are given as f32.
  bool widened;
  Value pointer;
  /// Of dimensions of memory, how many of the output share one of them.
  std::array<int64_t, 2> group;
  /// Null in dimensions along which it is broadcast.
  std::array<Value, 2> origin, size, stride;
};

/// The function, each time with other elements. Of those that come as a type
/// that the function widens its argument to, first of all, that is done.
class ElementFunction {
public:
  ElementFunction(Emitter &e, Block &body) : e(e), body(body) {
    for (Operation &op : body.without_terminator())
      if (op.hasTrait<OpTrait::ConstantLike>())
        e.clone(op, constants);
  }

  /// Whether of argument number `index`, a bf16, only the f32 is asked for.
  bool widens(unsigned index) const {
    BlockArgument argument = body.getArgument(index);
    return argument.getType().isBF16() &&
           llvm::all_of(argument.getUsers(), [](Operation *user) {
             return isa<arith::ExtFOp>(user) &&
                    user->getResult(0).getType().isF32();
           });
  }

  SmallVector<Value> apply(ArrayRef<Value> arguments) const {
    IRMapping mapping = constants;
    for (auto [argument, value] :
         llvm::zip_equal(body.getArguments(), arguments)) {
      mapping.map(argument, copyIfRounded(e, argument, value));
      if (value.getType() != argument.getType())
        for (Operation *user : argument.getUsers())
          mapping.map(user->getResult(0), value);
    }
    for (Operation &op : body.without_terminator())
      if (!op.hasTrait<OpTrait::ConstantLike>() &&
          !llvm::all_of(op.getResults(),
                        [&](Value result) { return mapping.contains(result); }))
        e.clone(op, mapping);
    return llvm::map_to_vector(
        body.getTerminator()->getOperands(),
        [&](Value result) { return mapping.lookupOrDefault(result); });
  }

private:
  Emitter &e;
  Block &body;
  IRMapping constants;
};

/// A matrix that gets what the function yields beside its first result.
class Output {
public:
  Output(const KernelContext &context, Emitter &e, EpilogueOp op,
         int64_t number, ValueRange indices, int64_t groups)
      : rule(op, number), groups(groups),
        store(context, e, op, op.getResult().getType(), op.getOutputs()[number],
              rule, indices),
        registers(4 * groups) {}

  void set(int64_t index, Value value) { registers[index] = value; }
  /// Writes what can be written, once all of a group is set.
  void finish(int64_t group, int64_t block) {
    int64_t together = rule.getGroups(), begin = group / together * together;
    if (group + 1 == std::min(begin + together, groups))
      store.store(registers, block, begin, group + 1);
  }

private:
  DirectStoreRule rule;
  int64_t groups;
  DirectStore store;
  /// Of a block.
  SmallVector<Value> registers;
};

/// The same value, of which the compiler must not know that it is: nothing that
/// is computed of it comes before what such values were made of earlier.
Value keepInOrder(Emitter &e, Value value) {
  Type type = value.getType();
  if (isa<LLVM::LLVMPointerType>(type))
    return e.inlineAsm("", "=l,0", value, type);
  if (type.getIntOrFloatBitWidth() != 32)
    return value;
  Type i32 = e.getI32Type();
  if (type != i32)
    value = LLVM::BitcastOp::create(e, i32, value);
  value = e.inlineAsm("", "=r,0", value, i32);
  return type == i32 ? value : LLVM::BitcastOp::create(e, type, value);
}

/// Groups of columns that may be read before what is read of the first of them
/// is needed.
constexpr int64_t kGroupsInOrder = 4;

} // namespace

static SmallVector<Value>
computeBlock(Emitter &e, const FragmentLayout &layout,
             const FragmentPlace &place, ArrayRef<Source> sources,
             MutableArrayRef<Output> outputs, const ElementFunction &function,
             SmallVector<Value> registers, int64_t block, int64_t sums,
             ArrayRef<Value> origin) {
  SmallVector<std::array<Value, 2>> rows(sources.size());
  for (auto [source, row] : llvm::zip(sources, rows))
    for (int64_t half : {0, 1})
      row[half] = source.getOffset(e, 0, place.getRow(e, block, half));
  // The addresses of the first column of each half, for steady sources.
  SmallVector<std::array<Value, 2>> starts(sources.size());
  for (auto [index, source] : llvm::enumerate(sources))
    if (source.isSteady())
      for (int64_t half : {0, 1})
        starts[index][half] =
            source.getAddress(e, rows[index][half],
                              source.getOffset(e, 1, place.getColumn(e, 0, 0)));
  // By source, half and column.
  using Elements = std::array<std::array<Value, 2>, 2>;
  SmallVector<Elements> loaded(sources.size());
  for (int64_t group = 0; group < layout.groups; ++group) {
    // Or all is read first, and computed side by side: registers would not
    // do for that.
    Value firstColumn = keepInOrder(e, place.getColumn(e, group, 0));
    for (auto [index, source] : llvm::enumerate(sources)) {
      if (source.isSteady()) {
        for (int64_t half : {0, 1}) {
          Value &start = starts[index][half];
          if (half == 1 && source.hasOneHalf()) {
            loaded[index][half] = loaded[index][0];
            continue;
          }
          if (group % kGroupsInOrder == 0)
            start = keepInOrder(e, start);
          loaded[index][half] =
              source.loadPair(e, source.step(e, start, 8 * group));
        }
        continue;
      }
      // Elements that are the same in all columns are loaded already.
      if (source.isReadBefore(group, layout.groups))
        continue;
      std::array<Value, 2> columns = source.getOffsets(e, firstColumn);
      for (int64_t half : {0, 1})
        loaded[index][half] = half == 1 && source.hasOneHalf()
                                  ? loaded[index][0]
                                  : source.load(e, rows[index][half], columns);
    }
    for (int64_t half : {0, 1})
      for (int64_t c : {0, 1}) {
        int64_t index = layout.getRegister(group, half, c);
        Value &element = registers[index];
        SmallVector<Value> arguments = {keepInOrder(e, element)};
        if (sums == 2)
          arguments.push_back(keepInOrder(
              e,
              registers[layout.getRegister(layout.groups + group, half, c)]));
        for (const Elements &elements : loaded)
          arguments.push_back(elements[half][c]);
        if (!origin.empty()) {
          arguments.push_back(
              e.toIndex(e.add(origin[0], place.getRow(e, block, half))));
          arguments.push_back(
              e.toIndex(e.add(origin[1], place.getColumn(e, group, c))));
        }
        SmallVector<Value> results = function.apply(arguments);
        element = keepInOrder(e, results.front());
        for (auto [number, output] : llvm::enumerate(outputs))
          output.set(index, keepInOrder(e, results[1 + number]));
      }
    for (Output &output : outputs)
      output.finish(group, block);
  }
  registers.truncate(layout.registers);
  return registers;
}

static SmallVector<Value> lowerEpilogue(EpilogueOp op,
                                        OneToNAdaptor<EpilogueOp> adaptor,
                                        Emitter &e, KernelContext &context) {
  FragmentType type = op.getResult().getType();
  FragmentLayout layout(type, context.layout);
  int64_t sums = op.getNumSums();
  FragmentPlace place(context, e, *context.getRole(op), layout);
  SmallVector<Value> indices = getIndices(adaptor.getIndices());
  ElementFunction function(e, op.getBody().front());
  SmallVector<Source> sources;
  for (int64_t i = 0, count = op.getMatrices().size(); i < count; ++i)
    sources.emplace_back(context, e, op, i, adaptor.getMatrices()[i].front(),
                         indices, function.widens(sums + i));
  SmallVector<Value> origin;
  if (op.getPlaced())
    for (Value index : ArrayRef(indices).take_back(2))
      origin.push_back(e.toI32(index));
  SmallVector<Output, 0> outputs;
  for (int64_t i = 0, count = op.getOutputs().size(); i < count; ++i)
    outputs.emplace_back(context, e, op, i, indices, layout.groups);
  SmallVector<Type> structs = getFragmentStructs(type, layout);
  SmallVector<Value> blocks;
  for (int64_t block = 0; block < layout.blocks; ++block)
    blocks.push_back(packBlock(
        e,
        computeBlock(e, layout, place, sources, outputs, function,
                     unpackElements(e, adaptor.getSums()[block],
                                    op.getSums().getType().getElementType()),
                     block, sums, origin),
        structs[block]));
  return blocks;
}

void tile::populateEpiloguePatterns(KernelPatterns &patterns) {
  patterns.add(lowerEpilogue);
}

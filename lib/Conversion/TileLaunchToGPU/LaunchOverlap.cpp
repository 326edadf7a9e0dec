//===- LaunchOverlap.cpp - That outputs have memory of their own ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CTAs write outputs while others still read, and a fill of what is read may be
// gone, so no output shares memory with another operand. Where that can't be
// seen, as of two arguments of a function, the host asserts one of:
//
// - one ends before the other begins;
// - they lie between each other's matrices, rows or elements, as the left and
//   the right half of one matrix's columns do, parts of complex numbers, and
//   heads of packed rows, of which the rows are further apart than the heads.
//
// For the latter both have the same strides, or multiples of them, along each
// dimension, and what is inside a step, such as the elements of a row, fits
// into it. A place that both have is then a number of the largest steps from
// the one start to the other, and a rest that the smaller steps make: less than
// one step to either side, so of two numbers either may be it. No third is.
//
// What an epilogue adds, such as a residual, may also be the output itself: a
// thread reads an element of it before it writes that one (KernelABI::inPlace).
//
// Other patterns that have no element in common are refused. A launch that was
// right is stopped then, which is better than one that is wrong going on.
//
//===----------------------------------------------------------------------===//

#include "LaunchChecks.h"

#include "mlir-autotune/Analysis/Memory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// The most pairs of operands that a launch asserts this of. A group has many,
/// and with more its code would be nothing else.
static constexpr size_t kMaxPairs = 256;

Value tile::createAddress(ImplicitLocOpBuilder &b, Value memref, Value view) {
  if (!view)
    view = memref;
  auto metadata = memref::ExtractStridedMetadataOp::create(b, view);
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(b, memref);
  Type element = cast<MemRefType>(view.getType()).getElementType();
  // A boolean is a byte.
  int64_t bits =
      element.isSignlessInteger(1) ? 8 : element.getIntOrFloatBitWidth();
  Value offset = metadata.getOffset();
  auto constant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  };
  offset =
      bits < 8
          ? arith::DivUIOp::create(b, offset, constant(8 / bits)).getResult()
          : arith::MulIOp::create(b, offset, constant(bits / 8)).getResult();
  return arith::AddIOp::create(b, base, offset);
}

namespace {
/// Where an operand lies, in bytes.
struct Place {
  MemRefType type;
  /// Strides that the type knows, else kDynamic.
  std::array<int64_t, 4> known = {ShapedType::kDynamic, ShapedType::kDynamic, 0,
                                  0};
  /// Of the first element; of the lowest byte, and behind the highest.
  Value start, low, high;
  std::array<Value, 4> strides, sizes;
};

/// A dimension of two operands: a step that all strides along it are multiples
/// of, and from the first to the last element of each, in bytes.
struct Step {
  Value size;
  std::array<Value, 2> spans;
};

class Overlaps {
public:
  Overlaps(ImplicitLocOpBuilder &b, LaunchOp op, const KernelABI &abi,
           ArrayRef<Matrix> matrices)
      : b(b), op(op), abi(abi), matrices(matrices), places(matrices.size()) {}

  void require(int64_t output, int64_t other);
  /// Whether the output may be this other operand.
  bool mayBeSame(int64_t output, int64_t other) const;

private:
  const Place &getPlace(int64_t operand);
  Value findSteps(ArrayRef<const Place *> pair, SmallVectorImpl<Step> &steps);
  void sort(MutableArrayRef<Step> steps);
  Value areApart(Value distance, ArrayRef<Step> steps,
                 const std::array<Value, 2> &lengths);
  Value lieBetween(ArrayRef<const Place *> pair);
  Value isEmpty(const Place &place);
  Value areSame(int64_t output, int64_t other);

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  /// The number that a type knows in the place of a value.
  Value orKnown(Value value, int64_t known) {
    return ShapedType::isDynamic(known) ? value : constant(known);
  }
  Value add(Value x, Value y) { return b.createOrFold<arith::AddIOp>(x, y); }
  Value sub(Value x, Value y) { return b.createOrFold<arith::SubIOp>(x, y); }
  Value mul(Value x, Value y) { return b.createOrFold<arith::MulIOp>(x, y); }
  Value div(Value x, Value y) { return b.createOrFold<arith::DivSIOp>(x, y); }
  Value rem(Value x, Value y) { return b.createOrFold<arith::RemSIOp>(x, y); }
  Value smaller(Value x, Value y) {
    return b.createOrFold<arith::MinSIOp>(x, y);
  }
  Value larger(Value x, Value y) {
    return b.createOrFold<arith::MaxSIOp>(x, y);
  }
  Value cmp(arith::CmpIPredicate predicate, Value x, Value y) {
    return b.createOrFold<arith::CmpIOp>(predicate, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return b.createOrFold<arith::SelectOp>(condition, x, y);
  }
  Value both(Value x, Value y) { return b.createOrFold<arith::AndIOp>(x, y); }
  Value either(Value x, Value y) { return b.createOrFold<arith::OrIOp>(x, y); }
  Value magnitude(Value x) { return larger(x, sub(constant(0), x)); }

  ImplicitLocOpBuilder &b;
  LaunchOp op;
  const KernelABI &abi;
  ArrayRef<Matrix> matrices;
  SmallVector<std::optional<Place>> places;
};
} // namespace

static int64_t getBytes(const Place &place) {
  return place.type.getElementTypeBitWidth() / 8;
}

const Place &Overlaps::getPlace(int64_t operand) {
  std::optional<Place> &place = places[operand];
  if (place)
    return *place;
  place.emplace();
  const Matrix &matrix = matrices[operand];
  place->type = matrix.type;
  place->start =
      matrix.address
          ? arith::IndexCastOp::create(b, b.getIndexType(), matrix.address)
                .getResult()
          : createAddress(b, op->getOperand(operand));
  int64_t bytes = getBytes(*place);
  // What types know of both ends; wraps as addresses do.
  uint64_t below = 0, above = bytes;
  place->low = place->high = place->start;
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)matrix.type.getStridesAndOffset(strides, offset);
  for (int64_t i = 0, rank = matrix.type.getRank(); i < rank; ++i) {
    int64_t dim = getParamDim(i, rank), stride = strides[i];
    int64_t size = matrix.type.getDimSize(i);
    place->known[dim] = stride;
    place->sizes[dim] = orKnown(matrix.sizes[dim], size);
    place->strides[dim] =
        mul(orKnown(matrix.strides[dim], stride), constant(bytes));
    if (!ShapedType::isDynamic(stride) && !ShapedType::isDynamic(size)) {
      (stride < 0 ? below : above) += uint64_t(size - 1) * stride * bytes;
      continue;
    }
    Value last = mul(sub(place->sizes[dim], constant(1)), place->strides[dim]);
    if (ShapedType::isDynamic(stride) || stride < 0)
      place->low = add(place->low, smaller(last, constant(0)));
    if (ShapedType::isDynamic(stride) || stride >= 0)
      place->high = add(place->high, larger(last, constant(0)));
  }
  // Columns that are contiguous are looked at as rows: a kernel may have the
  // one matrix as its transpose, and the other not.
  if (place->known[0] == 1 && place->known[1] != 1) {
    std::swap(place->known[0], place->known[1]);
    std::swap(place->sizes[0], place->sizes[1]);
    std::swap(place->strides[0], place->strides[1]);
  }
  place->low = add(place->low, constant(below));
  place->high = add(place->high, constant(above));
  return *place;
}

/// Whether the elements of a row are adjacent in both.
static bool haveRows(ArrayRef<const Place *> pair) {
  return pair[0]->known[1] == 1 && pair[1]->known[1] == 1;
}

/// Larger than any distance.
static constexpr int64_t kFar = int64_t(1) << 62;

/// The dimensions along which one of both has several elements, but for columns
/// that are contiguous in both. Returns whether there is a step for each.
Value Overlaps::findSteps(ArrayRef<const Place *> pair,
                          SmallVectorImpl<Step> &steps) {
  Value exist = b.createOrFold<arith::ConstantOp>(b.getBoolAttr(true));
  Value zero = constant(0);
  for (int64_t dim : {0, 1, 2, 3}) {
    if (dim == 1 && haveRows(pair))
      continue;
    Step step;
    std::array<Value, 2> strides = {zero, zero};
    for (auto [index, place] : llvm::enumerate(pair)) {
      step.spans[index] = zero;
      if (dim >= place->type.getRank())
        continue;
      Value stride = magnitude(place->strides[dim]);
      step.spans[index] = mul(sub(place->sizes[dim], constant(1)), stride);
      // Of one element, or of one place, the stride says nothing.
      Value isOne = cmp(arith::CmpIPredicate::eq, step.spans[index], zero);
      strides[index] = select(isOne, zero, stride);
      Value known = select(isOne, constant(kFar), stride);
      step.size = step.size ? smaller(step.size, known) : known;
    }
    if (!step.size)
      continue;
    for (Value stride : strides)
      exist = both(exist,
                   cmp(arith::CmpIPredicate::eq, rem(stride, step.size), zero));
    steps.push_back(step);
  }
  return exist;
}

/// The largest step first.
void Overlaps::sort(MutableArrayRef<Step> steps) {
  for (size_t last = steps.size(); last > 1; --last)
    for (size_t i = 0; i + 1 < last; ++i) {
      Step x = steps[i], y = steps[i + 1];
      Value inOrder = cmp(arith::CmpIPredicate::sge, x.size, y.size);
      auto exchange = [&](Value &front, Value &back) {
        Value larger = select(inOrder, front, back);
        back = select(inOrder, back, front);
        front = larger;
      };
      exchange(x.size, y.size);
      for (int64_t index : {0, 1})
        exchange(x.spans[index], y.spans[index]);
      steps[i] = x;
      steps[i + 1] = y;
    }
}

/// Whether no numbers of these steps lead from an element of the first operand
/// to one of the second, whose starts have this distance.
Value Overlaps::areApart(Value distance, ArrayRef<Step> steps,
                         const std::array<Value, 2> &lengths) {
  auto sge = arith::CmpIPredicate::sge, sgt = arith::CmpIPredicate::sgt;
  Value zero = constant(0);
  if (steps.empty())
    return either(cmp(sge, distance, lengths[0]),
                  cmp(sge, sub(zero, distance), lengths[1]));
  const Step &step = steps.front();
  Value rest = rem(add(rem(distance, step.size), step.size), step.size);
  Value number = div(sub(distance, rest), step.size);
  Value most = div(step.spans[0], step.size);
  Value least = sub(zero, div(step.spans[1], step.size));
  auto isNot = [&](Value number, Value rest) {
    return either(either(cmp(sgt, number, most), cmp(sgt, least, number)),
                  areApart(rest, steps.drop_front(), lengths));
  };
  Value below = isNot(number, rest);
  return both(below, isNot(add(number, constant(1)), sub(rest, step.size)));
}

/// Whether both have the same steps and nothing in common.
Value Overlaps::lieBetween(ArrayRef<const Place *> pair) {
  SmallVector<Step, 4> steps;
  Value apart = findSteps(pair, steps);
  if (matchPattern(apart, m_Zero()))
    return apart;
  sort(steps);
  std::array<Value, 2> lengths;
  for (auto [index, place] : llvm::enumerate(pair)) {
    Value bytes = constant(getBytes(*place));
    lengths[index] = haveRows(pair) ? mul(place->sizes[1], bytes) : bytes;
    Value inside = lengths[index];
    for (const Step &step : llvm::reverse(steps)) {
      apart = both(apart, cmp(arith::CmpIPredicate::sle, inside, step.size));
      inside = add(inside, step.spans[index]);
    }
  }
  return both(apart, areApart(sub(pair[1]->low, pair[0]->low), steps, lengths));
}

/// Of a group that other problems are launched of.
Value Overlaps::isEmpty(const Place &place) {
  Value least = place.sizes[0];
  for (Value size : ArrayRef(place.sizes).slice(1, place.type.getRank() - 1))
    least = arith::MinUIOp::create(b, least, size);
  return cmp(arith::CmpIPredicate::eq, least, constant(0));
}

bool Overlaps::mayBeSame(int64_t output, int64_t other) const {
  MemRefType first = matrices[output].type, second = matrices[other].type;
  return llvm::is_contained(abi.inPlace, other) &&
         first.getElementType() == second.getElementType() &&
         first.getRank() == second.getRank();
}

/// Whether each element of both is at one place.
Value Overlaps::areSame(int64_t output, int64_t other) {
  auto eq = arith::CmpIPredicate::eq;
  Value same = cmp(eq, getPlace(output).start, getPlace(other).start);
  MemRefType first = matrices[output].type, second = matrices[other].type;
  SmallVector<int64_t> strides, others;
  int64_t offset;
  (void)first.getStridesAndOffset(strides, offset);
  (void)second.getStridesAndOffset(others, offset);
  for (int64_t i = 0, rank = first.getRank(); i < rank; ++i) {
    int64_t dim = getParamDim(i, rank);
    same = both(
        same, cmp(eq, orKnown(matrices[output].sizes[dim], first.getDimSize(i)),
                  orKnown(matrices[other].sizes[dim], second.getDimSize(i))));
    same =
        both(same, cmp(eq, orKnown(matrices[output].strides[dim], strides[i]),
                       orKnown(matrices[other].strides[dim], others[i])));
  }
  return same;
}

void Overlaps::require(int64_t output, int64_t other) {
  const Place &first = getPlace(output);
  const Place &second = getPlace(other);
  auto ule = arith::CmpIPredicate::ule;
  Value apart = either(cmp(ule, first.high, second.low),
                       cmp(ule, second.high, first.low));
  // There is no room in a whole buffer.
  if (!first.type.getLayout().isIdentity() &&
      !second.type.getLayout().isIdentity())
    apart = either(apart, lieBetween({&first, &second}));
  if (mayBeSame(output, other))
    apart = either(apart, areSame(output, other));
  if (abi.group)
    apart = either(apart, either(isEmpty(first), isEmpty(second)));
  std::string message;
  llvm::raw_string_ostream(message)
      << "tile.launch " << op.getKernel() << ": operand " << output
      << ", which is written, overlaps operand " << other
      << "; it must be in memory of its own";
  cf::AssertOp::create(b, apart, message);
}

void tile::createOverlapAsserts(ImplicitLocOpBuilder &b, LaunchOp op,
                                const KernelABI &abi,
                                ArrayRef<Matrix> matrices) {
  auto isOutput = [&](int64_t operand) {
    return op.isDpsInit(&op->getOpOperand(operand));
  };
  Overlaps overlaps(b, op, abi, matrices);
  auto isKnown = [&](int64_t output, int64_t other) {
    Value first = op->getOperand(output), second = op->getOperand(other);
    return areKnownApart(first, second) ||
           (first == second && overlaps.mayBeSame(output, other));
  };
  SmallVector<std::pair<int64_t, int64_t>> pairs;
  int64_t count = op->getNumOperands();
  for (int64_t output = 0; output < count; ++output)
    for (int64_t other = 0; isOutput(output) && other < count; ++other)
      if (output != other && (!isOutput(other) || output < other) &&
          !isKnown(output, other))
        pairs.push_back({output, other});
  if (pairs.size() > kMaxPairs)
    return;
  for (auto [output, other] : pairs)
    overlaps.require(output, other);
}

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
// - they lie between each other's rows, as the left and the right half of one
//   matrix's columns do: rows are equally far apart in both;
// - or between each other's elements likewise, as parts of complex numbers do.
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
  int64_t bits = cast<MemRefType>(view.getType()).getElementTypeBitWidth();
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
  std::array<int64_t, 3> known = {ShapedType::kDynamic, ShapedType::kDynamic,
                                  0};
  /// Of the first element; of the lowest byte, and behind the highest.
  Value start, low, high;
  std::array<Value, 3> strides, sizes;

  bool isBatch() const { return type.getRank() == 3; }
};

class Overlaps {
public:
  Overlaps(ImplicitLocOpBuilder &b, LaunchOp op, const KernelABI &abi,
           ArrayRef<Matrix> matrices)
      : b(b), op(op), abi(abi), matrices(matrices), places(matrices.size()) {}

  void require(int64_t output, int64_t other);

private:
  const Place &getPlace(int64_t operand);
  Value areApart(const Place &first, const Place &second, int64_t dim);
  Value isEmpty(const Place &place);

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

/// Whether both have elements at places of their own within each step along
/// `dim`, rows (0) or columns (1), all other steps being multiples of it.
Value Overlaps::areApart(const Place &first, const Place &second, int64_t dim) {
  // Of nothing no remainder is taken.
  Value one = constant(1);
  Value step = larger(magnitude(first.strides[dim]), one);
  Value apart =
      cmp(arith::CmpIPredicate::eq, step, magnitude(second.strides[dim]));
  SmallVector<Value, 2> lengths;
  for (const Place *place : {&first, &second}) {
    SmallVector<Value, 2> outer;
    if (dim == 1)
      outer.push_back(place->strides[0]);
    if (place->isBatch())
      outer.push_back(place->strides[2]);
    for (Value stride : outer)
      apart = both(
          apart, cmp(arith::CmpIPredicate::eq, rem(stride, step), constant(0)));
    Value bytes = constant(getBytes(*place));
    lengths.push_back(dim == 1 ? bytes : mul(place->sizes[1], bytes));
  }
  Value ahead = rem(sub(second.start, first.start), step);
  ahead = rem(add(ahead, step), step);
  apart = both(apart, cmp(arith::CmpIPredicate::sge, ahead, lengths[0]));
  return both(apart,
              cmp(arith::CmpIPredicate::sle, add(ahead, lengths[1]), step));
}

/// Of a group that other problems are launched of.
Value Overlaps::isEmpty(const Place &place) {
  Value least = place.sizes[0];
  for (Value size : ArrayRef(place.sizes).slice(1, place.isBatch() ? 2 : 1))
    least = arith::MinUIOp::create(b, least, size);
  return cmp(arith::CmpIPredicate::eq, least, constant(0));
}

/// Whether there is room between rows (0), or elements (1), of both.
static bool mayLieBetween(const Place &first, const Place &second,
                          int64_t dim) {
  if (first.type.getLayout().isIdentity() ||
      second.type.getLayout().isIdentity())
    return false;
  int64_t step = first.known[dim], other = second.known[dim];
  if (dim == 1)
    return !ShapedType::isDynamic(step) && step == other && std::abs(step) > 1;
  if (first.known[1] != 1 || second.known[1] != 1)
    return false;
  return ShapedType::isDynamic(step) || ShapedType::isDynamic(other) ||
         std::abs(step) == std::abs(other);
}

void Overlaps::require(int64_t output, int64_t other) {
  const Place &first = getPlace(output);
  const Place &second = getPlace(other);
  auto ule = arith::CmpIPredicate::ule;
  Value apart = either(cmp(ule, first.high, second.low),
                       cmp(ule, second.high, first.low));
  for (int64_t dim : {0, 1})
    if (mayLieBetween(first, second, dim))
      apart = either(apart, areApart(first, second, dim));
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
  SmallVector<std::pair<int64_t, int64_t>> pairs;
  int64_t count = op->getNumOperands();
  for (int64_t output = 0; output < count; ++output)
    for (int64_t other = 0; isOutput(output) && other < count; ++other)
      if (output != other && (!isOutput(other) || output < other) &&
          !areKnownApart(op->getOperand(output), op->getOperand(other)))
        pairs.push_back({output, other});
  if (pairs.size() > kMaxPairs)
    return;
  Overlaps overlaps(b, op, abi, matrices);
  for (auto [output, other] : pairs)
    overlaps.require(output, other);
}

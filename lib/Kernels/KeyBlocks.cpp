//===- KeyBlocks.cpp - The keys that a tile of queries sees ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/KeyBlocks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::autotune;

/// Arithmetic on indices, which may be negative.
static Value index(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}
static Value plus(ImplicitLocOpBuilder &b, Value x, int64_t y) {
  return y ? arith::AddIOp::create(b, x, index(b, y)).getResult() : x;
}
static Value minus(ImplicitLocOpBuilder &b, Value x, Value y) {
  return arith::SubIOp::create(b, x, y);
}
static Value least(ImplicitLocOpBuilder &b, Value x, Value y) {
  return arith::MinSIOp::create(b, x, y);
}
static Value most(ImplicitLocOpBuilder &b, Value x, Value y) {
  return arith::MaxSIOp::create(b, x, y);
}
/// Of a number that is not negative.
static Value divide(ImplicitLocOpBuilder &b, Value x, int64_t y) {
  return arith::DivUIOp::create(b, x, index(b, y));
}

/// Whether no block of keys needs both bounds of a query's window: it has as
/// many keys as a tile of queries and two blocks.
static bool isWideWindow(const SeenKeys &seen, int64_t least) {
  return !seen.hasOthers && seen.highest.size() == 1 &&
         seen.lowest.size() == 1 && seen.highest[0].isRelative &&
         seen.lowest[0].isRelative && !seen.highest[0].input &&
         !seen.lowest[0].input &&
         seen.highest[0].constant - seen.lowest[0].constant >= least;
}

KeyBlocks::KeyBlocks(ImplicitLocOpBuilder &b, const SeenKeys &seen,
                     std::optional<ArrayRef<int64_t>> range,
                     const Queries &queries, Value keys, int64_t size,
                     LoadPlace loadPlace)
    : size(size), mayBeCut(!seen.lowest.empty() || range),
      mayBeWhole(!seen.hasOthers || range) {
  Value zero = index(b, 0), query = queries.first,
        lastQuery = least(b, plus(b, query, queries.size - 1),
                          plus(b, queries.all, -1));
  auto getKey = [&](const KeyBound &bound, Value query) {
    Value place = bound.input ? loadPlace(*bound.input, zero) : Value();
    return createKey(b, b.getLoc(), bound, query, place);
  };
  // The last key that any query of the tile sees, and that all of them do; and
  // the first ones.
  Value lastSeen = plus(b, keys, -1), lastOfAll = lastSeen;
  Value firstSeen = zero, firstOfAll = zero;
  if (range) {
    auto load = [&](unsigned place, Value row) {
      return loadPlace(unsigned((*range)[place]), row);
    };
    firstSeen = load(0, query);
    lastSeen = least(b, lastSeen, minus(b, lastSeen, load(1, lastQuery)));
    firstOfAll = minus(b, keys, load(2, lastQuery));
    lastOfAll = plus(b, load(3, query), -1);
  }
  for (const KeyBound &bound : seen.highest) {
    lastSeen = least(b, lastSeen, getKey(bound, lastQuery));
    lastOfAll = least(b, lastOfAll, getKey(bound, query));
  }
  for (const KeyBound &bound : seen.lowest) {
    firstSeen = most(b, firstSeen, getKey(bound, query));
    firstOfAll = most(b, firstOfAll, getKey(bound, lastQuery));
  }
  Value lastBlock = divide(b, most(b, lastSeen, zero), size);
  Value firstBlock = least(b, divide(b, firstSeen, size), lastBlock);
  last = arith::MulIOp::create(b, lastBlock, index(b, size));
  first = zero;
  end = plus(b, minus(b, lastBlock, firstBlock), 1);
  // Blocks from the first to the last one that no mask changes.
  bool isRelative = llvm::any_of(
      seen.highest, [](const KeyBound &bound) { return bound.isRelative; });
  mayBeMaskedFirst = isRelative || seen.hasOthers;
  Value one = index(b, 1);
  if (!mayBeWhole) {
    whole = cut = end;
    mayBeCut = false;
    return;
  }
  if (!range && isWideWindow(seen, queries.size + 2 * size)) {
    highMask = KeyMask::Highest;
    lowMask = KeyMask::Lowest;
  }
  whole = one;
  if (mayBeMaskedFirst) {
    // Keys up to the last one of all, in whole blocks.
    Value keysOfAll = most(b, plus(b, lastOfAll, 1), zero);
    Value wholeBlocks = divide(b, keysOfAll, size);
    whole = least(b, most(b, minus(b, plus(b, lastBlock, 1), wholeBlocks), one),
                  end);
  }
  cut = end;
  if (mayBeCut) {
    Value firstWhole = divide(b, plus(b, firstOfAll, size - 1), size);
    cut = least(b, most(b, minus(b, plus(b, lastBlock, 1), firstWhole), whole),
                end);
  }
}

void KeyBlocks::takePart(ImplicitLocOpBuilder &b, Value part, int64_t parts) {
  Value ofPart = divide(b, plus(b, end, parts - 1), parts);
  Value begin = arith::MulIOp::create(b, ofPart, part);
  isEmpty = arith::CmpIOp::create(b, arith::CmpIPredicate::sge, begin, end);
  first = least(b, begin, plus(b, end, -1));
  end = least(b, arith::AddIOp::create(b, first, ofPart), end);
  Value next = plus(b, first, 1);
  whole = least(b, most(b, whole, next), end);
  cut = least(b, most(b, cut, whole), end);
}

Value KeyBlocks::getFirstKey(ImplicitLocOpBuilder &b, Value number) const {
  return arith::SubIOp::create(
      b, last, arith::MulIOp::create(b, number, index(b, size)));
}

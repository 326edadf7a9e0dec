//===- ExplainLayouts.cpp - Operands read in another layout ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stage of an operand of wgmma lies in shared memory in rows of 128 bytes,
// swizzled: along K, or along M or N if that is how the matrix is stored. A
// descriptor that says otherwise makes wgmma take elements from elsewhere in
// the stage, which is computed here. What lies behind a stage is not known.
//
//===----------------------------------------------------------------------===//

#include "DepthClass.h"
#include "Evidence.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::diagnosis;

namespace {
constexpr int64_t kRowBytes = 128, kPieceBytes = 16, kRowElements = 64;

/// What a matrix descriptor may get wrong.
struct Reading {
  int64_t span = kRowBytes, stride = 1024, baseOffset = 0, start = 0;
  bool flipsMajor = false;
  /// A and B are each read from where the other one lies. Warpgroups share the
  /// rows of A, or the columns of B if the kernel computes the transposed
  /// product.
  bool takesOther = false, sharesB = false;
  std::string text;
};

class LayoutReader {
public:
  LayoutReader(const Evidence &evidence) : evidence(evidence) {}

  int64_t getTile(bool isA) const { return evidence.tiles.sizes[!isA]; }
  bool isDepthMajor(bool isA) const {
    return isA ? !evidence.getFact().a.transposed
               : evidence.getFact().b.transposed;
  }

  /// What is at a byte of the stage of A or B that begins at `first` along M or
  /// N and at `depth`.
  std::optional<int64_t> load(bool isA, int64_t first, int64_t depth,
                              int64_t address) const {
    int64_t size = getTile(isA), row = address / kRowBytes;
    int64_t piece = (address / kPieceBytes % 8) ^ (row % 8);
    int64_t inRow = piece * 8 + address % kPieceBytes / 2;
    if (isDepthMajor(isA)) {
      if (row >= size)
        return std::nullopt;
      return get(isA, first + row, depth + inRow);
    }
    int64_t along = row / kStageDepth * kRowElements + inRow;
    if (row >= (size + kRowElements - 1) / kRowElements * kStageDepth)
      return std::nullopt;
    return get(isA, first + along, depth + row % kStageDepth);
  }

  /// Where an element of an operand lies along M or N, in a tile and in the
  /// part of it that one wgmma takes.
  struct Place {
    int64_t first, x, skipped;
  };
  /// Of element `index` of operands of `group` along M or N, when wgmma should
  /// take A's or B's and reads the stage of `source`. `other` is the element's
  /// place along the other axis.
  Place getPlace(const Reading &reading, bool isA, bool source, int64_t group,
                 int64_t index, int64_t other) const {
    int64_t first = evidence.getTileStart(/*axis=*/!isA, index);
    int64_t inTile = index - first, x = inTile % group;
    if (source == isA)
      return {first, x, inTile - x};
    first = evidence.getTileStart(/*axis=*/!source, other);
    int64_t inOther = other - first;
    return {first, x,
            source != reading.sharesB ? inOther / kRowElements * kRowElements
                                      : 0};
  }

  /// What wgmma takes for the element at `place` and of `depth`.
  std::optional<int64_t> read(const Reading &reading, bool isA, bool source,
                              const Place &place, int64_t depth) const {
    auto [first, x, skipped] = place;
    int64_t stage = depth / kStageDepth * kStageDepth;
    int64_t product = (depth - stage) / kProductDepth;
    int64_t kk = depth % kProductDepth;
    bool isSwizzled = reading.span != kPieceBytes;
    int64_t address = reading.start;
    if (isDepthMajor(source))
      address += product * kProductDepth * 2 + skipped * kRowBytes;
    else
      address += product * kProductDepth * kRowBytes +
                 skipped / kRowElements * kStageDepth * kRowBytes +
                 skipped % kRowElements * 2;
    int64_t leading =
        isDepthMajor(source) ? kPieceBytes : kStageDepth * kRowBytes;
    if (isDepthMajor(isA) != reading.flipsMajor) {
      address += x % 8 * reading.span + x / 8 * reading.stride +
                 kk / 8 * (isSwizzled ? kPieceBytes : leading) + kk % 8 * 2;
    } else {
      int64_t perSpan = reading.span / kPieceBytes, u = x / 8;
      address += u % perSpan * kPieceBytes +
                 u / perSpan * (isSwizzled ? leading : reading.stride) +
                 kk % 8 * reading.span +
                 kk / 8 * (isSwizzled ? reading.stride : leading) + x % 8 * 2;
    }
    int64_t mask = reading.span / kPieceBytes - 1;
    address ^= (((address >> 7) - reading.baseOffset) & mask) << 4;
    return load(source, first, stage, address);
  }

  int64_t get(bool isA, int64_t index, int64_t depth) const {
    return isA ? evidence.getA(index, depth) : evidence.getB(depth, index);
  }

private:
  const Evidence &evidence;
};
} // namespace

static std::vector<Reading> getReadings() {
  std::vector<Reading> readings;
  auto add = [&](const char *text) -> Reading & {
    readings.emplace_back();
    readings.back().text = text;
    return readings.back();
  };
  add("without a swizzle").span = 16;
  add("with a swizzle of 32 bytes").span = 32;
  add("with a swizzle of 64 bytes").span = 64;
  add("with twice the stride between groups of 8 rows").stride = 2048;
  add("with half the stride between groups of 8 rows").stride = 512;
  for (int64_t offset = 1; offset < 8; ++offset)
    add("with another base offset").baseOffset = offset;
  add("as its transpose").flipsMajor = true;
  for (bool sharesB : {false, true}) {
    Reading &reading = add("where the other operand lies, and the reverse,");
    reading.takesOther = true;
    reading.sharesB = sharesB;
  }
  for (int64_t bytes : {16, 32, 64, 128, 256, 512, 1024})
    for (int64_t sign : {1, -1}) {
      Reading &reading = add("");
      reading.start = sign * bytes;
      reading.text = "from " + std::to_string(bytes) + " bytes " +
                     (sign > 0 ? "behind" : "before") + " its start";
    }
  return readings;
}

void diagnosis::explainLayouts(const Evidence &evidence, Explanation &best) {
  if (getElementBytes(evidence.getFact().a.element) != 2 ||
      !isFloat(evidence.getFact().a.element))
    return;
  LayoutReader reader(evidence);
  std::vector<Reading> readings = getReadings();
  for (const DepthClass &where : DepthClass::getAll(evidence.k))
    for (bool isA : {true, false})
      for (const Reading &reading : readings)
        for (int64_t group : {kRowElements, reader.getTile(isA)}) {
          auto guess = [&](int64_t row, int64_t column) {
            LayoutReader::Place inA = reader.getPlace(
                reading, true, !reading.takesOther, group, row, column);
            LayoutReader::Place inB = reader.getPlace(
                reading, false, reading.takesOther, group, column, row);
            return evidence.getProduct(
                row, column, where,
                [&](int64_t i, int64_t k) -> std::optional<int64_t> {
                  return isA || reading.takesOther
                             ? reader.read(reading, true, !reading.takesOther,
                                           inA, k)
                             : evidence.getA(i, k);
                },
                [&](int64_t k, int64_t j) -> std::optional<int64_t> {
                  return !isA || reading.takesOther
                             ? reader.read(reading, false, reading.takesOther,
                                           inB, k)
                             : evidence.getB(k, j);
                });
          };
          best.consider(evidence, guess, [&] {
            return std::string("is the result if ") + (isA ? "A" : "B") +
                   " is read from shared memory " + reading.text +
                   where.str(evidence.k);
          });
          if (best.isComplete())
            return;
        }
}

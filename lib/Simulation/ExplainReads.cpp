//===- ExplainReads.cpp - Factors taken from elsewhere --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DepthClass.h"
#include "Evidence.h"

#include <cstdlib>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::diagnosis;

namespace {
/// Guesses about A or B alone: the other one is as it should be.
class Reader {
public:
  Reader(const Evidence &evidence, Explanation &best)
      : all{0, evidence.k, -1}, evidence(evidence), best(best) {}

  /// Every k.
  const DepthClass all;

  /// `read` takes an index along M or N, and one of the k that are read
  /// otherwise.
  template <typename Read>
  void consider(bool isA, const DepthClass &where, Read read,
                llvm::function_ref<std::string()> text) const {
    auto guess = [&](int64_t row, int64_t column) {
      return isA ? evidence.getProduct(row, column, where, read,
                                       [&](int64_t k, int64_t j) {
                                         return evidence.getB(k, j);
                                       })
                 : evidence.getProduct(
                       row, column, where,
                       [&](int64_t i, int64_t k) {
                         return evidence.getA(i, k);
                       },
                       [&](int64_t k, int64_t j) { return read(j, k); });
    };
    best.consider(evidence, guess, text);
  }

  int64_t get(bool isA, int64_t index, int64_t depth) const {
    return isA ? evidence.getA(index, depth) : evidence.getB(depth, index);
  }

  void shift(bool isA, int64_t along, int64_t inDepth,
             const DepthClass &where) const {
    consider(
        isA, where,
        [&](int64_t index, int64_t depth) {
          return get(isA, index + along, depth + inDepth);
        },
        [&] {
          std::string text = "is the result if " + getName(isA) + " is read " +
                             std::to_string(std::abs(along + inDepth)) +
                             (along ? isA ? " rows " : " columns " : " of k ") +
                             (along + inDepth > 0 ? "further on" : "before");
          // Which of the two it was only the ends of K tell.
          if (inDepth && where.product < 0)
            text += ", or " + getName(!isA) + " as many " +
                    (inDepth > 0 ? "before" : "further on");
          return text + where.str(evidence.k);
        });
  }

  /// Boxes of so many along M or N and K, loaded from where their coordinates
  /// lead that have changed places.
  void swapCoordinates(bool isA, int64_t along, int64_t inDepth) const {
    consider(
        isA, all,
        [&](int64_t index, int64_t depth) {
          int64_t first = evidence.getBlockStart(/*axis=*/!isA, index, along);
          int64_t start = depth / inDepth * inDepth;
          return get(isA, start + index - first, first + depth - start);
        },
        [&] {
          return "is the result if the coordinates of " + getName(isA) +
                 "'s loads are swapped (blocks of " + std::to_string(along) +
                 " by " + std::to_string(inDepth) + " of k)";
        });
  }

  /// The other matrix, at the same place as stored.
  void takeOther(bool isA) const {
    bool transposed = isA ? evidence.getFact().a.transposed
                          : !evidence.getFact().b.transposed;
    bool otherTransposed = isA ? !evidence.getFact().b.transposed
                               : evidence.getFact().a.transposed;
    consider(
        isA, all,
        [&](int64_t index, int64_t depth) {
          bool flips = transposed != otherTransposed;
          return get(!isA, flips ? depth : index, flips ? index : depth);
        },
        [&] {
          return "is the result if " + getName(isA) + "'s loads read " +
                 getName(!isA);
        });
  }

  static std::string getName(bool isA) { return isA ? "A" : "B"; }

private:
  const Evidence &evidence;
  Explanation &best;
};
} // namespace

void diagnosis::explainReads(const Evidence &evidence, Explanation &best) {
  Reader reader(evidence, best);
  for (bool isA : {true, false}) {
    reader.takeOther(isA);
    for (int64_t along = 8; along <= 256; along += 8)
      for (int64_t inDepth : {16, 32, 64, 128})
        reader.swapCoordinates(isA, along, inDepth);
    for (int64_t distance = 1; distance <= 256;
         distance += distance < 16 ? 1 : 8)
      for (int64_t sign : {1, -1})
        reader.shift(isA, 0, sign * distance, reader.all);
    if (best.isComplete())
      return;
  }
  for (const DepthClass &where : DepthClass::getAll(evidence.k))
    for (bool isA : {true, false})
      for (int64_t distance : {1, 2, 4, 8, 16, 24, 32, 48, 64, 128})
        for (int64_t sign : {1, -1}) {
          reader.shift(isA, sign * distance, 0, where);
          reader.shift(isA, 0, sign * distance, where);
          if (best.isComplete())
            return;
        }
}

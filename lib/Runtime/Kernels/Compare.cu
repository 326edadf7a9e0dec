//===- Compare.cu - A candidate's whole output against the reference ------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prelude.h"

using namespace mlir::autotune::support;

/// Two's complement truncation to the width of `kind`.
AUTOTUNE_DEVICE i64 wrapTo(int kind, i64 value) {
  int unused = 64 - 8 * int(elementBytes(kind));
  return i64(u64(value) << unused) >> unused;
}

AUTOTUNE_DEVICE double magnitude(double value) {
  return value < 0 ? -value : value;
}

namespace {

/// What is to be said of one element.
struct Verdict {
  bool good = true, decided = true;
  double error = 0, want = 0;
};

/// An integer that must be equal, wrapped to `kind`.
AUTOTUNE_DEVICE Verdict compareIntegers(i64 got, i64 want) {
  Verdict verdict;
  verdict.good = got == want;
  verdict.error = magnitude(double(got) - double(want));
  verdict.want = magnitude(double(want));
  return verdict;
}

/// With a multiple of the product.
struct ToProduct {
  const CompareParams &p;
  AUTOTUNE_DEVICE Verdict operator()(u64 dense, i64 stored) const {
    if (!isFloatIndex(p.kind)) {
      u64 scaled = ((const u64 *)p.want)[dense] * u64(i64(p.scale));
      return compareIntegers(
          loadElement<i64>(p.kind, p.got, stored),
          wrapTo(p.kind, wrapTo(p.accumulatorKind, i64(scaled))));
    }
    Verdict verdict;
    double want = p.scale * ((const double *)p.want)[dense];
    verdict.want = magnitude(want);
    verdict.error =
        magnitude(loadElement<double>(p.kind, p.got, stored) - want);
    // Also false when either is a NaN.
    verdict.good = verdict.error <= p.absolute + p.relative * verdict.want;
    if (!(verdict.error == verdict.error))
      verdict.error = __builtin_inf();
    return verdict;
  }
};

/// With what a function makes of sums.
struct ToResults {
  const CompareParams &p;
  AUTOTUNE_DEVICE Verdict operator()(u64 dense, i64 stored) const {
    if (!isFloatIndex(p.kind))
      return compareBetween(loadElement<i64>(p.kind, p.got, stored),
                            loadElement<i64>(p.kind, p.want, i64(dense)),
                            loadElement<i64>(p.kind, p.low, i64(dense)),
                            loadElement<i64>(p.kind, p.high, i64(dense)));
    return compareFloats(loadElement<double>(p.kind, p.got, stored),
                         loadElement<double>(p.kind, p.want, i64(dense)),
                         loadElement<double>(p.kind, p.low, i64(dense)),
                         loadElement<double>(p.kind, p.high, i64(dense)));
  }

  /// An integer that is one of those between the results of sums that are off.
  AUTOTUNE_DEVICE Verdict compareBetween(i64 got, i64 want, i64 low,
                                         i64 high) const {
    Verdict verdict = compareIntegers(got, want);
    i64 least = low < high ? low : high, most = low < high ? high : low;
    least = want < least ? want : least;
    most = want > most ? want : most;
    verdict.good = least <= got && got <= most;
    verdict.decided = double(most) - double(least) <= verdict.want;
    return verdict;
  }

  AUTOTUNE_DEVICE Verdict compareFloats(double got, double want, double low,
                                        double high) const {
    Verdict verdict;
    bool isNaN = !(got == got), wantsNaN = !(want == want);
    bool mayBeNaN = !(low == low) || !(high == high);
    if (isNaN || wantsNaN || mayBeNaN) {
      // Where one sum gives a number and its neighbour none, either is right.
      bool mayBeNumber = !wantsNaN || low == low || high == high;
      verdict.good = isNaN ? wantsNaN || mayBeNaN : mayBeNumber;
      verdict.decided = wantsNaN ? !mayBeNumber : !mayBeNaN;
      if (!verdict.good)
        verdict.error = __builtin_inf();
      return verdict;
    }
    // Of infinite ones the difference is none.
    double below = low == want ? 0 : magnitude(low - want);
    double above = high == want ? 0 : magnitude(high - want);
    double off = below < above ? above : below, size = magnitude(want);
    // Between the two there may be a pole, and nothing is too much next to it.
    bool isPeak =
        size > magnitude(low) && size > magnitude(high) && !(2 * off <= size);
    bool isOpen = isPeak || !(off < __builtin_inf());
    verdict.decided = off <= size && !isOpen;
    if (isOpen)
      return verdict;
    verdict.want = size < __builtin_inf() ? size : 0;
    verdict.error = got == want ? 0 : magnitude(got - want);
    verdict.good =
        verdict.error <= off + p.absolute + p.relative * verdict.want;
    return verdict;
  }
};

/// `judge` says of an element, by its place in the dense matrices and as it is
/// stored, whether it is good.
template <typename Judge>
AUTOTUNE_DEVICE void compare(const CompareParams &p, Judge judge) {
  u64 bad = 0, firstBad = ~0ull, touched = 0, undecided = 0;
  double maxError = 0, maxWant = 0;
  u64 stored = u64(p.batch) * p.batchStride;
  for (u64 i = globalThread(); i < stored; i += globalThreads()) {
    u64 dense = i;
    // Divisions would take longer than all else.
    if (p.rowStride != p.n || p.batchStride != p.m * p.n || p.isGroup) {
      u64 output = i / p.batchStride, inOutput = i % p.batchStride;
      u64 row = inOutput / p.rowStride, column = inOutput % p.rowStride;
      u64 rows = p.isGroup ? p.groupRows[output] : p.m;
      if (column >= u64(p.n) || row >= rows) {
        touched += loadBits(p.kind, p.got, i) !=
                   filledBits(p.kind, p.fillMode, p.fillSeed, i);
        continue;
      }
      dense = (output * p.m + row) * p.n + column;
    }
    Verdict verdict = judge(dense, i64(i));
    undecided += !verdict.decided;
    if (!verdict.good) {
      ++bad;
      firstBad = dense < firstBad ? dense : firstBad;
    }
    maxError = verdict.error > maxError ? verdict.error : maxError;
    maxWant = verdict.want > maxWant ? verdict.want : maxWant;
  }
  if (bad) {
    atomicAdd(&p.result->bad, bad);
    atomicMin(&p.result->firstBad, firstBad);
  }
  if (touched)
    atomicAdd(&p.result->paddingTouched, touched);
  if (undecided)
    atomicAdd(&p.result->undecided, undecided);
  atomicMax(&p.result->maxErrorBits, __builtin_bit_cast(u64, maxError));
  atomicMax(&p.result->maxWantBits, __builtin_bit_cast(u64, maxWant));
}

} // namespace

AUTOTUNE_KERNEL(256) void autotune_compare(CompareParams p) {
  compare(p, ToProduct{p});
}

AUTOTUNE_KERNEL(256) void autotune_compare_results(CompareParams p) {
  compare(p, ToResults{p});
}

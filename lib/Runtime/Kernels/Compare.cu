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

AUTOTUNE_KERNEL(256) void autotune_compare(CompareParams p) {
  u64 bad = 0, firstBad = ~0ull, touched = 0;
  double maxError = 0, maxWant = 0;
  u64 stored = u64(p.batch) * p.batchStride;
  for (u64 i = globalThread(); i < stored; i += globalThreads()) {
    u64 dense = i;
    // Divisions would take longer than all else.
    if (p.rowStride != p.n || p.batchStride != p.m * p.n) {
      u64 output = i / p.batchStride, inOutput = i % p.batchStride;
      u64 row = inOutput / p.rowStride, column = inOutput % p.rowStride;
      if (column >= u64(p.n) || row >= u64(p.m)) {
        touched += loadBits(p.kind, p.got, i) !=
                   filledBits(p.kind, p.fillMode, p.fillSeed, i);
        continue;
      }
      dense = (output * p.m + row) * p.n + column;
    }
    double error, want;
    bool good;
    if (isFloatIndex(p.kind)) {
      want = p.scale * ((const double *)p.want)[dense];
      error = magnitude(loadElement<double>(p.kind, p.got, i) - want);
      // Also false when either is a NaN.
      good = error <= p.absolute + p.relative * magnitude(want);
      if (!(error == error))
        error = __builtin_inf();
    } else {
      u64 scaled = ((const u64 *)p.want)[dense] * u64(i64(p.scale));
      i64 wrapped = wrapTo(p.kind, wrapTo(p.accumulatorKind, i64(scaled)));
      i64 got = loadElement<i64>(p.kind, p.got, i);
      want = double(wrapped);
      error = magnitude(double(got) - want);
      good = got == wrapped;
    }
    if (!good) {
      ++bad;
      firstBad = dense < firstBad ? dense : firstBad;
    }
    maxError = error > maxError ? error : maxError;
    want = magnitude(want);
    maxWant = want > maxWant ? want : maxWant;
  }
  if (bad) {
    atomicAdd(&p.result->bad, bad);
    atomicMin(&p.result->firstBad, firstBad);
  }
  if (touched)
    atomicAdd(&p.result->paddingTouched, touched);
  atomicMax(&p.result->maxErrorBits, __builtin_bit_cast(u64, maxError));
  atomicMax(&p.result->maxWantBits, __builtin_bit_cast(u64, maxWant));
}

//===- Abi.h - What host and device share of the helper kernels -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each helper kernel takes one struct by value. The structs hold pointers and
// fixed-width integers only, so that g++ on the host and clang on the device
// lay them out alike. Device pointers are plain `void *` here: the host never
// dereferences them.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_RUNTIME_KERNELS_ABI_H
#define MLIR_AUTOTUNE_RUNTIME_KERNELS_ABI_H

#include "mlir-autotune/Core/ElementIndex.h"

namespace mlir::autotune::support {

using namespace cuda;
using u64 = unsigned long long;
using i64 = long long;
static_assert(sizeof(u64) == 8, "the kernels count in 64 bits");

/// What a guard zone holds, byte for byte.
constexpr unsigned char kGuardByte = 0xA5;

/// What a buffer is filled with: elements by the seed, also times a number by
/// which every element type multiplies exactly; or poison, which is what an
/// output holds before a kernel writes it: bytes of 0xFF, a NaN in every float
/// format.
enum FillMode {
  kFillRandom = 0,
  kFillPoison = 1,
  kFillNegated = 2,
  kFillDoubled = 3,
  kFillNegatedDoubled = 4
};

/// Buffers of `count` elements each, or bytes of two of 4 bits, `setStride`
/// bytes apart, whose content is a function of the seed, which grows by
/// `seedStep` from one to the next.
struct FillParams {
  void *base;
  u64 count;
  u64 seed;
  u64 sets;
  u64 setStride;
  u64 seedStep;
  int kind;
  int mode;
  /// Random integers are below this; 0 for small ones of either sign.
  u64 limit;
  /// autotune_verify adds the number of elements that differ, of one buffer.
  /// Null to fill.
  u64 *mismatches;
};

/// The same byte range of every buffer set: `sets` ranges, `setStride` apart.
struct GuardParams {
  void *base;
  u64 setStride;
  u64 sets;
  u64 bytes;
  /// Null to write the pattern; otherwise receives the number of bytes that
  /// differ from it.
  u64 *mismatches;
};

/// Blocks that take up to so many cycles each, by chance.
struct ShuffleParams {
  u64 seed;
  u64 mostCycles;
};

/// What elements of a factor are multiplied by, one value for each block of so
/// many along its rows or columns in the output, and along k: the value of
/// element k of row i is base[i / rowBlock * rowStride + k / depthBlock *
/// depthStride]. A null `base` is that of none.
struct ReferenceScales {
  const float *base;
  i64 rowStride, depthStride;
  int rowBlock, depthBlock;
};

/// out[m][n] = sum over k of a[m][k] * b[k][n], plus c[m][n] when c is set,
/// each factor times its scale. All strides in elements. `out` is a dense m x n
/// matrix of f64, or of i64 for the integer kernel; there are `batch` of them,
/// one behind the other.
struct ReferenceParams {
  const void *a;
  const void *b;
  const void *c;
  void *out;
  i64 m, n, k;
  i64 aRowStride, aColumnStride;
  i64 bRowStride, bColumnStride;
  i64 cRowStride;
  i64 batch, aBatchStride, bBatchStride, cBatchStride;
  int aKind, bKind, cKind;
  /// Of integers of A and B.
  int zeroExtend;
  /// In f32, of the f32 kernel alone.
  ReferenceScales aScales, bScales;
};

struct CompareResult {
  u64 bad;
  /// Index of the first bad element in the dense m x n matrices; ~0 when none.
  u64 firstBad;
  /// Bits of the largest |got - want| and |want|: of non-negative doubles, so
  /// that they order as integers do.
  u64 maxErrorBits;
  u64 maxWantBits;
  /// Elements of the padding that were written.
  u64 paddingTouched;
  /// Elements of which nothing, or next to nothing, is asked.
  u64 undecided;
};

/// Compares stored m x n matrices with the dense reference, `batch` of them. An
/// element is good when |got - want| <= absolute + relative * |want| (floats; a
/// NaN is never good) or when it equals the reference wrapped to
/// `accumulatorKind` and to `kind` (integers). `scale` times the reference is
/// wanted.
///
/// autotune_compare_results compares with what a function makes of sums: `want`
/// is of `kind`, and so are, of floats, `low` and `high`, which the function
/// makes of sums that are too small and too large by as much as a right one may
/// be. An element is good when it is no further from `want` than these are, and
/// what the tolerance adds to that; or when nothing can be asked of it.
struct CompareParams {
  const void *got;
  const void *want;
  const void *low;
  const void *high;
  CompareResult *result;
  i64 m, n, rowStride;
  /// batchStride is at least m * rowStride.
  i64 batch, batchStride;
  double absolute, relative;
  /// How the padding was filled, to see that it was left alone.
  u64 fillSeed;
  int fillMode;
  int kind, accumulatorKind;
  int scale;
  /// Whether each matrix of a batch has rows of its own number, and these.
  int isGroup;
  int groupRows[64];
};

} // namespace mlir::autotune::support

#endif // MLIR_AUTOTUNE_RUNTIME_KERNELS_ABI_H

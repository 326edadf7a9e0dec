//===- Reference.cu - The product that candidates are checked against -----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plain tiled product on CUDA cores, any element types and strides. For
// inputs of 16 and 8 bits, and of tf32, a product is exact in f32; at most
// kFlush of them are summed in f32 before they go to an f64 sum, so the
// reference is off by at most 64 f32 roundings however long K is, while a
// candidate adds up K of them. Inputs of f64 are multiplied and summed in f64,
// integers in (wrapping) i64.
//
//===----------------------------------------------------------------------===//

#include "Prelude.h"

using namespace mlir::autotune::support;

namespace {

/// One block computes a kTile x kTile tile with 16 x 16 threads, 4 x 4 elements
/// each; the padding keeps the transposing stores off one bank.
constexpr int kTile = 64;
constexpr int kStep = 16;
constexpr int kFlush = 64;
constexpr int kThreads = 256;
constexpr int kPadded = kTile + 4;

/// Matrix number `index` of a batch.
AUTOTUNE_DEVICE const void *getMatrix(const void *base, int kind, i64 index,
                                      i64 batchStride) {
  return (const char *)base + index * batchStride * i64(elementBits(kind)) / 8;
}

/// What one load of a tile needs; rows and columns outside count as zeros.
struct Slab {
  const void *base;
  i64 rowStride, kStride;
  i64 row0, rows;
  i64 k0, depth;
  bool zeroExtend;
  ReferenceScales scales;
};

AUTOTUNE_DEVICE float loadScale(const ReferenceScales &scales, i64 row, i64 k) {
  return scales
      .base[unsigned(row) / unsigned(scales.rowBlock) * scales.rowStride +
            unsigned(k) / unsigned(scales.depthBlock) * scales.depthStride];
}

/// Loads kTile rows x kStep columns of `slab` into tile[k][row]. Neighbouring
/// threads run along the direction that is contiguous in memory.
template <int kKind, typename T>
AUTOTUNE_DEVICE void loadTileAs(T (*tile)[kPadded], const Slab &slab) {
#pragma unroll
  for (int step = 0; step < kTile * kStep / kThreads; ++step) {
    int i = threadIndex() + step * kThreads;
    int row = slab.kStride == 1 ? i / kStep : i % kTile;
    int k = slab.kStride == 1 ? i % kStep : i / kTile;
    T value = 0;
    if (slab.row0 + row < slab.rows && slab.k0 + k < slab.depth) {
      value = loadFactor<T>(kKind, slab.base,
                            (slab.row0 + row) * slab.rowStride +
                                (slab.k0 + k) * slab.kStride,
                            slab.zeroExtend);
      // What this rounds off is far less than what is asked: tensor cores keep
      // 14 bits of sums of such elements.
      if constexpr (sizeof(T) == 4)
        if (slab.scales.base)
          value *= loadScale(slab.scales, slab.row0 + row, slab.k0 + k);
    }
    tile[k][row] = value;
  }
}

/// The kind is decided outside the loop, so that a thread's loads overlap. Only
/// the kinds that the host picks this kernel for are compiled into it.
static_assert(kNumElementIndices - kNumFloat8Indices == 12,
              "list a new kind in loadTile");
template <typename T>
AUTOTUNE_DEVICE void loadTile(T (*tile)[kPadded], int kind, const Slab &slab) {
  if constexpr (T(0.5) == T(0)) {
    switch (kind) {
    case kI8:
      return loadTileAs<kI8>(tile, slab);
    case kI16:
      return loadTileAs<kI16>(tile, slab);
    case kI32:
      return loadTileAs<kI32>(tile, slab);
    default:
      return loadTileAs<kI64>(tile, slab);
    }
  } else {
    switch (kind) {
    case kBF16:
      return loadTileAs<kBF16>(tile, slab);
    case kF16:
      return loadTileAs<kF16>(tile, slab);
    case kF32:
    case kTF32:
    case kTF32x3:
      return loadTileAs<kF32>(tile, slab);
#define AUTOTUNE_ELEMENT(NAME, ...)                                            \
  case k##NAME:                                                                \
    return loadTileAs<k##NAME>(tile, slab);
      AUTOTUNE_FLOAT8(AUTOTUNE_ELEMENT)
#undef AUTOTUNE_ELEMENT
    // Times floats.
    case kI8:
      return loadTileAs<kI8>(tile, slab);
    case kI4:
      return loadTileAs<kI4>(tile, slab);
    case kI4R:
      return loadTileAs<kI4R>(tile, slab);
    default:
      if constexpr (sizeof(T) == 8)
        return loadTileAs<kF64>(tile, slab);
    }
  }
}

template <typename T, typename Sum>
AUTOTUNE_DEVICE void multiply(const ReferenceParams &p, T (*tileA)[kPadded],
                              T (*tileB)[kPadded]) {
  i64 tilesM = (p.m + kTile - 1) / kTile, tilesN = (p.n + kTile - 1) / kTile;
  i64 output = blockIndex() / (tilesM * tilesN);
  i64 tile = blockIndex() % (tilesM * tilesN);
  i64 row0 = tile / tilesN * kTile, column0 = tile % tilesN * kTile;
  const void *a = getMatrix(p.a, p.aKind, output, p.aBatchStride);
  const void *b = getMatrix(p.b, p.bKind, output, p.bBatchStride);
  const void *c = getMatrix(p.c, p.cKind, output, p.cBatchStride);
  Sum *out = (Sum *)p.out + output * p.m * p.n;
  int threadRow = threadIndex() / 16 * 4, threadColumn = threadIndex() % 16 * 4;
  T partial[4][4] = {};
  Sum sum[4][4] = {};
  for (i64 k0 = 0; k0 < p.k; k0 += kStep) {
    loadTile(tileA, p.aKind,
             {a, p.aRowStride, p.aColumnStride, row0, p.m, k0, p.k,
              p.zeroExtend != 0, p.aScales});
    loadTile(tileB, p.bKind,
             {b, p.bColumnStride, p.bRowStride, column0, p.n, k0, p.k,
              p.zeroExtend != 0, p.bScales});
    barrier();
#pragma unroll
    for (int k = 0; k < kStep; ++k) {
      T x[4], y[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        x[i] = tileA[k][threadRow + i];
        y[i] = tileB[k][threadColumn + i];
      }
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          partial[i][j] += x[i] * y[j];
    }
    barrier();
    if ((k0 + kStep) % kFlush != 0 && k0 + kStep < p.k)
      continue;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        sum[i][j] += Sum(partial[i][j]);
        partial[i][j] = 0;
      }
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      i64 row = row0 + threadRow + i, column = column0 + threadColumn + j;
      if (row >= p.m || column >= p.n)
        continue;
      Sum value = sum[i][j];
      if (p.c)
        value += loadElement<Sum>(p.cKind, c, row * p.cRowStride + column);
      out[row * p.n + column] = value;
    }
}

} // namespace

#define AUTOTUNE_REFERENCE(NAME, T, SUM)                                       \
  AUTOTUNE_KERNEL(256) void NAME(ReferenceParams p) {                          \
    AUTOTUNE_SHARED static T tileA[kStep][kPadded];                            \
    AUTOTUNE_SHARED static T tileB[kStep][kPadded];                            \
    multiply<T, SUM>(p, tileA, tileB);                                         \
  }
AUTOTUNE_REFERENCE(autotune_reference_f32, float, double)
AUTOTUNE_REFERENCE(autotune_reference_f64, double, double)
AUTOTUNE_REFERENCE(autotune_reference_int, i64, i64)

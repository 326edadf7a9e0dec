//===- ReferenceMma.cu - The reference of large products ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Reference.cu computes, on tensor cores, where CUDA cores would take
// tenths of a second. Products are exact there too, and sums of kFlush of them,
// in f32 and truncated once per instruction, 32 times, go to the f64 sum in
// `out`: for the K that this kernel is chosen for the error is a fiftieth of
// what is allowed (isLargeProduct in SupportModule.cpp). No template's kernel
// is made so, of mma.sync without asynchronous copies.
//
//===----------------------------------------------------------------------===//

#include "Prelude.h"

using namespace mlir::autotune::support;

#define AUTOTUNE_INLINE AUTOTUNE_DEVICE __attribute__((always_inline))

namespace {

using u16 = unsigned short;

/// A block of 8 warps computes a kTile x kTile tile, each warp 64 x 32 of it.
constexpr int kTile = 128;
constexpr int kWarpRows = 64, kWarpColumns = 32;
constexpr int kStep = 32;
constexpr int kFlush = 512;
constexpr int kThreads = 256;
/// Elements that one load fetches, and how many loads of a tile a thread has.
constexpr int kVector = 8;
constexpr int kLoads = kTile * kStep / kVector / kThreads;
/// Rows of shared memory are this long, so that the eight rows that ldmatrix
/// reads at a time lie in different banks.
constexpr int kPitch = kStep + 8;

struct alignas(16) Vector {
  unsigned words[4];
};

/// What a thread brings of the rows of A, or of the columns of B, that its
/// block multiplies: kLoads vectors a step. The tile holds rows of K, however
/// they lie in memory.
struct Loader {
  static constexpr int kRowStep = kTile / kLoads;

  const u16 *next;
  /// Whether neighbours in memory are neighbours along K.
  bool isDepthMajor;
  /// Where its first vector lies in the tile; the next is kRowStep rows on.
  int row, k;
  /// Elements from one of its vectors to the next, and from step to step.
  int between, perStep;
  /// Rows and depth left from there on.
  int rowsLeft, depthLeft;

  AUTOTUNE_INLINE Loader(const void *base, i64 rowStride, i64 kStride, i64 row0,
                         i64 rows, i64 depth)
      : isDepthMajor(kStride == 1) {
    constexpr int kAlongDepth = kStep / kVector;
    int thread = threadIndex();
    // Lanes whose vectors run along rows have neighbouring K, so that they
    // store to different banks.
    row = isDepthMajor ? thread / kAlongDepth : thread / kStep * kVector;
    k = isDepthMajor ? thread % kAlongDepth * kVector : thread % kStep;
    next = (const u16 *)base + (row0 + row) * rowStride + k * kStride;
    between = int(kRowStep * rowStride);
    perStep = int(kStep * kStride);
    rowsLeft = int(rows - row0) - row;
    depthLeft = int(depth) - k;
  }

  /// Zeros outside; a vector is there as a whole or not at all.
  AUTOTUNE_INLINE void fetch(Vector (&vectors)[kLoads]) {
#pragma unroll
    for (int i = 0; i < kLoads; ++i) {
      vectors[i] = {};
      if (i * kRowStep < rowsLeft && depthLeft > 0)
        vectors[i] = *(const Vector *)(next + i * between);
    }
    next += perStep;
    depthLeft -= kStep;
  }

  AUTOTUNE_INLINE void put(u16 *tile, const Vector (&vectors)[kLoads]) const {
#pragma unroll
    for (int i = 0; i < kLoads; ++i) {
      u16 *place = tile + (row + i * kRowStep) * kPitch + k;
      if (isDepthMajor) {
        *(Vector *)place = vectors[i];
        continue;
      }
#pragma unroll
      for (int j = 0; j < kVector; ++j)
        place[j * kPitch] = u16(vectors[i].words[j / 2] >> j % 2 * 16);
    }
  }
};

/// Four 8 x 8 matrices, of which each lane says where one row begins.
AUTOTUNE_INLINE void loadMatrices(unsigned (&words)[4], const u16 *row) {
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, "
      "[%4];"
      : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
      : "r"((unsigned)(u64)(__attribute__((address_space(3))) const u16 *)row)
      : "memory");
}

/// 16 rows x 16 of depth. The four matrices are ordered rows first for A's
/// fragments, depth first for those of two times 8 columns of B.
template <bool kRowsFirst>
AUTOTUNE_INLINE void loadFragment(unsigned (&words)[4], const u16 *tile,
                                  int row, int k) {
  int lane = threadIndex() % 32;
  int second = lane / 8 % 2 * 8, third = lane / 16 * 8;
  row += lane % 8 + (kRowsFirst ? second : third);
  k += kRowsFirst ? third : second;
  loadMatrices(words, tile + row * kPitch + k);
}

template <int kKind>
AUTOTUNE_INLINE void multiplyAdd(float (&sum)[4], const unsigned (&a)[4],
                                 unsigned b0, unsigned b1) {
#define AUTOTUNE_MMA(TYPE)                                                     \
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32." TYPE "." TYPE ".f32 "  \
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "                \
               "{%0, %1, %2, %3};"                                             \
               : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])        \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1))
  if constexpr (kKind == kBF16)
    AUTOTUNE_MMA("bf16");
  else
    AUTOTUNE_MMA("f16");
#undef AUTOTUNE_MMA
}

struct alignas(16) Pair {
  double first, second;
};

/// Adds partial sums to two neighbours in `out`, or begins with them.
AUTOTUNE_INLINE void flush(const ReferenceParams &p, i64 row, i64 column,
                           float &first, float &second, bool isFirst) {
  if (row < p.m && column < p.n) {
    Pair *place = (Pair *)((double *)p.out + row * p.n + column);
    Pair sum = isFirst ? Pair{0, 0} : *place;
    *place = {sum.first + double(first), sum.second + double(second)};
  }
  first = second = 0;
}

template <int kKind>
AUTOTUNE_INLINE void multiply(const ReferenceParams &p,
                              u16 (*tileA)[kTile * kPitch],
                              u16 (*tileB)[kTile * kPitch]) {
  i64 tilesN = (p.n + kTile - 1) / kTile;
  i64 row0 = blockIndex() / tilesN * kTile;
  i64 column0 = blockIndex() % tilesN * kTile;
  Loader a(p.a, p.aRowStride, p.aColumnStride, row0, p.m, p.k);
  Loader b(p.b, p.bColumnStride, p.bRowStride, column0, p.n, p.k);
  constexpr int kAcross = kTile / kWarpColumns;
  int warp = threadIndex() / 32, lane = threadIndex() % 32;
  int warpRow = warp / kAcross * kWarpRows;
  int warpColumn = warp % kAcross * kWarpColumns;
  float sums[kWarpRows / 16][kWarpColumns / 8][4] = {};
  Vector nextA[kLoads], nextB[kLoads];
  a.fetch(nextA);
  b.fetch(nextB);
  int slot = 0;
  for (i64 k0 = 0; k0 < p.k; k0 += kStep, slot ^= 1) {
    a.put(tileA[slot], nextA);
    b.put(tileB[slot], nextB);
    // Who is past this has read the other slot, which is filled next.
    barrier();
    a.fetch(nextA);
    b.fetch(nextB);
#pragma unroll
    for (int k = 0; k < kStep; k += 16) {
      unsigned left[4], right[kWarpColumns / 16][4];
#pragma unroll
      for (int j = 0; j < kWarpColumns / 16; ++j)
        loadFragment</*kRowsFirst=*/false>(right[j], tileB[slot],
                                           warpColumn + j * 16, k);
#pragma unroll
      for (int i = 0; i < kWarpRows / 16; ++i) {
        loadFragment</*kRowsFirst=*/true>(left, tileA[slot], warpRow + i * 16,
                                          k);
#pragma unroll
        for (int j = 0; j < kWarpColumns / 8; ++j)
          multiplyAdd<kKind>(sums[i][j], left, right[j / 2][j % 2 * 2],
                             right[j / 2][j % 2 * 2 + 1]);
      }
    }
    if ((k0 + kStep) % kFlush != 0 && k0 + kStep < p.k)
      continue;
#pragma unroll
    for (int i = 0; i < kWarpRows / 16; ++i)
#pragma unroll
      for (int j = 0; j < kWarpColumns / 8; ++j)
        for (int half = 0; half < 2; ++half)
          flush(p, row0 + warpRow + i * 16 + half * 8 + lane / 4,
                column0 + warpColumn + j * 8 + lane % 4 * 2,
                sums[i][j][half * 2], sums[i][j][half * 2 + 1], k0 < kFlush);
  }
}

} // namespace

#define AUTOTUNE_REFERENCE(NAME, KIND)                                         \
  AUTOTUNE_KERNEL(256) void NAME(ReferenceParams p) {                          \
    alignas(16) AUTOTUNE_SHARED static u16 tileA[2][kTile * kPitch];           \
    alignas(16) AUTOTUNE_SHARED static u16 tileB[2][kTile * kPitch];           \
    multiply<KIND>(p, tileA, tileB);                                           \
  }
AUTOTUNE_REFERENCE(autotune_reference_bf16, kBF16)
AUTOTUNE_REFERENCE(autotune_reference_f16, kF16)

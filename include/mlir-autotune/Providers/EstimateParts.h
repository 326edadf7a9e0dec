//===- EstimateParts.h - What estimates of all templates share --*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constants were measured in an exploration of 90 kernels on 16 shapes on
// an NVIDIA H200 (bf16), or follow from it; each comment says how. Times are
// in nanoseconds, and rates are per nanosecond.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROVIDERS_ESTIMATEPARTS_H
#define MLIR_AUTOTUNE_PROVIDERS_ESTIMATEPARTS_H

#include "mlir-autotune/Providers/Estimate.h"

#include <cmath>

namespace mlir::autotune::estimates {

/// The share of the peak device bandwidth that a plain read reaches: 4.57 of
/// 4.8 TB/s.
inline constexpr double kSustainedMemory = 0.95;
/// Bytes per clock between L2 and one SM, and the share that a kernel gets.
/// 128 x 128 tiles run at the power limit, 128 x 64 tiles do not.
inline constexpr double kL2BytesPerClock = 64;
inline constexpr double kSustainedL2 = 0.72;
/// The share of that L2 rate that one SM gets if everything it reads comes
/// from device memory: 64 CTAs of 64 x 64 still read 3.5 TB/s.
inline constexpr double kSustainedMemoryPerSM = 0.47;
/// The share of the peak that mma.sync sustains with large tiles.
inline constexpr double kSustainedMma = 0.8;
/// The share of wgmma's peak that mma.sync reaches on the same chip, where the
/// peak of a target is wgmma's (Luo et al., "Benchmarking and Dissecting the
/// Nvidia Hopper GPU Architecture via Microbenchmarking", 2024: 62 % for 16-bit
/// elements).
inline constexpr double kMmaOfWgmma = 0.62;
/// Bytes that an SM reads from shared memory in a clock.
inline constexpr double kSharedBytesPerClock = 128;
/// From a copy's start to its arrival, from L2.
inline constexpr double kLatencyNs = 500;
/// Fewer warps of an SM than these do not hide how long a product takes.
inline constexpr double kHidingWarps = 8;
/// Barriers, descriptors and the first load of a CTA.
inline constexpr double kFillNs = 1100;
/// The fixed cost of an epilogue, in addition to its bytes.
inline constexpr double kEpilogueNs = 500;

/// While a CTA starts or ends, others of its SM work: the part of that time
/// that they leave open is one in so many.
inline constexpr double kHiddenByCtas = 3;

/// Rates per nanosecond: of tensor cores, CUDA cores and L2 for one SM, and of
/// memory for the device.
struct Rates {
  /// Tensor cores multiply twice as many elements of half the width.
  explicit Rates(const TargetInfo &target, int64_t elementBytes = 2)
      : tensor(target.tensorFlops16 * 2 / static_cast<double>(elementBytes) /
               target.sms * 1e-9),
        simt(target.simtFlops32 / target.sms * 1e-9),
        // A CUDA core does two operations a clock, and an SM has 128 from
        // compute capability 8.6 on; A100's 64 make it slower on both sides.
        clockGHz(target.simtFlops32 / target.sms / 256 * 1e-9),
        l2(kL2BytesPerClock * clockGHz), memory(target.memoryBandwidth * 1e-9) {
  }
  double tensor, simt, clockGHz, l2, memory;
};

/// A grid of tiles and how it falls on the device.
struct Grid {
  double ctas;
  /// CTAs that run at once on the device, and on one SM.
  double slots, perSM;
  double waves;
  /// Whole waves: the last one takes as long as the others.
  double wholeWaves() const { return std::ceil(waves); }
  /// Tiles of the SM that has the most.
  double tilesEach() const { return wholeWaves() * perSM; }
  /// The share of all SMs' time that is idle while the busiest SM works.
  double idleShare(const TargetInfo &target) const {
    return 1 - ctas / (target.sms * tilesEach());
  }
};

/// The depth `k`, rounded up to whole steps.
inline double getStepped(int64_t k, int64_t step) {
  return std::ceil(static_cast<double>(k) / step) * step;
}

/// Distributes `ctas` CTAs over the device. `clusterSize` is the number of
/// CTAs of a cluster.
Grid getGrid(double ctas, int64_t ctasPerSm, const TargetInfo &target,
             int64_t clusterSize = 1);

/// Bytes that cross the device's memory if `slots` tiles of rows x columns run
/// at once and `group` of them lie side by side.
double getTraffic(const ProblemFact &fact, double rows, double columns,
                  double depthBytes, double slots, double group, double tiles,
                  const TargetInfo &target);

/// Blocks of `keys` keys that a tile of `queries` queries has in the mean; at
/// least one. The sizes must be static.
double countKeyBlocks(const AttentionFact &fact, int64_t queries, int64_t keys);
/// The softmax of so many scores on one SM.
double getSoftmaxNs(double scores, const Rates &rates);

/// Bytes that a tile's epilogue stores and reads. `rows` and `columns` are the
/// tile's, in C.
double getTileBytes(const ProblemFact &fact, double rows, double columns);

} // namespace mlir::autotune::estimates

#endif // MLIR_AUTOTUNE_PROVIDERS_ESTIMATEPARTS_H

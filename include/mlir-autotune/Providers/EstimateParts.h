//===- EstimateParts.h - What estimates of all templates share --*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants were read off an exploration of 90 kernels on 16 shapes on an
// NVIDIA H200 (bf16), or follow from it; each says what it stands for. Times
// are in nanoseconds, and so are rates.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROVIDERS_ESTIMATEPARTS_H
#define MLIR_AUTOTUNE_PROVIDERS_ESTIMATEPARTS_H

#include "mlir-autotune/Providers/Estimate.h"

#include <cmath>

namespace mlir::autotune::estimates {

/// Share of peak device bandwidth that a plain read reaches: 4.57 of 4.8 TB/s.
inline constexpr double kSustainedMemory = 0.95;
/// Bytes a clock between L2 and one SM, and the share of them that a kernel
/// gets: 128 x 128 tiles run at the power limit, 128 x 64 ones don't.
inline constexpr double kL2BytesPerClock = 64;
inline constexpr double kSustainedL2 = 0.72;
/// The share that one SM gets when all it reads comes from device memory: 64
/// CTAs of 64 x 64 still read 3.5 TB/s.
inline constexpr double kSustainedMemoryPerSM = 0.47;
/// Barriers, descriptors and the first load of a CTA.
inline constexpr double kFillNs = 1100;
/// The first and last instruction of an epilogue, beside its bytes.
inline constexpr double kEpilogueNs = 500;

/// Rates of one SM and of the whole device, a nanosecond.
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
  /// That run at once, and on one SM of them.
  double slots, perSM;
  double waves;
  /// Whole waves: the last one takes as long as the others.
  double wholeWaves() const { return std::ceil(waves); }
  /// Of the SM that has the most.
  double tilesEach() const { return wholeWaves() * perSM; }
  /// Of all SMs' time, while that one works.
  double idleShare(const TargetInfo &target) const {
    return 1 - ctas / (target.sms * tilesEach());
  }
};

/// The products that a sum is multiplied from, in whole steps.
inline double getStepped(int64_t k, int64_t step) {
  return std::ceil(static_cast<double>(k) / step) * step;
}

/// `clusterSize` is the CTAs of a cluster.
Grid getGrid(double ctas, int64_t ctasPerSm, const TargetInfo &target,
             int64_t clusterSize = 1);

/// Bytes that cross the device's memory, when `slots` tiles of rows x columns
/// run at once and `group` of them lie side by side.
double getTraffic(const ProblemFact &fact, double rows, double columns,
                  double depthBytes, double slots, double group, double tiles,
                  const TargetInfo &target);

/// Bytes that a tile's epilogue stores and reads, `rows` and `columns` being
/// those of C.
double getTileBytes(const ProblemFact &fact, double rows, double columns);

} // namespace mlir::autotune::estimates

#endif // MLIR_AUTOTUNE_PROVIDERS_ESTIMATEPARTS_H

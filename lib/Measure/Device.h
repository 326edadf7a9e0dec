//===- Device.h - What a worker keeps for all problems ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_DEVICE_H
#define AUTOTUNE_LIB_MEASURE_DEVICE_H

#include "Telemetry.h"
#include "Timing.h"

namespace mlir::autotune::measure {

/// Does not move: parts refer to each other.
struct Device {
  static cuda::Status create(int ordinal, Device &device);
  cuda::Context context;
  cuda::Stream stream;
  cuda::SupportModule support;
  Timer timer;
  std::unique_ptr<Telemetry> telemetry;
  int64_t sms = 0, l2Bytes = 0;
  double f32FlopsPerSecond = 0;
};

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_DEVICE_H

//===- Telemetry.h - What the device says of itself -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_TELEMETRY_H
#define AUTOTUNE_LIB_MEASURE_TELEMETRY_H

#include "mlir-autotune/Measure/Records.h"
#include "mlir-autotune/Runtime/CudaDriver.h"

namespace mlir::autotune::measure {

/// What getThrottling() says where it is nothing but that.
constexpr char kPowerCap[] = "a power cap";

/// Clocks and power through NVML (libnvidia-ml.so.1, or AUTOTUNE_LIBNVML, by
/// dlopen); reading only.
/// What the machine does not tell stays 0 or empty.
class Telemetry {
public:
  explicit Telemetry(const cuda::Context &context);

  /// Name, driver version, and the SM clock and power right now.
  DeviceFigures sample() const;
  /// The SM clock right now.
  int64_t getClockMHz() const;
  /// What holds the clocks down right now: kPowerCap, "heat"; empty when
  /// nothing does, or nobody says.
  std::string getThrottling() const;
  /// Everything of --device-info.
  llvm::json::Value describe() const;

private:
  const cuda::Context &context;
  void *device = nullptr;
};

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_TELEMETRY_H

//===- Telemetry.h - What the device says of itself -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_RUNNER_TELEMETRY_H
#define AUTOTUNE_RUNNER_TELEMETRY_H

#include "Records.h"

#include "mlir-autotune/Runtime/CudaDriver.h"

namespace mlir::autotune::runner {

/// Clocks and power through NVML (libnvidia-ml.so.1, by dlopen); reading only.
/// What the machine does not tell stays 0 or empty.
class Telemetry {
public:
  explicit Telemetry(const cuda::Context &context);

  /// Name, driver version, and the SM clock and power right now.
  DeviceFigures sample() const;
  /// What holds the clocks down right now: "a power cap, heat"; empty when
  /// nothing does, or nobody says.
  std::string getThrottling() const;
  /// Everything of --device-info.
  llvm::json::Value describe() const;

private:
  const cuda::Context &context;
  void *device = nullptr;
};

} // namespace mlir::autotune::runner

#endif // AUTOTUNE_RUNNER_TELEMETRY_H

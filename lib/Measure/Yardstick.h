//===- Yardstick.h - A kernel whose time should never change ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_YARDSTICK_H
#define AUTOTUNE_LIB_MEASURE_YARDSTICK_H

#include "Device.h"

namespace mlir::autotune::measure {

/// The runner's own multiply on a fixed small problem, one tile for each SM: it
/// depends on the device alone, and on what else runs there. Disturbance.h says
/// what its times mean.
class Yardstick : public Launchable {
public:
  /// `device` must outlive it.
  static StepResult create(Device &device, Yardstick &yardstick);
  cuda::Status enqueue(int64_t set) override;
  /// The median of a few replays, of one launch, in nanoseconds.
  StepResult time(double &ns) const;

private:
  Device *device = nullptr;
  int64_t rows = 0;
  cuda::DeviceBuffer a, b, product;
  TimedGraph graph;
};

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_YARDSTICK_H

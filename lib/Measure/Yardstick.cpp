//===- Yardstick.cpp - A kernel whose time should never change ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Yardstick.h"

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Measure/Statistics.h"

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;

/// A tile of the reference kernel, and a K that keeps an SM busy for some
/// microseconds.
static constexpr int64_t kTile = 64, kDepth = 128;
/// Of one replay, and how many: after a pause the first ones warm up.
static constexpr double kReplayNs = 1e6;
static constexpr int kWarmUps = 3, kReplays = 5;
static constexpr double kTimeoutSeconds = 10;

Status Yardstick::enqueue(int64_t) {
  cuda::DeviceMatrix left = {a.get(), cuda::kF32, rows, kDepth, kDepth};
  cuda::DeviceMatrix right = {b.get(), cuda::kF32, kDepth, kTile, kTile};
  return device->support.multiply(left, false, right, false, nullptr, 1, rows,
                                  kTile, kDepth, cuda::kF32, product.get());
}

StepResult Yardstick::create(Device &device, Yardstick &yardstick) {
  yardstick.device = &device;
  yardstick.rows = kTile * std::max<int64_t>(device.sms, 1);
  struct Part {
    cuda::DeviceBuffer *buffer;
    int64_t rows, columns;
    int kind;
  } parts[] = {
      {&yardstick.a, yardstick.rows, kDepth, cuda::kF32},
      {&yardstick.b, kDepth, kTile, cuda::kF32},
      // The reference's results are f64.
      {&yardstick.product, yardstick.rows, kTile, cuda::kF64},
  };
  for (const Part &part : parts) {
    if (Status status = cuda::DeviceBuffer::create(
            size_t(part.rows * part.columns * cuda::getElementBytes(part.kind)),
            *part.buffer))
      return status;
    if (Status status =
            device.support.fill({part.buffer->get(), part.kind, part.rows,
                                 part.columns, part.columns},
                                cuda::Content::Random, /*seed=*/1))
      return status;
  }
  double ns = 0;
  StepResult step = device.timer.time([&] { return yardstick.enqueue(0); },
                                      kTimeoutSeconds, ns);
  // The first launch loads the code.
  if (step.isOk())
    step = device.timer.time([&] { return yardstick.enqueue(0); },
                             kTimeoutSeconds, ns);
  if (!step.isOk())
    return step;
  return TimedGraph::create(yardstick, /*sets=*/1, kReplayNs, ns, device.timer,
                            yardstick.graph);
}

StepResult Yardstick::time(double &ns) const {
  std::vector<double> times;
  for (int i = 0; i < kWarmUps + kReplays; ++i) {
    double replay = 0;
    if (StepResult step = graph.replay(device->timer, replay); !step.isOk())
      return step;
    if (i >= kWarmUps)
      times.push_back(replay);
  }
  ns = getMedian(times);
  return {};
}

//===- Device.cpp - What a worker keeps for all problems ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;

Status Device::create(int ordinal, Device &device) {
  if (Status status = cuda::Context::create(ordinal, device.context))
    return status;
  if (Status status = cuda::Stream::create(device.stream))
    return status;
  cuda::StreamHandle stream = device.stream.get();
  if (Status status = cuda::SupportModule::load(stream, device.support))
    return status;
  if (Status status = Timer::create(stream, device.support, device.timer))
    return status;
  device.telemetry = std::make_unique<Telemetry>(device.context);
  device.sms = device.context.getAttribute(cuda::kMultiprocessorCount);
  device.l2Bytes = device.context.getAttribute(cuda::kL2CacheBytes);
  // 128 lanes an SM, each a fused multiply-add a cycle.
  device.f32FlopsPerSecond =
      256e3 * double(device.sms) *
      double(device.context.getAttribute(cuda::kClockRateKHz));
  return {};
}

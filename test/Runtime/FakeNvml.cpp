//===- FakeNvml.cpp - NVML without a GPU, for tests -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry points that telemetry uses, for AUTOTUNE_LIBNVML, in the library of
// the fake driver. What a kernel's own load slows down is slowed down by the
// clock, under a power cap. With FAKE_NVML_CAPPED the cap is always told, and
// the clock stays as it is.
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"

#include <cstdio>
#include <cstdlib>

#define FAKE extern "C" __attribute__((visibility("default"))) int

/// How many times as long all takes for the power that kernels draw.
static double getSlowdown() {
  const fake::Machine &machine = fake::getMachine();
  bool isOwn = machine.isOwnLoad && machine.microseconds < machine.loadUntil;
  return machine.pace * (isOwn ? machine.loadFactor : 1);
}

FAKE nvmlInit_v2() { return 0; }
FAKE nvmlDeviceGetHandleByPciBusId_v2(const char *, void **device) {
  *device = device;
  return 0;
}
FAKE nvmlSystemGetDriverVersion(char *text, unsigned size) {
  std::snprintf(text, size, "0.0");
  return 0;
}
FAKE nvmlDeviceGetClockInfo(void *, int, unsigned *value) {
  *value = unsigned(1800 / getSlowdown());
  return 0;
}
FAKE nvmlDeviceGetMaxClockInfo(void *, int, unsigned *value) {
  *value = 1800;
  return 0;
}
FAKE nvmlDeviceGetPowerUsage(void *, unsigned *value) {
  *value = 300000;
  return 0;
}
FAKE nvmlDeviceGetEnforcedPowerLimit(void *, unsigned *value) {
  *value = 300000;
  return 0;
}
FAKE nvmlDeviceGetCurrentClocksEventReasons(void *, unsigned long long *value) {
  *value = getSlowdown() > 1.01 || std::getenv("FAKE_NVML_CAPPED") ? 4 : 0;
  return 0;
}

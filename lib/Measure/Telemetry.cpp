//===- Telemetry.cpp - What the device says of itself ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Telemetry.h"

#include <cstdlib>
#include <dlfcn.h>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
namespace json = llvm::json;

namespace {

// From NVML's documentation.
enum : int { kClockSm = 1, kClockMemory = 2 };
using NvmlDevice = void *;

struct Nvml {
  int (*init)() = nullptr;
  int (*deviceByPciBusId)(const char *, NvmlDevice *) = nullptr;
  int (*driverVersion)(char *, unsigned) = nullptr;
  int (*clockInfo)(NvmlDevice, int, unsigned *) = nullptr;
  int (*maxClockInfo)(NvmlDevice, int, unsigned *) = nullptr;
  int (*powerUsage)(NvmlDevice, unsigned *) = nullptr;
  int (*powerLimit)(NvmlDevice, unsigned *) = nullptr;
  /// Null where the library has it not.
  int (*throttleReasons)(NvmlDevice, unsigned long long *) = nullptr;
  bool usable = false;

  static const Nvml &get() {
    static const Nvml nvml;
    return nvml;
  }

private:
  Nvml();
};

Nvml::Nvml() {
  const char *override = std::getenv("AUTOTUNE_LIBNVML");
  void *library = dlopen(override && *override ? override : "libnvidia-ml.so.1",
                         RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return;
  auto resolve = [&](auto &function, const char *symbol) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
        dlsym(library, symbol));
    return function != nullptr;
  };
  usable = resolve(init, "nvmlInit_v2") &&
           resolve(deviceByPciBusId, "nvmlDeviceGetHandleByPciBusId_v2") &&
           resolve(driverVersion, "nvmlSystemGetDriverVersion") &&
           resolve(clockInfo, "nvmlDeviceGetClockInfo") &&
           resolve(maxClockInfo, "nvmlDeviceGetMaxClockInfo") &&
           resolve(powerUsage, "nvmlDeviceGetPowerUsage") &&
           resolve(powerLimit, "nvmlDeviceGetEnforcedPowerLimit");
  usable = usable && init() == 0;
  // The newer name, from CUDA 12.2 on, and the older one.
  if (!resolve(throttleReasons, "nvmlDeviceGetCurrentClocksEventReasons"))
    (void)resolve(throttleReasons, "nvmlDeviceGetCurrentClocksThrottleReasons");
}

} // namespace

Telemetry::Telemetry(const cuda::Context &context) : context(context) {
  const Nvml &nvml = Nvml::get();
  // By bus id: NVML numbers devices in another order than the driver may.
  std::string id = context.getPciBusId();
  if (nvml.usable && !id.empty() && nvml.deviceByPciBusId(id.c_str(), &device))
    device = nullptr;
}

static std::string getDriverVersion() {
  const Nvml &nvml = Nvml::get();
  char text[96] = {};
  if (nvml.usable && nvml.driverVersion(text, sizeof(text) - 1) == 0)
    return text;
  int version = 0;
  if (cuda::Driver::get()->driverGetVersion(&version))
    return "";
  return "CUDA " + std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 10);
}

/// A figure that NVML gives in a thousandth or whole unit; 0 when it does not.
static unsigned ask(void *device, int (*function)(NvmlDevice, int, unsigned *),
                    int which) {
  unsigned value = 0;
  return device && function(device, which, &value) == 0 ? value : 0;
}
static unsigned ask(void *device, int (*function)(NvmlDevice, unsigned *)) {
  unsigned value = 0;
  return device && function(device, &value) == 0 ? value : 0;
}

DeviceFigures Telemetry::sample() const {
  const Nvml &nvml = Nvml::get();
  DeviceFigures figures;
  figures.name = context.getName();
  figures.driver = getDriverVersion();
  figures.smClockMHz = ask(device, nvml.clockInfo, kClockSm);
  figures.powerW = ask(device, nvml.powerUsage) / 1000.0;
  return figures;
}

int64_t Telemetry::getClockMHz() const {
  return ask(device, Nvml::get().clockInfo, kClockSm);
}

std::string Telemetry::getThrottling() const {
  // nvmlClocksEventReason*, but for those that are no trouble.
  static constexpr std::pair<unsigned long long, const char *> kReasons[] = {
      {0x04, kPowerCap},
      {0x08, "a hardware slowdown"},
      {0x20, "heat"},
      {0x40, "heat, by the hardware"},
      {0x80, "a power brake"}};
  const Nvml &nvml = Nvml::get();
  unsigned long long reasons = 0;
  std::string text;
  if (!device || !nvml.throttleReasons ||
      nvml.throttleReasons(device, &reasons))
    return text;
  for (auto [bit, name] : kReasons)
    if (reasons & bit)
      text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

json::Value Telemetry::describe() const {
  const Nvml &nvml = Nvml::get();
  DeviceFigures figures = sample();
  int major = context.getAttribute(cuda::kComputeCapabilityMajor);
  int minor = context.getAttribute(cuda::kComputeCapabilityMinor);
  // Architecture-specific instructions exist from compute capability 9.0 on.
  std::string chip = "sm_" + std::to_string(major) + std::to_string(minor) +
                     (major >= 9 ? "a" : "");
  json::Object object{
      {"name", figures.name},
      {"chip", chip},
      {"driver", figures.driver},
      {"sms", context.getAttribute(cuda::kMultiprocessorCount)},
      {"shared_memory_per_block",
       context.getAttribute(cuda::kMaxSharedMemoryPerBlockOptin)},
      {"shared_memory_per_sm",
       context.getAttribute(cuda::kMaxSharedMemoryPerMultiprocessor)},
      {"registers_per_sm",
       context.getAttribute(cuda::kMaxRegistersPerMultiprocessor)},
      {"l2_bytes", context.getAttribute(cuda::kL2CacheBytes)},
      {"memory_bytes", int64_t(context.getTotalMemory())},
  };
  auto add = [&](llvm::StringRef key, double value) {
    if (value > 0)
      object[key] = value;
  };
  add("sm_clock_mhz", double(figures.smClockMHz));
  add("max_sm_clock_mhz", ask(device, nvml.maxClockInfo, kClockSm));
  add("memory_clock_mhz", ask(device, nvml.clockInfo, kClockMemory));
  add("power_w", figures.powerW);
  add("power_limit_w", ask(device, nvml.powerLimit) / 1000.0);
  return object;
}

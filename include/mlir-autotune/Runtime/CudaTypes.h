//===- CudaTypes.h - The driver API's types ---------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The few types and values of the CUDA driver API that this project uses, so
// that it builds without CUDA's headers. Names follow the API's without their
// prefix; values and layouts are those of the CUDA driver API documentation
// (13.0), which keeps them stable across versions.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_RUNTIME_CUDATYPES_H
#define MLIR_AUTOTUNE_RUNTIME_CUDATYPES_H

#include "mlir-autotune/Core/TensorMapTypes.h"

#include <cstddef>
#include <cstdint>

namespace mlir::autotune::cuda {

/// CUresult. Only the values that this project tells apart have a name.
enum Result : int {
  kSuccess = 0,
  kErrorInvalidValue = 1,
  kErrorOutOfMemory = 2,
  kErrorNotInitialized = 3,
  kErrorDeinitialized = 4,
  kErrorNoDevice = 100,
  kErrorInvalidDevice = 101,
  kErrorInvalidContext = 201,
  kErrorNotReady = 600,
  kErrorStreamCaptureUnsupported = 900,
  kErrorLaunchOutOfResources = 701,
  kErrorLaunchTimeout = 702,
  /// This project's own code: the driver library, or a function of it, is
  /// missing.
  kErrorNoDriver = -1
};

using DeviceHandle = int;
using DevicePtr = uint64_t;
struct ContextImpl;
struct ModuleImpl;
struct FunctionImpl;
struct StreamImpl;
struct EventImpl;
struct GraphImpl;
struct GraphExecImpl;
using ContextHandle = ContextImpl *;
using ModuleHandle = ModuleImpl *;
using FunctionHandle = FunctionImpl *;
using StreamHandle = StreamImpl *;
using EventHandle = EventImpl *;
using GraphHandle = GraphImpl *;
using GraphExecHandle = GraphExecImpl *;

enum DeviceAttribute : int {
  kMaxThreadsPerBlock = 1,
  kClockRateKHz = 13,
  kMultiprocessorCount = 16,
  kMemoryClockRateKHz = 36,
  kMemoryBusWidthBits = 37,
  kL2CacheBytes = 38,
  kComputeCapabilityMajor = 75,
  kComputeCapabilityMinor = 76,
  kMaxSharedMemoryPerMultiprocessor = 81,
  kMaxRegistersPerMultiprocessor = 82,
  kMaxSharedMemoryPerBlockOptin = 97
};

enum FunctionAttribute : int {
  kLocalSizeBytes = 3,
  kNumRegisters = 4,
  kMaxDynamicSharedSizeBytes = 8,
  kPreferredSharedMemoryCarveout = 9,
  kNonPortableClusterSizeAllowed = 14
};

enum StreamFlags : unsigned { kStreamNonBlocking = 1 };
enum EventFlags : unsigned { kEventDefault = 0, kEventDisableTiming = 2 };
enum CaptureMode : int { kCaptureThreadLocal = 1 };
enum CaptureStatus : int { kCaptureNone = 0, kCaptureActive = 1 };
enum MemAttachFlags : unsigned { kMemAttachGlobal = 1 };
enum JitOption : int {
  kJitErrorLogBuffer = 5,
  kJitErrorLogBufferSizeBytes = 6,
  kJitOptimizationLevel = 7
};

/// CUlaunchAttribute, with the values that this project uses. The API's union
/// holds pointers, hence the alignment.
struct alignas(8) LaunchAttribute {
  static constexpr int kClusterDimension = 4;
  static constexpr int kProgrammaticStreamSerialization = 6;
  int id = kClusterDimension;
  char pad[4] = {};
  union {
    char bytes[64];
    unsigned clusterDim[3];
    int programmaticStreamSerializationAllowed;
  } value = {};
};
static_assert(sizeof(LaunchAttribute) == 72, "layout of CUlaunchAttribute");

/// CUlaunchConfig.
struct LaunchConfig {
  unsigned grid[3] = {1, 1, 1};
  unsigned block[3] = {1, 1, 1};
  unsigned sharedMemoryBytes = 0;
  StreamHandle stream = nullptr;
  LaunchAttribute *attributes = nullptr;
  unsigned attributeCount = 0;
};
static_assert(sizeof(LaunchConfig) == 56, "layout of CUlaunchConfig");

/// CUtensorMap: opaque, passed to a kernel by value.
struct alignas(64) TensorMap {
  uint64_t opaque[16] = {};
};
static_assert(sizeof(TensorMap) == 128, "layout of CUtensorMap");

enum TensorMapL2Promotion : int { kL2Promotion128B = 2 };
enum TensorMapOutOfBoundsFill : int { kFillZeros = 0 };

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_RUNTIME_CUDATYPES_H

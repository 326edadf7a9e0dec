//===- FakeCuda.cpp - A driver without a GPU, for tests -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shared library with the driver's entry points, for AUTOTUNE_LIBCUDA: device
// memory is host memory, a launch runs at once, and time is a counter that each
// launch moves on. The project's helper kernels run as compiled for the host
// (the reference apart, which uses shared memory). A "cubin" is a text:
//
//   fake-cubin BEHAVIOUR MICROSECONDS
//
// a kernel (a: tensor map, b: tensor map, c: pointer, m, n, k: i32, row stride
// of c: i64) on f32 matrices stored m x k, k x n, m x n. What it computes is
// right unless BEHAVIOUR says otherwise (see runMatmul). With "fake-simt" in
// the place of "fake-cubin" the kernel takes what the simt template's kernels
// take: of each matrix a pointer, two sizes and two strides. FAKE_CUDA_INIT
// makes cuInit fail with that code.
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"
#include "Kernels/Compare.cu"
#include "Kernels/Fill.cu"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace mlir::autotune;
using namespace mlir::autotune::cuda;

#define FAKE extern "C" __attribute__((visibility("default"))) Result

fake::Machine &fake::getMachine() {
  static Machine machine;
  return machine;
}

struct mlir::autotune::cuda::FunctionImpl {
  std::string name, behaviour;
  double microseconds = 1;
  bool isSimt = false;
};
struct mlir::autotune::cuda::ModuleImpl {
  FunctionImpl function;
};
struct mlir::autotune::cuda::EventImpl {
  double microseconds = 0;
};
struct mlir::autotune::cuda::GraphImpl {
  std::vector<fake::Work> nodes;
};
struct mlir::autotune::cuda::GraphExecImpl {
  std::vector<fake::Work> nodes;
};

Result fake::enqueue(Work work) {
  Machine &machine = getMachine();
  if (machine.error)
    return machine.error;
  if (machine.capturing)
    machine.captured.push_back(std::move(work));
  else
    machine.run(work);
  return kSuccess;
}

namespace {

/// What cuTensorMapEncodeTiled leaves in the map.
struct FakeMap {
  float *base;
  uint64_t columns, rows, strideBytes;
};

template <typename Sum> void runReference(const ReferenceParams &p) {
  for (i64 i = 0; i < p.m; ++i)
    for (i64 j = 0; j < p.n; ++j) {
      Sum sum = p.c ? loadElement<Sum>(p.cKind, p.c, i * p.cRowStride + j) : 0;
      for (i64 k = 0; k < p.k; ++k)
        sum += loadElement<Sum>(p.aKind, p.a,
                                i * p.aRowStride + k * p.aColumnStride) *
               loadElement<Sum>(p.bKind, p.b,
                                k * p.bRowStride + j * p.bColumnStride);
      static_cast<Sum *>(p.out)[i * p.n + j] = sum;
    }
}

struct MatmulArguments {
  FakeMap a, b;
  float *c;
  int32_t m, n, k;
  int64_t stride;
};

void runMatmul(const FunctionImpl &function, const MatmulArguments &p) {
  fake::Machine &machine = fake::getMachine();
  const std::string &behaviour = function.behaviour;
  bool late = behaviour == "late" && ++machine.lateLaunches > 4;
  for (int32_t i = 0; i < p.m; ++i)
    for (int32_t j = 0; j < p.n; ++j) {
      float sum = behaviour == "accumulate" ? p.c[i * p.stride + j] : 0;
      for (int32_t k = 0; k < p.k; ++k)
        sum += p.a.base[i * (p.a.strideBytes / 4) + k] *
               p.b.base[k * (p.b.strideBytes / 4) + j];
      p.c[i * p.stride + j] = sum;
    }
  if (behaviour == "wrong" || late)
    p.c[2 * p.stride + 3] += 1;
  else if (behaviour == "nan")
    std::memset(&p.c[p.stride], 0xFF, sizeof(float));
  else if (behaviour == "guard")
    p.c[p.m * p.stride] = 0;
  else if (behaviour == "input")
    p.a.base[0] += 1;
  else if (behaviour == "hang")
    machine.hangs = true;
  else if (behaviour == "fault")
    machine.error = Result(700);
  else if (behaviour == "crash")
    std::abort();
}

template <typename T> T read(void **params, int index) {
  T value;
  std::memcpy(&value, params[index], sizeof(T));
  return value;
}

/// The kernel with its arguments as they are now; later changes don't matter.
fake::Work bind(const FunctionImpl &function, void **params) {
  const std::string &name = function.name;
  auto helper = [&](auto *kernel, auto type) -> fake::Work {
    auto bound = read<decltype(type)>(params, 0);
    return {[=] { kernel(bound); }, function.microseconds};
  };
  if (name == "autotune_fill")
    return helper(autotune_fill, FillParams());
  if (name == "autotune_verify")
    return helper(autotune_verify, FillParams());
  if (name == "autotune_guard")
    return helper(autotune_guard, GuardParams());
  if (name == "autotune_compare")
    return helper(autotune_compare, CompareParams());
  if (name == "autotune_reference_int")
    return helper(
        +[](ReferenceParams p) { runReference<i64>(p); }, ReferenceParams());
  if (name.rfind("autotune_reference", 0) == 0)
    return helper(
        +[](ReferenceParams p) { runReference<double>(p); }, ReferenceParams());
  if (function.isSimt) {
    auto map = [&](int first) -> FakeMap {
      return {read<float *>(params, first),
              uint64_t(read<int32_t>(params, first + 2)),
              uint64_t(read<int32_t>(params, first + 1)),
              uint64_t(read<int64_t>(params, first + 3)) * 4};
    };
    FakeMap a = map(0), b = map(5), c = map(10);
    MatmulArguments simt = {a,
                            b,
                            c.base,
                            int32_t(c.rows),
                            int32_t(c.columns),
                            int32_t(a.columns),
                            int64_t(c.strideBytes / 4)};
    return {[=] { runMatmul(function, simt); }, function.microseconds};
  }
  MatmulArguments bound = {read<FakeMap>(params, 0), read<FakeMap>(params, 1),
                           read<float *>(params, 2), read<int32_t>(params, 3),
                           read<int32_t>(params, 4), read<int32_t>(params, 5),
                           read<int64_t>(params, 6)};
  return {[=] { runMatmul(function, bound); }, function.microseconds};
}

} // namespace

//===----------------------------------------------------------------------===//
// The driver's entry points
//===----------------------------------------------------------------------===//

FAKE cuInit(unsigned) {
  const char *code = std::getenv("FAKE_CUDA_INIT");
  return code ? Result(std::atoi(code)) : kSuccess;
}
FAKE cuDriverGetVersion(int *version) {
  *version = 13000;
  return kSuccess;
}
FAKE cuGetErrorName(Result result, const char **text) {
  *text = result == 700                 ? "CUDA_ERROR_ILLEGAL_ADDRESS"
          : result == kErrorOutOfMemory ? "CUDA_ERROR_OUT_OF_MEMORY"
          : result == kErrorNoDevice    ? "CUDA_ERROR_NO_DEVICE"
                                        : "CUDA_ERROR_INVALID_VALUE";
  return kSuccess;
}
FAKE cuGetErrorString(Result result, const char **text) {
  *text = result == kErrorNoDevice ? "no CUDA-capable device is detected"
                                   : "an error of the fake driver";
  return kSuccess;
}
FAKE cuDeviceGet(DeviceHandle *device, int ordinal) {
  *device = ordinal;
  return ordinal == 0 ? kSuccess : kErrorInvalidDevice;
}
FAKE cuDeviceGetCount(int *count) {
  *count = 1;
  return kSuccess;
}
FAKE cuDeviceGetName(char *name, int size, DeviceHandle) {
  std::snprintf(name, size_t(size), "Fake GPU");
  return kSuccess;
}
FAKE cuDeviceGetPCIBusId(char *id, int, DeviceHandle) {
  id[0] = 0;
  return kSuccess;
}
FAKE cuDeviceTotalMem_v2(size_t *bytes, DeviceHandle) {
  *bytes = fake::kMemoryBytes;
  return kSuccess;
}
FAKE cuDeviceGetAttribute(int *value, DeviceAttribute attribute, DeviceHandle) {
  switch (attribute) {
  case kMultiprocessorCount:
    *value = 4;
    break;
  case kL2CacheBytes:
    *value = 64 * 1024;
    break;
  case kMaxSharedMemoryPerBlockOptin:
    *value = fake::kSharedMemoryBytes;
    break;
  case kComputeCapabilityMajor:
    *value = 9;
    break;
  case kClockRateKHz:
    *value = 1000000;
    break;
  default:
    *value = 0;
  }
  return kSuccess;
}
FAKE cuDevicePrimaryCtxRetain(ContextHandle *context, DeviceHandle) {
  static char storage;
  *context = reinterpret_cast<ContextHandle>(&storage);
  return kSuccess;
}
FAKE cuDevicePrimaryCtxRelease_v2(DeviceHandle) { return kSuccess; }
FAKE cuCtxPushCurrent_v2(ContextHandle) { return kSuccess; }
FAKE cuCtxPopCurrent_v2(ContextHandle *) { return kSuccess; }
FAKE cuCtxSynchronize() { return fake::getMachine().error; }

FAKE cuModuleLoadDataEx(ModuleHandle *module, const void *image, unsigned,
                        JitOption *, void **) {
  const char *text = static_cast<const char *>(image);
  char behaviour[32] = {};
  double microseconds = 1;
  bool isPtx = std::strncmp(text, "//", 2) == 0;
  char kind[16] = {};
  if (!isPtx && std::sscanf(text, "fake-%15s %31s %lf", kind, behaviour,
                            &microseconds) != 3)
    return Result(200);
  bool isSimt = std::strcmp(kind, "simt") == 0;
  *module = new ModuleImpl{{"", behaviour, microseconds, isSimt}};
  return kSuccess;
}
FAKE cuModuleUnload(ModuleHandle module) {
  delete module;
  return kSuccess;
}
FAKE cuModuleGetFunction(FunctionHandle *function, ModuleHandle module,
                         const char *name) {
  // Kernels live as long as the process: a graph may outlive their module.
  *function = new FunctionImpl(module->function);
  (*function)->name = name;
  return kSuccess;
}
FAKE cuFuncSetAttribute(FunctionHandle, FunctionAttribute attribute,
                        int value) {
  bool isTooMuch = attribute == kMaxDynamicSharedSizeBytes &&
                   value > fake::kSharedMemoryBytes;
  return isTooMuch ? kErrorInvalidValue : kSuccess;
}
FAKE cuLaunchKernelEx(const LaunchConfig *config, FunctionHandle function,
                      void **params, void **) {
  fake::Machine &machine = fake::getMachine();
  machine.lastLaunch = *config;
  machine.lastCluster =
      config->attributeCount ? config->attributes[0].value.clusterDim[0] : 1;
  return fake::enqueue(bind(*function, params));
}

FAKE cuStreamCreate(StreamHandle *stream, unsigned) {
  static char storage;
  *stream = reinterpret_cast<StreamHandle>(&storage);
  return fake::getMachine().error;
}
FAKE cuStreamDestroy_v2(StreamHandle) { return kSuccess; }
FAKE cuStreamSynchronize(StreamHandle) { return fake::getMachine().error; }
FAKE cuStreamWaitEvent(StreamHandle, EventHandle, unsigned) {
  return fake::getMachine().error;
}
FAKE cuStreamBeginCapture_v2(StreamHandle, CaptureMode) {
  fake::getMachine().capturing = true;
  return fake::getMachine().error;
}
FAKE cuStreamEndCapture(StreamHandle, GraphHandle *graph) {
  fake::Machine &machine = fake::getMachine();
  machine.capturing = false;
  *graph = new GraphImpl{std::exchange(machine.captured, {})};
  return machine.error;
}
FAKE cuEventCreate(EventHandle *event, unsigned) {
  *event = new EventImpl;
  return kSuccess;
}
FAKE cuEventDestroy_v2(EventHandle event) {
  delete event;
  return kSuccess;
}
FAKE cuEventRecord(EventHandle event, StreamHandle) {
  event->microseconds = fake::getMachine().microseconds;
  return fake::getMachine().error;
}
FAKE cuEventQuery(EventHandle) {
  fake::Machine &machine = fake::getMachine();
  return machine.hangs ? kErrorNotReady : machine.error;
}
FAKE cuEventSynchronize(EventHandle) { return fake::getMachine().error; }
FAKE cuEventElapsedTime(float *milliseconds, EventHandle begin,
                        EventHandle end) {
  *milliseconds = float((end->microseconds - begin->microseconds) / 1e3);
  return fake::getMachine().error;
}
FAKE cuGraphInstantiateWithFlags(GraphExecHandle *exec, GraphHandle graph,
                                 unsigned long long) {
  *exec = new GraphExecImpl{graph->nodes};
  return fake::getMachine().error;
}
FAKE cuGraphLaunch(GraphExecHandle exec, StreamHandle) {
  // Every node takes its time, but one of them is work enough for a test.
  fake::Machine &machine = fake::getMachine();
  for (size_t i = 1; i < exec->nodes.size(); ++i)
    machine.microseconds += exec->nodes[i].microseconds;
  return exec->nodes.empty() ? kSuccess : fake::enqueue(exec->nodes[0]);
}
FAKE cuGraphExecDestroy(GraphExecHandle exec) {
  delete exec;
  return kSuccess;
}
FAKE cuGraphDestroy(GraphHandle graph) {
  delete graph;
  return kSuccess;
}

FAKE cuMemAlloc_v2(DevicePtr *pointer, size_t bytes) {
  if (bytes > fake::kMemoryBytes)
    return kErrorOutOfMemory;
  *pointer = reinterpret_cast<DevicePtr>(
      std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  return fake::getMachine().error;
}
FAKE cuMemAllocManaged(DevicePtr *pointer, size_t bytes, unsigned) {
  return cuMemAlloc_v2(pointer, bytes);
}
FAKE cuMemFree_v2(DevicePtr pointer) {
  std::free(reinterpret_cast<void *>(pointer));
  return kSuccess;
}
static Result copy(void *dst, const void *src, size_t bytes) {
  return fake::enqueue({[=] { std::memcpy(dst, src, bytes); }, 1});
}
FAKE cuMemcpyAsync(DevicePtr dst, DevicePtr src, size_t bytes, StreamHandle) {
  return copy(reinterpret_cast<void *>(dst),
              reinterpret_cast<const void *>(src), bytes);
}
FAKE cuMemcpyHtoDAsync_v2(DevicePtr dst, const void *src, size_t bytes,
                          StreamHandle) {
  return copy(reinterpret_cast<void *>(dst), src, bytes);
}
FAKE cuMemcpyDtoHAsync_v2(void *dst, DevicePtr src, size_t bytes,
                          StreamHandle) {
  return copy(dst, reinterpret_cast<const void *>(src), bytes);
}
template <typename T> static Result set(DevicePtr dst, T value, size_t count) {
  return fake::enqueue(
      {[=] { std::fill_n(reinterpret_cast<T *>(dst), count, value); }, 1});
}
FAKE cuMemsetD8Async(DevicePtr dst, unsigned char value, size_t count,
                     StreamHandle) {
  return set(dst, value, count);
}
FAKE cuMemsetD16Async(DevicePtr dst, unsigned short value, size_t count,
                      StreamHandle) {
  return set(dst, value, count);
}
FAKE cuMemsetD32Async(DevicePtr dst, unsigned value, size_t count,
                      StreamHandle) {
  return set(dst, value, count);
}
FAKE cuMemHostRegister_v2(void *, size_t, unsigned) { return kSuccess; }
FAKE cuMemHostUnregister(void *) { return kSuccess; }

FAKE cuTensorMapEncodeTiled(TensorMap *map, TensorMapDataType, uint32_t rank,
                            void *base, const uint64_t *dims,
                            const uint64_t *strides, const uint32_t *box,
                            const uint32_t *, TensorMapInterleave,
                            TensorMapSwizzle, TensorMapL2Promotion,
                            TensorMapOutOfBoundsFill) {
  // Two of the real one's rules.
  if (rank != 2 || strides[0] % 16 != 0 || box[0] > 256 || box[1] > 256)
    return kErrorInvalidValue;
  FakeMap fakeMap = {static_cast<float *>(base), dims[0], dims[1], strides[0]};
  std::memcpy(map->opaque, &fakeMap, sizeof(fakeMap));
  return kSuccess;
}

//===- CudaDriver.h - The CUDA driver, found at run time --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver library is opened with dlopen on first use. Everything therefore
// builds on a machine without a driver, and all tests but the GPU tests run
// there. AUTOTUNE_LIBCUDA overrides which library is opened.
//
// Below the table of entry points is a thin layer of owners. They are
// move-only, and each destroys what it holds. Functions return a Status;
// nothing throws, aborts or prints. All owners need a current context, which
// Context creates.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_RUNTIME_CUDADRIVER_H
#define MLIR_AUTOTUNE_RUNTIME_CUDADRIVER_H

#include "mlir-autotune/Core/Window.h"
#include "mlir-autotune/Runtime/CudaTypes.h"

#include <string>
#include <utility>

namespace mlir::autotune::cuda {

/// The driver's entry points. X(member, exported symbol, parameters).
#define AUTOTUNE_CUDA_ENTRY_POINTS(X)                                          \
  X(init, "cuInit", (unsigned))                                                \
  X(driverGetVersion, "cuDriverGetVersion", (int *))                           \
  X(getErrorName, "cuGetErrorName", (Result, const char **))                   \
  X(getErrorString, "cuGetErrorString", (Result, const char **))               \
  X(deviceGet, "cuDeviceGet", (DeviceHandle *, int))                           \
  X(deviceGetCount, "cuDeviceGetCount", (int *))                               \
  X(deviceGetName, "cuDeviceGetName", (char *, int, DeviceHandle))             \
  X(deviceGetAttribute, "cuDeviceGetAttribute",                                \
    (int *, DeviceAttribute, DeviceHandle))                                    \
  X(deviceGetPciBusId, "cuDeviceGetPCIBusId", (char *, int, DeviceHandle))     \
  X(deviceTotalMem, "cuDeviceTotalMem_v2", (size_t *, DeviceHandle))           \
  X(primaryCtxRetain, "cuDevicePrimaryCtxRetain",                              \
    (ContextHandle *, DeviceHandle))                                           \
  X(primaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", (DeviceHandle))         \
  X(ctxPushCurrent, "cuCtxPushCurrent_v2", (ContextHandle))                    \
  X(ctxPopCurrent, "cuCtxPopCurrent_v2", (ContextHandle *))                    \
  X(ctxSynchronize, "cuCtxSynchronize", ())                                    \
  X(moduleLoadDataEx, "cuModuleLoadDataEx",                                    \
    (ModuleHandle *, const void *, unsigned, JitOption *, void **))            \
  X(moduleUnload, "cuModuleUnload", (ModuleHandle))                            \
  X(moduleGetFunction, "cuModuleGetFunction",                                  \
    (FunctionHandle *, ModuleHandle, const char *))                            \
  X(funcSetAttribute, "cuFuncSetAttribute",                                    \
    (FunctionHandle, FunctionAttribute, int))                                  \
  X(launchKernelEx, "cuLaunchKernelEx",                                        \
    (const LaunchConfig *, FunctionHandle, void **, void **))                  \
  X(streamCreate, "cuStreamCreate", (StreamHandle *, unsigned))                \
  X(streamDestroy, "cuStreamDestroy_v2", (StreamHandle))                       \
  X(streamSynchronize, "cuStreamSynchronize", (StreamHandle))                  \
  X(streamWaitEvent, "cuStreamWaitEvent",                                      \
    (StreamHandle, EventHandle, unsigned))                                     \
  X(streamBeginCapture, "cuStreamBeginCapture_v2",                             \
    (StreamHandle, CaptureMode))                                               \
  X(streamEndCapture, "cuStreamEndCapture", (StreamHandle, GraphHandle *))     \
  X(streamIsCapturing, "cuStreamIsCapturing", (StreamHandle, CaptureStatus *)) \
  X(eventCreate, "cuEventCreate", (EventHandle *, unsigned))                   \
  X(eventDestroy, "cuEventDestroy_v2", (EventHandle))                          \
  X(eventRecord, "cuEventRecord", (EventHandle, StreamHandle))                 \
  X(eventQuery, "cuEventQuery", (EventHandle))                                 \
  X(eventSynchronize, "cuEventSynchronize", (EventHandle))                     \
  X(eventElapsedTime, "cuEventElapsedTime",                                    \
    (float *, EventHandle, EventHandle))                                       \
  X(graphInstantiate, "cuGraphInstantiateWithFlags",                           \
    (GraphExecHandle *, GraphHandle, unsigned long long))                      \
  X(graphLaunch, "cuGraphLaunch", (GraphExecHandle, StreamHandle))             \
  X(graphExecDestroy, "cuGraphExecDestroy", (GraphExecHandle))                 \
  X(graphDestroy, "cuGraphDestroy", (GraphHandle))                             \
  X(memAlloc, "cuMemAlloc_v2", (DevicePtr *, size_t))                          \
  X(memAllocManaged, "cuMemAllocManaged", (DevicePtr *, size_t, unsigned))     \
  X(memFree, "cuMemFree_v2", (DevicePtr))                                      \
  X(memcpyAsync, "cuMemcpyAsync",                                              \
    (DevicePtr, DevicePtr, size_t, StreamHandle))                              \
  X(memcpyHtoDAsync, "cuMemcpyHtoDAsync_v2",                                   \
    (DevicePtr, const void *, size_t, StreamHandle))                           \
  X(memcpyDtoHAsync, "cuMemcpyDtoHAsync_v2",                                   \
    (void *, DevicePtr, size_t, StreamHandle))                                 \
  X(memsetD8Async, "cuMemsetD8Async",                                          \
    (DevicePtr, unsigned char, size_t, StreamHandle))                          \
  X(memsetD16Async, "cuMemsetD16Async",                                        \
    (DevicePtr, unsigned short, size_t, StreamHandle))                         \
  X(memsetD32Async, "cuMemsetD32Async",                                        \
    (DevicePtr, unsigned, size_t, StreamHandle))                               \
  X(memHostRegister, "cuMemHostRegister_v2", (void *, size_t, unsigned))       \
  X(memHostUnregister, "cuMemHostUnregister", (void *))

/// A driver from before CUDA 12 has no tensor maps, and one from before 11.2
/// allocates in no stream; everything else works.
#define AUTOTUNE_CUDA_OPTIONAL_ENTRY_POINTS(X)                                 \
  X(tensorMapEncodeTiled, "cuTensorMapEncodeTiled",                            \
    (TensorMap *, TensorMapDataType, uint32_t, void *, const uint64_t *,       \
     const uint64_t *, const uint32_t *, const uint32_t *,                     \
     TensorMapInterleave, TensorMapSwizzle, TensorMapL2Promotion,              \
     TensorMapOutOfBoundsFill))                                                \
  X(tensorMapEncodeIm2col, "cuTensorMapEncodeIm2col",                          \
    (TensorMap *, TensorMapDataType, uint32_t, void *, const uint64_t *,       \
     const uint64_t *, const int *, const int *, uint32_t, uint32_t,           \
     const uint32_t *, TensorMapInterleave, TensorMapSwizzle,                  \
     TensorMapL2Promotion, TensorMapOutOfBoundsFill))                          \
  X(memAllocAsync, "cuMemAllocAsync", (DevicePtr *, size_t, StreamHandle))     \
  X(memFreeAsync, "cuMemFreeAsync", (DevicePtr, StreamHandle))

struct Driver {
#define AUTOTUNE_MEMBER(MEMBER, SYMBOL, PARAMETERS)                            \
  Result(*MEMBER) PARAMETERS = nullptr;
  AUTOTUNE_CUDA_ENTRY_POINTS(AUTOTUNE_MEMBER)
  AUTOTUNE_CUDA_OPTIONAL_ENTRY_POINTS(AUTOTUNE_MEMBER)
#undef AUTOTUNE_MEMBER

  /// The driver, opened and initialised on the first call. Null if there is
  /// none; getLoadError() then gives the reason in one line. Thread-safe.
  static const Driver *get();
  static const std::string &getLoadError();
};

/// Success, or the failed call: "cuMemAlloc(1024 bytes):
/// CUDA_ERROR_OUT_OF_MEMORY (out of memory)".
struct [[nodiscard]] Status {
  Result code = kSuccess;
  std::string message;
  bool failed() const { return code != kSuccess; }
  /// True for a failure, like llvm::Error: `if (Status status = f()) return
  /// status;`.
  explicit operator bool() const { return failed(); }
  /// Whether a resource was exhausted, which is no fault: a later request may
  /// succeed.
  bool isOutOfResource() const {
    return code == kErrorOutOfMemory || code == kErrorLaunchOutOfResources;
  }
};

/// `function` names the entry point, `argument` the relevant argument of the
/// call.
Status check(Result result, const char *function, const std::string &argument);

/// Makes the context of a device current for the object's lifetime.
class Context {
public:
  Context() = default;
  Context(Context &&other) noexcept { *this = std::move(other); }
  Context &operator=(Context &&other) noexcept;
  ~Context();
  static Status create(int ordinal, Context &context);
  DeviceHandle getDevice() const { return device; }
  /// 0 if the driver does not know the attribute.
  int getAttribute(DeviceAttribute attribute) const;
  std::string getName() const;
  /// "0000:1b:00.0"; empty if the driver does not report one.
  std::string getPciBusId() const;
  size_t getTotalMemory() const;

private:
  DeviceHandle device = -1;
  ContextHandle handle = nullptr;
};

/// A handle with a destroy function of the driver's table.
template <typename Handle, Result (*Driver::*destroy)(Handle)> class Owner {
public:
  Owner() = default;
  Owner(Owner &&other) noexcept : handle(std::exchange(other.handle, {})) {}
  Owner &operator=(Owner &&other) noexcept {
    std::swap(handle, other.handle);
    return *this;
  }
  ~Owner() {
    // After a sticky error every call fails, and a destructor can't report it.
    if (handle)
      (void)(Driver::get()->*destroy)(handle);
  }
  Handle get() const { return handle; }

protected:
  Handle handle = {};
};

class DeviceBuffer : public Owner<DevicePtr, &Driver::memFree> {
public:
  static Status create(size_t bytes, DeviceBuffer &buffer);
  size_t getSize() const { return size; }

private:
  size_t size = 0;
};

class Module : public Owner<ModuleHandle, &Driver::moduleUnload> {
public:
  /// `image` is a cubin or NUL-terminated PTX; `what` names it in errors.
  static Status create(const void *image, const std::string &what,
                       Module &module);
  Status getFunction(const char *name, FunctionHandle &function) const;
};

class Stream : public Owner<StreamHandle, &Driver::streamDestroy> {
public:
  static Status create(Stream &stream);
};

class Event : public Owner<EventHandle, &Driver::eventDestroy> {
public:
  static Status create(Event &event);
  Status record(StreamHandle stream) const;
  /// Waits by polling. Sets `finished` to false if `seconds` pass first: the
  /// work before the event then hangs, and so would any other wait.
  Status wait(double seconds, bool &finished) const;
  static Status getElapsedNs(const Event &start, const Event &end, double &ns);
};

/// An executable graph, captured from a stream.
class Graph : public Owner<GraphExecHandle, &Driver::graphExecDestroy> {
public:
  /// Captures the work that `enqueue`, a callable returning Status, puts on
  /// `stream`.
  template <typename Enqueue>
  static Status capture(StreamHandle stream, Enqueue &&enqueue, Graph &graph) {
    if (Status status = begin(stream))
      return status;
    Status enqueued = enqueue();
    Status ended = end(stream, graph);
    return enqueued.failed() ? enqueued : ended;
  }
  Status launch(StreamHandle stream) const;

private:
  static Status begin(StreamHandle stream);
  static Status end(StreamHandle stream, Graph &graph);
};

/// The shape of a launch. Threads run along x only, as in every kernel of this
/// project.
struct Launch {
  unsigned grid = 1;
  unsigned threads = 1;
  unsigned sharedMemoryBytes = 0;
  /// 1 x 1 x 1 launches without a cluster.
  unsigned cluster[3] = {1, 1, 1};
  /// The kernel may start while the previous one on the stream runs, and
  /// itself waits for it. Graphs capture this from CUDA 12.3 on.
  bool dependent = false;
};

/// Raises the function's limit on dynamic shared memory to `bytes`.
Status allowSharedMemory(FunctionHandle function, unsigned bytes);
Status launch(FunctionHandle function, const Launch &shape, void **params,
              StreamHandle stream);

/// The matrices of a batch: `count` of them, `stride` elements apart, or a
/// count of 0 for a matrix in no batch. The outer fields describe a batch of
/// such batches.
struct MatrixBatch {
  int64_t count = 0, stride = 0;
  int64_t outerCount = 0, outerStride = 0;
};

/// Encodes a 2-D map over a row-major matrix: rows of `columns` elements,
/// `rowStride` elements apart, with boxes of boxRows x boxColumns elements;
/// negative boxRows as for TensorMapRequest::set().
/// swizzleBytes is 0, 32, 64 or 128; `elementKind` is an ElementIndex. Reads
/// out of bounds give zeros. With a batch the map is 3-D, and a box lies in
/// one matrix. With a window, rows and columns are of images and their
/// channels, the batch has the rows of an image, the outer one the images, and
/// a box has a pixel of each of `boxRows` windows (im2col mode).
Status encodeTensorMap(TensorMap &map, DevicePtr base, int elementKind,
                       int64_t rows, int64_t columns, int64_t rowStride,
                       int boxRows, int boxColumns, int swizzleBytes,
                       MatrixBatch batch = {}, const Window *window = nullptr);

/// Bytes of one element by its ElementIndex; for 4-bit elements, of the byte
/// that two share. 0 for any other number.
int64_t getElementBytes(int elementKind);
/// Bytes of `elements` adjacent elements; for 4-bit elements the number must
/// be even.
int64_t getBytesOf(int elementKind, int64_t elements);

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_RUNTIME_CUDADRIVER_H

//===- ProgramCalls.cpp - For callers of whole programs -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A caller makes a context, enters it on a stream, calls programs, and leaves
// it. A caller that must go on after an error gives a function that hears of
// errors. The simulator has the same functions (lib/Simulator).
//
//===----------------------------------------------------------------------===//

#include "ProgramContext.h"
#include "WrapperContext.h"

using namespace mlir::autotune::cuda;

/// Until it is called with null, errors of this thread are told to `handler`
/// and do not end the process. After the first one, until the next
/// mgpuAutotuneOnError, whatever a program asks of the driver is left out.
AUTOTUNE_EXPORT void mgpuAutotuneOnError(void (*handler)(const char *)) {
  setErrorHandler(handler);
}

/// How many devices there are; 0, and an error, without a driver.
AUTOTUNE_EXPORT int32_t mgpuAutotuneDeviceCount() {
  int count = 0;
  if (const Driver *driver = getDriverOrReport())
    report(driver->deviceGetCount(&count), "cuDeviceGetCount");
  return count;
}

/// Writes a device's name, "NVIDIA H200", and a zero: at most `bytes` of them.
AUTOTUNE_EXPORT void mgpuAutotuneDeviceName(int32_t ordinal, char *name,
                                            int64_t bytes) {
  const Driver *driver = getDriverOrReport();
  if (!driver)
    return;
  DeviceHandle device = 0;
  Result result = driver->deviceGet(&device, ordinal);
  if (result == kSuccess)
    result = driver->deviceGetName(name, int(bytes), device);
  report(result, "cuDeviceGetName", "device " + std::to_string(ordinal));
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

/// A context of its own for calls on one stream. Work on that stream must be
/// done before the context is destroyed, and graphs that were captured in the
/// context must not run after that.
AUTOTUNE_EXPORT void *mgpuAutotuneContextCreate(int32_t device) {
  return new ProgramContext(device);
}

AUTOTUNE_EXPORT void mgpuAutotuneContextDestroy(void *context) {
  delete static_cast<ProgramContext *>(context);
}

/// Until mgpuAutotuneContextLeave, programs that this thread calls run in the
/// context, on `stream` (a CUstream), and do not wait for it. While the context
/// is captured (mgpuAutotuneCaptureBegin), they run on the captured stream.
AUTOTUNE_EXPORT void mgpuAutotuneContextEnter(void *context, void *stream) {
  auto *entered = static_cast<ProgramContext *>(context);
  getEnteredContexts().push_back(
      {entered, entered->stream, getDefaultDevice(), entered->depth});
  entered->stream = entered->isCaptured ? entered->captureStream
                                        : static_cast<StreamHandle>(stream);
  setDefaultDevice(entered->device);
  launchIsVain() = launchIsDependent() = false;
}

AUTOTUNE_EXPORT void mgpuAutotuneContextLeave() {
  if (getEnteredContexts().empty())
    return fail("a context is left that nobody has entered");
  const EnteredContext &last = getEnteredContexts().back();
  last.context->stream = last.streamBefore;
  // A function that did not return has not released its arena.
  last.context->depth = last.depthBefore;
  setDefaultDevice(last.deviceBefore);
  getEnteredContexts().pop_back();
}

/// Has the next call in the context compute anew what programs compute once.
/// Graphs that were captured before read the same memory, and do not compute.
AUTOTUNE_EXPORT void mgpuAutotuneRefresh(void *context) {
  static_cast<ProgramContext *>(context)->refresh();
}

/// Has the stream wait for the context's last call, if that was on another
/// one: calls in a context share memory.
AUTOTUNE_EXPORT void mgpuAutotuneFollow(void *context, void *stream) {
  auto *followed = static_cast<ProgramContext *>(context);
  if (!followed->lastCall || followed->lastStream == stream)
    return;
  if (ScopedContext cuda{})
    report(cuda->streamWaitEvent(static_cast<StreamHandle>(stream),
                                 followed->lastCall, 0),
           "cuStreamWaitEvent");
}

/// Notes that a call in the context was on the stream, and is over.
AUTOTUNE_EXPORT void mgpuAutotuneMark(void *context, void *stream) {
  auto *marked = static_cast<ProgramContext *>(context);
  ScopedContext cuda;
  if (!cuda)
    return;
  if (!marked->lastCall)
    report(cuda->eventCreate(&marked->lastCall, kEventDisableTiming),
           "cuEventCreate");
  marked->lastStream = static_cast<StreamHandle>(stream);
  if (marked->lastCall)
    report(cuda->eventRecord(marked->lastCall, marked->lastStream),
           "cuEventRecord");
}

/// Waits for all work on a stream of the context's device.
AUTOTUNE_EXPORT void mgpuAutotuneSynchronize(void *stream) {
  if (ScopedContext cuda{})
    report(cuda->streamSynchronize(static_cast<StreamHandle>(stream)),
           "cuStreamSynchronize");
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

/// Whether somebody captures the stream.
AUTOTUNE_EXPORT int32_t mgpuAutotuneIsCapturing(void *stream) {
  CaptureStatus status = kCaptureNone;
  if (ScopedContext cuda{})
    // The null stream can't be captured, and says so while another one is.
    (void)cuda->streamIsCapturing(static_cast<StreamHandle>(stream), &status);
  return status != kCaptureNone;
}

/// Begins to capture calls in an entered context, on a stream of its own: a
/// caller's null stream can't be captured. Returns 0 if that is not possible.
AUTOTUNE_EXPORT int32_t mgpuAutotuneCaptureBegin(void *context) {
  auto *captured = static_cast<ProgramContext *>(context);
  ScopedContext cuda;
  if (!cuda)
    return 0;
  if (!captured->captureStream &&
      cuda->streamCreate(&captured->captureStream, kStreamNonBlocking))
    return 0;
  captured->isCaptured =
      !cuda->streamBeginCapture(captured->captureStream, kCaptureThreadLocal);
  return captured->isCaptured;
}

/// Ends the capture. Returns a graph that can be launched; null, and reported,
/// if there is none.
AUTOTUNE_EXPORT void *mgpuAutotuneCaptureEnd(void *context) {
  auto *captured = static_cast<ProgramContext *>(context);
  GraphExecHandle exec = nullptr;
  ScopedContext cuda;
  if (!cuda || !captured->isCaptured)
    return exec;
  captured->isCaptured = false;
  GraphHandle graph = nullptr;
  report(cuda->streamEndCapture(captured->captureStream, &graph),
         "cuStreamEndCapture");
  if (!graph)
    return exec;
  report(cuda->graphInstantiate(&exec, graph, 0), "cuGraphInstantiate");
  warn(cuda->graphDestroy(graph), "cuGraphDestroy");
  return exec;
}

AUTOTUNE_EXPORT void mgpuAutotuneGraphLaunch(void *graph, void *stream) {
  if (ScopedContext cuda{})
    report(cuda->graphLaunch(static_cast<GraphExecHandle>(graph),
                             static_cast<StreamHandle>(stream)),
           "cuGraphLaunch");
}

AUTOTUNE_EXPORT void mgpuAutotuneGraphDestroy(void *graph) {
  if (ScopedContext cuda{})
    warn(cuda->graphExecDestroy(static_cast<GraphExecHandle>(graph)),
         "cuGraphExecDestroy");
}

//===----------------------------------------------------------------------===//
// Memory of callers
//===----------------------------------------------------------------------===//

/// Copies from the host to an entered context's device, and waits for it.
AUTOTUNE_EXPORT void mgpuAutotuneCopyIn(void *device, const void *host,
                                        int64_t bytes) {
  ScopedContext cuda;
  if (!cuda || bytes == 0)
    return;
  StreamHandle stream = getProgramContext().stream;
  report(cuda->memcpyHtoDAsync(asDevice(device), host, uint64_t(bytes), stream),
         "cuMemcpyHtoDAsync", bytesText(uint64_t(bytes)));
  report(cuda->streamSynchronize(stream), "cuStreamSynchronize");
}

/// The other way.
AUTOTUNE_EXPORT void mgpuAutotuneCopyOut(void *host, const void *device,
                                         int64_t bytes) {
  ScopedContext cuda;
  if (!cuda || bytes == 0)
    return;
  StreamHandle stream = getProgramContext().stream;
  report(cuda->memcpyDtoHAsync(host, asDevice(const_cast<void *>(device)),
                               uint64_t(bytes), stream),
         "cuMemcpyDtoHAsync", bytesText(uint64_t(bytes)));
  report(cuda->streamSynchronize(stream), "cuStreamSynchronize");
}

// Any memory of the device will do for arguments.
AUTOTUNE_EXPORT void mgpuAutotuneLend(void * /*memory*/, int64_t /*bytes*/) {}
AUTOTUNE_EXPORT void mgpuAutotuneTakeBack(void * /*memory*/) {}

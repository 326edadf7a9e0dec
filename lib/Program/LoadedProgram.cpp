//===- LoadedProgram.cpp - A program in this process ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An error must not end the process that called a program. The runtime tells
// its error handler, and skips the rest of the call. An assertion of the
// program itself calls abort(), which is ours: it jumps back to the call over
// frames of the program alone, which have nothing to destroy.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Program/LoadedProgram.h"

#include "ProgramLinker.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"

#include <csetjmp>

using namespace llvm;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

namespace {
/// What a call of this thread has come to.
struct CallState {
  std::string error;
  /// The last line that the program wrote: its assertion, if it aborts.
  std::string lastLine;
  std::jmp_buf *back = nullptr;
};
} // namespace

static CallState &getState() {
  static thread_local CallState state;
  return state;
}

static void noteError(const char *message) {
  std::string &error = getState().error;
  if (error.empty())
    error = message;
}

/// puts() and abort() of programs.
static int putsOfProgram(const char *line) {
  getState().lastLine = line;
  return 0;
}

static void abortOfProgram() {
  CallState &state = getState();
  noteError(state.lastLine.empty() ? "the program aborted"
                                   : state.lastLine.c_str());
  if (state.back)
    std::longjmp(*state.back, 1);
  std::abort();
}

/// Not inlined, and without objects to destroy, because of the jump.
LLVM_ATTRIBUTE_NOINLINE static void
callGuarded(llvm::function_ref<void()> function) {
  std::jmp_buf back;
  getState().back = &back;
  if (setjmp(back) == 0)
    function();
  getState().back = nullptr;
}

template <typename Run>
Error LoadedProgram::runInContext(void *stream, Run &&run) {
  CallState &state = getState();
  state.error.clear();
  state.lastLine.clear();
  runtime.OnError(noteError);
  runtime.ContextEnter(context, stream);
  run();
  runtime.ContextLeave();
  runtime.OnError(nullptr);
  if (state.error.empty())
    return Error::success();
  return createStringError(state.error);
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

LoadedProgram::LoadedProgram(ProgramImage image, const RuntimeLibrary &runtime)
    : image(std::move(image)), runtime(runtime) {}

Expected<std::unique_ptr<LoadedProgram>>
LoadedProgram::load(ProgramImage image, const RuntimeLibrary &runtime,
                    int device, bool graphs) {
  std::unique_ptr<LoadedProgram> program(
      new LoadedProgram(std::move(image), runtime));
  auto jit = linkProgram(program->image.object, runtime,
                         {putsOfProgram, abortOfProgram});
  if (!jit)
    return jit.takeError();
  program->jit = std::move(*jit);
  auto lookup = [&](const char *name) { return program->jit->lookup(name); };
  auto initialize = lookup(ProgramImage::kInitialize);
  if (!initialize)
    return initialize.takeError();
  auto finalize = lookup(ProgramImage::kFinalize);
  if (!finalize)
    return finalize.takeError();
  auto invoke = lookup(ProgramImage::kInvoke);
  if (!invoke)
    return invoke.takeError();
  program->invokeFn = invoke->toPtr<ProgramImage::InvokeFn>();
  if (program->image.computesSizes) {
    auto getSizes = lookup(ProgramImage::kGetSizes);
    if (!getSizes)
      return getSizes.takeError();
    program->getSizesFn = getSizes->toPtr<ProgramImage::GetSizesFn>();
  }
  program->graphs =
      graphs && !program->image.simulated && program->image.resultsInPlace;
  program->context = runtime.ContextCreate(device);
  if (Error error = program->runInContext(
          nullptr, [&] { initialize->toPtr<ProgramImage::InitializeFn>()(); }))
    return error;
  program->finalize = finalize->toPtr<ProgramImage::FinalizeFn>();
  return program;
}

LoadedProgram::~LoadedProgram() {
  if (!context)
    return;
  // What goes wrong here can't be helped: the driver may be gone.
  consumeError(runInContext(nullptr, [&] { runtime.Synchronize(nullptr); }));
  consumeError(dropGraphs());
  consumeError(runInContext(nullptr, [&] {
    if (finalize)
      finalize();
  }));
  runtime.OnError(noteError);
  runtime.ContextDestroy(context);
  runtime.OnError(nullptr);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Writes a memref descriptor: base, aligned base, offset, sizes, strides.
static void append(std::vector<int64_t> &words, const ProgramBuffer &buffer) {
  auto base = reinterpret_cast<int64_t>(buffer.data);
  words.insert(words.end(), {base, base, 0});
  words.insert(words.end(), buffer.sizes.begin(), buffer.sizes.end());
  int64_t stride = 1;
  std::vector<int64_t> strides(buffer.sizes.size());
  for (size_t i = strides.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= buffer.sizes[i];
  }
  words.insert(words.end(), strides.begin(), strides.end());
}

static void append(std::vector<int64_t> &words, std::vector<size_t> &starts,
                   ArrayRef<ProgramBuffer> buffers) {
  for (const ProgramBuffer &buffer : buffers) {
    starts.push_back(words.size());
    append(words, buffer);
  }
}

/// Pointers to descriptors that start at these words.
static std::vector<void *> getPointers(std::vector<int64_t> &words,
                                       ArrayRef<size_t> starts) {
  std::vector<void *> pointers;
  for (size_t start : starts)
    pointers.push_back(words.data() + start);
  return pointers;
}

Expected<std::vector<std::vector<int64_t>>>
LoadedProgram::getResultSizes(ArrayRef<ProgramBuffer> arguments) {
  std::vector<std::vector<int64_t>> shapes;
  size_t numUnknown = 0;
  for (const ProgramResult &result : image.results) {
    if (result.argument)
      continue;
    shapes.push_back(result.shape);
    numUnknown += llvm::count(result.shape, ProgramTensor::kUnknown);
  }
  if (!getSizesFn)
    return shapes;
  std::vector<int64_t> words, sizes(numUnknown);
  std::vector<size_t> starts;
  append(words, starts, arguments);
  std::vector<void *> descriptors = getPointers(words, starts);
  auto run = [&] { getSizesFn(sizes.data(), descriptors.data()); };
  if (Error error = runInContext(nullptr, [&] { callGuarded(run); }))
    return error;
  auto next = sizes.begin();
  for (std::vector<int64_t> &shape : shapes)
    for (int64_t &size : shape)
      if (size == ProgramTensor::kUnknown)
        size = *next++;
  return shapes;
}

static size_t countWords(size_t rank) { return 3 + 2 * rank; }

Error LoadedProgram::invoke(ArrayRef<ProgramBuffer> arguments,
                            MutableArrayRef<ProgramBuffer> results,
                            void *stream) {
  std::vector<int64_t> words;
  std::vector<size_t> starts;
  if (!image.resultsInPlace && !results.empty()) {
    starts.push_back(0);
    for (const ProgramResult &result : image.results)
      if (!result.argument)
        words.resize(words.size() + countWords(result.shape.size()));
  }
  append(words, starts, arguments);
  if (image.resultsInPlace)
    append(words, starts, results);
  std::vector<void *> descriptors = getPointers(words, starts);
  if (Error error = runInContext(
          stream, [&] { callGuarded([&] { invokeFn(descriptors.data()); }); }))
    return error;
  if (image.resultsInPlace)
    return Error::success();
  size_t place = 0, number = 0;
  for (const ProgramResult &result : image.results) {
    if (result.argument)
      continue;
    ProgramBuffer &buffer = results[number++];
    size_t rank = result.shape.size();
    // Results are whole allocations, for deallocation clones what is not.
    buffer.data = reinterpret_cast<void *>(words[place]);
    buffer.sizes.assign(words.begin() + place + 3,
                        words.begin() + place + 3 + rank);
    place += countWords(rank);
  }
  return Error::success();
}

Error LoadedProgram::capture(ArrayRef<ProgramBuffer> arguments,
                             MutableArrayRef<ProgramBuffer> results,
                             void *&graph) {
  int32_t began = 0;
  if (Error error =
          runInContext(nullptr, [&] { began = runtime.CaptureBegin(context); }))
    return error;
  if (!began)
    return Error::success();
  // A null stream stands for the one that is captured.
  Error called = invoke(arguments, results, nullptr);
  void *captured = nullptr;
  Error ended =
      runInContext(nullptr, [&] { captured = runtime.CaptureEnd(context); });
  if (Error error = joinErrors(std::move(called), std::move(ended))) {
    // It has a part of the call at most.
    if (captured)
      consumeError(
          runInContext(nullptr, [&] { runtime.GraphDestroy(captured); }));
    return error;
  }
  graph = captured;
  return Error::success();
}

Error LoadedProgram::callLent(ArrayRef<ProgramBuffer> arguments,
                              MutableArrayRef<ProgramBuffer> results,
                              void *stream) {
  std::map<void *, int64_t> lent;
  auto lend = [&](const ProgramBuffer &buffer, const ProgramTensor &tensor) {
    int64_t bytes = tensor.getElementBytes();
    for (int64_t size : buffer.sizes)
      bytes *= size;
    if (bytes != 0)
      lent[buffer.data] = std::max(lent[buffer.data], bytes);
  };
  for (auto [buffer, tensor] : zip(arguments, image.arguments))
    lend(buffer, tensor);
  if (image.resultsInPlace) {
    size_t number = 0;
    for (const ProgramResult &result : image.results)
      if (!result.argument)
        lend(results[number++], result);
  }
  for (auto [memory, bytes] : lent)
    runtime.Lend(memory, bytes);
  Error error = invoke(arguments, results, stream);
  for (auto [memory, bytes] : lent)
    runtime.TakeBack(memory);
  return error;
}

/// Forgets the graph that was not used for longest, if there are too many.
Error LoadedProgram::evict() {
  if (kept.size() <= kMostGraphs)
    return Error::success();
  auto oldest = llvm::min_element(kept, [](const auto &a, const auto &b) {
    return a.second.lastUse < b.second.lastUse;
  });
  void *graph = oldest->second.graph;
  kept.erase(oldest);
  // The driver keeps a graph that runs until it has ended.
  return !graph ? Error::success()
                : runInContext(nullptr, [&] { runtime.GraphDestroy(graph); });
}

Error LoadedProgram::dropGraphs() {
  auto dropped = std::exchange(kept, {});
  return runInContext(nullptr, [&] {
    for (auto &[buffers, graph] : dropped)
      if (graph.graph)
        runtime.GraphDestroy(graph.graph);
  });
}

Error LoadedProgram::checkFrozen(ArrayRef<ProgramBuffer> arguments) {
  std::vector<void *> given;
  for (auto [buffer, argument] : zip(arguments, image.arguments))
    if (argument.frozen)
      given.push_back(buffer.data);
  if (given == frozen)
    return Error::success();
  frozen = std::move(given);
  return kept.empty() ? Error::success() : dropGraphs();
}

Error LoadedProgram::refresh() {
  Error dropped = dropGraphs();
  return joinErrors(std::move(dropped),
                    runInContext(nullptr, [&] { runtime.Refresh(context); }));
}

Error LoadedProgram::callOnDevice(ArrayRef<ProgramBuffer> arguments,
                                  MutableArrayRef<ProgramBuffer> results,
                                  void *stream, bool isCaptured) {
  // What a caller captures is no graph of ours.
  if (!graphs || isCaptured)
    return invoke(arguments, results, stream);
  std::vector<int64_t> key;
  for (ArrayRef<ProgramBuffer> buffers :
       {arguments, ArrayRef<ProgramBuffer>(results)})
    for (const ProgramBuffer &buffer : buffers) {
      key.push_back(reinterpret_cast<int64_t>(buffer.data));
      key.insert(key.end(), buffer.sizes.begin(), buffer.sizes.end());
    }
  auto it = kept.find(key);
  if (it == kept.end()) {
    // The first call allocates, which no capture can.
    if (Error error = invoke(arguments, results, stream))
      return error;
    kept[std::move(key)].lastUse = ++uses;
    return evict();
  }
  KeptGraph &graph = it->second;
  graph.lastUse = ++uses;
  // A program that can't be captured is called. A wrong call fails again then.
  if (!graph.graph)
    consumeError(capture(arguments, results, graph.graph));
  if (!graph.graph) {
    graphs = false;
    return invoke(arguments, results, stream);
  }
  ++replays;
  return runInContext(stream,
                      [&] { runtime.GraphLaunch(graph.graph, stream); });
}

Error LoadedProgram::call(ArrayRef<ProgramBuffer> arguments,
                          MutableArrayRef<ProgramBuffer> results,
                          void *stream) {
  if (image.simulated)
    return callLent(arguments, results, stream);
  bool isCaptured = false;
  if (Error error = runInContext(stream, [&] {
        isCaptured = runtime.IsCapturing(stream);
        if (!isCaptured)
          runtime.Follow(context, stream);
      }))
    return error;
  if (Error error = checkFrozen(arguments))
    return error;
  if (Error error = callOnDevice(arguments, results, stream, isCaptured))
    return error;
  if (isCaptured)
    return Error::success();
  return runInContext(stream, [&] { runtime.Mark(context, stream); });
}

Error LoadedProgram::synchronize(void *stream) {
  return runInContext(stream, [&] { runtime.Synchronize(stream); });
}

Error LoadedProgram::trace(ArrayRef<ProgramBuffer> arguments,
                           MutableArrayRef<ProgramBuffer> results, void *stream,
                           std::vector<ProgramLaunch> &launches) {
  if (Error error = checkFrozen(arguments))
    return error;
  runtime.TraceBegin();
  Error called = image.simulated ? callLent(arguments, results, stream)
                                 : invoke(arguments, results, stream);
  Error ended = runInContext(stream, [&] {
    runtime.TraceEnd(
        [](void *data, const char *name, const int64_t *shape, double start,
           double end) {
          ProgramLaunch launch;
          launch.name = name;
          std::copy_n(shape, 3, launch.grid);
          launch.threads = shape[3];
          launch.clusterSize = shape[4];
          launch.sharedBytes = shape[5];
          launch.isKept = shape[6];
          launch.start = start;
          launch.end = end;
          static_cast<std::vector<ProgramLaunch> *>(data)->push_back(launch);
        },
        &launches);
  });
  return joinErrors(std::move(called), std::move(ended));
}

Expected<void *> LoadedProgram::allocate(int64_t bytes) {
  void *data = nullptr;
  if (Error error =
          runInContext(nullptr, [&] { data = runtime.Allocate(bytes); }))
    return std::move(error);
  return data;
}

Error LoadedProgram::copyIn(void *data, const void *host, int64_t bytes) {
  return runInContext(nullptr, [&] { runtime.CopyIn(data, host, bytes); });
}

Error LoadedProgram::copyOut(void *host, const void *data, int64_t bytes) {
  return runInContext(nullptr, [&] { runtime.CopyOut(host, data, bytes); });
}

void LoadedProgram::free(void *data, void *stream) {
  consumeError(runInContext(stream, [&] { runtime.Free(data); }));
}

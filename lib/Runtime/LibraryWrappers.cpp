//===- LibraryWrappers.cpp - Calls of libraries for compiled host code ----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of host code is prepared when it is first made: the library is found,
// and asked whether it makes the call. What comes of that is kept in the call's
// variable. Where a library does nothing, host code launches a kernel instead.
// The reason is printed to stderr, each once in a process.
//
//===----------------------------------------------------------------------===//

#include "LibraryCall.h"
#include "WrapperContext.h"

#include "mlir-autotune/Core/Workspace.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>

using namespace mlir::autotune::cuda;

// WorkspaceWrappers.cpp.
AUTOTUNE_EXPORT void mgpuAutotuneWorkspaceRelease(void *workspace);

// Each is in the files of its library.
namespace mlir::autotune::cuda {
#define AUTOTUNE_LIBRARY(RECORD, NAME)                                         \
  std::unique_ptr<LibraryCall> create##RECORD##Call(                           \
      const CallWords &words, const CallMatrices &matrices,                    \
      std::string &whyNot);
#include "mlir-autotune/Runtime/Libraries.inc"
#undef AUTOTUNE_LIBRARY
} // namespace mlir::autotune::cuda

/// The libraries that programs can call, by their names in host code.
static constexpr struct {
  const char *name;
  CreateLibraryCall create;
} kLibraries[] = {
#define AUTOTUNE_LIBRARY(RECORD, NAME) {NAME, create##RECORD##Call},
#include "mlir-autotune/Runtime/Libraries.inc"
#undef AUTOTUNE_LIBRARY
};

/// Layouts that a call keeps: those of a loop over views, and no list without
/// an end.
static constexpr size_t kMostLayouts = 64;

namespace {
/// A call for one device and one layout of its matrices.
struct PreparedCall {
  int device;
  CallMatrices matrices;
  /// Null if the library does not make it.
  std::unique_ptr<LibraryCall> call;
  /// Whether a launch of it failed for good.
  std::atomic<bool> hasFailed = false;
  std::mutex mutex;

  bool isReady() const { return call && !hasFailed; }
};

/// A call in compiled host code.
struct CallSite {
  const char *library;
  CreateLibraryCall create = nullptr;
  CallWords words;
  size_t operands;
  std::mutex mutex;
  std::vector<std::shared_ptr<PreparedCall>> prepared;
};
} // namespace

static void sayOnce(const CallSite &site, const std::string &whyNot) {
  static std::mutex mutex;
  static std::set<std::string> &said = *new std::set<std::string>;
  std::string message = std::string(site.library) +
                        " is not called, and a kernel computes the matmul "
                        "instead: " +
                        whyNot;
  std::lock_guard<std::mutex> lock(mutex);
  if (said.insert(message).second)
    std::fprintf(stderr, "%s\n", message.c_str());
}

static CallWords readWords(const char *text) {
  CallWords words;
  std::string rest = text;
  for (size_t begin = 0; begin < rest.size();) {
    size_t end = std::min(rest.find(' ', begin), rest.size());
    std::string word = rest.substr(begin, end - begin);
    size_t sign = word.find('=');
    if (sign != std::string::npos)
      words[word.substr(0, sign)] = word.substr(sign + 1);
    begin = end + 1;
  }
  return words;
}

/// The variable's site, which the first call creates. Sites live as long as the
/// process.
static CallSite &getSite(std::atomic<CallSite *> &variable, const char *library,
                         const char *text, size_t operands) {
  if (CallSite *site = variable.load(std::memory_order_acquire))
    return *site;
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  if (CallSite *site = variable.load(std::memory_order_acquire))
    return *site;
  auto *site = new CallSite;
  site->library = library;
  site->operands = operands;
  site->words = readWords(text);
  for (const auto &known : kLibraries)
    if (std::strcmp(known.name, library) == 0)
      site->create = known.create;
  variable.store(site, std::memory_order_release);
  return *site;
}

static CallMatrices readMatrices(const CallSite &site, const int64_t *numbers) {
  CallMatrices matrices(site.operands);
  std::memcpy(matrices.data(), numbers, site.operands * sizeof(LibraryMatrix));
  return matrices;
}

static std::shared_ptr<PreparedCall> find(CallSite &site,
                                          const CallMatrices &matrices) {
  for (const std::shared_ptr<PreparedCall> &each : site.prepared)
    if (each->device == getDefaultDevice() && each->matrices == matrices)
      return each;
  return nullptr;
}

/// The call as it was prepared before, or is now.
static std::shared_ptr<PreparedCall> prepare(CallSite &site,
                                             const CallMatrices &matrices) {
  std::lock_guard<std::mutex> lock(site.mutex);
  if (std::shared_ptr<PreparedCall> known = find(site, matrices))
    return known;
  auto prepared = std::make_shared<PreparedCall>();
  prepared->device = getDefaultDevice();
  prepared->matrices = matrices;
  std::string whyNot;
  if (!site.create)
    whyNot = "this runtime does not know the library";
  else if (ScopedContext cuda{})
    prepared->call = site.create(site.words, matrices, whyNot);
  else
    whyNot = "the device has no context";
  if (!prepared->call)
    sayOnce(site, whyNot);
  if (site.prepared.size() == kMostLayouts)
    site.prepared.erase(site.prepared.begin());
  site.prepared.push_back(prepared);
  return prepared;
}

/// Whether the library makes the call: 1 or 0. `variable` is null before the
/// first call. `text` and `library` live as long as the process. `numbers` has
/// a LibraryMatrix for each of `operands` operands.
AUTOTUNE_EXPORT int32_t mgpuAutotuneLibraryReady(void **variable,
                                                 const char *library,
                                                 const char *text,
                                                 int32_t operands,
                                                 const int64_t *numbers) {
  static_assert(sizeof(std::atomic<CallSite *>) == sizeof(void *));
  CallSite &site =
      getSite(*reinterpret_cast<std::atomic<CallSite *> *>(variable), library,
              text, size_t(operands));
  return prepare(site, readMatrices(site, numbers))->isReady();
}

/// The same for a call whose sums take a workspace of `bytes`, with counters.
/// If there is no memory, the call is not ready, and no error is reported. The
/// workspace is in the pool then, from which host code acquires it.
AUTOTUNE_EXPORT int32_t mgpuAutotuneLibraryReadyForSums(
    void **variable, const char *library, const char *text, int32_t operands,
    const int64_t *numbers, int64_t bytes) {
  if (!mgpuAutotuneLibraryReady(variable, library, text, operands, numbers))
    return 0;
  void *workspace =
      acquireOptionalWorkspace(uint64_t(bytes - kWorkspaceCounterBytes));
  if (!workspace)
    sayOnce(*static_cast<CallSite *>(*variable),
            "no memory for its sums of " + bytesText(uint64_t(bytes)));
  else
    mgpuAutotuneWorkspaceRelease(workspace);
  return workspace != nullptr;
}

/// Makes a call that is ready, on a stream. Returns 1, or 0 if the library did
/// nothing.
AUTOTUNE_EXPORT int32_t mgpuAutotuneLibraryCall(void **variable,
                                                void *const *addresses,
                                                const int64_t *numbers,
                                                StreamHandle stream) {
  CallSite &site = *static_cast<CallSite *>(*variable);
  std::shared_ptr<PreparedCall> prepared =
      prepare(site, readMatrices(site, numbers));
  std::lock_guard<std::mutex> lock(prepared->mutex);
  ScopedContext cuda;
  // A workspace that could not be had has been reported.
  if (!prepared->isReady() || !cuda || launchIsVain())
    return 0;
  LibraryCall::Result result = prepared->call->run(addresses, stream);
  if (result.whyNot.empty())
    return 1;
  prepared->hasFailed = result.isFinal;
  sayOnce(site, result.whyNot);
  return 0;
}

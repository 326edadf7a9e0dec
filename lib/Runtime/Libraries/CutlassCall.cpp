//===- CutlassCall.cpp - Calls of CUTLASS kernels for host code -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryCall.h"
#include "WrapperContext.h"

#include "mlir-autotune/Core/Workspace.h"
#include "mlir-autotune/Runtime/Cutlass.h"

using namespace mlir::autotune;
using namespace mlir::autotune::cuda;

// WorkspaceWrappers.cpp.
AUTOTUNE_EXPORT void mgpuAutotuneWorkspaceRelease(void *workspace);

static_assert(kWorkspaceCounterBytes % kWorkspaceAlignment == 0,
              "the memory behind the counters is aligned for the kernels");

namespace {
class CutlassCall : public LibraryCall {
public:
  /// Returns why the library does not make the call; empty if it does.
  std::string create(const CallWords &words, const CallMatrices &matrices);
  Result run(void *const *addresses, StreamHandle stream) override;

private:
  std::string findKernel(const CallWords &words);
  std::string getWhyNotAt(void *const *addresses) const;

  const cutlass::Library &library = cutlass::Library::get();
  int64_t index = 0;
  CallMatrices stored;
  cutlass::Product product;
  int64_t workspaceBytes = 0;

  const AutotuneCutlassKernel &getKernel() const {
    return library.kernels[size_t(index)];
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Preparing
//===----------------------------------------------------------------------===//

static int getChip() {
  ScopedContext cuda;
  DeviceHandle device;
  int major = 0, minor = 0;
  if (!cuda || cuda->deviceGet(&device, getDefaultDevice()) ||
      cuda->deviceGetAttribute(&major, kComputeCapabilityMajor, device) ||
      cuda->deviceGetAttribute(&minor, kComputeCapabilityMinor, device))
    return 0;
  return 10 * major + minor;
}

std::string CutlassCall::findKernel(const CallWords &words) {
  std::string wanted = getWord(words, "version");
  std::string version = std::to_string(library.version);
  if (version != wanted)
    return "its version is " + version + ", and the kernel is of version " +
           wanted;
  int64_t id = getNumber(words, "kernel");
  for (const AutotuneCutlassKernel &kernel : library.kernels) {
    if (kernel.id == id)
      return "";
    ++index;
  }
  return "it has no kernel " + std::to_string(id);
}

std::string CutlassCall::create(const CallWords &words,
                                const CallMatrices &matrices) {
  if (!library.error.empty())
    return library.error;
  if (std::string whyNot = findKernel(words); !whyNot.empty())
    return whyNot;
  if (matrices.size() != 3)
    return "this runtime does not understand the call";
  for (const LibraryMatrix &matrix : matrices)
    if (matrix.columnStride != 1)
      return "a matrix has rows whose elements are not adjacent";
  stored = matrices;
  const LibraryMatrix &a = matrices[0], &b = matrices[1], &c = matrices[2];
  product.a = getWord(words, "a");
  product.b = getWord(words, "b");
  product.c = getWord(words, "c");
  product.sums = getWord(words, "sums");
  product.transposeA = getNumber(words, "transpose_a") != 0;
  product.transposeB = getNumber(words, "transpose_b") != 0;
  AutotuneCutlassProblem &problem = product.problem;
  problem.m = c.rows;
  problem.n = c.columns;
  problem.k = product.transposeA ? a.rows : a.columns;
  problem.batch = c.matrices;
  problem.rowStrideA = a.rowStride;
  problem.rowStrideB = b.rowStride;
  problem.rowStrideC = c.rowStride;
  problem.batchStrideA = a.batchStride;
  problem.batchStrideB = b.batchStride;
  problem.batchStrideC = c.batchStride;
  problem.accumulate = getNumber(words, "accumulate") != 0;
  if (std::string whyNot = getWhyNot(getKernel(), product, getChip());
      !whyNot.empty())
    return whyNot;
  workspaceBytes = library.getWorkspaceBytes(index, &problem);
  return workspaceBytes < 0 ? "the kernel refuses the problem" : "";
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

std::string CutlassCall::getWhyNotAt(void *const *addresses) const {
  const AutotuneCutlassKernel &kernel = getKernel();
  const int64_t alignment[] = {kernel.alignmentA, kernel.alignmentB,
                               kernel.alignmentC};
  const int64_t bytes[] = {cutlass::getElementBytes(product.a),
                           cutlass::getElementBytes(product.b),
                           cutlass::getElementBytes(product.c)};
  std::vector<CallSpan> spans;
  for (size_t i = 0; i < stored.size(); ++i) {
    if (reinterpret_cast<uintptr_t>(addresses[i]) % uintptr_t(alignment[i]))
      return std::string(getOperandName(i)) + " is not aligned to " +
             std::to_string(alignment[i]) + " bytes";
    spans.emplace_back(stored[i], bytes[i], addresses[i]);
  }
  return getWhyOverlap(spans);
}

LibraryCall::Result CutlassCall::run(void *const *addresses,
                                     StreamHandle stream) {
  if (std::string whyNot = getWhyNotAt(addresses); !whyNot.empty())
    return {whyNot};
  void *workspace = nullptr;
  if (workspaceBytes)
    workspace = acquireOptionalWorkspace(uint64_t(workspaceBytes));
  if (workspaceBytes && !workspace)
    return {"no memory for its workspace of " +
            bytesText(uint64_t(workspaceBytes))};
  AutotuneCutlassProblem problem = product.problem;
  problem.a = addresses[0];
  problem.b = addresses[1];
  problem.c = addresses[2];
  int status = library.run(index, &problem,
                           workspace ? static_cast<char *>(workspace) +
                                           kWorkspaceCounterBytes
                                     : nullptr,
                           stream);
  if (workspace) {
    // Another call or launch may take it then.
    ScopedContext cuda;
    report(cuda->streamSynchronize(stream), "cuStreamSynchronize",
           "a call of CUTLASS");
    mgpuAutotuneWorkspaceRelease(workspace);
  }
  if (!status)
    return {};
  return {"the kernel's launch returns status " + std::to_string(status),
          /*isFinal=*/true};
}

namespace mlir::autotune::cuda {
// LibraryWrappers.cpp declares it.
std::unique_ptr<LibraryCall> createCutlassCall(const CallWords &words,
                                               const CallMatrices &matrices,
                                               std::string &whyNot) {
  auto call = std::make_unique<CutlassCall>();
  whyNot = call->create(words, matrices);
  if (!whyNot.empty())
    return nullptr;
  return call;
}
} // namespace mlir::autotune::cuda

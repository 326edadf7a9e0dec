//===- CutlassKernels.cpp - CUTLASS kernels as candidates -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryAlgorithms.h"

#include "mlir-autotune/Core/Elements.h"
#include "mlir-autotune/Core/Workspace.h"
#include "mlir-autotune/Runtime/Cutlass.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <utility>
#include <vector>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;

namespace {
class CutlassKernels : public LibraryAlgorithms {
public:
  /// Returns why there are none; empty if there are.
  std::string create(const LibraryProduct &of, const Device &device);
  int64_t getAlgorithmCount() const override { return int64_t(kernels.size()); }
  void select(int64_t algorithm) override { selected = size_t(algorithm); }
  std::string getConfig(std::optional<int64_t> algorithm) const override {
    size_t number = algorithm ? size_t(*algorithm) : selected;
    return cutlass::getConfig(library, getKernel(number));
  }
  void useSharedWorkspace() override {
    workspace = cuda::DeviceBuffer();
    isShared = true;
  }
  int64_t getWorkspaceBytes() const override;
  Status enqueue(int64_t set) override;

private:
  struct Entry {
    int64_t index, workspaceBytes;
  };
  const AutotuneCutlassKernel &getKernel(size_t number) const {
    return library.kernels[size_t(kernels[number].index)];
  }

  const cutlass::Library &library = cutlass::Library::get();
  const Buffers *buffers = nullptr;
  /// As LibraryProduct has it.
  cuda::DevicePtr output = 0;
  cuda::StreamHandle stream = nullptr;
  cutlass::Product product;
  /// Those that compute the problem.
  std::vector<Entry> kernels;
  size_t selected = 0;
  /// As large as any of them needs, unless the buffers' is shared.
  cuda::DeviceBuffer workspace;
  bool isShared = false;
};
} // namespace

static cutlass::Product getCutlassProduct(const MeasuredProblem &problem) {
  const Operand &a = problem.operands[0], &b = problem.operands[1],
                &c = problem.operands[kOutput];
  cutlass::Product product;
  product.a = kElementInfos[a.element].name;
  product.b = kElementInfos[b.element].name;
  product.c = kElementInfos[c.element].name;
  product.sums = kElementInfos[problem.accumulator].name;
  product.transposeA = a.transposed;
  product.transposeB = b.transposed;
  AutotuneCutlassProblem &call = product.problem;
  call.m = problem.m;
  call.n = problem.n;
  call.k = problem.k;
  call.batch = problem.batch;
  call.rowStrideA = a.rowStride;
  call.rowStrideB = b.rowStride;
  call.rowStrideC = c.rowStride;
  call.batchStrideA = a.batchStride;
  call.batchStrideB = b.batchStride;
  call.batchStrideC = c.batchStride;
  call.accumulate = problem.accumulate;
  return product;
}

std::string CutlassKernels::create(const LibraryProduct &of,
                                   const Device &device) {
  if (!library.error.empty())
    return library.error;
  buffers = &of.buffers;
  output = of.output;
  stream = device.stream.get();
  product = getCutlassProduct(of.problem);
  const cuda::Context &context = device.context;
  int chip = 10 * context.getAttribute(cuda::kComputeCapabilityMajor) +
             context.getAttribute(cuda::kComputeCapabilityMinor);
  std::string whyNot = "the library of CUTLASS kernels is empty";
  int64_t most = 0;
  for (const auto &[number, kernel] : llvm::enumerate(library.kernels)) {
    std::string reason = cutlass::getWhyNot(kernel, product, chip);
    int64_t bytes = -1;
    if (reason.empty())
      bytes = library.getWorkspaceBytes(int64_t(number), &product.problem);
    if (bytes < 0) {
      whyNot = "no CUTLASS kernel computes the problem";
      continue;
    }
    kernels.push_back({int64_t(number), bytes});
    most = std::max(most, bytes);
  }
  if (kernels.empty())
    return whyNot;
  if (most > 0)
    if (Status status = cuda::DeviceBuffer::create(size_t(most), workspace))
      return "no memory for the workspace of CUTLASS: " + status.message;
  return "";
}

int64_t CutlassKernels::getWorkspaceBytes() const {
  int64_t bytes = kernels[selected].workspaceBytes;
  return isShared && bytes > 0 ? cuda::kWorkspaceCounterBytes + bytes : 0;
}

Status CutlassKernels::enqueue(int64_t set) {
  AutotuneCutlassProblem call = product.problem;
  auto get = [&](int operand) {
    return reinterpret_cast<void *>(buffers->getMatrix(set, operand).base);
  };
  call.a = get(0);
  call.b = get(1);
  call.c = output ? reinterpret_cast<void *>(output) : get(int(kOutput));
  const Entry &entry = kernels[selected];
  // The counters at the workspace's begin are not for the library.
  cuda::DevicePtr scratch =
      isShared ? buffers->getWorkspace() + cuda::kWorkspaceCounterBytes
               : workspace.get();
  int status = library.run(
      entry.index, &call,
      entry.workspaceBytes ? reinterpret_cast<void *>(scratch) : nullptr,
      stream);
  if (status == 0)
    return {};
  return {cuda::kErrorInvalidValue,
          std::string("the launch of ") + getKernel(selected).name +
              " returns status " + std::to_string(status)};
}

namespace mlir::autotune::measure {
// LibraryCandidate.cpp declares both.
std::string getWhyNoCutlass(const MeasuredProblem &problem) {
  if (problem.epilogue)
    return "the CUTLASS kernels have no epilogue";
  if (problem.zeroExtend)
    return "the CUTLASS kernels multiply no unsigned integers";
  return "";
}

std::unique_ptr<LibraryAlgorithms>
createCutlassAlgorithms(const LibraryProduct &product, const Device &device,
                        std::string &note) {
  auto kernels = std::make_unique<CutlassKernels>();
  note = kernels->create(product, device);
  if (!note.empty())
    return nullptr;
  return kernels;
}
} // namespace mlir::autotune::measure

//===- Cutlass.cpp - CUTLASS kernels, found at run time -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Runtime/Cutlass.h"

#include "mlir-autotune/Core/Elements.h"

#include <cstdlib>
#include <dlfcn.h>
#include <type_traits>
#include <utility>

using namespace mlir::autotune;

const cutlass::Library &cutlass::Library::get() {
  static const Library library;
  return library;
}

cutlass::Library::Library() {
  const char *override = std::getenv("AUTOTUNE_CUTLASS");
  std::string name =
      override && *override ? override : "libautotune_cutlass.so";
  void *handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    error = "no CUTLASS kernels: cannot open " + name +
            "; set AUTOTUNE_CUTLASS to the library";
    return;
  }
  decltype(&autotuneCutlassAbi) getAbi = nullptr;
  decltype(&autotuneCutlassVersion) getVersion = nullptr;
  decltype(&autotuneCutlassCount) getCount = nullptr;
  decltype(&autotuneCutlassDescribe) describe = nullptr;
  auto resolve = [&](auto &function, const char *symbol) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(
        dlsym(handle, symbol));
    if (!function && error.empty())
      error = name + " has no " + symbol;
  };
  resolve(getAbi, "autotuneCutlassAbi");
  if (getAbi && getAbi() != AUTOTUNE_CUTLASS_ABI)
    error = name + " has version " + std::to_string(getAbi()) +
            " of the interface; it must be " +
            std::to_string(AUTOTUNE_CUTLASS_ABI);
  if (!error.empty())
    return;
  resolve(getVersion, "autotuneCutlassVersion");
  resolve(getCount, "autotuneCutlassCount");
  resolve(describe, "autotuneCutlassDescribe");
  resolve(getWorkspaceBytes, "autotuneCutlassWorkspace");
  resolve(run, "autotuneCutlassRun");
  if (!error.empty())
    return;
  version = getVersion();
  for (int64_t i = 0, count = getCount(); i < count; ++i) {
    AutotuneCutlassKernel kernel = {};
    if (int status = describe(i, &kernel)) {
      error = name + " does not describe kernel " + std::to_string(i) +
              " (status " + std::to_string(status) + ")";
      return;
    }
    kernels.push_back(kernel);
  }
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

int64_t cutlass::getElementBytes(const std::string &element) {
  for (const ElementInfo &info : kElementInfos)
    if (element == info.name)
      return info.getBytes();
  return 0;
}

/// Why strides are not multiples of `alignment` bytes; empty if they are.
static std::string findUnaligned(char matrix, const std::string &element,
                                 int64_t rowStride, int64_t batchStride,
                                 int64_t alignment) {
  int64_t bytes = cutlass::getElementBytes(element);
  for (auto [stride, what] :
       {std::pair{rowStride, "row"}, std::pair{batchStride, "batch"}})
    if (stride * bytes % alignment)
      return std::string("the ") + what + " stride of " + matrix + ", " +
             std::to_string(stride * bytes) + " bytes, is no multiple of " +
             std::to_string(alignment);
  return "";
}

std::string cutlass::getWhyNot(const AutotuneCutlassKernel &kernel,
                               const Product &product, int chip) {
  if (kernel.chip != chip)
    return std::string("the kernel is for devices of compute capability ") +
           std::to_string(kernel.chip) + ", and this one has " +
           std::to_string(chip);
  if (product.a != kernel.a || product.b != kernel.b || product.c != kernel.c ||
      product.sums != kernel.sums)
    return std::string("the kernel multiplies ") + kernel.a + " by " +
           kernel.b + " into " + kernel.c + " with sums in " + kernel.sums;
  if (product.transposeA != (kernel.transposeA != 0) ||
      product.transposeB != (kernel.transposeB != 0))
    return std::string("the kernel takes A stored ") +
           (kernel.transposeA ? "K x M" : "M x K") + " and B stored " +
           (kernel.transposeB ? "N x K" : "K x N");
  const AutotuneCutlassProblem &problem = product.problem;
  std::string whyNot = findUnaligned('A', product.a, problem.rowStrideA,
                                     problem.batchStrideA, kernel.alignmentA);
  if (whyNot.empty())
    whyNot = findUnaligned('B', product.b, problem.rowStrideB,
                           problem.batchStrideB, kernel.alignmentB);
  if (whyNot.empty())
    whyNot = findUnaligned('C', product.c, problem.rowStrideC,
                           problem.batchStrideC, kernel.alignmentC);
  return whyNot;
}

std::string cutlass::getConfig(const Library &library,
                               const AutotuneCutlassKernel &kernel) {
  return "cutlass, version = " + std::to_string(library.version) +
         ", kernel = " + std::to_string(kernel.id);
}

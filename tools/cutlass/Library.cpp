//===- Library.cpp - A library of CUTLASS kernels -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// build.py links it with the kernels. Kernels.inc, which build.py writes, has
// AUTOTUNE_KERNEL(name) for the entry of each.
//
//===----------------------------------------------------------------------===//

#include "Entry.h"

#include "cutlass/version.h"

#include <iterator>

#define AUTOTUNE_EXPORT extern "C" __attribute__((visibility("default")))

namespace autotune_cutlass {
#define AUTOTUNE_KERNEL(NAME) extern const KernelEntry NAME;
#include "Kernels.inc"
#undef AUTOTUNE_KERNEL

static const KernelEntry *const kKernels[] = {
#define AUTOTUNE_KERNEL(NAME) &NAME,
#include "Kernels.inc"
#undef AUTOTUNE_KERNEL
};

static const KernelEntry *find(int64_t index) {
  bool isKernel = index >= 0 && index < int64_t(std::size(kKernels));
  return isKernel ? kKernels[index] : nullptr;
}
} // namespace autotune_cutlass

using namespace autotune_cutlass;

AUTOTUNE_EXPORT int32_t autotuneCutlassAbi(void) {
  return AUTOTUNE_CUTLASS_ABI;
}

AUTOTUNE_EXPORT int32_t autotuneCutlassVersion(void) { return CUTLASS_VERSION; }

AUTOTUNE_EXPORT int64_t autotuneCutlassCount(void) {
  return int64_t(std::size(kKernels));
}

AUTOTUNE_EXPORT int32_t autotuneCutlassDescribe(int64_t index,
                                                AutotuneCutlassKernel *kernel) {
  const KernelEntry *entry = find(index);
  if (!entry)
    return 1;
  *kernel = entry->description;
  return 0;
}

AUTOTUNE_EXPORT int64_t
autotuneCutlassWorkspace(int64_t index, const AutotuneCutlassProblem *problem) {
  const KernelEntry *entry = find(index);
  return entry ? entry->getWorkspaceBytes(*problem) : -1;
}

AUTOTUNE_EXPORT int32_t
autotuneCutlassRun(int64_t index, const AutotuneCutlassProblem *problem,
                   void *workspace, void *stream) {
  const KernelEntry *entry = find(index);
  return entry ? entry->run(*problem, workspace, stream) : -1;
}

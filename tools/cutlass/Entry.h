//===- Entry.h - A kernel in the list of a library ------------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_TOOLS_CUTLASS_ENTRY_H
#define AUTOTUNE_TOOLS_CUTLASS_ENTRY_H

#include "mlir-autotune/Runtime/CutlassABI.h"

namespace autotune_cutlass {

/// Each kernel's file defines one. build.py writes the list of all.
struct KernelEntry {
  AutotuneCutlassKernel description;
  int64_t (*getWorkspaceBytes)(const AutotuneCutlassProblem &problem);
  int32_t (*run)(const AutotuneCutlassProblem &problem, void *workspace,
                 void *stream);
};

} // namespace autotune_cutlass

#endif // AUTOTUNE_TOOLS_CUTLASS_ENTRY_H

//===- KeptMemory.h - Memory of results that are computed once --*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_CONVERSION_OFFLOAD_KEPTMEMORY_H
#define MLIR_AUTOTUNE_LIB_CONVERSION_OFFLOAD_KEPTMEMORY_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"

#include "llvm/ADT/DenseSet.h"

namespace mlir::autotune::offload {

/// The globals that functions that run once (autotune.once) write to.
llvm::DenseSet<StringAttr> getKeptGlobals(ModuleOp module);

/// Replaces the globals of functions that run once by memory
/// that these functions get as an argument, and their callers from the runtime.
/// Returns the bytes of all globals. Fails, with an error, if such a function
/// gets what is no buffer that its caller gets.
FailureOr<int64_t> keepMemory(ModuleOp module);

} // namespace mlir::autotune::offload

#endif // MLIR_AUTOTUNE_LIB_CONVERSION_OFFLOAD_KEPTMEMORY_H

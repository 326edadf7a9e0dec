//===- RuntimeCalls.h - Calls of the runtime from host code -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_RUNTIMECALLS_H
#define MLIR_AUTOTUNE_ANALYSIS_RUNTIMECALLS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::autotune {

/// Functions of the runtime that whole programs call
/// (Runtime/ProgramWrappers.cpp).
inline constexpr StringLiteral kStreamName = "mgpuAutotuneStream";
inline constexpr StringLiteral kArenaAcquireName = "mgpuAutotuneArenaAcquire";
inline constexpr StringLiteral kArenaReleaseName = "mgpuAutotuneArenaRelease";
inline constexpr StringLiteral kAllocateName = "mgpuAutotuneAllocate";
inline constexpr StringLiteral kFreeName = "mgpuAutotuneFree";
inline constexpr StringLiteral kConstantName = "mgpuAutotuneConstant";
inline constexpr StringLiteral kOnceName = "mgpuAutotuneOnce";
inline constexpr StringLiteral kFinishName = "mgpuAutotuneFinish";
inline constexpr StringLiteral kDependentName = "mgpuAutotuneDependent";
inline constexpr StringLiteral kStreamWorkspaceName =
    "mgpuAutotuneStreamWorkspace";

/// Fails with a diagnostic at `op` if something else in `module` has the name
/// of one of these functions.
LogicalResult checkRuntimeSymbols(Operation *op, ModuleOp module,
                                  ArrayRef<StringRef> names);

/// Calls a function of the runtime in `module`, which is declared if need be.
/// `result` may be null, for none.
LLVM::CallOp callRuntime(ImplicitLocOpBuilder &b, ModuleOp module,
                         StringRef name, Type result, ValueRange arguments);

/// The stream of the caller of the function, as a token: launches that depend
/// on it are on that stream, and nobody waits for them.
Value createStreamToken(ImplicitLocOpBuilder &b, ModuleOp module);

/// Says that the kernel of the next launch waits itself for those before it, so
/// that it may start while they run.
void createDependent(ImplicitLocOpBuilder &b, ModuleOp module);

/// A whole buffer of this type from an address on, an index; `sizes` are i64,
/// one for each dimension.
Value createBuffer(ImplicitLocOpBuilder &b, Value address, MemRefType type,
                   ArrayRef<Value> sizes);

/// The same from a pointer on.
Value createBufferAt(ImplicitLocOpBuilder &b, Value pointer, MemRefType type,
                     ArrayRef<Value> sizes);
/// The same for a type of known size.
Value createBufferAt(ImplicitLocOpBuilder &b, Value pointer, MemRefType type);

/// A pointer for the runtime, null at first. Its name is the prefix and the
/// first free number from `next` on, which becomes the number behind it.
LLVM::GlobalOp createSite(ImplicitLocOpBuilder &b, ModuleOp module,
                          StringRef prefix, unsigned &next);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_RUNTIMECALLS_H

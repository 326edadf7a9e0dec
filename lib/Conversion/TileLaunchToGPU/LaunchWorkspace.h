//===- LaunchWorkspace.h - Memory that comes with a launch ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHWORKSPACE_H
#define MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHWORKSPACE_H

#include "LaunchChecks.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::autotune::tile {

/// Functions of the runtime (Runtime/TensorMapWrappers.cpp,
/// Runtime/WorkspaceWrappers.cpp, Runtime/PlanWrappers.cpp).
inline constexpr StringLiteral kEncodeName = "mgpuAutotuneTensorMapEncode2D";
inline constexpr StringLiteral kEncodeBatchName =
    "mgpuAutotuneTensorMapEncode3D";
inline constexpr StringLiteral kEncodeOuterName =
    "mgpuAutotuneTensorMapEncode4D";
inline constexpr StringLiteral kAcquireName = "mgpuAutotuneWorkspaceAcquire";
inline constexpr StringLiteral kReleaseName = "mgpuAutotuneWorkspaceRelease";
inline constexpr StringLiteral kPlansAreOnName = "mgpuAutotunePlansAreOn";
inline constexpr StringLiteral kPlanRowName = "mgpuAutotunePlanRow";

/// Fails with a diagnostic at `op` if something else in `module` has the name
/// of one of these functions.
LogicalResult checkRuntimeSymbols(Operation *op, ModuleOp module,
                                  ArrayRef<StringRef> names);

/// Calls a function of the runtime in `module`, which is declared if need be.
/// `result` may be null, for none.
LLVM::CallOp callRuntime(ImplicitLocOpBuilder &b, ModuleOp module,
                         StringRef name, Type result, ValueRange arguments);

/// Emits, where `b` stands, the call that provides the workspace of a kernel
/// launched as `ctas` CTAs (an index) on `matrices`, and appends the packed
/// copies in it to them. Returns the workspace's address, a pointer; at run
/// time it may be null, and the runtime does not launch then.
Value acquireWorkspace(ImplicitLocOpBuilder &b, ModuleOp module,
                       const KernelABI &abi, Value ctas,
                       SmallVectorImpl<Matrix> &matrices);
void releaseWorkspace(ImplicitLocOpBuilder &b, ModuleOp module,
                      Value workspace);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHWORKSPACE_H

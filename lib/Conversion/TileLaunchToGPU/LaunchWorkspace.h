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

#include "mlir-autotune/Analysis/RuntimeCalls.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::autotune::tile {

/// Functions of the runtime (Runtime/TensorMapWrappers.cpp,
/// Runtime/WorkspaceWrappers.cpp, Runtime/PlanWrappers.cpp).
inline constexpr StringLiteral kEncodeName = "mgpuAutotuneTensorMapEncode2D";
inline constexpr StringLiteral kEncodeBatchName =
    "mgpuAutotuneTensorMapEncode3D";
inline constexpr StringLiteral kEncodeOuterName =
    "mgpuAutotuneTensorMapEncode4D";
inline constexpr StringLiteral kEncodeWindowsName =
    "mgpuAutotuneTensorMapEncodeWindows";
inline constexpr StringLiteral kAcquireName = "mgpuAutotuneWorkspaceAcquire";
inline constexpr StringLiteral kReleaseName = "mgpuAutotuneWorkspaceRelease";
inline constexpr StringLiteral kPlansAreOnName = "mgpuAutotunePlansAreOn";
inline constexpr StringLiteral kPlanRowName = "mgpuAutotunePlanRow";

/// Emits, where `b` stands, the call that provides the workspace of a kernel
/// launched as `ctas` CTAs (an index) on `matrices`, and appends the packed
/// copies in it to them. Returns the workspace's address, a pointer; at run
/// time it may be null, and the runtime does not launch then. `name` is
/// kAcquireName, or kStreamWorkspaceName for a workspace that the launches of
/// the caller's stream use in turn, and nobody releases.
Value acquireWorkspace(ImplicitLocOpBuilder &b, ModuleOp module,
                       const KernelABI &abi, Value ctas,
                       SmallVectorImpl<Matrix> &matrices, StringRef name);
void releaseWorkspace(ImplicitLocOpBuilder &b, ModuleOp module,
                      Value workspace);

/// The token that a launch depends on: of a new stream, or of the caller's.
Value createToken(ImplicitLocOpBuilder &b, ModuleOp module, bool ofCaller);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHWORKSPACE_H

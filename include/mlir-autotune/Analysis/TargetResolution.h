//===- TargetResolution.h - Which target an operation is for --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_TARGETRESOLUTION_H
#define MLIR_AUTOTUNE_ANALYSIS_TARGETRESOLUTION_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

#include "mlir/IR/Operation.h"

namespace mlir::autotune {

/// The figures behind an attribute. Errors go through `emitError` and list the
/// known targets.
FailureOr<TargetInfo>
resolveTarget(TargetAttr attr, function_ref<InFlightDiagnostic()> emitError);

/// The target that the IR names for `op`: the `autotune.target` of the nearest
/// operation around it (or its own), else the chip of the `#nvvm.target` of the
/// gpu.module around it, else that of the gpu.modules in the nearest module
/// around it, if they agree. Fails with an error at the place when there is
/// none, when it is unknown, or when gpu.modules disagree.
FailureOr<TargetInfo> findTarget(Operation *op);

/// The target that a pass option names, or findTarget's if the option is empty.
FailureOr<TargetInfo> getTarget(Operation *op, StringRef option);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_TARGETRESOLUTION_H

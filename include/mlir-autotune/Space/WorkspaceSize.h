//===- WorkspaceSize.h - Device memory that a config takes ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_SPACE_WORKSPACESIZE_H
#define MLIR_AUTOTUNE_SPACE_WORKSPACESIZE_H

#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Problem/MatmulFact.h"

namespace mlir::autotune {

/// Bytes of the workspace (Core/Workspace.h) that a launch on a device with
/// `sms` multiprocessors needs; 0 for none. `config` must be complete; sizes
/// that are not static count as 0.
int64_t getWorkspaceBytes(const MatmulFact &fact, int64_t sms,
                          const Config &config);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_SPACE_WORKSPACESIZE_H

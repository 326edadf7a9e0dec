//===- Roles.h - What every thread of a cluster is doing --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For reports of deadlocks and of kernels that run away.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_ROLES_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_ROLES_H

#include "Machine.h"

namespace mlir::autotune::sim {

/// One line for each group of threads of a CTA that are at the same place for
/// the same reason, each after "\n  ":
///   CTA (0, 0, 0), warps 4-7 (128 threads) at nvvm.barrier (loc(...)): ...
/// and one for each of `operations`.
std::string
describeRoles(const std::deque<Cta> &ctas,
              const std::vector<std::unique_ptr<AsyncOperation>> &operations);

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_ROLES_H

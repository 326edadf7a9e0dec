//===- Roles.h - What roles of warpgroups start and end with ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_ROLES_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_ROLES_H

#include "NVVM/Common/Architecture.h"

namespace mlir::autotune::tile {

/// Gives the threads of a role the registers that it is granted.
void setRegisters(Emitter &e, const KernelContext &context, RoleOp role);

/// Starts the turns of a role's products. Its end passes the last turn on, lets
/// the kernel behind be launched, and waits for what others still do with the
/// CTA's shared memory.
RoleEnd beginWarpgroupRole(Emitter &e, KernelContext &context, RoleOp op,
                           const RoleLayout &role);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_ROLES_H

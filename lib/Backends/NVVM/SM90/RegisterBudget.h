//===- RegisterBudget.h - How roles share registers ----------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_REGISTERBUDGET_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_REGISTERBUDGET_H

#include "NVVM/Common/KernelLayout.h"

namespace mlir::autotune::tile {

/// Registers that each thread has when the kernel starts, as ptxas decides from
/// the bounds on threads and CTAs that the lowered function carries; a multiple
/// of 8, at most 256.
int64_t getLaunchRegisters(const KernelABI &abi);

/// Checks that the registers granted to a kernel's roles fit those that the
/// CTA starts with. A role that waits for registers that no other role gives
/// up would wait for ever. Fails with a diagnostic at the role that asks for
/// most.
LogicalResult checkRegisters(KernelOp kernel, const KernelABI &abi);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_REGISTERBUDGET_H

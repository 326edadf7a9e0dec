//===- ChipChecks.cpp - What takes Hopper or a later chip -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChipChecks.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// wgmma and setmaxnreg are of this chip alone, not of later ones either (PTX
/// ISA).
static constexpr StringLiteral kHopper = "sm_90a";

LogicalResult tile::checkWarpgroupChip(KernelOp kernel, StringRef chip) {
  if (chip == kHopper)
    return success();
  return kernel.emitOpError("has roles, which are lowered for ")
         << kHopper << " only; its gpu.module is for " << chip;
}

LogicalResult tile::checkGridChip(KernelOp kernel, StringRef chip,
                                  unsigned capability) {
  auto roles = kernel.getBody().getOps<RoleOp>();
  for (RoleOp role : roles)
    if (role.getRegisters() && chip != kHopper)
      return role.emitOpError("grants registers, which needs ")
             << kHopper << "; the kernel's gpu.module is for " << chip;
  // Clusters, TMA and dependent launches are of sm_90.
  if (capability >= 90)
    return success();
  if (llvm::hasNItemsOrMore(roles, 2))
    return (*std::next(roles.begin()))
               .emitOpError(
                   "stands beside a role with a 'grid': a kernel of two roles "
                   "needs sm_90; the kernel's gpu.module is for ")
           << chip;
  if (kernel.getClusterSize() > 1)
    return kernel.emitOpError("has clusters of ")
           << kernel.getClusterSize()
           << " CTAs, which needs sm_90; the kernel's gpu.module is for "
           << chip;
  for (WaitForPreviousOp wait : kernel.getBody().getOps<WaitForPreviousOp>())
    return wait.emitOpError("needs sm_90; the kernel's gpu.module is for ")
           << chip;
  return success();
}

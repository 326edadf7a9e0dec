//===- ProductTurns.h - The order in which products start ----- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_PRODUCTTURNS_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_PRODUCTTURNS_H

#include "NVVM/Common/KernelContext.h"

namespace mlir::autotune::tile {

/// The turns in which the warpgroups of a role start products (`tile.mma`
/// `in_turn`): each has a named barrier, at which it waits, and the one before
/// it arrives. So one converts while another's products run, also where both
/// began at a time, waiting for the same slot (docs/notes/integer-weights.md
/// says what that is worth).
class ProductTurns {
public:
  /// Barriers that are left beside those of warpgroups and of so many roles.
  static constexpr int64_t kMaxRoles = 4, kMaxWarpgroups = 3;

  ProductTurns(Emitter &e, const KernelContext &context,
               const RoleLayout &role);

  /// The first one's turn has come, as a role begins.
  void begin();
  void await();
  void pass();
  /// The last one has passed its turn on to the first once more.
  void end();

private:
  Value getBarrier(Value warpgroup);

  Emitter &e;
  int64_t warpgroups;
  /// This thread's.
  Value warpgroup;
};

/// Whether the role has products that start in turn.
bool hasProductTurns(RoleOp role);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_PRODUCTTURNS_H

//===- ProductTurns.cpp - The order in which products start ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductTurns.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// Behind those of four roles (KernelContext::getRoleBarrier); 16 in all.
static constexpr int64_t kFirstBarrier = 13;

bool tile::hasProductTurns(RoleOp role) {
  return role
      .walk([](MmaOp mma) {
        return mma.getInTurn() ? WalkResult::interrupt()
                               : WalkResult::advance();
      })
      .wasInterrupted();
}

ProductTurns::ProductTurns(Emitter &e, const KernelContext &context,
                           const RoleLayout &role)
    : e(e), warpgroups(role.getInstanceWarpgroups()),
      warpgroup(context.getInstanceWarpgroup(e, role)) {}

Value ProductTurns::getBarrier(Value warpgroup) {
  return e.add(warpgroup, kFirstBarrier);
}

/// The one that waits, and the one that arrives.
static constexpr int64_t kThreads = 2 * kWarpgroupThreads;

void ProductTurns::begin() {
  e.ifThen(e.equal(warpgroup, warpgroups - 1),
           [&] { e.arriveAtNamedBarrier(e.i32(kFirstBarrier), kThreads); });
}

void ProductTurns::await() { e.namedBarrier(getBarrier(warpgroup), kThreads); }

void ProductTurns::pass() {
  Value next = e.add(warpgroup, 1);
  next = e.select(e.equal(next, warpgroups), e.i32(0), next);
  e.arriveAtNamedBarrier(getBarrier(next), kThreads);
}

void ProductTurns::end() {
  e.ifThen(e.equal(warpgroup, 0),
           [&] { e.namedBarrier(kFirstBarrier, kThreads); });
}

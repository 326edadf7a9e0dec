//===- Roles.cpp - What roles of warpgroups start and end with ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Roles.h"
#include "DependentLaunch.h"
#include "ProductTurns.h"
#include "RegisterBudget.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

void tile::setRegisters(Emitter &e, const KernelContext &context, RoleOp role) {
  std::optional<uint64_t> registers = role.getRegisters();
  if (!registers)
    return;
  bool fewer =
      static_cast<int64_t>(*registers) < getLaunchRegisters(context.layout.abi);
  NVVM::SetMaxRegisterOp::create(e, static_cast<uint32_t>(*registers),
                                 fewer ? NVVM::SetMaxRegisterAction::decrease
                                       : NVVM::SetMaxRegisterAction::increase);
}

/// Waits until every CTA of the cluster has given back all slots, so that no
/// peer signals the barriers of a CTA that is gone.
static void drainRings(KernelContext &context, Emitter &e,
                       const RoleLayout &role) {
  for (const RingLayout &ring : context.layout.rings) {
    auto it = context.produced.find({role.index, ring.getKey()});
    if (it == context.produced.end() || !ring.isMulticast())
      continue;
    int64_t emptyBarriers = ring.barriers + ring.mostStages * kBarrierBytes;
    for (int64_t i = 0; i < ring.getStages(); ++i) {
      auto [stage, phase] = it->second.load(e);
      e.waitBarrier(context.getMBarrier(e, emptyBarriers, stage), phase);
      it->second.advance(e);
    }
  }
}

/// The asynchronous stores of a role have read shared memory before it ends.
static void drainStores(KernelContext &context, Emitter &e) {
  e.ifThen(context.isWarpgroupLeader(e), [&] {
    NVVM::CpAsyncBulkWaitGroupOp::create(e, 0u, e.getUnitAttr());
  });
}

RoleEnd tile::beginWarpgroupRole(Emitter &e, KernelContext &context, RoleOp op,
                                 const RoleLayout &role) {
  bool stores = false;
  op.walk([&](StoreOp store) { stores |= isAsync(store); });
  std::optional<ProductTurns> turns;
  if (hasProductTurns(op)) {
    turns.emplace(e, context, role);
    turns->begin();
  }
  return [&e, &context, &role, stores, turns]() mutable {
    if (context.layout.abi.dependentLaunch && context.isProducer(role))
      launchDependents(e, e.getLoc());
    if (turns)
      turns->end();
    drainRings(context, e, role);
    if (stores)
      drainStores(context, e);
  };
}

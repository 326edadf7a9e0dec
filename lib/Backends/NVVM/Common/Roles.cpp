//===- Roles.cpp - Roles become branches on the warp ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelContext.h"
#include "NVVM/SM90/ProductTurns.h"
#include "NVVM/SM90/RegisterBudget.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// Waits until every CTA of the cluster has given back all slots, so that no
/// peer signals the barriers of a CTA that is gone.
static void drainRings(KernelContext &context, Emitter &e,
                       const RoleLayout &role) {
  for (const RingLayout &ring : context.layout.rings) {
    auto it = context.produced.find({role.index, ring.getKey()});
    if (it == context.produced.end() || !ring.isMulticast())
      continue;
    int64_t emptyBarriers = ring.barriers + ring.getStages() * kBarrierBytes;
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

/// What a thread started to copy has arrived before it ends.
static void drainCopies(Emitter &e) {
  NVVM::CpAsyncCommitGroupOp::create(e);
  NVVM::CpAsyncWaitGroupOp::create(e, 0u);
}

/// Whether the role fills slots of a ring.
static bool isProducer(const KernelContext &context, const RoleLayout &role) {
  return llvm::any_of(context.produced, [&](const auto &position) {
    return position.first.first == role.index;
  });
}

static void lowerRole(KernelContext &context, Emitter &e, RoleOp op,
                      const RoleLayout &role) {
  if (std::optional<uint64_t> registers = op.getRegisters()) {
    bool fewer = static_cast<int64_t>(*registers) <
                 getLaunchRegisters(context.layout.abi);
    NVVM::SetMaxRegisterOp::create(e, static_cast<uint32_t>(*registers),
                                   fewer
                                       ? NVVM::SetMaxRegisterAction::decrease
                                       : NVVM::SetMaxRegisterAction::increase);
  }
  bool stores = false, copies = false, takesTurns = hasProductTurns(op);
  op.walk([&](CopyOp copy) { copies |= isAsync(copy); });
  op.walk([&](StoreOp store) { stores |= isAsync(store); });
  auto emitBody = [&] {
    std::optional<ProductTurns> turns;
    if (takesTurns) {
      turns.emplace(e, context, role);
      turns->begin();
    }
    Block &body = op.getBody().front();
    body.getTerminator()->erase();
    e.getInsertionBlock()->getOperations().splice(e.getInsertionPoint(),
                                                  body.getOperations());
    if (context.layout.abi.dependentLaunch && isProducer(context, role))
      launchDependents(e, e.getLoc());
    if (turns)
      turns->end();
    drainRings(context, e, role);
    if (stores)
      drainStores(context, e);
    if (copies)
      drainCopies(e);
  };
  if (!op.getElect())
    return emitBody();
  e.ifThen(e.equal(context.warp, role.firstWarp), [&] {
    Value elected = NVVM::ElectSyncOp::create(e, e.getI1Type(), Value());
    e.ifThen(elected, emitBody);
  });
}

/// A chain of branches: setmaxnreg counts only where each role is one branch.
void tile::lowerRoles(KernelContext &context) {
  SmallVector<RoleOp> roles(context.func.getBody().front().getOps<RoleOp>());
  if (roles.empty())
    return;
  OpBuilder b(roles.back());
  Emitter e(roles.front().getLoc(), b);
  for (auto [index, op] : llvm::enumerate(roles)) {
    const RoleLayout &role = context.layout.roles[index];
    if (index + 1 == roles.size()) {
      lowerRole(context, e, op, role);
      break;
    }
    Value mine = e.less(context.warp, role.firstWarp + role.getTotalWarps());
    auto branch = scf::IfOp::create(e, mine, /*withElseRegion=*/true);
    e.setInsertionPointToStart(branch.thenBlock());
    lowerRole(context, e, op, role);
    e.setInsertionPointToStart(branch.elseBlock());
  }
  for (RoleOp role : roles)
    role.erase();
}

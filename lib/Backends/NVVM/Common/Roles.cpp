//===- Roles.cpp - Roles become branches on the warp ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Architecture.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

static void lowerRole(KernelContext &context, Emitter &e, RoleOp op,
                      const RoleLayout &role) {
  for (const Architecture *architecture : getArchitectures())
    architecture->enterRole(e, context, op);
  auto emitBody = [&] {
    SmallVector<RoleEnd> ends;
    for (const Architecture *architecture : getArchitectures())
      ends.push_back(architecture->beginRole(e, context, op, role));
    Block &body = op.getBody().front();
    body.getTerminator()->erase();
    e.getInsertionBlock()->getOperations().splice(e.getInsertionPoint(),
                                                  body.getOperations());
    for (RoleEnd &end : llvm::reverse(ends))
      if (end)
        end();
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

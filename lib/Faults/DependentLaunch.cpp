//===- DependentLaunch.cpp - Faults of waits for other grids --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowered.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::faults;

using GridOp = NVVM::GriddepcontrolOp;

static LoweredFault
onWaits(std::function<void(const Lowered &, GridOp)> plant) {
  return [=](const Lowered &kernel, FaultSites &sites) {
    for (auto op : kernel.all<GridOp>())
      if (op.getKind() == NVVM::GridDepActionKind::wait &&
          getNext<scf::IfOp>(op))
        sites.push_back({op, [=] { plant(kernel, op); }});
  };
}

/// The branches of the roles, the producer's first.
static scf::IfOp getRoles(GridOp wait) {
  scf::IfOp roles;
  for (auto branch = getNext<scf::IfOp>(wait); branch;
       branch = getNext<scf::IfOp>(branch))
    roles = branch;
  return roles;
}

void faults::addDependentLaunch(FaultTable &table) {
  StringRef each = "each griddepcontrol.wait before roles";
  table.push_back(lowered(
      "drop-grid-wait", "the kernel doesn't wait for the earlier kernels", each,
      "early-access", onWaits([](const Lowered &, GridOp op) { drop(op); })));
  table.push_back(
      lowered("late-grid-wait", "the kernel waits only after its loads", each,
              "early-access", onWaits([](const Lowered &kernel, GridOp op) {
                op->moveAfter(kernel.all<TmaLoadOp>().front());
              })));
  table.push_back(lowered("grid-wait-of-consumers", "the producer doesn't wait",
                          each, "early-access",
                          onWaits([](const Lowered &, GridOp op) {
                            op->moveBefore(&getRoles(op).elseBlock()->front());
                          })));
  table.push_back(
      equivalent("grid-wait-of-producer", "the consumers don't wait", each,
                 "their stores follow loads that come after the wait",
                 onWaits([](const Lowered &, GridOp op) {
                   op->moveBefore(&getRoles(op).thenBlock()->front());
                 })));
}

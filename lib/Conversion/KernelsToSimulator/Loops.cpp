//===- Loops.cpp - Loops of simulated threads -----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"

#include "mlir/IR/RegionGraphTraits.h"
#include "llvm/ADT/SCCIterator.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::simulator;

/// The terminators with a successor that is on the way from the entry to them:
/// every cycle has one, of whatever shape.
static SmallVector<Operation *> findBackEdges(Region &region) {
  SmallVector<Operation *> result;
  struct Step {
    Block *block;
    unsigned next;
  };
  SmallVector<Step> path = {{&region.front(), 0}};
  llvm::SmallDenseSet<Block *> seen = {&region.front()};
  llvm::SmallDenseSet<Block *> onPath = {&region.front()};
  while (!path.empty()) {
    Block *block = path.back().block;
    if (path.back().next == block->getNumSuccessors()) {
      onPath.erase(block);
      path.pop_back();
      continue;
    }
    Block *successor = block->getSuccessor(path.back().next++);
    Operation *terminator = block->getTerminator();
    if (onPath.contains(successor) &&
        (result.empty() || result.back() != terminator))
      result.push_back(terminator);
    if (!seen.insert(successor).second)
      continue;
    onPath.insert(successor);
    path.push_back({successor, 0});
  }
  return result;
}

llvm::SmallDenseSet<Block *> simulator::findBlocksInLoops(Region &region) {
  llvm::SmallDenseSet<Block *> result;
  for (llvm::scc_iterator<Region *> it = llvm::scc_begin(&region);
       !it.isAtEnd(); ++it)
    if (it.hasCycle())
      result.insert((*it).begin(), (*it).end());
  return result;
}

void simulator::insertLoopCalls(SimulatorCalls &calls) {
  for (Operation *terminator : findBackEdges(calls.function.getBody())) {
    calls.enter(terminator);
    calls.call("autotuneSimLoop", {});
  }
}

//===- Architecture.cpp - What an architecture's folder adds --------------===//
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

Architecture::~Architecture() = default;

LogicalResult tile::askArchitectures(
    function_ref<Architecture::Answer(const Architecture &)> ask) {
  for (const Architecture *architecture : llvm::reverse(getArchitectures()))
    if (Architecture::Answer answer = ask(*architecture))
      return *answer;
  return success();
}

bool tile::isReadByThreads(RingOp ring) {
  auto readsByThreads = [](Operation *op) {
    return llvm::any_of(getArchitectures(), [&](const Architecture *each) {
      return each->readsByThreads(op);
    });
  };
  return llvm::any_of(ring.getRing().getUsers(), [&](Operation *user) {
    auto wait = dyn_cast<WaitOp>(user);
    return wait && llvm::any_of(wait.getSlot().getUsers(), readsByThreads);
  });
}

//===- ConvolutionCandidates.cpp - What could be a convolution's output ---===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvolutionElements.h"

#include "LoopElements.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::autotune;

/// Operations between two results that all ways pass, such as the two halves of
/// a SiLU. More than any activation has.
static constexpr unsigned kMostBetween = 32;
/// Results behind a convolution that are tried.
static constexpr unsigned kMostCandidates = 64;

static bool isView(Operation *op) {
  return isa<tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
      op);
}

/// Whether each element of the one result is made of elements of the operands.
static bool isMadeOfElements(Operation *op) {
  if (op->getNumResults() != 1 ||
      !isa<RankedTensorType>(op->getResult(0).getType()))
    return false;
  if (isView(op) || OpTrait::hasElementwiseMappableTraits(op))
    return true;
  auto linalg = dyn_cast<linalg::LinalgOp>(op);
  return linalg && linalg.hasPureTensorSemantics() &&
         linalg.getNumReductionLoops() == 0 && hasOnlyArithmetic(linalg);
}

/// The first operation through which every use of `value` passes, and what is
/// in front of it. Null if there is none.
static Operation *getNextJoin(Value value,
                              llvm::SetVector<Operation *> &between) {
  llvm::SetVector<Operation *> pending;
  auto addUsers = [&](Value used) {
    for (Operation *user : used.getUsers()) {
      if (user->getBlock() != value.getParentBlock())
        return false;
      pending.insert(user);
    }
    return true;
  };
  if (!addUsers(value))
    return nullptr;
  while (!pending.empty()) {
    Operation *first =
        *llvm::min_element(pending, [](Operation *a, Operation *b) {
          return a->isBeforeInBlock(b);
        });
    if (!isMadeOfElements(first))
      return nullptr;
    between.insert(first);
    if (pending.size() == 1)
      return first;
    pending.remove(first);
    // What nobody reads does not end at the join.
    if (first->use_empty() || between.size() > kMostBetween ||
        !addUsers(first->getResult(0)))
      return nullptr;
  }
  return nullptr;
}

SmallVector<ConvolutionCandidate>
autotune::getConvolutionCandidates(ConvolutionPattern &pattern) {
  SmallVector<ConvolutionCandidate> candidates(1);
  candidates.front().tensor = pattern.getResult();
  candidates.front().operations.insert(pattern.op);
  ConvolutionCandidate next = candidates.front();
  for (unsigned i = 0; i < kMostCandidates; ++i) {
    Operation *join = getNextJoin(next.tensor, next.operations);
    if (!join)
      break;
    next.tensor = join->getResult(0);
    // A view that is the last one stays as it is.
    if (!isView(join))
      candidates.push_back(next);
  }
  return candidates;
}

//===- TargetCache.cpp - The target of each operation, looked up once -----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetCache.h"

#include "mlir-autotune/Analysis/TargetResolution.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::autotune;

LogicalResult TargetCache::setOption(StringRef text, Operation *op) {
  if (text.empty())
    return success();
  FailureOr<TargetInfo> target = getTarget(op, text);
  if (failed(target))
    return failure();
  option = *target;
  return success();
}

/// The nearest operation that can name a target. What lies below has no say.
static Operation *getPlace(Operation *op) {
  Operation *place = op;
  while (place->getParentOp() && !isa<ModuleOp, gpu::GPUModuleOp>(place))
    place = place->getParentOp();
  return place;
}

const TargetInfo *TargetCache::get(Operation *op) {
  if (option)
    return &*option;
  Operation *place = getPlace(op);
  auto [it, isNew] = targets.try_emplace(place);
  if (isNew)
    if (FailureOr<TargetInfo> target = findTarget(place); succeeded(target))
      it->second = *target;
  return it->second ? &*it->second : nullptr;
}

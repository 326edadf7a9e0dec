//===- InlineHelpers.cpp - Activations that were written as functions -----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEINLINEHELPERS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

/// Whether a function can stand where it is called, and has nothing that a
/// kernel of its own would compute. Calls in it make it none.
static bool isHelper(func::FuncOp function) {
  if (!function.isPrivate() || !function.getBody().hasOneBlock())
    return false;
  WalkResult result = function.walk([](Operation *op) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    bool isLarge = linalgOp && (linalg::isaContractionOpInterface(linalgOp) ||
                                linalgOp.getNumReductionLoops() > 0);
    return isLarge || isa<CallOpInterface>(op) ? WalkResult::interrupt()
                                               : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

static void inlineCall(func::CallOp call, func::FuncOp function) {
  OpBuilder builder(call);
  IRMapping mapping;
  Block &body = function.getBody().front();
  mapping.map(body.getArguments(), call.getOperands());
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  SmallVector<Value> results;
  for (Value value : body.getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(value));
  call->replaceAllUsesWith(results);
  call.erase();
}

namespace {
struct InlineHelpers
    : public autotune::impl::AutotuneInlineHelpersBase<InlineHelpers> {
  void runOnOperation() override {
    // A function that called helpers alone may be one then.
    while (inlineOnce())
      ;
  }

private:
  bool inlineOnce() {
    DenseMap<StringAttr, func::FuncOp> helpers;
    for (func::FuncOp function : getOperation().getOps<func::FuncOp>())
      if (isHelper(function))
        helpers[function.getSymNameAttr()] = function;
    SmallVector<std::pair<func::CallOp, func::FuncOp>> calls;
    for (func::FuncOp function : getOperation().getOps<func::FuncOp>())
      function.walk([&](func::CallOp call) {
        auto it = helpers.find(call.getCalleeAttr().getAttr());
        if (it != helpers.end())
          calls.push_back({call, it->second});
      });
    for (auto [call, function] : calls)
      inlineCall(call, function);
    for (auto [name, function] : helpers)
      if (SymbolTable::symbolKnownUseEmpty(function, getOperation()))
        function.erase();
    return !calls.empty();
  }
};
} // namespace

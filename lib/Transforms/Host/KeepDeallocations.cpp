//===- KeepDeallocations.cpp - Buffers that a program frees itself --------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream frees buffers by ownership, and refuses a module that frees any
// itself, unless that is marked. An allocation that is freed by its own name,
// and goes nowhere else, is marked: it is freed where the program says. Any
// other memref.dealloc is taken away, and ownership finds the place.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/HostCode.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEKEEPDEALLOCATIONS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

static constexpr StringLiteral kManual =
    bufferization::BufferizationDialect::kManualDeallocation;

/// What a buffer is a view of, as far as views tell.
static Value getViewed(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return buffer;
}

/// Whether a buffer, or a view of it, may be known by another name: it is
/// returned, passed to a block, a loop or a call that returns buffers, chosen
/// from several, or stored.
static bool escapes(Value buffer) {
  return llvm::any_of(buffer.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<ViewLikeOpInterface>(user))
      return llvm::any_of(user->getResults(), [](Value result) {
        return isa<BaseMemRefType>(result.getType()) && escapes(result);
      });
    if (auto store = dyn_cast<memref::StoreOp>(user))
      return store.getValueToStore() == use.get();
    return user->hasTrait<OpTrait::IsTerminator>() ||
           isa<RegionBranchOpInterface>(user) ||
           llvm::any_of(user->getResultTypes(), llvm::IsaPred<BaseMemRefType>);
  });
}

/// Whether it is an allocation that nothing but the program's own operations on
/// it can free.
static bool isFreedByName(Value buffer) {
  Operation *alloc = buffer.getDefiningOp();
  return alloc && hasSingleEffect<MemoryEffects::Allocate>(alloc, buffer) &&
         !escapes(buffer);
}

namespace {
struct KeepDeallocations
    : public autotune::impl::AutotuneKeepDeallocationsBase<KeepDeallocations> {
  void runOnOperation() override {
    eraseUnreachableBlocks(getOperation());
    SmallVector<memref::DeallocOp> found;
    getOperation()->walk([&](memref::DeallocOp op) { found.push_back(op); });
    for (memref::DeallocOp op : found)
      if (failed(visit(op)))
        signalPassFailure();
  }

private:
  LogicalResult visit(memref::DeallocOp op) {
    if (op->hasAttr(kManual))
      return success();
    Value freed = getViewed(op.getMemref());
    UnitAttr unit = UnitAttr::get(op.getContext());
    if (isFreedByName(freed)) {
      freed.getDefiningOp()->setAttr(kManual, unit);
      op->setAttr(kManual, unit);
      return success();
    }
    auto function = op->getParentOfType<func::FuncOp>();
    auto argument = dyn_cast<BlockArgument>(freed);
    if (!function || function.isPrivate() || !argument ||
        argument.getOwner() != &function.getBody().front()) {
      op->erase();
      return success();
    }
    // The caller outside gave it away; a caller inside would free it, too.
    if (!SymbolTable::symbolKnownUseEmpty(function, getOperation()))
      return op.emitOpError("frees an argument of @")
             << function.getName()
             << ", which functions of this module call: they free the buffers "
                "that they allocate; remove the memref.dealloc, or make the "
                "function private";
    op->setAttr(kManual, unit);
    return success();
  }
};
} // namespace

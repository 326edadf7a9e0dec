//===- Offload.cpp - Whole functions on the GPU ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostBuffers.h"
#include "Kernels.h"

#include "mlir-autotune/Analysis/Aliasing.h"
#include "mlir-autotune/Analysis/RuntimeCalls.h"
#include "mlir-autotune/Analysis/TargetResolution.h"
#include "mlir-autotune/Backends/NVVM/KernelTarget.h"
#include "mlir-autotune/Conversion/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include "llvm/ADT/TypeSwitch.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEOFFLOAD
#include "mlir-autotune/Conversion/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::offload;

/// The module that holds the kernels.
static constexpr StringLiteral kModuleName = "autotune_rest";

namespace {
struct AutotuneOffload
    : public autotune::impl::AutotuneOffloadBase<AutotuneOffload> {
  using AutotuneOffloadBase::AutotuneOffloadBase;

  void runOnOperation() override {
    FailureOr<TargetInfo> info = getTarget(getOperation(), target);
    ModuleOp module = getOperation();
    if (failed(info) ||
        failed(checkRuntimeSymbols(module, module,
                                   {kStreamName, kDependentName, kFinishName})))
      return signalPassFailure();
    OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
    auto kernels = gpu::GPUModuleOp::create(b, module.getLoc(), kModuleName);
    SymbolTable(module).insert(kernels);
    kernels.setTargetsAttr(
        b.getArrayAttr(getKernelTarget(b.getContext(), info->chip)));
    KernelModule owner{kernels, info->computeCapability >= kWaitsForPrevious};
    LogicalResult result = success();
    for (auto function : module.getOps<func::FuncOp>()) {
      if (failed(checkTypes(function)))
        result = failure();
      if (!isDeallocHelper(function))
        keepElements(function);
    }
    if (failed(result))
      return signalPassFailure();
    for (auto function : module.getOps<func::FuncOp>())
      if (!isDeallocHelper(function))
        for (Block &block : function.getBody())
          if (failed(offloadBlock(block, owner)))
            result = failure();
    if (failed(result) || failed(checkReads()))
      return signalPassFailure();
    for (auto function : module.getOps<func::FuncOp>())
      if (function.isPublic())
        finish(function);
    module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                    b.getUnitAttr());
    if (kernels.getBody()->empty())
      kernels.erase();
  }

  LogicalResult checkTypes(func::FuncOp function);
  void keepElements(func::FuncOp function);
  LogicalResult checkReads();
  void finish(func::FuncOp function);
  LogicalResult offloadBlock(Block &block, KernelModule &kernels);
  LogicalResult offloadOp(Operation *op, KernelModule &kernels);
};
} // namespace

/// Whether loops of the host stay: something in them is no element's business.
static bool isHostCode(Operation *op) {
  return op
      ->walk([&](Operation *inner) {
        // Lists of sizes are the host's.
        for (Value operand : inner->getOperands())
          if (isa<MemRefType>(operand.getType()) && isOnHost(operand))
            return WalkResult::interrupt();
        bool isElementwise =
            isa<memref::LoadOp, memref::StoreOp, memref::DimOp>(inner) ||
            isMemoryEffectFree(inner) || inner->getNumRegions() != 0;
        return inner == op || (isElementwise && !isa<linalg::LinalgOp>(inner))
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// Tensors are not bufferized yet, and no kernel has other elements than these.
LogicalResult AutotuneOffload::checkTypes(func::FuncOp function) {
  WalkResult found = function.walk([](Operation *op) {
    for (Type type : op->getOperandTypes()) {
      auto memref = dyn_cast<MemRefType>(type);
      if (isa<TensorType>(type) && isa<linalg::LinalgOp>(op)) {
        op->emitOpError("must be bufferized before it runs on the GPU");
        return WalkResult::interrupt();
      }
      if (memref && !memref.getElementType().isIntOrIndexOrFloat()) {
        op->emitOpError("can't run on the GPU: no kernel has elements of type ")
            << memref.getElementType();
        return WalkResult::interrupt();
      }
    }
    return WalkResult::advance();
  });
  return failure(found.wasInterrupted());
}

/// Elements that the host reads, and that only kernels use, are read by these
/// kernels. If something behind the load may overwrite the element, it is kept
/// in a buffer of its own.
void AutotuneOffload::keepElements(func::FuncOp function) {
  SmallVector<memref::LoadOp> loads;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<linalg::LinalgOp>(op) ||
        (op != function && op->getNumRegions() != 0 && op->use_empty() &&
         !isHostCode(op)))
      return WalkResult::skip();
    auto load = dyn_cast<memref::LoadOp>(op);
    if (load && !isOnHost(load.getMemref()))
      loads.push_back(load);
    return WalkResult::advance();
  });
  for (memref::LoadOp load : loads) {
    Value base = getBaseBuffer(load.getMemref());
    bool isStable = load->getBlock() == &function.getBody().front() &&
                    function.getBody().hasOneBlock();
    for (Operation *op = load->getNextNode(); op && isStable;
         op = op->getNextNode())
      isStable = leavesAsIs(op, base);
    if (isStable)
      continue;
    OpBuilder b(load);
    Location loc = load.getLoc();
    Value kept =
        memref::AllocOp::create(b, loc, MemRefType::get({}, load.getType()));
    b.setInsertionPointAfter(load);
    auto store = memref::StoreOp::create(b, loc, load.getResult(), kept);
    Value again = memref::LoadOp::create(b, loc, kept);
    load.getResult().replaceAllUsesExcept(again, store);
    b.setInsertionPoint(load->getBlock()->getTerminator());
    memref::DeallocOp::create(b, loc, kept);
  }
}

/// Whether the host accesses the elements of a buffer in device memory.
static bool accessesDevice(Operation *op) {
  if (auto reshape = dyn_cast<memref::ReshapeOp>(op))
    return !isOnHost(reshape.getShape());
  if (isa<memref::AllocOp, memref::AllocaOp, memref::DeallocOp>(op) ||
      isa<tile::TileDialect>(op->getDialect()))
    return false;
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return false;
  SmallVector<MemoryEffects::EffectInstance> all;
  effects.getEffects(all);
  return llvm::any_of(all, [](const MemoryEffects::EffectInstance &effect) {
    Value value = effect.getValue();
    return isa<MemoryEffects::Read, MemoryEffects::Write>(effect.getEffect()) &&
           value && isa<MemRefType>(value.getType()) && !isOnHost(value);
  });
}

/// Kernels have read what they need; the host can't.
LogicalResult AutotuneOffload::checkReads() {
  LogicalResult result = success();
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    if (isDeallocHelper(function))
      continue;
    function.walk([&](Operation *op) {
      if (!accessesDevice(op))
        return;
      if (isOpTriviallyDead(op)) {
        op->erase();
        return;
      }
      op->emitError(
          "can't run on the GPU: the host needs an element that is in "
          "device memory");
      result = failure();
    });
  }
  return result;
}

/// A caller that gave no stream finds the results when the function returns.
void AutotuneOffload::finish(func::FuncOp function) {
  function.walk([&](func::ReturnOp op) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    callRuntime(b, getOperation(), kFinishName, Type(), ValueRange());
  });
}

LogicalResult AutotuneOffload::offloadBlock(Block &block,
                                            KernelModule &kernels) {
  LogicalResult result = success();
  for (Operation &op : llvm::make_early_inc_range(block))
    if (failed(offloadOp(&op, kernels)))
      result = failure();
  return result;
}

/// memref.copy as a loop.
static linalg::LinalgOp createCopy(memref::CopyOp op) {
  OpBuilder b(op);
  auto copy =
      linalg::CopyOp::create(b, op.getLoc(), op.getSource(), op.getTarget());
  op.erase();
  return copy;
}

LogicalResult AutotuneOffload::offloadOp(Operation *op, KernelModule &kernels) {
  if (auto loops = dyn_cast<linalg::LinalgOp>(op))
    return offloadLoops(loops, kernels);
  if (auto run = dyn_cast<tile::RunOp>(op))
    return lowerRun(run);
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return offloadLoops(createCopy(copy), kernels);
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return isOnHost(store.getMemref()) ? success()
                                       : offloadSerially(op, kernels);
  if (op->getNumRegions() == 0 || isa<gpu::GPUModuleOp>(op))
    return success();
  if (op->use_empty() && !isHostCode(op))
    return offloadSerially(op, kernels);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (failed(offloadBlock(block, kernels)))
        return failure();
  return success();
}

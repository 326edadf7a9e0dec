//===- PlanMemory.cpp - Buffers in an arena -------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaPlan.h"
#include "DeviceKernel.h"
#include "HostBuffers.h"
#include "KeptMemory.h"

#include "mlir-autotune/Analysis/RuntimeCalls.h"
#include "mlir-autotune/Conversion/Passes.h"
#include "mlir-autotune/Dialect/Autotune/OnceName.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEPLANMEMORY
#include "mlir-autotune/Conversion/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::offload;

namespace {
/// An allocation for the arena.
struct Planned {
  memref::AllocOp alloc;
  /// Erased with it.
  SmallVector<memref::DeallocOp> deallocs;
  ArenaBuffer buffer;
};

struct AutotunePlanMemory
    : public autotune::impl::AutotunePlanMemoryBase<AutotunePlanMemory> {
  using AutotunePlanMemoryBase::AutotunePlanMemoryBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    nextConstant = 0;
    if (failed(checkRuntimeSymbols(module, module,
                                   {kArenaAcquireName, kArenaReleaseName,
                                    kAllocateName, kFreeName, kConstantName,
                                    kOnceName})))
      return signalPassFailure();
    keptGlobals = getKeptGlobals(module);
    for (auto function : module.getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      if (failed(check(function)))
        return signalPassFailure();
      // Memory of an arena is kept, and such a function never needs it again.
      if (!function->hasAttr(kOnceAttrName))
        planArena(function);
      allocateRest(function);
    }
    FailureOr<int64_t> kept = keepMemory(module);
    if (failed(kept))
      return signalPassFailure();
    keptBytes += *kept;
    for (auto function : module.getOps<func::FuncOp>())
      copyConstants(function);
  }

  LogicalResult check(func::FuncOp function);
  void planArena(func::FuncOp function);
  void allocateRest(func::FuncOp function);
  void copyConstants(func::FuncOp function);

  unsigned nextConstant = 0;
  llvm::DenseSet<StringAttr> keptGlobals;
};
} // namespace

/// The numbers of the first and the last operation of the allocation's block
/// that need the buffer; false if other operations may.
static bool findLifetime(Planned &planned,
                         const llvm::DenseMap<Operation *, int64_t> &numbers) {
  Block *block = planned.alloc->getBlock();
  ArenaBuffer &buffer = planned.buffer;
  buffer.first = numbers.size();
  buffer.last = -1;
  SmallVector<Value> worklist = {planned.alloc.getResult()};
  llvm::DenseSet<Value> seen;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    for (Operation *user : value.getUsers()) {
      if (auto dealloc = dyn_cast<memref::DeallocOp>(user)) {
        if (dealloc->getBlock() != block || value != planned.alloc.getResult())
          return false;
        planned.deallocs.push_back(dealloc);
        continue;
      }
      Operation *ancestor = block->findAncestorOpInBlock(*user);
      // It leaves the block, or is a value of a block inside.
      if (!ancestor || isa<func::CallOp>(user) ||
          user->hasTrait<OpTrait::IsTerminator>())
        return false;
      int64_t number = numbers.at(ancestor);
      buffer.first = std::min(buffer.first, number);
      buffer.last = std::max(buffer.last, number);
      // Views, addresses, and what is computed of them.
      for (Value result : user->getResults())
        if (!isa<FloatType>(result.getType()))
          worklist.push_back(result);
    }
  }
  return true;
}

/// Buffers that the runtime can't provide.
LogicalResult AutotunePlanMemory::check(func::FuncOp function) {
  WalkResult found = function.walk([&](Operation *op) {
    auto fail = [op](const Twine &why) {
      op->emitOpError("can't be in device memory: ") << why;
      return WalkResult::interrupt();
    };
    if (!isa<memref::AllocOp, memref::GetGlobalOp>(op))
      return WalkResult::advance();
    auto type = cast<MemRefType>(op->getResult(0).getType());
    if (!type.getElementType().isIntOrIndexOrFloat())
      return fail("its elements are neither integers nor floats");
    if (!type.getLayout().isIdentity() || type.getMemorySpace())
      return fail("it has a layout or a memory space");
    if (auto get = dyn_cast<memref::GetGlobalOp>(op)) {
      auto global =
          getOperation().lookupSymbol<memref::GlobalOp>(get.getName());
      if (!keptGlobals.contains(get.getNameAttr().getAttr()) &&
          (!global || !global.getConstant()))
        return fail("the global is not constant");
    }
    return WalkResult::advance();
  });
  return failure(found.wasInterrupted());
}

void AutotunePlanMemory::planArena(func::FuncOp function) {
  if (!function.getBody().hasOneBlock())
    return;
  Block &block = function.getBody().front();
  llvm::DenseMap<Operation *, int64_t> numbers;
  for (auto [number, op] : llvm::enumerate(block))
    numbers[&op] = number;
  SmallVector<Planned> planned;
  for (auto alloc : block.getOps<memref::AllocOp>()) {
    MemRefType type = alloc.getType();
    if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
        isOnHost(alloc))
      continue;
    Planned one{alloc, {}, {}};
    one.buffer.bytes = getArenaBytes(type);
    if (findLifetime(one, numbers))
      planned.push_back(std::move(one));
  }
  if (planned.empty())
    return;
  SmallVector<ArenaBuffer> buffers =
      llvm::map_to_vector(planned, [](Planned &one) { return one.buffer; });
  int64_t bytes = planArenaOffsets(buffers);
  arenaBytes += bytes;

  ImplicitLocOpBuilder b(function.getLoc(), function.getContext());
  b.setInsertionPointToStart(&block);
  Value size = arith::ConstantIntOp::create(b, bytes, 64);
  auto pointerType = LLVM::LLVMPointerType::get(b.getContext());
  Value pointer =
      callRuntime(b, getOperation(), kArenaAcquireName, pointerType, size)
          .getResult();
  Value arena = createBufferAt(b, pointer,
                               MemRefType::get({bytes}, b.getI8Type()), {size});
  for (auto [one, buffer] : llvm::zip_equal(planned, buffers)) {
    plannedBytes += buffer.bytes;
    b.setLoc(one.alloc.getLoc());
    b.setInsertionPoint(one.alloc);
    Value offset = arith::ConstantIndexOp::create(b, buffer.offset);
    Value view = memref::ViewOp::create(b, one.alloc.getType(), arena, offset,
                                        ValueRange());
    one.alloc.replaceAllUsesWith(view);
    for (memref::DeallocOp dealloc : one.deallocs)
      dealloc.erase();
    one.alloc.erase();
  }
  b.setInsertionPoint(block.getTerminator());
  // Before the function waits for the stream, if it does: the next call is on
  // the same one.
  callRuntime(b, getOperation(), kArenaReleaseName, Type(), pointer);
}

void AutotunePlanMemory::allocateRest(func::FuncOp function) {
  auto pointerType = LLVM::LLVMPointerType::get(&getContext());
  SmallVector<memref::AllocOp> allocs;
  SmallVector<memref::DeallocOp> deallocs;
  function.walk([&](Operation *op) {
    if (auto alloc = dyn_cast<memref::AllocOp>(op); alloc && !isOnHost(alloc))
      allocs.push_back(alloc);
    if (auto dealloc = dyn_cast<memref::DeallocOp>(op);
        dealloc && !isOnHost(dealloc.getMemref()))
      deallocs.push_back(dealloc);
  });
  for (memref::DeallocOp op : deallocs) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    callRuntime(b, getOperation(), kFreeName, Type(),
                createPointer(b, op.getMemref()));
    op.erase();
  }
  for (memref::AllocOp op : allocs) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    MemRefType type = op.getType();
    SmallVector<Value> sizes;
    unsigned next = 0;
    Value bytes = arith::ConstantIntOp::create(
        b, getMemoryBytes(type.getElementType()), 64);
    for (int64_t size : type.getShape()) {
      sizes.push_back(
          ShapedType::isDynamic(size)
              ? arith::IndexCastOp::create(b, b.getI64Type(),
                                           op.getDynamicSizes()[next++])
                    .getResult()
              : arith::ConstantIntOp::create(b, size, 64).getResult());
      bytes = arith::MulIOp::create(b, bytes, sizes.back());
    }
    Value pointer =
        callRuntime(b, getOperation(), kAllocateName, pointerType, bytes)
            .getResult();
    op.replaceAllUsesWith(createBufferAt(b, pointer, type, sizes));
    op.erase();
  }
}

void AutotunePlanMemory::copyConstants(func::FuncOp function) {
  function.walk([&](memref::GetGlobalOp op) {
    ImplicitLocOpBuilder b(op.getLoc(), op->getContext());
    b.setInsertionPointAfter(op);
    MemRefType type = op.getType();
    Value host = createPointer(b, op.getResult());
    Operation *last = host.getDefiningOp();
    Value bytes = arith::ConstantIntOp::create(
        b, type.getNumElements() * getMemoryBytes(type.getElementType()), 64);
    Value site = LLVM::AddressOfOp::create(
        b, createSite(b, getOperation(), "autotune_constant_", nextConstant));
    Value pointer = callRuntime(b, getOperation(), kConstantName,
                                host.getType(), {site, host, bytes})
                        .getResult();
    Value buffer = createBufferAt(b, pointer, type);
    op.getResult().replaceUsesWithIf(buffer, [&](OpOperand &use) {
      return use.getOwner()->getBlock() != last->getBlock() ||
             last->isBeforeInBlock(use.getOwner());
    });
  });
}

//===- Fences.cpp - Faults of fences --------------------------------------===//
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

using FenceProxyOp = NVVM::FenceProxyOp;
using WgmmaFenceOp = NVVM::WgmmaFenceAlignedOp;

/// The branch that issues the bulk store after `op`, in its block.
static Operation *getStoreAfter(Operation *op) {
  for (op = op->getNextNode(); op; op = op->getNextNode())
    if (contains<TmaStoreOp>(op))
      return op;
  return nullptr;
}

/// Whether a fence stands before products that add to those before them, whose
/// registers nothing else touches.
static bool isInChain(WgmmaFenceOp fence) {
  auto first = getNext<NVVM::WgmmaMmaAsyncOp>(fence);
  return first && isa<BlockArgument>(first.getInouts());
}

/// Fences before bulk stores; those of packed matrices order global memory.
static bool isStoreFence(FenceProxyOp fence) {
  return fence.getKind() != NVVM::ProxyKind::async_global;
}

/// Moves fences of bulk stores behind what `find` finds for them.
static LoweredFault
moveStoreFences(std::function<Operation *(Operation *)> find) {
  return onEach<FenceProxyOp>(
      [=](FenceProxyOp fence) { return isStoreFence(fence) && find(fence); },
      [=](FenceProxyOp fence) { fence->moveAfter(find(fence)); });
}

void faults::addFences(FaultTable &table) {
  table.push_back(lowered("drop-mbarrier-init-fence",
                          "no fence after the barriers are made",
                          "each fence.mbarrier.init", "barrier-misuse",
                          dropEach<NVVM::FenceMbarrierInitOp>()));
  table.push_back(
      lowered("early-mbarrier-init-fence",
              "the fence stands before the initializations that it must order",
              "each fence.mbarrier.init", "barrier-misuse",
              onEach<NVVM::FenceMbarrierInitOp>(
                  [](NVVM::FenceMbarrierInitOp fence) {
                    return bool(getPrevious<NVVM::MBarrierInitOp>(fence));
                  },
                  [](NVVM::FenceMbarrierInitOp fence) {
                    fence->moveBefore(&fence->getBlock()->front());
                  })));
  table.push_back(lowered(
      "drop-store-fence",
      "no proxy fence between filling a staging buffer and the bulk store",
      "each fence.proxy", "missing-proxy-fence",
      dropEach<FenceProxyOp>(isStoreFence)));
  table.push_back(
      lowered("late-store-fence", "the proxy fence follows the bulk store",
              "each fence.proxy that a bulk store follows",
              "missing-proxy-fence", moveStoreFences(getStoreAfter)));
  table.push_back(lowered(
      "early-store-fence",
      "the proxy fence precedes the stores that it must order",
      "each fence.proxy that a matrix store precedes", "missing-proxy-fence",
      moveStoreFences(getPrevious<NVVM::BarrierOp>)));
  table.push_back(equivalent(
      "store-fence-behind-barrier",
      "the proxy fence stands behind the barrier of the warpgroup",
      "each fence.proxy that a barrier follows",
      "PTX asks for a proxy fence anywhere on the way from the write to the "
      "copy; the thread that copies has it on its own",
      moveStoreFences(getNext<NVVM::BarrierOp>)));
  table.push_back(lowered(
      "drop-wgmma-fence", "no fence before products on fresh registers",
      "each wgmma.fence whose first product starts a sum", "register-hazard",
      dropEach<WgmmaFenceOp>(std::not_fn(isInChain))));
  table.push_back(lowered(
      "late-wgmma-fence", "the fence follows the first product",
      "each wgmma.fence whose first product starts a sum", "register-hazard",
      onEach<WgmmaFenceOp>(
          [](WgmmaFenceOp fence) {
            return getNext<NVVM::WgmmaMmaAsyncOp>(fence) && !isInChain(fence);
          },
          [](WgmmaFenceOp fence) {
            fence->moveAfter(getNext<NVVM::WgmmaMmaAsyncOp>(fence));
          })));
  table.push_back(equivalent(
      "drop-wgmma-fence-in-chain",
      "no fence before products that add to the sums of earlier ones",
      "each wgmma.fence whose first product continues a sum",
      "products of one shape on one accumulator are ordered without a fence "
      "(PTX, wgmma.fence)",
      dropEach<WgmmaFenceOp>(isInChain)));
}

//===- SizeResults.cpp - Functions that compute sizes of results ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Autotune/OnceName.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNESIZERESULTS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

static bool hasUnknownSize(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.hasStaticShape();
}

/// The only return of a function; null if there are others.
static func::ReturnOp getReturn(func::FuncOp function) {
  if (!llvm::hasSingleElement(function.getBody()))
    return nullptr;
  return dyn_cast<func::ReturnOp>(function.getBody().front().getTerminator());
}

/// Has a function return the unknown sizes of its results in their place.
static void returnSizes(func::FuncOp function, func::ReturnOp returned) {
  OpBuilder b(returned);
  SmallVector<Value> sizes;
  for (Value result : returned.getOperands()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    for (int64_t dim = 0; type && dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(
            tensor::DimOp::create(b, returned.getLoc(), result, dim));
  }
  returned->setOperands(sizes);
  SmallVector<Type> types(sizes.size(), b.getIndexType());
  function.setFunctionType(
      b.getFunctionType(function.getArgumentTypes(), types));
  function.removeResAttrsAttr();
  function.removeArgAttrsAttr();
}

static bool isTensor(Type type) { return isa<TensorType>(type); }

/// Whether an operation reads elements, and not only sizes of arguments.
static bool needsElements(Operation *op) {
  if (llvm::any_of(op->getResultTypes(), isTensor))
    return true;
  if (!llvm::any_of(op->getOperandTypes(), isTensor))
    return !isMemoryEffectFree(op) &&
           !isa<func::FuncOp, func::ReturnOp, cf::AssertOp>(op);
  auto dim = dyn_cast<tensor::DimOp>(op);
  return !dim || !isa<BlockArgument>(dim.getSource());
}

namespace {
struct SizeResults
    : public autotune::impl::AutotuneSizeResultsBase<SizeResults> {
  void runOnOperation() override {
    SmallVector<func::FuncOp> functions;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal() &&
          llvm::any_of(function.getResultTypes(), hasUnknownSize))
        functions.push_back(function);
    for (func::FuncOp function : functions)
      if (failed(addSizes(function)))
        return signalPassFailure();
  }

  LogicalResult addSizes(func::FuncOp function);
};
} // namespace

LogicalResult SizeResults::addSizes(func::FuncOp function) {
  std::string name = (function.getName() + ".sizes").str();
  if (!getReturn(function) || getOperation().lookupSymbol(name))
    return success();
  func::FuncOp sizes = function.clone();
  sizes.setName(name);
  getOperation().insert(std::next(Block::iterator(function)), sizes);
  returnSizes(sizes, getReturn(sizes));
  OpPassManager pm(func::FuncOp::getOperationName());
  // A size of a size needs another turn.
  for (int turn = 0; turn < 2; ++turn) {
    pm.addPass(memref::createResolveShapedTypeResultDimsPass());
    pm.addPass(createCanonicalizerPass());
    pm.addPass(createCSEPass());
  }
  if (failed(runPipeline(pm, sizes)))
    return failure();
  WalkResult walked = sizes.walk([](Operation *op) {
    return needsElements(op) ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (walked.wasInterrupted()) {
    sizes.erase();
    return success();
  }
  function->setAttr(kResultSizesAttrName, FlatSymbolRefAttr::get(sizes));
  return success();
}

//===- KeepResults.cpp - Places of results that are computed once ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Conversion/Passes.h"
#include "mlir-autotune/Dialect/Autotune/OnceName.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEKEEPRESULTS
#include "mlir-autotune/Conversion/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

/// A global for each result, with the function's name.
static SmallVector<memref::GlobalOp> createGlobals(func::FuncOp function,
                                                   SymbolTable &symbols) {
  OpBuilder b(function);
  SmallVector<memref::GlobalOp> globals;
  for (auto [number, type] : llvm::enumerate(function.getResultTypes())) {
    auto tensor = cast<RankedTensorType>(type);
    std::string name =
        (function.getName() + "." + std::to_string(number)).str();
    // Nobody knows its elements before the function has run.
    auto global = memref::GlobalOp::create(
        b, function.getLoc(), name, b.getStringAttr("private"),
        MemRefType::get(tensor.getShape(), tensor.getElementType()),
        b.getUnitAttr(), /*constant=*/false, /*alignment=*/IntegerAttr());
    symbols.insert(global);
    globals.push_back(global);
  }
  return globals;
}

static Value getGlobal(OpBuilder &b, memref::GlobalOp global) {
  return memref::GetGlobalOp::create(b, global.getLoc(), global.getType(),
                                     global.getSymName());
}

static void writeResults(func::FuncOp function,
                         ArrayRef<memref::GlobalOp> globals) {
  SmallVector<Attribute> names;
  for (memref::GlobalOp global : globals)
    names.push_back(FlatSymbolRefAttr::get(global));
  OpBuilder b(function);
  function->setAttr(kOnceAttrName, b.getArrayAttr(names));
  function.walk([&](func::ReturnOp op) {
    b.setInsertionPoint(op);
    for (auto [result, global] : llvm::zip_equal(op.getOperands(), globals)) {
      auto write = bufferization::MaterializeInDestinationOp::create(
          b, op.getLoc(), TypeRange(), result, getGlobal(b, global));
      write.setRestrict(true);
      write.setWritable(true);
    }
    op->setOperands({});
  });
  function.setFunctionType(b.getFunctionType(function.getArgumentTypes(), {}));
}

/// The buffers are not writable: bufferization copies what would be
/// overwritten.
static void readResults(func::CallOp call, ArrayRef<memref::GlobalOp> globals) {
  OpBuilder b(call);
  func::CallOp::create(b, call.getLoc(), call.getCallee(), TypeRange(),
                       call.getOperands());
  for (auto [result, global] : llvm::zip_equal(call.getResults(), globals))
    result.replaceAllUsesWith(bufferization::ToTensorOp::create(
        b, call.getLoc(), result.getType(), getGlobal(b, global),
        /*restrict=*/true));
  call.erase();
}

/// What a function that runs once gets must be the same in each call. All calls
/// in one function share the results, so they must have the same arguments.
static LogicalResult checkCalls(func::FuncOp function,
                                ArrayRef<func::CallOp> calls) {
  llvm::DenseMap<Operation *, func::CallOp> first;
  for (func::CallOp call : calls) {
    auto caller = call->getParentOfType<func::FuncOp>();
    for (Value operand : call.getOperands()) {
      auto argument = dyn_cast<BlockArgument>(operand);
      if (!argument || argument.getOwner()->getParentOp() != caller ||
          !argument.getOwner()->isEntryBlock() ||
          !caller.getArgAttr(argument.getArgNumber(), kFrozenAttrName))
        return call.emitOpError("of a function that runs once (")
               << kOnceAttrName << ") needs arguments of the caller that are "
               << kFrozenAttrName;
    }
    func::CallOp same = first.try_emplace(caller, call).first->second;
    if (same.getOperands() != call.getOperands())
      return call.emitOpError("of a function that runs once (")
                 .append(kOnceAttrName,
                         ") has other arguments than an earlier call")
                 .attachNote(same.getLoc())
             << "the earlier call";
  }
  return success();
}

/// The buffer of a frozen argument is the caller's.
static void forbidWrites(func::FuncOp function, unsigned argument) {
  function.setArgAttr(argument,
                      bufferization::BufferizationDialect::kWritableAttrName,
                      BoolAttr::get(function.getContext(), false));
}

namespace {
struct AutotuneKeepResults
    : public autotune::impl::AutotuneKeepResultsBase<AutotuneKeepResults> {
  using AutotuneKeepResultsBase::AutotuneKeepResultsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    llvm::MapVector<StringRef, SmallVector<func::CallOp>> calls;
    module.walk(
        [&](func::CallOp call) { calls[call.getCallee()].push_back(call); });
    for (auto function : llvm::to_vector(module.getOps<func::FuncOp>())) {
      if (!isa_and_nonnull<UnitAttr>(function->getAttr(kOnceAttrName)))
        continue;
      ArrayRef<func::CallOp> ofFunction = calls[function.getName()];
      if (failed(checkCalls(function, ofFunction)))
        return signalPassFailure();
      SmallVector<memref::GlobalOp> globals = createGlobals(function, symbols);
      writeResults(function, globals);
      for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
        forbidWrites(function, i);
      for (func::CallOp call : ofFunction)
        readResults(call, globals);
    }
    // Buffers have no such attribute.
    for (auto function : module.getOps<func::FuncOp>())
      for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
        if (function.removeArgAttr(i, kFrozenAttrName))
          forbidWrites(function, i);
  }
};
} // namespace

//===- ElementFunction.cpp - A fact's functions for the host --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementFunction.h"

#include "mlir-autotune/Analysis/Float8.h"
#include "mlir-autotune/Analysis/Prologue.h"
#include "mlir-autotune/Tuning/KernelCompiler.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::autotune;

/// The function that takes its arguments, and leaves its results, in 8 bytes
/// each.
static constexpr StringLiteral kEntryName = "apply";

ElementFunction::ElementFunction() = default;
ElementFunction::~ElementFunction() = default;

static void addEntry(ModuleOp module) {
  func::FuncOp function = getElementFunction(module);
  MLIRContext *context = module.getContext();
  auto pointer = LLVM::LLVMPointerType::get(context);
  ImplicitLocOpBuilder b(module.getLoc(), context);
  b.setInsertionPointToEnd(module.getBody());
  auto entry = LLVM::LLVMFuncOp::create(
      b, kEntryName,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context), {pointer}));
  Block *block = entry.addEntryBlock(b);
  b.setInsertionPointToStart(block);
  Value elements = block->getArgument(0);
  SmallVector<Value> arguments;
  auto getPlace = [&](size_t index) -> Value {
    return LLVM::GEPOp::create(b, pointer, b.getI64Type(), elements,
                               ArrayRef<LLVM::GEPArg>{int32_t(index)});
  };
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    Value loaded =
        LLVM::LoadOp::create(b, getStoredType(type), getPlace(index));
    if (loaded.getType() != type)
      loaded = arith::BitcastOp::create(b, type, loaded);
    arguments.push_back(loaded);
  }
  auto call = func::CallOp::create(b, function, arguments);
  for (auto [index, returned] : llvm::enumerate(call.getResults())) {
    Value result = returned;
    Type stored = getStoredType(result.getType());
    if (stored != result.getType())
      result = arith::BitcastOp::create(b, stored, result);
    LLVM::StoreOp::create(b, result, getPlace(index));
  }
  LLVM::ReturnOp::create(b, ValueRange());
}

static LogicalResult lower(ModuleOp module) {
  // What it lets kernels do is not what is asked of them.
  module.walk(
      [](arith::DivFOp op) { op.setFastmath(arith::FastMathFlags::none); });
  PassManager pm(module.getContext(), ModuleOp::getOperationName());
  // Compilers' libraries have no rounding to bf16 everywhere.
  arith::ArithExpandOpsPassOptions options;
  options.includeBf16 = true;
  pm.addPass(arith::createArithExpandOpsPass(options));
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  return pm.run(module);
}

llvm::Expected<std::unique_ptr<ElementFunction>>
ElementFunction::compile(ModuleOp module) {
  addEntry(module);
  if (failed(lower(module)))
    return llvm::createStringError("can't lower the function for the host");
  auto engine = compileForHost(module);
  if (!engine)
    return engine.takeError();
  std::unique_ptr<ElementFunction> function(new ElementFunction());
  function->engine = std::move(*engine);
  auto entry = function->engine->lookup(kEntryName);
  if (!entry)
    return entry.takeError();
  function->entry = reinterpret_cast<void (*)(uint64_t *)>(*entry);
  return function;
}

static DialectRegistry getDialects() {
  DialectRegistry registry;
  registerKernelCompilerDialects(registry);
  return registry;
}

llvm::Expected<std::unique_ptr<ElementFunction>>
ElementFunction::createEpilogue(const MatmulFact &fact) {
  MLIRContext context(getDialects(), MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  std::string whyNot;
  FailureOr<OwningOpRef<ModuleOp>> module =
      parseEpilogue(&context, fact, whyNot);
  if (failed(module))
    return llvm::createStringError("'" + fact.epilogue.body +
                                   "' is no epilogue: " + whyNot);
  return compile(**module);
}

llvm::Expected<std::unique_ptr<ElementFunction>>
ElementFunction::createPrologue(const MatmulFact &fact) {
  MLIRContext context(getDialects(), MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  std::string whyNot;
  FailureOr<OwningOpRef<ModuleOp>> module =
      parsePrologue(&context, fact, whyNot);
  if (failed(module))
    return llvm::createStringError("'" + fact.prologue.body +
                                   "' is no prologue: " + whyNot);
  return compile(**module);
}

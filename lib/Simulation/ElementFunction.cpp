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
#include "mlir-autotune/Transforms/HostCPU.h"
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
#include "llvm/ADT/StringMap.h"

#include <cstdlib>

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

llvm::Expected<std::shared_ptr<const ElementFunction>>
ElementFunction::compile(ModuleOp module) {
  addEntry(module);
  if (failed(lower(module)))
    return llvm::createStringError("can't lower the function for the host");
  auto engine = compileForHost(module);
  if (!engine)
    return engine.takeError();
  std::shared_ptr<ElementFunction> function(new ElementFunction());
  function->engine = std::move(*engine);
  auto entry = function->engine->lookup(kEntryName);
  if (!entry)
    return entry.takeError();
  function->entry = reinterpret_cast<void (*)(uint64_t *)>(*entry);
  return function;
}

//===----------------------------------------------------------------------===//
// What a thread keeps
//===----------------------------------------------------------------------===//

/// With all dialects: that takes longer to make than a function to compile.
static MLIRContext &getContext() {
  thread_local std::unique_ptr<MLIRContext> context = [] {
    DialectRegistry registry;
    registerKernelCompilerDialects(registry);
    auto made = std::make_unique<MLIRContext>(registry,
                                              MLIRContext::Threading::DISABLED);
    made->loadAllAvailableDialects();
    return made;
  }();
  return *context;
}

llvm::Expected<std::shared_ptr<const ElementFunction>>
ElementFunction::get(ModuleOp module) {
  constexpr unsigned kMostKept = 32;
  thread_local llvm::StringMap<std::shared_ptr<const ElementFunction>> known;
  // Of the CPU that it is compiled for.
  const char *cpu = std::getenv(HostCPU::kVariable.data());
  std::string key = cpu ? cpu : "";
  llvm::raw_string_ostream(key) << '\n' << module;
  auto found = known.find(key);
  if (found != known.end())
    return found->second;
  auto function = compile(module);
  if (!function)
    return function.takeError();
  if (known.size() == kMostKept)
    known.clear();
  return known[key] = std::move(*function);
}

llvm::Expected<std::shared_ptr<const ElementFunction>>
ElementFunction::createEpilogue(const ProblemFact &fact) {
  std::string whyNot;
  FailureOr<OwningOpRef<ModuleOp>> module =
      parseEpilogue(&getContext(), fact.getMatmul(), whyNot);
  if (failed(module))
    return llvm::createStringError("'" + fact.getMatmul().epilogue.body +
                                   "' is no epilogue: " + whyNot);
  return get(**module);
}

llvm::Expected<std::shared_ptr<const ElementFunction>>
ElementFunction::createPrologue(const ProblemFact &fact) {
  std::string whyNot;
  FailureOr<OwningOpRef<ModuleOp>> module =
      parsePrologue(&getContext(), fact.getMatmul(), whyNot);
  if (failed(module))
    return llvm::createStringError("'" + fact.getMatmul().prologue.body +
                                   "' is no prologue: " + whyNot);
  return get(**module);
}

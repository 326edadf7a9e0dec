//===- HostMathTest.cpp - Every operation of math becomes LLVM IR ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Pipelines.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class HostMathTest : public testing::Test {
protected:
  HostMathTest() : context(getRegistry(), MLIRContext::Threading::DISABLED) {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        math::MathDialect>();
  }

  static DialectRegistry getRegistry() {
    DialectRegistry registry;
    registerAllDialects(registry);
    registerAllExtensions(registry);
    registerAllToLLVMIRTranslations(registry);
    return registry;
  }

  /// A module with a function that computes the operation; null where it has no
  /// such operands or results.
  OwningOpRef<ModuleOp> build(RegisteredOperationName name,
                              ArrayRef<Type> operands, ArrayRef<Type> results);
  /// The ways that an operation can be applied to elements of a type.
  std::vector<OwningOpRef<ModuleOp>> buildAll(RegisteredOperationName name,
                                              Type type);
  std::string compile(ModuleOp module);

  MLIRContext context;
};
} // namespace

static Type withElement(Type type, Type element) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? Type(vector.clone(element)) : element;
}

OwningOpRef<ModuleOp> HostMathTest::build(RegisteredOperationName name,
                                          ArrayRef<Type> operands,
                                          ArrayRef<Type> results) {
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) {});
  OpBuilder builder(&context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());
  auto function = func::FuncOp::create(
      builder, loc, "f", builder.getFunctionType(operands, results));
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToEnd(block);
  OperationState state(loc, name);
  state.addOperands(block->getArguments());
  state.addTypes(results);
  Operation *op = builder.create(state);
  func::ReturnOp::create(builder, loc, op->getResults());
  return succeeded(verify(*module)) ? std::move(module)
                                    : OwningOpRef<ModuleOp>();
}

std::vector<OwningOpRef<ModuleOp>>
HostMathTest::buildAll(RegisteredOperationName name, Type type) {
  OpBuilder builder(&context);
  std::vector<OwningOpRef<ModuleOp>> modules;
  Type flag = withElement(type, builder.getI1Type());
  SmallVector<SmallVector<Type>> operands = {
      {type}, {type, type}, {type, type, type}};
  for (Type exponent :
       {builder.getI8Type(), builder.getI32Type(), builder.getI64Type()})
    if (isa<FloatType>(getElementTypeOrSelf(type)))
      operands.push_back({type, withElement(type, exponent)});
  SmallVector<SmallVector<Type>> allResults = {{type}, {type, type}, {flag}};
  for (ArrayRef<Type> types : operands)
    for (ArrayRef<Type> results : allResults)
      if (OwningOpRef<ModuleOp> module = build(name, types, results))
        modules.push_back(std::move(module));
  return modules;
}

/// What goes wrong on the way to LLVM IR; empty if nothing does.
std::string HostMathTest::compile(ModuleOp module) {
  std::string messages;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diag) { messages += diag.str() + "\n"; });
  PassManager passes(&context);
  CompileOptions options;
  options.target = "h200";
  options.format = KernelFormat::Sim;
  buildCompilePipeline(passes, options);
  if (failed(passes.run(module)))
    return "does not compile: " + messages;
  llvm::LLVMContext llvmContext;
  if (!translateModuleToLLVMIR(module, llvmContext))
    return "is not translated: " + messages;
  return "";
}

// Whatever operations the dialect has: a new one must have a lowering, too.
TEST_F(HostMathTest, EveryOperationOfEveryTypeBecomesLLVM) {
  OpBuilder builder(&context);
  SmallVector<Type> types;
  SmallVector<Type> elements = {builder.getF16Type(), builder.getBF16Type(),
                                builder.getF32Type(), builder.getF64Type(),
                                builder.getI8Type(),  builder.getI32Type(),
                                builder.getI64Type(), builder.getIndexType()};
  for (Type element : elements) {
    types.push_back(element);
    types.push_back(VectorType::get({4}, element));
    types.push_back(VectorType::get({2, 3}, element));
    types.push_back(VectorType::get({}, element));
  }
  size_t operations = 0;
  // A copy: passes load dialects, whose operations join them.
  SmallVector<RegisteredOperationName> names(context.getRegisteredOperations());
  for (RegisteredOperationName name : names) {
    if (name.getDialectNamespace() != "math")
      continue;
    size_t ways = 0;
    for (Type type : types)
      for (OwningOpRef<ModuleOp> &module : buildAll(name, type)) {
        std::string text;
        llvm::raw_string_ostream(text) << *module;
        EXPECT_EQ(compile(*module), "") << text;
        ++ways;
      }
    // An operation of another form has to be built in another way here.
    EXPECT_GT(ways, 0u) << name.getStringRef().str() << " was not built";
    ++operations;
  }
  EXPECT_GT(operations, 40u);
}

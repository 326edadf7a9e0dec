//===- SimulateKernels.cpp - Host code is lowered without kernels ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel in LLVM's dialect is done, and it is large: the passes that lower
// host code would visit each of its operations a dozen times, verify them after
// each pass, and look up symbols among thousands that only kernels use. So
// kernels are in another module meanwhile.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Conversion/Passes.h"
#include "mlir-autotune/Transforms/Passes.h"
#include "mlir-autotune/Transforms/Pipelines.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNESIMULATEKERNELS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

static llvm::StringSet<> getSymbols(ModuleOp module) {
  llvm::StringSet<> names;
  for (auto symbol : module.getOps<SymbolOpInterface>())
    names.insert(symbol.getName());
  return names;
}

/// Adds the names of the module's symbols that the operation refers to.
static void addUses(Operation *op, llvm::StringSet<> &names) {
  std::optional<SymbolTable::UseRange> uses = SymbolTable::getSymbolUses(op);
  if (!uses)
    return;
  for (const SymbolTable::SymbolUse &use : *uses)
    names.insert(use.getSymbolRef().getRootReference().getValue());
}

/// Of the symbols that are not in `old`, moves the kernels, and the globals
/// that nothing but kernels refers to, into a module of their own. A kernel
/// that is referred to leaves a declaration.
static OwningOpRef<ModuleOp> takeKernels(ModuleOp module,
                                         const llvm::StringSet<> &old) {
  SmallVector<LLVM::LLVMFuncOp> kernels;
  SmallVector<LLVM::GlobalOp> globals;
  llvm::StringSet<> used;
  for (Operation &op : *module.getBody()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    bool isNew = symbol && !old.contains(symbol.getName());
    auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
    auto global = dyn_cast<LLVM::GlobalOp>(op);
    if (isNew && function && !function.isExternal())
      kernels.push_back(function);
    else if (isNew && global)
      globals.push_back(global);
    else
      addUses(&op, used);
  }
  // What a global that stays refers to stays, too.
  SmallVector<LLVM::GlobalOp> left = globals;
  for (size_t before = left.size() + 1; left.size() != before;) {
    before = left.size();
    llvm::erase_if(left, [&](LLVM::GlobalOp global) {
      bool stays = used.contains(global.getSymName());
      if (stays)
        addUses(global, used);
      return stays;
    });
  }

  OwningOpRef<ModuleOp> taken = ModuleOp::create(module.getLoc());
  for (LLVM::GlobalOp global : left)
    global->moveBefore(taken->getBody(), taken->getBody()->end());
  for (LLVM::LLVMFuncOp kernel : kernels) {
    if (used.contains(kernel.getSymName())) {
      OpBuilder b(kernel);
      LLVM::LLVMFuncOp::create(b, kernel.getLoc(), kernel.getSymName(),
                               kernel.getFunctionType());
    }
    kernel->moveBefore(taken->getBody(), taken->getBody()->end());
  }
  return taken;
}

/// Puts back what takeKernels has taken.
static LogicalResult giveBack(ModuleOp module, ModuleOp taken) {
  SymbolTable symbols(module);
  Operation *first = &module.getBody()->front();
  for (Operation &op : llvm::make_early_inc_range(*taken.getBody())) {
    StringRef name = cast<SymbolOpInterface>(op).getName();
    Operation *other = symbols.lookup(name);
    auto declaration = dyn_cast_or_null<LLVM::LLVMFuncOp>(other);
    if (other && !(declaration && declaration.isExternal()))
      return op.emitError("needs the symbol @")
             << name << " for the kernel's host code, but the symbol is taken";
    op.moveBefore(other ? other : first);
    if (other && other == first)
      first = &op;
    if (other)
      symbols.erase(other);
  }
  return success();
}

namespace {
struct SimulateKernels
    : public autotune::impl::AutotuneSimulateKernelsBase<SimulateKernels> {
  SimulateKernels()
      : convert(ModuleOp::getOperationName()),
        lower(ModuleOp::getOperationName()) {
    convert.addPass(createConvertKernelsToSimulator());
    buildHostPipeline(lower);
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    convert.getDependentDialects(registry);
    lower.getDependentDialects(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    llvm::StringSet<> old = getSymbols(module);
    if (failed(runPipeline(convert, module)))
      return signalPassFailure();
    OwningOpRef<ModuleOp> kernels = takeKernels(module, old);
    if (failed(runPipeline(lower, module)) ||
        failed(giveBack(module, *kernels)))
      return signalPassFailure();
  }

  OpPassManager convert, lower;
};
} // namespace

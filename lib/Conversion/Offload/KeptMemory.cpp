//===- KeptMemory.cpp - Memory of results that are computed once ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptMemory.h"
#include "DeviceKernel.h"

#include "mlir-autotune/Analysis/RuntimeCalls.h"
#include "mlir-autotune/Dialect/Autotune/OnceName.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::offload;

namespace {
/// One function that runs once.
class OnceFunction {
public:
  OnceFunction(ModuleOp module, func::FuncOp function, ArrayAttr globals);

  /// Makes the function write to memory that is its new argument.
  void takeMemory();
  /// Makes the functions that call it ask the runtime for the memory.
  void replaceCalls(unsigned &nextSite);
  void eraseGlobals();

  int64_t bytes = 0;

private:
  void replaceGlobals(func::FuncOp user, Value memory, ImplicitLocOpBuilder &b);

  ModuleOp module;
  func::FuncOp function;
  /// Where each global is in the memory.
  llvm::MapVector<StringAttr, int64_t> offsets;
};
} // namespace

OnceFunction::OnceFunction(ModuleOp module, func::FuncOp function,
                           ArrayAttr globals)
    : module(module), function(function) {
  for (auto name : globals.getAsRange<FlatSymbolRefAttr>()) {
    auto global = module.lookupSymbol<memref::GlobalOp>(name.getAttr());
    if (!global || !offsets.try_emplace(name.getAttr(), bytes).second)
      continue;
    bytes += getArenaBytes(global.getType());
  }
}

void OnceFunction::replaceGlobals(func::FuncOp user, Value memory,
                                  ImplicitLocOpBuilder &b) {
  llvm::DenseMap<StringAttr, Value> buffers;
  SmallVector<memref::GetGlobalOp> gets;
  user.walk([&](memref::GetGlobalOp get) {
    if (offsets.contains(get.getNameAttr().getAttr()))
      gets.push_back(get);
  });
  for (memref::GetGlobalOp get : gets) {
    StringAttr name = get.getNameAttr().getAttr();
    Value &buffer = buffers[name];
    if (!buffer) {
      Value start =
          LLVM::GEPOp::create(b, memory.getType(), b.getI8Type(), memory,
                              ArrayRef<LLVM::GEPArg>{offsets.lookup(name)});
      buffer = createBufferAt(b, start, get.getType());
    }
    get.replaceAllUsesWith(buffer);
  }
  for (memref::GetGlobalOp get : gets)
    get.erase();
}

void OnceFunction::takeMemory() {
  ImplicitLocOpBuilder b(function.getLoc(), function.getContext());
  Block &entry = function.getBody().front();
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());
  Value memory = entry.addArgument(pointer, function.getLoc());
  function.setFunctionType(b.getFunctionType({pointer}, {}));
  function->removeAttr(kOnceAttrName);
  b.setInsertionPointToStart(&entry);
  replaceGlobals(function, memory, b);
}

void OnceFunction::replaceCalls(unsigned &nextSite) {
  SetVector<Operation *> callers;
  for (auto user : module.getOps<func::FuncOp>())
    user.walk([&](func::CallOp call) {
      if (call.getCallee() != function.getName())
        return;
      callers.insert(user);
      call.erase();
    });
  ImplicitLocOpBuilder b(function.getLoc(), function.getContext());
  LLVM::GlobalOp place = createSite(b, module, "autotune_once_", nextSite);
  for (Operation *caller : callers) {
    auto user = cast<func::FuncOp>(caller);
    b.setInsertionPointToStart(&user.getBody().front());
    auto pointer = LLVM::LLVMPointerType::get(b.getContext());
    Value site = LLVM::AddressOfOp::create(b, place);
    Value size = arith::ConstantIntOp::create(b, bytes, 64);
    Value code = func::ConstantOp::create(b, function.getFunctionType(),
                                          FlatSymbolRefAttr::get(function));
    Value address =
        UnrealizedConversionCastOp::create(b, TypeRange(pointer), code)
            .getResult(0);
    Value memory =
        callRuntime(b, module, kOnceName, pointer, {site, size, address})
            .getResult();
    replaceGlobals(user, memory, b);
  }
}

void OnceFunction::eraseGlobals() {
  for (auto [name, offset] : offsets) {
    Operation *global = module.lookupSymbol(name);
    if (SymbolTable::symbolKnownUseEmpty(global, module))
      global->erase();
  }
}

llvm::DenseSet<StringAttr> offload::getKeptGlobals(ModuleOp module) {
  llvm::DenseSet<StringAttr> names;
  for (auto function : module.getOps<func::FuncOp>())
    if (auto globals = function->getAttrOfType<ArrayAttr>(kOnceAttrName))
      for (auto name : globals.getAsRange<FlatSymbolRefAttr>())
        names.insert(name.getAttr());
  return names;
}

int64_t offload::keepMemory(ModuleOp module) {
  int64_t bytes = 0;
  unsigned nextSite = 0;
  for (auto function : llvm::to_vector(module.getOps<func::FuncOp>())) {
    auto globals = function->getAttrOfType<ArrayAttr>(kOnceAttrName);
    if (!globals)
      continue;
    OnceFunction once(module, function, globals);
    once.takeMemory();
    once.replaceCalls(nextSite);
    once.eraseGlobals();
    bytes += once.bytes;
  }
  return bytes;
}

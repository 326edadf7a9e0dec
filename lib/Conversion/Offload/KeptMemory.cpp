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
/// One function that runs once. It becomes
///
///   void compute(void *memory, void **inputs)
///
/// where `inputs` has the addresses of its arguments.
class OnceFunction {
public:
  OnceFunction(ModuleOp module, func::FuncOp function, ArrayAttr globals);

  /// Makes the function write to memory that is its new argument. Fails, with
  /// an error, if another argument is no whole buffer.
  LogicalResult takeMemory();
  /// Makes the functions that call it ask the runtime for the memory. Fails,
  /// with an error, if a call has an operand that is no argument.
  LogicalResult replaceCalls(unsigned &nextSite);
  void eraseGlobals();

  int64_t bytes = 0;

private:
  void replaceGlobals(func::FuncOp user, Value memory, ImplicitLocOpBuilder &b);
  /// The list of the addresses of `inputs`, on the stack.
  Value storeInputs(ValueRange inputs, ImplicitLocOpBuilder &b);

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

LogicalResult OnceFunction::takeMemory() {
  for (Type type : function.getArgumentTypes()) {
    auto buffer = dyn_cast<MemRefType>(type);
    if (!buffer || !buffer.getLayout().isIdentity() || buffer.getMemorySpace())
      return function.emitOpError(kOnceAttrName)
             << " needs whole buffers in device memory as arguments, not "
             << type;
  }
  ImplicitLocOpBuilder b(function.getLoc(), function.getContext());
  Block &entry = function.getBody().front();
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());
  unsigned numInputs = entry.getNumArguments();
  Value memory = entry.addArgument(pointer, function.getLoc());
  Value inputs = entry.addArgument(pointer, function.getLoc());
  b.setInsertionPointToStart(&entry);
  for (unsigned i = 0; i < numInputs; ++i) {
    BlockArgument argument = entry.getArgument(i);
    Value place = LLVM::GEPOp::create(b, pointer, pointer, inputs,
                                      ArrayRef<LLVM::GEPArg>{int32_t(i)});
    Value address = LLVM::LoadOp::create(b, pointer, place);
    argument.replaceAllUsesWith(
        createBufferAt(b, address, cast<MemRefType>(argument.getType())));
  }
  entry.eraseArguments(0, numInputs);
  function.removeArgAttrsAttr();
  function.setFunctionType(b.getFunctionType({pointer, pointer}, {}));
  function->removeAttr(kOnceAttrName);
  replaceGlobals(function, memory, b);
  return success();
}

Value OnceFunction::storeInputs(ValueRange inputs, ImplicitLocOpBuilder &b) {
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());
  if (inputs.empty())
    return LLVM::ZeroOp::create(b, pointer);
  Value count = arith::ConstantIntOp::create(b, inputs.size(), 64);
  Value list = LLVM::AllocaOp::create(b, pointer, pointer, count);
  for (auto [i, input] : llvm::enumerate(inputs)) {
    Value place = LLVM::GEPOp::create(b, pointer, pointer, list,
                                      ArrayRef<LLVM::GEPArg>{int32_t(i)});
    LLVM::StoreOp::create(b, createPointer(b, input), place);
  }
  return list;
}

LogicalResult OnceFunction::replaceCalls(unsigned &nextSite) {
  llvm::MapVector<Operation *, SmallVector<Value>> callers;
  WalkResult found = module.walk([&](func::CallOp call) {
    if (call.getCallee() != function.getName())
      return WalkResult::advance();
    auto user = call->getParentOfType<func::FuncOp>();
    auto isArgument = [&](Value operand) {
      return user && llvm::is_contained(user.getArguments(), operand);
    };
    if (!user || !llvm::all_of(call.getOperands(), isArgument)) {
      call.emitOpError("of a function that runs once (")
          << kOnceAttrName << ") needs arguments of the caller";
      return WalkResult::interrupt();
    }
    callers.try_emplace(user, call.getOperands());
    call.erase();
    return WalkResult::advance();
  });
  if (found.wasInterrupted())
    return failure();
  ImplicitLocOpBuilder b(function.getLoc(), function.getContext());
  LLVM::GlobalOp place;
  for (auto &[caller, inputs] : callers) {
    // Callers share what depends on no input.
    if (!place || !inputs.empty())
      place = createSite(b, module, "autotune_once_", nextSite);
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
    Value list = storeInputs(inputs, b);
    Value count = arith::ConstantIntOp::create(b, inputs.size(), 64);
    Value memory = callRuntime(b, module, kOnceName, pointer,
                               {site, size, address, list, count})
                       .getResult();
    replaceGlobals(user, memory, b);
  }
  return success();
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

FailureOr<int64_t> offload::keepMemory(ModuleOp module) {
  int64_t bytes = 0;
  unsigned nextSite = 0;
  for (auto function : llvm::to_vector(module.getOps<func::FuncOp>())) {
    auto globals = function->getAttrOfType<ArrayAttr>(kOnceAttrName);
    if (!globals)
      continue;
    OnceFunction once(module, function, globals);
    if (failed(once.takeMemory()) || failed(once.replaceCalls(nextSite)))
      return failure();
    once.eraseGlobals();
    bytes += once.bytes;
  }
  return bytes;
}

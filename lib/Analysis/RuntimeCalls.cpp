//===- RuntimeCalls.cpp - Calls of the runtime from host code -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::autotune;

LogicalResult autotune::checkRuntimeSymbols(Operation *op, ModuleOp module,
                                            ArrayRef<StringRef> names) {
  for (StringRef name : names) {
    Operation *function = module.lookupSymbol(name);
    if (function && !isa<LLVM::LLVMFuncOp>(function))
      return op->emitOpError("needs the symbol @")
             << name << " of the runtime, but the symbol is taken";
  }
  return success();
}

LLVM::CallOp autotune::callRuntime(ImplicitLocOpBuilder &b, ModuleOp module,
                                   StringRef name, Type result,
                                   ValueRange arguments) {
  auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!function) {
    if (!result)
      result = LLVM::LLVMVoidType::get(b.getContext());
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    function = LLVM::LLVMFuncOp::create(
        b, name,
        LLVM::LLVMFunctionType::get(result,
                                    llvm::to_vector(arguments.getTypes())));
  }
  return LLVM::CallOp::create(b, function, arguments);
}

Value autotune::createStreamToken(ImplicitLocOpBuilder &b, ModuleOp module) {
  Value stream =
      callRuntime(b, module, kStreamName,
                  LLVM::LLVMPointerType::get(b.getContext()), ValueRange())
          .getResult();
  // gpu-to-llvm turns tokens into streams.
  return UnrealizedConversionCastOp::create(
             b, TypeRange(gpu::AsyncTokenType::get(b.getContext())), stream)
      .getResult(0);
}

void autotune::createDependent(ImplicitLocOpBuilder &b, ModuleOp module) {
  callRuntime(b, module, kDependentName, Type(), ValueRange());
}

Value autotune::createBuffer(ImplicitLocOpBuilder &b, Value address,
                             MemRefType type, ArrayRef<Value> sizes) {
  int64_t rank = type.getRank();
  Type i64 = b.getI64Type();
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());
  auto array = LLVM::LLVMArrayType::get(i64, rank);
  SmallVector<Type> members = {pointer, pointer, i64};
  if (rank != 0)
    members.append({array, array});
  auto structType = LLVM::LLVMStructType::getLiteral(b.getContext(), members);
  Value number = arith::IndexCastOp::create(b, i64, address);
  Value start = LLVM::IntToPtrOp::create(b, pointer, number);
  Value descriptor = LLVM::UndefOp::create(b, structType);
  auto insert = [&](Value value, ArrayRef<int64_t> place) {
    descriptor = LLVM::InsertValueOp::create(b, descriptor, value, place);
  };
  insert(start, {0});
  insert(start, {1});
  insert(LLVM::ConstantOp::create(b, i64, b.getI64IntegerAttr(0)), {2});
  Value stride = LLVM::ConstantOp::create(b, i64, b.getI64IntegerAttr(1));
  for (int64_t dim = rank - 1; dim >= 0; --dim) {
    insert(sizes[dim], {3, dim});
    insert(stride, {4, dim});
    stride = arith::MulIOp::create(b, stride, sizes[dim]);
  }
  return UnrealizedConversionCastOp::create(b, TypeRange(type), descriptor)
      .getResult(0);
}

Value autotune::createBufferAt(ImplicitLocOpBuilder &b, Value pointer,
                               MemRefType type, ArrayRef<Value> sizes) {
  Value number = LLVM::PtrToIntOp::create(b, b.getI64Type(), pointer);
  return createBuffer(
      b, arith::IndexCastOp::create(b, b.getIndexType(), number), type, sizes);
}

Value autotune::createBufferAt(ImplicitLocOpBuilder &b, Value pointer,
                               MemRefType type) {
  SmallVector<Value> sizes;
  for (int64_t size : type.getShape())
    sizes.push_back(arith::ConstantIntOp::create(b, size, 64));
  return createBufferAt(b, pointer, type, sizes);
}

LLVM::GlobalOp autotune::createSite(ImplicitLocOpBuilder &b, ModuleOp module,
                                    StringRef prefix, unsigned &next) {
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());
  std::string name;
  do
    name = (prefix + std::to_string(next++)).str();
  while (module.lookupSymbol(name));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(module.getBody());
  auto global =
      LLVM::GlobalOp::create(b, pointer, /*isConstant=*/false,
                             LLVM::Linkage::Internal, name, Attribute());
  b.createBlock(&global.getInitializerRegion());
  LLVM::ReturnOp::create(b, LLVM::ZeroOp::create(b, pointer).getResult());
  return global;
}

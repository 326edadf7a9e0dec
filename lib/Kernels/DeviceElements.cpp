//===- DeviceElements.cpp - Elements as a thread loads them ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/DeviceElements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::autotune;

Type autotune::getMemoryType(Type element) {
  MLIRContext *context = element.getContext();
  if (element.isIndex())
    return IntegerType::get(context, 64);
  if (element.isInteger(1) ||
      (isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8))
    return IntegerType::get(context, 8);
  return element;
}

Value autotune::fromMemory(ImplicitLocOpBuilder &b, Value loaded,
                           Type element) {
  if (loaded.getType() == element)
    return loaded;
  if (element.isIndex())
    return arith::IndexCastOp::create(b, element, loaded);
  if (element.isInteger(1))
    return arith::TruncIOp::create(b, element, loaded);
  return arith::BitcastOp::create(b, element, loaded);
}

Value autotune::toMemory(ImplicitLocOpBuilder &b, Value value) {
  Type type = getMemoryType(value.getType());
  if (value.getType() == type)
    return value;
  if (value.getType().isIndex())
    return arith::IndexCastOp::create(b, type, value);
  if (value.getType().isInteger(1))
    return arith::ExtUIOp::create(b, type, value);
  return arith::BitcastOp::create(b, type, value);
}

int64_t autotune::getMemoryBytes(Type element) {
  return llvm::divideCeil(getMemoryType(element).getIntOrFloatBitWidth(), 8);
}

gpu::GPUFuncOp autotune::unifyKernel(KernelsByText &kernels,
                                     gpu::GPUFuncOp kernel, StringRef prefix) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  kernel->print(stream, OpPrintingFlags().useLocalScope());
  auto [it, isNew] = kernels.try_emplace(text, kernel);
  if (!isNew) {
    kernel.erase();
    return it->second;
  }
  auto module = kernel->getParentOfType<gpu::GPUModuleOp>();
  unsigned number = kernels.size() - 1;
  std::string name;
  do
    name = (prefix + "_" + Twine(number++)).str();
  while (module.lookupSymbol(name));
  kernel.setName(name);
  return kernel;
}

//===- Launches.cpp - Launching kernels in the simulator ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simulator runs a grid to its end before the launch returns, so what the
// launch waits for is done, and its token one that nobody has to wait for.
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::simulator;

namespace {

class Launch {
public:
  Launch(HostModule &host, gpu::LaunchFuncOp op, const HostKernel &kernel)
      : host(host), op(op), kernel(kernel), b(op.getLoc(), op) {}

  LogicalResult lower();

private:
  Value alloca(Type type);
  LogicalResult addOperand(Value operand);
  LogicalResult checkOperands();
  LogicalResult checkDims(StringRef what, DenseI32ArrayAttr compiled,
                          gpu::KernelDim3 dims);
  Value createParameters();
  Value createParameterBytes();
  void addDims(gpu::KernelDim3 dims);
  Value toI64(Value value);
  Value i32(int64_t value) {
    return LLVM::ConstantOp::create(b, b.getI32IntegerAttr(value));
  }

  HostModule &host;
  gpu::LaunchFuncOp op;
  const HostKernel &kernel;
  ImplicitLocOpBuilder b;
  SmallVector<Value> arguments, operands;
};

} // namespace

/// At the start of the function: a launch in a loop takes its stack once.
Value Launch::alloca(Type type) {
  OpBuilder::InsertionGuard guard(b);
  if (auto function = op->getParentOfType<FunctionOpInterface>())
    b.setInsertionPointToStart(&function.getFunctionBody().front());
  // A tensor map's.
  constexpr int64_t kAlignment = 64;
  Value one = LLVM::ConstantOp::create(b, b.getI64IntegerAttr(1));
  return LLVM::AllocaOp::create(b, LLVM::LLVMPointerType::get(b.getContext()),
                                type, one, kAlignment);
}

Value Launch::toI64(Value value) {
  if (value.getType().isIndex())
    return arith::IndexCastOp::create(b, b.getI64Type(), value);
  if (value.getType().isInteger(64))
    return value;
  return arith::ExtSIOp::create(b, b.getI64Type(), value);
}

void Launch::addDims(gpu::KernelDim3 dims) {
  for (Value dim : {dims.x, dims.y, dims.z})
    arguments.push_back(toI64(dim));
}

/// As upstream's conversion of kernels takes them: with 32 bits for an index,
/// and a memref as its descriptor's fields.
LogicalResult Launch::addOperand(Value operand) {
  Type type = operand.getType();
  auto addIndex = [&](Value index) {
    operands.push_back(arith::TruncIOp::create(b, b.getI32Type(), index));
  };
  if (LLVM::isCompatibleType(type)) {
    operands.push_back(operand);
    return success();
  }
  if (type.isIndex()) {
    addIndex(toI64(operand));
    return success();
  }
  auto memref = dyn_cast<MemRefType>(type);
  LLVMTypeConverter converter(b.getContext());
  Type descriptor = memref ? converter.convertType(memref) : Type();
  if (!descriptor)
    return op.emitError("launches in the simulator only with operands of "
                        "LLVM's types, indices and memrefs, not of ")
           << type;
  Value fields =
      UnrealizedConversionCastOp::create(b, descriptor, operand).getResult(0);
  SmallVector<Value> unpacked;
  MemRefDescriptor::unpack(b, b.getLoc(), fields, memref, unpacked);
  for (Value field : unpacked) {
    if (field.getType().isInteger(64))
      addIndex(field);
    else
      operands.push_back(field);
  }
  return success();
}

/// The kernel reads what its signature says, whatever a launch has written.
LogicalResult Launch::checkOperands() {
  if (operands.size() != kernel.parameters.size())
    return op.emitError("launches with ") << operands.size()
                                          << " parameters, counting each field "
                                             "of a memref, but the kernel has "
                                          << kernel.parameters.size();
  for (auto [index, operand] : llvm::enumerate(operands)) {
    Type given = operand.getType(), wanted = kernel.parameters[index];
    // Address spaces are the kernel's affair, and so is what arrays are of.
    bool areAlike = given == wanted || (isa<LLVM::LLVMPointerType>(given) &&
                                        isa<LLVM::LLVMPointerType>(wanted));
    if (isa<LLVM::LLVMArrayType>(given) && isa<LLVM::LLVMArrayType>(wanted))
      areAlike =
          host.layout.getTypeSize(given) == host.layout.getTypeSize(wanted);
    if (!areAlike)
      return op.emitError("launches with a ")
             << given << " as parameter " << index << ", but the kernel has a "
             << wanted;
  }
  return success();
}

/// An array of pointers to the operands, as cuLaunchKernel takes it.
Value Launch::createParameters() {
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  Value parameters = alloca(LLVM::LLVMArrayType::get(pointer, operands.size()));
  for (auto [index, operand] : llvm::enumerate(operands)) {
    Value slot = alloca(operand.getType());
    LLVM::StoreOp::create(b, operand, slot);
    Value place = LLVM::GEPOp::create(
        b, pointer, pointer, parameters,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
    LLVM::StoreOp::create(b, slot, place);
  }
  return parameters;
}

/// How much of each may be read.
Value Launch::createParameterBytes() {
  SmallVector<int32_t> bytes;
  for (Value operand : operands)
    bytes.push_back(host.layout.getTypeSize(operand.getType()));
  return LLVM::AddressOfOp::create(b, host.getInts(bytes));
}

/// What a driver refuses, as far as the sizes are constants.
LogicalResult Launch::checkDims(StringRef what, DenseI32ArrayAttr compiled,
                                gpu::KernelDim3 dims) {
  if (!compiled)
    return success();
  Value values[] = {dims.x, dims.y, dims.z};
  for (int64_t i = 0; i < 3; ++i) {
    int64_t wanted = i < compiled.size() ? compiled[i] : 1;
    APInt given;
    if (matchPattern(values[i], m_ConstantInt(&given)) &&
        given.getSExtValue() != wanted)
      return op.emitError("launches ")
             << what << " of " << given.getSExtValue() << " along "
             << "xyz"[i] << ", but the kernel is compiled for " << wanted;
  }
  return success();
}

LogicalResult Launch::lower() {
  if (failed(checkDims("blocks", kernel.blockDim,
                       op.getBlockSizeOperandValues())) ||
      (op.hasClusterSize() &&
       failed(checkDims("clusters", kernel.clusterDim,
                        op.getClusterSizeOperandValues()))))
    return failure();
  for (Value operand : op.getKernelOperands())
    if (failed(addOperand(operand)))
      return failure();
  if (failed(checkOperands()))
    return failure();
  if (op.getAsyncObject())
    return op.emitError("must launch without a stream in the simulator");

  StringRef name = op.getKernelName().getValue();
  arguments.push_back(LLVM::AddressOfOp::create(b, host.getString(name)));
  arguments.push_back(LLVM::AddressOfOp::create(b, kernel.function));
  addDims(op.getGridSizeOperandValues());
  if (op.hasClusterSize()) {
    addDims(op.getClusterSizeOperandValues());
  } else if (kernel.clusterDim) {
    // The kernel's own, as a driver has it.
    for (int64_t i = 0; i < 3; ++i)
      arguments.push_back(LLVM::ConstantOp::create(
          b, b.getI64IntegerAttr(
                 i < kernel.clusterDim.size() ? kernel.clusterDim[i] : 1)));
  } else {
    Value one = LLVM::ConstantOp::create(b, b.getI64IntegerAttr(1));
    arguments.append(3, one);
  }
  addDims(op.getBlockSizeOperandValues());
  Value shared = i32(kernel.staticSharedBytes);
  if (Value dynamic = op.getDynamicSharedMemorySize())
    shared = LLVM::AddOp::create(b, dynamic, shared);
  arguments.push_back(shared);
  arguments.push_back(i32(kernel.ctasPerSM));
  arguments.push_back(createParameters());
  arguments.push_back(i32(operands.size()));
  arguments.push_back(createParameterBytes());

  SmallVector<Type> types;
  for (Value argument : arguments)
    types.push_back(argument.getType());
  FailureOr<LLVM::LLVMFuncOp> callee =
      host.declare(op, "autotuneSimLaunch",
                   LLVM::LLVMFunctionType::get(
                       LLVM::LLVMVoidType::get(b.getContext()), types));
  if (failed(callee))
    return failure();
  LLVM::CallOp::create(b, *callee, arguments);
  if (Value token = op.getAsyncToken()) {
    auto wait =
        gpu::WaitOp::create(b, token.getType(), op.getAsyncDependencies());
    token.replaceAllUsesWith(wait.getAsyncToken());
  }
  op.erase();
  return success();
}

LogicalResult
simulator::lowerLaunches(HostModule &host,
                         const llvm::StringMap<HostKernel> &kernels) {
  SmallVector<gpu::LaunchFuncOp> launches;
  host.module.walk([&](gpu::LaunchFuncOp op) { launches.push_back(op); });
  for (gpu::LaunchFuncOp op : launches) {
    std::string name;
    llvm::raw_string_ostream(name) << op.getKernel();
    auto it = kernels.find(name);
    if (it == kernels.end())
      return op.emitError("needs its kernel lowered first "
                          "(convert-tile-to-nvvm): ")
             << op.getKernel() << " is not an llvm.func";
    if (failed(Launch(host, op, it->second).lower()))
      return failure();
  }
  return success();
}

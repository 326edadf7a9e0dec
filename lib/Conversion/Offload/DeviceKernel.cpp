//===- DeviceKernel.cpp - A kernel that is made of host code --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels take addresses and numbers, and no memrefs: indices of device code
// have 32 bits, and an offset into a buffer may need more.
//
//===----------------------------------------------------------------------===//

#include "DeviceKernel.h"
#include "HostBuffers.h"

#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/Analysis/RuntimeCalls.h"
#include "mlir-autotune/Backends/NVVM/KernelMath.h"
#include "mlir-autotune/Backends/NVVM/KernelTarget.h"
#include "mlir-autotune/Kernels/DeviceElements.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::offload;

int64_t offload::getArenaBytes(MemRefType type) {
  constexpr int64_t kAlignment = 256;
  return llvm::alignTo(std::max<int64_t>(type.getNumElements(), 1) *
                           getMemoryBytes(type.getElementType()),
                       kAlignment);
}

Value offload::createPointer(ImplicitLocOpBuilder &b, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(b, memref);
  auto [strides, offset] = type.getStridesAndOffset();
  if (offset != 0) {
    Value elements =
        ShapedType::isDynamic(offset)
            ? memref::ExtractStridedMetadataOp::create(b, memref).getOffset()
            : arith::ConstantIndexOp::create(b, offset).getResult();
    int64_t bytes = getMemoryBytes(type.getElementType());
    Value ahead = arith::MulIOp::create(
        b, elements, arith::ConstantIndexOp::create(b, bytes));
    address = arith::AddIOp::create(b, address, ahead);
  }
  Value number = arith::IndexCastOp::create(b, b.getI64Type(), address);
  return LLVM::IntToPtrOp::create(b, LLVM::LLVMPointerType::get(b.getContext()),
                                  number);
}

DeviceKernel::DeviceKernel(KernelModule &module, Operation *source,
                           int64_t threads)
    : device(source->getLoc(), source->getContext()),
      host(source->getLoc(), source), module(module), source(source),
      threads(threads) {
  device.setInsertionPointToEnd(module.module.getBody());
  kernel =
      gpu::GPUFuncOp::create(device, "kernel", device.getFunctionType({}, {}));
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  device.getUnitAttr());
  kernel.setKnownBlockSizeAttr(
      device.getDenseI32ArrayAttr({int32_t(threads), 1, 1}));
  device.setInsertionPointToEnd(&kernel.getBody().front());
}

Value DeviceKernel::addParameter(Value hostValue) {
  operands.push_back(hostValue);
  return kernel.getBody().front().addArgument(hostValue.getType(),
                                              hostValue.getLoc());
}

Value DeviceKernel::addIndexParameter(Value hostIndex) {
  Value wide = arith::IndexCastOp::create(host, host.getI64Type(), hostIndex);
  Value parameter = addParameter(wide);
  OpBuilder::InsertionGuard guard(device);
  device.setInsertionPointToStart(&kernel.getBody().front());
  return arith::IndexCastOp::create(device, device.getIndexType(), parameter);
}

Value DeviceKernel::materialize(OpFoldResult value) {
  return getValueOrCreateConstantIndexOp(device, device.getLoc(), value);
}

OpFoldResult DeviceKernel::get(OpFoldResult size) {
  if (isa<Attribute>(size))
    return size;
  return OpFoldResult(get(cast<Value>(size)));
}

/// Whether a kernel may compute the result itself, instead of taking it as a
/// parameter.
static bool isCopied(Operation *op) {
  return op->getNumRegions() == 0 && op->getNumResults() == 1 &&
         (isPure(op) || isa<memref::LoadOp>(op));
}

/// Whether the value is read from memory, directly or behind arithmetic.
static bool isRead(Value value) {
  SmallVector<Value> worklist = {value};
  llvm::DenseSet<Operation *> seen;
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val().getDefiningOp();
    if (!op || !isCopied(op) || isa<memref::DimOp>(op) ||
        !seen.insert(op).second)
      continue;
    auto load = dyn_cast<memref::LoadOp>(op);
    if (load && !isOnHost(load.getMemref()))
      return true;
    if (!load)
      llvm::append_range(worklist, op->getOperands());
  }
  return false;
}

Value DeviceKernel::get(Value value) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Value result;
  {
    OpBuilder::InsertionGuard guard(device);
    device.setInsertionPointToStart(&kernel.getBody().front());
    Attribute constant;
    if (matchPattern(value, m_Constant(&constant))) {
      result = device.clone(*value.getDefiningOp())->getResult(0);
    } else if (value.getType().isIndex() && !isRead(value)) {
      result = addIndexParameter(value);
    } else if (value.getType().isIntOrFloat() && !isRead(value) &&
               LLVM::isCompatibleType(value.getType())) {
      result = addParameter(value);
    }
  }
  if (result) {
    mapping.map(value, result);
    return result;
  }
  Operation *op = value.getDefiningOp();
  if (op && isRead(value)) {
    OpBuilder::InsertionGuard guard(device);
    device.setInsertionPointToStart(&kernel.getBody().front());
    return succeeded(copy(op)) ? mapping.lookup(value) : Value();
  }
  source->emitError("can't run on the GPU: it takes a value of type ")
      << value.getType();
  return nullptr;
}

const DeviceBuffer &DeviceKernel::getBuffer(Value memref) {
  auto [it, isNew] = buffers.try_emplace(memref);
  if (!isNew)
    return it->second;
  DeviceBuffer buffer;
  buffer.type = cast<MemRefType>(memref.getType());
  buffer.pointer = addParameter(createPointer(host, memref));
  auto [strides, offset] = buffer.type.getStridesAndOffset();
  memref::ExtractStridedMetadataOp metadata;
  auto add = [&](SmallVector<OpFoldResult> &to, int64_t known, bool isSize,
                 int64_t dim) {
    if (!ShapedType::isDynamic(known)) {
      to.push_back(device.getIndexAttr(known));
      return;
    }
    if (!metadata)
      metadata = memref::ExtractStridedMetadataOp::create(host, memref);
    to.push_back(addIndexParameter(isSize ? metadata.getSizes()[dim]
                                          : metadata.getStrides()[dim]));
  };
  for (int64_t dim = 0, rank = buffer.type.getRank(); dim < rank; ++dim) {
    add(buffer.sizes, buffer.type.getDimSize(dim), /*isSize=*/true, dim);
    add(buffer.strides, strides[dim], /*isSize=*/false, dim);
  }
  return buffers[memref] = buffer;
}

std::pair<Value, Type> DeviceKernel::getAddress(Value memref,
                                                ValueRange indices) {
  const DeviceBuffer buffer = getBuffer(memref);
  Type type = getMemoryType(buffer.type.getElementType());
  Type i64 = device.getI64Type();
  Value offset;
  for (auto [index, stride] : llvm::zip_equal(indices, buffer.strides)) {
    std::optional<int64_t> known = getConstantIntValue(stride);
    if (known == 0 || getConstantIntValue(index) == 0)
      continue;
    Value term = arith::IndexCastOp::create(device, i64, index);
    if (known != 1) {
      Value factor =
          known ? arith::ConstantIntOp::create(device, *known, 64).getResult()
                : arith::IndexCastOp::create(device, i64, cast<Value>(stride))
                      .getResult();
      term = arith::MulIOp::create(device, term, factor);
    }
    offset =
        offset ? arith::AddIOp::create(device, offset, term).getResult() : term;
  }
  if (!offset)
    return {buffer.pointer, type};
  return {LLVM::GEPOp::create(device, buffer.pointer.getType(), type,
                              buffer.pointer, ValueRange{offset}),
          type};
}

Value DeviceKernel::load(Value memref, ValueRange indices) {
  auto [address, type] = getAddress(memref, indices);
  Value loaded = LLVM::LoadOp::create(device, type, address);
  return fromMemory(device, loaded,
                    cast<MemRefType>(memref.getType()).getElementType());
}

void DeviceKernel::store(Value element, Value memref, ValueRange indices) {
  auto [address, type] = getAddress(memref, indices);
  LLVM::StoreOp::create(device, toMemory(device, element), address);
}

LogicalResult DeviceKernel::copyBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(copy(&op)))
      return failure();
  return success();
}

LogicalResult DeviceKernel::copyRegions(Operation *from, Operation *to) {
  for (auto [source, copied] :
       llvm::zip_equal(from->getRegions(), to->getRegions())) {
    if (source.empty())
      continue;
    if (!source.hasOneBlock())
      return from->emitError("can't run on the GPU: it has branches");
    OpBuilder::InsertionGuard guard(device);
    Block &block = source.front();
    SmallVector<Location> locs(block.getNumArguments(), from->getLoc());
    Block *body =
        device.createBlock(&copied, {}, block.getArgumentTypes(), locs);
    mapping.map(block.getArguments(), body->getArguments());
    if (failed(copyBlock(block)) || failed(copy(block.getTerminator())))
      return failure();
  }
  return success();
}

LogicalResult DeviceKernel::copy(Operation *op) {
  auto getAll = [&](ValueRange values, SmallVector<Value> &to) {
    for (Value value : values) {
      Value known = get(value);
      if (!known)
        return failure();
      to.push_back(known);
    }
    return success();
  };
  SmallVector<Value> operands;
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    mapping.map(index.getResult(), loops[index.getDim()]);
    return success();
  }
  if (auto read = dyn_cast<memref::LoadOp>(op)) {
    if (failed(getAll(read.getIndices(), operands)))
      return failure();
    mapping.map(read.getResult(), load(read.getMemref(), operands));
    return success();
  }
  if (auto write = dyn_cast<memref::StoreOp>(op)) {
    Value element = get(write.getValueToStore());
    if (!element || failed(getAll(write.getIndices(), operands)))
      return failure();
    store(element, write.getMemref(), operands);
    return success();
  }
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    if (std::optional<int64_t> number = dim.getConstantIndex()) {
      DeviceBuffer buffer = getBuffer(dim.getSource());
      mapping.map(dim.getResult(), materialize(buffer.sizes[*number]));
      return success();
    }
  }
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    if (failed(getAll(apply.getMapOperands(), operands)))
      return failure();
    auto expanded = affine::expandAffineMap(device, op->getLoc(),
                                            apply.getAffineMap(), operands);
    if (!expanded)
      return failure();
    mapping.map(apply.getResult(), expanded->front());
    return success();
  }
  if (!isa<cf::AssertOp>(op) && !isa<scf::SCFDialect>(op->getDialect()) &&
      !isMemoryEffectFree(op))
    return op->emitError("can't run on the GPU");
  if (failed(getAll(op->getOperands(), operands)))
    return failure();
  Operation *copied = device.insert(op->cloneWithoutRegions());
  copied->setOperands(operands);
  mapping.map(op->getResults(), copied->getResults());
  return copyRegions(op, copied);
}

Value DeviceKernel::createThreadNumber(Type type) {
  Value cta = gpu::BlockIdOp::create(device, gpu::Dimension::x);
  Value thread = gpu::ThreadIdOp::create(device, gpu::Dimension::x);
  Value size = arith::ConstantIndexOp::create(device, threads);
  auto cast = [&](Value value) -> Value {
    return type.isIndex()
               ? value
               : arith::IndexCastOp::create(device, type, value).getResult();
  };
  return arith::AddIOp::create(
      device, arith::MulIOp::create(device, cast(cta), cast(size)),
      cast(thread));
}

LogicalResult DeviceKernel::launch(Value ctas) {
  device.setInsertionPointToEnd(&kernel.getBody().front());
  gpu::ReturnOp::create(device);
  if (module.waits) {
    // In front of the loads that get() has put at the start.
    device.setInsertionPointToStart(&kernel.getBody().front());
    createWaitForPrevious(device, device.getLoc());
  }
  kernel.setFunctionType(
      device.getFunctionType(kernel.getBody().front().getArgumentTypes(), {}));
  if (failed(expandElementMath(kernel)) || failed(lowerElementMath(kernel))) {
    kernel.erase();
    return source->emitError("can't run on the GPU: no kernel computes its "
                             "elements");
  }
  gpu::GPUFuncOp unified = unifyKernel(module.byText, kernel, "rest");
  Value one = arith::ConstantIndexOp::create(host, 1);
  Value size = arith::ConstantIndexOp::create(host, threads);
  auto program = source->getParentOfType<ModuleOp>();
  Value token = createStreamToken(host, program);
  if (module.waits)
    createDependent(host, program);
  gpu::LaunchFuncOp::create(host, unified, gpu::KernelDim3{ctas, one, one},
                            gpu::KernelDim3{size, one, one},
                            /*dynamicSharedMemorySize=*/Value(), operands,
                            token.getType(), ValueRange{token});
  return success();
}

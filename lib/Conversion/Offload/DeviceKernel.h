//===- DeviceKernel.h - A kernel that is made of host code ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_CONVERSION_OFFLOAD_DEVICEKERNEL_H
#define MLIR_AUTOTUNE_LIB_CONVERSION_OFFLOAD_DEVICEKERNEL_H

#include "mlir-autotune/Kernels/DeviceElements.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::autotune::offload {

/// The gpu.module of the kernels, in which equal kernels are one.
struct KernelModule {
  gpu::GPUModuleOp module;
  /// Whether kernels wait for earlier ones themselves.
  bool waits = false;
  KernelsByText byText = {};
};

/// A memref as a kernel sees it: an address, and how far elements are apart.
struct DeviceBuffer {
  /// !llvm.ptr of the first element.
  Value pointer;
  /// Sizes and strides, in elements, of type index. Constants where the
  /// memref's type has them.
  SmallVector<OpFoldResult> sizes, strides;
  MemRefType type;
};

/// Copies host code into a kernel, and launches the kernel in its place. Values
/// that the code takes from outside become parameters: memrefs as addresses,
/// with those sizes and strides that are not in their types. The kernel itself
/// loads what the host would load from device memory: the caller sees to it
/// that nobody overwrites that.
///
/// Operations that can't be in a kernel are reported at their location.
class DeviceKernel {
public:
  /// The kernel takes the place of `source`, which the caller erases, and has
  /// CTAs of `threads` threads.
  DeviceKernel(KernelModule &module, Operation *source, int64_t threads);

  /// Builds at the end of the kernel, and before `source`.
  ImplicitLocOpBuilder device, host;

  /// The kernel's value for a value of the host. Null, and an error, if a
  /// kernel can't have it.
  Value get(Value value);
  /// The same of a size: a constant stays one.
  OpFoldResult get(OpFoldResult size);
  const DeviceBuffer &getBuffer(Value memref);
  Value materialize(OpFoldResult value);

  /// Element access of a memref of the host, with the kernel's indices.
  Value load(Value memref, ValueRange indices);
  void store(Value element, Value memref, ValueRange indices);
  /// The address of an element, and the type of it in memory.
  std::pair<Value, Type> getAddress(Value memref, ValueRange indices);

  /// Makes `value` stand for a value of the copied code.
  void map(Value from, Value to) { mapping.map(from, to); }
  /// The number of the loop for each linalg.index.
  void setLoops(ValueRange indices) {
    loops.assign(indices.begin(), indices.end());
  }
  /// Copies the operations of a block but its terminator.
  LogicalResult copyBlock(Block &block);
  LogicalResult copy(Operation *op);

  /// The number of the thread in the grid.
  Value createThreadNumber(Type type);
  /// Ends the kernel, and launches it with `ctas` CTAs (host, index).
  LogicalResult launch(Value ctas);
  /// Forgets the kernel, after an error.
  void abandon() { kernel.erase(); }

private:
  Value addParameter(Value hostValue);
  Value addIndexParameter(Value hostIndex);
  LogicalResult copyRegions(Operation *from, Operation *to);

  KernelModule &module;
  Operation *source;
  int64_t threads;
  gpu::GPUFuncOp kernel;
  IRMapping mapping;
  llvm::DenseMap<Value, DeviceBuffer> buffers;
  SmallVector<Value> loops, operands;
};

/// The bytes from a buffer of known size to the next one in an arena. They are
/// a multiple of 256, to which the driver aligns allocations.
int64_t getArenaBytes(MemRefType type);

/// An address as a kernel takes it (host).
Value createPointer(ImplicitLocOpBuilder &b, Value memref);

} // namespace mlir::autotune::offload

#endif // MLIR_AUTOTUNE_LIB_CONVERSION_OFFLOAD_DEVICEKERNEL_H

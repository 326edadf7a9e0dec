//===- RunLowering.cpp - Launches of kernels that take addresses ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "mlir-autotune/Analysis/Aliasing.h"
#include "mlir-autotune/Analysis/RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::offload;

/// Whether a buffer starts where an allocation or a global does, at a multiple
/// of 256 bytes.
static bool isAllocated(Value memref) {
  while (isa_and_nonnull<memref::ExpandShapeOp, memref::CollapseShapeOp,
                         memref::CastOp>(memref.getDefiningOp()))
    memref = memref.getDefiningOp()->getOperand(0);
  return isAllocation(memref) || memref.getDefiningOp<memref::GetGlobalOp>();
}

/// The end of the program, if the caller's buffer is not aligned.
static void assertAlignment(ImplicitLocOpBuilder &b, Value pointer,
                            int64_t alignment) {
  Value address = LLVM::PtrToIntOp::create(b, b.getI64Type(), pointer);
  Value rest = arith::AndIOp::create(
      b, address, arith::ConstantIntOp::create(b, alignment - 1, 64));
  Value isAligned =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rest,
                            arith::ConstantIntOp::create(b, 0, 64));
  cf::AssertOp::create(b, isAligned,
                       "a buffer must be aligned to " +
                           std::to_string(alignment) + " bytes");
}

/// Whether the kernel waits itself for earlier ones, at its start.
static bool waitsForPrevious(tile::RunOp op) {
  auto kernel =
      SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(op, op.getKernel());
  return kernel &&
         llvm::any_of(kernel.getBody().front().getOps<NVVM::GriddepcontrolOp>(),
                      [](NVVM::GriddepcontrolOp wait) {
                        return wait.getKind() == NVVM::GridDepActionKind::wait;
                      });
}

LogicalResult offload::lowerRun(tile::RunOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  SmallVector<Value> operands;
  for (auto [operand, alignment] :
       llvm::zip_equal(op->getOperands(), op.getAlignments())) {
    if (isa<TensorType>(operand.getType()))
      return op.emitOpError("must be bufferized before it is lowered");
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type) {
      operands.push_back(
          operand.getType().isIndex()
              ? arith::IndexCastOp::create(b, b.getI64Type(), operand)
                    .getResult()
              : operand);
      continue;
    }
    if (!type.getLayout().isIdentity())
      return op.emitOpError("needs whole buffers, not ") << type;
    operands.push_back(createPointer(b, operand));
    if (alignment > 1 && !isAllocated(operand))
      assertAlignment(b, operands.back(), alignment);
  }
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  auto module = op->getParentOfType<ModuleOp>();
  Value token = createStreamToken(b, module);
  if (waitsForPrevious(op))
    createDependent(b, module);
  Value sharedMemory;
  if (int64_t bytes = op.getSharedMemory())
    sharedMemory = arith::ConstantIntOp::create(b, bytes, 32);
  gpu::LaunchFuncOp::create(
      b, op.getKernel(),
      gpu::KernelDim3{constant(op.getCtas()), constant(1), constant(1)},
      gpu::KernelDim3{constant(op.getThreads()), constant(1), constant(1)},
      sharedMemory, operands, token.getType(), ValueRange{token});
  op.erase();
  return success();
}

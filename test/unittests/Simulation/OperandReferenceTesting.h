//===- OperandReferenceTesting.h - A kernel of whole operands ---*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_TEST_SIMULATION_OPERANDREFERENCETESTING_H
#define AUTOTUNE_TEST_SIMULATION_OPERANDREFERENCETESTING_H

#include "mlir-autotune/Backends/NVVM/KernelTarget.h"
#include "mlir-autotune/Simulation/HostKernel.h"
#include "mlir-autotune/Tuning/KernelCompiler.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"
#include "gtest/gtest.h"

namespace mlir::autotune {

/// The kernel that the runner compares candidates for a problem of rows or an
/// attention with. Its parameters are the addresses of `op`'s operands. `build`
/// makes its function.
inline std::unique_ptr<HostKernel> createOperandReference(
    Operation *op, int64_t ctas, int64_t threads,
    llvm::function_ref<FailureOr<gpu::GPUFuncOp>(OpBuilder &)> build) {
  MLIRContext *context = op->getContext();
  OwningOpRef<ModuleOp> kernels = ModuleOp::create(UnknownLoc::get(context));
  OpBuilder b(kernels->getBodyRegion());
  auto gpuModule = gpu::GPUModuleOp::create(b, kernels->getLoc(), "kernels");
  b.setInsertionPointToStart(gpuModule.getBody());
  auto function = *build(b);
  tile::KernelABI abi;
  abi.ctas = ctas;
  abi.threads = threads;
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    abi.params.emplace_back().operand = i;
  function->setAttr(tile::kKernelABIAttrName,
                    tile::getKernelABIAttr(abi, context));
  EXPECT_TRUE(succeeded(finishRowKernel(function, "sm_90a")));
  return cantFail(HostKernel::create(*kernels));
}

} // namespace mlir::autotune

#endif // AUTOTUNE_TEST_SIMULATION_OPERANDREFERENCETESTING_H

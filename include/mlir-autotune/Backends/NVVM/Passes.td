//===- Passes.td - From tile kernels to NVVM ---------------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_BACKENDS_NVVM_PASSES_TD
#define MLIR_AUTOTUNE_BACKENDS_NVVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTileToNVVM : Pass<"convert-tile-to-nvvm"> {
  let summary = "Lower tile kernels to NVVM";
  let description = [{
    Turns each `tile.kernel` into an `llvm.func` of scf, arith, llvm and nvvm operations:

    - rings become mbarriers and TMA loads;
    - products become wgmma;
    - roles become branches with `setmaxnreg`;
    - fragments become registers.

    The function carries the attribute `tile.abi`: its parameters, grid, threads and shared memory.
    `convert-tile-launch-to-gpu` and the bundle writer launch it from that attribute.

    The lowering has one file per concern, and lays out shared memory before it lowers anything.

    Rejected: a single greedy pattern set. The lowering of a load depends on the whole kernel (its
    ring's place, the cluster, the roles before its own), not on the operations next to it.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::gpu::GPUDialect"];
}

#endif // MLIR_AUTOTUNE_BACKENDS_NVVM_PASSES_TD

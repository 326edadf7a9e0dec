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
    This pass turns each `tile.kernel` into an `llvm.func`. The function's operations are of the
    dialects scf, arith, llvm and nvvm. The parts of a kernel become:

    | part | kernels of warpgroups (sm_90a) | grids of warps (sm_80 and later) |
    | --- | --- | --- |
    | rings | mbarriers and TMA loads | mbarriers and `cp.async` |
    | products | `wgmma` | `mma.sync` |
    | roles | branches, with `setmaxnreg` | branches |
    | fragments | registers | registers |

    The function's attribute `tile.abi` describes a launch: parameters, grid, threads and shared
    memory. `convert-tile-launch-to-gpu` and the bundle writer read it.

    The pass decides where everything in shared memory lies before it lowers any operation. One
    greedy set of patterns could not do this: how a load is lowered depends on the whole kernel
    (where its ring lies, the cluster, the roles before its own), and not only on the operations
    next to it.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::gpu::GPUDialect"];
}

#endif // MLIR_AUTOTUNE_BACKENDS_NVVM_PASSES_TD

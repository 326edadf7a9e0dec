//===- Passes.td - Conversion passes -----------------------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_CONVERSION_PASSES_TD
#define MLIR_AUTOTUNE_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTileToNVVM : Pass<"convert-tile-to-nvvm"> {
  let summary = "Lower tile kernels to NVVM for Hopper";
  let description = [{
    Turns each `tile.kernel` into an `llvm.func` of scf, arith, llvm and nvvm
    operations: rings become mbarriers and TMA loads, products wgmma, roles
    branches with `setmaxnreg`, fragments registers. The function carries
    `tile.abi`: its parameters, grid, threads and shared memory, from which
    `convert-tile-launch-to-gpu` and the bundle's writer launch it.

    One file for each concern, and the layout of shared memory decided before
    any of it is lowered. A single greedy pattern set was rejected: what a load
    becomes depends on the whole kernel (its ring's place, the cluster, the
    roles before its own), not on the operations next to it.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::scf::SCFDialect", "::mlir::gpu::GPUDialect"];
}

def ConvertTileLaunchToGPU : Pass<"convert-tile-launch-to-gpu",
                                  "::mlir::ModuleOp"> {
  let summary = "Lower tile.launch to gpu.launch_func";
  let description = [{
    Launches each kernel that `convert-tile-to-nvvm` lowered: tensor maps are
    encoded at run time, for the matrices at hand, by
    `mgpuAutotuneTensorMapEncode2D` of the runtime; the grid follows from the
    sizes. Matrices without elements launch nothing.

    What a kernel takes for granted (sizes that fit 32 bits, addresses and rows
    that are aligned for TMA or wide stores, a step of K for each CTA that
    shares it) is an error here where types show that it doesn't hold, and a
    `cf.assert` before the launch where they don't tell. Leaving it to the
    driver was rejected: it sees what it makes tensor maps of, and nothing else.

    With `buffers=host` the memrefs live in host memory, and each launch copies
    its operands to the device and its outputs back: slow, and right for every
    program that upstream's host code runs. With `buffers=device` they are
    device pointers already.

    `buffers=host` refuses memrefs that are a part of a buffer (any layout but
    the identity, so strided ones and subviews). A copy is one stretch of
    memory: of a part with gaps it would move the gaps too, and the copy back
    of an output would overwrite what the host, or another launch, has written
    there meanwhile. Packing rows before each launch was rejected: this option
    is for programs that run, not for speed, and the pack is the program's to
    place. `buffers=device` copies nothing and takes any strides that the
    kernel does.
  }];
  let options = [
    Option<"buffers", "buffers", "std::string", /*default=*/"\"host\"",
           "Where the operands of launches live: host or device.">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"];
}

#endif // MLIR_AUTOTUNE_CONVERSION_PASSES_TD

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
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::gpu::GPUDialect"];
}

def ConvertTileLaunchToGPU : Pass<"convert-tile-launch-to-gpu",
                                  "::mlir::ModuleOp"> {
  let summary = "Lower tile.launch to gpu.launch_func";
  let description = [{
    Launches each kernel that `convert-tile-to-nvvm` lowered: tensor maps are
    encoded at run time, for the matrices at hand, by
    `mgpuAutotuneTensorMapEncode2D` of the runtime, which keeps them for the next
    launch on the same matrices; the grid follows from the sizes. Matrices
    without elements launch nothing. A kernel that needs memory of its own gets
    it for the time of the launch from `mgpuAutotuneWorkspaceAcquire`, and
    `mgpuAutotuneWorkspaceRelease` takes it back. A kernel that could start
    before the one before it has ended is launched as any other.

    What a kernel takes for granted (sizes that fit 32 bits, addresses and rows
    that are aligned for TMA or wide stores, a step of K for each CTA that
    shares it) is an error here where types show that it doesn't hold, and a
    `cf.assert` before the launch where they don't tell. Leaving it to the
    driver was rejected: it sees what it makes tensor maps of, and nothing else.

    With `buffers=host` the memrefs live in host memory, and each launch copies
    its operands to the device and its outputs back: slow, and right for every
    program that upstream's host code runs and that gives no two names to what a
    launch writes. With `buffers=device` they are device pointers already, but
    for what is on the host's stack, as scalars that an epilogue reads: that is
    copied.

    Of a subview of a whole buffer `buffers=host` copies the buffer, once for
    all of them that are read, and once, there and back, for those that are
    written; of any other part of a buffer (any layout but the identity), such
    as a strided argument, the memory from its first element to its last, with
    what lies between its rows. No other thread of the host may write there
    meanwhile. Of several outputs, each must be a whole buffer or a subview of
    one: of others it is not known that they lie apart. Packing rows before each launch was rejected: this option
    is for programs that run, not for speed, and the pack is the program's to
    place. `buffers=device` takes any strides that the kernel does.
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

def ConvertKernelsToSimulator : Pass<"convert-kernels-to-simulator",
                                     "::mlir::ModuleOp"> {
  let summary = "Lower kernels to functions that run on the host";
  let description = [{
    Turns each kernel of a `gpu.module` (a `gpu.func`, or an `llvm.func` of arith,
    scf, llvm and nvvm operations, as `convert-tile-to-nvvm` makes it) into
    `llvm.func @<module>_<kernel>(!llvm.ptr)` of the surrounding module. It reads
    its parameters from an array of pointers, as `cuLaunchKernel` takes them; of
    a tensor map that is passed by value, the pointer itself. Everything that
    only a device has (special registers, barriers, TMA, wgmma, loads and stores
    other than of the thread's own memory, the few pieces of assembly that
    kernels use) becomes a call of the simulator's function for it, with a
    constant that names the operation and its location. Before each branch that
    closes a loop comes a call that counts, so that no kernel runs for ever. Each
    `gpu.launch_func` of such a kernel becomes a call of `autotuneSimLaunch`;
    indices and memrefs among its operands are passed as upstream's lowering of
    kernels takes them, in 32 bits.
    Whoever launches it otherwise adds the constant
    `@<module>_<kernel>_static_shared`, in bytes, to the dynamic shared memory.

    An operation that the simulator does not know is an error that names it.
    Passing it on to the host was rejected: it would fail there without a word
    of the kernel, or worse, mean something else.

    The pass first runs upstream's conversions to branches and NVVM, with
    indices of 32 bits, as a GPU's pipeline does. Interpreting the kernel as it
    is, operation by operation, was rejected: a compiled kernel runs a hundred
    times as fast, and what the host's compiler makes of its arithmetic is what
    the device's makes of it.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::memref::MemRefDialect"];
}

#endif // MLIR_AUTOTUNE_CONVERSION_PASSES_TD

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

def ConvertTileLaunchToGPU : Pass<"convert-tile-launch-to-gpu",
                                  "::mlir::ModuleOp"> {
  let summary = "Lower tile.launch to gpu.launch_func";
  let description = [{
    Launches each kernel that `convert-tile-to-nvvm` lowered.

    - Tensor maps are encoded at run time for the actual matrices. The runtime function
      `mgpuAutotuneTensorMapEncode2D` does that, and caches them for the next launch on the same
      matrices.
    - The grid follows from the sizes. Matrices without elements launch nothing.
    - A kernel that needs a workspace gets it from `mgpuAutotuneWorkspaceAcquire` for the time of
      the launch. `mgpuAutotuneWorkspaceRelease` takes it back.
    - A kernel that supports programmatic dependent launch is launched as a normal kernel.
    - A `tile.plan_row` calls `mgpuAutotunePlansAreOn`. If that returns another number than 0,
      `mgpuAutotunePlanRow` chooses the row, from a constant that describes the plan, the sizes, and
      the rows whose launches would not fail an assertion.
    - A `tile.call_library` asks `mgpuAutotuneLibraryReady` whether the library makes the call. If so,
      buffers are copied as for a launch, and `mgpuAutotuneLibraryCall` makes the call. If a kernel
      follows the call, `mgpuAutotuneLibraryReadyForSums` also asks for device memory for the sums.
      The sums are in a workspace, and the kernel is launched on the call's stream.

    A kernel has preconditions: sizes that fit 32 bits, addresses and rows that are aligned for TMA
    or wide stores, and a step of K for each CTA that shares it. If the types show that a
    precondition does not hold, it is an error here. If the types don't tell, the pass inserts a
    `cf.assert` before the launch. Leaving the checks to the driver was rejected: the driver only
    sees the matrices that have tensor maps.

    **`buffers=device`** says that memrefs are device pointers. Data on the host's stack, such as
    scalars that an epilogue reads, is still copied. The kernel decides which strides are legal.

    **`buffers=host`** says that memrefs are in host memory. Each launch allocates device memory,
    copies its operands there and its outputs back, and frees it. That is slow. Every program that
    runs as upstream's host code gives the right results, on one condition: if a launch writes some
    memory, no other operand of the launch is the same memory under another name. The option
    copies:

    - for a subview of a whole buffer: the buffer, once for all operands that are only read, and
      once in each direction for all that are written;
    - for any other part of a buffer (any layout but the identity), such as a strided argument: the
      memory from its first to its last element, including gaps between rows.

    No other thread of the host may write to that memory meanwhile. If there are several outputs,
    each must be a whole buffer or a subview of one. Other outputs might overlap.

    **`stream=own`** gives each launch a stream, for which the host waits. With **`stream=caller`**,
    launches are on the stream that `mgpuAutotuneStream` returns. Nobody waits for them. Their
    workspaces come from `mgpuAutotuneStreamWorkspace` and are not released.

    Rejected: packing rows before each launch. `buffers=host` is meant for programs that run, not
    for speed. The program can place a pack where it wants one.
  }];
  let options = [
    Option<"buffers", "buffers", "std::string", /*default=*/"\"host\"",
           "The memory of the operands of launches: host or device.">,
    Option<"stream", "stream", "std::string", /*default=*/"\"own\"",
           "The stream of a launch: own or caller.">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"];
}

def AutotuneOffload : Pass<"autotune-offload", "::mlir::ModuleOp"> {
  let summary = "Run on the GPU what is left of a function";
  let description = [{
    All memrefs are in device memory. This pass makes a kernel of each operation of functions that
    works on elements:

    - An operation of `linalg`, or a `memref.copy`, gets a thread for each element of its results. The
      thread runs the loops of reductions.
    - A loop or condition that only has elements and arithmetic in it, or a `memref.store`, gets one
      thread.

    An element that the host reads, and that only kernels use, is read by these kernels. If it may be
    overwritten before, another kernel first keeps it in a buffer of its own. Shape arithmetic, lists of
    sizes and control flow stay on the host. The kernels are in the `gpu.module` `@autotune_rest`.
    They take addresses, sizes and strides, and equal kernels are one.

    Launches are on the stream that `mgpuAutotuneStream` returns. Before a public function returns, it
    calls `mgpuAutotuneFinish`, which waits if the caller has given no stream.

    An operation that no kernel can do, such as a call in a loop, is an error at its location. So is an
    operation by which the host would access device memory.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"",
           "The target: a product or a chip. By default, the target in the IR.">,
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"];
}

def AutotuneKeepResults : Pass<"autotune-keep-results", "::mlir::ModuleOp"> {
  let summary = "Give results of functions that run once a place";
  let description = [{
    A function with the attribute `autotune.once` returns tensors that are the same in each call. This
    pass makes a `memref.global` for each of them. The function writes its results there, and its
    callers read them there. `autotune-plan-memory` puts the globals into device memory, and makes
    calls of the function depend on whether it has run.

    Arguments of the function must be arguments of the caller with the attribute `autotune.frozen`, and
    the same in all calls of one caller. The pass replaces that attribute by
    `bufferization.writable = false`, also where nothing runs once.

    Run it before bufferization. Rejected: a call that returns buffers. Bufferization would let the
    caller overwrite them, and the caller would free them.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect"];
}

def AutotuneReturnInPlace : Pass<"autotune-return-in-place",
                                 "::mlir::ModuleOp"> {
  let summary = "Let callers say where results go";
  let description = [{
    Each result of a public function that is a memref of known size becomes an argument, behind all
    others. If the result is a buffer that the function allocates, the argument takes its place.
    Otherwise the result is copied. Functions that are called in the module, and functions with a
    result of another type, stay as they are. If the function has the attribute
    `autotune.result_sizes` (`autotune-size-results`), memrefs of unknown sizes become arguments,
    too.

    Public functions also get the C interface of memref descriptors (`llvm.emit_c_interface`).

    Unlike upstream's `buffer-results-to-out-params`, the pass also finds the allocation behind a
    reshape.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::memref::MemRefDialect"];
}

def AutotunePlanMemory : Pass<"autotune-plan-memory", "::mlir::ModuleOp"> {
  let summary = "Take all memory of functions from the device";
  let description = [{
    - Buffers of known size, which a block allocates and whose uses are all in that block, become parts
      of an arena. Buffers that are never needed at the same time share bytes. The function gets its
      arena from `mgpuAutotuneArenaAcquire` when it is entered, and `mgpuAutotuneArenaRelease` takes
      it back.
    - Other buffers come from `mgpuAutotuneAllocate` and go to `mgpuAutotuneFree`, both in the order
      of the stream.
    - Constants are copied to the device by `mgpuAutotuneConstant`, once.
    - A function with the attribute `autotune.once` writes to memory of its own. Its callers get that
      from `mgpuAutotuneOnce`, which runs the function in the first call in each context, and when a
      buffer that it reads has another address than in the last call. What else the function needs is in
      no arena, so that it is given back.

    Lists of sizes, which only the host reads, stay on the host.
  }];
  let statistics = [
    Statistic<"arenaBytes", "arena-bytes", "Bytes of all arenas">,
    Statistic<"plannedBytes", "planned-bytes",
              "Bytes of all buffers in arenas">,
    Statistic<"keptBytes", "kept-bytes",
              "Bytes of results that are computed once">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect"];
}

def ConvertKernelsToSimulator : Pass<"convert-kernels-to-simulator",
                                     "::mlir::ModuleOp"> {
  let summary = "Lower kernels to functions that run on the host";
  let description = [{
    Turns each kernel of a `gpu.module` into `llvm.func @<module>_<kernel>(!llvm.ptr)` of the
    surrounding module. A kernel is a `gpu.func`, or an `llvm.func` of arith, scf, llvm and nvvm
    operations, as `convert-tile-to-nvvm` makes it.

    - The function reads its parameters from an array of pointers, in the format of
      `cuLaunchKernel`. For a tensor map that is passed by value, it takes the pointer itself.
    - Everything that only a device has becomes a call of a function of the simulator. These are
      special registers, barriers, TMA, wgmma, loads and stores other than to the thread's own
      memory, and the few pieces of assembly that kernels use. A constant argument names the
      operation and its location.
    - Before each branch that closes a loop, a call counts iterations, so that no kernel runs
      forever.
    - Each `gpu.launch_func` of such a kernel becomes a call of `autotuneSimLaunch`. Indices and
      memrefs among its operands are passed in 32 bits, as upstream's lowering of kernels expects.
    - Any other launcher must add the constant `@<module>_<kernel>_static_shared`, in bytes, to the
      dynamic shared memory.

    An operation that the simulator does not know is an error that names it. Passing it on to the
    host was rejected: it would fail there without naming the kernel, or mean something else.

    The pass first runs upstream's conversions to branches and NVVM, with indices of 32 bits, like
    a GPU's pipeline. Interpreting the kernel operation by operation was rejected. A compiled kernel
    runs a hundred times as fast, and the host's compiler treats its arithmetic as the device's
    compiler does.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

#endif // MLIR_AUTOTUNE_CONVERSION_PASSES_TD

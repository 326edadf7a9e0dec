//===- KernelPasses.td - Passes over modules of kernels ----*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TRANSFORMS_KERNELPASSES
#define MLIR_AUTOTUNE_TRANSFORMS_KERNELPASSES

include "mlir/Pass/PassBase.td"

def AutotuneSplitKernels : Pass<"autotune-split-kernels", "::mlir::ModuleOp"> {
  let summary = "Give each kernel a gpu.module of its own";
  let description = [{
    A kernel is a symbol in a `gpu.module` that an operation outside of all `gpu.module`s refers to.
    The first kernel of a `gpu.module` stays in it. Each other one moves to a new `gpu.module` with
    the same attributes, together with copies of the symbols that it refers to, such as shared
    memory. References to the kernels are updated.

    Passes that are nested in `gpu.module` then work on several kernels at the same time, and so does
    `autotune-kernels-to-binary`. `autotune-compile` runs both.
  }];
}

def AutotuneKernelsToBinary : Pass<"autotune-kernels-to-binary", "::mlir::ModuleOp"> {
  let summary = "Compile each gpu.module to a gpu.binary, several at the same time";
  let description = [{
    Does what `gpu-module-to-binary` does, by the same code of MLIR, for each `gpu.module` of the
    module in a thread of its own. The binaries come last in the module, in the order of the
    `gpu.module`s.
  }];
  let options = [
    Option<"format", "format", "std::string", /*default=*/"\"fatbin\"",
           "What a binary contains: isa (PTX), bin (machine code) or fatbin (both).">,
  ];
}

def AutotuneSimulateKernels : Pass<"autotune-simulate-kernels", "::mlir::ModuleOp"> {
  let summary = "Compile kernels for the simulator, and host code to LLVM";
  let description = [{
    Runs `convert-kernels-to-simulator`, and then the passes that lower host code, which are the
    same for all formats of `autotune-compile`. Kernels are done after the first of these passes,
    and are large. They lie in a module of their own until host code is lowered, so that no other
    pass has to visit them.
  }];
}

#endif // MLIR_AUTOTUNE_TRANSFORMS_KERNELPASSES

//===- HostPasses.td - The passes that lower host code -----*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TRANSFORMS_HOSTPASSES
#define MLIR_AUTOTUNE_TRANSFORMS_HOSTPASSES

include "mlir/Pass/PassBase.td"

def AutotuneFlattenModules : Pass<"autotune-flatten-modules", "::mlir::ModuleOp"> {
  let summary = "Make one module of a module and those inside of it";
  let description = [{
    LLVM IR has no modules in modules, and `mlir-translate` leaves out what is in
    one. This pass moves the operations of inner modules to the end of the outer
    one. A symbol keeps its name where no other has it; else it gets that of its
    module before it (`@f` of `@first` becomes `@first_f`), and its uses follow.
    The declaration of a function that is there, with the same type, goes; with
    another type it is an error. Attributes of inner modules are the outer one's
    where it has none of that name.

    `autotune-compile` runs it, behind `autotune-lower-matmul`, which looks up the
    targets of modules.
  }];
}

def AutotuneLowerTMTensor : Pass<"autotune-lower-tm-tensor"> {
  let summary = "Lower operations of torch-mlir's own to loops and to linalg";
  let description = [{
    The operations of the [tm_tensor dialect](dialects/tm_tensor.md) become loops
    of scf that carry tensors; `tm_tensor.attention` becomes two products with a
    softmax between them, which kernels may compute.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

def AutotuneLowerVectors : Pass<"autotune-lower-vectors"> {
  let summary = "Lower vector operations that upstream has patterns for alone";
  let description = [{
    `vector.multi_reduction`, `scan`, `mask` and others become operations that
    `convert-vector-to-llvm` knows.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::vector::VectorDialect"];
}

def AutotuneExpandTensorOps : Pass<"autotune-expand-tensor-ops"> {
  let summary = "Write what upstream can't bufferize as loops over elements";
  let description = [{
    `tensor.gather`, `scatter` and `bitcast`, `linalg.pack`, `unpack`, `softmax`
    and the transforms of Winograd, a `ub.poison` of a tensor and a
    `ml_program.global_load_const` become operations that `one-shot-bufferize`
    knows. It stands before that pass, in `autotune-compile` and in any pipeline
    of one's own.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

def AutotuneStructureLoops : Pass<"autotune-structure-loops", "::mlir::func::FuncOp"> {
  let summary = "Write loops of branches as loops of scf";
  let description = [{
    Upstream frees buffers in structured loops alone. This pass runs its
    `lift-cf-to-scf` on functions that have a loop of `cf.br`, and leaves all
    others as they are. It stands between bufferization, which knows such loops,
    and the freeing of buffers.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect"];
}

def AutotuneKeepDeallocations : Pass<"autotune-keep-deallocations"> {
  let summary = "Settle who frees the buffers that a program frees itself";
  let description = [{
    Upstream's ownership-based freeing of buffers refuses a `memref.dealloc` that
    is there already. This pass marks an allocation and the operations that free
    it as the program's own (`bufferization.manual_deallocation`) where the buffer
    is known by no other name: it is not returned, passed to blocks or loops,
    chosen from several, or stored. Any other `memref.dealloc` goes, and the
    buffer is freed where its owner ends.

    An argument of a public function is freed where the program says; if functions
    of the module call that function, it is an error.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def AutotuneLowerMath : Pass<"autotune-lower-math"> {
  let summary = "Prepare operations of math for their lowering to LLVM";
  let description = [{
    Upstream's conversion of math to LLVM has no intrinsic for some operations,
    and none for some types. Behind this pass, and `convert-math-to-funcs` for
    powers with integers, it takes all that are left, of floats of 16, 32 and 64
    bits, and of 8 bits in the types f8E4M3FN and f8E5M2, and of vectors of them:

    - floats of less than 32 bits are computed in f32 and rounded once;
    - `acosh`, `asinh`, `atanh`, `cbrt`, `erf`, `erfc`, `expm1` and `log1p` become
      calls of libm;
    - `isinf`, `isnormal`, `clampf` and `sincos` become other operations;
    - vectors of several dimensions become vectors of one;
    - conversions of these floats of 8 bits become arithmetic on their bits.

    Code in a `gpu.module` stays as it is.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::math::MathDialect",
    "::mlir::vector::VectorDialect"];
}

def AutotuneCheckHost : Pass<"autotune-check-host"> {
  let summary = "Check that all of the host's code can be lowered, or has been";
  let description = [{
    An error at the first operation of each kind that `autotune-compile` does not
    lower, which says what to do about it: before its lowering those of dialects
    that it knows nothing of, and those on tensors that have no form on buffers;
    with `lowered` whatever is not LLVM. Nothing changes.
  }];
  let options = [
    Option<"lowered", "lowered", "bool", /*default=*/"false",
           "Whether all must be LLVM.">,
  ];
}

def AutotuneResolveExpandShapes : Pass<"autotune-resolve-expand-shapes"> {
  let summary = "Write expand_shapes with several unknown sizes as casts";
  let description = [{
    Upstream's `expand-strided-metadata` (22.1) crashes on a `memref.expand_shape`
    that expands one dimension to two or more of unknown size, which is what the
    result of a matmul of collapsed dimensions becomes. This pass makes it a
    `memref.reinterpret_cast`. It stands before that pass, in `autotune-compile`
    and in any pipeline of one's own that lowers modules with unknown sizes.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect"];
}

def AutotuneCheckToolkit : Pass<"autotune-check-toolkit", "::mlir::ModuleOp"> {
  let summary = "Check that the CUDA Toolkit is where kernels are assembled";
  let description = [{
    An error where `gpu-module-to-binary` would not find what it needs for the
    module's kernels, with what to set: the folder in `CUDA_ROOT`, `CUDA_HOME` or
    `CUDA_PATH` (the first that is set) must be that of a CUDA Toolkit, and ptxas
    must be there or on `PATH`. Nothing changes. `autotune-compile` runs it.
  }];
  let options = [
    Option<"needsPtxas", "needs-ptxas", "bool", /*default=*/"true",
           "Whether kernels become machine code, and not only PTX.">,
  ];
}

def AutotuneCheckPacked : Pass<"autotune-check-packed"> {
  let summary = "Check that only kernels read integers of 4 bits";
  let description = [{
    Kernels take two integers of 4 bits from a byte (docs/prologues.md), and what
    upstream lowers has a byte for each. So an operation of linalg that is left,
    such as a matmul that no kernel serves, would read the wrong elements, and so
    would a kernel that is given a constant: each is an error. What a function
    without a product does with such integers is its own, as long as no kernel of
    the module reads any. Nothing changes.
    `autotune-compile` runs it, behind `autotune-lower-matmul`.
  }];
}

def AutotuneMakeSignless : Pass<"autotune-make-signless", "::mlir::ModuleOp"> {
  let summary = "Give functions integers without a sign of their own";
  let description = [{
    JAX writes unsigned integers, as bytes of images and keys of random numbers are,
    as `ui8` and `ui32`. Its lowering to linalg computes with signless ones, and
    leaves the types of functions, with `builtin.unrealized_conversion_cast` between.
    This pass makes the types of functions, calls and returns signless, and erases
    those casts. A caller's memory is the same. Where another operation has such
    types, nothing changes.

    `autotune-prepare` and `autotune-compile` begin with it.
  }];
}

#endif // MLIR_AUTOTUNE_TRANSFORMS_HOSTPASSES

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
  let summary = "Flatten nested modules into the outer module";
  let description = [{
    LLVM IR has no nested modules, and `mlir-translate` leaves out their contents. This pass moves
    the operations of inner modules to the end of the outer module.

    - A symbol keeps its name if no other symbol has it. Otherwise the name of its module is
      prepended (`@f` of `@first` becomes `@first_f`), and its uses are updated.
    - The declaration of a function that exists with the same type is erased. If the types differ,
      it is an error.
    - Attributes of an inner module move to the outer module unless it has one of that name.

    `autotune-compile` runs the pass after `autotune-lower-matmul`, which looks up the targets of
    modules.
  }];
}

def AutotuneLowerTMTensor : Pass<"autotune-lower-tm-tensor"> {
  let summary = "Lower torch-mlir's tm_tensor operations to loops and linalg";
  let description = [{
    The operations of the [tm_tensor dialect](dialects/tm_tensor.md) become loops of scf that
    carry tensors. `tm_tensor.attention` becomes two products with a softmax between them, which
    kernels may compute. A `problem.scan` outside of problems of rows becomes loops, too.

    With `keep-scans`, the scans that `autotune-form-rows` can make part of a problem stay.
    `autotune-prepare` keeps them, and `autotune-compile` lowers those that no kernel computes.
  }];
  let options = [
    Option<"keepScans", "keep-scans", "bool", /*default=*/"false",
           "Keep the scans that a problem of rows can have.">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

def AutotuneLowerVectors : Pass<"autotune-lower-vectors"> {
  let summary = "Lower vector operations for which upstream has patterns but no pass";
  let description = [{
    `vector.multi_reduction`, `scan`, `mask` and others become operations that
    `convert-vector-to-llvm` can convert.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::vector::VectorDialect"];
}

def AutotuneExpandTensorOps : Pass<"autotune-expand-tensor-ops"> {
  let summary = "Expand tensor operations that upstream can't bufferize";
  let description = [{
    This pass rewrites operations that `one-shot-bufferize` does not handle into operations that
    it handles:

    - `tensor.gather`, `scatter` and `bitcast`;
    - `linalg.pack`, `unpack`, `softmax` and the Winograd transforms;
    - a `ub.poison` of a tensor, and `ml_program.global_load_const`.

    Run it before `one-shot-bufferize`, as `autotune-compile` does. With `offload`, that runs it before
    kernels of rows are formed, too, so that a softmax is one of them.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

def AutotuneSplitOnce : Pass<"autotune-split-once", "::mlir::ModuleOp"> {
  let summary = "Move what is the same in each call to functions that run once";
  let description = [{
    An exported model computes masks, tables and other forms of its weights, which are the same in
    each call. This pass moves such operations of a function `@f` to a function `@f.once`, which has
    the attribute `autotune.once`. `@f` calls it. `autotune-keep-results` and `autotune-plan-memory`
    then see to it that it runs in the first call only.

    Arguments that are the same in each call have the attribute `autotune.frozen`: the buffer keeps
    its address and its elements. `@f.once` takes those that it needs. It runs again if one has
    another address than in the last call. A frozen argument of unknown size counts as any other
    argument.

    An operation can move if it has no effect, all its operands are constants, frozen arguments or
    results of such operations, and its results have known sizes. Views, fills of results, and scalars
    stay. So does a result for which less than `max-bytes` are left, or `max-frozen-bytes` if it
    depends on a frozen argument. A function without arguments stays as it is.

    A slice or permutation that a matmul's kernel reads stays, too: the kernel was built for its
    strides. So does a part of a frozen argument whose elements are next to each other, unless the
    kernel that reads it takes whole buffers (`tile.run`).

    With `costly`, an operation moves only if loading its result is cheaper than computing it again.
    Element-wise operations that only need constants, indices and simple arithmetic stay: fusion
    makes them part of the kernel that needs them. So do those behind costly operations whose results
    are larger than their operands. All other operations are costly: reductions, loops, gathers,
    concatenations, and functions such as `math.cos`.

    `autotune-compile=offload` runs the pass twice: with `costly` before fusion, and without it when
    all kernels are formed, for those that are the same in each call. The second run starts from the
    whole function: it first inlines what the first run has moved.

    Both runs are behind the formation of matmuls, so what a matmul's kernel computes of its operands
    stays in that kernel. A weight of 8 bits that is widened there is never kept as one of 16 bits,
    which would take twice the memory and the traffic.
  }];
  let options = [
    Option<"costly", "costly", "bool", /*default=*/"false",
           "Move only what is cheaper to load than to compute.">,
    Option<"maxBytes", "max-bytes", "int64_t", /*default=*/"64 << 20",
           "How many bytes of results a function may keep. The memory is not given back, so the "
           "default is small beside a GPU's memory. A mask of 8192 by 8192 booleans fits.">,
    Option<"maxFrozenBytes", "max-frozen-bytes", "int64_t", /*default=*/"int64_t(1) << 30",
           "The same for results that depend on frozen arguments. They are copies of weights, and the "
           "weights stay, too.">,
  ];
  let statistics = [
    Statistic<"numKept", "kept", "Results that are computed once">,
    Statistic<"keptBytes", "kept-bytes", "Bytes of these results">,
    Statistic<"keptFrozenBytes", "kept-frozen-bytes",
              "Bytes of those that depend on frozen arguments">,
  ];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

def AutotuneSizeResults : Pass<"autotune-size-results", "::mlir::ModuleOp"> {
  let summary = "Add functions that compute the sizes of results";
  let description = [{
    For a public function `@f` that returns tensors of unknown size, adds `@f.sizes`. It takes the
    same arguments, and returns the unknown sizes of all results, as values of type `index` in their
    order. `@f` gets the attribute `autotune.result_sizes = @f.sizes`. A caller can then allocate the
    results, and `autotune-return-in-place` lets it.

    `@f.sizes` only reads sizes of arguments, and has the asserts of `@f` on them. A function whose results have sizes that depend on
    elements stays as it is, and so does a function of several blocks.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
}

def AutotuneBufferize : Pass<"autotune-bufferize", "::mlir::ModuleOp"> {
  let summary = "Bufferize a module, with sound switches between tensors";
  let description = [{
    This pass turns tensors into memrefs as upstream's `one-shot-bufferize` does with
    `bufferize-function-boundaries`, `allow-return-allocs-from-loops` and
    `function-boundary-type-conversion=identity-layout-map`.

    The analysis of LLVM 22.1 does not know that the result of an `scf.index_switch` may be the
    buffer of a tensor that the switch yields. It writes to the one while the other is still read,
    and even to constants. The switches that [plans](../guide/unknown-sizes.md) become are such
    operations: two products of one shape would share one buffer. This pass tells the analysis about
    these aliases, then runs it.

    Rejected: a copy in each case of a switch (each product would be copied); a chain of `scf.if`,
    which upstream analyzes correctly (`convert-tile-launch-to-gpu` needs the switch).
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect"];
}

def AutotuneStructureLoops : Pass<"autotune-structure-loops", "::mlir::func::FuncOp"> {
  let summary = "Turn loops of branches into loops of scf";
  let description = [{
    Upstream frees buffers only in structured loops. This pass runs upstream's `lift-cf-to-scf` on
    functions that have a loop of `cf.br`, and leaves all other functions as they are. Run it after
    bufferization, which handles such loops, and before the pass that frees buffers.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect"];
}

def AutotuneKeepDeallocations : Pass<"autotune-keep-deallocations"> {
  let summary = "Decide who frees the buffers that a program frees itself";
  let description = [{
    Upstream's ownership-based buffer deallocation refuses a `memref.dealloc` that is already
    there. This pass marks an allocation and the operations that free it as the program's own
    (`bufferization.manual_deallocation`) if the buffer has no other name. A buffer has another
    name if it is returned, passed to blocks or loops, selected from several, or stored. Any other
    `memref.dealloc` is erased, and the buffer is freed at the end of the block that owns it.

    An argument of a public function is freed where the program frees it. If functions of the
    module call that function, it is an error.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def AutotuneLowerMath : Pass<"autotune-lower-math"> {
  let summary = "Rewrite math operations that upstream can't lower to LLVM";
  let description = [{
    Upstream's conversion of math to LLVM has no intrinsic for some operations, and none for some
    types. This pass rewrites those. Afterwards `convert-math-to-funcs` (for powers with integer
    exponents) and upstream's conversion can lower every math operation on floats of 16, 32 and 64
    bits, and on vectors of them. They can also lower operations on the types f8E4M3FN and f8E5M2,
    except `isnormal`. In detail:

    - Floats of less than 32 bits are computed in f32 and rounded once. `absf`, `copysign`, `fma`,
      `isfinite`, `isinf`, `isnan` and `isnormal` keep 16-bit types.
    - `acosh`, `asinh`, `atanh`, `cbrt`, `erf`, `erfc`, `expm1` and `log1p` become calls of libm.
    - `isinf`, `isnormal`, `clampf`, `sincos` and `ipowi` of indices become other operations.
    - Vectors of several dimensions become vectors of one dimension.
    - Conversions of 8-bit floats become arithmetic on their bits.

    Device code (`gpu.module`, `gpu.launch`) is left as it is: it has no libm. Operations on scalable
    vectors that would become calls are left too, for upstream's conversion to refuse.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::math::MathDialect",
    "::mlir::vector::VectorDialect"];
}

def AutotuneCheckHost : Pass<"autotune-check-host"> {
  let summary = "Check that the host code can be lowered, or was lowered";
  let description = [{
    Reports operations that `autotune-compile` does not lower. There is one error for each
    operation name, at the first such operation, and it says what to do. The pass does not change
    the IR.

    - Without `lowered`, run it before lowering. It reports operations of unknown dialects, and
      operations on tensors that cannot be bufferized.
    - With `lowered`, run it after lowering. It reports everything that cannot be translated to
      LLVM IR.
  }];
  let options = [
    Option<"lowered", "lowered", "bool", /*default=*/"false",
           "Require that everything is lowered already.">,
  ];
}

def AutotuneResolveExpandShapes : Pass<"autotune-resolve-expand-shapes"> {
  let summary = "Rewrite expand_shapes with several unknown sizes as casts";
  let description = [{
    Upstream's `expand-strided-metadata` (22.1) crashes on a `memref.expand_shape` that expands
    one dimension to two or more of unknown size. The result of a matmul of collapsed dimensions
    becomes such an operation. This pass rewrites it as a `memref.reinterpret_cast`. If you lower
    modules with unknown sizes, run it before `expand-strided-metadata`, as `autotune-compile`
    does.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect"];
}

def AutotuneCheckToolkit : Pass<"autotune-check-toolkit", "::mlir::ModuleOp"> {
  let summary = "Check that the CUDA Toolkit is found before kernels are assembled";
  let description = [{
    Reports an error if `gpu-module-to-binary` would not find what it needs for the module's
    kernels. The error says what to set. The first of `CUDA_ROOT`, `CUDA_HOME` and `CUDA_PATH`
    that is set must be the folder of a CUDA Toolkit. ptxas must be on `PATH` or in the `bin` of that
    folder, and the one on `PATH` is taken first. The same holds for fatbinary, if it is needed.
    `docs/reference/environment.md` has the whole order.
    The pass does not change the IR. `autotune-compile` runs it.
  }];
  let options = [
    Option<"needsPtxas", "needs-ptxas", "bool", /*default=*/"true",
           "Require ptxas: kernels become machine code, not only PTX.">,
    Option<"needsFatbinary", "needs-fatbinary", "bool", /*default=*/"false",
           "Require fatbinary: kernels become fat binaries.">,
  ];
}

def AutotuneCheckPacked : Pass<"autotune-check-packed"> {
  let summary = "Check that only kernels read 4-bit integers";
  let description = [{
    Kernels read two 4-bit integers from each byte (docs/reference/prologues.md). Code that upstream lowers
    stores each in a byte of its own. Two cases would therefore read the wrong elements, and each
    is an error:

    - a linalg operation that reads 4-bit integers and is left, such as a matmul without a kernel;
    - a kernel that reads a constant of 4-bit integers.

    A function without a product may use such integers freely, unless a kernel of the module reads
    any. The pass does not change the IR. `autotune-compile` runs it after `autotune-lower-matmul`.
  }];
}

def AutotuneMakeSignless : Pass<"autotune-make-signless", "::mlir::ModuleOp"> {
  let summary = "Replace signed and unsigned integers in functions' types by signless ones";
  let description = [{
    JAX writes unsigned integers, such as the bytes of images or the keys of random numbers, as
    `ui8` and `ui32`. Its lowering to linalg computes with signless integers, but leaves the types
    of functions as they are, with `builtin.unrealized_conversion_cast` in between. This pass makes
    the types of functions, calls and returns signless, and erases those casts. Nothing changes for
    callers, since the memory is the same. If any other operation has such types, the module is
    left as it is.

    `autotune-prepare` and `autotune-compile` begin with this pass.
  }];
}

#endif // MLIR_AUTOTUNE_TRANSFORMS_HOSTPASSES

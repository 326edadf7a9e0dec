//===- ProblemPasses.td - The passes on problems -----------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TRANSFORMS_PROBLEMPASSES
#define MLIR_AUTOTUNE_TRANSFORMS_PROBLEMPASSES

include "mlir/Pass/PassBase.td"

include "mlir-autotune/Transforms/ConvolutionPasses.td"

def AutotuneTraceSizes : Pass<"autotune-trace-sizes", "::mlir::ModuleOp"> {
  let summary = "Move expected sizes from arguments of functions to matmuls";
  let description = [{
    `autotune.sizes` on an argument of a function says which unknown dimensions to expect
    (docs/guide/unknown-sizes.md). This pass finds the unknown sizes of each matmul that are, or
    follow from, such a dimension. It writes what is expected of them to the matmul's own
    `autotune.sizes`, and removes the attribute from all arguments. A size that the matmul's
    attribute names already keeps its value.

    A dimension is traced through linalg operations, casts, `expand_shape`, `collapse_shape`, slices,
    `tile.permute`, elementwise operations on tensors, and `tensor.empty` or `memref.alloc` of a
    `dim`. Sums, products and quotients of sizes are computed: the rows of a collapsed batch of
    sequences have the product of both ranges. Nothing is known of results of loops, branches and
    calls.

    Two sizes of a matmul that come from the same dimension are equal, whether an argument has the
    attribute or not: `n as m` for the product of a sequence with itself.

    `autotune-prepare` ends with this pass, and `autotune-compile` starts with it.

    Rejected: upstream's `ValueBoundsConstraintSet`. Its constraints are linear, so it finds no
    product of two unknown sizes.

    ```mlir
    // before
    func.func @f(%x: tensor<?x?x64xf32> {autotune.sizes = #autotune.dims<[0] from 1 to 8, [1] from 1 to 2048>}, ...
      %rows = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x?x64xf32> into tensor<?x64xf32>
      %y = linalg.matmul ins(%rows, %w : ...
    // after
    func.func @f(%x: tensor<?x?x64xf32>, ...
      %y = linalg.matmul {autotune.sizes = #autotune.sizes<m from 1 to 16384>} ins(%rows, %w : ...
    ```
  }];
  let dependentDialects = ["::mlir::autotune::AutotuneDialect",
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numTraced", "traced", "Matmuls whose expected sizes were found">,
  ];
}

def AutotuneFormProblems : Pass<"autotune-form-problems", "::mlir::ModuleOp"> {
  let summary = "Replace matmuls, and what is fused with them, by problems";
  let description = [{
    Each matmul with an `autotune.config` becomes a `problem.contract`, together with the
    operations that its kernel takes over. `autotune-lower-matmul` does the same before it lowers.
    The pass shows what is fused, as operations that can be read, edited and tested.

    With `all`, so does each matmul without a config that some kernel serves on the target.
    `autotune-attach-configs` then attaches configs to the problems, and need not find out again
    what is fused.

    `autotune.fact` says what is fused, where it is there: it holds what the config was chosen for.
    Without the attribute, estimates for the target decide. The attributes `autotune.*` of the
    matmul move to the problem.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"\"",
           "The target, as for autotune-attach-configs.">,
    Option<"all", "all", "bool", /*default=*/"false",
           "Also form problems of matmuls without a config.">,
    Option<"allowTf32", "allow-tf32", "std::string", /*default=*/"\"none\"",
           "As for autotune-attach-configs.">,
    Option<"accumulator", "accumulator", "std::string", /*default=*/"\"f32\"",
           "As for autotune-attach-configs.">,
  ];
  let dependentDialects = ["::mlir::autotune::AutotuneDialect",
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect",
    "::mlir::autotune::problem::ProblemDialect",
    "::mlir::autotune::tile::TileDialect"];
  let statistics = [
    Statistic<"numFormed", "formed", "Problems formed">,
  ];
}

def AutotuneFormAttention : Pass<"autotune-form-attention", "::mlir::ModuleOp"> {
  let summary = "Replace the products around each softmax by a problem of attention";
  let description = [{
    The two products around a softmax become one `problem.attention`, together with everything that
    makes the scores: scales, masks, biases and soft caps, also if they are computed from indices. What is
    repeated for groups of heads is read unrepeated, and transposes become part of the maps. A transposed
    tensor that is only read by slices, such as Q, K and V of one product, becomes transposed slices.

    A tensor that no kernel reads or writes as it lies in memory, such as K with keys side by side, is
    transposed by a copy. With `all`, nothing is copied.

    An attention is left as it is if no template serves it on the target. Without a target, one template
    must serve it on some known target. With `all`, attentions that no template serves are formed, too.
    A remark says what was formed, or what stands in the way.

    `autotune-prepare` does this before it rewrites contractions. `autotune-compile` does it with `attach`,
    for modules that were not prepared.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"\"",
           "The target, as for autotune-attach-configs, which may be missing.">,
    Option<"all", "all", "bool", /*default=*/"false",
           "Also form attentions that no template serves.">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
    "::mlir::autotune::problem::ProblemDialect"];
  let statistics = [Statistic<"numFormed", "formed", "Problems of attention formed">];
}

def AutotuneBoundKeys : Pass<"autotune-bound-keys", "::mlir::func::FuncOp"> {
  let summary = "Find the keys that queries see where masks depend on data";
  let description = [{
    A mask may compare elements of tensors, such as the numbers of sequences that lie one behind the other
    in one tensor. For such a `problem.attention`, two reductions find the first and the last key that
    each query sees, and become its `key_range`: the kernel leaves out the blocks of keys that no query
    of a tile sees. No result changes.

    An attention is left as it is if bounds on the keys' numbers say all of its masks, if a size is not
    known when compiling, or if the reductions could take longer than they save. Layers with the same
    masks share the reductions, as common subexpressions.

    `autotune-prepare` and `autotune-compile` do this behind `autotune-form-attention`.
  }];
  let options = [
    Option<"all", "all", "bool", /*default=*/"false",
           "Find the keys even if this could take longer than it saves.">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numBounded", "bounded", "Attentions whose keys are found before">];
}

def AutotuneLowerAttention : Pass<"autotune-lower-attention", "::mlir::ModuleOp"> {
  let summary = "Replace problems of attention by launches";
  let description = [{
    Builds a kernel for each `problem.attention` on tensors, and replaces the problem by a `tile.launch` of
    it. Heads that lie in rows, and groups of heads that share K and V, are views. The config is that of
    the problem (`autotune.config`), or the one that the module's `autotune.row_configs` has for its fact, or
    the first one that the heuristics propose.

    If no template serves an attention, it becomes two products and a softmax
    (`autotune-decompose-attention`), and contractions are rewritten as by `autotune-prepare`. A remark
    has the reason.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"\"",
           "The target, as for autotune-attach-configs.">,
    Option<"dependentLaunch", "dependent-launch", "bool", /*default=*/"false",
           "Build each kernel that can so that it may start before the previous one on the stream has ended.">,
  ];
  let dependentDialects = ["::mlir::autotune::AutotuneDialect",
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::gpu::GPUDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect",
    "::mlir::autotune::problem::ProblemDialect",
    "::mlir::autotune::tile::TileDialect"];
  let statistics = [
    Statistic<"numLowered", "lowered", "Problems lowered">,
    Statistic<"numDecomposed", "decomposed", "Problems that no kernel serves">,
    Statistic<"numKernels", "kernels", "Kernels, one per distinct program">,
  ];
}

def AutotuneDecomposeAttention : Pass<"autotune-decompose-attention"> {
  let summary = "Replace problems of attention by products and a softmax";
  let description = [{
    Each `problem.attention` on tensors becomes two products of linalg, with a function of elements
    and a softmax between them. It is what the operation means, for attentions that no kernel serves,
    and for tests.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"];
}

def AutotuneLowerMatmul : Pass<"autotune-lower-matmul", "::mlir::ModuleOp"> {
  let summary = "Replace matmuls that have a config with tile kernels";
  let description = [{
    Each matmul, `problem.contract` or `problem.grouped_matmul` with a complete `autotune.config`
    becomes a `tile.launch` of a `tile.kernel` in a `gpu.module`. Those whose kernels are the same
    program share one kernel. The kernel's name ends with a hash of the program. Matmuls without a
    config stay.

    A matmul first becomes a `problem.contract`, as `autotune-form-problems` makes it. The kernel
    also takes over:

    - a zero fill before the matmul;
    - a truncation or other element-wise operations after it (docs/reference/epilogues.md);
    - operations before it that dequantize integers or compute a float operand
      (docs/reference/prologues.md), or that scale 8-bit floats in both operands (docs/reference/block-scales.md);
    - a second matmul of the same A without its own config, if element-wise operations combine
      both results into one matrix (docs/reference/gated-pairs.md);
    - a matmul that adds to this one's result (docs/reference/sums.md).

    `autotune.fact` says which of these the config was chosen for. Without the attribute,
    estimates decide. If the IR no longer matches the fact, the pass warns and builds the kernel
    from the present IR.

    On tensors, the launch is in destination-passing style and bufferizes like a linalg operation.
    On memrefs, it works in place.

    Each config is checked again, because it may have been attached for another target. An error
    names the violated constraint and what would be legal. A stored config stays complete when its
    template gets a new neutral parameter: the parameter takes the default that kernels had before.

    A row of a plan may be a call of a library (docs/reference/libraries.md). It becomes a
    `tile.call_library`. The rows behind it are launched only if the library does nothing. A
    `tile.call_library` that the module has already stays, unless `libraries` does not allow the
    library: the call is then left out, with a remark.

    On memrefs, inputs are used in their layout. A column-major A or B is the transpose of a
    row-major matrix. An input with a batch stride of 0 is one matrix that all products share. The
    elements of C must not overlap.

    **Promise 1 of programs on memrefs: C does not share memory.** C is not in the memory of A, B
    or anything else that the kernel reads or writes. One exception: if an epilogue reads a matrix
    at the element that it writes, that matrix may be C itself. The pass reports an error if it
    sees C in the same buffer, also through views, unless subviews are apart along a dimension.
    If the origin of memrefs is unknown, as with two function arguments, the host asserts before
    the launch that one of these holds, and ends the program otherwise:

    - one memref ends before the other begins;
    - one lies between the rows, matrices or elements of the other, as heads of packed rows do.
      Two conditions must then hold. Along each dimension, both have the same stride, or one stride
      is a multiple of the other. In both, one step along a dimension has room for all elements that
      the smaller steps reach: a step from row to row has room for a whole row.

    Matrices that interleave in any other way are refused, even if they share no element. A launch
    with more than 256 such pairs of operands has none of these assertions. Fusing operations
    and forming groups assume, without an assertion, that different function arguments,
    allocations and globals are different memory. That includes buffers that fusing removed.

    **Promise 2: alignment.** A memref that is not a view starts an allocation that is aligned to
    256 bytes, or to its stated alignment. A constant offset of a strided memref, of a
    `memref.reinterpret_cast` or of a `memref.view` leaves a known alignment. A dynamic offset
    leaves the alignment of one element. Kernels load with the alignment that is known.

    **Plans.** A plan becomes comparisons of the sizes, and a switch with one launch for each row.
    By default, a `tile.plan_row` stands between them if the rows have two or more kernels. It lets
    the runtime library take another row when the environment asks for that
    (docs/guide/unknown-sizes.md). Use `plan-runtime=false` for a program that is linked without the
    project's runtime library.

    Rejected: lowering only after bufferization. Fills and casts around a matmul are easy to see
    on tensors. On memrefs they need proofs about memory.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"\"",
           "The target, as for autotune-attach-configs.">,
    Option<"planRuntime", "plan-runtime", "bool", /*default=*/"true",
           "Let the runtime library choose another row of a plan on request.">,
    Option<"libraries", "libraries", "std::string", /*default=*/"\"all\"",
           "The libraries that the program may call: all, none, or names with commas between them. Rows of "
           "a plan that call other libraries are left out.">,
    Option<"dependentLaunch", "dependent-launch", "bool", /*default=*/"false",
           "Build each kernel that can so that it may start before the previous one on the stream has ended.">,
  ];
  let dependentDialects = ["::mlir::autotune::AutotuneDialect",
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect",
    "::mlir::gpu::GPUDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect",
    "::mlir::autotune::problem::ProblemDialect",
    "::mlir::autotune::tile::TileDialect"];
  let statistics = [
    Statistic<"numFormed", "formed", "Problems that had to be formed first">,
    Statistic<"numLowered", "lowered", "Matmuls lowered">,
    Statistic<"numKernels", "kernels", "Kernels, one per distinct program">,
  ];
}

def AutotuneFormElementwise : Pass<"autotune-form-elementwise"> {
  let summary = "Write operations that move or combine elements as linalg.generic";
  let description = [{
    Upstream's fusion knows `linalg.generic` only. A concatenation between element-wise operations costs
    a kernel for each piece, and kernels that compute the pieces. This pass rewrites:

    - a `tensor.concat` of known sizes with up to four pieces as a `linalg.generic` that finds each
      element. It looks through slices, reshapes and transposes, and computes element-wise operations
      that nobody else reads. If all pieces read the same tensors, an element is loaded once, from the
      selected place. The rotation of position embeddings, a concatenation of a negated half and the
      other half, then becomes part of the kernel that needs it.
    - a `tensor.pad` of known sizes with one number, as a selection between an element and the number.
      Fused into a pooling, the padded tensor is never in memory.
    - named operations of `linalg` on tensors: element-wise ones, reductions, broadcasts and poolings,
      but not contractions and convolutions. A `linalg.transpose` must leave the last dimension in
      place, so that whole rows are read wherever it is fused.

    Run it before element-wise fusion.
  }];
  let statistics = [Statistic<"numFormed", "formed", "Operations rewritten">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def AutotuneFormRows : Pass<"autotune-form-rows"> {
  let summary = "Form problems of rows from element-wise operations, reductions and scans";
  let description = [{
    Replaces each `linalg.generic` on tensors of known sizes that a kernel of rows computes by a
    `problem.rows`. Its last loop runs over columns, and may be a reduction. What it writes is in the
    order of its loops. Operations become one problem if three things hold:

    - They have the same number of rows and of columns, or one has a single element for each row. One that
      reads as many elements in their order may divide them into other rows. A group norm is one problem.
    - Each reads the others' results at its own row and column, or at its own row.
    - Nothing outside of the problem must run between them.

    A problem without reductions has as many of the last dimensions as columns as make whole vectors of 16
    bytes, if the last dimension alone does not.

    A `tm_tensor.scan` becomes a `problem.scan` of the problem, if its sizes are known, a row has at most
    32768 elements, and a single operation with a neutral element combines them. A scan along another
    dimension than the last gets a transpose before and behind it. The transpose before it is part of
    the scan's problem. A problem has at most four scans.

    Reductions may be of any dimensions:

    - Reduced loops become the last ones. Several become one if their elements are adjacent, as of a mean
      over height and width.
    - Loops of a window, as of a pooling, stay. A thread runs them alone for each element. So it does with
      several loops whose elements are not adjacent, if they can't be divided or are fewer than 256 steps.
    - A sum across rows, as over the first dimension, is computed so, too: adjacent threads have adjacent
      columns. If there are few columns, each thread adds up a part, and a second problem adds up these.
    - Other large reductions become several problems: of rows, and of their results.
    - Sums and products of f16 and bf16 are computed in f32, and rounded once. So are running ones,
      of a `problem.scan` that a kernel computes.

    Only a reduction by a single operation with a neutral element is divided, into parts of equal size, and
    `argmax` likewise. A row of more than 32768 columns is divided if there are fewer than 64 rows. Otherwise
    one kernel goes over it several times.

    Other operations stay: those with sizes known at run time only, and reductions of rows that no single
    operation combines. There is one exception. The largest or smallest element of a row with its column,
    as of `argmax`, is a reduction with two results. The column must be that of the first of equal
    elements: an element takes the place of another if it is `ogt`, `olt`, or larger or smaller as an
    integer.

    Run it behind element-wise fusion and `autotune-lower-matmul`.
  }];
  let statistics = [Statistic<"numFormed", "formed", "Problems of rows">];
  let dependentDialects = ["::mlir::autotune::problem::ProblemDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def AutotuneLowerRows : Pass<"autotune-lower-rows", "::mlir::ModuleOp"> {
  let summary = "Replace problems of rows by launches";
  let description = [{
    Builds a kernel for each `problem.rows`, and replaces the problem by a `tile.run`. Threads of a row
    keep what they compute in registers, and combine sums by shuffles and shared memory. They go several
    times over rows that are too long for that, which are in shared memory if they fit it. How many threads
    share a row is the config's business: that of the problem (`autotune.config`), or the one that the
    module's `autotune.row_configs` has for it. Without both, it follows from the numbers of rows and
    columns and from the target. Equal kernels are one. They are in the `gpu.module` `@autotune_rows`.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"",
           "The target: a product or a chip. By default, the target in the IR.">,
  ];
  let statistics = [Statistic<"numKernels", "kernels", "Kernels, one per distinct program">];
  let dependentDialects = ["::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect",
    "::mlir::autotune::tile::TileDialect"];
}

#endif // MLIR_AUTOTUNE_TRANSFORMS_PROBLEMPASSES

//===- Passes.td - The passes of mlir-autotune ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TRANSFORMS_PASSES
#define MLIR_AUTOTUNE_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"
include "mlir-autotune/Transforms/HostPasses.td"

def AutotuneCanonicalizeContractions
    : Pass<"autotune-canonicalize-contractions"> {
  let summary = "Write contractions as the matmuls that kernels serve";
  let description = [{
    Front ends write one product in many ways. This pass turns those that sum
    products into the form that `autotune-attach-configs` knows, so it stands
    before it: `linalg.matmul`, plain or with indexing maps that transpose A or
    B, `linalg.batch_matmul` where there is a batch, or
    `linalg.batch_reduce_matmul` where K goes from matrix to matrix.

    Rewritten are `linalg.matvec`, `vecmat`, `dot`, `batch_matvec`,
    `batch_vecmat`, `batch_matmul`, `batch_reduce_matmul`, `contract`,
    `quantized_matmul`, `quantized_batch_matmul`, and any `linalg.generic` whose
    body does what theirs do: convert, subtract a scalar zero point, multiply and
    add to the result, in floats or integers, in either order.

    Before that, other forms of a product become one of these:

    - A multiplication of two tensors or memrefs, and a sum over dimensions of its
      result (`linalg.generic`, `mul`, `map`, `elementwise`, `reduce`, or an operation
      of whole tensors), are one contraction. It reads what its factors were broadcast
      or transposed from. Products that are rounded before they are summed stay, and a
      remark says so. The squares of one tensor's elements stay too.
    - Of tensors, what a body computes a factor by before it multiplies (a scale, an
      activation, a gather, a rounding) is a generic before the contraction, as it was
      before a compiler fused both. So is the widening of what a generic computes in
      16 bits or fewer. A factor that varies along all dimensions stays, unless an
      input that it is made of does too.
    - An input that was broadcast is read as it was before, and a generic that
      transposes a tensor is a `linalg.transpose`.
    - An init that is broadcast (a bias) is added by a generic behind a product that is
      zero-filled, if K is known. Floats of 16 bits are then rounded behind that sum.
    - On memrefs, an element-wise operation reads what a buffer was broadcast from, if
      it alone reads the buffer, and nothing in between is seen to write either.

    - Several dimensions that make up M, N, K or the batch are collapsed where
      they are adjacent, and in the same order, in all operands that have them.
    - Unit dimensions are dropped, or added where a matrix lacks one. A vector is
      a matrix of one row.
    - Where C is transposed, A and B change places.
    - A K of several dimensions that can't be collapsed goes through several
      matrices, which `linalg.batch_reduce_matmul` sums over: without a batch and
      without zero points, and of signed integers, for a `cast_unsigned` of that
      operation is lost where it is printed and read.
    - Outer dimensions of M or N that can't be collapsed become the batch of a
      `linalg.batch_matmul`, whose other operand is broadcast.
    - Where C has a dimension that neither A nor B has, on tensors the product is
      computed once, rounded to C's type, and added to C at each index; on memrefs
      A or B is viewed as one that has the dimension, with a stride of 0.
    - On memrefs dimensions are moved by `memref.transpose` and collapsed where
      the layout allows; nothing is copied. On tensors those of A and B are moved
      by `tile.permute`, a view that becomes such a `memref.transpose`, where that
      leaves the elements of rows or columns adjacent, as the heads of attention
      are that lie one behind the other in rows. A batch of such a view may be of
      two dimensions that have no stride in common, as heads of several sequences
      are, and so may the matrices of a K: it is collapsed all the same, and
      kernels take what it is collapsed from. Else, and of C, it is a copy
      (`linalg.transpose`), which `allow-copies` allows. So it is where without
      one many products would have fewer rows, columns or elements of K than a
      tile. Where the source of a view is written before the product is there,
      bufferization makes a copy of the view.
    - Zero points that are not the constant 0 are taken out of the product: what
      they add is made of the sums of A's rows and B's columns, to the bit. On
      memrefs these sums are buffers, which are allocated and freed with
      `allow-copies`.

    - Products of values that were widened exactly are products of the narrow
      values: `matmul(extf a, extf b)` in f32 of bf16, f16 or 8-bit floats, and
      i8 by i8 in i32 (in i64 too, if K is small enough for sums in i32). Views, transposes, broadcasts and zero padding may stand
      between. Each product is exact either way, so only the order and the
      rounding of the sums differ, and those of integers do not
      (docs/numerics.md). `narrow-products=false` leaves the wide values. On
      memrefs nothing may write the narrow values before the product is there.
    - With `fold-scales`, factors that all elements of such an input have in f32
      scale the sums in their place, as the 1/sqrt(d) of attention. Positive powers of
      two do so without it, where no element or sum can overflow or underflow.
    - With `fold-dequantizations`, integers of 8 or 4 bits that were converted to floats, and
      multiplied by scales that do not vary along K, are multiplied as they are,
      by floats of 16 bits or f32 that was widened from such: `hopper_wgmma` converts
      them, and a generic behind the product multiplies its sums, in f32, by the
      scales. So the weights are no longer rounded to 16 bits after they were scaled,
      which is as much more exact; the sums are not scaled before they are added up, and
      a truncation follows the generic, not the matmul. Zero points, and scales that
      vary along K, stay: kernels compute with them (docs/prologues.md).
    - With `fold-sums`, where the results of two matmuls of tensors are added, and
      nobody else reads them, one of them adds to the other's result, which
      `autotune-lower-matmul` may make one kernel of. Floats are then summed in
      another order. A result that is narrower than what is summed in stays.

    Without that, what a product is added to stays but for a broadcast, and so do the
    signs and the roundings of what is multiplied. Element-wise operations that read a
    product behind a `tensor.expand_shape`, `collapse_shape` or `cast`, whoever wrote that,
    come before it, so that a kernel may do them. A
    `linalg.matmul` of matrices is left as it is, and so are a
    `linalg.batch_matmul` and a `linalg.batch_reduce_matmul` that have several;
    the attributes of others go over to what they become. A contraction that is left is told by a remark of the
    category `autotune` (`--remarks-filter=autotune`): one whose body does more,
    whose K is not in both inputs, whose windows overlap, or whose operands no
    view makes matrices of.

    Rejected: upstream's patterns. `linalg-specialize-generic-ops` knows generics
    that are a named operation but for the name, and the patterns that reduce
    ranks know named operations with unit dimensions; neither collapses.

    ```mlir
    // before: a linear layer on a batch of sequences
    %y = linalg.generic {indexing_maps = [affine_map<(b, s, n, k) -> (b, s, k)>,
                                          affine_map<(b, s, n, k) -> (n, k)>,
                                          affine_map<(b, s, n, k) -> (b, s, n)>], ...}
        ins(%x, %w : tensor<4x128x64xf32>, tensor<32x64xf32>) outs(%c : tensor<4x128x32xf32>) {...}
    // after
    %rows = tensor.collapse_shape %x [[0, 1], [2]] : tensor<4x128x64xf32> into tensor<512x64xf32>
    %init = tensor.collapse_shape %c [[0, 1], [2]] : tensor<4x128x32xf32> into tensor<512x32xf32>
    %product = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                                              affine_map<(m, n, k) -> (n, k)>,
                                              affine_map<(m, n, k) -> (m, n)>]
        ins(%rows, %w : tensor<512x64xf32>, tensor<32x64xf32>) outs(%init : tensor<512x32xf32>) -> tensor<512x32xf32>
    %y = tensor.expand_shape %product [[0, 1], [2]] output_shape [4, 128, 32] : ...
    ```
  }];
  let options = [
    Option<"allowCopies", "allow-copies", "bool", /*default=*/"false",
           "Whether a tensor may be transposed where no view of it is a "
           "matrix, and buffers be allocated for what zero points add.">,
    Option<"foldTransposes", "fold-transposes", "bool", /*default=*/"false",
           "Whether a product, a linalg.matmul too, takes what its inputs are a "
           "linalg.transpose of (of tensors) where indexing maps can say so.">,
    Option<"foldDequantizations", "fold-dequantizations", "bool",
           /*default=*/"false",
           "Whether a product of tensors takes the integers of 8 or 4 bits that an input "
           "is dequantized from, and its sums are scaled in their place.">,
    Option<"narrowProducts", "narrow-products", "bool", /*default=*/"true",
           "Whether a product of values that were widened exactly becomes the "
           "product of the narrow values.">,
    Option<"foldScales", "fold-scales", "bool", /*default=*/"false",
           "Whether factors of all elements of a widened input of tensors scale "
           "the sums in their place.">,
    Option<"foldSums", "fold-sums", "bool", /*default=*/"false",
           "Whether of two products of tensors that are added one adds to the "
           "other.">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect",
    "::mlir::autotune::tile::TileDialect"];
  let statistics = [
    Statistic<"numMatmuls", "matmuls", "Contractions made linalg.matmul">,
    Statistic<"numBatchMatmuls", "batch-matmuls",
              "Contractions made linalg.batch_matmul">,
    Statistic<"numBatchReduceMatmuls", "batch-reduce-matmuls",
              "Contractions made linalg.batch_reduce_matmul">,
    Statistic<"numCopies", "copies", "Tensors transposed for them">,
    Statistic<"numDequantized", "dequantized",
              "Products made of the integers of their weights">,
    Statistic<"numNarrowed", "narrowed",
              "Products made of what their inputs were widened from">,
    Statistic<"numSums", "sums", "Additions of two products made one of theirs">,
    Statistic<"numLeft", "left", "Contractions left as they are">,
  ];
}

def AutotuneGroupMatmuls : Pass<"autotune-group-matmuls"> {
  let summary = "Make one operation of matmuls of one type that one launch computes";
  let description = [{
    A mixture of experts multiplies as many matrices as it has experts, each of
    some of the tokens: one launch each leaves most of the device idle at its end,
    and where products are small, all the time. This pass turns `linalg.matmul`s of one
    block into a `tile.grouped_matmul`, for which `autotune-attach-configs`
    finds a config and `autotune-lower-matmul` makes one launch. It stands
    before them, in pipelines that name it: no other runs it.

    Grouped are matmuls of the same element types, operands stored transposed,
    N and K, which are static, that write the product alone (their C is zero-filled,
    or undefined). Their M may differ and be unknown, and may turn out to be 0. A
    truncation behind each becomes part of the group; any other element-wise
    operation stays one of its own, where without this pass it would be an
    epilogue of the matmul's kernel. `docs/grouped.md` says when that pays.

    None may depend on another's result. On memrefs, none may write what another
    reads or writes: arguments of the function and allocations are taken to be
    different memory, and subviews of one memref that are apart along a
    dimension. They become one where the last of them stands: nothing before
    it may use a result but what can be moved behind it, nor touch their
    memory. A matmul that is left for such a reason is told by a remark of the
    category `autotune` (`--remarks-filter=autotune`).
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"",
           "The target, as for autotune-attach-configs.">,
    Option<"minProblems", "min-problems", "unsigned", /*default=*/"2",
           "The fewest matmuls that become one operation.">,
  ];
  let dependentDialects = ["::mlir::autotune::tile::TileDialect",
    "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numGrouped", "grouped", "Matmuls that are one of a group">,
    Statistic<"numGroups", "groups", "Groups made">,
  ];
}

def AutotuneAttachConfigs : Pass<"autotune-attach-configs"> {
  let summary = "Attach kernel configs to matmuls";
  let description = [{
    Gives every `linalg.matmul` and `linalg.batch_matmul` that a kernel template
    serves four attributes:

    - `autotune.config`: the config to use, the best-ranked proposal;
    - `autotune.candidates`: the ranked proposals, the config first, for tuning;
    - `autotune.fact`: what they were chosen for, in one line;
    - `autotune.provenance`: the heuristics that fired.

    A partial `autotune.config` that is there already is completed, and the
    candidates are then the proposals that agree with it. A complete one is
    checked and kept; if its `autotune.fact` is another than the matmul's, a
    warning says so, and it is brought up to date. One that no completion makes legal for the matmul and the
    target is an error that names the constraint and what would be legal.

    Two matmuls that one kernel can serve (docs/gated-pairs.md, docs/sums.md) have
    one config, which the first of them gets. Where none is legal, each gets its own.

    A config in pieces, as a script of `transform.tune.knob` attaches it
    (`autotune.knob.template`, `autotune.knob.tile.m`, ...), is put together first.

    What is no matmul, or is one that no template serves, stays as it is. So does
    one in code for a device, as in `gpu.launch`, `gpu.func` and loops that are
    mapped to blocks, for only the host launches kernels. Remarks
    of the category `autotune` (`--remarks-filter=autotune`) say why; others say
    which heuristics fired, and which were skipped for a fault of theirs.

    With a lookup table (`table`, docs/tables.md), the configs that it has for a
    matmul come first, completed and however many there are, and a pick of its has
    the provenance `table`. `table=default` stands for the tables that come with
    the project, and needs no file. What is wrong with a file is a warning at its
    line and column, and the rest is used; with `strict` it is an error.

    With `explain`, a diagnostic at the first matmul of each kind says what its
    time is predicted from: the terms of the estimate, and the features that moved
    the trees most (docs/tuning.md). One that gets no config is told why.

    The target is the `target` option, or else what the IR names: `autotune.target`
    on a module around the matmul, or the `#nvvm.target` of a `gpu.module`.

    With `allow-tf32=tf32`, matmuls of f32 that do not say otherwise get the attribute
    `autotune.allow_tf32 = "tf32"`: they may be multiplied by tensor cores, of whose
    factors 13 bits are rounded away (docs/numerics.md), or, where both operands
    are 8-bit floats times scales, as such floats, in sums of more bits than that
    leaves (docs/block-scales.md). With `3xtf32` tensor cores add up three products,
    of high and of low parts of the factors, which leaves 19 bits and takes three
    times as long. The attribute may be written by hand, and `"none"` keeps the
    option from a matmul.

    With `accumulator=f16`, matmuls of f16 by f16 to f16 that do not say otherwise
    get the attribute `autotune.accumulator = "f16"`: their products may be summed in
    f16 (docs/numerics.md), which takes half the registers, so that tiles may be
    larger. It may be written by hand, and `"f32"` keeps the option from a matmul. It
    is a permission: kernels of CUDA cores and of `mma.sync`, and those that make an
    operand, sum in f32 all the same, and what has partial sums adds these up in
    f32. On a matmul of other types it is ignored, with a warning.

    Whether one kernel serves a pair, a sum or what makes an operand as well is
    decided by estimates, unless the matmul's `autotune.fusion` says it:
    `"prologue"` is what makes an operand, `"products"` the other matmul, `"none"`
    neither. `autotune-bench` writes it where it has measured (docs/tuning.md).

    The pass runs on any operation and changes nothing but these attributes, so
    it can be nested on functions and run in parallel. Matmuls with the same fact
    are thought about once.

    Rejected: choosing a config while lowering. Then what was chosen could not be
    seen, edited, checked into a repository or replaced by a measured pick.

    ```mlir
    // before
    %d = linalg.matmul ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>)
                       outs(%c : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
    // after autotune-attach-configs{target=h200}
    %d = linalg.matmul {
        autotune.candidates = [#autotune.config<hopper_wgmma, ...>, ...],
        autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 64], ...>,
        autotune.fact = "4096x4096x4096 bf16 -> bf16",
        autotune.provenance = #autotune.provenance<heuristic, heuristics = ["cluster-m2", "wave-fill"]>
      } ins(%a, %b : ...) outs(%c : ...) -> tensor<4096x4096xbf16>
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"",
           "The target: a product or a chip, and figures that replace its own "
           "(h200; sm_90a; h200,sms=114). By default the one the IR names.">,
    ListOption<"heuristics", "heuristics", "std::string",
               "Only these heuristics; all by default.">,
    ListOption<"disable", "disable", "std::string",
               "Heuristics to leave out.">,
    Option<"space", "space", "std::string", /*default=*/"\"quick\"",
           "The level of the space whose best estimates follow the seeds: "
           "quick, default, exhaustive, or none.">,
    Option<"maxCandidates", "max-candidates", "unsigned", /*default=*/"16",
           "The most candidates of a matmul; 0 is no limit.">,
    Option<"table", "table", "std::string", /*default=*/"\"\"",
           "A lookup table, whose configs come before all others, or `default` "
           "for those that come with the project (docs/tables.md).">,
    Option<"strictTable", "strict", "bool", /*default=*/"false",
           "Whether what is wrong with the table is an error and no warning.">,
    Option<"allowTf32", "allow-tf32", "std::string", /*default=*/"\"none\"",
           "What products of f32 may lose: none, tf32, or 3xtf32.">,
    Option<"accumulator", "accumulator", "std::string", /*default=*/"\"f32\"",
           "What products of f16 to f16 may be summed in: f32, or f16.">,
    Option<"printSpace", "print-space", "bool", /*default=*/"false",
           "Print every legal config of each distinct matmul to the standard "
           "output.">,
    Option<"explainRejections", "explain-rejections", "bool",
           /*default=*/"false",
           "Print how many configs of each distinct matmul every constraint "
           "rejects to the standard output.">,
    Option<"explain", "explain", "bool", /*default=*/"false",
           "Say of each distinct matmul why its config, and the best of the "
           "other candidates, are predicted to take so long.">,
  ];
  // Those of epilogues, whose functions facts carry.
  let dependentDialects = ["::mlir::autotune::AutotuneDialect",
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numAttached", "attached", "Matmuls given a config">,
    Statistic<"numCompleted", "completed", "Partial configs completed">,
    Statistic<"numKept", "kept", "Complete configs checked and kept">,
    Statistic<"numLeftAlone", "left-alone", "linalg operations left alone">,
    Statistic<"numFacts", "facts", "Distinct matmuls">,
  ];
}

def AutotuneLowerMatmul : Pass<"autotune-lower-matmul", "::mlir::ModuleOp"> {
  let summary = "Replace matmuls that have a config by tile kernels";
  let description = [{
    Each matmul with a complete `autotune.config` becomes a `tile.launch` of a
    `tile.kernel` in a `gpu.module`. Matmuls whose kernels are the same program
    share one kernel, whose name ends with a hash of the program. A zero fill before it, and a truncation or other element-wise operations
    after it (docs/epilogues.md says which), become part of the kernel. So does
    what dequantizes integers before it, or computes an operand of other floats
    (docs/prologues.md), or scales floats of 8 bits in both operands
    (docs/block-scales.md), and another matmul of the same A, without a config of
    its own, where these make one matrix of both results (docs/gated-pairs.md),
    and one that adds to this one's result (docs/sums.md).
    On tensors the launch is in destination style and bufferizes like a linalg
    operation; on memrefs it works in place.

    A config is checked once more, for what was legal when it was attached may
    not be for this target: an error names the constraint and what would be
    legal. What else of the IR the kernel does is what the config was chosen for
    (`autotune.fact`), or what estimates say where nobody says it. A warning says
    where the matmul is no longer that: the kernel is built of what is here now.
    A config that was complete when it was stored stays so: what its template has
    got since has the default that kernels had before. Matmuls without a config
    stay as they are.

    On memrefs inputs are taken as they lie: a column-major A or B as the
    transpose of rows, and one with a batch stride of 0 as one matrix that all
    products share. C's elements must have places of their own.

    On memrefs the program makes two promises. First, C shares no memory with A
    or B, nor with what the kernel reads and writes beside them; but a matrix of
    which an epilogue reads one element for each of C may be C itself. Where C is seen
    to be in the same buffer, be it through views, the matmul is an error, but
    for subviews that are apart along a dimension. Of memrefs of unknown origin,
    such as two function arguments, the host asserts it before the launch, and
    ends the program if it isn't so: one ends before the other begins, or lies
    between the rows, matrices or elements of the other, as heads of packed rows
    do. For that their strides along each dimension are the same, or one a
    multiple of the other, and each is as large as what the smaller ones of
    either matrix reach. (Matrices that lie between each other in any other way
    are refused though they share nothing, and a group that has more than 256
    such pairs of operands is launched without.) Before that, in what becomes of
    a pair, and in groups, different arguments of the function, allocations and
    globals are taken to be different memory, also from buffers that only
    operations touch which are no longer there. Second, a
    memref that is not a view is the start of an allocation, aligned to 256
    bytes or to what its allocation says; of a strided memref with an offset,
    also of a `memref.reinterpret_cast`, and of a `memref.view` at a constant
    byte, what that leaves of it is known, and with a dynamic offset the
    alignment of one element. Kernels load with the alignment that is known.

    Rejected: lowering after bufferization only. Fills and casts around a matmul
    are plain to see on tensors and need proofs about memory on memrefs.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"\"",
           "The target, as for autotune-attach-configs.">,
  ];
  let dependentDialects = ["::mlir::autotune::AutotuneDialect",
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect",
    "::mlir::gpu::GPUDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect",
    "::mlir::autotune::tile::TileDialect"];
  let statistics = [
    Statistic<"numLowered", "lowered", "Matmuls lowered">,
    Statistic<"numKernels", "kernels", "Kernels kept, one for each program">,
  ];
}

def AutotuneInlineHelpers : Pass<"autotune-inline-helpers", "::mlir::ModuleOp"> {
  let summary = "Inline functions that have no products of their own";
  let description = [{
    JAX writes an activation as a private function and calls it: as it stands no
    kernel can apply it to its sums. This pass inlines the calls of private
    functions of one block that multiply no matrices, and erases those that nobody
    calls any more. Functions with products, such as the layer that a model calls
    many times, stay.

    Rejected: upstream's inliner, which inlines whole layers too, so that a module
    grows by as many copies.
  }];
}

def AutotuneSetHostCPU : Pass<"autotune-set-host-cpu", "::mlir::ModuleOp"> {
  let summary = "Say which CPU the module's host functions are compiled for";
  let description = [{
    Each `llvm.func` with a body gets the attributes `target_cpu` and
    `target_features` of one CPU. Every program that compiles the module then
    compiles for that CPU: `mlir-runner`, `llc`, `clang`. Functions in a
    `gpu.module`, and those that name a CPU already, stay as they are.

    The option `cpu` names the CPU; where it is empty, the environment variable
    `AUTOTUNE_HOST_CPU` does; where that is empty too, nothing changes, and the
    program that compiles the module chooses. `autotune-compile` ends with this
    pass, and its option is `host-cpu`.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let options = [
    Option<"cpu", "cpu", "std::string", /*default=*/"",
           "LLVM's name of a CPU (x86-64-v3), or native for this machine's.">,
  ];
}

#endif // MLIR_AUTOTUNE_TRANSFORMS_PASSES

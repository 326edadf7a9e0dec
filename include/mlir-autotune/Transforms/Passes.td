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
include "mlir-autotune/Transforms/KernelPasses.td"
include "mlir-autotune/Transforms/ProblemPasses.td"
include "mlir-autotune/Transforms/WeightPasses.td"

def AutotuneCanonicalizeContractions
    : Pass<"autotune-canonicalize-contractions"> {
  let summary = "Rewrite contractions as matmuls that kernels can compute";
  let description = [{
    Front ends write the same product in many ways. This pass rewrites contractions into the
    few forms that `autotune-attach-configs` knows, and runs before that pass. It also erases
    blocks that are never reached. The forms are:

    - `linalg.matmul`, plain or with indexing maps that transpose A or B;
    - `linalg.batch_matmul`, if the product has a batch;
    - `linalg.batch_reduce_matmul`, if K spans several matrices.

    The pass rewrites `linalg.matvec`, `vecmat`, `dot`, `batch_matvec`, `batch_vecmat`,
    `batch_matmul`, `batch_reduce_matmul`, `contract`, `quantized_matmul` and
    `quantized_batch_matmul`. It also rewrites a `linalg.generic` with an equivalent body:
    convert, subtract a scalar zero point, multiply, add to the result. Elements may be floats
    or integers, and the operands of each step may be in either order.

    **Step 1: find the products.** Some products are not written as one contraction yet:

    - A multiplication of two tensors or memrefs and a sum over dimensions of its result become
      one contraction. Each may be a `linalg.generic` or a named linalg operation (`mul`, `map`,
      `elementwise`, `reduce`); the multiplication may also be an `arith` operation on tensors.
      The contraction reads the factors from before they were broadcast or transposed. The pass
      leaves products that are rounded before they are summed, and says so in a remark. It also
      leaves the squares of one tensor's elements.
    - On tensors, a body may compute a factor before it multiplies: by a scale, an activation, a
      gather or a rounding that a compiler has fused. That computation becomes a generic of its
      own, before the contraction. So does the widening of what a generic computes in 16 bits or
      fewer. A factor that varies along all dimensions stays, unless one of its inputs does too.
    - An input that was broadcast is read from before the broadcast. A generic that transposes a
      tensor becomes a `linalg.transpose`.
    - If an init is broadcast (a bias) and K is known, the product starts from zero. A generic
      after the product adds the bias. 16-bit floats are then rounded after that addition.
    - On memrefs, an element-wise operation reads the source of a broadcast buffer directly.
      The operation must be the only reader of the buffer, and nothing in between may write the
      buffer or its source.

    **Step 2: make the operands matrices.**

    - Several dimensions that make up M, N, K or the batch are collapsed. They must be adjacent,
      and in the same order, in all operands that have them.
    - Unit dimensions are dropped, or added if a matrix lacks one. A vector becomes a matrix with
      one row.
    - If C is transposed, A and B are swapped.
    - If K has several dimensions that can't be collapsed, K spans several matrices and
      `linalg.batch_reduce_matmul` sums over them. The product must have no batch and no zero
      points. Integers must be signed: this operation loses `cast_unsigned` when it is printed
      and parsed.
    - Outer dimensions of M or N that can't be collapsed become the batch of a
      `linalg.batch_matmul`. The other operand is broadcast.
    - C may have a dimension that neither A nor B has. On tensors, the product is then computed
      once, rounded to C's type, and added to C at each index. On memrefs, A or B is viewed as if
      it had the dimension, with a stride of 0.
    - On memrefs, `memref.transpose` moves dimensions, and dimensions are collapsed if the layout
      allows it. Nothing is copied.
    - On tensors, `tile.permute` moves dimensions of A and B if the elements of each row or each
      column stay adjacent, as for attention heads that are packed into rows. `tile.permute` is a
      view and bufferizes to `memref.transpose`. Two dimensions of such a view are collapsed into
      a batch, or into the matrices of a K, even if they have no common stride. Heads of several
      sequences are an example. Kernels then take the view from before the collapse.
    - Any other move of a tensor's dimensions, and every one of C's, is a copy
      (`linalg.transpose`), which needs `allow-copies`. So does a product that would otherwise
      become many products with fewer rows, columns or elements of K than a tile.
    - If the source of a view is written before the product is computed, bufferization copies it.
    - A zero point other than the constant 0 is moved out of the product. Its contribution is
      computed from the sums of A's rows and B's columns, and the result is the same to the bit.
      On memrefs these sums need buffers, which `allow-copies` allocates and frees.
    - `fold-transposes`: a `linalg.transpose` of an input tensor is folded into the indexing maps of
      the product, which may be a `linalg.matmul` already. If element-wise operations of the tensor or
      `tensor.collapse_shape` stand in between, and nobody else reads them, they come before the
      transpose.

    **Step 3: optional changes of what is multiplied or summed.**

    - `narrow-products`, on by default: values that were widened exactly are multiplied in their
      narrow type. Examples are `matmul(extf a, extf b)` in f32 of bf16, f16 or 8-bit floats, and
      i8 by i8 in i32 or i64. On tensors, i8 by i8 in i64 is summed in i32 if K is known and its
      sums fit. Views, transposes, broadcasts and zero padding may stand in between. Only the
      order and the rounding of float sums change (docs/design/numerics.md). On memrefs, nothing may
      write the narrow values before the product is computed.
    - `fold-scales`: a factor that all elements of such an input share in f32 scales the sums
      instead, like the 1/sqrt(d) of attention. Positive powers of two are moved even without
      this option if no element and no sum can overflow or underflow.
    - `fold-dequantizations`: 8-bit or 4-bit integers that were converted to floats, and
      multiplied by scales that do not vary along K, are multiplied unscaled. The other factor has
      16-bit floats, or f32 that was widened from such. `hopper_wgmma` converts them on the way, and a generic after the product multiplies the sums by the scales
      in f32. The scaled weights are then no longer rounded to 16 bits, which is more exact. The
      sums are scaled after they are added up, and a truncation follows the generic instead of
      the matmul. Zero points, and scales that vary along K, stay where they are;
      `autotune-lower-matmul` makes kernels compute with them (docs/reference/prologues.md).
    - `fold-sums`: if the results of two matmuls of tensors are added, and nothing else reads
      them, one matmul becomes the init of the other. `autotune-lower-matmul` may then build one
      kernel for both. Floats are summed in another order. The pass leaves a result that is
      narrower than the accumulator.

    Without these options, everything else keeps its value: a product keeps its init unless that
    is broadcast, and its factors keep their signs and roundings. Element-wise operations that
    read a product through a `tensor.expand_shape`, `collapse_shape` or `cast` move before that
    reshape, so that a kernel may do them.

    A `linalg.matmul` of matrices stays as it is. So does a `linalg.batch_matmul` or
    `linalg.batch_reduce_matmul` that already has the right form. The attributes of any other
    contraction move to the operation that replaces it. A remark of the category `autotune`
    (`--remarks-filter=autotune`) names each contraction that is left and the reason. Examples: its
    body does more, K is not in both inputs, windows overlap, or no view makes operands matrices.

    Rejected: upstream's patterns. `linalg-specialize-generic-ops` recognizes generics that equal
    a named operation. The patterns that reduce ranks handle named operations with unit
    dimensions. Neither collapses dimensions.

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
           "Allow copies: transpose a tensor if no view of it is a matrix, and "
           "allocate buffers for the sums that zero points need.">,
    Option<"foldTransposes", "fold-transposes", "bool", /*default=*/"false",
           "Fold a linalg.transpose of an input tensor into the indexing maps of "
           "the product, which may be a linalg.matmul already.">,
    Option<"foldDequantizations", "fold-dequantizations", "bool",
           /*default=*/"false",
           "Multiply the 8-bit or 4-bit integers that an input tensor is dequantized "
           "from, and scale the sums instead of the input.">,
    Option<"narrowProducts", "narrow-products", "bool", /*default=*/"true",
           "Multiply values that were widened exactly in their narrow type.">,
    Option<"foldScales", "fold-scales", "bool", /*default=*/"false",
           "Move a factor that all elements of a widened input tensor share to the "
           "sums.">,
    Option<"foldSums", "fold-sums", "bool", /*default=*/"false",
           "If two products of tensors are added, make one the init of the other.">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect",
    "::mlir::autotune::tile::TileDialect"];
  let statistics = [
    Statistic<"numMatmuls", "matmuls", "Contractions rewritten to linalg.matmul">,
    Statistic<"numBatchMatmuls", "batch-matmuls",
              "Contractions rewritten to linalg.batch_matmul">,
    Statistic<"numBatchReduceMatmuls", "batch-reduce-matmuls",
              "Contractions rewritten to linalg.batch_reduce_matmul">,
    Statistic<"numCopies", "copies", "Tensors copied by a transpose">,
    Statistic<"numDequantized", "dequantized",
              "Products rewritten to multiply quantized integers">,
    Statistic<"numNarrowed", "narrowed",
              "Products rewritten to multiply in the narrow type">,
    Statistic<"numSums", "sums", "Additions of two products folded into an init">,
    Statistic<"numLeft", "left", "Contractions that are left unchanged">,
  ];
}

def AutotuneGroupMatmuls : Pass<"autotune-group-matmuls"> {
  let summary = "Group matmuls of one type so that one launch computes them all";
  let description = [{
    A mixture of experts has one product per expert, each with some of the tokens. If each product
    has its own launch, most of the device is idle at the end of every launch; small products
    never fill the device. This pass replaces several `linalg.matmul`s of one block by one
    `problem.grouped_matmul`. `autotune-attach-configs` finds one config for the group, and
    `autotune-lower-matmul` makes one launch. No pipeline runs this pass: add it before those two.

    The matmuls of a group have the same element types, the same transposed operands, and the same
    N and K, which are static. They overwrite C: it is zero-filled or undefined. M may differ
    between them, may be unknown, and may be 0 at run time. A truncation after a matmul becomes
    part of the group. Any other element-wise operation stays a separate operation, although
    without grouping it could be an epilogue of the matmul's kernel. `docs/reference/grouped.md` says when
    grouping pays.

    No matmul of a group may depend on another's result. On memrefs, none may write memory that
    another one reads or writes. The pass assumes that different function arguments and
    allocations are different memory, and that subviews of one memref that are apart along a
    dimension do not overlap. The group stands at the position of its last matmul. Operations
    before that position may use a result only if they can move after the group, and may not touch
    the memory of the group's matmuls. A remark of the category `autotune`
    (`--remarks-filter=autotune`) names each matmul that is left out and the reason.

    **8-bit floats with scales.** On tensors, operands of f32 matmuls may be 8-bit floats that are
    dequantized by scales of blocks. If tf32 products are allowed and a kernel supports such scales in a
    group, the group reads the 8-bit floats and scales of each matmul. Otherwise a remark says why.
    No later pass looks behind the operands of a group, so the permission must be known here: as
    `autotune.allow_tf32` of the matmuls, or by `allow-tf32`, which adds it where it is missing.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"",
           "The target, as for autotune-attach-configs.">,
    Option<"minProblems", "min-problems", "unsigned", /*default=*/"2",
           "The fewest matmuls that form a group.">,
    Option<"allowTf32", "allow-tf32", "std::string", /*default=*/"\"none\"",
           "As for autotune-attach-configs.">,
  ];
  let dependentDialects = ["::mlir::autotune::problem::ProblemDialect",
    "::mlir::autotune::tile::TileDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numGrouped", "grouped", "Matmuls put into a group">,
    Statistic<"numGroups", "groups", "Groups made">,
  ];
}

def AutotuneAttachConfigs : Pass<"autotune-attach-configs"> {
  let summary = "Attach kernel configs to matmuls";
  let description = [{
    Attaches four attributes to every `linalg.matmul`, `linalg.batch_matmul`,
    `linalg.batch_reduce_matmul`, `problem.grouped_matmul` and `problem.contract` that a kernel template
    can compute:

    - `autotune.config`: the config to use, which is the best-ranked proposal;
    - `autotune.candidates`: the ranked proposals for tuning, starting with the config;
    - `autotune.fact`: the problem that they were chosen for, in one line;
    - `autotune.provenance`: where the config comes from, with the heuristics that fired.

    The pass runs on any operation and changes only attributes. It can be nested on functions and
    run in parallel. Matmuls with the same fact are decided once. A `problem.contract` says what is
    fused (`autotune-form-problems`); for the others, the pass decides it.

    **Configs that are there already.** A partial `autotune.config` is completed, and the
    candidates are the proposals that agree with it. A complete config is checked and kept. If
    its `autotune.fact` differs from the matmul's, the pass warns and updates the fact. A config
    that cannot be made legal for the matmul and the target is an error. The error names the
    violated constraint and what would be legal. A config in pieces (`autotune.knob.template`,
    `autotune.knob.tile.m`, ...), as a `transform.tune.knob` script attaches it, is assembled
    first.

    **Fused matmuls.** Two matmuls that one kernel can compute together (docs/reference/gated-pairs.md,
    docs/reference/sums.md) share one config, which is attached to the first. If no shared config is legal,
    each gets its own. Estimates decide whether one kernel computes a pair, a sum, or the
    operations that make an operand. `autotune.fusion` on the matmul overrides the estimates:
    `"prologue"` fuses the operations that make an operand, `"products"` fuses the other matmul,
    and `"none"` fuses neither. `autotune-bench` writes the attribute after it has measured
    (docs/design/tuning.md).

    **Operations without a config.** Operations that are no matmul, or that no template can
    compute, stay as they are. So do matmuls in device code (`gpu.launch`, `gpu.func`, loops
    mapped to blocks), because only the host launches kernels. A `problem.grouped_matmul` that no
    template can compute is an error. Remarks of the category `autotune`
    (`--remarks-filter=autotune`) give the reasons. Other remarks say which heuristics fired, and
    which failed and were skipped.

    **Lookup tables.** With `table` (docs/reference/tables.md), the table's configs for a matmul come first.
    They are completed, and `max-candidates` drops none of them. A config picked from the table
    has the provenance `table`. `table=default` selects the tables that ship with the project and
    needs no file. A fault in a table file is a warning at its line and column, and the rest of
    the file is used. With `strict` it is an error. A table may name a library's algorithm before
    its kernels. With `libraries`, the config is then a plan of that algorithm and the best kernel
    behind it (docs/reference/libraries.md). A table's plan for a matmul of unknown sizes is used as
    it is. A row whose config is not legal for its sizes is left out, with a remark, or an error
    with `strict`.

    **Unknown sizes.** A matmul with `?` sizes gets a `#autotune.plan`
    (docs/guide/unknown-sizes.md). `autotune.sizes` on the matmul, the option `expect` and the
    `profile` say which sizes to expect. They steer the choice of the plan only: its last row still
    takes every size. The attribute must not name a known size. The option is for all matmuls, and
    known sizes ignore it.

    **Explanations.** With `explain`, a diagnostic at the first matmul of each kind lists what its
    predicted time consists of: the terms of the estimate, and the features that moved the
    cost model's trees most (docs/design/proposers.md). If a matmul gets no config, it says why.

    **Target.** The target is the option `target`. Without that option it comes from the IR:
    `autotune.target` on a module around the matmul, or the `#nvvm.target` of a `gpu.module`.

    **Precision of f32.** With `allow-tf32=tf32`, the pass adds `autotune.allow_tf32 = "tf32"` to
    matmuls of f32 that lack the attribute. Tensor cores may then multiply them, which rounds 13
    bits of each factor away (docs/design/numerics.md). If both operands are 8-bit floats times scales,
    a kernel may multiply them as 8-bit floats, with more exact sums than that
    (docs/reference/block-scales.md). With `3xtf32`, tensor cores add three products of the high and low
    parts of the factors. That keeps 19 bits and takes three times as long. You can write the
    attribute by hand; `"none"` exempts a matmul from the option.

    **Precision of f16.** With `accumulator=f16`, the pass adds `autotune.accumulator = "f16"` to
    matmuls of f16 by f16 to f16 that lack the attribute. Their products may then be summed in
    f16 (docs/design/numerics.md), which halves the registers and allows larger tiles. You can write the
    attribute by hand; `"f32"` exempts a matmul from the option. The attribute is a permission.
    Kernels of CUDA cores or `mma.sync`, and kernels with a prologue, still sum in f32. Partial
    sums are also added up in f32. On a matmul of other types the attribute is ignored with a
    warning.

    Rejected: choosing a config during lowering. The choice could then not be seen, edited,
    checked into a repository, or replaced by a measured config.

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
           "The target: a product or a chip, optionally with figures to override "
           "(h200; sm_90a; h200,sms=114). By default, the target in the IR.">,
    ListOption<"heuristics", "heuristics", "std::string",
               "Use only these heuristics; by default, all.">,
    ListOption<"disable", "disable", "std::string",
               "Heuristics to leave out.">,
    Option<"space", "space", "std::string", /*default=*/"\"quick\"",
           "The level of the space whose best estimates are proposed, too: quick, default, "
           "exhaustive, or none. They follow the heuristics' configs; one that the cost model "
           "predicts to be faster comes first.">,
    Option<"maxCandidates", "max-candidates", "unsigned", /*default=*/"16",
           "The most candidates per matmul; 0 means no limit.">,
    Option<"planConfigs", "plan-configs", "unsigned", /*default=*/"8",
           "The most kernels of a plan for a matmul of unknown sizes, from 1 to 64; 1 "
           "attaches one config for all sizes. A kernel may have several configs.">,
    Option<"planRows", "plan-rows", "unsigned", /*default=*/"64",
           "The most rows of a plan, from 1 to 64.">,
    Option<"expect", "expect", "std::string", /*default=*/"\"\"",
           "The unknown sizes to expect where a matmul's `autotune.sizes` does not say it, in the "
           "text of `#autotune.sizes` (`m from 1 to 8192 likely [1, 16]`).">,
    Option<"profile", "profile", "std::string", /*default=*/"\"\"",
           "A profile of the sizes that a program ran with (docs/reference/profile.md).">,
    Option<"table", "table", "std::string", /*default=*/"\"\"",
           "A lookup table, whose configs come before all others; `default` selects "
           "the tables that ship with the project (docs/reference/tables.md).">,
    Option<"strictTable", "strict", "bool", /*default=*/"false",
           "Make a fault in the table an error instead of a warning.">,
    Option<"libraries", "libraries", "std::string", /*default=*/"\"none\"",
           "The libraries whose algorithms are taken from the table: all, none, or names with commas "
           "between them.">,
    Option<"allowTf32", "allow-tf32", "std::string", /*default=*/"\"none\"",
           "How f32 products may be rounded: none, tf32, or 3xtf32.">,
    Option<"accumulator", "accumulator", "std::string", /*default=*/"\"f32\"",
           "The type that f16-to-f16 products may be summed in: f32 or f16.">,
    Option<"printSpace", "print-space", "bool", /*default=*/"false",
           "Print every legal config of each distinct matmul to standard output.">,
    Option<"explainRejections", "explain-rejections", "bool",
           /*default=*/"false",
           "Print to standard output how many configs each constraint rejects, for "
           "each distinct matmul.">,
    Option<"explain", "explain", "bool", /*default=*/"false",
           "For each distinct matmul, explain the predicted times of its config and "
           "of the best other candidate.">,
  ];
  // The dialects of epilogues: a fact carries the epilogue's function.
  let dependentDialects = ["::mlir::autotune::AutotuneDialect",
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numAttached", "attached", "Matmuls that got a config">,
    Statistic<"numCompleted", "completed", "Partial configs completed">,
    Statistic<"numKept", "kept", "Complete configs checked and kept">,
    Statistic<"numLeftAlone", "left-alone", "linalg operations without a kernel">,
    Statistic<"numFacts", "facts", "Distinct problems decided">,
  ];
}

def AutotunePadWeights : Pass<"autotune-pad-weights", "::mlir::func::FuncOp"> {
  let summary = "Pad the rows of weights that TMA can't load";
  let description = [{
    TMA loads rows that are a multiple of 16 bytes apart. A kernel packs an operand with other rows at
    each launch. For a weight with the attribute `autotune.frozen`, this pass makes a copy whose rows
    are padded to multiples of 128 bytes. `autotune-split-once` has the copy computed once. The products
    read a slice of the copy, which has the weight's sizes:

    ```mlir
    %p = tensor.pad %w low[0, 0] high[0, 63] { ... } : tensor<1024x1025xf16> to tensor<1024x1088xf16>
    %s = tensor.extract_slice %p[0, 0] [1024, 1025] [1, 1] : tensor<1024x1088xf16> to tensor<1024x1025xf16>
    %y = linalg.matmul ins(%x, %s : ...)
    ```

    A weight is padded if it is an operand of a contraction without a config. It must have two or three
    dimensions of known sizes, elements of 8 or 16 bits, and rows of at least 128 bytes.
    Padding takes memory beside the weight: at most `max-bytes` for each function.

    Use it for programs that are compiled with `offload`. Other programs would make the copy in each
    call.
  }];
  let options = [
    Option<"maxBytes", "max-bytes", "int64_t", /*default=*/"512 << 20",
           "How many bytes the copies of a function may have. The default is half of what "
           "autotune-split-once keeps: a copy that is not kept would be made in each call.">,
  ];
  let statistics = [
    Statistic<"numPadded", "padded", "Weights that are padded">,
    Statistic<"paddedBytes", "padded-bytes", "Bytes of the copies">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
}

def AutotuneInlineHelpers : Pass<"autotune-inline-helpers", "::mlir::ModuleOp"> {
  let summary = "Inline private functions without products, such as activations";
  let description = [{
    JAX writes an activation as a private function and calls it. No kernel can apply a called
    function to its sums. This pass inlines calls of private functions that have one block and
    contain no contraction, no reduction of linalg and no call. It repeats this until no such call
    is left, and erases functions that nothing uses any more. Functions with products, such as a
    layer that a model calls many times, stay.

    Rejected: upstream's inliner. It also inlines whole layers, so that the module contains a copy
    for each call.
  }];
}

def AutotuneSetHostCPU : Pass<"autotune-set-host-cpu", "::mlir::ModuleOp"> {
  let summary = "Set the CPU that the module's host functions are compiled for";
  let description = [{
    Adds the attributes `target_cpu` and `target_features` of one CPU to each `llvm.func` with a
    body. Every program that compiles the module then compiles for that CPU: `mlir-runner`, `llc`,
    `clang`. Functions in a `gpu.module`, and functions with one of these attributes, stay.

    The option `cpu` names the CPU. If it is empty, the environment variable `AUTOTUNE_HOST_CPU`
    names it. If that is empty too, nothing changes, and the program that compiles the module
    chooses. `autotune-compile` runs this pass last, with its option `host-cpu`.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let options = [
    Option<"cpu", "cpu", "std::string", /*default=*/"",
           "LLVM's name of a CPU (such as x86-64-v3), or native for this machine.">,
  ];
}

#endif // MLIR_AUTOTUNE_TRANSFORMS_PASSES

//===- ProblemOps.td - The problem dialect -----------------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_PROBLEM_PROBLEMOPS_TD
#define MLIR_AUTOTUNE_DIALECT_PROBLEM_PROBLEMOPS_TD

include "mlir-autotune/Dialect/Problem/AttentionOp.td"
include "mlir-autotune/Dialect/Problem/ConvolutionOp.td"
include "mlir-autotune/Dialect/Problem/ProblemBase.td"

def Problem_ContractOp : Problem_Op<"contract", [
    AttrSizedOperandSegments, DestinationStyleOpInterface, IsolatedFromAbove,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "one or two matrix products, and the operations fused into their kernel";
  let description = [{
    Computes `C = epilogue(sum over k of prologue(A)[m, k] * B[k, n])`, for each matrix of a batch.

    There is a map for each operand, in the order of the operands. All have the same dimensions:

    - `(m, n, k)`, the loops of a product;
    - `(b, m, n, k)` for a batch, or for a product whose K lies in several matrices. If the map of C
      has `b`, it is a batch; otherwise the products of all `b` are summed;
    - one more dimension at the end, `k2`, if there is a second product that is added to the first.

    The operands:

    - `ins` are the factors: A and B.
      - With `pair`, there is a third factor, B2. A is multiplied by B and by B2, and the epilogue
        makes one result of both sums.
      - With a `k2`, there are two more factors, A2 and B2. Their product is added to the first.
      - A factor without `b` in its map is shared by the whole batch.
      - The batch of a factor may have two dimensions, as heads of several sequences do. The factor
        then has four dimensions, and its map begins with `b floordiv H, b mod H`.
    - With `windows`, A has the windows of images as its rows, as a convolution has them. The operand
      is then the images, with the dimensions [images, rows, columns, channels], and the map is still
      that of A. `windows` lists ten numbers, the rows' before the columns': the pixels of a window, how
      far windows are apart, how far the pixels of a window are apart, and the zeros above and left of
      an image and below and right of it. Row `m` of A is window number `m`, in the order of images, rows
      and columns. Along K, a row has the pixels of its window one behind the other, each with as many
      elements. If these are more than the images have channels, the others are zeros. In a batch, the map
      is still (m, k): each product reads an equal share of the channels, one behind the other.
    - `stored_with` are the operands that the prologue reads beside a stored element. Such an operand
      has one value for each row along the output, for each group of K, for both, or one value for
      all.
    - `scales` are factors of blocks of A and of B, which are 8-bit floats. A partial sum is
      multiplied by the scales of its block of A and of its block of B. With `pair`, there are three:
      the scales of A, of B and of B2.
    - `with` are the operands that the epilogue reads beside the sums. It reads a boolean (i1) as the
      byte (i8) that it is in memory.
    - `outs` are C and further outputs of the epilogue. With `accumulate`, the sums begin with the
      elements of C. Otherwise the outs are overwritten. There is one exception: if K is 0 at run
      time, no kernel is launched. So if K is unknown, C must hold zeros.

    `sums` is the type in which products are summed, as epilogues see it. Floats of 16 and 8 bits are
    summed in f32. `sums f16` permits kernels to sum products of f16 in f16; epilogues still see f32.
    `as "tf32"` and `as "3xtf32"` permit kernels to multiply f32 as one or three products of tf32.
    With `zero_extend`, integers are widened without their sign.

    The prologue is a function of a stored element and an element of each `stored_with`; it makes the
    element that is multiplied. `prologue 0` is the prologue of A, and `prologue 1` the prologue of B.
    The epilogue is a function of the sum (for a pair, both sums) and an element of each `with`; it
    makes an element of each of the outs. Without an epilogue, the sum is rounded to C's type.

    ```mlir
    %d = problem.contract
        ins(%a, %b : tensor<64x128xbf16>, tensor<128x32xbf16>)
        with(%bias : tensor<1x32xbf16>)
        outs(%c : tensor<64x32xbf16>)
        maps [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
              affine_map<(m, n, k) -> (0, n)>, affine_map<(m, n, k) -> (m, n)>]
        sums f32
        epilogue {
        ^bb0(%sum: f32, %of: bf16):
          %wide = arith.extf %of : bf16 to f32
          %all = arith.addf %sum, %wide : f32
          %element = arith.truncf %all : f32 to bf16
          problem.yield %element : bf16
        } -> tensor<64x32xbf16>
    ```

    Rejected: one operation for each kind of fusion, since the kinds combine; functions as text in an
    attribute, since passes can't see into it; transposition as flags, since maps also describe
    broadcasts, groups and parts of K; a map of windows with divisions, which each user of A's map would
    have to take apart.
  }];
  let arguments = (ins
    Variadic<Problem_Matrix>:$factors,
    Variadic<Problem_Matrix>:$prologue_inputs,
    Variadic<Problem_Matrix>:$scales,
    Variadic<Problem_Matrix>:$epilogue_inputs,
    Variadic<Problem_Matrix>:$inits,
    AffineMapArrayAttr:$indexing_maps,
    TypeAttr:$accumulator,
    OptionalAttr<StrAttr>:$precision,
    OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative, IntMaxValue<1>]>>:$prologue_of,
    OptionalAttr<DenseI64ArrayAttr>:$windows,
    UnitAttr:$pair,
    UnitAttr:$accumulate,
    UnitAttr:$zero_extend);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region AnyRegion:$prologue, AnyRegion:$epilogue);
  let assemblyFormat = [{
    (`pair` $pair^)? `ins` `(` $factors `:` type($factors) `)`
    (`windows` $windows^)?
    (`stored_with` `(` $prologue_inputs^ `:` type($prologue_inputs) `)`)?
    (`scales` `(` $scales^ `:` type($scales) `)`)?
    (`with` `(` $epilogue_inputs^ `:` type($epilogue_inputs) `)`)?
    `outs` `(` $inits `:` type($inits) `)` (`accumulate` $accumulate^)?
    `maps` $indexing_maps
    `sums` $accumulator (`as` $precision^)? (`zero_extend` $zero_extend^)?
    (`prologue` $prologue_of^ $prologue)? (`epilogue` $epilogue^)? attr-dict
    (`->` type($results)^)?
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    MutableOperandRange getDpsInitsMutable() { return getInitsMutable(); }

    Value getA() { return getFactors()[0]; }
    Value getB() { return getFactors()[1]; }
    Value getC() { return getInits()[0]; }
    /// Whether a second product is added to the first.
    bool isSum() { return getFactors().size() == 4; }
    bool hasPrologue() { return !getPrologue().empty(); }
    bool hasEpilogue() { return !getEpilogue().empty(); }

    AffineMap getMap(unsigned operand) {
      return cast<AffineMapAttr>(getIndexingMaps()[operand]).getValue();
    }
    AffineMap getMapOf(OpOperand &operand) {
      return getMap(operand.getOperandNumber());
    }
    AffineMap getMapOfC() { return getMapOf(getDpsInitsMutable()[0]); }

    /// The numbers of the dimensions. getBatchDim() is -1 if there is none, and
    /// getAddedDim(), of a sum, if there is one product.
    int64_t getBatchDim() { return hasBatchDim() ? 0 : -1; }
    unsigned getDimM() { return hasBatchDim(); }
    unsigned getDimN() { return getDimM() + 1; }
    unsigned getDimK() { return getDimM() + 2; }
    int64_t getAddedDim() { return isSum() ? int64_t(getDimK()) + 1 : -1; }
    /// Whether there are several products, in a batch or along K.
    bool hasBatchDim() { return getMap(0).getNumDims() == 4u + isSum(); }
    /// Whether the products of all matrices are summed.
    bool sumsParts() {
      return hasBatchDim() && !getMapOfC().isFunctionOfDim(0);
    }
    bool hasTensors() { return isa<TensorType>(getC().getType()); }
    /// Where the windows of A are, if it has images. The operation must be
    /// valid.
    std::optional<::mlir::autotune::cuda::Window> getWindow() {
      if (!getWindows())
        return std::nullopt;
      return ::mlir::autotune::cuda::Window::get(getWindows()->data());
    }
    /// Whether an operand is the images.
    bool hasWindows(unsigned operand) {
      return operand == 0 && getWindows().has_value();
    }
  }];
}

def Problem_YieldOp : Problem_Op<"yield", [
    Pure, Terminator,
    ParentOneOf<["AttentionOp", "ContractOp", "ConvolutionOp", "RowsOp", "ScanOp"]>]> {
  let summary = "the results of a function of elements, a problem of rows, or a combiner of a scan";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "$values `:` type($values) attr-dict";
}

def Problem_RowsOp : Problem_Op<"rows", [
    AttrSizedOperandSegments, DestinationStyleOpInterface, IsolatedFromAbove,
    RecursiveMemoryEffects]> {
  let summary = "element-wise operations, and reductions and scans of rows, for one kernel";
  let description = [{
    The body has `linalg.generic` and `problem.scan` on tensors, and the fills and reshapes that these
    need. Each operation stands behind those that it reads.

    All tensors are seen as a matrix of `rows` x `columns`, whatever their dimensions. The last loop of
    an operation runs over the columns. Its other loops together run over the rows. An operation
    without a loop over columns has one element for each row. An operation without reductions may divide
    its elements in another way: only their order in memory counts.

    - A value of another operation of the body is read where it was written: at the same row and column,
      or, if it has one element for each row, at the same row.
    - An input is read anywhere.
    - A reduction is along the columns, or of a window: loops behind the one over the columns, which a
      thread runs alone for each element.
    - A scan is along the columns. Its combiner is one operation that has a neutral element.

    A thread can thus keep the elements that it computed in registers, and only the threads of one row
    work together. The body's arguments are the inputs. It yields the results, which are stored in the
    `outs`. The `outs` are overwritten.

    `autotune-form-rows` forms the operation. `autotune-lower-rows` replaces it by a launch. A config of
    the template `simt_rows`, as the attribute `autotune.config`, says how threads share the rows. Without one,
    the pass chooses it.

    ```mlir
    %s = problem.rows 1024 x 768 ins(%x : tensor<1024x768xf32>) outs(%e : tensor<1024xf32>) {
    ^bb0(%in: tensor<1024x768xf32>):
      %zero = arith.constant 0.0 : f32
      %empty = tensor.empty() : tensor<1024xf32>
      %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<1024xf32>) -> tensor<1024xf32>
      %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                             iterator_types = ["parallel", "reduction"]}
          ins(%in : tensor<1024x768xf32>) outs(%fill : tensor<1024xf32>) {
      ^bb0(%element: f32, %out: f32):
        %all = arith.addf %out, %element : f32
        linalg.yield %all : f32
      } -> tensor<1024xf32>
      problem.yield %sum : tensor<1024xf32>
    } -> tensor<1024xf32>
    ```

    Rejected: a body of scalars with loops of its own. Whether a loop is unrolled, and what is kept, is
    the config's business.
  }];
  let arguments = (ins
    ConfinedAttr<I64Attr, [IntPositive]>:$rows,
    ConfinedAttr<I64Attr, [IntPositive]>:$columns,
    Variadic<AnyType>:$inputs, Variadic<AnyRankedTensor>:$inits);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $rows `x` $columns
    (`ins` `(` $inputs^ `:` type($inputs) `)`)? `outs` `(` $inits `:` type($inits) `)` attr-dict-with-keyword $body
    `->` type($results)
  }];
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    MutableOperandRange getDpsInitsMutable() { return getInitsMutable(); }
  }];
}

def Problem_ScanOp : Problem_Op<"scan", [
    DestinationStyleOpInterface, Pure, SingleBlock]> {
  let summary = "running values along the last dimension, such as cumulative sums";
  let description = [{
    Goes along each row of the input: along the last dimension, for each place in the others. The
    combiner makes the next running value of the value so far and the next element.

    - `inclusive`: the running value at an element includes that element. The first one is the first
      element itself.
    - `exclusive`: the running value at an element includes those before it. The first one is the
      element of the second out.

    The first result has all running values, and the second the last one of each row. The first out is
    overwritten, and so is the second if the scan is `inclusive`. Elements may be combined in any order
    that keeps neighbours together, as if the combiner were associative.

    ```mlir
    %sums, %totals = problem.scan inclusive ins(%x : tensor<64x1024xf32>)
        outs(%e, %f : tensor<64x1024xf32>, tensor<64xf32>) {
    ^bb0(%sum: f32, %element: f32):
      %next = arith.addf %sum, %element : f32
      problem.yield %next : f32
    } -> tensor<64x1024xf32>, tensor<64xf32>
    ```

    `autotune-form-rows` makes the operation of `tm_tensor.scan`, as part of a `problem.rows`. Outside
    of one, `autotune-lower-tm-tensor` turns it into loops.

    Rejected: a dimension as an attribute. A kernel of rows scans along its columns; other dimensions
    are transposed, which is a problem of rows, too. Rejected: a `linalg.generic`, which has no loop
    that carries a value and also stores it.
  }];
  let arguments = (ins
    UnitAttr:$inclusive,
    AnyRankedTensor:$input, AnyRankedTensor:$init, AnyRankedTensor:$start);
  let results = (outs AnyRankedTensor:$running, AnyRankedTensor:$last);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = [{
    (`inclusive` $inclusive^):(`exclusive`)? `ins` `(` $input `:` type($input) `)`
    `outs` `(` $init `,` $start `:` type($init) `,` type($start) `)` attr-dict-with-keyword $combiner
    `->` type($running) `,` type($last)
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    MutableOperandRange getDpsInitsMutable() {
      return MutableOperandRange(getOperation(), /*start=*/1, /*length=*/2);
    }
    /// Whether the second out is read.
    bool readsStart() { return !getInclusive(); }
    /// The combiner's arguments.
    Value getSoFar() { return getCombiner().getArgument(0); }
    Value getElement() { return getCombiner().getArgument(1); }
  }];
}

def Problem_TwoDimMatrix
    : AnyTypeOf<[2DTensorOf<[AnyType]>, MemRefRankOf<[AnyType], [2]>]>;

def Problem_GroupedMatmulOp : Problem_Op<"grouped_matmul", [
    AttrSizedOperandSegments, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "several matmuls of one type for one launch";
  let description = [{
    Product number `i` uses the `i`-th matrix of each list. All products have the same element types,
    the same N and K, which are static, and the same transposed operands. Each has its own M, which
    may be 0. The `outs` are overwritten. `autotune-group-matmuls` creates the operation from
    `linalg.matmul`s.

    If A and B are 8-bit floats, each product may have `scales`: f32 factors of blocks of its A and of
    its B, in two lists. A partial sum is multiplied by the scales of its block of A and of its block of
    B. `maps` has a map of the loops `(m, n, k)` for the scales of A, and one for the scales of B. They
    are the same for all products. As in `problem.contract`, a map has two results: rows or columns of
    the output, or groups of them (`floordiv`), and groups of K, in either order, or 0 for a dimension
    that shares one value.

    ```mlir
    %r:2 = problem.grouped_matmul ins(%a0, %a1 : tensor<?x64xbf16>, tensor<8x64xbf16>)
        by(%b0, %b1 : tensor<32x64xbf16>, tensor<32x64xbf16>) transpose_b
        outs(%c0, %c1 : tensor<?x32xbf16>, tensor<8x32xbf16>)
        -> tensor<?x32xbf16>, tensor<8x32xbf16>
    %s = problem.grouped_matmul ins(%x : tensor<8x256xf8E4M3FN>)
        by(%w : tensor<128x256xf8E4M3FN>) transpose_b
        scales(%sx : tensor<8x2xf32>) by(%sw : tensor<1x2xf32>)
        maps [affine_map<(m, n, k) -> (m, k floordiv 128)>,
              affine_map<(m, n, k) -> (n floordiv 128, k floordiv 128)>]
        outs(%y : tensor<8x128xbf16>) -> tensor<8x128xbf16>
    ```

    Rejected: a map for each matrix of scales. One kernel reads the scales of all products, in one way.
  }];
  let arguments = (ins
    Variadic<Problem_TwoDimMatrix>:$a, Variadic<Problem_TwoDimMatrix>:$b,
    Variadic<Problem_TwoDimMatrix>:$a_scales, Variadic<Problem_TwoDimMatrix>:$b_scales,
    Variadic<Problem_TwoDimMatrix>:$inits,
    UnitAttr:$transpose_a, UnitAttr:$transpose_b,
    OptionalAttr<AffineMapArrayAttr>:$scale_maps);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    `ins` `(` $a `:` type($a) `)` (`transpose_a` $transpose_a^)?
    `by` `(` $b `:` type($b) `)` (`transpose_b` $transpose_b^)?
    (`scales` `(` $a_scales^ `:` type($a_scales) `)` `by` `(` $b_scales `:` type($b_scales) `)`
     `maps` $scale_maps)?
    `outs` `(` $inits `:` type($inits) `)` attr-dict (`->` type($results)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    MutableOperandRange getDpsInitsMutable() { return getInitsMutable(); }

    bool isScaled() { return !getAScales().empty(); }
    /// The map of the scales of A (0) or B (1), from the loops (m, n, k).
    AffineMap getScaleMap(unsigned number) {
      return cast<AffineMapAttr>((*getScaleMaps())[number]).getValue();
    }
  }];
}

#endif // MLIR_AUTOTUNE_DIALECT_PROBLEM_PROBLEMOPS_TD

//===- ConvolutionOp.td - problem.convolution --------------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_PROBLEM_CONVOLUTIONOP_TD
#define MLIR_AUTOTUNE_DIALECT_PROBLEM_CONVOLUTIONOP_TD

include "mlir-autotune/Dialect/Problem/ProblemBase.td"

def Problem_ConvolutionOp : Problem_Op<"convolution", [
    DestinationStyleOpInterface, IsolatedFromAbove,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a convolution, and the operations fused into its kernel";
  let description = [{
    Computes `Y = epilogue(sum over r and c of X[n, g, o * stride + r * dilation - padding, c] * F[g, f, r, c])`.
    What is read outside of X is zero.

    There is a map for each operand, in the order of the operands. All maps have the same dimensions, in this
    order. The maps of X, F and Y say which dimension is of which kind:

    | kind | X | F | Y | number |
    | --- | --- | --- | --- | --- |
    | `n`: batch | yes | no | yes | any |
    | `g`: groups of channels | yes | yes | yes | any |
    | `o`: positions in the output | with an `r` | no | yes | 1 to 3 |
    | `f`: output channels | no | yes | yes | any |
    | `r`: positions in the filter | with an `o` | yes | no | as many as `o` |
    | `c`: channels, which are summed | yes | yes | no | any |

    A result of the map of X is a dimension, or `o * stride + r * dilation - padding`, where the first `o` belongs
    to the first `r`. The padding behind the last element of X follows from the sizes. All other maps are
    projected permutations. Dimensions may thus lie anywhere in memory: NCHW and NHWC are maps. A depthwise
    convolution has its channels as `g`, and no `c`.

    - `inputs` are X (the images) and F (the filter), and then what the epilogue reads beside the sums. These
      further inputs may have the dimensions of Y, and are broadcast along those that their map leaves out.
    - `outputs` is Y. It is overwritten.

    `epilogue` is a function of the sum and an element of each further input. It makes an element of Y. It contains
    biases, scales and shifts of batch norms, activations, residuals and conversions. As in `problem.contract`, the
    function reads a boolean (i1) as the byte (i8) that it is in memory.

    Floats of at most 32 bits are multiplied as they are, and summed in f32. Signed integers of at most 32 bits are
    summed in i32, which wraps.

    ```mlir
    %r = problem.convolution
        inputs(%x, %f, %bias : tensor<8x64x56x56xf16>, tensor<128x64x3x3xf16>, tensor<128xf16>)
        outputs(%y : tensor<8x128x56x56xf16>)
        maps = [affine_map<(n, h, w, f, r, s, c) -> (n, c, h + r - 1, w + s - 1)>,
                affine_map<(n, h, w, f, r, s, c) -> (f, c, r, s)>,
                affine_map<(n, h, w, f, r, s, c) -> (f)>,
                affine_map<(n, h, w, f, r, s, c) -> (n, f, h, w)>]
        epilogue {
        ^bb0(%sum: f32, %of: f16):
          %zero = arith.constant 0.0 : f32
          %wide = arith.extf %of : f16 to f32
          %all = arith.addf %sum, %wide : f32
          %positive = arith.maximumf %all, %zero : f32
          %element = arith.truncf %positive : f32 to f16
          problem.yield %element : f16
        } -> tensor<8x128x56x56xf16>
    ```

    `autotune-form-convolutions` forms the operation, and `autotune-decompose-convolution` makes linalg
    operations of it.

    Rejected: attributes for strides, dilations, paddings, groups and layouts. The map of X has them all, and
    nothing can contradict it. Rejected: an attribute that counts the dimensions of each kind. It would only
    repeat the maps. Rejected: a function of X's elements. A kernel loads windows of X as they are in memory,
    and the padding would have to be excluded from the function.
  }];
  let arguments = (ins
    Variadic<Problem_Matrix>:$inputs,
    Problem_Matrix:$init,
    AffineMapArrayAttr:$indexing_maps);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let regions = (region AnyRegion:$epilogue);
  let assemblyFormat = [{
    `inputs` `(` $inputs `:` type($inputs) `)` `outputs` `(` $init `:` type($init) `)`
    `maps` `=` $indexing_maps `epilogue` $epilogue attr-dict (`->` type($result)^)?
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The kinds of dimensions, in the order in which the maps have them.
    enum class DimKind { Batch, Group, Output, Filter, Window, Channel };

    MutableOperandRange getDpsInitsMutable() {
      return MutableOperandRange(getInitMutable());
    }
    OperandRange getInits() { return getODSOperands(1); }

    Value getX() { return getInputs()[0]; }
    Value getF() { return getInputs()[1]; }
    Value getY() { return getInit(); }
    /// What the epilogue reads beside the sums.
    OperandRange getEpilogueInputs() { return getInputs().drop_front(2); }

    AffineMap getMap(unsigned operand) {
      return cast<AffineMapAttr>(getIndexingMaps()[operand]).getValue();
    }
    AffineMap getMapOf(OpOperand &operand) {
      return getMap(operand.getOperandNumber());
    }
    AffineMap getMapOfY() { return getMap(getInputs().size()); }

    unsigned getNumDims() { return getMap(0).getNumDims(); }
    /// The kind of a dimension, or nothing if the maps contradict each other.
    std::optional<DimKind> findDimKind(unsigned dim);
    /// The first dimension of a kind, and how many there are.
    unsigned getFirstDim(DimKind kind);
    unsigned getNumDims(DimKind kind);
    /// The size of a dimension, which may be dynamic.
    int64_t getSize(unsigned dim);

    unsigned getNumBatchDims() { return getNumDims(DimKind::Batch); }
    unsigned getSpatialRank() { return getNumDims(DimKind::Output); }
    /// A position in the output or in the filter, along a spatial dimension.
    unsigned getOutputDim(unsigned spatial) {
      return getFirstDim(DimKind::Output) + spatial;
    }
    unsigned getWindowDim(unsigned spatial) {
      return getFirstDim(DimKind::Window) + spatial;
    }
    /// How many groups of channels there are: 1 if channels have no groups. May
    /// be dynamic, as may the number of output channels and of summed channels
    /// of one group.
    int64_t getGroups() { return getNumElements(DimKind::Group); }
    int64_t getOutputChannels() { return getNumElements(DimKind::Filter); }
    int64_t getChannels() { return getNumElements(DimKind::Channel); }
    int64_t getNumElements(DimKind kind);

    /// Which dimension of X a spatial dimension is.
    unsigned getXDim(unsigned spatial);
    int64_t getStride(unsigned spatial);
    int64_t getDilation(unsigned spatial);
    /// How many zeros are in front of X. It is negative if windows begin within
    /// X.
    int64_t getPaddingLow(unsigned spatial);
    /// How many zeros the last window reads behind X. It is negative if X has
    /// elements behind the last window, and dynamic if a size is.
    int64_t getPaddingHigh(unsigned spatial);

    bool hasTensors() { return isa<TensorType>(getY().getType()); }
    /// The type in which products are summed: f32, or i32 for integers.
    Type getSumType();

    /// The arguments of the epilogue: the sum, and the elements of
    /// getEpilogueInputs().
    Block &getEpilogueBody() { return getEpilogue().front(); }
    Value getEpilogueSum() { return getEpilogueBody().getArgument(0); }
    ValueRange getEpilogueElements() {
      return getEpilogueBody().getArguments().drop_front();
    }
    /// The element that the epilogue yields.
    Value getYieldedElement() {
      return getEpilogueBody().getTerminator()->getOperand(0);
    }
  }];
}

#endif // MLIR_AUTOTUNE_DIALECT_PROBLEM_CONVOLUTIONOP_TD

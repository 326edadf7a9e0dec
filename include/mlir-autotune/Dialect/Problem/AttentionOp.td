//===- AttentionOp.td - problem.attention ------------------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_PROBLEM_ATTENTIONOP_TD
#define MLIR_AUTOTUNE_DIALECT_PROBLEM_ATTENTIONOP_TD

include "mlir-autotune/Dialect/Problem/ProblemBase.td"

def Problem_AttentionOp : Problem_Op<"attention", [
    AttrSizedOperandSegments, DestinationStyleOpInterface, IsolatedFromAbove,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "attention: two matrix products with a softmax between them";
  let description = [{
    Computes `O = softmax over n of score(sum over d of Q[m, d] * K[n, d]) * V[n, e]`, for each place in
    the batch dimensions.

    There is a map for each operand, in the order of the operands. All maps have the same dimensions:
    any number of batch dimensions, then `m` (query rows), `n` (keys), `d` (the depth of the first
    product) and `e` (the columns of V). Each map is a projected permutation. Heads may thus lie
    anywhere among the dimensions of an operand, and no operand is transposed before.

    - `inputs` are Q, K and V, and then what the score function reads beside the products.
      - Q has `m` and `d`, K has `n` and `d`, and V has `n` and `e`.
      - What the score function reads may have batch dimensions, `m` and `n`.
      - An input is broadcast along the dimensions that its map leaves out. If several query heads share
        a head of K and V, the heads are two batch dimensions, and the maps of K and V leave out the
        second one.
    - `outputs` are O, with all batch dimensions, `m` and `e`, and optionally the logarithm of the sum of
      the exponentials of each row's scores, in f32, with all batch dimensions and `m`. The outputs are
      overwritten.

    `score` is a function of the sum over `d`, an element of each further input, and an index for each
    batch dimension, `m` and `n`. The function makes the score, whose softmax over `n` weighs the rows of V.
    It contains scales, masks, biases and soft caps. The score of a masked key is -inf. As in
    `problem.contract`, the function reads a boolean (i1) as the byte (i8) that it is in memory.

    `key_range = [i, j, k, l]` has the numbers of inputs that say which keys a query sees. Let `i` to `l`
    stand for their elements. The scores of the first `i` keys and of the last `j` are -inf. No mask
    changes those of the keys that are among the last `k` and among the first `l`. Elements hold for the
    64 queries of their group, the first of which is number 0, 64, and so on; `i` and `l` hold for the
    two groups behind it, too, and `j` and `k` for the two before it. The inputs have elements of i32,
    which are not negative, and `m` in their maps, but not `n`. They change no result: a kernel may leave
    out keys and masks. `autotune-bound-keys` adds them where masks depend on data, as those of packed
    sequences do.

    The elements of Q and K are multiplied as they are, and summed in f32. The softmax is computed in f32.
    The weights are rounded to the type of V's elements for the second product, which is summed in f32,
    and its result is rounded once to the type of O's elements. Weights may be rounded before they are
    divided by their sum.

    `masked_rows = zero` makes the rows of O zero whose scores are all -inf. Otherwise these rows are NaN,
    as a plain softmax has them. The logarithm of such a row's sum is -inf. Without keys, O is zero in any
    case, and the logarithms are -inf.

    ```mlir
    %r = problem.attention
        inputs(%q, %k, %v, %bias : tensor<16x256x64xf16>, tensor<16x256x64xf16>, tensor<16x256x64xf16>,
               tensor<256x256xf32>)
        outputs(%o : tensor<16x256x64xf16>)
        maps = [affine_map<(b, m, n, d, e) -> (b, m, d)>, affine_map<(b, m, n, d, e) -> (b, n, d)>,
                affine_map<(b, m, n, d, e) -> (b, n, e)>, affine_map<(b, m, n, d, e) -> (m, n)>,
                affine_map<(b, m, n, d, e) -> (b, m, e)>]
        score {
        ^bb0(%product: f32, %of: f32, %b: index, %m: index, %n: index):
          %scale = arith.constant 0.125 : f32
          %scaled = arith.mulf %product, %scale : f32
          %score = arith.addf %scaled, %of : f32
          problem.yield %score : f32
        } -> tensor<16x256x64xf16>
    ```

    `autotune-form-attention` forms the operation, `autotune-lower-attention` makes a kernel of it, and
    `autotune-decompose-attention` makes two products and a softmax of it.

    Rejected: attributes for scales, causal masks and soft caps. Models combine and vary them, and a kernel
    can look into a function. Rejected: a function of the weights, such as dropout. It would need random
    numbers, and no model has it in inference.
  }];
  let arguments = (ins
    Variadic<Problem_Matrix>:$inputs,
    Variadic<Problem_Matrix>:$inits,
    AffineMapArrayAttr:$indexing_maps,
    UnitAttr:$zero_masked_rows,
    OptionalAttr<DenseI64ArrayAttr>:$key_range);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region AnyRegion:$score);
  let assemblyFormat = [{
    `inputs` `(` $inputs `:` type($inputs) `)` `outputs` `(` $inits `:` type($inits) `)`
    `maps` `=` $indexing_maps (`masked_rows` `=` `zero` $zero_masked_rows^)?
    (`key_range` `=` $key_range^)?
    `score` $score attr-dict (`->` type($results)^)?
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    MutableOperandRange getDpsInitsMutable() { return getInitsMutable(); }

    Value getQ() { return getInputs()[0]; }
    Value getK() { return getInputs()[1]; }
    Value getV() { return getInputs()[2]; }
    /// What the score function reads beside the products.
    OperandRange getScoreInputs() { return getInputs().drop_front(3); }
    /// The queries of a group of key_range, and for how many groups an element
    /// holds.
    static constexpr int64_t kGroupQueries = 64, kRangeGroups = 3;
    Value getO() { return getInits()[0]; }
    /// The logarithm of each row's sum, or null.
    Value getLogSumExp() {
      return getInits().size() > 1 ? getInits()[1] : Value();
    }

    AffineMap getMap(unsigned operand) {
      return cast<AffineMapAttr>(getIndexingMaps()[operand]).getValue();
    }
    AffineMap getMapOf(OpOperand &operand) {
      return getMap(operand.getOperandNumber());
    }
    AffineMap getMapOfO() { return getMapOf(getDpsInitsMutable()[0]); }

    /// The numbers of the dimensions. The batch's are those before getDimM().
    unsigned getNumDims() { return getMap(0).getNumDims(); }
    unsigned getNumBatchDims() { return getNumDims() - 4; }
    unsigned getDimM() { return getNumBatchDims(); }
    unsigned getDimN() { return getDimM() + 1; }
    unsigned getDimD() { return getDimM() + 2; }
    unsigned getDimE() { return getDimM() + 3; }
    /// The size of a dimension, which may be dynamic.
    int64_t getSize(unsigned dim);
    bool hasTensors() { return isa<TensorType>(getO().getType()); }

    /// The arguments of the score function: the sum of products, the elements
    /// of getScoreInputs(), and the indices of the batch, m and n.
    Block &getScoreBody() { return getScore().front(); }
    Value getScoreProduct() { return getScoreBody().getArgument(0); }
    ValueRange getScoreElements() {
      return getScoreBody().getArguments().slice(1, getScoreInputs().size());
    }
    Value getScoreIndex(unsigned dim) {
      return getScoreBody().getArgument(1 + getScoreInputs().size() + dim);
    }
    /// The score that the function yields.
    Value getYieldedScore() {
      return getScoreBody().getTerminator()->getOperand(0);
    }
  }];
}

#endif // MLIR_AUTOTUNE_DIALECT_PROBLEM_ATTENTIONOP_TD

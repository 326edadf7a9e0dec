//===- TMTensorOps.td - What torch-mlir exports ------------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_TMTENSOR_TMTENSOROPS_TD
#define MLIR_AUTOTUNE_DIALECT_TMTENSOR_TMTENSOROPS_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TMTensor_Dialect : Dialect {
  let name = "tm_tensor";
  let cppNamespace = "::mlir::autotune::tm_tensor";
  let summary = "Operations that torch-mlir exports beside linalg";
  let description = [{
    A model that torch-mlir exports as linalg on tensors has operations of its
    dialect `tm_tensor` where linalg has none: `tm_tensor.scan` computes the
    positions of each masked language model, for one. This dialect has the same
    operations in the same syntax, so that a model is read as it was exported.
    `autotune-lower-tm-tensor`, which `autotune-prepare` and `autotune-compile`
    run, turns them into loops of scf and into operations of linalg.

    Operands are tensors: what torch-mlir writes before it bufferizes anything.

    Rejected: to ask users for torch-mlir's own lowering first. Its passes take
    memrefs alone, so a model would have to be bufferized before it is tuned.
  }];
}

class TMTensor_Op<string mnemonic, list<Trait> traits = []>
    : Op<TMTensor_Dialect, mnemonic,
         !listconcat([Pure, AttrSizedOperandSegments], traits)> {
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let hasVerifier = 1;
}

/// With a region that computes one value of several.
class TMTensor_BodyOp<string mnemonic>
    : TMTensor_Op<mnemonic, [SingleBlock]> {
  let regions = (region SizedRegion<1>:$region);
}

def TMTensor_ScanOp : TMTensor_BodyOp<"scan"> {
  let summary = "A running sum, or another running function";
  let description = [{
    Along `dimension`, an element of the first result is the region's function of
    the element before it and of the input's element: the one at the same place
    with `inclusive(true)`, where the first element is the input's; the one before
    it otherwise, where the first element is the accumulator's. The second result
    has the last of these elements.

    ```mlir
    %sums:2 = tm_tensor.scan dimension(1) inclusive(true)
        ins(%x : tensor<1x128xi64>) outs(%init, %acc : tensor<1x128xi64>, tensor<1xi64>) {
    ^bb0(%sum: i64, %element: i64):
      %0 = arith.addi %sum, %element : i64
      tm_tensor.yield %0 : i64
    } -> tensor<1x128xi64>, tensor<1xi64>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       I64Attr:$dimension, BoolAttr:$inclusive);
  let assemblyFormat = [{
    `dimension` `(` $dimension `)` `inclusive` `(` $inclusive `)` attr-dict
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` $region (`->` type($results)^)?
  }];
}

def TMTensor_ScatterOp : TMTensor_BodyOp<"scatter"> {
  let summary = "Updates of the elements that indices name";
  let description = [{
    Each row of the second input names a place in the output: `dimension_map` says
    which dimension each of its numbers counts in. There the region's function of
    an update (the first input's element) and of what is there is written, one row
    after the other. The other dimensions of an update run over the output's last
    ones.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       DenseI64ArrayAttr:$dimension_map,
                       DefaultValuedAttr<BoolAttr, "true">:$unique_indices);
  let assemblyFormat = [{
    attr-dict `unique_indices` `(` $unique_indices `)`
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)` $region (`->` type($results)^)?
  }];
}

def TMTensor_SortOp : TMTensor_BodyOp<"sort"> {
  let summary = "Tensors sorted along a dimension by the region's order";
  let description = [{
    All outputs are sorted in the same way. The region takes two elements of each
    output, and says whether the first of them may stand before the second. Those
    of which either may keep their order.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs, I64Attr:$dimension);
  let assemblyFormat = [{
    attr-dict `dimension` `(` $dimension `)`
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)` $region (`->` type($results)^)?
  }];
}

def TMTensor_TopkOp : TMTensor_BodyOp<"topk"> {
  let summary = "The first elements along a dimension in the region's order";
  let description = [{
    The outputs hold values and their indices, which start as what there is to
    beat. Each input element is put before the first of them that the region says
    it comes before; of elements that are equal the one with the smaller index
    comes first. The second input has the indices; without it they are counted.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs, I64Attr:$dimension);
  let assemblyFormat = [{
    attr-dict `dimension` `(` $dimension `)`
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` $region (`->` type($results)^)?
  }];
}

def TMTensor_AttentionOp : TMTensor_Op<"attention"> {
  let summary = "softmax(Q K^T / sqrt(d) + mask) V";
  let description = [{
    Inputs are the queries, keys and values, whose last dimensions are the
    sequence's and the head's and whose first ones a batch, and a mask if there is
    one, whose dimensions are the last of those of the scores.
  }];
  let assemblyFormat = [{
    attr-dict `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` (`->` type($results)^)?
  }];
}

def TMTensor_YieldOp
    : Op<TMTensor_Dialect, "yield", [Pure, ReturnLike, Terminator]> {
  let summary = "What a region computes";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

#endif // MLIR_AUTOTUNE_DIALECT_TMTENSOR_TMTENSOROPS_TD

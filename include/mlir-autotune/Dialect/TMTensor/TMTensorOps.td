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
    If linalg has no operation for something, torch-mlir exports an operation of its own dialect
    `tm_tensor`. For example, masked language models compute positions with `tm_tensor.scan`. This
    dialect has the same operations in the same syntax, so that an exported model can be read
    unchanged. Operands are tensors, as torch-mlir writes them before bufferization.

    `autotune-lower-tm-tensor` turns the operations into loops of scf and operations of linalg.
    `autotune-prepare` and `autotune-compile` run that pass. `autotune-prepare` keeps the scans that a
    kernel can compute: `autotune-compile` with `offload` makes them part of a `problem.rows`.

    Rejected: asking users to run torch-mlir's own lowering first. Its passes take only memrefs, so
    that a model would have to be bufferized before it is tuned.
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

/// An operation with a region that combines several values into one.
class TMTensor_BodyOp<string mnemonic>
    : TMTensor_Op<mnemonic, [SingleBlock]> {
  let regions = (region SizedRegion<1>:$region);
}

def TMTensor_ScanOp : TMTensor_BodyOp<"scan"> {
  let summary = "Running sum, or running value of another function";
  let description = [{
    Computes running values along `dimension`. The region combines the running value with the next
    element of the input.

    - With `inclusive(true)`, result element `i` includes input element `i`. Result element 0 is
      input element 0.
    - With `inclusive(false)`, result element `i` includes the input up to element `i - 1`. Result
      element 0 is the accumulator.

    The first result has all running values, the second only the last one along `dimension`.

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
  let summary = "Update the elements that indices name";
  let description = [{
    The first input holds updates, and the second holds one row of indices for each update. Number
    `i` of a row is an index into dimension `dimension_map[i]` of the output. The remaining
    dimensions of an update run over the output's last dimensions. The region computes the new value
    of an element from the update's element and the old value. Rows are applied in order.
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
  let summary = "Sort tensors along a dimension";
  let description = [{
    All outputs are sorted in the same way. The region takes two elements of each output and returns
    whether the first may stand before the second. Elements that may stand in either order keep
    their order.
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
  let summary = "The first k elements along a dimension, in the region's order";
  let description = [{
    The two outputs hold values and their indices. Their initial contents compete with the input.
    The region says whether an element stands before a held value. Each element of the input is
    inserted before the first such value. If elements are equal, the one with the smaller index comes
    first. The optional second input holds the indices of the input's elements. Without it, an index
    is the position along `dimension`.
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
    The inputs are queries, keys, values and optionally a mask. The last two dimensions of queries,
    keys and values are the sequence and the head size d. The dimensions before them are a batch.
    The mask's dimensions are the last dimensions of the scores.
  }];
  let assemblyFormat = [{
    attr-dict `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` (`->` type($results)^)?
  }];
}

def TMTensor_YieldOp
    : Op<TMTensor_Dialect, "yield", [Pure, ReturnLike, Terminator]> {
  let summary = "Return values from a region";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

#endif // MLIR_AUTOTUNE_DIALECT_TMTENSOR_TMTENSOROPS_TD

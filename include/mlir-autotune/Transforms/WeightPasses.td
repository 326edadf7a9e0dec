//===- WeightPasses.td - Passes that prepare weights -------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TRANSFORMS_WEIGHTPASSES
#define MLIR_AUTOTUNE_TRANSFORMS_WEIGHTPASSES

include "mlir/Pass/PassBase.td"

def AutotuneReorderWeights
    : Pass<"autotune-reorder-weights", "::mlir::func::FuncOp"> {
  let summary = "Let kernels read 4-bit weights in the order of their threads";
  let description = [{
    A thread of a Hopper kernel multiplies elements of a row that are 2 and 8 apart. Of 4-bit integers
    it loads more than it needs, and picks its own. In a copy with another order of K
    (docs/reference/prologues.md), a thread finds its elements of eight products in 16 bytes. For
    a weight with the attribute `autotune.frozen`, this pass says that kernels may read such a copy.
    `autotune-lower-matmul` creates the copy. `autotune-split-once` moves it to the first call.

    ```mlir
    %r = tile.reorder %w : tensor<28672x4096xi4>
    %y = linalg.matmul ins(%x, %r : ...)
    ```

    A weight is reordered if it is a matrix of i4 with known sizes, and its columns are a multiple of
    256. A contraction without a config must multiply it, or what is computed from each of its elements.
    Copies take memory beside the weights: at most `max-bytes` for each function.

    Use it for programs that are compiled with `offload`. Other programs would make the copy in each
    call.
  }];
  let options = [
    Option<"maxBytes", "max-bytes", "int64_t", /*default=*/"512 << 20",
           "How many bytes the copies of a function may have. The default is half of what "
           "autotune-split-once keeps: a copy that is not kept would be made in each call.">,
  ];
  let statistics = [
    Statistic<"numReordered", "reordered", "Weights that are reordered">,
    Statistic<"reorderedBytes", "reordered-bytes", "Bytes of the copies">,
  ];
  let dependentDialects = ["::mlir::autotune::tile::TileDialect"];
}

#endif // MLIR_AUTOTUNE_TRANSFORMS_WEIGHTPASSES

//===- TileReorderOp.td - Weights in another order ---------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_TILE_TILEREORDEROP_TD
#define MLIR_AUTOTUNE_DIALECT_TILE_TILEREORDEROP_TD

include "mlir-autotune/Dialect/Tile/TileOpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Tile_ReorderOp : Tile_Op<"reorder", [Pure, SameOperandsAndResultType]> {
  let summary = "let kernels read a weight in the order that their threads need";
  let description = [{
    The result is the same tensor as the source, a matrix of 4-bit integers. A matmul that multiplies
    the result reads a copy of it with elements of type `i4r`: each 256 elements of a row are in the
    order that `reordered_a` of `tile.mma` describes.

    `autotune-reorder-weights` creates the operation. `autotune-lower-matmul` creates the copy for each
    result that a kernel multiplies, and replaces all other uses of the result by the source.

    ```mlir
    %r = tile.reorder %w : tensor<28672x4096xi4>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$source);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source)";
  let hasVerifier = 1;
}

#endif // MLIR_AUTOTUNE_DIALECT_TILE_TILEREORDEROP_TD

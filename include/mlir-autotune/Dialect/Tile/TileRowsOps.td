//===- TileRowsOps.td - Rows of fragments ------------------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_TILE_TILEROWSOPS_TD
#define MLIR_AUTOTUNE_DIALECT_TILE_TILEROWSOPS_TD

include "mlir-autotune/Dialect/Tile/TileOpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Rows of fragments
//===----------------------------------------------------------------------===//

def Tile_ReduceRowsOp : Tile_Op<"reduce_rows", [InRole, Pure]> {
  let summary = "the sum or the maximum of each row of a fragment";
  let description = [{
    The result has one value for each row of the fragment of f32, which all threads that hold the row
    get. With `from`, that value of each row takes part. `max` ignores elements that are NaN.

    ```mlir
    %max = tile.reduce_rows max %scores from %before
        : !tile.fragment<128x64xf32> -> !tile.rows<128x1xf32>
    ```
  }];
  let arguments = (ins Tile_RowReduction:$kind, Tile_FragmentType:$fragment,
                       Optional<Tile_RowsType>:$from);
  let results = (outs Tile_RowsType:$result);
  let assemblyFormat = [{
    $kind $fragment (`from` $from^ `:` type($from) `,`):(`:`)? type($fragment)
    `->` type($result) attr-dict
  }];
  let hasVerifier = 1;
}

def Tile_FoldOp : Tile_Op<"fold", [InRole, Pure]> {
  let summary = "add up the columns of a fragment, eight apart";
  let description = [{
    Column `c` of the result, which has eight columns, is the sum of the columns `c`, `c + 8` and so
    on. A thread holds all of these, so threads exchange nothing. A loop that adds up rows can keep
    such sums, and leave the exchange to one `tile.reduce_rows` behind it. With `onto`, they are added
    to a fragment of the result's type.

    ```mlir
    %sums = tile.fold %weights onto %before : !tile.fragment<128x64xf32> -> !tile.fragment<128x8xf32>
    ```
  }];
  let arguments = (ins Tile_FragmentType:$fragment,
                       Optional<Tile_FragmentType>:$onto);
  let results = (outs Tile_FragmentType:$result);
  let assemblyFormat = [{
    $fragment (`onto` $onto^ `:` type($onto) `,`):(`:`)? type($fragment)
    `->` type($result) attr-dict
  }];
  let hasVerifier = 1;
}

def Tile_RoundOp : Tile_Op<"round", [InRole, Pure]> {
  let summary = "round a fragment of f32 to floats of 16 bits";
  let description = [{
    Rounds to nearest even. Two neighbours of a row share a register then, as wgmma takes them for A
    (`from` of `tile.mma`).
  }];
  let arguments = (ins Tile_FragmentType:$fragment);
  let results = (outs Tile_FragmentType:$result);
  let assemblyFormat = "$fragment attr-dict `:` type($fragment) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_StoreRowsOp : Tile_Op<"store_rows", [InRole]> {
  let summary = "store the values of rows to global memory";
  let description = [{
    The first value goes to the element at the indices, and the others along the last dimension but one.
    Values of rows outside the matrix are not stored.

    ```mlir
    tile.store_rows %sums, %L[%b, %h, %m, %c0] : !tile.rows<128x1xf32>, memref<?x?x?x?xf32>
    ```
  }];
  let arguments = (ins Tile_RowsType:$rows, Arg<AnyMemRef, "", [MemWrite]>:$dest,
                       Variadic<Index>:$indices);
  let assemblyFormat = "$rows `,` $dest `[` $indices `]` attr-dict `:` type($rows) `,` type($dest)";
  let hasVerifier = 1;
}

#endif // MLIR_AUTOTUNE_DIALECT_TILE_TILEROWSOPS_TD

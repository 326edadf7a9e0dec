//===- TileScaleOps.td - Scales of blocks of a product -----*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_TILE_TILESCALEOPS_TD
#define MLIR_AUTOTUNE_DIALECT_TILE_TILESCALEOPS_TD

include "mlir-autotune/Dialect/Tile/TileOpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

def Tile_ReadColumnsOp : Tile_Op<"read_columns", [InRole]> {
  let summary = "read one value per block of columns of a product";
  let description = [{
    Reads one value for each block of columns that the result type has. The first index is the first
    block, and the second is the position along K. With `transposed`, the matrix in memory is the
    transpose, and the indices stay in memory order. A prologue also reads its values per place along
    K with this operation, from a matrix with a column for each place. As in `tile.read_rows`, a
    dimension of size 1 is broadcast, coordinates beyond the end read the last element, threads wait
    at the first use, and in a kernel of a group the number of the problem is one more index.
  }];
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$source,
                       Variadic<Index>:$indices, UnitAttr:$transposed);
  let results = (outs Tile_ColumnsType:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` (`transposed` $transposed^)? attr-dict
    `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_ScaleOp : Tile_Op<"scale", [
    InRole, Pure, AttrSizedOperandSegments, AllTypesMatch<["part", "result"]>,
    OptionalTypesMatchWith<"sums are of the part's type", "part", "sums",
                           "$_self">]> {
  let summary = "scale sums by values of their rows and columns, and add them";
  let description = [{
    Multiplies each element of `part` by the values of its row and of its column, and adds the result
    to the element of `sums` if there are any. The product of the two values is rounded, and then the
    sum. This takes one multiplication for each row of a block of columns, and one fused multiply-add
    for each element.

    The columns may have several lists of values, of a multiple of 8 columns each. They stand side by
    side: of a pair, the first list is for the left half of the columns, which are the products with B,
    and the second for the right half.

    ```mlir
    %0 = tile.scale %part by %rows, %columns onto %sums
        : !tile.fragment<128x128xf32>, !tile.rows<128x1xf32>,
          !tile.columns<1x128xf32>
    %1 = tile.scale %part by %rows, %left, %right
        : !tile.fragment<128x128xf32>, !tile.rows<128x1xf32>,
          !tile.columns<1x64xf32>, !tile.columns<1x64xf32>
    ```
  }];
  let arguments = (ins Tile_FragmentType:$part, Tile_RowsType:$rows,
                       Variadic<Tile_ColumnsType>:$columns,
                       Optional<Tile_FragmentType>:$sums);
  let results = (outs Tile_FragmentType:$result);
  let assemblyFormat = [{
    $part `by` $rows `,` $columns (`onto` $sums^)? attr-dict
    `:` type($part) `,` type($rows) `,` type($columns)
  }];
  let hasVerifier = 1;
}

#endif // MLIR_AUTOTUNE_DIALECT_TILE_TILESCALEOPS_TD

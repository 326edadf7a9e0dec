//===- TileBase.td - The tile dialect ----------------------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_TILE_TILEBASE_TD
#define MLIR_AUTOTUNE_DIALECT_TILE_TILEBASE_TD

include "mlir/IR/DialectBase.td"

def Tile_Dialect : Dialect {
  let name = "tile";
  let cppNamespace = "::mlir::autotune::tile";
  let summary = "Matmul kernels as their authors describe them";
  let description = [{
    A kernel in this dialect says what is computed, and not how a chip does it. It consists of a
    ring of tiles in shared memory, roles that fill and drain the ring, a loop over output tiles, a
    product, and an epilogue. A kernel fits a screen and is the same for every architecture.
    `convert-tile-to-nvvm` turns each operation into instructions of the chip (on Hopper: mbarriers,
    TMA, wgmma).

    Conventions:

    - Coordinates and sizes have the type `index` and count elements. The shape of a tile is written
      in memory order: the last dimension is contiguous. A is `m x k`, or `k x m` if it is stored
      transposed. B is `k x n`, or `n x k` if it is transposed.
    - A ring is state, not an SSA value that flows. Each role has its own position in each ring, and
      `tile.acquire` and `tile.wait` advance it.
    - A `!tile.fragment` is spread over the registers of all warps of one role instance.

    Two designs were rejected. Emitting the target's dialect directly from C++ gives a thousand lines
    of IR that nobody reads, and needs one emitter per architecture. Tiling and vectorizing `linalg`
    has no place for roles, rings and clusters.
  }];
  let useDefaultTypePrinterParser = 1;
}

#endif // MLIR_AUTOTUNE_DIALECT_TILE_TILEBASE_TD

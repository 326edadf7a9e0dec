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
  let summary = "Matmul kernels, said in the words of their authors";
  let description = [{
    A kernel in this dialect says what it does and leaves out how a chip does
    it: a ring of tiles in shared memory, roles that fill and drain it, a loop
    over output tiles, a product, an epilogue. A kernel fits a screen and is the
    same whatever the architecture; `convert-tile-to-nvvm` turns each operation
    into the instructions of the chip (on Hopper: mbarriers, TMA, wgmma).

    Conventions:

    - Coordinates and sizes are of type `index` and count elements. A tile's
      shape is written in the order in which it lies in memory: the last
      dimension is the contiguous one. A is `m x k` as it stands, `k x m` when
      it is stored transposed; B is `k x n`, or `n x k` when transposed.
    - A ring is state, not a value that flows: each role has its own position in
      each ring, which `tile.acquire` and `tile.wait` advance.
    - A `!tile.fragment` is spread over the registers of all the warps of one
      role instance.

    Rejected: emitting the target's dialect directly from C++ (a thousand lines
    of IR that nobody reads, and one emitter for each architecture), and tiling
    plus vectorising `linalg` (it has no place for roles, rings and clusters).
  }];
  let useDefaultTypePrinterParser = 1;
}

#endif // MLIR_AUTOTUNE_DIALECT_TILE_TILEBASE_TD

//===- Seeds.td - What the heuristics for ampere_mma start from -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Seeds.td"

//===----------------------------------------------------------------------===//
// ampere-default: the heuristic takes the deepest ring that fits, up to the
// row's stages. Two CTAs an SM hide each other's epilogues.
//===----------------------------------------------------------------------===//

class WarpTiles<list<int> tile, list<int> warps, int stages, int ctasPerSm> {
  list<Setting> settings = [
    Set<"tile", tile>, Set<"warps", warps>, Set<"stages", [stages]>,
    Set<"ctas_per_sm", [ctasPerSm]>
  ];
}

def : Seed<"ampere-default", AmpereMma, WarpTiles<[128, 256, 64], [2, 4], 3, 1>.settings,
  "the least traffic, 64 x 64 a warp">;
def : Seed<"ampere-default", AmpereMma, WarpTiles<[256, 128, 64], [4, 2], 3, 1>.settings,
  "the same the other way round">;
def : Seed<"ampere-default", AmpereMma, WarpTiles<[128, 128, 64], [2, 2], 4, 1>.settings,
  "64 x 64 a warp, for grids of fewer tiles">;
def : Seed<"ampere-default", AmpereMma, WarpTiles<[128, 128, 64], [2, 2], 2, 2>.settings,
  "the same with two CTAs an SM">;
def : Seed<"ampere-default", AmpereMma, WarpTiles<[128, 128, 64], [4, 2], 4, 1>.settings,
  "32 x 64 a warp: f64 has registers for it, too">;
def : Seed<"ampere-default", AmpereMma, WarpTiles<[128, 64, 64], [4, 2], 3, 2>.settings,
  "half a tile">;
def : Seed<"ampere-default", AmpereMma, WarpTiles<[64, 128, 64], [2, 4], 3, 2>.settings,
  "the same the other way round">;
def : Seed<"ampere-default", AmpereMma, WarpTiles<[64, 128, 64], [2, 2], 4, 2>.settings,
  "32 x 64 a warp with two CTAs an SM: f64">;
def : Seed<"ampere-default", AmpereMma, WarpTiles<[128, 64, 64], [2, 2], 4, 2>.settings,
  "the same the other way round">;
def : Seed<"ampere-default", AmpereMma, WarpTiles<[64, 64, 64], [2, 2], 3, 3>.settings,
  "half of it, for grids of fewer tiles">;
def : Seed<"ampere-default", AmpereMma, WarpTiles<[64, 64, 64], [2, 2], 4, 2>.settings,
  "a quarter, for small grids">;
def : Seed<"ampere-default", AmpereMma, WarpTiles<[32, 128, 64], [1, 4], 4, 2>.settings,
  "few rows">;
def : Seed<"ampere-default", AmpereMma, WarpTiles<[128, 32, 64], [4, 1], 4, 2>.settings,
  "few columns">;
def : Seed<"ampere-default", AmpereMma, WarpTiles<[16, 128, 64], [1, 4], 5, 2>.settings,
  "up to 16 rows">;
def : Seed<"ampere-default", AmpereMma, WarpTiles<[128, 16, 64], [4, 1], 5, 2>.settings,
  "up to 16 columns">;
def : Seed<"ampere-default", AmpereMma, WarpTiles<[32, 32, 64], [2, 2], 6, 2>.settings,
  "a corner of a matrix, and small grids with a long K">;
def : Seed<"ampere-default", AmpereMma, WarpTiles<[32, 64, 64], [2, 2], 4, 2>.settings,
  "small products that TMA can't load: 657 x 588 x 134 of f16 takes 4.3 us, and 6.4 if it is packed (NVIDIA H200)">;
def : Seed<"ampere-default", AmpereMma, WarpTiles<[16, 64, 64], [1, 4], 4, 2>.settings,
  "the same with few rows: 75 x 3210 x 132 of f16 takes 4.4 us">;
def : Seed<"ampere-default", AmpereMma, WarpTiles<[32, 32, 128], [2, 2], 3, 2>.settings,
  "half as many waits: 250 x 500 x 300 of f16 takes 3.7 us, and 5.6 if it is packed">;
def : Seed<"ampere-default", AmpereMma, WarpTiles<[16, 16, 64], [1, 1], 4, 2>.settings,
  "the smallest tile: it fits any SM">;

// Tiles that TMA loads on Hopper, where this template serves f64. A slot has 256
// bytes of K, so that a warp waits half as often.
class LoadedWarpTiles<list<int> tile, list<int> warps, int stages, int ctasPerSm> {
  list<Setting> settings = WarpTiles<tile, warps, stages, ctasPerSm>.settings #
    [Choose<"load", "tma">, Set<"persistent", [1]>];
}

def : Seed<"ampere-default", AmpereMma, LoadedWarpTiles<[128, 64, 128], [2, 2], 4, 2>.settings,
  "f64, 2048 cubed: 1.02 times as fast as cuBLASLt (NVIDIA H200)">;
def : Seed<"ampere-default", AmpereMma, LoadedWarpTiles<[64, 128, 128], [2, 2], 4, 2>.settings,
  "the same the other way round">;
def : Seed<"ampere-default", AmpereMma, LoadedWarpTiles<[128, 128, 128], [2, 4], 6, 1>.settings,
  "the same with one CTA an SM: the best of f64 where B is K x N">;
def : Seed<"ampere-default", AmpereMma, LoadedWarpTiles<[128, 128, 128], [4, 2], 6, 1>.settings,
  "the same the other way round">;
def : Seed<"ampere-default", AmpereMma, LoadedWarpTiles<[64, 64, 128], [2, 2], 6, 2>.settings,
  "half a tile: f64 of 1000 cubed, or of few columns">;
def : Seed<"ampere-default", AmpereMma, LoadedWarpTiles<[128, 64, 128], [4, 2], 6, 1>.settings,
  "a tile for each SM, of eight warps">;
def : Seed<"ampere-default", AmpereMma, LoadedWarpTiles<[64, 64, 128], [4, 2], 6, 1>.settings,
  "half of it">;
def : Seed<"ampere-default", AmpereMma, LoadedWarpTiles<[64, 96, 128], [4, 2], 5, 1>.settings,
  "three quarters of it, for grids that fill all SMs then: f64, 1536 cubed, 126 us in place of 143">;
def : Seed<"ampere-default", AmpereMma, LoadedWarpTiles<[96, 64, 128], [2, 4], 5, 1>.settings,
  "the same the other way round">;
def : Seed<"ampere-default", AmpereMma, LoadedWarpTiles<[64, 32, 128], [2, 2], 6, 2>.settings,
  "a quarter">;
def : Seed<"ampere-default", AmpereMma, LoadedWarpTiles<[64, 32, 256], [2, 2], 6, 1>.settings,
  "the same for grids of a wave">;
def : Seed<"ampere-default", AmpereMma, LoadedWarpTiles<[32, 32, 128], [2, 2], 6, 2>.settings,
  "an eighth: f64 of 512 x 512 with a K of 2048">;
def : Seed<"ampere-default", AmpereMma, LoadedWarpTiles<[16, 64, 256], [1, 4], 5, 1>.settings,
  "up to 16 rows: f64, 4096 x 4096 of weights, 34 us in place of 39">;
def : Seed<"ampere-default", AmpereMma, LoadedWarpTiles<[16, 64, 128], [1, 4], 5, 2>.settings,
  "the same with two CTAs an SM">;
def : Seed<"ampere-default", AmpereMma, LoadedWarpTiles<[64, 16, 256], [4, 1], 5, 1>.settings,
  "up to 16 columns">;
def : Seed<"ampere-default", AmpereMma, LoadedWarpTiles<[16, 128, 128], [1, 8], 5, 1>.settings,
  "few rows">;

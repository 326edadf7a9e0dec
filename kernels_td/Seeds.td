//===- Seeds.td - What the heuristics start from --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The structures that each heuristic starts from. A row sets what makes the
// structure; the heuristic fits it to the shape (clamps and shrinks the tile,
// decides what a row leaves unset, takes the stages that fit) and ranks the
// results. docs/heuristics.md says how. Where a row came from a measurement, it
// is named: "H200" is an exploration of 90 kernels on 16 shapes on an NVIDIA
// H200, each beside the best algorithm of cuBLASLt.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_KERNELS_SEEDS
#define AUTOTUNE_KERNELS_SEEDS

include "Templates.td"

class Setting<string paramName, list<int> slotValues, string enumCase> {
  string param = paramName;
  list<int> values = slotValues;
  string caseName = enumCase;
}
class Set<string paramName, list<int> slotValues>
    : Setting<paramName, slotValues, "">;
class Choose<string paramName, string enumCase>
    : Setting<paramName, [], enumCase>;

class Seed<string heuristicName, KernelTemplate seedTemplate,
           list<Setting> seedSettings, string reason> {
  string heuristic = heuristicName;
  KernelTemplate kernelTemplate = seedTemplate;
  list<Setting> settings = seedSettings;
  // One line.
  string why = reason;
}

// A persistent kernel whose two consumers alternate.
class PingPong<list<int> tile> {
  list<Setting> settings = [
    Set<"tile", tile>, Set<"consumers", [2]>, Choose<"schedule", "pingpong">,
    Set<"persistent", [1]>, Choose<"store", "tma">, Set<"split_k", [1]>,
    Set<"ctas_per_sm", [1]>
  ];
}

// A persistent kernel whose consumers share a tile.
class Cooperative<list<int> tile, int consumers> {
  list<Setting> settings = [
    Set<"tile", tile>, Set<"consumers", [consumers]>,
    Choose<"schedule", "cooperative">, Set<"persistent", [1]>,
    Choose<"store", "tma">, Set<"split_k", [1]>, Set<"ctas_per_sm", [1]>
  ];
}

// One tile a CTA, for grids of about one wave.
class OneTile<list<int> tile, int consumers, int splitK, int ctasPerSm> {
  list<Setting> settings = [
    Set<"tile", tile>, Set<"consumers", [consumers]>,
    Choose<"schedule", "cooperative">, Set<"persistent", [0]>,
    Choose<"store", "direct">, Set<"split_k", [splitK]>,
    Set<"ctas_per_sm", [ctasPerSm]>
  ];
}

// One consumer, the same tile after tile, and the ring never empty.
class Streaming<list<int> tile> {
  list<Setting> settings = [
    Set<"tile", tile>, Set<"consumers", [1]>,
    Choose<"schedule", "cooperative">, Set<"persistent", [1]>,
    Choose<"store", "direct">, Set<"split_k", [1]>, Set<"ctas_per_sm", [1]>
  ];
}

//===----------------------------------------------------------------------===//
// stream-rows: the heuristic sets rows = M and ranks by the estimate; which rows
// are good depends on how B is stored and on how many columns there are.
//===----------------------------------------------------------------------===//

class Streamed<int columns, int unroll, int warps, int splitK, int lanes> {
  list<Setting> settings = [
    Set<"columns", [columns]>, Set<"unroll", [unroll]>, Set<"warps", [warps]>,
    Set<"split_k", [splitK]>, Set<"lanes", [lanes]>, Set<"bypass_l1", [1]>
  ];
}

def : Seed<"stream-rows", SimtStream, Streamed<2, 4, 4, 1, 32>.settings,
  "N x K: a warp for two columns, whole lines of B, K at once">;
def : Seed<"stream-rows", SimtStream, Streamed<2, 4, 8, 4, 32>.settings,
  "N x K: four warps for two columns, where there are few">;
def : Seed<"stream-rows", SimtStream, Streamed<4, 2, 8, 1, 32>.settings,
  "N x K: four columns for each load of A">;
def : Seed<"stream-rows", SimtStream, Streamed<4, 2, 8, 2, 32>.settings,
  "the same with K shared by two warps">;
def : Seed<"stream-rows", SimtStream, Streamed<2, 4, 4, 1, 8>.settings,
  "N x K: lines of 128 bytes of four rows of B in a warp, with fewer shuffles">;
def : Seed<"stream-rows", SimtStream, Streamed<1, 8, 8, 8, 32>.settings,
  "K x N: rows of 512 bytes, K shared by all warps, for many columns">;
def : Seed<"stream-rows", SimtStream, Streamed<1, 8, 8, 8, 8>.settings,
  "K x N: lines of 128 bytes, where columns are fewer">;
def : Seed<"stream-rows", SimtStream, Streamed<1, 8, 16, 16, 4>.settings,
  "K x N: 64 bytes, for some 4096 columns">;
def : Seed<"stream-rows", SimtStream, Streamed<1, 8, 8, 8, 4>.settings,
  "the same with more CTAs an SM">;
def : Seed<"stream-rows", SimtStream, Streamed<1, 8, 16, 16, 2>.settings,
  "K x N: sectors of 32 bytes, for fewer columns yet">;

//===----------------------------------------------------------------------===//
// skinny-gemm: tile[1] is the most that the short side's tile may be. What the
// row leaves unset (split_k of a kernel that is not persistent) is decided by
// how many tiles there are.
//===----------------------------------------------------------------------===//

class Skinny<list<int> tile, int consumers, int persistent, int ctasPerSm> {
  list<Setting> settings = [
    Set<"tile", tile>, Set<"consumers", [consumers]>,
    Choose<"schedule", "cooperative">, Set<"persistent", [persistent]>,
    Choose<"store", "direct">, Set<"ctas_per_sm", [ctasPerSm]>
  ];
}

def : Seed<"skinny-gemm", HopperWgmma, Skinny<[64, 128, 128], 1, 0, 1>.settings,
  "H200: 64 rows of the long side and a split K win up to 64 tokens">;
def : Seed<"skinny-gemm", HopperWgmma, Skinny<[64, 128, 128], 1, 0, 2>.settings,
  "H200: two CTAs an SM win at 16 tokens, where the tile is small">;
def : Seed<"skinny-gemm", HopperWgmma, Skinny<[64, 128, 64], 1, 0, 1>.settings,
  "the same with a finer ring, for a K that 128 does not divide well">;
def : Seed<"skinny-gemm", HopperWgmma, Skinny<[64, 128, 128], 1, 1, 2>.settings,
  "H200: persistent CTAs win on a long side of many waves (N = 28672)">;
def : Seed<"skinny-gemm", HopperWgmma, Skinny<[64, 128, 128], 1, 1, 1>.settings,
  "the same with one CTA an SM and a deeper ring">;
def : Seed<"skinny-gemm", HopperWgmma, Skinny<[64, 128, 256], 1, 1, 1>.settings,
  "H200: half the barriers are worth 1 % at 16 tokens">;
def : Seed<"skinny-gemm", HopperWgmma, Skinny<[128, 128, 64], 2, 0, 1>.settings,
  "twice the rows: half the loads of the short side">;
def : Seed<"skinny-gemm", HopperWgmma, Skinny<[64, 256, 64], 1, 1, 1>.settings,
  "256 of the short side at once, so that the long side is read once">;
def : Seed<"skinny-gemm", HopperWgmma, PingPong<[128, 128, 64]>.settings,
  "H200: the best structure from 512 tokens on">;

//===----------------------------------------------------------------------===//
// cluster-m2: the heuristic adds cluster = [2, 1].
//===----------------------------------------------------------------------===//

def : Seed<"cluster-m2", HopperWgmma, PingPong<[128, 128, 64]>.settings,
  "H200: within 1 % of the best structure on squares from 2048 on">;
def : Seed<"cluster-m2", HopperWgmma, PingPong<[128, 192, 64]>.settings,
  "H200: the best structure at 8192 cubed">;
def : Seed<"cluster-m2", HopperWgmma, Cooperative<[128, 256, 64], 2>.settings,
  "the largest tile, the least traffic">;
def : Seed<"cluster-m2", HopperWgmma, Cooperative<[256, 128, 64], 2>.settings,
  "the same the other way round">;
def : Seed<"cluster-m2", HopperWgmma, Cooperative<[256, 256, 64], 2>.settings,
  "half of that traffic, where sums in f16 leave registers for it">;
def : Seed<"cluster-m2", HopperWgmma, PingPong<[128, 256, 64]>.settings,
  "likewise, with consumers that alternate">;

//===----------------------------------------------------------------------===//
// one-wave: tile[1] is the most that it may be; the heuristic takes the fewest
// columns with which all tiles run at once.
//===----------------------------------------------------------------------===//

class Resident<list<int> tile, int consumers, int ctasPerSm,
               list<int> cluster = [1, 1]> {
  list<Setting> settings = [
    Set<"tile", tile>, Set<"consumers", [consumers]>, Set<"cluster", cluster>,
    Choose<"schedule", "cooperative">, Set<"persistent", [0]>,
    Choose<"store", "direct">, Set<"split_k", [1]>,
    Set<"ctas_per_sm", [ctasPerSm]>
  ];
}

def : Seed<"one-wave", HopperWgmma, Resident<[64, 256, 128], 1, 1>.settings,
  "H100: the best structure at 128x7168x2048 and 64x6144x4096">;
def : Seed<"one-wave", HopperWgmma, Resident<[64, 256, 64], 1, 1>.settings,
  "the same with a finer ring">;
def : Seed<"one-wave", HopperWgmma, Resident<[64, 128, 128], 1, 2>.settings,
  "H100: two CTAs an SM win at 64x28672x4096 (64 x 112)">;
def : Seed<"one-wave", HopperWgmma, Resident<[128, 256, 64], 2, 1>.settings,
  "H100: the best structure at 256x12288x4096 (128 x 192)">;
def : Seed<"one-wave", HopperWgmma, Resident<[128, 256, 128], 2, 1>.settings,
  "the same with half the barriers">;
def : Seed<"one-wave", HopperWgmma, Resident<[256, 256, 64], 2, 1>.settings,
  "twice the rows, for sides that are alike">;
def : Seed<"one-wave", HopperWgmma, Resident<[128, 256, 64], 1, 1, [4, 1]>.settings,
  "H200: the best structure at 1000 cubed (128 x 96), where rows lie across "
  "lines, so that each load that clusters save counts twice">;
def : Seed<"one-wave", HopperWgmma, Resident<[64, 256, 64], 1, 1, [4, 1]>.settings,
  "H200: within 1 % of it (64 x 160)">;
def : Seed<"one-wave", HopperWgmma, Resident<[128, 256, 64], 2, 1, [2, 2]>.settings,
  "H200: within 3 % of it (128 x 80): both operands by multicast">;
def : Seed<"one-wave", HopperWgmma, Resident<[64, 256, 64], 1, 1, [2, 1]>.settings,
  "the smallest cluster">;
def : Seed<"one-wave", HopperWgmma, Resident<[64, 256, 64], 1, 1, [2, 2]>.settings,
  "H200: the best structure at 333x2056x1016 (64 x 128), whose rows lie across "
  "lines">;
def : Seed<"one-wave", HopperWgmma, Resident<[256, 256, 64], 2, 1, [2, 2]>.settings,
  "H200: the best structure at 777x5000x3000 (256 x 176), likewise">;
def : Seed<"one-wave", HopperWgmma, Resident<[256, 256, 64], 2, 1, [1, 2]>.settings,
  "H200: the best structure at 1000x4000x1000 (256 x 128), likewise">;
def : Seed<"one-wave", HopperWgmma, Resident<[128, 256, 64], 2, 1, [2, 1]>.settings,
  "H200: within 1 % of it (128 x 256)">;

//===----------------------------------------------------------------------===//
// split-k: the heuristic takes the most parts with which all CTAs run at once;
// tile[1] is the most that it may be. With stream_k there are no equal parts.
//===----------------------------------------------------------------------===//

class Shared<list<int> tile, int consumers, list<int> cluster> {
  list<Setting> settings = [
    Set<"tile", tile>, Set<"consumers", [consumers]>, Set<"cluster", cluster>,
    Choose<"schedule", "cooperative">, Set<"persistent", [0]>,
    Choose<"store", "direct">, Choose<"reduce", "shares">,
    Set<"stream_k", [0]>, Set<"ctas_per_sm", [1]>
  ];
}

class StreamK<list<int> tile, int ctasPerSm> {
  list<Setting> settings = [
    Set<"tile", tile>, Set<"consumers", [1]>,
    Choose<"schedule", "cooperative">, Set<"persistent", [1]>,
    Choose<"store", "direct">, Choose<"reduce", "last">, Set<"stream_k", [1]>,
    Set<"split_k", [1]>, Set<"ctas_per_sm", [ctasPerSm]>
  ];
}

def : Seed<"split-k", HopperWgmma, Shared<[64, 64, 128], 1, [1, 1]>.settings,
  "the least partial sums for tiles that few CTAs share">;
def : Seed<"split-k", HopperWgmma, Shared<[64, 128, 64], 1, [1, 1]>.settings,
  "a quarter less from L2, with twice the partial sums">;
def : Seed<"split-k", HopperWgmma, Shared<[128, 128, 64], 2, [1, 1]>.settings,
  "half from L2, with four times the partial sums">;
def : Seed<"split-k", HopperWgmma, Shared<[64, 64, 128], 1, [2, 1]>.settings,
  "the columns' operand by multicast">;
def : Seed<"split-k", HopperWgmma, Shared<[64, 64, 128], 1, [1, 2]>.settings,
  "H200: the best structure at 128x512x16384, swapped: the rows' operand">;
def : Seed<"split-k", HopperWgmma, Shared<[64, 128, 64], 1, [2, 1]>.settings,
  "H200: the best structure at 256x384x12288">;
def : Seed<"split-k", HopperWgmma, Shared<[128, 64, 64], 1, [1, 1]>.settings,
  "H200: the best structure at 256x1024x8192, B stored K x N">;
def : Seed<"split-k", HopperWgmma, StreamK<[64, 128, 128], 1>.settings,
  "streamed weights whose tiles are no multiple of the SMs">;
def : Seed<"split-k", HopperWgmma, StreamK<[64, 128, 128], 2>.settings,
  "the same with two CTAs an SM">;

//===----------------------------------------------------------------------===//
// wave-fill
//===----------------------------------------------------------------------===//

def : Seed<"wave-fill", HopperWgmma, PingPong<[128, 128, 64]>.settings,
  "H200: the best structure at 2048 and 4096 cubed">;
def : Seed<"wave-fill", HopperWgmma, PingPong<[128, 192, 64]>.settings,
  "H200: the best structure at 8192 cubed; shrunk to 176, of 512x28672x4096 "
  "and 4096x2112x7168">;
def : Seed<"wave-fill", HopperWgmma, Cooperative<[128, 256, 64], 2>.settings,
  "H200: within 3 % of the best on large squares">;
def : Seed<"wave-fill", HopperWgmma, PingPong<[64, 256, 64]>.settings,
  "H200: within 1 % of the best at 4096x28672x4096">;
def : Seed<"wave-fill", HopperWgmma, Cooperative<[256, 128, 64], 2>.settings,
  "the largest tile with long rows">;
def : Seed<"wave-fill", HopperWgmma, Cooperative<[256, 256, 64], 2>.settings,
  "the largest tile of sums in f16">;
def : Seed<"wave-fill", HopperWgmma, PingPong<[128, 256, 64]>.settings,
  "the same with consumers that alternate">;
def : Seed<"wave-fill", HopperWgmma, OneTile<[64, 128, 128], 1, 1, 1>.settings,
  "H200: the best structure at 1024 cubed">;
def : Seed<"wave-fill", HopperWgmma, Streaming<[64, 128, 128]>.settings,
  "H200: within 2 % of the best structure at 64x28672x4096 (64 x 112, two "
  "tiles a CTA)">;
def : Seed<"wave-fill", HopperWgmma, OneTile<[64, 64, 128], 1, 1, 1>.settings,
  "H200: the best structure at 512 cubed">;
def : Seed<"wave-fill", HopperWgmma, OneTile<[128, 64, 128], 2, 1, 1>.settings,
  "two consumers on the tiles of a small grid">;
def : Seed<"wave-fill", HopperWgmma, OneTile<[64, 64, 128], 1, 8, 1>.settings,
  "few tiles and a long K: each tile shared by a cluster">;
def : Seed<"wave-fill", HopperWgmma, OneTile<[64, 64, 128], 1, 4, 1>.settings,
  "the same with fewer CTAs a tile">;
def : Seed<"wave-fill", HopperWgmma, OneTile<[64, 128, 64], 1, 2, 1>.settings,
  "the same for grids of half a wave">;

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
  "32 x 64 a warp: also what f64 has registers for">;
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
def : Seed<"ampere-default", AmpereMma, WarpTiles<[16, 16, 64], [1, 1], 4, 2>.settings,
  "what fits any SM">;

// By TMA on Hopper, where it is f64 that these serve. Of K a slot has 256 bytes:
// a warp that waits for one has twice as much to do until the next.
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
  "three quarters of it, for grids that these fill: f64, 1536 cubed, 126 us in place of 143">;
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

//===----------------------------------------------------------------------===//
// simt-default
//===----------------------------------------------------------------------===//

class CudaCores<list<int> tile, list<int> thread> {
  list<Setting> settings = [Set<"tile", tile>, Set<"thread", thread>];
}

def : Seed<"simt-default", Simt, CudaCores<[128, 128, 16], [8, 8]>.settings,
  "the most products for each load from shared memory">;
def : Seed<"simt-default", Simt, CudaCores<[128, 64, 16], [8, 4]>.settings,
  "half of it, for grids of few tiles">;
def : Seed<"simt-default", Simt, CudaCores<[64, 64, 16], [4, 4]>.settings,
  "a quarter">;
def : Seed<"simt-default", Simt, CudaCores<[32, 32, 32], [2, 2]>.settings,
  "small products">;
def : Seed<"simt-default", Simt, CudaCores<[16, 64, 32], [1, 4]>.settings,
  "few rows">;
def : Seed<"simt-default", Simt, CudaCores<[64, 16, 32], [4, 1]>.settings,
  "few columns">;
def : Seed<"simt-default", Simt, CudaCores<[16, 16, 32], [1, 1]>.settings,
  "a corner of a matrix">;

#endif // AUTOTUNE_KERNELS_SEEDS

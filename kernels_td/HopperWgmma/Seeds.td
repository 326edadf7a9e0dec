//===- Seeds.td - What the heuristics for hopper_wgmma start from ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Seeds.td"

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
// skinny-gemm: tile[1] is an upper limit for the tile of the short side. If a row
// does not set split_k and is not persistent, the number of tiles decides it.
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
// one-wave: tile[1] is an upper limit. The heuristic takes the fewest columns with
// which all tiles run at once.
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
def : Seed<"one-wave", HopperWgmma, Resident<[192, 256, 64], 3, 1>.settings,
  "H100: the best structure at 2304x1920x12288 (192 x 176)">;
// In clusters, one consumer that multiplies 128 or 192 rows is 1 to 7 % faster
// than two or three that have 64 each (H200, 105 pairs of configs).
foreach cluster = [[1, 2], [2, 1], [4, 1], [1, 4], [2, 2], [2, 4], [4, 2]] in {
  def : Seed<"one-wave", HopperWgmma, Resident<[128, 192, 64], 1, 1, cluster>.settings,
    "H200: the best structure at many matmuls whose rows lie across lines; each load that clusters save counts twice">;
}
foreach cluster = [[2, 1], [4, 1], [2, 2], [2, 4], [4, 2]] in {
  def : Seed<"one-wave", HopperWgmma, Resident<[64, 256, 64], 1, 1, cluster>.settings,
    "the same with narrow tiles, for few rows">;
}
foreach cluster = [[1, 2], [1, 4], [2, 2], [2, 4]] in {
  def : Seed<"one-wave", HopperWgmma, Resident<[192, 128, 64], 1, 1, cluster>.settings,
    "H200: the best structure at 5856x432x5264 (192 x 112)">;
}
foreach cluster = [[2, 1], [2, 2]] in {
  def : Seed<"one-wave", HopperWgmma, Resident<[128, 256, 64], 2, 1, cluster>.settings,
    "more columns than one consumer can hold sums of">;
}
foreach cluster = [[1, 2], [2, 2]] in {
  def : Seed<"one-wave", HopperWgmma, Resident<[256, 256, 64], 2, 1, cluster>.settings,
    "H200: the best structure at 1000x4000x1000 (256 x 128) and 777x5000x3000 (256 x 176)">;
}

//===----------------------------------------------------------------------===//
// split-k: tile[1] is an upper limit. The heuristic takes the most parts with which
// all CTAs run at once.
//===----------------------------------------------------------------------===//

class Shared<list<int> tile, int consumers, list<int> cluster> {
  list<Setting> settings = [
    Set<"tile", tile>, Set<"consumers", [consumers]>, Set<"cluster", cluster>,
    Choose<"schedule", "cooperative">, Set<"persistent", [0]>,
    Choose<"store", "direct">, Choose<"reduce", "shares">,
    Set<"ctas_per_sm", [1]>
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
// conv-blocks: the seventeen blocks of pixels, filters and depth that TorchInductor
// tries for convolutions. A warpgroup of 4 warps has 64 or 128 pixels here. Depths of
// 16 and 32 become a whole line of 128 bytes, so some of the blocks are the same. The
// heuristic takes the stages that fit.
//===----------------------------------------------------------------------===//

def : Seed<"conv-blocks", HopperWgmma, OneTile<[128, 128, 64], 2, 1, 1>.settings,
  "a depth of 32 or 64, 8 warps">;
def : Seed<"conv-blocks", HopperWgmma, OneTile<[64, 256, 64], 1, 1, 1>.settings,
  "a depth of 16, 4 warps, or of 32, 8 warps">;
def : Seed<"conv-blocks", HopperWgmma, OneTile<[256, 64, 64], 2, 1, 1>.settings,
  "the same the other way round">;
def : Seed<"conv-blocks", HopperWgmma, OneTile<[256, 16, 64], 2, 1, 1>.settings,
  "1024 pixels in one block, which wgmma's registers don't hold, for few filters">;
def : Seed<"conv-blocks", HopperWgmma, OneTile<[64, 64, 64], 1, 1, 1>.settings,
  "a depth of 32, 4 warps">;
def : Seed<"conv-blocks", HopperWgmma, OneTile<[64, 128, 64], 1, 1, 1>.settings,
  "a depth of 64, 4 warps">;
def : Seed<"conv-blocks", HopperWgmma, OneTile<[128, 64, 64], 1, 1, 1>.settings,
  "the same the other way round">;
def : Seed<"conv-blocks", HopperWgmma, OneTile<[256, 128, 64], 2, 1, 1>.settings,
  "a depth of 64, 8 warps">;
def : Seed<"conv-blocks", HopperWgmma, OneTile<[128, 256, 64], 2, 1, 1>.settings,
  "the same the other way round">;
def : Seed<"conv-blocks", HopperWgmma, OneTile<[128, 128, 128], 2, 1, 1>.settings,
  "128 channels at once, with 2 or 3 stages">;
def : Seed<"conv-blocks", HopperWgmma, OneTile<[64, 128, 128], 1, 1, 1>.settings,
  "the same with 4 warps">;
def : Seed<"conv-blocks", HopperWgmma, OneTile<[256, 128, 128], 2, 1, 1>.settings,
  "the same with more pixels">;
def : Seed<"conv-blocks", HopperWgmma, OneTile<[128, 256, 128], 2, 1, 1>.settings,
  "the same with more filters">;

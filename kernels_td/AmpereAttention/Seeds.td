//===- Seeds.td - What the heuristic for ampere_attention starts from -----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Seeds.td"

//===----------------------------------------------------------------------===//
// ampere-attention: 16 queries a warp leave registers for wide heads, and 32
// read keys and values half as often from shared memory.
//===----------------------------------------------------------------------===//

class WarpQueries<int queries, int keys, int numWarps, int numStages, int ctasPerSm> {
  list<Setting> settings = [
    Set<"tile", [queries, keys]>, Set<"warps", [numWarps]>, Set<"stages", [numStages]>,
    Set<"ctas_per_sm", [ctasPerSm]>
  ];
}

def : Seed<"ampere-attention", AmpereAttention, WarpQueries<128, 32, 4, 2, 1>.settings,
  "32 queries a warp, and copies two blocks ahead: as fast as FlashAttention for many queries (NVIDIA H200)">;
def : Seed<"ampere-attention", AmpereAttention, WarpQueries<128, 32, 4, 1, 1>.settings,
  "the same, with less shared memory">;
def : Seed<"ampere-attention", AmpereAttention, WarpQueries<64, 64, 4, 2, 1>.settings,
  "more tiles: short rows, and causal masks">;
def : Seed<"ampere-attention", AmpereAttention, WarpQueries<64, 64, 4, 1, 2>.settings,
  "the same, with less shared memory: one CTA's products run under the softmax of another">;
def : Seed<"ampere-attention", AmpereAttention, WarpQueries<128, 64, 8, 1, 1>.settings,
  "the least traffic, for heads of up to 128 columns">;
def : Seed<"ampere-attention", AmpereAttention, WarpQueries<128, 64, 4, 1, 1>.settings,
  "32 queries a warp and more keys, for narrow heads">;
def : Seed<"ampere-attention", AmpereAttention, WarpQueries<64, 32, 4, 1, 1>.settings,
  "little of everything, for wide heads and small shared memories">;
def : Seed<"ampere-attention", AmpereAttention, WarpQueries<32, 64, 2, 2, 1>.settings,
  "fewer queries">;
def : Seed<"ampere-attention", AmpereAttention, WarpQueries<32, 32, 2, 1, 2>.settings,
  "the same for small shared memories">;
def : Seed<"ampere-attention", AmpereAttention, WarpQueries<16, 64, 1, 2, 4>.settings,
  "up to 16 queries">;
def : Seed<"ampere-attention", AmpereAttention, WarpQueries<16, 32, 1, 2, 4>.settings,
  "the same for wide heads">;
def : Seed<"ampere-attention", AmpereAttention, WarpQueries<16, 16, 1, 1, 1>.settings,
  "the smallest tile: it fits any SM">;

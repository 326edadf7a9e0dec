//===- Seeds.td - What heuristics for hopper_attention start from ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Seeds.td"

//===----------------------------------------------------------------------===//
// flex-attention: the blocks of queries and keys, and the stages, that
// TorchInductor tries for FlexAttention. It also names warps; here, a warpgroup
// has 64 queries.
//===----------------------------------------------------------------------===//

class FlexBlocks<int queries, int keys, int numStages> {
  list<Setting> settings = [
    Set<"tile", [queries, keys]>, Set<"stages", [numStages]>,
    Set<"persistent", [0]>
  ];
}

def : Seed<"flex-attention", HopperAttention, FlexBlocks<128, 64, 3>.settings,
  "its default for heads of up to 128 columns">;
def : Seed<"flex-attention", HopperAttention, FlexBlocks<128, 128, 3>.settings,
  "fewer rescalings">;
def : Seed<"flex-attention", HopperAttention, FlexBlocks<128, 128, 2>.settings,
  "the same, with less shared memory">;
def : Seed<"flex-attention", HopperAttention, FlexBlocks<128, 128, 1>.settings,
  "the same, for wide heads">;
def : Seed<"flex-attention", HopperAttention, FlexBlocks<64, 128, 3>.settings,
  "more tiles">;
def : Seed<"flex-attention", HopperAttention, FlexBlocks<64, 64, 3>.settings,
  "more tiles, and little of everything">;

//===----------------------------------------------------------------------===//
// flex-decode: the blocks of keys that it tries for few queries. The heuristic
// splits the keys.
//===----------------------------------------------------------------------===//

def : Seed<"flex-decode", HopperAttention, FlexBlocks<64, 64, 3>.settings,
  "its default">;
def : Seed<"flex-decode", HopperAttention, FlexBlocks<64, 32, 3>.settings,
  "few keys">;
def : Seed<"flex-decode", HopperAttention, FlexBlocks<64, 128, 3>.settings,
  "many keys">;

//===- Seeds.td - What the heuristics for simt_stream start from ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Seeds.td"

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

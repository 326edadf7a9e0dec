//===- Seeds.td - What the heuristics for simt start from -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Seeds.td"

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

//===- Levels.td - Values of hopper_wgmma at each level of the space ------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Written by tools/train/choose_levels.py; do not edit:
//
//   tools/train/choose_levels.py kernels_td/HopperWgmma/levels.py test/Inputs/oracle-*.jsonl.zst > kernels_td/HopperWgmma/Levels.td
//
// The lists are the levels quick, default and exhaustive. Above each parameter
// stands how many matmuls measured a value, and for how many of these a config
// with the value was within 1 % of the best.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_KERNELS_HOPPERWGMMA_LEVELS
#define AUTOTUNE_KERNELS_HOPPERWGMMA_LEVELS

include "Base.td"

// tile.m
// 64: 1868, 1120; 128: 1879, 815; 192: 487, 73; 256: 1292, 140.
def HopperTileRows : Levels<
    [64, 128],
    [64, 128],
    [64, 128, 192, 256]>;

// tile.n
// 8: 392, 88; 16: 1244, 280; 24: 263, 54; 32: 986, 212; 40: 212, 42;
// 48: 614, 73; 56: 143, 18; 64: 1541, 266; 72: 125, 25; 80: 636, 102;
// 88: 124, 14; 96: 920, 145; 104: 105, 16; 112: 673, 79; 120: 110, 16;
// 128: 1508, 295; 136: 56, 11; 144: 390, 60; 152: 58, 10; 160: 534, 126;
// 168: 57, 19; 176: 581, 66; 184: 50, 9; 192: 918, 193; 200: 15, 5;
// 208: 267, 40; 216: 26, 6; 224: 290, 42; 232: 20, 4; 240: 264, 36; 248: 20, 1;
// 256: 832, 126.
def HopperTileColumns : Levels<
    [16, 64, 128, 256],
    [16, 32, 64, 96, 128, 160, 176, 192, 208, 224, 256],
    [8, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256]>;

// tile.k
// 64: 1900, 1480; 128: 1663, 560; 256: 313, 32.
def HopperTileDepth : Levels<
    [64],
    [64, 128],
    [64, 128]>;

// stages
// 2: 550, 53; 3: 987, 109; 4: 1592, 477; 5: 1288, 329; 6: 1458, 480;
// 7: 939, 171; 8: 1337, 282; 9: 633, 130; 10: 293, 77; 11: 551, 156;
// 12: 720, 218.
def HopperStages : Levels<
    [4, 8],
    [4, 6, 7, 8, 9, 11, 12],
    [2, 3, 4, 5, 6, 7, 8, 9, 11, 12]>;

// consumers
// 1: 1867, 1158; 2: 1797, 862; 3: 372, 56.
def HopperConsumers : Levels<
    [1, 2],
    [1, 2],
    [1, 2, 3]>;

// schedule
// cooperative: 1900, 1699; pingpong: 1125, 315.
def HopperScheduleCases : CaseDomain<
    ["cooperative", "pingpong"],
    ["cooperative", "pingpong"],
    ["cooperative", "pingpong"]>;

// cluster.m
// 1: 1846, 1401; 2: 1805, 633; 4: 1355, 254.
def HopperClusterRows : Levels<
    [1, 2],
    [1, 2, 4],
    [1, 2, 4]>;

// cluster.n
// 1: 1900, 1576; 2: 1370, 378; 4: 883, 224.
def HopperClusterColumns : Levels<
    [1],
    [1, 2],
    [1, 2, 4]>;

// raster
// along_m: 1900, 1859; along_n: 383, 59; hilbert: 65, 0.
def HopperRasterCases : CaseDomain<
    ["along_m"],
    ["along_m"],
    ["along_m", "along_n", "hilbert"]>;

// split_k
// 1: 1899, 1738; 2: 765, 49; 4: 451, 113; 8: 198, 27; 16: 25, 0.
def HopperSplitK : Levels<
    [1, 4],
    [1, 4, 8],
    [1, 2, 4, 8, 16]>;

// reduce
// cluster: 1900, 1843; shares: 606, 68.
def HopperReduceCases : CaseDomain<
    ["cluster"],
    ["cluster", "shares"],
    ["cluster", "shares"]>;

// swap
// 0: 1695, 1453; 1: 1101, 624.
def HopperSwap : Levels<
    [0, 1],
    [0, 1],
    [0, 1]>;

// persistent
// 0: 1875, 1451; 1: 1389, 588.
def HopperPersistent : Levels<
    [0, 1],
    [0, 1],
    [0, 1]>;

// store
// direct: 1899, 1614; tma: 1258, 447; copy: 34, 25.
def HopperStoreCases : CaseDomain<
    ["direct"],
    ["direct", "tma", "copy"],
    ["direct", "tma", "copy"]>;

// ctas_per_sm
// 1: 1900, 1873; 2: 923, 99.
def HopperCtasPerSM : Levels<
    [1],
    [1],
    [1, 2]>;

// evict_first
// none: 1837, 1372; a: 186, 40; b: 889, 584.
def HopperEvictFirstCases : CaseDomain<
    ["none"],
    ["none", "a", "b"],
    ["none", "a", "b"]>;

#endif // AUTOTUNE_KERNELS_HOPPERWGMMA_LEVELS

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
// 64: 1994, 1195; 128: 2006, 875; 192: 574, 78; 256: 1383, 147.
def HopperTileRows : Levels<
    [64, 128],
    [64, 128],
    [64, 128, 192, 256]>;

// tile.n
// 8: 430, 91; 16: 1324, 294; 24: 303, 59; 32: 1057, 235; 40: 241, 46;
// 48: 679, 85; 56: 171, 22; 64: 1662, 282; 72: 144, 28; 80: 693, 109;
// 88: 136, 17; 96: 996, 160; 104: 119, 16; 112: 735, 89; 120: 124, 17;
// 128: 1619, 312; 136: 69, 13; 144: 432, 62; 152: 63, 11; 160: 570, 132;
// 168: 61, 19; 176: 618, 73; 184: 57, 9; 192: 974, 204; 200: 16, 5;
// 208: 279, 40; 216: 27, 6; 224: 297, 43; 232: 22, 4; 240: 270, 37; 248: 21, 1;
// 256: 851, 126.
def HopperTileColumns : Levels<
    [16, 64, 128, 256],
    [16, 32, 64, 96, 128, 160, 176, 192, 208, 224, 256],
    [8, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256]>;

// tile.k
// 64: 2027, 1587; 128: 1724, 583; 256: 324, 32.
def HopperTileDepth : Levels<
    [64],
    [64, 128],
    [64, 128]>;

// stages
// 2: 613, 64; 3: 1065, 123; 4: 1691, 506; 5: 1376, 347; 6: 1561, 512;
// 7: 1006, 184; 8: 1432, 305; 9: 692, 136; 10: 323, 81; 11: 587, 159;
// 12: 773, 234.
def HopperStages : Levels<
    [4, 8],
    [4, 6, 7, 8, 9, 11, 12],
    [2, 3, 4, 5, 6, 7, 8, 9, 11, 12]>;

// consumers
// 1: 1990, 1240; 2: 1923, 914; 3: 408, 58.
def HopperConsumers : Levels<
    [1, 2],
    [1, 2],
    [1, 2, 3]>;

// schedule
// cooperative: 2027, 1818; pingpong: 1189, 328.
def HopperScheduleCases : CaseDomain<
    ["cooperative", "pingpong"],
    ["cooperative", "pingpong"],
    ["cooperative", "pingpong"]>;

// cluster.m
// 1: 1973, 1497; 2: 1931, 676; 4: 1450, 276.
def HopperClusterRows : Levels<
    [1, 2],
    [1, 2, 4],
    [1, 2, 4]>;

// cluster.n
// 1: 2027, 1666; 2: 1490, 419; 4: 970, 247.
def HopperClusterColumns : Levels<
    [1],
    [1, 2],
    [1, 2, 4]>;

// raster
// along_m: 2027, 1968; along_n: 455, 82; hilbert: 69, 0.
def HopperRasterCases : CaseDomain<
    ["along_m"],
    ["along_m"],
    ["along_m", "along_n", "hilbert"]>;

// split_k
// 1: 2026, 1854; 2: 827, 53; 4: 486, 121; 8: 208, 30; 16: 28, 0.
def HopperSplitK : Levels<
    [1, 4],
    [1, 4, 8],
    [1, 2, 4, 8, 16]>;

// reduce
// cluster: 2027, 1968; shares: 656, 73.
def HopperReduceCases : CaseDomain<
    ["cluster"],
    ["cluster", "shares"],
    ["cluster", "shares"]>;

// swap
// 0: 1814, 1542; 1: 1215, 673.
def HopperSwap : Levels<
    [0, 1],
    [0, 1],
    [0, 1]>;

// persistent
// 0: 1991, 1548; 1: 1480, 622.
def HopperPersistent : Levels<
    [0, 1],
    [0, 1],
    [0, 1]>;

// store
// direct: 2026, 1703; tma: 1356, 495; copy: 40, 29.
def HopperStoreCases : CaseDomain<
    ["direct"],
    ["direct", "tma", "copy"],
    ["direct", "tma", "copy"]>;

// ctas_per_sm
// 1: 2027, 1995; 2: 996, 109.
def HopperCtasPerSM : Levels<
    [1],
    [1],
    [1, 2]>;

// evict_first
// none: 1963, 1474; a: 222, 48; b: 935, 605.
def HopperEvictFirstCases : CaseDomain<
    ["none"],
    ["none", "a", "b"],
    ["none", "a", "b"]>;

#endif // AUTOTUNE_KERNELS_HOPPERWGMMA_LEVELS

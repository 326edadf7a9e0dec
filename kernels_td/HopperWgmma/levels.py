#===- levels.py - What the levels of hopper_wgmma are chosen from ----------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# For tools/train/choose_levels.py, which runs this file: see `Parameter` and
# `Template` in tools/train/levels.py.
#
# Prices are means over eight products of bf16 from 16x4096x4096 to 4096x4096x4096
# on an H200, of the configs of the exhaustive level that autotune-attach-configs
# lists with print-space.

TEMPLATE = "hopper_wgmma"
# As get_size counts. The default level by hand that was before had 50,100.
BUDGET = 42000

COLUMNS = range(8, 257, 8)
# The floors are by hand, for matmuls that the records have few of. Those of few rows
# need narrow tiles, and deep ones. A C that TMA can't store needs copies. Without
# clusters of two along the columns, the choice was worse for matmuls of 8 bits that
# it was not made on.
PARAMETERS = [
    Parameter("tile.m", "HopperTileRows", [64, 128], [64, 128, 192, 256],
              {64: 41, 128: 34, 192: 15, 256: 10}),
    Parameter("tile.n", "HopperTileColumns", [16, 64, 128, 256],
              [8, *range(16, 257, 16)],
              interpolate({8: 14.5, 16: 12, 32: 10.8, 48: 7.9, 64: 7.3, 80: 4.4,
                           96: 4.1, 112: 2.8, 128: 2.7, 144: 1.6, 160: 1.7,
                           176: 1.2, 192: 1.2, 208: 0.5, 256: 0.5}, COLUMNS),
              legal=COLUMNS, floor=[32]),
    Parameter("tile.k", "HopperTileDepth", [64], [64, 128],
              {32: 70, 64: 70, 128: 30, 256: 10}, legal=[32, 256],
              floor=[128]),
    Parameter("stages", "HopperStages", [4, 8], [2, 3, 4, 5, 6, 8],
              {2: 22, 3: 19, 4: 15, 5: 12, 6: 9, 7: 6.3, 8: 5.2, 9: 3.9,
               10: 3.1, 11: 2.5, 12: 1.8}, legal=range(2, 13)),
    Parameter("consumers", "HopperConsumers", [1, 2], [1, 2, 3],
              {1: 58, 2: 34, 3: 8}),
    Parameter("schedule", "HopperScheduleCases", ["cooperative", "pingpong"],
              ["cooperative", "pingpong"], {"cooperative": 86, "pingpong": 14}),
    Parameter("cluster.m", "HopperClusterRows", [1, 2], [1, 2, 4],
              {1: 44, 2: 35, 4: 21}),
    Parameter("cluster.n", "HopperClusterColumns", [1], [1, 2, 4],
              {1: 46, 2: 34, 4: 20}, floor=[2]),
    Parameter("raster", "HopperRasterCases", ["along_m"],
              ["along_m", "along_n", "hilbert"],
              {"along_m": 53, "along_n": 39, "hilbert": 8}),
    Parameter("split_k", "HopperSplitK", [1, 4], [1, 2, 4, 8, 16],
              {1: 89, 2: 7, 4: 2.7, 8: 0.9, 16: 0.1}),
    Parameter("reduce", "HopperReduceCases", ["cluster"], ["cluster", "shares"],
              {"cluster": 92, "shares": 8}),
    Parameter("swap", "HopperSwap", [0, 1], [0, 1], {0: 46, 1: 54}),
    Parameter("persistent", "HopperPersistent", [0, 1], [0, 1], {0: 60, 1: 40}),
    Parameter("store", "HopperStoreCases", ["direct"], ["direct", "tma", "copy"],
              {"direct": 61, "tma": 39, "copy": 0.1}, floor=["tma", "copy"]),
    Parameter("ctas_per_sm", "HopperCtasPerSM", [1], [1, 2],
              {1: 83, 2: 17, 3: 9, 4: 5}, legal=[3, 4]),
    Parameter("evict_first", "HopperEvictFirstCases", ["none"],
              ["none", "a", "b"], {"none": 81, "a": 1.1, "b": 18}),
]
# Parameters that a rule decides, or that no level varies. A config with another
# value is in no level. `group` and `load` may have any: the rule of the raster's
# group sets the one, and redundancies leave one of the other.
FIXED = {"in_turn": "false", "promote": "1", "dependent_launch": "false",
         "widest": "0"}
FORMER = {"reduce": "cluster"}
# That default level, to compare with: the whole level elsewhere.
BY_HAND = {
    "tile.m": [64, 128, 256], "tile.n": [16, 32, 64, 96, 128, 176, 192, 256],
    "stages": [3, 4, 6, 8], "consumers": [1, 2], "cluster.m": [1, 2],
    "cluster.n": [1, 2], "raster": ["along_m"], "split_k": [1, 2, 4, 8]}
# A quick level that is chosen, to compare the one by hand with. It has about as many
# legal configs, and these values in any case.
QUICK_BUDGET = 500
QUICK_FLOOR = {"tile.n": [64, 128], "stages": [], "cluster.m": [1],
               "split_k": [1], "schedule": ["cooperative"], "swap": [0]}
QUICK_WITHOUT = {"tile.k": [128]}

//===- Groups.td - Groups of products by hopper_wgmma ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_KERNELS_HOPPERWGMMA_GROUPS
#define AUTOTUNE_KERNELS_HOPPERWGMMA_GROUPS

include "Base.td"

defvar hopperGroupQuantities = [
  Quantity<"clusterRowTiles",
    "config.swap ? ceilDiv(fact.n, config.tile[0] * config.cluster[0]) : "
    "countRowTiles(fact, config.tile[0] * config.cluster[0])",
    "tiles of clusters along the rows; the sizes must be static">,
  Quantity<"clusterColumnTiles",
    "config.swap ? countRowTiles(fact, config.tile[1] * config.cluster[1]) : "
    "ceilDiv(fact.n, config.tile[1] / fact.getProducts() * config.cluster[1])",
    "tiles of clusters along the columns; a tile of a pair has half of the columns">,
];

defvar hopperGroups = [
  Constraint<"group",
    "!fact.isGrouped() || config.load == Load::Tma || config.load == Load::Transpose",
    "load = {config.load} for a group; it needs load = tma or transpose",
    "a kernel has tensor maps for each problem of a group">,
  Constraint<"group",
    "!fact.isGrouped() || isTmaLoadable(fact.a)",
    "A of a group {describeTma(fact.a)}",
    "A of a group must be loaded by TMA">,
  Constraint<"group",
    "!fact.isGrouped() || isTmaLoadable(fact.b)",
    "B of a group {describeTma(fact.b)}",
    "B of a group must be loaded by TMA">,
  Constraint<"group",
    "!fact.isGrouped() || config.splitK == 1",
    "split_k = {config.splitK} for a group; it needs split_k = 1",
    "CTAs of a group take whole tiles">,
  Constraint<"group",
    "!fact.isGrouped() || fact.epilogue.isNone()",
    "a group has an epilogue, which no kernel supports; it must be an operation after the group",
    "a kernel's parameters describe only A, B, C and the scales of each problem">,
  Constraint<"group",
    "static_cast<int64_t>(fact.group.size()) <= kMaxGroupSize",
    "a group of {fact.group.size()}; at most {kMaxGroupSize} are launched together",
    "the parameters of a launch have at most 32764 bytes">,
];

#endif // AUTOTUNE_KERNELS_HOPPERWGMMA_GROUPS

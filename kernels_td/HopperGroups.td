//===- HopperGroups.td - Groups of products by hopper_wgmma ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_KERNELS_HOPPERGROUPS
#define AUTOTUNE_KERNELS_HOPPERGROUPS

include "Base.td"

defvar hopperGroupQuantities = [
  Quantity<"clusterRowTiles",
    "config.swap ? ceilDiv(fact.n, config.tile[0] * config.cluster[0]) : "
    "countRowTiles(fact, config.tile[0] * config.cluster[0])",
    "tiles of clusters along the rows; the sizes must be static">,
  Quantity<"clusterColumnTiles",
    "config.swap ? countRowTiles(fact, config.tile[1] * config.cluster[1]) : "
    "ceilDiv(fact.n, config.tile[1] / fact.getProducts() * config.cluster[1])",
    "the same along the columns, of which a tile of a pair has half">,
];

defvar hopperGroups = [
  Constraint<"group",
    "!fact.isGrouped() || config.load == Load::Tma || config.load == Load::Transpose",
    "load = {config.load} for a group; it needs load = tma or transpose",
    "of each problem of a group a kernel has tensor maps">,
  Constraint<"group",
    "!fact.isGrouped() || isTmaLoadable(fact.a)",
    "A of a group {describeTma(fact.a)}",
    "only TMA loads for groups">,
  Constraint<"group",
    "!fact.isGrouped() || isTmaLoadable(fact.b)",
    "B of a group {describeTma(fact.b)}",
    "the same of B">,
  Constraint<"group",
    "!fact.isGrouped() || (config.splitK == 1 && !config.streamK)",
    "split_k = {config.splitK} and stream_k = {config.streamK} for a group; it needs split_k = 1 and "
    "stream_k = false",
    "CTAs of a group take whole tiles">,
  Constraint<"group",
    "!fact.isGrouped() || fact.epilogue.isNone()",
    "a group has an epilogue, which is not served: it needs to be an operation behind the group",
    "of each problem a kernel has what A, B and C are">,
  Constraint<"group",
    "static_cast<int64_t>(fact.group.size()) <= kMaxGroupSize",
    "a group of {fact.group.size()}; at most {kMaxGroupSize} are launched together",
    "the parameters of a launch are 32764 bytes at most">,
];

#endif // AUTOTUNE_KERNELS_HOPPERGROUPS

//===- Seeds.td - What the heuristics start from --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The structures that each heuristic starts from, as rows. They are beside their
// template's record, in a file of this name. A row sets what makes the structure;
// the heuristic fits it to the shape (clamps and shrinks the tile, decides what a
// row leaves unset, takes the stages that fit) and ranks the results.
// docs/design/heuristics.md says how. A row that comes from a measurement names
// it: "H200" is an exploration of 90 kernels on 16 shapes on an NVIDIA H200, each
// compared with the best algorithm of cuBLASLt.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_KERNELS_SEEDS
#define AUTOTUNE_KERNELS_SEEDS

include "Base.td"

class Setting<string paramName, list<int> slotValues, string enumCase> {
  string param = paramName;
  list<int> values = slotValues;
  string caseName = enumCase;
}
class Set<string paramName, list<int> slotValues>
    : Setting<paramName, slotValues, "">;
class Choose<string paramName, string enumCase>
    : Setting<paramName, [], enumCase>;

class Seed<string heuristicName, KernelTemplate seedTemplate,
           list<Setting> seedSettings, string reason> {
  string heuristic = heuristicName;
  KernelTemplate kernelTemplate = seedTemplate;
  list<Setting> settings = seedSettings;
  // One line.
  string why = reason;
}

#endif // AUTOTUNE_KERNELS_SEEDS

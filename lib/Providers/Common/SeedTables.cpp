//===- SeedTables.cpp - The rows that heuristics start from ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Common/SeedTables.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// No template has more slots than this.
constexpr unsigned kMaxSlots = 32;

struct SeedRow {
  StringLiteral heuristic;
  StringLiteral templateName;
  int64_t slots[kMaxSlots];
};
} // namespace

static const SeedRow kRows[] = {
#include "mlir-autotune/Providers/Seeds.inc"
};

SmallVector<Config> autotune::getSeedRows(StringRef heuristic) {
  SmallVector<Config> rows;
  for (const SeedRow &row : kRows) {
    if (row.heuristic != heuristic)
      continue;
    const TemplateSchema *schema = lookupTemplateSchema(row.templateName);
    assert(schema && schema->numSlots <= kMaxSlots &&
           "the generator checks its rows against the templates");
    rows.emplace_back(*schema, ArrayRef(row.slots, schema->numSlots));
  }
  return rows;
}

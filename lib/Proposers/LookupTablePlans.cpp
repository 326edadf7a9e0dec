//===- LookupTablePlans.cpp - Plans in the text of a table ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LookupTableReader.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

using namespace mlir;
using namespace mlir::autotune;

/// The guard of a row, which holds for all sizes in the last row only. `node`
/// is null without a guard.
std::optional<SizeGuard> TableReader::readGuard(const JsonNode *node,
                                                const JsonNode &row,
                                                size_t number, bool isLast) {
  constexpr StringLiteral kExample = "a guard such as \"m from 2 to 64\"";
  if (node && !check(*node, JsonNode::String, "\"guard\""))
    return std::nullopt;
  if (!node || StringRef(node->text).trim() == "else") {
    if (isLast)
      return SizeGuard();
    fail(node ? *node : row, "row " + Twine(number) +
                                 " of the plan is for all sizes, which only "
                                 "the last row may be; it needs " +
                                 kExample);
    return std::nullopt;
  }
  std::optional<SizeGuard> guard =
      parseSizeGuard(node->text, [&](size_t offset, const Twine &message) {
        fail(node->getOffset(offset),
             message + "; a guard is \"m = 1\", \"m from 2 to 64, k by 64\" or "
                       "\"else\"");
      });
  if (!guard)
    return std::nullopt;
  if (!(*guard)[SizeDim::Batch].isAll())
    fail(*node, "an entry matches no batch, so its guards are on m, n and k");
  else if (isLast)
    fail(*node, "the last row of the plan is for all other sizes, and has no "
                "guard or \"else\" instead of \"" +
                    guard->str() + "\"");
  else
    return guard;
  return std::nullopt;
}

/// A plan counts as a whole, but a row whose config is at fault leaves its
/// sizes to the rows after it.
void TableReader::readPlan(const JsonNode &node, ArrayRef<std::string> stale,
                           TableEntry &entry) {
  if (!check(node, JsonNode::Array, "\"plan\""))
    return;
  size_t count = node.elements.size();
  if (count < 1 || count > PlanAttr::kMostRows)
    return fail(node, "a plan has 1 to " + Twine(PlanAttr::kMostRows) +
                          " rows, not " + Twine(count));
  if (llvm::none_of(entry.match.sizes, [](const TableSize &size) {
        return size.kind == TableSize::Range || size.kind == TableSize::Any;
      }))
    fail(node, "a plan chooses by sizes, and \"match\" allows one size only; "
               "leave out \"m\", \"n\" or \"k\", or give a range");
  SmallVector<SizeGuard> guards;
  for (auto [number, item] : llvm::enumerate(node.elements)) {
    const JsonNode *guardNode = nullptr, *configNode = nullptr;
    readMembers(item, "a row", {"guard", "config"},
                [&](StringRef key, const JsonNode &value) {
                  (key == "guard" ? guardNode : configNode) = &value;
                });
    if (item.kind != JsonNode::Object)
      continue;
    bool isLast = number + 1 == count;
    std::optional<SizeGuard> guard = readGuard(guardNode, item, number, isLast);
    if (!configNode) {
      fail(item, "row " + Twine(number) + " of the plan has no \"config\"");
      continue;
    }
    bool wasSound = isSound;
    std::optional<TableConfig> config = readConfig(*configNode, stale);
    if (config && config->config.getSchema().isLibrary) {
      fail(*configNode, "a library's algorithm is for exact sizes, and no row "
                        "of a plan may have one");
      config.reset();
    }
    isSound = wasSound;
    if (!config && isLast)
      fail(*configNode, "without its last row, the plan has no config for all "
                        "other sizes; it is left out");
    if (!guard)
      continue;
    guards.push_back(*guard);
    if (config)
      entry.plan.push_back({*guard, *config});
  }
  if (guards.size() < count)
    return;
  if (auto fault = findUnreachableRow(entry.match, guards))
    fail(node.elements[fault->row],
         "row " + Twine(fault->row) + " of the plan " + fault->reason);
}

//===- TablePlans.cpp - Plans from a lookup table -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Autotune/ConfigWords.h"
#include "mlir-autotune/Proposers/Plans.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;

/// The conditions of a row on unknown sizes; nullopt if it is never reached,
/// because a known size is not in its guard.
static std::optional<SizeGuard> dropKnown(const SizeGuard &guard,
                                          const ProblemSizes &sizes) {
  SizeGuard rest = guard;
  for (auto [range, size] : llvm::zip_equal(rest.ranges, sizes)) {
    if (isDynamicSize(size))
      continue;
    if (!range.contains(size))
      return std::nullopt;
    range = {};
  }
  return rest;
}

/// The rows that the matmul may reach. Several may be for the same sizes, once
/// the conditions on known sizes are dropped.
static std::vector<TableRow> getReachableRows(ArrayRef<TableRow> plan,
                                              const ProblemSizes &sizes) {
  std::vector<TableRow> rows;
  SmallVector<SizeGuard> guards;
  for (const TableRow &row : plan) {
    std::optional<SizeGuard> guard = dropKnown(row.guard, sizes);
    if (!guard)
      continue;
    guards.push_back(*guard);
    if (findUnreachable(guards)) {
      guards.pop_back();
      continue;
    }
    rows.push_back({*guard, row.config});
    if (guard->isAll())
      break;
  }
  return rows;
}

/// Whether guards of the rows speak of sizes that guards of a plan can't speak
/// of: the columns of a pair are those of one product twice, and several parts
/// of K are one K.
static bool hasOtherSizes(const MatmulFact &matmul, ArrayRef<TableRow> rows) {
  return llvm::any_of(rows, [&](const TableRow &row) {
    return (matmul.isPair && !row.guard[SizeDim::N].isAll()) ||
           ((matmul.isSum() || matmul.hasParts()) &&
            !row.guard[SizeDim::K].isAll());
  });
}

TablePlan autotune::getTablePlan(const ProblemFact &fact,
                                 const TargetInfo &target,
                                 const ProposeOptions &options,
                                 const ExpectedSizes &expected) {
  TablePlan plan;
  MatmulFact one = fact.getMatmul().asOneProduct();
  const TableEntry *entry = options.table->lookupPlan(one, target, expected);
  if (!entry)
    return plan;
  std::vector<TableRow> rows = getReachableRows(entry->plan, getSizes(one));
  if (hasOtherSizes(fact.getMatmul(), rows))
    return plan;
  ProposeOptions others = options;
  others.table = nullptr;
  for (const TableRow &row : rows) {
    std::string whyNot;
    FailureOr<Config> config = completeConfig(
        row.config.config, restrictTo(fact, row.guard), target, others, whyNot);
    if (succeeded(config)) {
      plan.rows.push_back({row.guard, *config, /*isFromTable=*/true});
      continue;
    }
    plan.faults.push_back(
        (options.table->getFileName() + ":" + Twine(row.config.line) +
         ": the config <" + getBrief(row.config.config) + "> of its row for " +
         (row.guard.isAll() ? "all other sizes" : row.guard.str()) +
         " breaks " + whyNot)
            .str());
  }
  // Without a config for all sizes there is no plan.
  if (!plan.rows.empty() && !plan.rows.back().guard.isAll())
    plan.rows.clear();
  return plan;
}

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

TablePlan autotune::getTablePlan(const ProblemFact &fact,
                                 const TargetInfo &target,
                                 const ProposeOptions &options,
                                 const ExpectedSizes &expected) {
  TablePlan plan;
  ProposeOptions others = options;
  others.table = nullptr;
  for (const TableRow &row :
       options.table->lookupPlan(fact, target, expected)) {
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

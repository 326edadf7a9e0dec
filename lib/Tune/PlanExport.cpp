//===- PlanExport.cpp - From records to plans in tables -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanPicks.h"

#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Tune/TableExport.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

llvm::Expected<ProblemFact> tune::parseProblemToPlan(StringRef text) {
  llvm::Expected<ProblemFact> fact = parseMatmul(text);
  if (!fact)
    return fact.takeError();
  if (fact->hasStaticSizes())
    return llvm::createStringError(
        "all of its sizes are known; a plan is for a matmul with unknown "
        "sizes, such as '?x4096x4096 bf16 B^T -> bf16'");
  if (!canHavePlan(*fact) || !isDescribable(*fact))
    return llvm::createStringError(
        "a table can only describe sizes, element types, layouts and "
        "accumulation");
  return fact;
}

/// The last day of the device's records that a plan is from.
static std::string getLastDay(const ProblemFact &planned,
                              const RecordsByKey &records, StringRef device) {
  std::string last;
  for (const auto &[key, ofKey] : records)
    if (findPlanSizes(planned, key))
      for (const measure::Record &record : ofKey)
        if (record.device.name == device)
          last = std::max(last, StringRef(record.date).split('T').first.str());
  return last;
}

llvm::Expected<std::vector<BestPlan>>
tune::takePlans(RecordsByKey &records, ArrayRef<ProblemToPlan> problems,
                const ExportOptions &options,
                llvm::function_ref<void(const Twine &)> warn) {
  std::vector<std::string> devices;
  if (!problems.empty())
    for (StringRef device : getDevices(records))
      if (options.device.empty() || device == options.device)
        devices.push_back(device.str());
  llvm::sort(devices);
  std::vector<BestPlan> plans;
  for (const ProblemToPlan &problem : problems) {
    std::vector<std::string> without;
    size_t numBefore = plans.size();
    for (const std::string &device : devices) {
      llvm::Expected<TargetInfo> target = findExportTarget(device, options);
      if (!target)
        return target.takeError();
      RecordedPlan plan = fitRecordedPlan(problem.fact, *target,
                                          problem.options, records, device);
      if (plan.rows.empty()) {
        without.push_back(device);
        continue;
      }
      plans.push_back(
          {problem.fact, options.target ? target->name : device, plan.rows,
           problem.fact.getKey() + ": " + plan.str() + " on " + device + ", " +
               getLastDay(problem.fact, records, device)});
    }
    if (plans.size() == numBefore)
      return llvm::createStringError(
          problem.fact.getKey() +
          ": no record has the time of a config that is legal for all of its "
          "sizes; measure it with autotune-bench tune");
    for (const std::string &device : without)
      warn(problem.fact.getKey() + ": no plan for " + device +
           ", which has no time of a config that is legal for all sizes");
  }
  records.remove_if([&](const auto &ofKey) {
    return llvm::any_of(problems, [&](const ProblemToPlan &problem) {
      return findPlanSizes(problem.fact, ofKey.first).has_value();
    });
  });
  return plans;
}

//===- PlanPicks.cpp - Plans from records ---------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanPicks.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/FormProblems/AttachedFact.h"
#include "mlir-autotune/Proposers/Plans.h"
#include "mlir-autotune/Tune/RecordConfig.h"
#include "mlir-autotune/Tuning/Picks.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

namespace {
/// The times of one matmul's configs at sample sizes.
struct SampleTimes {
  SmallVector<PlanMeasurement, 0> measurements;
  size_t numSizes = 0;
};
} // namespace

static SampleTimes gatherTimes(const ProblemFact &fact,
                               const RecordsByKey &records, StringRef device,
                               const PlanOptions &options) {
  SampleTimes times;
  SizeGrid grid = getMeasuredSizes(fact, options.expected);
  for (size_t point = 0; point < grid.getNumPoints(); ++point) {
    ProblemSizes sizes = grid.getPoint(point);
    auto found = records.find(getFactAt(fact, sizes).getKey());
    if (found == records.end())
      continue;
    bool isMeasured = false;
    for (const measure::Record &record : found->second) {
      std::string message;
      FailureOr<Config> config = readConfig(record.config, message);
      if (record.outcome != measure::Outcome::Ok ||
          record.device.name != device || failed(config) ||
          !getWhyStale(*config, record.templateHash).empty())
        continue;
      times.measurements.push_back({sizes, *config, record.timeNs});
      isMeasured = true;
    }
    times.numSizes += isMeasured;
  }
  return times;
}

/// Times of a plan are sums over the sizes at which its configs were measured.
static double sumTimes(ArrayRef<PlanRow> rows, const SampleTimes &times) {
  auto guards =
      llvm::map_to_vector(rows, [](const PlanRow &row) { return row.guard; });
  double sum = 0;
  for (const PlanMeasurement &measured : times.measurements)
    if (rows[selectRow(guards, measured.sizes)].config == measured.config)
      sum += measured.timeNs;
  return sum;
}

static void setPlan(const ModuleMatmul &matmul, ArrayRef<PlanRow> rows,
                    const SampleTimes &times, StringRef device) {
  MLIRContext *context = matmul.op->getContext();
  context->getOrLoadDialect<AutotuneDialect>();
  matmul.op->setAttr(kConfigAttrName, toAttr(context, rows));
  std::optional<int64_t> sum = getNanoseconds(sumTimes(rows, times));
  auto provenance =
      sum ? ProvenanceAttr::get(
                context, ProvenanceKind::Measured, /*heuristics=*/{}, sum,
                /*baselineNs=*/std::nullopt, StringAttr::get(context, device),
                /*marginPpm=*/std::nullopt, int64_t(times.measurements.size()),
                StringAttr())
          : ProvenanceAttr::get(context, ProvenanceKind::Model,
                                /*heuristics=*/{});
  matmul.op->setAttr(kProvenanceAttrName, provenance);
  setAttachedFact(matmul.op, matmul.fact);
}

/// The options of one matmul's plan; nullopt if it gets none.
static FailureOr<std::optional<PlanOptions>>
getOptions(const ModuleMatmul &matmul, const PlanOptions &options,
           const SizeHints &hints) {
  if (options.maxConfigs == 1 || !canHavePlan(matmul.fact))
    return std::optional<PlanOptions>();
  FailureOr<ExpectedSizes> expected =
      findExpectedSizes(matmul.op, matmul.fact, hints);
  if (failed(expected))
    return failure();
  PlanOptions plan = options;
  plan.expected = *expected;
  return std::optional(plan);
}

bool tune::hasMeasurablePlan(const ModuleMatmul &matmul,
                             const PlanOptions &options) {
  if (options.maxConfigs == 1 || !canHavePlan(matmul.fact))
    return false;
  ProblemSizes sizes = getMeasuredSizes(matmul.fact, {}).getPoint(0);
  return getWhyNotMeasurable(getFactAt(matmul.fact, sizes)).empty();
}

FailureOr<std::vector<std::string>>
tune::getPlanKeys(const ModuleMatmul &matmul, const PlanOptions &options,
                  const SizeHints &hints) {
  std::vector<std::string> keys;
  FailureOr<std::optional<PlanOptions>> plan =
      getOptions(matmul, options, hints);
  if (failed(plan))
    return failure();
  if (!*plan)
    return keys;
  SizeGrid grid = getMeasuredSizes(matmul.fact, (*plan)->expected);
  for (size_t point = 0; point < grid.getNumPoints(); ++point)
    keys.push_back(getFactAt(matmul.fact, grid.getPoint(point)).getKey());
  return keys;
}

llvm::Expected<size_t> tune::pickPlans(SmallVectorImpl<ModuleMatmul> &matmuls,
                                       const RecordsByKey &records,
                                       StringRef device,
                                       const PickOptions &options,
                                       const SizeHints &hints,
                                       std::string &lines) {
  size_t count = 0;
  bool hasErrors = false;
  llvm::erase_if(matmuls, [&](const ModuleMatmul &matmul) {
    FailureOr<std::optional<PlanOptions>> plan =
        getOptions(matmul, options.plans, hints);
    hasErrors |= failed(plan);
    if (failed(plan) || !*plan)
      return false;
    std::optional<TargetInfo> on =
        findPickTarget(matmul.op, device, options.target);
    if (!on)
      return false;
    SampleTimes times = gatherTimes(matmul.fact, records, device, **plan);
    std::vector<PlanRow> rows =
        fitPlan(matmul.fact, *on, ProposeOptions(), **plan, times.measurements);
    if (rows.empty())
      return false;
    setPlan(matmul, rows, times, device);
    llvm::SmallSetVector<Config, 8> configs;
    for (const PlanRow &row : rows)
      configs.insert(row.config);
    llvm::raw_string_ostream(lines)
        << matmul.fact.getKey() << "  a plan of " << rows.size()
        << " rows with " << configs.size() << " configs, from "
        << times.measurements.size() << " times at " << times.numSizes
        << " sizes\n";
    ++count;
    return true;
  });
  if (hasErrors)
    return llvm::make_error<DiagnosedError>();
  return count;
}

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
#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Proposers/Plans.h"
#include "mlir-autotune/Tune/RecordConfig.h"
#include "mlir-autotune/Tuning/Picks.h"

#include "llvm/ADT/SetVector.h"

#include <cmath>
#include <limits>
#include <set>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

std::optional<ProblemSizes> tune::findPlanSizes(const ProblemFact &planned,
                                                StringRef key) {
  llvm::Expected<ProblemFact> fact = parseMatmul(key);
  if (!fact) {
    llvm::consumeError(fact.takeError());
    return std::nullopt;
  }
  ProblemSizes sizes = getSizes(*fact), ofPlanned = getSizes(planned);
  for (auto [size, wanted] : llvm::zip_equal(sizes, ofPlanned))
    if (isDynamicSize(size) || (!isDynamicSize(wanted) && size != wanted))
      return std::nullopt;
  if (getFactAt(planned, sizes).getKey() != key)
    return std::nullopt;
  return sizes;
}

SmallVector<PlanMeasurement, 0>
tune::getPlanMeasurements(const ProblemFact &planned,
                          const ExpectedSizes &expected,
                          const RecordsByKey &records, StringRef device) {
  SmallVector<PlanMeasurement, 0> measurements;
  for (const auto &[key, ofKey] : records) {
    std::optional<ProblemSizes> sizes = findPlanSizes(planned, key);
    if (!sizes || !expected.contain(*sizes))
      continue;
    for (const measure::Record &record : ofKey) {
      std::string message;
      FailureOr<Config> config = readConfig(record.config, message);
      if (failed(config) || !getWhyStale(*config, record.templateHash).empty())
        continue;
      bool isTimed = record.outcome == measure::Outcome::Ok &&
                     record.device.name == device && record.timeNs > 0;
      measurements.push_back(
          {*sizes, *config,
           isTimed ? record.timeNs : std::numeric_limits<double>::infinity()});
    }
  }
  return measurements;
}

RecordedPlan tune::fitRecordedPlan(const ProblemFact &planned,
                                   const TargetInfo &target,
                                   const PlanOptions &options,
                                   const RecordsByKey &records,
                                   StringRef device) {
  RecordedPlan plan;
  plan.measurements =
      getPlanMeasurements(planned, options.expected, records, device);
  llvm::erase_if(plan.measurements, [](const PlanMeasurement &measured) {
    return std::isinf(measured.timeNs);
  });
  plan.rows =
      fitPlan(planned, target, ProposeOptions(), options, plan.measurements);
  return plan;
}

std::string RecordedPlan::str() const {
  llvm::SmallSetVector<Config, 8> configs;
  for (const PlanRow &row : rows)
    configs.insert(row.config);
  std::set<ProblemSizes> sizes;
  for (const PlanMeasurement &measured : measurements)
    sizes.insert(measured.sizes);
  return ("a plan of " + Twine(rows.size()) + " rows with " +
          Twine(configs.size()) + " configs, from " +
          Twine(measurements.size()) + " times at " + Twine(sizes.size()) +
          " sizes")
      .str();
}

/// Times of a plan are sums over the sizes at which its configs were measured.
static double sumTimes(ArrayRef<PlanRow> rows,
                       ArrayRef<PlanMeasurement> measurements) {
  auto guards =
      llvm::map_to_vector(rows, [](const PlanRow &row) { return row.guard; });
  double sum = 0;
  for (const PlanMeasurement &measured : measurements)
    if (rows[selectRow(guards, measured.sizes)].config == measured.config)
      sum += measured.timeNs;
  return sum;
}

static void setPlan(const ModuleMatmul &matmul, ArrayRef<PlanRow> rows,
                    ArrayRef<PlanMeasurement> measurements, StringRef device) {
  MLIRContext *context = matmul.op->getContext();
  context->getOrLoadDialect<AutotuneDialect>();
  matmul.op->setAttr(kConfigAttrName, toAttr(context, rows));
  std::optional<int64_t> sum = getNanoseconds(sumTimes(rows, measurements));
  auto provenance =
      sum ? ProvenanceAttr::get(
                context, ProvenanceKind::Measured, /*heuristics=*/{}, sum,
                /*baselineNs=*/std::nullopt, StringAttr::get(context, device),
                /*marginPpm=*/std::nullopt, int64_t(measurements.size()),
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
  ProblemSizes sizes =
      getMeasuredSizes(matmul.fact, {}, getAlignedPart(matmul.fact))
          .getPoint(0);
  return getWhyNotMeasurable(getFactAt(matmul.fact, sizes)).empty();
}

std::vector<std::string> tune::findPlanKeys(const ModuleMatmul &matmul,
                                            const PlanOptions &options,
                                            ArrayRef<std::string> keys) {
  std::vector<std::string> found;
  if (hasMeasurablePlan(matmul, options))
    for (const std::string &key : keys)
      if (findPlanSizes(matmul.fact, key))
        found.push_back(key);
  return found;
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
    RecordedPlan recorded =
        fitRecordedPlan(matmul.fact, *on, **plan, records, device);
    if (recorded.rows.empty())
      return false;
    setPlan(matmul, recorded.rows, recorded.measurements, device);
    lines += matmul.fact.getKey() + "  " + recorded.str() + "\n";
    ++count;
    return true;
  });
  if (hasErrors)
    return llvm::make_error<DiagnosedError>();
  return count;
}

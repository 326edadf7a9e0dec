//===- ReplayService.cpp - Records in place of a device -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/ReplayService.h"

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Tune/RecordConfig.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using measure::Record;

static constexpr StringLiteral kPrefix = "replay:";
static constexpr StringLiteral kNotRecorded =
    "not recorded: the replayed records have no such config of this matmul";

std::optional<std::vector<std::string>>
tune::parseReplayDevice(StringRef device) {
  if (!device.consume_front(kPrefix))
    return std::nullopt;
  std::vector<std::string> files;
  SmallVector<StringRef> parts;
  device.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef part : parts)
    files.push_back(part.str());
  return files;
}

namespace {
class ReplayService final : public MeasuringService {
public:
  explicit ReplayService(MeasuredTable given) : table(std::move(given)) {
    for (const tune::TableProblem &problem : table.problems)
      recorded.try_emplace(problem.key, &problem);
    info["name"] = table.device;
    std::optional<TargetInfo> target = findProduct(table.device);
    if (!target)
      return;
    info["chip"] = target->chip;
    info["sms"] = target->sms;
  }

  const llvm::json::Object &getDeviceInfo() const override { return info; }
  bool needsKernels() const override { return false; }

  llvm::Error addProblem(llvm::json::Object problem, bool) override {
    std::optional<StringRef> id = problem.getString("id");
    std::optional<StringRef> key = problem.getString("key");
    if (!id || !key)
      return llvm::createStringError("a problem has no id or no key");
    auto found = recorded.find(*key);
    if (found == recorded.end())
      return llvm::make_error<ServiceRefusal>(
          "request", "the replayed records have none of " + key->str());
    if (!problems.try_emplace(*id, found->second).second)
      return llvm::createStringError("there is a problem '" + *id +
                                     "' already");
    return llvm::Error::success();
  }

  /// No kernel runs.
  llvm::Error addKernel(llvm::json::Object, StringRef) override {
    return llvm::Error::success();
  }

  void forget(ArrayRef<std::string> ids, ArrayRef<std::string>) override {
    for (const std::string &id : ids)
      problems.erase(id);
  }

  llvm::Error measure(StringRef problem, ArrayRef<MeasuredCandidate> candidates,
                      const measure::Effort &effort,
                      OnRecord onRecord) override {
    return answer(problem, candidates, effort.replays, /*isFinal=*/false,
                  onRecord);
  }

  llvm::Error measureFinal(StringRef problem,
                           ArrayRef<MeasuredCandidate> candidates,
                           const measure::FinalEffort &effort,
                           OnRecord onRecord) override {
    return answer(problem, candidates, effort.rounds, /*isFinal=*/true,
                  onRecord);
  }

private:
  llvm::Error answer(StringRef id, ArrayRef<MeasuredCandidate> candidates,
                     int64_t replays, bool isFinal, OnRecord onRecord) {
    auto found = problems.find(id);
    if (found == problems.end())
      return llvm::createStringError("there is no problem '" + id + "'");
    for (const MeasuredCandidate &candidate : candidates)
      onRecord(makeRecord(id, *found->second, candidate, replays, isFinal));
    return llvm::Error::success();
  }

  Record makeRecord(StringRef id, const tune::TableProblem &problem,
                    const MeasuredCandidate &candidate, int64_t replays,
                    bool isFinal) const;

  MeasuredTable table;
  llvm::json::Object info;
  llvm::StringMap<const tune::TableProblem *> recorded;
  /// By the ids that they were given.
  llvm::StringMap<const tune::TableProblem *> problems;
};
} // namespace

/// nullptr for what is no config, or was not measured.
static const MeasuredConfig *lookup(const tune::TableProblem &problem,
                                    StringRef text) {
  std::string whyNot;
  FailureOr<Config> config = readConfig(text, whyNot);
  return failed(config) ? nullptr : problem.lookup(*config);
}

Record ReplayService::makeRecord(StringRef id,
                                 const tune::TableProblem &problem,
                                 const MeasuredCandidate &candidate,
                                 int64_t replays, bool isFinal) const {
  Record record;
  record.candidate = candidate.id;
  record.problem = id.str();
  record.key = problem.key;
  record.config = candidate.config;
  record.heuristics = candidate.heuristics;
  record.rank = candidate.rank;
  record.device.name = table.device;
  record.device.driver = table.driver;
  // Of the measurement; the same question has the same answer.
  record.date = table.lastDate + "T00:00:00Z";
  const MeasuredConfig *measured = lookup(problem, candidate.config);
  if (!measured) {
    record.outcome = measure::Outcome::LaunchFailure;
    record.detail = kNotRecorded.str();
    return record;
  }
  record.outcome = measured->outcome;
  if (!measured->isOk())
    return record;
  // Each replay took what the recorded one did.
  record.setTimes(std::vector<double>(replays, measured->timeNs),
                  problem.fact.getFlops(), problem.fact.getBytes());
  record.spread = measured->spread;
  record.final = isFinal;
  if (problem.baselineNs <= 0)
    return record;
  record.baseline.emplace();
  record.baseline->library = "cublaslt";
  record.baseline->bestNs = record.baseline->firstNs = problem.baselineNs;
  record.ratio = measured->ratio;
  return record;
}

std::unique_ptr<MeasuringService>
tune::createReplayService(MeasuredTable table) {
  return std::make_unique<ReplayService>(std::move(table));
}

llvm::Expected<std::unique_ptr<MeasuringService>>
tune::createReplayService(ArrayRef<std::string> paths, StringRef deviceName,
                          llvm::function_ref<void(const llvm::Twine &)> warn) {
  if (paths.empty())
    return llvm::createStringError(
        "replay: names no file of records: --device=replay:FILE");
  llvm::Expected<MeasuredTable> table =
      readMeasuredTable(paths, deviceName, warn);
  if (!table)
    return table.takeError();
  if (table->problems.empty())
    return llvm::createStringError("no record can be replayed");
  return createReplayService(std::move(*table));
}

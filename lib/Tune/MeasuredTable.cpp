//===- MeasuredTable.cpp - Records as tables of configs and times ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/MeasuredTable.h"

#include "mlir-autotune/Space/KernelTemplate.h"

#include "mlir-autotune/Dialect/Autotune/ConfigWords.h"
#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Tune/Input.h"
#include "mlir-autotune/Tune/RecordConfig.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

const MeasuredConfig *TableProblem::lookup(const Config &config) const {
  auto found = indices.find(config);
  return found == indices.end() ? nullptr : &configs[found->second];
}

double TableProblem::getBestNs() const {
  double best = 0;
  for (const MeasuredConfig &measured : configs)
    if (measured.isOk() && (best == 0 || measured.timeNs < best))
      best = measured.timeNs;
  return best;
}

namespace {
/// Texts to configs; each is parsed once, for matmuls have them in common.
class ConfigReader {
public:
  explicit ConfigReader(llvm::function_ref<void(const llvm::Twine &)> warn)
      : warn(warn) {}

  /// nullptr for a text that is no complete config of today's, or was measured
  /// with a template of another hash.
  const Config *read(StringRef text, StringRef templateHash) {
    const Config *config = read(text);
    if (!config)
      return nullptr;
    std::string whyStale = getWhyStale(*config, templateHash);
    if (whyStale.empty())
      return config;
    tell(text, whyStale);
    return nullptr;
  }

private:
  const Config *read(StringRef text) {
    auto [entry, isNew] = configs.try_emplace(text, failure());
    if (isNew) {
      std::string whyNot;
      entry->second = readConfig(text, whyNot);
      if (failed(entry->second))
        tell(text, whyNot);
    }
    return succeeded(entry->second) ? &*entry->second : nullptr;
  }

  /// Each reason once.
  void tell(StringRef text, StringRef reason) {
    if (told.insert(reason).second)
      warn("left out: " + getBrief(text) + ": " + reason);
  }

  llvm::function_ref<void(const llvm::Twine &)> warn;
  llvm::StringMap<FailureOr<Config>> configs;
  llvm::StringSet<> told;
};
} // namespace

static void addRecord(MeasuredTable &table, TableProblem &problem,
                      const Config &config, const measure::Record &record) {
  auto [at, isNew] =
      problem.indices.try_emplace(config, problem.configs.size());
  if (!isNew)
    return;
  MeasuredConfig measured{config, record.outcome};
  if (record.outcome == measure::Outcome::Ok) {
    measured.timeNs = record.ratio > 0 && problem.baselineNs > 0
                          ? problem.baselineNs / record.ratio
                          : record.timeNs;
    measured.spread = record.spread;
    measured.ratio = record.ratio;
  }
  measured.date = record.date;
  StringRef day = StringRef(record.date).take_front(10);
  problem.configs.push_back(std::move(measured));
  ++table.numRecords;
  if (table.firstDate.empty() || day < table.firstDate)
    table.firstDate = day;
  if (day > table.lastDate)
    table.lastDate = day;
  if (table.driver.empty())
    table.driver = record.device.driver;
}

/// One baseline's time for all records of a matmul: times compare by their
/// ratios to it.
static double getBaselineNs(ArrayRef<measure::Record> records) {
  for (const measure::Record &record : records)
    if (record.baseline && record.final)
      return record.baseline->bestNs;
  for (const measure::Record &record : records)
    if (record.baseline)
      return record.baseline->bestNs;
  return 0;
}

/// Whether a config can be one of the problem, as those of a damaged file need
/// not be.
static bool isOfKind(const Config &config, const ProblemFact &fact,
                     llvm::function_ref<void(const llvm::Twine &)> warn) {
  if (lookupKernelTemplate(config.getTemplateName())->computesKind(fact))
    return true;
  warn("left out: " + config.getTemplateName() + " of " + fact.getKey() +
       ": the template computes another kind of problem");
  return false;
}

llvm::Expected<MeasuredTable>
tune::makeMeasuredTable(const RecordsByKey &records, StringRef deviceName,
                        llvm::function_ref<void(const llvm::Twine &)> warn) {
  MeasuredTable table;
  llvm::Expected<std::string> device = chooseDevice(records, deviceName);
  if (!device)
    return device.takeError();
  table.device = *device;
  ConfigReader reader(warn);
  for (const auto &[key, all] : records) {
    llvm::Expected<ProblemFact> fact = parseProblem(key);
    if (!fact) {
      warn("left out: " + key + ": " + llvm::toString(fact.takeError()));
      continue;
    }
    TableProblem problem;
    problem.key = key;
    problem.fact = *fact;
    std::vector<measure::Record> own;
    llvm::copy_if(all, std::back_inserter(own), [&](const auto &record) {
      return record.device.name == table.device || record.device.name.empty();
    });
    problem.baselineNs = getBaselineNs(own);
    for (const measure::Record &record : own)
      if (const Config *config =
              reader.read(record.config, record.templateHash);
          config && isOfKind(*config, *fact, warn))
        ::addRecord(table, problem, *config, record);
    if (!problem.configs.empty())
      table.problems.push_back(std::move(problem));
  }
  return table;
}

llvm::Expected<RecordsByKey>
tune::readAllRecords(ArrayRef<std::string> paths,
                     llvm::function_ref<void(const llvm::Twine &)> warn,
                     RecordsByKey *dependent, RecordsByKey *others) {
  RecordsByKey all;
  for (const std::string &path : paths) {
    llvm::Expected<RecordsByKey> records =
        readRecords(path, warn, others, dependent);
    if (!records)
      return records.takeError();
    for (auto &[key, list] : *records) {
      std::vector<measure::Record> &into = all[key];
      if (into.empty()) {
        into = std::move(list);
        continue;
      }
      for (measure::Record &record : list)
        tune::addRecord(into, std::move(record));
    }
  }
  return all;
}

llvm::Expected<MeasuredTable>
tune::readMeasuredTable(ArrayRef<std::string> paths, StringRef deviceName,
                        llvm::function_ref<void(const llvm::Twine &)> warn) {
  llvm::Expected<RecordsByKey> all = readAllRecords(paths, warn);
  if (!all)
    return all.takeError();
  return makeMeasuredTable(*all, deviceName, warn);
}

llvm::Expected<std::vector<MeasuredTable>>
tune::readMeasuredTables(ArrayRef<std::string> paths, StringRef deviceName,
                         llvm::function_ref<void(const llvm::Twine &)> warn) {
  llvm::Expected<RecordsByKey> all = readAllRecords(paths, warn);
  if (!all)
    return all.takeError();
  std::vector<std::string> devices;
  for (StringRef device : getDevices(*all))
    devices.push_back(device.str());
  if (!deviceName.empty() || devices.size() < 2)
    devices = {deviceName.str()};
  std::vector<MeasuredTable> tables;
  for (const std::string &device : devices) {
    llvm::Expected<MeasuredTable> table = makeMeasuredTable(*all, device, warn);
    if (!table)
      return table.takeError();
    tables.push_back(std::move(*table));
  }
  return tables;
}

llvm::Expected<TargetInfo> tune::getTarget(const MeasuredTable &table,
                                           StringRef option) {
  if (!option.empty())
    return parseTargetOption(option);
  if (std::optional<TargetInfo> target = findProduct(table.device))
    return *target;
  return llvm::createStringError(
      "no target is known for the device '" + table.device +
      "'; say with --target which one stands for it: " + getKnownTargetNames());
}

//===- DatabasePicks.cpp - What a database has for a pick -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/DatabasePicks.h"

#include "PlanPicks.h"

#include "mlir-autotune/FormProblems/FusionChoices.h"
#include "mlir-autotune/Measure/LibraryCandidate.h"
#include "mlir-autotune/Tune/RecordConfig.h"
#include "mlir-autotune/Tune/StoredRecords.h"
#include "mlir-autotune/Tuning/Attentions.h"
#include "mlir-autotune/Tuning/Database.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <tuple>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using measure::Record;

/// Not a time of a device: `checked` and `finding`.
static bool isSimulated(const StoredMeasurement &m) {
  return m.outcome == "checked" || m.outcome == "finding";
}

/// The order of time, in which a run's final times come behind its first.
static auto getAge(const StoredMeasurement &m) {
  return std::tuple(StringRef(m.date), m.final, StringRef(m.run),
                    StringRef(m.uid));
}

/// Of one config, oldest first.
static Record selectRecord(ArrayRef<const StoredMeasurement *> all,
                           StringRef finalRun) {
  std::vector<const StoredMeasurement *> same;
  for (const StoredMeasurement *m : all)
    if (m->checksum == all.back()->checksum)
      same.push_back(m);
  const StoredMeasurement *chosen = same.back();
  auto isFinal = [&](const StoredMeasurement *m) {
    return m->final && m->run == finalRun;
  };
  auto choose = [&](auto holds) {
    auto found = llvm::find_if(llvm::reverse(same), holds);
    if (found != same.rend())
      chosen = *found;
    return found != same.rend();
  };
  // A kernel that failed once is not picked, whatever came of it later.
  choose([](const auto *m) {
    return m->outcome != "ok" && !isSimulated(*m) && !isForWantOfMemory(*m);
  }) ||
      choose(isFinal) ||
      choose([](const auto *m) { return m->outcome == "ok"; });
  Record record = toRecord(*chosen);
  record.final &= isFinal(chosen);
  return record;
}

/// Of the runs that had final rounds, that which compared the most configs, the
/// newest of those: a later look at one config says nothing of the others. One
/// that nothing disturbed is better than one that something did. Measurements
/// are given from the oldest on; those of kernels that there are newer ones of
/// do not count.
static StringRef
chooseFinalRun(ArrayRef<const StoredMeasurement *> measurements) {
  struct Finals {
    size_t calm = 0, disturbed = 0, newest = 0;
    auto getKey() const {
      return std::tuple(disturbed == 0, calm + disturbed, newest);
    }
  };
  std::map<StringRef, Finals> runs;
  for (auto [index, m] : llvm::enumerate(measurements)) {
    if (!m->final || m->outcome != "ok")
      continue;
    Finals &finals = runs[m->run];
    ++(isDisturbed(*m) ? finals.disturbed : finals.calm);
    finals.newest = index;
  }
  auto best = llvm::max_element(runs, [](const auto &a, const auto &b) {
    return a.second.getKey() < b.second.getKey();
  });
  return best == runs.end() ? StringRef() : best->first;
}

std::vector<Record>
tune::selectRecords(std::vector<StoredMeasurement> measurements,
                    bool countLibraries) {
  llvm::sort(measurements, [](const auto &a, const auto &b) {
    return getAge(a) < getAge(b);
  });
  // An earlier version may have kept another text of the same config.
  for (StoredMeasurement &m : measurements)
    m.config = getIdentity(m.config);
  std::map<StringRef, std::vector<const StoredMeasurement *>> byConfig;
  for (const StoredMeasurement &m : measurements)
    byConfig[m.config].push_back(&m);
  // What is launched in another way is compared apart.
  std::vector<const StoredMeasurement *> current[2];
  for (const StoredMeasurement &m : measurements)
    if (m.checksum == byConfig[m.config].back()->checksum &&
        (countLibraries || m.library.empty()))
      current[hasDependentLaunch(m.config)].push_back(&m);
  StringRef finalRuns[2] = {chooseFinalRun(current[0]),
                            chooseFinalRun(current[1])};
  std::vector<Record> records;
  for (const auto &[config, all] : byConfig)
    records.push_back(selectRecord(all, finalRuns[hasDependentLaunch(config)]));
  llvm::sort(records, [](const Record &a, const Record &b) {
    return std::tie(a.rank, a.config) < std::tie(b.rank, b.config);
  });
  return records;
}

bool tune::isCurrent(const StoredMeasurement &m) {
  const TemplateSchema *schema =
      lookupTemplateSchema(StringRef(m.config).split(',').first.trim());
  return m.templateHash.empty() || !schema || schema->hash == m.templateHash;
}

/// Whether it can be picked: of this project's kernels, or of a library's
/// algorithms, which have configs.
static bool isPickable(const StoredMeasurement &m) {
  if (m.library.empty())
    return true;
  const TemplateSchema *schema = lookupTemplateSchema(m.library);
  return schema && schema->isLibrary;
}

llvm::Error tune::readDatabasePicks(StringRef path, InputModule &module,
                                    const PickOptions &options,
                                    DatabasePicks &picks) {
  llvm::Expected<Database> database =
      Database::open(path.empty() ? Database::getDefaultPath() : path.str(),
                     Database::Access::Read);
  if (!database)
    return database.takeError();
  llvm::Expected<std::vector<std::string>> all = database->listFacts();
  if (!all)
    return all.takeError();
  // What there is of each matmul, whatever it may be served as.
  SmallVector<std::string> keys;
  for (const ModuleMatmul &matmul :
       listFusions(findMatmuls(module.getModule()))) {
    keys.push_back(matmul.fact.getKey());
    llvm::append_range(keys, findPlanKeys(matmul, options.plans, *all));
  }
  for (const ModuleMatmul &attention : findAttentions(module.getModule()))
    keys.push_back(attention.fact.getKey());
  for (const std::string &key : keys) {
    MeasurementQuery query;
    query.fact = key;
    if (picks.records.count(query.fact) || picks.dependent.count(query.fact))
      continue;
    std::map<std::string, std::vector<StoredMeasurement>> byDevice;
    llvm::Error error = database->visit(query, [&](StoredMeasurement m) {
      if (isPickable(m) && isCurrent(m))
        byDevice[m.device].push_back(std::move(m));
      return llvm::Error::success();
    });
    if (error)
      return error;
    for (auto &[device, all] : byDevice)
      for (Record &record :
           selectRecords(std::move(all),
                         measure::hasLibraries(options.allowedLibraries))) {
        RecordsByKey &into = !record.library.empty()      ? picks.libraries
                             : hasDependentLaunch(record) ? picks.dependent
                                                          : picks.records;
        addRecord(into[query.fact], std::move(record));
      }
  }
  return llvm::Error::success();
}

llvm::Error tune::pickFromDatabase(InputModule &module, StringRef path,
                                   const PickOptions &options, StringRef output,
                                   raw_ostream &tables,
                                   const Messages &messages) {
  DatabasePicks picks;
  if (llvm::Error error = readDatabasePicks(path, module, options, picks))
    return error;
  PickOptions picking = options;
  picking.libraries = &picks.libraries;
  return pickBest(module, picks.records, picks.dependent, picking, output,
                  tables, messages);
}

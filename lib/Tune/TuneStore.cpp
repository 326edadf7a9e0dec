//===- TuneStore.cpp - What a tuner knows from before, and keeps ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/TuneStore.h"

#include "mlir-autotune/Tune/RecordConfig.h"
#include "mlir-autotune/Tune/StoredRecords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <chrono>
#include <map>
#include <tuple>
#include <unistd.h>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using measure::Outcome;
using measure::Record;

/// Tells this run from others, here and elsewhere.
static std::string makeRunId() {
  char host[256] = {};
  (void)::gethostname(host, sizeof(host) - 1);
  std::string text =
      std::string(host) + " " + std::to_string(::getpid()) + " " +
      std::to_string(
          std::chrono::system_clock::now().time_since_epoch().count());
  return llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true,
                         /*Width=*/16);
}

llvm::Expected<TuneStore> TuneStore::open(StringRef path, Warn warn) {
  TuneStore store;
  store.warn = std::move(warn);
  if (path == "none")
    return std::move(store);
  std::string file = path.empty() ? Database::getDefaultPath() : path.str();
  llvm::Expected<Database> database = Database::open(file);
  if (database) {
    store.database.emplace(std::move(*database));
    return std::move(store);
  }
  if (!path.empty())
    return database.takeError();
  store.warnOnce(database.takeError());
  return std::move(store);
}

void TuneStore::begin(Run newRun) {
  run = std::move(newRun);
  runId = makeRunId();
}

void TuneStore::warnOnce(llvm::Error error) const {
  std::string message = llvm::toString(std::move(error));
  if (!std::exchange(hasWarned, true) && warn)
    warn("records are not kept: " + message);
}

std::vector<StoredMeasurement>
TuneStore::query(const StoredCandidate &candidate) const {
  if (!database)
    return {};
  MeasurementQuery query;
  query.fact = candidate.fact->getKey();
  std::string config = candidate.config ? candidate.config->str() : "",
              identity = getIdentity(config);
  // The text that an earlier version kept may name parameters that were removed
  // since: where there is a kernel, its measurements are compared by meaning.
  if (candidate.checksum.empty() && candidate.config)
    query.configs = {config};
  query.device = run.device;
  query.driver = run.driver;
  query.checksum = candidate.checksum.str();
  llvm::Expected<std::vector<StoredMeasurement>> found = database->query(query);
  if (!found) {
    warnOnce(found.takeError());
    return {};
  }
  llvm::erase_if(*found, [&](const StoredMeasurement &m) {
    return m.library != candidate.library || m.outcome == "checked" ||
           m.outcome == "finding" || isDisturbed(m) ||
           (candidate.config && getIdentity(m.config) != identity);
  });
  if (candidate.config)
    for (StoredMeasurement &m : *found)
      m.config = config;
  return std::move(*found);
}

std::optional<Record> TuneStore::find(const StoredCandidate &candidate,
                                      const measure::Effort &effort,
                                      bool useBaseline) const {
  const StoredMeasurement *best = nullptr;
  std::vector<StoredMeasurement> found = query(candidate);
  size_t replays = size_t(effort.replays);
  // What is the same stage of an earlier run comes first: a search that sees
  // the times that it saw then goes the way that it went.
  auto isBetter = [&](const StoredMeasurement &m) {
    auto getKey = [&](const StoredMeasurement &each) {
      bool isSameStage = !each.final && each.timesNs.size() <= replays;
      return std::tuple(isSameStage, StringRef(each.date), StringRef(each.uid));
    };
    return !best || getKey(m) > getKey(*best);
  };
  for (const StoredMeasurement &m : found) {
    // A kernel that failed once is not to be trusted with another try, unless
    // it was for want of what another process may have held.
    if (isForWantOfMemory(m))
      continue;
    if (m.outcome != "ok")
      return toRecord(m);
    // The runner times what is hopeless by the launch of its check alone.
    bool isHopeless = m.timesNs.size() == 1 && !m.detail.empty();
    bool isEnough = m.timesNs.size() >= replays && (!useBaseline || m.baseline);
    if ((isEnough || isHopeless) && isBetter(m))
      best = &m;
  }
  return best ? std::optional(toRecord(*best)) : std::nullopt;
}

std::vector<Record> TuneStore::findFinals(ArrayRef<StoredCandidate> candidates,
                                          const measure::FinalEffort &effort,
                                          bool useBaseline) const {
  // By run, what it measured of each.
  std::map<std::string, std::vector<StoredMeasurement>> runs;
  for (auto [index, candidate] : llvm::enumerate(candidates))
    for (StoredMeasurement &m : query(candidate)) {
      std::vector<StoredMeasurement> &own = runs[m.run];
      if (m.final && m.outcome == "ok" && own.size() == index &&
          m.timesNs.size() >= size_t(effort.rounds) &&
          (!useBaseline || m.baseline))
        own.push_back(std::move(m));
    }
  const std::vector<StoredMeasurement> *newest = nullptr;
  for (const auto &[name, own] : runs)
    if (own.size() == candidates.size() && !own.empty() &&
        (!newest || own.front().date > newest->front().date))
      newest = &own;
  std::vector<Record> records;
  if (newest)
    for (const StoredMeasurement &m : *newest)
      records.push_back(toRecord(m));
  return records;
}

std::optional<Record>
TuneStore::findFailure(const StoredCandidate &library) const {
  const StoredMeasurement *newest = nullptr;
  std::vector<StoredMeasurement> found = query(library);
  for (const StoredMeasurement &m : found)
    if (m.outcome != "ok" && !isForWantOfMemory(m) &&
        (!newest || m.date > newest->date))
      newest = &m;
  return newest ? std::optional(toRecord(*newest)) : std::nullopt;
}

/// The hash of the template that a record's config is of; empty for none.
static std::string getTemplateHash(const Record &record) {
  const TemplateSchema *schema =
      lookupTemplateSchema(StringRef(record.config).split(',').first.trim());
  return schema ? schema->hash.str() : "";
}

void TuneStore::keep(ArrayRef<StoredCandidate> candidates,
                     ArrayRef<Record> records) {
  if (!database)
    return;
  std::vector<StoredMeasurement> measurements;
  for (auto [candidate, record] : llvm::zip_equal(candidates, records)) {
    StoredMeasurement &m = measurements.emplace_back(toStored(record));
    m.fact = candidate.fact->getKey();
    m.run = runId;
    m.target = run.target;
    m.checksum = candidate.checksum.str();
    m.program = candidate.kernelName.str();
    // Nobody here has compiled a library's kernel.
    if (candidate.library.empty())
      m.compilers = run.compilers;
    m.templateHash = candidate.config ? candidate.config->getSchema().hash.str()
                                      : getTemplateHash(record);
    if (record.outcome != Outcome::CompileFailure)
      continue;
    if (StringRef(m.detail).starts_with("spill:"))
      m.outcome = "spill";
    // The compiler says the same each time: kept once, whoever compiles.
    StoredMeasurement timeless = m;
    timeless.run = m.compilers + " " + m.templateHash;
    timeless.problem = timeless.candidate = timeless.date = "";
    m.uid = getDerivedUid(timeless);
  }
  if (llvm::Error error = database->add(measurements))
    warnOnce(std::move(error));
}

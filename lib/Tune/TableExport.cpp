//===- TableExport.cpp - From records to what compilers read --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/TableExport.h"

#include "LibraryPicks.h"

#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Space/KernelTemplate.h"
#include "mlir-autotune/Tune/MeasuredTable.h"
#include "mlir-autotune/Tune/RecordConfig.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

#include <tuple>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using measure::Outcome;
using measure::Record;

/// Sizes, element types, layouts and what it adds to are all there is to say of
/// the matmul. What else a fact knows has its default then.
bool tune::isDescribable(const ProblemFact &fact) {
  const auto &matmul = fact.getMatmul();
  MatmulFact plain;
  plain.m = matmul.m;
  plain.n = matmul.n;
  plain.k = matmul.k;
  plain.init = matmul.init;
  plain.accumulator = matmul.accumulator;
  plain.a.element = matmul.a.element;
  plain.b.element = matmul.b.element;
  plain.c.element = matmul.c.element;
  plain.a.transposed = matmul.a.transposed;
  plain.b.transposed = matmul.b.transposed;
  plain.a.rowStride = matmul.a.transposed ? matmul.m : matmul.k;
  plain.b.rowStride = matmul.b.transposed ? matmul.k : matmul.n;
  plain.c.rowStride = matmul.n;
  // An accumulator that is not the usual one is in the key.
  return fact == plain && !StringRef(fact.getKey()).contains(" in ");
}

/// The config of a record, complete; nothing where it is none any more, or
/// means other kernels than those that were measured.
static std::optional<Config> getLegalConfig(const Record &record,
                                            const ProblemFact &fact,
                                            const TargetInfo &target) {
  std::string whyNot;
  FailureOr<Config> config = readConfig(record.config, whyNot);
  if (failed(config) || !getWhyStale(*config, record.templateHash).empty())
    return std::nullopt;
  const KernelTemplate *kernel =
      lookupKernelTemplate(config->getTemplateName());
  if (!kernel || kernel->check(fact, target, *config))
    return std::nullopt;
  return *config;
}

static std::string describe(const Record &best) {
  return llvm::formatv("{0}: {1:f2} us on {2}, {3}", best.key,
                       best.timeNs / 1e3, best.device.name,
                       StringRef(best.date).split('T').first)
      .str();
}

/// The best of one matmul's records of one device.
/// That of the first config in `first`.
static BestConfigs rank(std::vector<Record> records, const ProblemFact &fact,
                        const TargetInfo &target, unsigned top, Record &first) {
  BestConfigs best;
  best.fact = fact;
  while (best.configs.size() < top) {
    const Record *next = chooseBest(records);
    if (!next)
      break;
    std::optional<Config> config = getLegalConfig(*next, fact, target);
    if (config && !llvm::is_contained(best.configs, *config)) {
      if (best.configs.empty()) {
        best.comment = describe(*next);
        first = *next;
      }
      best.configs.push_back(*config);
    }
    records.erase(records.begin() + (next - records.data()));
  }
  return best;
}

/// Puts the fastest of a library's algorithms before the configs, if it is
/// faster than the first of them.
static void addLibrary(BestConfigs &best, const Record &first,
                       const ExportOptions &options, const TargetInfo &target) {
  auto found = options.libraries->find(first.key);
  if (found == options.libraries->end())
    return;
  std::vector<Record> legal;
  for (const Record &record : found->second) {
    std::optional<Config> config = getLegalConfig(record, best.fact, target);
    if (config && config->getSchema().isLibrary &&
        llvm::is_contained(options.allowedLibraries, record.library))
      legal.push_back(record);
  }
  const Record *faster = findFasterLibrary(first, legal);
  if (!faster)
    return;
  best.library = getLegalConfig(*faster, best.fact, target);
  best.comment = describe(*faster);
}

llvm::Expected<TargetInfo>
tune::findExportTarget(StringRef device, const ExportOptions &options) {
  std::optional<TargetInfo> target =
      options.target ? options.target : findProduct(device);
  if (target)
    return *target;
  return llvm::createStringError(
      "no target is known for the device '" + device +
      "', so that a table can't name it; say with --target which one stands "
      "for it: " +
      getKnownTargetNames());
}

static llvm::Error addDevice(StringRef device, const RecordsByKey &records,
                             const ExportOptions &options,
                             llvm::function_ref<void(const Twine &)> warn,
                             std::vector<BestConfigs> &all) {
  llvm::Expected<TargetInfo> target = findExportTarget(device, options);
  if (!target)
    return target.takeError();
  for (const auto &[key, measured] : records) {
    std::vector<Record> own;
    llvm::copy_if(measured, std::back_inserter(own), [&](const Record &record) {
      return record.outcome == Outcome::Ok && record.device.name == device;
    });
    if (own.empty())
      continue;
    llvm::Expected<ProblemFact> fact = parseMatmul(key);
    if (!fact) {
      warn(key + ": left out: " + llvm::toString(fact.takeError()));
      continue;
    }
    if (!isDescribable(*fact) || !fact->hasStaticSizes()) {
      warn(key + ": left out: a table can only describe sizes, element types, "
                 "layouts and accumulation");
      continue;
    }
    Record first;
    BestConfigs best = rank(std::move(own), *fact, *target, options.top, first);
    if (best.configs.empty()) {
      warn(key + ": left out: no config that was measured is legal on " +
           target->name + " as templates are now");
      continue;
    }
    if (options.libraries)
      addLibrary(best, first, options, *target);
    best.device = options.target ? target->name : device.str();
    all.push_back(std::move(best));
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<BestConfigs>>
tune::findBestConfigs(const RecordsByKey &records, const ExportOptions &options,
                      llvm::function_ref<void(const Twine &)> warn) {
  std::vector<BestConfigs> all;
  for (StringRef device : getDevices(records))
    if (options.device.empty() || device == options.device)
      if (llvm::Error error = addDevice(device, records, options, warn, all))
        return error;
  // The order of files and of runs says nothing.
  auto getPlace = [](const BestConfigs &best) {
    const ProblemFact &fact = best.fact;
    return std::tuple(best.device, fact.getMatmul().m, fact.getMatmul().n,
                      fact.getMatmul().k, fact.getKey());
  };
  llvm::sort(all, [&](const BestConfigs &a, const BestConfigs &b) {
    return getPlace(a) < getPlace(b);
  });
  return all;
}

/// What an entry matches; sizes that are unknown are left out.
static TablePattern getPattern(const ProblemFact &fact, bool near) {
  const auto &matmul = fact.getMatmul();
  TablePattern match;
  match.a = matmul.a.element;
  match.b = matmul.b.element;
  match.c = matmul.c.element;
  match.transposeA = matmul.a.transposed;
  match.transposeB = matmul.b.transposed;
  match.accumulate = matmul.init == InitKind::Accumulate;
  const int64_t sizes[] = {matmul.m, matmul.n, matmul.k};
  for (auto [size, value] : llvm::zip_equal(match.sizes, sizes)) {
    if (isDynamicSize(value))
      continue;
    size.kind = near ? TableSize::Near : TableSize::Exact;
    size.value = value;
  }
  return match;
}

static void addHash(TableEntry &entry, const Config &config) {
  const TemplateSchema &schema = config.getSchema();
  std::pair<std::string, std::string> hash = {schema.name.str(),
                                              schema.hash.str()};
  if (!llvm::is_contained(entry.hashes, hash))
    entry.hashes.push_back(hash);
}

LookupTable tune::makeTable(ArrayRef<BestConfigs> best, bool near,
                            ArrayRef<BestPlan> plans) {
  LookupTable table;
  auto addEntry = [&](const auto &each) -> TableEntry & {
    TableEntry &entry = table.entries.emplace_back();
    entry.match = getPattern(each.fact, near);
    entry.device = each.device;
    entry.comment = each.comment;
    return entry;
  };
  for (const BestConfigs &each : best) {
    TableEntry &entry = addEntry(each);
    std::vector<Config> configs = each.configs;
    if (each.library)
      configs.insert(configs.begin(), *each.library);
    for (const Config &config : configs) {
      entry.configs.push_back({config, 0});
      addHash(entry, config);
    }
  }
  for (const BestPlan &each : plans) {
    TableEntry &entry = addEntry(each);
    for (const PlanRow &row : each.rows) {
      entry.plan.push_back({row.guard, {row.config, 0}});
      addHash(entry, row.config);
    }
  }
  return table;
}

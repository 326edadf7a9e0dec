//===- PickStage.cpp - From records to a tuned module ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/PickStage.h"

#include "FusionPicks.h"
#include "LibraryPicks.h"
#include "PlanPicks.h"

#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Tune/PickRule.h"
#include "mlir-autotune/Tune/RecordConfig.h"
#include "mlir-autotune/Tune/RecordsTable.h"
#include "mlir-autotune/Tuning/Attentions.h"
#include "mlir-autotune/Tuning/Picks.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

/// The record's config, complete; why it can't be picked in `whyNot` on
/// failure.
static FailureOr<Config> getLegalConfig(const measure::Record &record,
                                        const ModuleMatmul &matmul,
                                        const TargetInfo *target,
                                        std::string &whyNot) {
  std::string message;
  FailureOr<Config> config = readConfig(record.config, message);
  if (failed(config)) {
    whyNot = "has no config: <" + getBriefName(record) + ">: " + message;
    return failure();
  }
  std::string whyStale = getWhyStale(*config, record.templateHash);
  if (!whyStale.empty()) {
    whyNot = "is stale: <" + getBriefName(record) + ">: " + whyStale;
    return failure();
  }
  std::string whyIllegal =
      getWhyNotLegal(matmul, *config, record.device.name, target);
  if (whyIllegal.empty())
    return config;
  whyNot = "is not legal: <" + getBriefName(record) + ">: " + whyIllegal;
  return failure();
}

/// How much longer than `best` the fastest of the others takes, as a time; 0 if
/// there is none.
static double getNextNs(const measure::Record &best,
                        ArrayRef<const measure::Record *> others) {
  std::vector<const measure::Record *> compared = {&best};
  llvm::append_range(compared, others);
  std::vector<double> shares;
  for (const measure::Lag &lag : getLagsOf(compared))
    shares.push_back(lag.share);
  if (shares.size() < 2)
    return 0;
  return best.timeNs * (1 + *llvm::min_element(llvm::drop_begin(shares))) /
         (1 + shares.front());
}

static MeasuredPick makePick(const Config &config, const measure::Record &best,
                             ArrayRef<measure::Record> all) {
  MeasuredPick pick(config);
  pick.heuristics = best.heuristics;
  pick.isRecorded = true;
  if (best.outcome == measure::Outcome::Checked) {
    pick.kind = ProvenanceKind::Estimated;
    return pick;
  }
  pick.timeNs = best.timeNs;
  pick.baselineNs = best.baseline ? best.baseline->bestNs : 0;
  pick.device = best.device.name;
  pick.date = best.date;
  // Failures before a device was reached name none.
  pick.trials = llvm::count_if(all, [&](const measure::Record &record) {
    return record.device.name == best.device.name || record.device.name.empty();
  });
  std::vector<const measure::Record *> compared;
  for (const measure::Record &other : all)
    if (&other != &best && other.outcome == measure::Outcome::Ok &&
        other.final == best.final)
      compared.push_back(&other);
  pick.nextNs = getNextNs(best, compared);
  return pick;
}

/// Puts a library's algorithm before the kernel that was picked: the time is
/// the library's, and the next best is the kernel.
static void addLibrary(MeasuredPick &pick, const Config &config,
                       const measure::Record &library,
                       const measure::Record &kernel) {
  pick.library = config;
  pick.heuristics = {library.library};
  pick.timeNs = library.timeNs;
  if (library.baseline)
    pick.baselineNs = library.baseline->bestNs;
  pick.nextNs = getNextNs(library, &kernel);
  pick.date = library.date;
  ++pick.trials;
}

/// The best of the records whose config is legal for the matmul; a warning says
/// what was better and is not, which leaves `records`.
static std::optional<MeasuredPick>
choosePick(std::vector<measure::Record> &records, const ModuleMatmul &matmul,
           const TargetInfo *target, const Messages &messages) {
  std::optional<MeasuredPick> pick;
  std::string firstWhyNot;
  size_t skipped = 0;
  while (const measure::Record *best = chooseBest(records)) {
    std::string whyNot;
    FailureOr<Config> config = getLegalConfig(*best, matmul, target, whyNot);
    if (succeeded(config)) {
      pick = makePick(*config, *best, records);
      break;
    }
    if (skipped++ == 0)
      firstWhyNot = std::move(whyNot);
    records.erase(records.begin() + (best - records.data()));
  }
  if (skipped)
    messages.warn("the best record of " + matmul.fact.getKey() + " " +
                  firstWhyNot + "; " + Twine(skipped) +
                  (skipped == 1 ? " record was" : " records were") +
                  " skipped");
  return pick;
}

namespace {
/// The records of a device, and what is picked of them.
class PickedRecords {
public:
  PickedRecords(const RecordsByKey &records, const RecordsByKey &dependent,
                std::string device, const PickOptions &options,
                const Messages &messages)
      : records(records), dependent(dependent), device(std::move(device)),
        options(options), messages(messages) {}

  /// To be called with all matmuls before any is looked up.
  void add(const ModuleMatmul &matmul);
  FusionPicks::Known lookup(const ModuleMatmul &matmul);
  /// Adds what is known of a matmul to the picks and the records looked at.
  void use(const ModuleMatmul &matmul, MeasuredPicks &picks,
           RecordsByKey &used);
  /// A line about the libraries that were faster and are not picked, or "".
  std::string describePassedOver(const RecordsByKey &used) const;

private:
  struct Entry {
    bool isKnown = false;
    std::optional<MeasuredPick> pick;
    std::vector<measure::Record> records;
  };
  /// Null where there are no records.
  Entry *find(const ModuleMatmul &matmul);
  /// Picks a library instead of the kernel, if it is faster and allowed.
  void considerLibrary(const ModuleMatmul &matmul, Entry &entry);

  const RecordsByKey &records, &dependent;
  std::string device;
  const PickOptions &options;
  const Messages &messages;
  /// Matmuls for which a faster library is not picked.
  llvm::StringSet<> passedOver;
  /// Whether all matmuls of a key carry a config that asks for dependent
  /// launch.
  llvm::StringMap<bool> askForDependentLaunch;
  std::map<std::string, Entry> entries;
};
} // namespace

void PickedRecords::add(const ModuleMatmul &matmul) {
  auto config = matmul.op->getAttrOfType<ConfigAttr>(kConfigAttrName);
  auto flag = config
                  ? config.getParameters().getAs<BoolAttr>("dependent_launch")
                  : BoolAttr();
  bool asks = flag && flag.getValue();
  auto [it, isNew] =
      askForDependentLaunch.try_emplace(matmul.fact.getKey(), asks);
  it->second &= asks;
}

PickedRecords::Entry *PickedRecords::find(const ModuleMatmul &matmul) {
  std::string key = matmul.fact.getKey();
  auto [it, isNew] = entries.try_emplace(key);
  Entry &entry = it->second;
  if (isNew) {
    const RecordsByKey &source =
        dependent.count(key) && askForDependentLaunch.lookup(key) ? dependent
                                                                  : records;
    auto found = source.find(key);
    if (found == source.end())
      return nullptr;
    entry.isKnown = true;
    llvm::copy_if(found->second, std::back_inserter(entry.records),
                  [&](const measure::Record &record) {
                    return record.device.name == device ||
                           record.outcome != measure::Outcome::Ok;
                  });
    entry.pick = choosePick(entry.records, matmul, options.target, messages);
    if (&source == &records)
      considerLibrary(matmul, entry);
  }
  return entry.isKnown ? &entry : nullptr;
}

void PickedRecords::considerLibrary(const ModuleMatmul &matmul, Entry &entry) {
  const measure::Record *kernel = chooseBest(entry.records);
  std::string key = matmul.fact.getKey();
  auto found = options.libraries ? options.libraries->find(key)
                                 : RecordsByKey::const_iterator();
  if (!kernel || !entry.pick || !options.libraries ||
      found == options.libraries->end())
    return;
  std::vector<measure::Record> legal;
  for (const measure::Record &record : found->second) {
    std::string whyNot;
    FailureOr<Config> config =
        getLegalConfig(record, matmul, options.target, whyNot);
    // Records of other libraries have no configs.
    if (succeeded(config) && config->getSchema().isLibrary)
      legal.push_back(record);
  }
  std::vector<measure::Record> allowed;
  llvm::copy_if(
      legal, std::back_inserter(allowed), [&](const measure::Record &record) {
        return llvm::is_contained(options.allowedLibraries, record.library);
      });
  const measure::Record *faster = findFasterLibrary(*kernel, allowed);
  if (!faster) {
    if (findFasterLibrary(*kernel, legal))
      passedOver.insert(key);
    return;
  }
  std::string whyNot;
  addLibrary(*entry.pick, *readConfig(faster->config, whyNot), *faster,
             *kernel);
  // The table shows the pick, and what failed.
  llvm::erase_if(entry.records, [](const measure::Record &record) {
    return record.outcome == measure::Outcome::Ok;
  });
  entry.records.push_back(*faster);
}

std::string PickedRecords::describePassedOver(const RecordsByKey &used) const {
  size_t count = llvm::count_if(used, [&](const auto &entry) {
    return passedOver.contains(entry.first);
  });
  if (count == 0)
    return "";
  return llvm::formatv("a library is faster for {0} of {1} matmuls, and is not "
                       "picked; --libraries allows it\n",
                       count, used.size())
      .str();
}

FusionPicks::Known PickedRecords::lookup(const ModuleMatmul &matmul) {
  Entry *entry = find(matmul);
  if (!entry)
    return {};
  return {entry->pick ? &*entry->pick : nullptr, true};
}

void PickedRecords::use(const ModuleMatmul &matmul, MeasuredPicks &picks,
                        RecordsByKey &used) {
  Entry *entry = find(matmul);
  if (!entry)
    return;
  std::string key = matmul.fact.getKey();
  used.try_emplace(key, entry->records);
  if (entry->pick)
    picks.try_emplace(key, *entry->pick);
}

/// Names each matmul that could have a record and has no pick. Those that have
/// a plan are not in `matmuls`.
static llvm::Error checkComplete(ArrayRef<ModuleMatmul> matmuls,
                                 const MeasuredPicks &picks,
                                 const PickOptions &options) {
  llvm::StringSet<> told;
  llvm::Error errors = llvm::Error::success();
  for (const ModuleMatmul &matmul : matmuls) {
    std::string key = matmul.fact.getKey();
    bool isPlanned =
        matmul.fact.isMatmul() && hasMeasurablePlan(matmul, options.plans);
    // What no kernel computes becomes something else.
    if (!matmul.fact.isMatmul() && options.target &&
        !getWhyNone(matmul.fact, *options.target).empty())
      continue;
    if ((isPlanned || getWhyNotMeasurable(matmul.fact).empty()) &&
        !picks.contains(key) && told.insert(key).second)
      errors = llvm::joinErrors(
          std::move(errors),
          llvm::createStringError(key + (isPlanned
                                             ? ": has no records that a plan "
                                               "can be made from"
                                             : ": has no record that can be "
                                               "picked")));
  }
  return errors;
}

llvm::Error tune::pickBest(InputModule &module, const RecordsByKey &records,
                           const RecordsByKey &dependent,
                           const PickOptions &options, StringRef output,
                           raw_ostream &tables, const Messages &messages) {
  llvm::Expected<std::string> name =
      chooseDevice(records.empty() ? dependent : records, options.device);
  if (!name)
    return name.takeError();
  SmallVector<Operation *, 0> found = findMatmuls(module.getModule());
  PickedRecords picked(records, dependent, *name, options, messages);
  for (const ModuleMatmul &matmul : listFusions(found))
    picked.add(matmul);
  FusionPicks fusions(*name, options.target);
  auto lookup = [&](const ModuleMatmul &matmul) {
    return picked.lookup(matmul);
  };
  SmallVector<ModuleMatmul, 0> matmuls = chooseFusions(
      found,
      [&](ArrayRef<FusionChoice> choices) {
        return fusions.choose(choices, lookup);
      },
      [&](const ModuleMatmul &matmul) {
        return lookup(matmul).pick || matmul.op->hasAttr(kConfigAttrName);
      });
  bool hasOnlyMatmuls = true;
  MeasuredPicks picks;
  RecordsByKey used;
  std::string plans;
  llvm::Expected<SizeHints> hints =
      readHints(options.sizes, module.getContext());
  if (!hints)
    return hints.takeError();
  llvm::Expected<size_t> planned =
      pickPlans(matmuls, records, *name, options, *hints, plans);
  if (!planned)
    return planned.takeError();
  size_t numPlans = *planned;
  // No plan and no other fusion is of them.
  for (ModuleMatmul &attention : findAttentions(module.getModule())) {
    hasOnlyMatmuls = false;
    matmuls.push_back(std::move(attention));
  }
  for (const ModuleMatmul &matmul : matmuls)
    picked.use(matmul, picks, used);
  if (options.requireComplete)
    if (llvm::Error error = checkComplete(matmuls, picks, options))
      return error;
  if (picks.empty() && numPlans == 0)
    return llvm::createStringError(
        Twine(hasOnlyMatmuls ? "no matmul"
                             : "neither a matmul nor an attention") +
        " of the module has a record that is ok or checked; the module was not "
        "written");
  size_t count = numPlans + applyPicks(matmuls, picks);
  if (llvm::Error error = module.write(output))
    return error;
  bool isMeasured = llvm::all_of(picks, [](const auto &entry) {
    return entry.second.kind == ProvenanceKind::Measured;
  });
  tables << formatBest(used) << fusions.format() << plans
         << picked.describePassedOver(used) << output << ": " << count << " of "
         << numPlans + matmuls.size()
         << (hasOnlyMatmuls ? " matmuls" : " matmuls and attentions")
         << " have a " << (isMeasured ? "measured" : "checked") << " config\n";
  tables.flush();
  return llvm::Error::success();
}

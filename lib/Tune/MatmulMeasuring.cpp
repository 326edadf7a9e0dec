//===- MatmulMeasuring.cpp - First times, longer ones, final rounds -------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/MatmulTuner.h"
#include "mlir-autotune/Tune/PickRule.h"
#include "mlir-autotune/Tune/RecordsFile.h"
#include "mlir-autotune/Tuning/Bundle.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using measure::Outcome;
using measure::Record;

/// What the service will not do for this matmul costs this matmul alone.
llvm::Error MatmulTuner::takeRefusal(llvm::Error error, std::string &reason) {
  return llvm::handleErrors(
      std::move(error), [&](const ServiceRefusal &refusal) -> llvm::Error {
        if (refusal.getKind() == "device")
          return llvm::make_error<ServiceRefusal>(refusal);
        reason = refusal.getReason().str();
        return llvm::Error::success();
      });
}

llvm::Error MatmulTuner::addProblem(bool useBaseline) {
  llvm::Expected<llvm::json::Object> object = describeProblem(id, problem);
  // It may have no reference. Others are measured all the same.
  if (!object)
    return llvm::make_error<ServiceRefusal>("request",
                                            llvm::toString(object.takeError()));
  llvm::Error error = service->addProblem(std::move(*object), useBaseline);
  isKnown = !error;
  return error;
}

/// Makes problem and kernels known to the service. What the device can't hold
/// is the problem's failure, and no error.
llvm::Error MatmulTuner::setUp(ArrayRef<Entry *> batch) {
  if (!isKnown && whyRefused.empty())
    if (llvm::Error error =
            takeRefusal(addProblem(effort.useBaseline), whyRefused))
      return error;
  for (Entry *entry : batch) {
    const BuiltKernel &kernel = *entry->kernel;
    if (!isKnown || !service->needsKernels() ||
        !sentKernels.try_emplace(kernel.id, true).second)
      continue;
    llvm::Expected<llvm::json::Object> object =
        describeKernel(kernel.id, kernel.kernel);
    if (!object)
      return object.takeError();
    StringRef cubin(kernel.kernel.cubin.data(), kernel.kernel.cubin.size());
    if (llvm::Error error = service->addKernel(std::move(*object), cubin))
      return error;
  }
  return llvm::Error::success();
}

std::vector<MeasuredCandidate>
MatmulTuner::getAsked(ArrayRef<Entry *> batch) const {
  std::vector<MeasuredCandidate> asked;
  for (const Entry *entry : batch)
    asked.push_back({entry->id,
                     entry->kernel->id,
                     entry->candidate.config.str(),
                     {entry->candidate.heuristics.begin(),
                      entry->candidate.heuristics.end()},
                     entry->rank});
  return asked;
}

llvm::Error MatmulTuner::measure(ArrayRef<Entry *> batch,
                                 const measure::Effort &each) {
  std::vector<Entry *> unknown;
  for (Entry *entry : batch) {
    const CompiledKernel *kernel =
        entry->kernel ? &entry->kernel->kernel : nullptr;
    if (!kernel) {
      fail(*entry, Outcome::CompileFailure,
           "illegal-config: " + entry->candidate.whyIllegal);
      continue;
    }
    if (kernel->failure) {
      fail(*entry, Outcome::CompileFailure,
           stringifyCompileFailure(*kernel->failure) + ": " + kernel->detail);
      context.store.keep(getStored(*entry), *entry->record);
      continue;
    }
    std::optional<Record> found =
        context.store.find(getStored(*entry), each, effort.useBaseline);
    if (found)
      adopt(*entry, std::move(*found), /*isFinal=*/false);
    else
      unknown.push_back(entry);
  }
  if (unknown.empty())
    return llvm::Error::success();
  if (llvm::Error error = setUp(unknown))
    return error;
  if (!whyRefused.empty()) {
    // For want of memory, or of what else there is: said, and not kept, for
    // nothing was launched.
    bool isMemory = StringRef(whyRefused).contains("OUT_OF_MEMORY");
    for (Entry *entry : unknown)
      if (!entry->record)
        fail(*entry, isMemory ? Outcome::OutOfResource : Outcome::LaunchFailure,
             whyRefused);
    return llvm::Error::success();
  }
  llvm::Error error =
      service->measure(id, getAsked(unknown), each, [&](Record record) {
        auto entry = llvm::find_if(unknown, [&](const Entry *candidate) {
          return candidate->id == record.candidate;
        });
        if (entry == unknown.end())
          return;
        adopt(**entry, std::move(record), /*isFinal=*/false);
        context.store.keep(getStored(**entry), *(*entry)->record);
      });
  if (llvm::Error other = takeRefusal(std::move(error), whyRefused))
    return other;
  for (Entry *entry : unknown)
    if (!entry->record)
      fail(*entry, Outcome::LaunchFailure, whyRefused);
  return llvm::Error::success();
}

double MatmulTuner::getComparableNs(const Record &record) const {
  // The device's clock moves between one candidate and another, and with it the
  // time of the baseline beside each.
  return record.ratio > 0 && baselineNs > 0 ? baselineNs / record.ratio
                                            : record.timeNs;
}

std::vector<MatmulTuner::Entry *> MatmulTuner::getRanked() {
  std::vector<Entry *> ranked;
  for (Entry &entry : entries)
    // One time is that of a check: hopeless.
    if (entry.record && entry.record->outcome == Outcome::Ok &&
        entry.record->timesNs.size() > 1)
      ranked.push_back(&entry);
  auto getKey = [&](const Entry *entry) {
    return std::pair(getComparableNs(*entry->record), entry->rank);
  };
  llvm::sort(ranked, [&](const Entry *a, const Entry *b) {
    return getKey(a) < getKey(b);
  });
  return ranked;
}

/// The best, and the heuristics' own first choice: what is picked must not be
/// slower than that. What is launched in another way is picked apart.
std::vector<MatmulTuner::Entry *>
MatmulTuner::chooseFinalists(ArrayRef<Entry *> ranked, size_t count) const {
  std::vector<Entry *> finalists;
  for (bool isDependent : {false, true}) {
    std::vector<Entry *> group;
    std::vector<const Record *> records;
    llvm::copy_if(ranked, std::back_inserter(group), [&](const Entry *entry) {
      return hasDependentLaunch(*entry->record) == isDependent;
    });
    for (const Entry *entry : group)
      records.push_back(&*entry->record);
    const Record *choice = findHeuristicChoice(records);
    for (auto [index, entry] : llvm::enumerate(group))
      if (index < count || &*entry->record == choice)
        finalists.push_back(entry);
  }
  return finalists;
}

llvm::Error MatmulTuner::finish(double searchEndSeconds, double endSeconds) {
  std::vector<Entry *> ranked = getRanked();
  size_t numFinalists = effort.finals.finalists;
  if (effort.longer && ranked.size() > numFinalists && whyRefused.empty() &&
      context.watch.getSeconds() <= searchEndSeconds) {
    ranked.resize(std::max(numFinalists, ranked.size() / 2));
    if (llvm::Error error = measure(ranked, *effort.longer))
      return error;
    observe(ranked);
    ranked = getRanked();
  }
  size_t count = countAffordable(ranked, endSeconds);
  llvm::Error error = measureFinals(chooseFinalists(ranked, count), endSeconds);
  std::vector<std::string> kernels;
  for (const auto &sent : sentKernels)
    kernels.push_back(sent.first().str());
  // After an error the service is not asked any more.
  if (!error && !kernels.empty())
    service->forget({id}, kernels);
  return error;
}

bool MatmulTuner::adoptStoredFinals(ArrayRef<Entry *> finalists) {
  std::vector<StoredCandidate> stored;
  for (const Entry *entry : finalists)
    stored.push_back(getStored(*entry));
  SmallVector<Library *> wanted = getWantedLibraries();
  for (const Library *library : wanted)
    stored.push_back(getStored(*library));
  std::vector<Record> found =
      context.store.findFinals(stored, effort.finals, effort.useBaseline);
  if (found.empty())
    return false;
  for (Library *library : llvm::reverse(wanted)) {
    adopt(*library, std::move(found.back()));
    found.pop_back();
  }
  for (auto [entry, record] : llvm::zip_equal(finalists, found))
    adopt(*entry, std::move(record), /*isFinal=*/true);
  return true;
}

/// A candidate's turns differ by 2 to 4 %, so several turns of few candidates
/// say more than one turn of many.
size_t MatmulTuner::countAffordable(ArrayRef<Entry *> ranked,
                                    double endSeconds) const {
  size_t count = effort.finals.finalists;
  double fewest = std::min(3.0, double(count));
  bool isHot =
      !ranked.empty() && problem.fact.getFlops() * 1e9 >
                             measure::FinalEffort::kCoolFlopsPerSecond *
                                 ranked.front()->record->timeNs;
  double turnsSeconds =
      double(effort.finals.turns) * effort.finals.turnNs * 1e-9;
  if (!isHot || turnsSeconds <= 0)
    return count;
  // The baseline and the heuristics' choice take part, too.
  double affordable =
      (endSeconds - context.watch.getSeconds()) / turnsSeconds - 2;
  return affordable < double(count) ? size_t(std::max(affordable, fewest))
                                    : count;
}

/// A turn of the baseline, too. One turn of each is always worth its time.
int64_t MatmulTuner::getAffordableTurns(size_t count, double endSeconds) const {
  double roundSeconds = double(count + 1) * effort.finals.turnNs * 1e-9;
  double turns = (endSeconds - context.watch.getSeconds()) / roundSeconds;
  int64_t wanted = effort.finals.turns;
  return turns < double(wanted)
             ? std::min(wanted, std::max(int64_t(1), int64_t(turns)))
             : wanted;
}

llvm::Error MatmulTuner::measureFinals(ArrayRef<Entry *> finalists,
                                       double endSeconds) {
  if (finalists.empty())
    return llvm::Error::success();
  adoptStoredLibraries();
  if (adoptStoredFinals(finalists))
    return llvm::Error::success();
  if (llvm::Error error = setUp(finalists))
    return error;
  if (!whyRefused.empty())
    return llvm::Error::success();
  std::vector<Entry *> told;
  std::vector<MeasuredCandidate> asked = getAsked(finalists);
  SmallVector<Library *> wanted = getWantedLibraries();
  for (const Library *library : wanted)
    asked.push_back(getAsked(*library));
  measure::FinalEffort affordable = effort.finals;
  affordable.turns = getAffordableTurns(asked.size(), endSeconds);
  llvm::Error error =
      service->measureFinal(id, asked, affordable, [&](Record record) {
        for (Library *library : wanted)
          if (library->name == record.library)
            return adopt(*library, std::move(record));
        auto entry = llvm::find_if(finalists, [&](const Entry *candidate) {
          return candidate->id == record.candidate;
        });
        if (entry == finalists.end())
          return;
        bool isFinal = record.final;
        adopt(**entry, std::move(record), isFinal);
        told.push_back(*entry);
      });
  // What is refused of later passes ends them: there is one already.
  std::string whyNoMore;
  if (!error)
    error = takeRefusal(runPasses(told, endSeconds), whyNoMore);
  // They were measured against each other: kept together, or not at all.
  std::vector<StoredCandidate> candidates;
  std::vector<Record> records;
  for (const Entry *entry : told) {
    candidates.push_back(getStored(*entry));
    records.push_back(*entry->record);
  }
  for (const Library *library : wanted)
    if (library->record) {
      candidates.push_back(getStored(*library));
      records.push_back(*library->record);
    }
  context.store.keep(candidates, records);
  return takeRefusal(std::move(error), whyRefused);
}

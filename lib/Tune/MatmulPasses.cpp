//===- MatmulPasses.cpp - Final rounds again, all of it made anew ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contenders.h"

#include "mlir-autotune/Tune/MatmulTuner.h"
#include "mlir-autotune/Tune/RecordsFile.h"
#include "mlir-autotune/Tune/StoredRecords.h"
#include "mlir-autotune/Tuning/Bundle.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using measure::Outcome;
using measure::Record;

/// Those near the fastest, where it is open who of them ties with it; none
/// where more passes could not change that. What is launched in another way is
/// picked apart.
std::vector<MatmulTuner::Entry *>
MatmulTuner::getContenders(ArrayRef<Entry *> finalists, size_t passes) const {
  size_t rounds = size_t(effort.finals.rounds);
  std::vector<Entry *> contenders;
  for (bool isDependent : {false, true}) {
    std::vector<Entry *> group;
    std::vector<ArrayRef<double>> times;
    for (Entry *entry : finalists)
      if (entry->record && entry->record->outcome == Outcome::Ok &&
          hasDependentLaunch(*entry->record) == isDependent &&
          entry->record->timesNs.size() == passes * rounds) {
        group.push_back(entry);
        times.push_back(entry->record->timesNs);
      }
    for (size_t index : findContenders(times, passes, rounds))
      contenders.push_back(group[index]);
  }
  return contenders;
}

/// Seconds for the passes of a matmul. At the power cap, a pass takes longer,
/// and many passes would say little more than a few.
static constexpr double kMostPassSeconds = 4;

/// A record's rounds are those of all passes.
void MatmulTuner::addPass(Record &known, const Record &pass) const {
  double before = known.timeNs;
  std::vector<double> times = known.timesNs;
  llvm::append_range(times, pass.timesNs);
  known.setTimes(std::move(times), problem.fact.getFlops(),
                 problem.fact.getBytes());
  known.error = std::max(known.error, pass.error);
  // The baseline was beside the first pass alone.
  if (known.timeNs > 0)
    known.ratio *= before / known.timeNs;
}

llvm::Error MatmulTuner::runPasses(ArrayRef<Entry *> finalists,
                                   double endSeconds) {
  // A pass is a sample of its own: more turns in it would say little more.
  measure::FinalEffort each = effort.finals;
  each.turns = std::min<int64_t>(each.turns, 1);
  endSeconds =
      std::min(endSeconds, context.watch.getSeconds() + kMostPassSeconds);
  for (size_t passes = 1; passes < effort.maxPasses; ++passes) {
    std::vector<Entry *> contenders = getContenders(finalists, passes);
    if (contenders.empty() || context.watch.getSeconds() > endSeconds)
      break;
    service->forget({id}, {});
    if (llvm::Error error = addProblem(/*useBaseline=*/false))
      return error;
    std::map<std::string, Record> pass;
    std::vector<MeasuredCandidate> asked = getAsked(contenders);
    SmallVector<Library *> taking = getLibrariesInPasses(passes);
    for (const Library *library : taking)
      asked.push_back(getAsked(*library));
    llvm::Error error =
        service->measureFinal(id, asked, each, [&](Record record) {
          pass[record.candidate] = std::move(record);
        });
    if (error)
      return error;
    // All of a pass counts, for all who were in it, or nothing.
    bool isCalm = llvm::none_of(
        pass, [](const auto &entry) { return entry.second.disturbed; });
    for (Entry *entry : contenders) {
      auto found = pass.find(entry->id);
      if (found == pass.end())
        continue;
      Record &record = found->second;
      if (record.outcome == Outcome::Ok && isCalm)
        addPass(*entry->record, record);
      else if (record.outcome != Outcome::Ok &&
               !isForWantOfMemory(toStored(record)))
        adopt(*entry, std::move(record), /*isFinal=*/false);
    }
    for (Library *library : taking)
      if (auto found = pass.find(library->name.str()); found != pass.end())
        addPass(*library, found->second, isCalm);
    if (!isCalm)
      break;
  }
  return llvm::Error::success();
}

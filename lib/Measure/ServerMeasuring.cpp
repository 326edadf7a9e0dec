//===- ServerMeasuring.cpp - What a server does with its worker -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Server.h"
#include "Worker.h"

#include "mlir-autotune/Problem/JsonReader.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::autotune::measure;
using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

/// Candidates between two looks at the yardstick: few, so that a disturbance
/// costs little, and enough that the looks do.
static constexpr size_t kBatch = 8;

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

void Server::settle(const Request &request, Entry &entry, Outcome outcome,
                    std::string detail) {
  entry.record =
      makeRecord(problems.at(request.problemId).problem, entry.asked.candidate);
  entry.record->outcome = outcome;
  entry.record->detail = std::move(detail);
  entry.record->device = link.getDevice();
  firsts.erase(getFirstKey(request, entry));
}

std::optional<Record> Server::getFirst(const Request &request,
                                       const Entry &entry) const {
  auto found = firsts.find(getFirstKey(request, entry));
  if (found == firsts.end())
    return std::nullopt;
  // Another candidate may have had the kernel.
  Record record = found->second;
  const Candidate &candidate = entry.asked.candidate;
  record.candidate = candidate.id;
  // Which algorithm of a library it was, the record says.
  if (candidate.library.empty())
    record.config = candidate.config;
  record.heuristics = candidate.heuristics;
  record.rank = candidate.rank;
  return record;
}

void Server::tell(Entry &entry) {
  if (!entry.record || std::exchange(entry.isTold, true))
    return;
  respond("record", json::Object{{"record", entry.record->toJson()}});
}

std::optional<Trouble> Server::ask(const Request &request,
                                   llvm::ArrayRef<Entry *> entries,
                                   std::optional<ChildEnd> &end) {
  std::vector<std::string> names;
  Request passed;
  passed.kind = request.kind;
  passed.problemId = request.problemId;
  passed.effort = request.effort;
  passed.finalEffort = request.finalEffort;
  passed.bestNs = problems.at(request.problemId).bestNs;
  for (Entry *entry : entries) {
    if (entry->asked.candidate.library.empty())
      names.push_back(entry->asked.kernel);
    passed.candidates.push_back(entry->asked);
    std::optional<Record> first = getFirst(request, *entry);
    // Of another candidate that has this kernel, and has failed since.
    if (!first && request.kind == Request::Final)
      first = entry->record;
    passed.effort.check |= !first;
    passed.candidates.back().record = std::move(first);
  }
  if (std::optional<Trouble> trouble = supply(request.problemId, names))
    return trouble;
  current.reset();
  std::optional<Trouble> trouble;
  std::set<size_t> finalists;
  end = link.run(printRequest(passed, 0), [&](const json::Object &event) {
    StringRef kind = getText(event, "event");
    if (kind == "problem-failed")
      trouble = readTrouble(event);
    if (kind == "note")
      note(getText(event, "message"));
    size_t index = size_t(event.getInteger("candidate").value_or(-1));
    if (index >= entries.size())
      return;
    Entry &entry = *entries[index];
    if (kind == "start") {
      current = index;
      // Rounds go round; to hear of each candidate once is enough.
      if (getText(event, "step") != "final" || finalists.insert(index).second)
        respond("start", json::Object{{"candidate", entry.asked.candidate.id},
                                      {"step", getText(event, "step")}});
    }
    const json::Value *value = event.get("record");
    if (!value || (kind != "quick" && kind != "record"))
      return;
    llvm::Expected<Record> record = Record::fromJson(*value);
    if (!record)
      return llvm::consumeError(record.takeError());
    entry.record = std::move(*record);
    // It is to be checked again, whoever has it next.
    if (entry.record->outcome != Outcome::Ok)
      firsts.erase(getFirstKey(request, entry));
    current.reset();
  });
  return trouble;
}

/// Checks and times one; what it is not to blame for is returned.
std::optional<Trouble> Server::screen(const Request &request, Entry &entry) {
  std::optional<ChildEnd> end;
  entry.record.reset();
  for (int strikes = 0; strikes < kMaxStrikes && !entry.record; ++strikes) {
    if (std::optional<Trouble> trouble = ask(request, {&entry}, end))
      return trouble;
    if (!entry.record && end && current)
      settle(request, entry, end->wasSilent ? Outcome::Timeout : Outcome::Crash,
             link.describe(*end));
  }
  if (!entry.record)
    settle(request, entry, Outcome::Crash,
           end ? link.describe(*end) : "the worker did not report it");
  KnownProblem &known = problems.at(request.problemId);
  if (entry.record->outcome == Outcome::Ok)
    firsts[getFirstKey(request, entry)] = *entry.record;
  if (isTimed(entry.record) && entry.record->library.empty() &&
      (known.bestNs == 0 || entry.record->timeNs < known.bestNs))
    known.bestNs = entry.record->timeNs;
  return std::nullopt;
}

/// One pass of final rounds over all that have not failed.
std::optional<Trouble> Server::runFinals(const Request &request,
                                         llvm::ArrayRef<Entry *> entries) {
  std::vector<Entry *> left;
  for (Entry *entry : entries)
    if (entry->record->outcome == Outcome::Ok) {
      if (std::optional<Record> first = getFirst(request, *entry))
        entry->record = std::move(first);
      entry->record->final = false;
      left.push_back(entry);
    }
  int strikes = 0;
  while (!left.empty()) {
    std::optional<ChildEnd> end;
    if (std::optional<Trouble> trouble = ask(request, left, end))
      return trouble;
    if (end && current)
      settle(request, *left[*current],
             end->wasSilent ? Outcome::Timeout : Outcome::Crash,
             link.describe(*end));
    // One that fails ends the rounds of all, which begin again without it.
    size_t before = left.size();
    bool isDone = llvm::any_of(
        left, [](const Entry *entry) { return entry->record->final; });
    llvm::erase_if(left, [](const Entry *entry) {
      return entry->record->outcome != Outcome::Ok;
    });
    if (isDone || (!end && left.size() == before))
      break;
    if (left.size() == before && ++strikes == kMaxStrikes)
      return Trouble{"crash", link.describe(*end)};
  }
  return std::nullopt;
}

std::optional<Trouble> Server::measureAll(const Request &request,
                                          Entries &entries) {
  bool isFinal = request.kind == Request::Final;
  if (isFinal || request.effort.time)
    if (std::optional<Trouble> trouble = calibrate())
      return trouble;
  // What a disturbance can't spoil; the rest waits for the yardstick.
  auto tellFailure = [&](Entry &entry) {
    if (entry.record->outcome != Outcome::Ok ||
        (!isFinal && !isTimed(entry.record)))
      tell(entry);
  };
  Request measuring = request;
  measuring.kind = Request::Measure;
  for (size_t begin = 0; begin < entries.size(); begin += kBatch) {
    std::vector<Entry *> batch;
    for (size_t i = begin; i < std::min(begin + kBatch, entries.size()); ++i) {
      Entry &entry = entries[i];
      // What comes into the final rounds has been checked and timed.
      std::optional<Record> first = getFirst(request, entry);
      if (isFinal && isTimed(first))
        entry.record = std::move(first);
      else
        batch.push_back(&entry);
    }
    bool isFirst = true;
    auto pass = [&]() -> std::optional<Trouble> {
      for (Entry *entry : batch) {
        if (!isFirst && !isTimed(entry->record))
          continue;
        if (std::optional<Trouble> trouble = screen(measuring, *entry))
          return trouble;
        tellFailure(*entry);
      }
      isFirst = false;
      measuring.effort.check = false;
      return std::nullopt;
    };
    // Finalists need a time; who asks says whether others are checked again.
    measuring.effort.check = !isFinal && request.effort.check;
    // A repeat would cost what brief times are to save.
    int maxRepeats =
        request.effort.isBrief() && !isFinal ? 0 : BatchJudge::kMaxRepeats;
    if (std::optional<Trouble> trouble =
            measureSteadily(batch, pass, /*isInterleaved=*/false, maxRepeats))
      return trouble;
    if (!isFinal)
      for (Entry *entry : batch)
        tell(*entry);
  }
  if (!isFinal)
    return std::nullopt;
  std::vector<Entry *> finalists;
  for (Entry &entry : entries)
    if (entry.record->outcome == Outcome::Ok)
      finalists.push_back(&entry);
  auto pass = [&]() -> std::optional<Trouble> {
    if (std::optional<Trouble> trouble = runFinals(request, finalists))
      return trouble;
    llvm::for_each(entries, tellFailure);
    return std::nullopt;
  };
  return measureSteadily(finalists, pass, /*isInterleaved=*/true,
                         BatchJudge::kMaxRepeats);
}

void Server::measure(Request request) {
  if (!problems.count(request.problemId))
    return refuse(
        {"request", "problem: no problem '" + request.problemId + "'"});
  Entries entries;
  for (Request::CandidateRequest &asked : request.candidates) {
    if (asked.candidate.library.empty() && !kernels.count(asked.kernel))
      return refuse({"request", "candidates[" + std::to_string(entries.size()) +
                                    "].kernel: no kernel '" + asked.kernel +
                                    "'"});
    // What was measured is for us to know.
    asked.record.reset();
    entries.push_back({std::move(asked), std::nullopt, false});
  }
  request.candidates.clear();
  repeats = 0;
  std::optional<Trouble> trouble = measureAll(request, entries);
  for (Entry &entry : entries) {
    // Nobody has looked whether the device was as usual.
    if (trouble && isTimed(entry.record))
      entry.record->disturbed = true;
    if (!trouble || request.kind == Request::Measure)
      tell(entry);
  }
  if (trouble)
    return refuse(*trouble);
  respond("done", json::Object{{"candidates", int64_t(entries.size())},
                               {"repeats", int64_t(repeats)}});
}

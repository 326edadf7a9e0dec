//===- Supervisor.cpp - Keeps workers going until all is measured ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Supervisor.h"
#include "Worker.h"

#include "mlir-autotune/Measure/LibraryCandidate.h"
#include "mlir-autotune/Measure/Table.h"
#include "mlir-autotune/Problem/JsonReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace mlir::autotune::measure;
using llvm::StringRef;
namespace json = llvm::json;

/// Asked of a worker once the budget is spent: it measures what it must.
static constexpr double kLeastSeconds = 0.001;

char WorkerError::ID = 0;

llvm::Error mlir::autotune::measure::measureBundle(
    const Options &options, const WorkerCommand &worker,
    llvm::raw_ostream &tables, llvm::raw_ostream &messages) {
  return Supervisor(options, worker, tables, messages).run();
}

Supervisor::Supervisor(const Options &options, const WorkerCommand &worker,
                       llvm::raw_ostream &tables, llvm::raw_ostream &messages)
    : options(options), worker(worker), tables(tables), messages(messages),
      begin(std::chrono::steady_clock::now()) {}

/// Which candidates are to be measured, by problem.
llvm::Error Supervisor::choose() {
  candidates.resize(manifest.candidates.size());
  problems.resize(manifest.problems.size());
  std::set<StringRef> wanted(options.only.begin(), options.only.end()), found;
  for (size_t i = 0; i < candidates.size(); ++i) {
    const Candidate &candidate = manifest.candidates[i];
    const std::string &problem = manifest.problems[candidate.problem].id;
    for (const std::string *id : {&candidate.id, &problem})
      if (wanted.count(*id)) {
        found.insert(*id);
        candidates[i].chosen = true;
      }
    candidates[i].chosen |= wanted.empty();
    if (candidates[i].chosen)
      problems[candidate.problem].candidates.push_back(i);
  }
  for (StringRef id : wanted)
    if (!found.count(id))
      return llvm::createStringError("--only: the bundle has no candidate or "
                                     "problem with candidates '" +
                                     id + "'");
  for (ProblemState &problem : problems)
    llvm::sort(problem.candidates, [&](size_t a, size_t b) {
      return std::make_pair(manifest.candidates[a].rank, a) <
             std::make_pair(manifest.candidates[b].rank, b);
    });
  return llvm::Error::success();
}

/// Before anything is measured, so that a damaged bundle costs no GPU time.
llvm::Error Supervisor::checkFiles() const {
  std::vector<bool> checked(manifest.kernels.size());
  for (size_t i = 0; i < candidates.size(); ++i) {
    const std::optional<size_t> &kernel = manifest.candidates[i].kernel;
    if (!candidates[i].chosen || !kernel || checked[*kernel])
      continue;
    checked[*kernel] = true;
    llvm::Expected<std::string> bytes =
        readKernelFile(options.bundle, manifest.kernels[*kernel]);
    if (!bytes)
      return bytes.takeError();
  }
  return llvm::Error::success();
}

double Supervisor::getSecondsLeft() const {
  std::chrono::duration<double> spent =
      std::chrono::steady_clock::now() - begin;
  return std::max(options.budget - spent.count(), kLeastSeconds);
}

std::string Supervisor::makeJob() const {
  json::Array list;
  for (size_t i = 0; i < problems.size(); ++i) {
    if (problems[i].finished)
      continue;
    json::Array entries;
    for (size_t candidate : problems[i].candidates) {
      if (candidates[candidate].record)
        continue;
      json::Object entry{{"candidate", int64_t(candidate)}};
      if (candidates[candidate].first)
        entry["record"] = candidates[candidate].first->toJson();
      entries.push_back(std::move(entry));
    }
    json::Object problem{{"problem", int64_t(i)},
                         {"candidates", std::move(entries)}};
    if (problems[i].baselineIndex)
      problem["baseline_index"] = *problems[i].baselineIndex;
    list.push_back(std::move(problem));
  }
  json::Object job{{"problems", std::move(list)}};
  if (options.budget > 0)
    job["budget_s"] = getSecondsLeft();
  return llvm::formatv("{0}", json::Value(std::move(job))).str();
}

//===----------------------------------------------------------------------===//
// What a worker says
//===----------------------------------------------------------------------===//

void Supervisor::handle(StringRef line) {
  llvm::Expected<json::Value> value = parseJson(line);
  // The last line of a worker that was killed may be cut; so may no other.
  if (!value)
    return llvm::consumeError(value.takeError());
  const json::Object *event = value->getAsObject();
  if (!event)
    return;
  StringRef kind = event->getString("event").value_or("");
  if (std::optional<int64_t> problem = event->getInteger("problem");
      problem && size_t(*problem) < problems.size())
    currentProblem = size_t(*problem);
  if (kind == "quick" || kind == "record")
    return handleRecord(*event, kind == "record");
  if (kind == "device") {
    device.name = event->getString("name").value_or("").str();
    device.driver = event->getString("driver").value_or("").str();
    return;
  }
  if (kind == "note")
    return progress->say(event->getString("message").value_or(""));
  if (kind == "yardstick")
    return handleYardstick(*event);
  if (kind == "start") {
    size_t candidate = size_t(event->getInteger("candidate").value_or(-1));
    if (candidate >= candidates.size())
      return;
    currentCandidate = candidate;
    currentProblem = manifest.candidates[candidate].problem;
    progress->update(countDone(),
                     manifest.problems[*currentProblem].key + ": " +
                         event->getString("step").value_or("").str() + " " +
                         manifest.candidates[candidate].id);
    return;
  }
  if (!currentProblem)
    return;
  ProblemState &state = problems[*currentProblem];
  const MeasuredProblem &problem = manifest.problems[*currentProblem];
  if (kind == "problem") {
    // A worker that goes on where another ended begins with this as well.
    if (std::exchange(state.begun, true))
      return;
    state.baselineIndex = event->getInteger("baseline_index");
    progress->say(problem.id + ": " + problem.key + ", " +
                  std::to_string(state.candidates.size()) + " candidates");
    if (std::optional<StringRef> note = event->getString("note"))
      progress->say(problem.id + ": " + note->str());
  } else if (kind == "problem-failed") {
    giveUp(*currentProblem,
           symbolizeOutcome(event->getString("outcome").value_or(""))
               .value_or(Outcome::LaunchFailure),
           event->getString("detail").value_or("").str());
  } else if (kind == "done") {
    if (int64_t skipped = event->getInteger("skipped").value_or(0))
      progress->say(problem.id + ": " + std::to_string(skipped) +
                    " candidates not measured: the budget is spent");
    finish(*currentProblem);
  }
}

void Supervisor::handleYardstick(const json::Object &event) {
  double ns = event.getNumber("ns").value_or(0), usual = monitor.getMedian();
  if (monitor.add(ns) == DisturbanceMonitor::Steady)
    return;
  StringRef throttling = event.getString("throttling").value_or("");
  progress->say((currentProblem
                     ? "after " + manifest.problems[*currentProblem].id + ": "
                     : std::string()) +
                describeDisturbance(ns, usual) +
                (throttling.empty() ? "" : "; the clocks are held by ") +
                throttling.str());
}

void Supervisor::handleRecord(const json::Object &event, bool final) {
  size_t candidate = size_t(event.getInteger("candidate").value_or(-1));
  const json::Value *value = event.get("record");
  if (candidate >= candidates.size() || !value)
    return;
  llvm::Expected<Record> record = Record::fromJson(*value);
  if (!record)
    return llvm::consumeError(record.takeError());
  currentCandidate.reset();
  madeProgress = true;
  if (final)
    settle(candidate, std::move(*record));
  else
    candidates[candidate].first = std::move(*record);
}

void Supervisor::settle(size_t candidate, Record record) {
  if (record.outcome != Outcome::Ok &&
      record.outcome != Outcome::CompileFailure)
    progress->say(record.candidate + ": " +
                  stringifyOutcome(record.outcome).str() + ": " +
                  record.detail);
  candidates[candidate].record = std::move(record);
}

Record Supervisor::makeFailure(size_t candidate, Outcome outcome,
                               std::string detail) const {
  Record record = makeRecord(manifest, manifest.candidates[candidate]);
  record.outcome = outcome;
  record.detail = std::move(detail);
  return record;
}

void Supervisor::giveUp(size_t problem, Outcome outcome,
                        const std::string &detail) {
  for (size_t candidate : problems[problem].candidates)
    if (!candidates[candidate].record && !candidates[candidate].first)
      settle(candidate, makeFailure(candidate, outcome, detail));
  finish(problem);
}

/// What is to be learned from a worker's end.
void Supervisor::judge(const ChildEnd &end) {
  std::string how = describeEnd(end, "the worker", options.silence);
  // A hang or fault that the worker saw was recorded before it ended.
  bool wasSeen = !end.signal && (end.exitCode == kExitHang ||
                                 end.exitCode == kExitContextLost);
  if (currentCandidate && !wasSeen && !candidates[*currentCandidate].record) {
    settle(*currentCandidate,
           makeFailure(*currentCandidate,
                       end.wasSilent ? Outcome::Timeout : Outcome::Crash, how));
    madeProgress = true;
  }
  if (madeProgress)
    return;
  // It died, or ended, before it came to any candidate.
  size_t problem = 0;
  while (problem < problems.size() && problems[problem].finished)
    ++problem;
  if (problem < problems.size() && ++problems[problem].strikes >= kMaxStrikes)
    giveUp(problem, Outcome::Crash, how);
}

//===----------------------------------------------------------------------===//
// The whole run
//===----------------------------------------------------------------------===//

size_t Supervisor::countDone() const {
  return size_t(llvm::count_if(candidates, [](const CandidateState &state) {
    return state.chosen && (state.record || state.first);
  }));
}

void Supervisor::finish(size_t problem) {
  if (problems[problem].finished)
    return;
  problems[problem].finished = true;
  std::vector<Record> records;
  for (size_t candidate : problems[problem].candidates) {
    CandidateState &state = candidates[candidate];
    if (!state.record)
      state.record = state.first;
    // A library whose algorithm nobody knows is no candidate; the progress has
    // said why.
    if (!state.record || state.record->config.empty())
      continue;
    // Failures of a device replace what was measured on it before. As long as
    // no worker reached it, it has no name, and the records say null.
    if (state.record->device.name.empty())
      state.record->device = device;
    records.push_back(*state.record);
    if (llvm::Error error = writer->write(*state.record)) {
      std::string text = llvm::toString(std::move(error));
      if (writeError.empty())
        writeError = text;
    }
  }
  progress->update(countDone(), "");
  if (!options.quiet) {
    progress->say("");
    auto getName = [&](const Record &record) {
      for (size_t candidate : problems[problem].candidates)
        if (manifest.candidates[candidate].id == record.candidate &&
            !manifest.candidates[candidate].brief.empty())
          return manifest.candidates[candidate].brief;
      return record.config;
    };
    tables << formatTable(manifest.problems[problem].key, records,
                          size_t(options.top), getName)
           << "\n";
    tables.flush();
  }
}

llvm::Error Supervisor::run() {
  llvm::Expected<Manifest> read = readManifest(options.bundle);
  if (!read)
    return read.takeError();
  manifest = std::move(*read);
  addLibraryCandidates(manifest, options.libraries);
  if (llvm::Error error = choose())
    return error;
  if (llvm::Error error = checkFiles())
    return error;
  llvm::Expected<RecordWriter> created = RecordWriter::create(options.output);
  if (!created)
    return created.takeError();
  writer.emplace(std::move(*created));
  progress.emplace(messages,
                   size_t(llvm::count_if(
                       candidates, [](const auto &c) { return c.chosen; })),
                   options.quiet);
  for (size_t i = 0; i < problems.size(); ++i) {
    bool hasWork = false;
    for (size_t candidate : problems[i].candidates) {
      const Candidate &described = manifest.candidates[candidate];
      bool canRun = described.kernel || !described.library.empty();
      hasWork |= canRun;
      if (!canRun)
        settle(candidate,
               makeFailure(candidate, Outcome::CompileFailure,
                           described.failure + ": " + described.detail));
    }
    if (problems[i].candidates.empty())
      problems[i].finished = true;
    else if (!hasWork)
      finish(i);
  }
  auto isFinished = [](const ProblemState &state) { return state.finished; };
  while (!llvm::all_of(problems, isFinished) && writeError.empty()) {
    currentProblem.reset();
    currentCandidate.reset();
    madeProgress = false;
    llvm::Expected<ChildEnd> end =
        runChild(worker.program, worker.arguments, makeJob(), kEventFd,
                 options.silence, [&](StringRef line) { handle(line); });
    if (!end)
      return end.takeError();
    if (!end->signal && end->exitCode == 1)
      return llvm::make_error<WorkerError>();
    if (!llvm::all_of(problems, isFinished))
      judge(*end);
  }
  if (!writeError.empty())
    return llvm::createStringError(writeError);
  return writer->commit();
}

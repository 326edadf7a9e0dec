//===- WorkerConnection.cpp - A runner that serves, and its protocol ------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/WorkerConnection.h"

#include "mlir-autotune/Problem/JsonReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"

#include <unistd.h>

using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using llvm::StringRef;
using llvm::Twine;
using measure::ChildProcess;
using measure::LineReader;
using measure::Outcome;
using measure::Record;
using measure::Request;
namespace json = llvm::json;

/// Answers are short; what is longer is no runner.
static constexpr size_t kMaxAnswerBytes = size_t(16) << 20;
/// Lines of something else, a greeting of the other machine's, that may come
/// before the first answer.
static constexpr int kMaxStrangeLines = 100;

/// Kernels that are sent ahead of their answers, which wait in a pipe.
static constexpr size_t kMaxAhead = 64;

MeasuringService::~MeasuringService() = default;

char ServiceRefusal::ID;

llvm::Error WorkerConnection::makeError(const Answer &answer) {
  if (answer.kind == Answer::Refused)
    return llvm::make_error<ServiceRefusal>(answer.refusal, answer.message);
  return llvm::createStringError(answer.message);
}

WorkerConnection::WorkerConnection(Settings settings)
    : settings(std::move(settings)) {}

WorkerConnection::~WorkerConnection() {
  // At the end of its stdin it ends, or, at the latest, with this thread.
  if (child)
    child->leave();
}

void WorkerConnection::note(const Twine &message) const {
  if (settings.note)
    settings.note(message.str());
}

llvm::Expected<std::unique_ptr<WorkerConnection>>
WorkerConnection::open(Settings settings) {
  std::unique_ptr<WorkerConnection> made(
      new WorkerConnection(std::move(settings)));
  const std::string &name = made->settings.command.front();
  auto found = llvm::sys::findProgramByName(name);
  if (!found || !llvm::sys::fs::can_execute(*found))
    return llvm::createStringError("can't find the runner '" + name + "'");
  made->program = *found;
  Answer answer = made->connect();
  if (answer.kind != Answer::Done)
    return makeError(answer);
  return made;
}

//===----------------------------------------------------------------------===//
// Requests and answers
//===----------------------------------------------------------------------===//

WorkerConnection::Answer WorkerConnection::lose(bool wasSilent) {
  measure::ChildEnd end = child->end(/*kill=*/wasSilent);
  end.wasSilent = wasSilent;
  child.reset();
  Answer answer;
  answer.kind = Answer::Lost;
  answer.wasSilent = wasSilent;
  answer.message = measure::describeEnd(end, "the runner", settings.silence);
  return answer;
}

WorkerConnection::Answer WorkerConnection::listen(int64_t id, Handler handle) {
  std::string line;
  int strange = 0;
  while (true) {
    switch (child->read(line, settings.silence)) {
    case LineReader::Silent:
      return lose(/*wasSilent=*/true);
    case LineReader::Closed:
      return lose(/*wasSilent=*/false);
    case LineReader::TooLong:
      line.clear();
      break;
    case LineReader::Line:
      break;
    }
    llvm::Expected<json::Value> value = autotune::parseJson(line);
    json::Object *object = value ? value->getAsObject() : nullptr;
    std::optional<StringRef> response =
        object ? object->getString("response") : std::nullopt;
    if (!value)
      llvm::consumeError(value.takeError());
    if (!response) {
      if (++strange < kMaxStrangeLines)
        continue;
      Answer answer = lose(/*wasSilent=*/true);
      answer.message = "the runner's output is not of its protocol";
      return answer;
    }
    // Of a request that was given up. What it could not read has no id.
    if (const json::Value *told = object->get("id");
        told && !told->getAsNull() && *told != id)
      continue;
    if (*response == "error") {
      Answer answer;
      answer.kind = Answer::Refused;
      answer.message =
          object->getString("message").value_or("no reason given").str();
      answer.refusal = object->getString("kind").value_or("").str();
      return answer;
    }
    if (*response == "note")
      note(object->getString("message").value_or(""));
    else if (*response == "start" || *response == "record")
      handle(*object);
    else if (*response != "alive")
      return {Answer::Done, std::move(*object), "", false, ""};
  }
}

void WorkerConnection::send(json::Object body) {
  body["id"] = ++lastId;
  std::string line = llvm::formatv("{0}\n", json::Value(std::move(body))).str();
  // One that does not take it has ended, or hangs: listening tells.
  (void)child->write(line, settings.silence);
}

WorkerConnection::Answer WorkerConnection::ask(json::Object body,
                                               Handler handle) {
  send(std::move(body));
  return listen(lastId, handle);
}

WorkerConnection::Answer WorkerConnection::connect() {
  if (child)
    return {};
  llvm::Expected<ChildProcess> started = ChildProcess::start(
      program, settings.command, /*input=*/-1, STDOUT_FILENO, kMaxAnswerBytes);
  if (!started)
    return {Answer::Lost, {}, llvm::toString(started.takeError()), false, ""};
  child.emplace(std::move(*started));
  lastId = 0;
  sentProblems.clear();
  sentKernels.clear();
  Answer answer = ask(json::Object{{"request", "hello"},
                                   {"version", measure::kProtocolVersion}},
                      [](const json::Object &) {});
  if (answer.kind != Answer::Done) {
    child.reset();
    return answer;
  }
  if (json::Object *told = answer.object.getObject("device"))
    device = std::move(*told);
  device["driver"] = answer.object.getString("driver").value_or("").str();
  return answer;
}

WorkerConnection::Answer
WorkerConnection::supply(StringRef problem,
                         llvm::ArrayRef<Request::CandidateRequest> candidates) {
  Answer answer = connect();
  auto known = problems.find(problem.str());
  if (answer.kind == Answer::Done && known != problems.end() &&
      !sentProblems.count(known->first)) {
    answer = ask(known->second, [](const json::Object &) {});
    if (answer.kind == Answer::Done)
      sentProblems.insert(known->first);
  }
  if (answer.kind != Answer::Done)
    return answer;
  std::vector<std::string> missing;
  for (const Request::CandidateRequest &candidate : candidates)
    if (kernels.count(candidate.kernel) &&
        !sentKernels.count(candidate.kernel) &&
        !llvm::is_contained(missing, candidate.kernel))
      missing.push_back(candidate.kernel);
  for (llvm::ArrayRef<std::string> rest = missing; !rest.empty();) {
    llvm::ArrayRef<std::string> some = rest.take_front(kMaxAhead);
    rest = rest.drop_front(some.size());
    int64_t id = lastId;
    for (const std::string &name : some)
      send(kernels.at(name));
    // All are heard, so that no answer is left for the next request.
    for (const std::string &name : some) {
      Answer heard = listen(++id, [](const json::Object &) {});
      if (heard.kind == Answer::Lost)
        return heard;
      if (heard.kind == Answer::Done)
        sentKernels.insert(name);
      else if (answer.kind == Answer::Done)
        answer = std::move(heard);
    }
  }
  return answer;
}

//===----------------------------------------------------------------------===//
// The service
//===----------------------------------------------------------------------===//

llvm::Error WorkerConnection::addProblem(json::Object problem,
                                         bool useBaseline) {
  std::string id = problem.getString("id").value_or("").str();
  problems[id] = json::Object{{"request", "problem"},
                              {"problem", std::move(problem)},
                              {"baseline", useBaseline ? "cublaslt" : "none"}};
  for (int losses = 0;; ++losses) {
    Answer answer = supply(id, {});
    if (answer.kind == Answer::Done)
      return llvm::Error::success();
    if (answer.kind == Answer::Lost && losses < settings.maxLosses) {
      note(answer.message);
      continue;
    }
    problems.erase(id);
    return makeError(answer);
  }
}

llvm::Error WorkerConnection::addKernel(json::Object kernel, StringRef cubin) {
  // Sent with the first candidate that needs it, and again to a new runner.
  std::string id = kernel.getString("id").value_or("").str();
  json::Object request{{"request", "kernel"},
                       {"kernel", std::move(kernel)},
                       {"cubin", llvm::encodeBase64(cubin)}};
  kernels[id] = std::move(request);
  return llvm::Error::success();
}

void WorkerConnection::forget(llvm::ArrayRef<std::string> problemIds,
                              llvm::ArrayRef<std::string> kernelIds) {
  json::Array sentOfProblems, sentOfKernels;
  for (const std::string &id : problemIds)
    if (problems.erase(id) && sentProblems.erase(id))
      sentOfProblems.push_back(id);
  for (const std::string &id : kernelIds)
    if (kernels.erase(id) && sentKernels.erase(id))
      sentOfKernels.push_back(id);
  // One that is lost has forgotten all.
  if (child && !(sentOfProblems.empty() && sentOfKernels.empty()))
    (void)ask(json::Object{{"request", "forget"},
                           {"problems", std::move(sentOfProblems)},
                           {"kernels", std::move(sentOfKernels)}},
              [](const json::Object &) {});
}

void WorkerConnection::recordLoss(Request &request, const std::string &current,
                                  const Answer &answer, OnRecord onRecord) {
  auto found = llvm::find_if(request.candidates, [&](const auto &entry) {
    return entry.candidate.id == current;
  });
  if (found == request.candidates.end())
    return;
  Record record;
  record.candidate = current;
  record.problem = request.problemId;
  record.library = found->candidate.library;
  record.config = found->candidate.config;
  record.heuristics = found->candidate.heuristics;
  record.rank = found->candidate.rank;
  if (const json::Object *problem =
          problems[request.problemId].getObject("problem"))
    record.key = problem->getString("key").value_or("").str();
  record.date = measure::getDate();
  record.device.name = device.getString("name").value_or("").str();
  record.device.driver = device.getString("driver").value_or("").str();
  record.outcome = answer.wasSilent ? Outcome::Timeout : Outcome::Crash;
  record.detail = answer.message;
  request.candidates.erase(found);
  onRecord(std::move(record));
}

llvm::Error WorkerConnection::run(Request request,
                                  llvm::ArrayRef<MeasuredCandidate> candidates,
                                  OnRecord onRecord) {
  for (const MeasuredCandidate &given : candidates) {
    Request::CandidateRequest entry;
    entry.candidate.id = given.id;
    entry.candidate.config = given.config;
    entry.candidate.heuristics = given.heuristics;
    entry.candidate.rank = given.rank;
    entry.candidate.library = given.library;
    entry.kernel = given.kernel;
    request.candidates.push_back(std::move(entry));
  }
  int losses = 0;
  /// The candidate that the last runner was lost with.
  std::string suspect;
  while (!request.candidates.empty()) {
    Answer answer = supply(request.problemId, request.candidates);
    std::string current;
    size_t before = request.candidates.size();
    if (answer.kind == Answer::Done) {
      json::Value body =
          llvm::cantFail(autotune::parseJson(printRequest(request, 0)));
      answer =
          ask(std::move(*body.getAsObject()), [&](const json::Object &object) {
            if (object.getString("response") == StringRef("start")) {
              current = object.getString("candidate").value_or("").str();
              return;
            }
            const json::Value *value = object.get("record");
            llvm::Expected<Record> record =
                value ? Record::fromJson(*value)
                      : llvm::createStringError("no record in an answer");
            if (!record)
              return llvm::consumeError(record.takeError());
            if (record->candidate == current)
              current.clear();
            llvm::erase_if(request.candidates, [&](const auto &entry) {
              return entry.candidate.id == record->candidate;
            });
            onRecord(std::move(*record));
          });
    }
    if (answer.kind == Answer::Refused)
      return makeError(answer);
    if (answer.kind == Answer::Done)
      return request.candidates.empty()
                 ? llvm::Error::success()
                 : llvm::createStringError(
                       "the runner had no record for candidate '" +
                       request.candidates.front().candidate.id + "'");
    note(answer.message);
    // In final rounds all run by turns, and not each is told.
    if (request.kind == Request::Final)
      current.clear();
    if (!current.empty() && current == suspect)
      recordLoss(request, current, answer, onRecord);
    suspect = current;
    losses = request.candidates.size() < before ? 0 : losses + 1;
    if (losses > settings.maxLosses)
      return llvm::createStringError(answer.message + ", " + Twine(losses) +
                                     " times in a row");
  }
  return llvm::Error::success();
}

llvm::Error
WorkerConnection::measure(StringRef problem,
                          llvm::ArrayRef<MeasuredCandidate> candidates,
                          const measure::Effort &effort, OnRecord onRecord) {
  Request request;
  request.kind = Request::Measure;
  request.problemId = problem.str();
  request.effort = effort;
  return run(std::move(request), candidates, onRecord);
}

llvm::Error WorkerConnection::measureFinal(
    StringRef problem, llvm::ArrayRef<MeasuredCandidate> candidates,
    const measure::FinalEffort &effort, OnRecord onRecord) {
  Request request;
  request.kind = Request::Final;
  request.problemId = problem.str();
  request.finalEffort = effort;
  return run(std::move(request), candidates, onRecord);
}

//===- Requests.cpp - What may be asked of a serving runner ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Measure/Requests.h"

#include "mlir-autotune/Measure/LibraryCandidate.h"
#include "mlir-autotune/Problem/JsonReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Base64.h"

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

/// By Request::Kind.
static constexpr StringRef kKinds[] = {"hello",  "problem",  "kernel",
                                       "forget", "measure",  "final",
                                       "quit",   "yardstick"};
static constexpr StringRef kEfforts[] = {"check", "first", "time"};
static constexpr StringRef kBaselines[] = {"none", "cublaslt"};

StringRef measure::stringifyRequest(Request::Kind kind) { return kKinds[kind]; }

static void parseProblemRequest(const JsonReader &reader, Request &request) {
  request.problem = parseProblem(reader["problem"]);
  if (reader.has("baseline"))
    request.useBaseline = reader["baseline"].asWord(kBaselines) == 1;
  if (reader.has("baseline_index"))
    request.baselineIndex = reader["baseline_index"].asInteger(-1, INT32_MAX);
}

static void parseKernelRequest(const JsonReader &reader, Request &request) {
  request.kernel = parseKernel(reader["kernel"]);
  std::string text = reader["cubin"].asString();
  std::vector<char> bytes;
  if (llvm::Error error = llvm::decodeBase64(text, bytes)) {
    llvm::consumeError(std::move(error));
    return reader["cubin"].fail("expected base64");
  }
  request.image.assign(bytes.begin(), bytes.end());
  if (reader.failed())
    return;
  if (llvm::Error error =
          checkImage(request.image, request.kernel, request.kernel.file))
    reader["cubin"].fail(llvm::toString(std::move(error)));
}

static void parseForgetRequest(const JsonReader &reader, Request &request) {
  for (auto [key, ids] : {std::make_pair("problems", &request.problems),
                          std::make_pair("kernels", &request.kernels)})
    if (reader.has(key))
      reader[key].forEach(
          [ids = ids](const JsonReader &id) { ids->push_back(id.asString()); });
}

static Candidate parseLibraryCandidate(const JsonReader &reader) {
  Candidate candidate;
  candidate.id = parseId(reader);
  candidate.library =
      getMeasuredLibraries()[reader["library"].asWord(getMeasuredLibraries())]
          .str();
  candidate.rank = reader["rank"].asInteger(0, INT32_MAX);
  if (reader.has("config"))
    candidate.config = reader["config"].asString();
  if (reader.has("kernel"))
    reader["kernel"].fail("a library's candidate has no kernel");
  return candidate;
}

static Request::CandidateRequest parseCandidate(const JsonReader &reader) {
  Request::CandidateRequest candidate;
  if (reader.has("library")) {
    candidate.candidate = parseLibraryCandidate(reader);
    return candidate;
  }
  candidate.candidate = parseCandidateText(reader);
  candidate.kernel = reader["kernel"].asString();
  return candidate;
}

static void parseCandidates(const JsonReader &reader, Request &request) {
  request.problemId = reader["problem"].asString();
  JsonReader list = reader["candidates"];
  size_t count = list.arraySize();
  if (count == 0 || count > kMaxCandidates)
    return list.fail("expected from 1 to " + Twine(kMaxCandidates) +
                     " candidates");
  llvm::StringSet<> ids;
  list.forEach([&](const JsonReader &element) {
    request.candidates.push_back(parseCandidate(element));
    const std::string &id = request.candidates.back().candidate.id;
    if (!ids.insert(id).second)
      element.fail("a second '" + id + "'");
  });
}

static void parseMeasureRequest(const JsonReader &reader, Request &request) {
  parseCandidates(reader, request);
  StringRef word = kEfforts[reader["effort"].asWord(kEfforts)];
  Effort &effort = request.effort;
  effort.check = word != "time";
  effort.time = word != "check";
  if (reader.has("replays"))
    effort.replays =
        reader["replays"].asInteger(Effort::kMinReplays, Effort::kMaxReplays);
  if (reader.has("replay_ns"))
    effort.replayNs = reader["replay_ns"].asNumber(Effort::kMinReplayNs,
                                                   Effort::kMaxReplayNs);
  if (reader.has("hopeless"))
    effort.hopeless = reader["hopeless"].asNumber(1, 1e9);
}

static void parseFinalRequest(const JsonReader &reader, Request &request) {
  parseCandidates(reader, request);
  FinalEffort &effort = request.finalEffort;
  if (reader.has("rounds"))
    effort.rounds = reader["rounds"].asInteger(FinalEffort::kMinRounds,
                                               FinalEffort::kMaxRounds);
  if (reader.has("replay_ns"))
    effort.replayNs = reader["replay_ns"].asNumber(Effort::kMinReplayNs,
                                                   Effort::kMaxReplayNs);
  if (reader.has("turns"))
    effort.turns = reader["turns"].asInteger(0, FinalEffort::kMaxTurns);
  if (reader.has("turn_ns"))
    effort.turnNs = reader["turn_ns"].asNumber(FinalEffort::kMinTurnNs,
                                               FinalEffort::kMaxTurnNs);
}

static void parseHello(const JsonReader &reader) {
  int64_t version = reader["version"].asInteger(0, INT64_MAX);
  if (!reader.failed() && version != kProtocolVersion)
    reader["version"].fail("version " + Twine(version) +
                           " of the protocol; this program speaks version " +
                           Twine(kProtocolVersion));
}

/// What a server passes on is right: it is ours.
static llvm::Error parseInternal(const json::Value &document,
                                 Request &request) {
  const json::Array *list = document.getAsObject()->getArray("candidates");
  request.bestNs = document.getAsObject()->getNumber("best_ns").value_or(0);
  for (size_t i = 0; list && i < request.candidates.size(); ++i)
    if (const json::Value *value = (*list)[i].getAsObject()->get("record")) {
      llvm::Expected<Record> record = Record::fromJson(*value);
      if (!record)
        return record.takeError();
      request.candidates[i].record = std::move(*record);
    }
  return llvm::Error::success();
}

llvm::Expected<Request> measure::parseRequest(StringRef line, json::Value &id,
                                              bool internal) {
  id = nullptr;
  llvm::Expected<json::Value> document = parseJson(line);
  if (!document)
    return llvm::createStringError("not JSON: " +
                                   llvm::toString(document.takeError()));
  std::string error;
  JsonReader reader(&*document, "", error);
  const json::Object *object = document->getAsObject();
  const json::Value *given = object ? object->get("id") : nullptr;
  if (!object)
    reader.fail("expected an object");
  else if (!given)
    reader["id"].fail("missing");
  else if (given->getAsInteger() ||
           (given->getAsString() &&
            given->getAsString()->size() <= kMaxIdBytes))
    id = *given;
  else
    reader["id"].fail("expected an integer or a string of at most " +
                      Twine(kMaxIdBytes) + " bytes");
  Request request;
  if (error.empty())
    request.kind = Request::Kind(reader["request"].asWord(kKinds));
  if (error.empty())
    switch (request.kind) {
    case Request::Hello:
      parseHello(reader);
      break;
    case Request::MeasuredProblem:
      parseProblemRequest(reader, request);
      break;
    case Request::Kernel:
      parseKernelRequest(reader, request);
      break;
    case Request::Forget:
      parseForgetRequest(reader, request);
      break;
    case Request::Measure:
      parseMeasureRequest(reader, request);
      break;
    case Request::Final:
      parseFinalRequest(reader, request);
      break;
    case Request::Quit:
    case Request::Yardstick:
      break;
    }
  if (!error.empty())
    return llvm::createStringError(error);
  if (internal)
    if (llvm::Error error = parseInternal(*document, request))
      return error;
  return request;
}

std::string measure::printRequest(const Request &request, int64_t id) {
  json::Array list;
  for (const Request::CandidateRequest &entry : request.candidates) {
    const Candidate &candidate = entry.candidate;
    json::Object object{{"id", candidate.id}, {"rank", candidate.rank}};
    if (candidate.library.empty()) {
      object["kernel"] = entry.kernel;
      object["config"] = candidate.config;
      object["heuristics"] = json::Array(candidate.heuristics);
    } else {
      object["library"] = candidate.library;
      if (!candidate.config.empty())
        object["config"] = candidate.config;
    }
    if (entry.record)
      object["record"] = entry.record->toJson();
    list.push_back(std::move(object));
  }
  json::Object object{{"id", id},
                      {"request", stringifyRequest(request.kind)},
                      {"problem", request.problemId},
                      {"candidates", std::move(list)}};
  if (request.bestNs > 0)
    object["best_ns"] = request.bestNs;
  if (request.kind == Request::Measure) {
    const Effort &effort = request.effort;
    object["effort"] = kEfforts[effort.check ? (effort.time ? 1 : 0) : 2];
    object["replays"] = effort.replays;
    object["replay_ns"] = effort.replayNs;
    object["hopeless"] = effort.hopeless;
  } else {
    object["rounds"] = request.finalEffort.rounds;
    object["replay_ns"] = request.finalEffort.replayNs;
    object["turns"] = request.finalEffort.turns;
    object["turn_ns"] = request.finalEffort.turnNs;
  }
  return llvm::formatv("{0}\n", json::Value(std::move(object))).str();
}

//===- Records.cpp - One measurement, and the file of them ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Measure/Records.h"

#include "mlir-autotune/Measure/LineReader.h"
#include "mlir-autotune/Measure/Manifest.h"
#include "mlir-autotune/Measure/Statistics.h"
#include "mlir-autotune/Problem/JsonReader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir::autotune::measure;
using llvm::StringRef;
namespace json = llvm::json;

static constexpr StringRef kOutcomes[] = {"ok",
                                          "wrong-result",
                                          "guard-touched",
                                          "launch-failure",
                                          "out-of-resource",
                                          "timeout",
                                          "crash",
                                          "compile-failure",
                                          "checked",
                                          "finding"};
static_assert(std::size(kOutcomes) == size_t(Outcome::Finding) + 1);

StringRef mlir::autotune::measure::stringifyOutcome(Outcome outcome) {
  return kOutcomes[int(outcome)];
}

std::optional<Outcome>
mlir::autotune::measure::symbolizeOutcome(StringRef text) {
  for (size_t i = 0; i < std::size(kOutcomes); ++i)
    if (text == kOutcomes[i])
      return Outcome(i);
  return std::nullopt;
}

std::string mlir::autotune::measure::getDate() {
  std::time_t now = std::time(nullptr);
  std::tm utc = {};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

Record mlir::autotune::measure::makeRecord(const Manifest &manifest,
                                           const Candidate &candidate) {
  return makeRecord(manifest.problems[candidate.problem], candidate);
}

Record mlir::autotune::measure::makeRecord(const MeasuredProblem &problem,
                                           const Candidate &candidate) {
  Record record;
  record.candidate = candidate.id;
  record.problem = problem.id;
  record.key = problem.key;
  record.library = candidate.library;
  record.config = candidate.config;
  record.heuristics = candidate.heuristics;
  record.rank = candidate.rank;
  record.date = getDate();
  return record;
}

void Record::setTimes(std::vector<double> times, double flops, double bytes) {
  timesNs = std::move(times);
  timeNs = getMedian(timesNs);
  spread = getSpread(timesNs);
  tflops = timeNs > 0 ? flops / timeNs * 1e-3 : 0;
  gbps = timeNs > 0 ? bytes / timeNs : 0;
}

double Record::getRatioToOurs() const {
  return ours && ours->timeNs > 0 ? timeNs / ours->timeNs : 0;
}

/// A figure as it is read: more digits than were measured only blur a diff.
static json::Value number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.6g", value);
  return std::strtod(text, nullptr);
}

static json::Value text(StringRef bytes) { return json::fixUTF8(bytes); }

/// What was not learned is null, and no field that is sometimes missing.
static json::Value textOrNull(StringRef bytes) {
  return bytes.empty() ? json::Value(nullptr) : text(bytes);
}

json::Value BaselineFigures::toJson() const {
  return json::Object{
      {"library", library},          {"best_ns", number(bestNs)},
      {"first_ns", number(firstNs)}, {"algorithms", algorithms},
      {"best_index", bestIndex},     {"error", number(error)}};
}

json::Value Record::toJson() const {
  json::Object object;
  if (!library.empty())
    object["library"] = text(library);
  object["candidate"] = text(candidate);
  object["problem"] = text(problem);
  object["key"] = text(key);
  object["config"] = text(config);
  json::Array names;
  for (const std::string &name : heuristics)
    names.push_back(text(name));
  object["heuristics"] = std::move(names);
  object["rank"] = rank;
  object["outcome"] = stringifyOutcome(outcome);
  object["detail"] = text(detail);
  object["date"] = date;
  object["device"] = textOrNull(device.name);
  object["driver"] = textOrNull(device.driver);
  if (estimateNs > 0)
    object["estimate_ns"] = number(estimateNs);
  if (timesNs.empty())
    return object;
  json::Array times;
  for (double time : timesNs)
    times.push_back(number(time));
  object["time_ns"] = number(timeNs);
  object["times_ns"] = std::move(times);
  object["spread"] = number(spread);
  object["tflops"] = number(tflops);
  object["gbps"] = number(gbps);
  object["final"] = final;
  if (disturbed)
    object["disturbed"] = true;
  object["error"] = number(error);
  if (device.smClockMHz)
    object["sm_clock_mhz"] = device.smClockMHz;
  if (device.powerW > 0)
    object["power_w"] = number(device.powerW);
  if (ours)
    object["ours"] = json::Object{{"time_ns", number(ours->timeNs)},
                                  {"spread", number(ours->spread)}};
  object["baseline"] = nullptr;
  if (!baseline)
    return object;
  object["baseline"] = baseline->toJson();
  object["ratio"] = number(ratio);
  return object;
}

/// Empty for null, as for what is missing.
static std::string getText(const json::Object &object, StringRef key) {
  return object.getString(key).value_or("").str();
}

BaselineFigures BaselineFigures::fromJson(const json::Object &object) {
  return {getText(object, "library"),
          object.getNumber("best_ns").value_or(0),
          object.getNumber("first_ns").value_or(0),
          object.getInteger("algorithms").value_or(0),
          object.getInteger("best_index").value_or(0),
          object.getNumber("error").value_or(0)};
}

llvm::Expected<Record> Record::fromJson(const json::Value &value) {
  const json::Object *object = value.getAsObject();
  std::optional<StringRef> word =
      object ? object->getString("outcome") : std::nullopt;
  std::optional<Outcome> outcome =
      word ? symbolizeOutcome(*word) : std::nullopt;
  if (!outcome)
    return llvm::createStringError("a record has no known outcome");
  Record record;
  record.outcome = *outcome;
  record.library = getText(*object, "library");
  record.candidate = getText(*object, "candidate");
  record.problem = getText(*object, "problem");
  record.key = getText(*object, "key");
  record.config = getText(*object, "config");
  record.detail = getText(*object, "detail");
  record.date = getText(*object, "date");
  record.templateHash = getText(*object, "template_hash");
  record.rank = object->getInteger("rank").value_or(0);
  record.device.name = getText(*object, "device");
  record.device.driver = getText(*object, "driver");
  record.device.smClockMHz = object->getInteger("sm_clock_mhz").value_or(0);
  record.device.powerW = object->getNumber("power_w").value_or(0);
  if (const json::Array *names = object->getArray("heuristics"))
    for (const json::Value &name : *names)
      record.heuristics.push_back(name.getAsString().value_or("").str());
  if (const json::Array *times = object->getArray("times_ns"))
    for (const json::Value &time : *times)
      record.timesNs.push_back(time.getAsNumber().value_or(0));
  record.timeNs = object->getNumber("time_ns").value_or(0);
  record.estimateNs = object->getNumber("estimate_ns").value_or(0);
  record.spread = object->getNumber("spread").value_or(0);
  record.tflops = object->getNumber("tflops").value_or(0);
  record.gbps = object->getNumber("gbps").value_or(0);
  record.final = object->getBoolean("final").value_or(false);
  record.disturbed = object->getBoolean("disturbed").value_or(false);
  record.error = object->getNumber("error").value_or(0);
  record.ratio = object->getNumber("ratio").value_or(0);
  if (const json::Object *figures = object->getObject("baseline"))
    record.baseline = BaselineFigures::fromJson(*figures);
  if (const json::Object *figures = object->getObject("ours"))
    record.ours = OwnFigures{figures->getNumber("time_ns").value_or(0),
                             figures->getNumber("spread").value_or(0)};
  return record;
}

//===----------------------------------------------------------------------===//
// RecordWriter
//===----------------------------------------------------------------------===//

static llvm::Error fileError(StringRef path) {
  return llvm::createStringError(path + ": " + std::strerror(errno));
}

bool mlir::autotune::measure::isStandardOutput(StringRef path) {
  return path == "-" || path == "/dev/stdout" || path == "/dev/fd/1" ||
         path == "/proc/self/fd/1";
}

llvm::Expected<RecordWriter> RecordWriter::create(std::string path) {
  namespace fs = llvm::sys::fs;
  if (path == "-") {
    int fd = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    if (fd < 0)
      return fileError("the standard output");
    return RecordWriter("the standard output", "", fd);
  }
  // A link stays one, and the file that it names is written.
  llvm::SmallString<128> target;
  if (!fs::real_path(path, target))
    path = target.str().str();
  struct stat status;
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd < 0)
      return fileError(path);
    return RecordWriter(std::move(path), "", fd);
  }
  // A name of its own: another run may write the same file at this time.
  int fd;
  llvm::SmallString<128> partial;
  if (std::error_code code =
          fs::createUniqueFile(path + ".%%%%%%.partial", fd, partial,
                               fs::OF_None, fs::all_read | fs::all_write))
    return llvm::createStringError(code, path + ": " + code.message());
  return RecordWriter(std::move(path), std::string(partial), fd);
}

RecordWriter::RecordWriter(RecordWriter &&other) noexcept
    : path(std::move(other.path)), partial(std::move(other.partial)),
      fd(std::exchange(other.fd, -1)) {}

RecordWriter::~RecordWriter() {
  if (fd < 0)
    return;
  ::close(fd);
  if (!partial.empty())
    ::unlink(partial.c_str());
}

llvm::Error RecordWriter::write(const Record &record) {
  std::string line = llvm::formatv("{0}\n", record.toJson()).str();
  return writeAll(fd, line) ? llvm::Error::success() : fileError(path);
}

llvm::Error RecordWriter::commit() {
  // Only close and rename make sure that a full disk has been heard of.
  bool synced = partial.empty() || ::fsync(fd) == 0;
  bool closed = ::close(std::exchange(fd, -1)) == 0;
  if (synced && closed &&
      (partial.empty() || ::rename(partial.c_str(), path.c_str()) == 0))
    return llvm::Error::success();
  llvm::Error error = fileError(path);
  if (!partial.empty())
    ::unlink(partial.c_str());
  return error;
}

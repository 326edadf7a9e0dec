//===- ServeWorker.cpp - The GPU's process of a serving runner ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads requests (docs/reference/runner-protocol.md) that its parent passes on
// (Server.h), one at a time. It answers with events on kEventFd: those of
// Worker.h, and these:
//
//   {"event": "device", "name": "", "driver": "", "info": {...}}
//   {"event": "device-failed", "detail": ""}
//   {"event": "yardstick", "ns": 8000, "throttling": ""}
//   {"event": "idle"}                    the request is done
//
// "candidate" is the place in the request. It has one problem at a time.
//
//===----------------------------------------------------------------------===//

#include "ProblemBench.h"
#include "Worker.h"
#include "Yardstick.h"

#include "mlir-autotune/Measure/LineReader.h"
#include "mlir-autotune/Measure/Requests.h"

#include <map>
#include <unistd.h>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;
namespace json = llvm::json;

namespace {
class ServeWorker {
public:
  /// Says what the device is, or why it can't be used.
  bool open(int ordinal);
  /// False after an error of the parent's.
  bool handle(llvm::StringRef line);

private:
  struct LoadableKernel {
    Kernel kernel;
    std::string image;
  };

  void prepare(Request &request);
  void forget(const Request &request);
  bool measure(Request &request);

  Device device;
  std::unique_ptr<Yardstick> yardstick;
  MeasuredProblem problem;
  std::unique_ptr<ProblemBench> bench;
  std::map<std::string, LoadableKernel> kernels;
};
} // namespace

bool ServeWorker::open(int ordinal) {
  if (Status status = Device::create(ordinal, device)) {
    emitEvent(json::Object{{"event", "device-failed"},
                           {"detail", json::fixUTF8(status.message)}});
    return false;
  }
  // Before a problem has taken the memory.
  yardstick = std::make_unique<Yardstick>();
  if (StepResult step = Yardstick::create(device, *yardstick); !step.isOk()) {
    emitEvent(json::Object{{"event", "device-failed"},
                           {"detail", json::fixUTF8(step.message)}});
    exitIfLost(step.kind == StepResult::Hang);
    return false;
  }
  DeviceFigures figures = device.telemetry->sample();
  emitEvent(json::Object{{"event", "device"},
                         {"name", json::fixUTF8(figures.name)},
                         {"driver", json::fixUTF8(figures.driver)},
                         {"info", device.telemetry->describe()}});
  return true;
}

void ServeWorker::prepare(Request &request) {
  // The old one's memory first.
  bench = nullptr;
  problem = std::move(request.problem);
  ProblemBench::Setup setup;
  setup.useBaseline = request.useBaseline;
  setup.baselineIndex = request.baselineIndex;
  setup.getImage = [this](const Kernel &kernel) {
    return kernels.at(kernel.id).image;
  };
  bench = std::make_unique<ProblemBench>(problem, device, std::move(setup));
  if (bench->prepare({}))
    bench->prepareBaseline();
  else
    bench = nullptr;
}

void ServeWorker::forget(const Request &request) {
  for (const std::string &id : request.kernels)
    kernels.erase(id);
  if (bench && llvm::is_contained(request.problems, problem.id))
    bench = nullptr;
}

/// What a candidate lacks is the parent's mistake.
bool ServeWorker::measure(Request &request) {
  if (!bench || problem.id != request.problemId)
    return false;
  std::vector<CandidateJob> jobs;
  std::vector<CandidateJob *> entries;
  bool needsRecord = request.kind == Request::Final || !request.effort.check;
  for (auto &asked : request.candidates) {
    auto kernel = kernels.find(asked.kernel);
    bool isLibrary = !asked.candidate.library.empty();
    if ((kernel == kernels.end() && !isLibrary) ||
        (needsRecord && !asked.record))
      return false;
    CandidateJob job;
    job.index = jobs.size();
    job.candidate = &asked.candidate;
    job.kernel = isLibrary ? nullptr : &kernel->second.kernel;
    job.record = std::move(asked.record);
    jobs.push_back(std::move(job));
  }
  bench->noteBest(request.bestNs);
  if (request.kind == Request::Measure) {
    for (CandidateJob &job : jobs)
      bench->screen(job, request.effort);
    return true;
  }
  for (CandidateJob &job : jobs)
    entries.push_back(&job);
  bench->runFinals(entries, request.finalEffort);
  for (const CandidateJob &job : jobs)
    if (job.record->outcome == Outcome::Ok)
      bench->emitRecord("record", job);
  return true;
}

bool ServeWorker::handle(llvm::StringRef line) {
  json::Value id = nullptr;
  llvm::Expected<Request> request = parseRequest(line, id);
  if (!request) {
    llvm::consumeError(request.takeError());
    return false;
  }
  switch (request->kind) {
  case Request::MeasuredProblem:
    prepare(*request);
    return true;
  case Request::Kernel: {
    std::string key = request->kernel.id;
    kernels[key] = {std::move(request->kernel), std::move(request->image)};
    return true;
  }
  case Request::Forget:
    forget(*request);
    return true;
  case Request::Measure:
  case Request::Final:
    return measure(*request);
  case Request::Yardstick:
    emitYardstick(device, yardstick);
    return true;
  case Request::Hello:
  case Request::Quit:
    break;
  }
  return false;
}

llvm::Expected<int> measure::runServingWorker(int device) {
  auto worker = std::make_unique<ServeWorker>();
  LineReader reader(STDIN_FILENO, kMaxWorkerLineBytes);
  std::string line;
  if (!worker->open(device))
    return 1;
  emitEvent(json::Object{{"event", "idle"}});
  while (reader.read(line, 0) == LineReader::Line) {
    if (!worker->handle(line))
      return llvm::createStringError("the worker can't handle the request");
    emitEvent(json::Object{{"event", "idle"}});
  }
  return 0;
}

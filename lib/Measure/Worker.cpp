//===- Worker.cpp - The process that touches the GPU ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Worker.h"
#include "ProblemRunner.h"
#include "Yardstick.h"

#include "mlir-autotune/Measure/LibraryCandidate.h"
#include "mlir-autotune/Measure/LineReader.h"
#include "mlir-autotune/Problem/JsonReader.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;
namespace json = llvm::json;

llvm::Expected<json::Value> measure::describeDevice(int device) {
  cuda::Context context;
  if (Status status = cuda::Context::create(device, context))
    return llvm::createStringError(status.message);
  return Telemetry(context).describe();
}

void measure::emitEvent(json::Object event) {
  std::string line =
      llvm::formatv("{0}\n", json::Value(std::move(event))).str();
  // Without a parent there is nobody to measure for.
  if (!writeAll(kEventFd, line))
    ::_exit(1);
}

void measure::emitYardstick(Device &device,
                            std::unique_ptr<Yardstick> &yardstick) {
  double ns = 0;
  StepResult step;
  if (!yardstick) {
    auto made = std::make_unique<Yardstick>();
    step = Yardstick::create(device, *made);
    if (step.isOk())
      yardstick = std::move(made);
  }
  if (step.isOk())
    step = yardstick->time(ns);
  if (step.isOk())
    return emitEvent(
        json::Object{{"event", "yardstick"},
                     {"ns", ns},
                     {"clock_mhz", device.telemetry->getClockMHz()},
                     {"throttling", device.telemetry->getThrottling()}});
  emitEvent(json::Object{{"event", "device-failed"},
                         {"detail", json::fixUTF8(step.message)}});
  exitIfLost(step.kind == StepResult::Hang);
}

/// The job's problems; indices are checked against the manifest, for a job may
/// only come from a parent that read the same bundle.
static llvm::Expected<std::vector<ProblemJob>>
parseJob(const json::Value &document, const Manifest &manifest) {
  std::string error;
  std::vector<ProblemJob> jobs;
  JsonReader reader(&document, "", error);
  reader["problems"].forEach([&](const JsonReader &problem) {
    ProblemJob job;
    job.problem = size_t(
        problem["problem"].asInteger(0, int64_t(manifest.problems.size()) - 1));
    if (problem.has("baseline_index"))
      job.baselineIndex = problem["baseline_index"].asInteger(0, INT32_MAX);
    problem["candidates"].forEach([&](const JsonReader &candidate) {
      CandidateJob entry;
      entry.index = size_t(candidate["candidate"].asInteger(
          0, int64_t(manifest.candidates.size()) - 1));
      if (candidate.failed())
        return;
      entry.candidate = &manifest.candidates[entry.index];
      if (entry.candidate->kernel)
        entry.kernel = &manifest.kernels[*entry.candidate->kernel];
      job.candidates.push_back(std::move(entry));
    });
    jobs.push_back(std::move(job));
  });
  if (!error.empty())
    return llvm::createStringError("the worker's job: " + error);
  // Records are read apart: they are ours, and large.
  const json::Array &problems = *document.getAsObject()->getArray("problems");
  for (size_t i = 0; i < jobs.size(); ++i) {
    const json::Array &list =
        *problems[i].getAsObject()->getArray("candidates");
    for (size_t j = 0; j < list.size(); ++j)
      if (const json::Value *value = list[j].getAsObject()->get("record")) {
        llvm::Expected<Record> record = Record::fromJson(*value);
        if (!record)
          return record.takeError();
        jobs[i].candidates[j].record = std::move(*record);
      }
  }
  return jobs;
}

llvm::Expected<int> measure::runBundleWorker(const Options &options) {
  auto input = llvm::MemoryBuffer::getSTDIN();
  if (!input)
    return llvm::createStringError("stdin: " + input.getError().message());
  llvm::Expected<json::Value> document = parseJson((*input)->getBuffer());
  if (!document)
    return llvm::createStringError("the worker's job: " +
                                   llvm::toString(document.takeError()));
  llvm::Expected<Manifest> manifest = readManifest(options.bundle);
  if (!manifest)
    return manifest.takeError();
  addLibraryCandidates(*manifest, options.libraries);
  llvm::Expected<std::vector<ProblemJob>> jobs = parseJob(*document, *manifest);
  if (!jobs)
    return jobs.takeError();
  double budget = document->getAsObject()->getNumber("budget_s").value_or(0);

  Device device;
  if (Status status = Device::create(options.device, device))
    return llvm::createStringError(status.message);
  DeviceFigures figures = device.telemetry->sample();
  emitEvent(json::Object{{"event", "device"},
                         {"name", json::fixUTF8(figures.name)},
                         {"driver", json::fixUTF8(figures.driver)}});
  auto begin = std::chrono::steady_clock::now();
  std::unique_ptr<Yardstick> yardstick;
  for (size_t i = 0; i < jobs->size(); ++i) {
    // Whoever only checks may be slowed down by a tool, and times nothing.
    if (!options.checkOnly)
      emitYardstick(device, yardstick);
    std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - begin;
    // What is left is shared evenly by the problems that are left.
    double share = budget > 0 ? std::max(0.0, budget - spent.count()) /
                                    double(jobs->size() - i)
                              : std::numeric_limits<double>::infinity();
    ProblemRunner runner(options, *manifest, device, (*jobs)[i], share);
    if (llvm::Error error = runner.run())
      return error;
  }
  if (!options.checkOnly && !jobs->empty())
    emitYardstick(device, yardstick);
  return 0;
}

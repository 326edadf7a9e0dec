//===- ProblemRunner.cpp - All candidates of one problem ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProblemRunner.h"
#include "Worker.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::autotune::measure;
namespace json = llvm::json;

static ProblemBench::Setup
getSetup(const Options &options, const ProblemJob &job,
         const std::map<std::string, std::string> &images) {
  ProblemBench::Setup setup;
  setup.index = job.problem;
  setup.useBaseline = options.useBaseline;
  setup.baselineIndex = job.baselineIndex;
  setup.isSmall = options.checkOnly;
  setup.getImage = [&images](const Kernel &kernel) {
    return images.at(kernel.id);
  };
  return setup;
}

ProblemRunner::ProblemRunner(const Options &options, const Manifest &manifest,
                             Device &device, ProblemJob &job, double seconds)
    : options(options), job(job), seconds(seconds),
      begin(std::chrono::steady_clock::now()),
      bench(manifest.problems[job.problem], device,
            getSetup(options, job, images)) {}

/// The parent has read every file before: one that is not there any more means
/// that the bundle is changing under us.
llvm::Error ProblemRunner::readImages() {
  for (const CandidateJob &entry : job.candidates) {
    if (!entry.kernel || images.count(entry.kernel->id))
      continue;
    llvm::Expected<std::string> image =
        readKernelFile(options.bundle, *entry.kernel);
    if (!image)
      return image.takeError();
    images[entry.kernel->id] = std::move(*image);
  }
  return llvm::Error::success();
}

bool ProblemRunner::isOutOfTime(double part) const {
  std::chrono::duration<double> spent =
      std::chrono::steady_clock::now() - begin;
  return spent.count() > part * seconds;
}

llvm::Error ProblemRunner::run() {
  if (llvm::Error error = readImages())
    return error;
  if (!bench.prepare(job.candidates))
    return llvm::Error::success();
  bench.prepareBaseline();
  Effort effort;
  effort.time = !options.checkOnly;
  int64_t skipped = 0;
  for (CandidateJob &entry : job.candidates) {
    if (entry.record)
      bench.noteBest(entry.record->timeNs);
    // A part of the time is for the final rounds; one candidate always runs.
    else if (bench.getBest() > 0 && isOutOfTime(0.75))
      ++skipped;
    else
      bench.screen(entry, effort);
  }
  runFinals();
  emitEvent(json::Object{{"event", "done"},
                         {"problem", int64_t(job.problem)},
                         {"skipped", skipped}});
  return llvm::Error::success();
}

/// The best few again; all other records are final as they are.
void ProblemRunner::runFinals() {
  std::vector<CandidateJob *> ordered, libraries;
  for (CandidateJob &entry : job.candidates) {
    const std::optional<Record> &record = entry.record;
    if (!record || record->outcome != Outcome::Ok ||
        record->timesNs.size() < size_t(Effort().replays))
      continue;
    (entry.isLibrary() ? libraries : ordered).push_back(&entry);
  }
  auto getKey = [&](const CandidateJob *entry) {
    return std::pair(bench.getComparableNs(*entry->record),
                     entry->record->rank);
  };
  llvm::sort(ordered, [&](const CandidateJob *a, const CandidateJob *b) {
    return getKey(a) < getKey(b);
  });
  FinalEffort effort;
  effort.rounds = options.rounds;
  // A library takes no place of a kernel of ours.
  if (ordered.size() > size_t(options.finalists))
    ordered.resize(size_t(options.finalists));
  ordered.insert(ordered.end(), libraries.begin(), libraries.end());
  bench.runFinals(ordered, effort);
  for (const CandidateJob &entry : job.candidates)
    if (entry.record && entry.record->outcome == Outcome::Ok)
      bench.emitRecord("record", entry);
}

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

#include <unistd.h>

using namespace mlir::autotune::measure;
namespace json = llvm::json;

static ProblemBench::Setup getSetup(const Options &options,
                                    const ProblemJob &job) {
  ProblemBench::Setup setup;
  setup.index = job.problem;
  setup.useBaseline = options.useBaseline;
  setup.baselineIndex = job.baselineIndex;
  setup.isSmall = options.checkOnly;
  setup.getImage = [&options](const Kernel &kernel) {
    llvm::Expected<std::string> image = readKernelFile(options.bundle, kernel);
    // The parent has read every file before: the bundle is changing under us.
    if (!image)
      ::_exit(reportError(llvm::toString(image.takeError())));
    return std::move(*image);
  };
  return setup;
}

ProblemRunner::ProblemRunner(const Options &options, const Manifest &manifest,
                             Device &device, ProblemJob &job, double seconds)
    : options(options), job(job), seconds(seconds),
      begin(std::chrono::steady_clock::now()),
      bench(manifest.problems[job.problem], device, getSetup(options, job)) {}

bool ProblemRunner::isOutOfTime(double part) const {
  std::chrono::duration<double> spent =
      std::chrono::steady_clock::now() - begin;
  return spent.count() > part * seconds;
}

void ProblemRunner::run() {
  if (!bench.prepare(job.candidates))
    return;
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
}

/// The best few again; all other records are final as they are.
void ProblemRunner::runFinals() {
  std::vector<CandidateJob *> ordered;
  for (CandidateJob &entry : job.candidates) {
    const std::optional<Record> &record = entry.record;
    if (!record || record->outcome != Outcome::Ok ||
        record->timesNs.size() < size_t(Effort().replays))
      continue;
    ordered.push_back(&entry);
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
  effort.finalists = options.finalists;
  bench.runFinals(ordered, effort);
  for (const CandidateJob &entry : job.candidates)
    if (entry.record && entry.record->outcome == Outcome::Ok)
      bench.emitRecord("record", entry);
}

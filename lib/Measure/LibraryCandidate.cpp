//===- LibraryCandidate.cpp - A library in place of a kernel --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The baseline is a yardstick: it may leave an epilogue out. A candidate
// computes the whole problem and may be picked. It therefore is checked like a
// kernel, and runs with no more workspace than a program will give it.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Measure/LibraryCandidate.h"

#include "ProblemBench.h"

#include <algorithm>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;

std::string measure::getWhyNoLibrary(const MeasuredProblem &problem) {
  if (problem.epilogue && !problem.epilogue->standard)
    return "cuBLASLt leaves the epilogue out";
  if (problem.prologue)
    return "cuBLASLt leaves the prologue out";
  if (problem.scales)
    return "a library's candidate has no scales";
  if (problem.pair || problem.addedK || problem.parts > 1)
    return "cuBLASLt multiplies more than once";
  if (!problem.group.empty())
    return "cuBLASLt multiplies once for each matmul of the group";
  return "";
}

void measure::addLibraryCandidates(Manifest &manifest) {
  for (size_t i = 0; i < manifest.problems.size(); ++i) {
    int64_t rank = -1;
    for (const Candidate &candidate : manifest.candidates)
      if (candidate.problem == i)
        rank = std::max(rank, candidate.rank);
    // A problem without candidates is not measured.
    if (rank < 0 || !getWhyNoLibrary(manifest.problems[i]).empty())
      continue;
    Candidate candidate;
    candidate.id = candidate.library = candidate.brief = kMeasuredLibrary.str();
    candidate.problem = i;
    candidate.rank = rank + 1;
    manifest.candidates.push_back(std::move(candidate));
  }
}

StepResult ProblemBench::findAlgorithm(llvm::StringRef config,
                                       Baseline &found) {
  if (config.empty()) {
    // The baseline is the same call, and its algorithms are known. With an
    // epilogue, other algorithms are offered.
    int64_t known = problem.epilogue ? -1
                    : baseline       ? baselineFigures.bestIndex
                                     : setup.baselineIndex;
    BaselineFigures figures;
    return measureBaseline(found, device.timer, buffers, launchTimeout, known,
                           figures);
  }
  for (int64_t i = 0; i < found.getAlgorithmCount(); ++i)
    if (found.getConfig(i) == config) {
      found.select(i);
      return {};
    }
  return cuda::Status{cuda::kErrorInvalidValue,
                      "the library offers no such algorithm for the problem"};
}

bool ProblemBench::prepareLibrary(CandidateJob &entry) {
  if (entry.library)
    return true;
  std::string config = entry.candidate->config;
  // One that an earlier worker has chosen stays.
  if (config.empty() && entry.record)
    config = entry.record->config;
  std::shared_ptr<Baseline> &known = libraries[config];
  StepResult step;
  if (!known) {
    std::string note = getWhyNoLibrary(problem);
    std::shared_ptr<Baseline> found;
    if (note.empty())
      found = Baseline::create(problem, buffers, device.stream.get(), note,
                               /*withEpilogue=*/true);
    step = found ? findAlgorithm(config, *found)
                 : StepResult(cuda::Status{cuda::kErrorInvalidValue, note});
    if (step.isOk()) {
      found->useSharedWorkspace();
      known = std::move(found);
    }
  }
  entry.library = known;
  if (!step.isOk())
    concludeStep(entry, step);
  return step.isOk();
}

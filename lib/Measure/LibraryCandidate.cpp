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

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cassert>
#include <iterator>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;

// Each is in the files of its library.
namespace mlir::autotune::measure {
#define AUTOTUNE_LIBRARY(RECORD, NAME)                                         \
  std::string getWhyNo##RECORD(const MeasuredProblem &problem);                \
  std::unique_ptr<LibraryAlgorithms> create##RECORD##Algorithms(               \
      const LibraryProduct &product, const Device &device, std::string &note);
#include "mlir-autotune/Runtime/Libraries.inc"
#undef AUTOTUNE_LIBRARY
} // namespace mlir::autotune::measure

static const MeasuredLibrary kLibraries[] = {
#define AUTOTUNE_LIBRARY(RECORD, NAME)                                         \
  {NAME, getWhyNo##RECORD, create##RECORD##Algorithms},
#include "mlir-autotune/Runtime/Libraries.inc"
#undef AUTOTUNE_LIBRARY
};

llvm::ArrayRef<llvm::StringRef> measure::getMeasuredLibraries() {
  static constexpr llvm::StringRef kNames[] = {
#define AUTOTUNE_LIBRARY(RECORD, NAME) NAME,
#include "mlir-autotune/Runtime/Libraries.inc"
#undef AUTOTUNE_LIBRARY
  };
  return kNames;
}

bool measure::hasLibraries(llvm::ArrayRef<std::string> names) {
  return llvm::any_of(names, [](const std::string &name) {
    return llvm::is_contained(getMeasuredLibraries(), name);
  });
}

const MeasuredLibrary &measure::getMeasuredLibrary(llvm::StringRef name) {
  const auto *found =
      llvm::find_if(kLibraries, [&](const MeasuredLibrary &library) {
        return library.name == name;
      });
  assert(found != std::end(kLibraries) && "names are checked where they enter");
  return *found;
}

std::string measure::getWhyNoLibrary(llvm::StringRef library,
                                     const MeasuredProblem &problem) {
  if (problem.prologue)
    return "a library's candidate has no prologue";
  if (problem.scales)
    return "a library's candidate has no scales";
  if (problem.pair || problem.addedK || problem.parts > 1)
    return "a library's candidate multiplies once";
  if (!problem.group.empty())
    return "a library's candidate is one matmul, and not a group";
  const MeasuredLibrary &measured = getMeasuredLibrary(library);
  std::string whyNot = measured.getWhyNot(problem);
  if (whyNot.empty() || !problem.epilogue)
    return whyNot;
  if (!problem.separate)
    return whyNot + ", and the bundle has no kernel for it";
  return measured.getWhyNot(getBareProduct(problem));
}

/// All that the library offers for the problem, which it or a kernel behind it
/// computes. The library's own epilogue comes first: it needs no second kernel.
static std::unique_ptr<LibraryAlgorithms>
createAlgorithms(const MeasuredLibrary &library, const MeasuredProblem &problem,
                 const Buffers &buffers, const Device &device,
                 std::string &note) {
  if (library.getWhyNot(problem).empty())
    return library.create({problem, buffers}, device, note);
  return createSeparateAlgorithms(library, problem, buffers, device, note);
}

void measure::addLibraryCandidates(Manifest &manifest,
                                   llvm::ArrayRef<std::string> libraries) {
  for (size_t i = 0; i < manifest.problems.size(); ++i) {
    int64_t rank = -1;
    for (const Candidate &candidate : manifest.candidates)
      if (candidate.problem == i)
        rank = std::max(rank, candidate.rank);
    // A problem without candidates is not measured.
    if (rank < 0)
      continue;
    for (llvm::StringRef library : getMeasuredLibraries()) {
      if (!llvm::is_contained(libraries, library) ||
          !getWhyNoLibrary(library, manifest.problems[i]).empty())
        continue;
      Candidate candidate;
      candidate.id = candidate.library = candidate.brief = library.str();
      candidate.problem = i;
      candidate.rank = ++rank;
      manifest.candidates.push_back(std::move(candidate));
    }
  }
}

StepResult ProblemBench::findAlgorithm(const Candidate &candidate,
                                       llvm::StringRef config,
                                       LibraryAlgorithms &found) {
  if (config.empty()) {
    // The baseline is the same call, and its algorithms are known. With an
    // epilogue, other algorithms are offered.
    int64_t known = problem.epilogue || candidate.library != kBaselineLibrary
                        ? -1
                    : baseline ? baselineFigures.bestIndex
                               : setup.baselineIndex;
    BaselineFigures figures;
    return measureAlgorithms(found, device.timer, buffers, launchTimeout, known,
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
  const std::string &name = entry.candidate->library;
  std::shared_ptr<LibraryAlgorithms> &known = libraries[{name, config}];
  StepResult step;
  if (!known) {
    std::string note = getWhyNoLibrary(name, problem);
    std::shared_ptr<LibraryAlgorithms> found;
    if (note.empty())
      found = createAlgorithms(getMeasuredLibrary(name), problem, buffers,
                               device, note);
    step = found ? findAlgorithm(*entry.candidate, config, *found)
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

//===- BuildReport.cpp - What a build says at its end ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildReport.h"

#include "mlir-autotune/Dialect/Autotune/ConfigWords.h"
#include "mlir-autotune/Measure/Columns.h"
#include "mlir-autotune/Measure/Table.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

/// Configs listed under each name of a failure.
static constexpr size_t kListedFailures = 12;

/// "spill", or empty for a candidate that can be run.
static StringRef getFailureName(const TuningCandidate &candidate,
                                ArrayRef<CompiledKernel> kernels) {
  if (!candidate.kernel)
    return "illegal-config";
  const CompiledKernel &kernel = kernels[*candidate.kernel];
  return kernel.failure ? stringifyCompileFailure(*kernel.failure) : "";
}

std::string tune::formatEstimates(ArrayRef<TuningProblem> problems,
                                  ArrayRef<CompiledKernel> kernels,
                                  const TargetInfo &target, size_t top) {
  std::string text;
  for (const TuningProblem &problem : problems) {
    SmallVector<const TuningCandidate *> order;
    for (const TuningCandidate &candidate : problem.candidates)
      if (getFailureName(candidate, kernels).empty())
        order.push_back(&candidate);
    // Equal estimates stay in the order of ranks, which is that in memory.
    llvm::sort(order, [](const auto *a, const auto *b) {
      return std::pair(a->estimateNs, a) < std::pair(b->estimateNs, b);
    });
    text += problem.fact.getKey() + ": ESTIMATE for " + target.name +
            ", nothing was measured\n";
    std::vector<std::vector<std::string>> rows = {
        {"config", "heuristics", "estimate", "TFLOP/s", "registers"}};
    for (const TuningCandidate *candidate :
         ArrayRef(order).take_front(std::min(top, order.size()))) {
      std::string tflops;
      llvm::raw_string_ostream(tflops) << llvm::format(
          "%.1f", problem.fact.getFlops() / candidate->estimateNs * 1e-3);
      rows.push_back(
          {getBrief(candidate->config),
           candidate->heuristics.empty()
               ? "-"
               : llvm::join(candidate->heuristics, ","),
           "~" + measure::formatTime(candidate->estimateNs), tflops,
           std::to_string(kernels[*candidate->kernel].report.registers)});
    }
    text += measure::formatColumns(rows, /*leftColumns=*/2,
                                   /*optional=*/{1, 4, 3}) +
            "\n";
  }
  return text;
}

/// The failed candidates under the names of their failures.
static std::string formatFailures(ArrayRef<TuningProblem> problems,
                                  ArrayRef<CompiledKernel> kernels) {
  struct Failures {
    size_t count = 0;
    llvm::MapVector<StringRef, std::string> details;
  };
  std::map<StringRef, Failures> byName;
  std::vector<std::unique_ptr<std::string>> texts;
  for (const TuningProblem &problem : problems)
    for (const TuningCandidate &candidate : problem.candidates) {
      StringRef name = getFailureName(candidate, kernels);
      if (name.empty())
        continue;
      texts.push_back(
          std::make_unique<std::string>(getBrief(candidate.config)));
      Failures &failures = byName[name];
      ++failures.count;
      failures.details.insert(
          {*texts.back(), candidate.kernel ? kernels[*candidate.kernel].detail
                                           : candidate.whyIllegal});
    }
  std::string text;
  for (const auto &[name, failures] : byName) {
    text += std::to_string(failures.count) + " failed: " + name.str() + "\n";
    size_t listed = 0;
    for (const auto &[config, detail] : failures.details) {
      if (listed++ == kListedFailures)
        break;
      // What ptxas says may be several lines.
      SmallVector<StringRef> lines;
      StringRef(detail).split(lines, '\n', -1, /*KeepEmpty=*/false);
      text += "  " + config.str() + ": " + llvm::join(lines, "; ") + "\n";
    }
    if (failures.details.size() > kListedFailures)
      text += "  ... and " +
              std::to_string(failures.details.size() - kListedFailures) +
              " more; the manifest has them all\n";
  }
  return text;
}

std::string tune::formatSummary(ArrayRef<TuningProblem> problems,
                                const BuildResult &result,
                                const TargetInfo &target, StringRef bundle) {
  size_t candidates = 0, failed = 0;
  int64_t matmuls = 0;
  for (const TuningProblem &problem : problems) {
    candidates += problem.candidates.size();
    matmuls += problem.occurrences;
    failed += llvm::count_if(problem.candidates, [&](const auto &candidate) {
      return !getFailureName(candidate, result.kernels).empty();
    });
  }
  // Launches of one kernel have one name.
  size_t numKernels = 0;
  llvm::StringSet<> names;
  for (const CompiledKernel &kernel : result.kernels)
    numKernels += kernel.name.empty() || names.insert(kernel.name).second;
  std::string text = formatFailures(problems, result.kernels);
  llvm::raw_string_ostream os(text);
  os << bundle << ": " << candidates << " candidates of " << problems.size()
     << " distinct matmuls (" << matmuls << " in all) for " << target.name
     << ", " << failed << " failed\n"
     << numKernels << " kernels: " << result.numCached << " from the cache, "
     << result.numCompiled << " compiled in "
     << llvm::format("%.2f s", result.seconds) << " with " << result.jobs
     << (result.jobs == 1 ? " job" : " jobs");
  if (result.numCompiled)
    os << llvm::format(", %.3f core-seconds each",
                       result.coreSeconds / double(result.numCompiled));
  os << "\n";
  return text;
}

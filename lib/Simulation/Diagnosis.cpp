//===- Diagnosis.cpp - Why a result is wrong ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Simulation/Diagnosis.h"

#include "Evidence.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::diagnosis;

/// Factors that are looked at; more would take too long.
static constexpr int64_t kMaxFactors = 1 << 25;

/// An explanation of less than this part is none.
static constexpr double kMostlyExplained = 0.5;

static std::string describeRange(size_t first, size_t last) {
  return first == last ? std::to_string(first)
                       : std::to_string(first) + " to " + std::to_string(last);
}

/// "8 to 15 of every 16", if that is so from the first period that has members
/// to the last one; else empty.
static std::string describePeriodic(const std::vector<bool> &isMember,
                                    size_t begin, size_t end) {
  for (size_t period = 2; period <= 512 && period * 2 <= isMember.size();
       period += period < 8 ? 1 : 8) {
    size_t from = begin / period * period, first = period, last = 0;
    for (size_t i = begin; i < end; ++i)
      if (isMember[i]) {
        first = std::min(first, i % period);
        last = std::max(last, i % period);
      }
    // All of a period, or one that is seen once, is none.
    if (last - first + 1 >= period || end <= from + period)
      continue;
    bool isRegular = true;
    for (size_t i = begin; i < end && isRegular; ++i)
      isRegular = isMember[i] == (i % period >= first && i % period <= last);
    if (!isRegular)
      continue;
    std::string text =
        describeRange(first, last) + " of every " + std::to_string(period);
    if (from)
      text += ", from " + std::to_string(from) + " on";
    if (isMember.size() > (end + period - 1) / period * period + period)
      text += ", up to " + std::to_string(end - 1);
    return text;
  }
  return "";
}

std::string diagnosis::describeSet(const std::vector<bool> &isMember) {
  auto first = llvm::find(isMember, true);
  if (first == isMember.end())
    return "none";
  size_t begin = first - isMember.begin(), end = isMember.size();
  while (!isMember[end - 1])
    --end;
  if (std::find(first, isMember.begin() + end, false) == isMember.begin() + end)
    return describeRange(begin, end - 1);
  std::string periodic = describePeriodic(isMember, begin, end);
  if (!periodic.empty())
    return periodic;
  std::string text;
  int ranges = 0;
  for (size_t i = begin; i < end; ++i) {
    if (!isMember[i])
      continue;
    size_t last = i;
    while (last + 1 < end && isMember[last + 1])
      ++last;
    if (++ranges <= 3)
      text += (ranges > 1 ? ", " : "") + describeRange(i, last);
    i = last;
  }
  if (ranges > 3)
    text += " and " + std::to_string(ranges - 3) + " ranges more up to " +
            std::to_string(end - 1);
  return text;
}

/// Where entries lie: "rows 0 to 63, columns 8 to 15 of every 16", with how
/// many of these they are if not all.
static std::string describePlace(const Evidence &evidence,
                                 const std::vector<Entry> &entries) {
  std::vector<bool> rows(evidence.m), columns(evidence.n);
  for (const Entry &entry : entries)
    rows[entry.row] = columns[entry.column] = true;
  size_t area = size_t(llvm::count(rows, true)) * llvm::count(columns, true);
  std::string text =
      "rows " + describeSet(rows) + ", columns " + describeSet(columns);
  // The others are right by chance if they are few.
  if (100 * entries.size() < 95 * area)
    text += " (" + std::to_string(100 * entries.size() / area) + " %)";
  return text;
}

static std::string describeOthers(const Evidence &evidence) {
  std::string text;
  if (!evidence.unwritten.empty() && !evidence.wrong.empty())
    text += "; " + std::to_string(evidence.unwritten.size()) +
            " were never written";
  if (!evidence.nonFinite.empty())
    text +=
        "; " + std::to_string(evidence.nonFinite.size()) + " are not finite";
  return text;
}

std::string autotune::diagnoseOutput(const ProblemData &problem,
                                     const unsigned char *output,
                                     std::array<int64_t, 2> tile) {
  const MatmulFact &fact = problem.getFact();
  if (fact.k < 1 || (fact.m + fact.n) * fact.k > kMaxFactors)
    return "";
  Evidence evidence(problem, output, tile);
  if (evidence.wrong.empty()) {
    if (!evidence.unwritten.empty())
      return "unexplained: " + describePlace(evidence, evidence.unwritten) +
             " were never written" + describeOthers(evidence);
    return evidence.nonFinite.empty()
               ? ""
               : "unexplained: " + describePlace(evidence, evidence.nonFinite) +
                     " are not finite";
  }
  Explanation best;
  for (auto explain : {explainDepth, explainPlaces, explainMixes, explainReads,
                       explainLayouts}) {
    explain(evidence, best);
    if (best.isComplete())
      break;
  }
  std::string place = describePlace(evidence, evidence.wrong);
  if (best.part < kMostlyExplained)
    return "unexplained: no single cause fits " + place +
           describeOthers(evidence);
  std::string count = "each element";
  if (!best.isComplete())
    count = "each of " + std::to_string(int(100 * best.part)) +
            " % of the elements";
  return "wrong-result: " + count + " of " + place + " " + best.text +
         describeOthers(evidence);
}

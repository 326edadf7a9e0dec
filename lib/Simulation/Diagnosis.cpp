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

namespace {
/// Wrong elements of one kind, and what is said of one of them or of several.
struct Clause {
  const std::vector<Entry> *entries;
  const char *one, *many;
};
} // namespace

static std::string describeOthers(ArrayRef<Clause> others) {
  std::string text;
  for (const Clause &clause : others)
    if (size_t count = clause.entries->size())
      text += "; " + std::to_string(count) + " " +
              (count == 1 ? clause.one : clause.many);
  return text;
}

/// The explanation that fits best. One that comes later must fit clearly
/// better: those before it are simpler.
static Explanation explain(const Evidence &evidence) {
  constexpr double kClearly = 0.05;
  Explanation best;
  for (auto explain : {explainDepth, explainPlaces, explainMixes, explainReads,
                       explainLayouts}) {
    Explanation other;
    explain(evidence, other);
    if (best.part == 0 || other.part > best.part + kClearly)
      best = other;
    if (best.isComplete())
      break;
  }
  return best;
}

/// What there is to say without a guess: of the most of one kind, and how many
/// others there are.
static std::string describeMost(const Evidence &evidence,
                                MutableArrayRef<Clause> clauses) {
  constexpr size_t kEnough = 12;
  // Few of them, and which comes first of two alike must not change.
  for (Clause &clause : clauses.drop_front())
    if (clause.entries->size() > clauses.front().entries->size())
      std::swap(clause, clauses.front());
  const Clause &most = clauses.front();
  if (most.entries->empty())
    return "";
  std::string place = describePlace(evidence, *most.entries);
  std::string others = describeOthers(clauses.drop_front());
  // That nothing was stored at all is what findings are about.
  bool isCause = most.entries == &evidence.zeros ||
                 (most.entries == &evidence.held && evidence.accumulates);
  if (isCause && most.entries->size() >= kEnough)
    return "wrong-result: each element of " + place + " " + most.one + others;
  if (most.entries == &evidence.wrong && !evidence.mayHaveMissedCauses())
    return "unexplained: no single cause fits " + place + others;
  return "unexplained: " + place + " " + most.many + others;
}

static std::string describePart(double part) {
  return part >= Explanation::kComplete
             ? "each element"
             : "each of " + std::to_string(int(100 * part)) +
                   " % of the elements";
}

std::string autotune::diagnoseOutput(const ProblemData &problem,
                                     const unsigned char *output,
                                     const OutputTiles &tiles) {
  Evidence evidence(problem, output, tiles);
  Clause zeros{&evidence.zeros,
               "is 0, as if nothing had been multiplied or staged",
               "are 0, as if nothing had been multiplied or staged"};
  Clause held{&evidence.held, "holds C's old value", "hold C's old value"};
  if (evidence.accumulates) {
    held.one = "holds C's old value, as if nothing had been added";
    held.many = "hold C's old value, as if nothing had been added";
  }
  Clause nonFinite{&evidence.nonFinite, "is not finite", "are not finite"};
  Explanation best;
  if (!evidence.isTooLarge())
    best = explain(evidence);
  if (best.part < kMostlyExplained) {
    Clause wrong{&evidence.wrong, "fits no single cause",
                 "fit no single cause"};
    if (evidence.mayHaveMissedCauses())
      wrong.one = wrong.many =
          "belong to a problem that is too large for all causes to be tried";
    Clause clauses[] = {wrong, zeros, held, nonFinite};
    return describeMost(evidence, clauses);
  }
  std::vector<Entry> explained = evidence.wrong;
  SmallVector<Clause> others;
  auto add = [&](const Clause &clause, bool isExplained) {
    if (isExplained)
      llvm::append_range(explained, *clause.entries);
    else
      others.push_back(clause);
  };
  add(zeros, best.givesZeros);
  add(held, best.givesHeld);
  add(nonFinite, false);
  return "wrong-result: " + describePart(best.part) + " of " +
         describePlace(evidence, explained) + " " + best.text +
         describeOthers(others);
}

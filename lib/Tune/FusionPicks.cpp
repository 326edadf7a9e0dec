//===- FusionPicks.cpp - Which way was the fastest ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionPicks.h"

#include "mlir-autotune/Measure/Columns.h"
#include "mlir-autotune/Measure/Table.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

std::optional<FusionPicks::Time>
FusionPicks::getTime(const FusionChoice &choice, Lookup lookup) {
  Time time;
  for (const ModuleMatmul &matmul : choice.matmuls) {
    const MeasuredPick *pick = lookup(matmul).pick;
    if (!pick || pick->kind != ProvenanceKind::Measured)
      return std::nullopt;
    time.kernels += pick->timeNs;
  }
  if (choice.passes.empty())
    return time;
  std::optional<TargetInfo> on =
      findPickTarget(choice.matmuls.front().op, device, target);
  lacksTarget |= !on;
  if (!on)
    return std::nullopt;
  time.passes = choice.estimatePasses(*on);
  return time;
}

/// How much longer than the fastest a way with fewer passes and kernels may
/// take: they were measured one after the other, and clocks of one card under
/// its limit of power differed by 2.8 % from one minute to another (NVIDIA
/// H100).
static constexpr double kTie = 1.03;

std::optional<size_t> FusionPicks::chooseTimed(ArrayRef<FusionChoice> choices,
                                               Lookup lookup) {
  SmallVector<std::optional<Time>> times;
  double least = INFINITY;
  for (const FusionChoice &choice : choices) {
    times.push_back(choice.isRuledOut ? std::nullopt : getTime(choice, lookup));
    if (times.back())
      least = std::min(least, times.back()->getSum());
  }
  auto fast = llvm::find_if(times, [&](const std::optional<Time> &time) {
    return time && time->getSum() <= kTie * least;
  });
  if (fast == times.end())
    return std::nullopt;
  addRows(choices, times, fast - times.begin());
  return fast - times.begin();
}

size_t FusionPicks::choose(ArrayRef<FusionChoice> choices, Lookup lookup) {
  if (std::optional<size_t> timed = chooseTimed(choices, lookup))
    return *timed;
  // Whether it may be, all its picks, any, and records; what comes first is
  // preferred, and so is the last of those that have nothing.
  auto getRank = [&](const FusionChoice &choice) {
    size_t picks = llvm::count_if(choice.matmuls, [&](const auto &matmul) {
      return lookup(matmul).pick != nullptr;
    });
    return std::tuple(picks && !choice.isRuledOut,
                      picks == choice.matmuls.size(), picks,
                      lookup(choice.matmuls.front()).hasRecords);
  };
  size_t best = choices.size() - 1;
  for (size_t i = choices.size(); i-- > 0;)
    if (auto rank = getRank(choices[i]);
        rank > getRank(choices[best]) ||
        (rank == getRank(choices[best]) && std::get<3>(rank)))
      best = i;
  // What keeps the config that it carries is lowered as before, and so is what
  // that serves with it.
  ModuleMatmul front = choices[best].matmuls.front();
  if (!lookup(front).pick && front.op->hasAttr(kConfigAttrName))
    for (auto [index, choice] : llvm::enumerate(choices))
      if (choice.isTogether() && !choice.isRuledOut)
        return index;
  return best;
}

void FusionPicks::addRows(ArrayRef<FusionChoice> choices,
                          ArrayRef<std::optional<Time>> times, size_t chosen) {
  auto isTimed = [](const std::optional<Time> &time) { return time; };
  if (llvm::count_if(times, isTimed) < 2)
    return;
  std::string all;
  std::vector<std::vector<std::string>> own;
  for (auto [index, choice, time] : llvm::enumerate(choices, times)) {
    if (!time)
      continue;
    std::vector<std::string> keys, fusions;
    for (const ModuleMatmul &matmul : choice.matmuls) {
      keys.push_back(matmul.fact.getKey());
      if (matmul.fusion)
        fusions.push_back(stringifyFusion(*matmul.fusion).str());
    }
    std::string matmuls = llvm::join(keys, " and ");
    all += matmuls + "\n";
    own.push_back(
        {llvm::join(fusions, ", "), matmuls, measure::formatTime(time->kernels),
         choice.passes.empty() ? "-" : "~" + measure::formatTime(time->passes),
         measure::formatTime(time->getSum()), index == chosen ? "yes" : "no"});
  }
  // A model has the same layer many times.
  if (told.insert(all).second)
    llvm::append_range(rows, own);
}

std::string FusionPicks::format() const {
  std::string note =
      lacksTarget ? "fusion choices that need separate passes are not compared "
                    "for an unknown device; name its target with --target\n"
                  : "";
  if (rows.empty())
    return note;
  std::vector<std::vector<std::string>> table = {
      {"fusion", "matmuls", "kernels", "passes", "time", "taken"}};
  llvm::append_range(table, rows);
  return measure::formatColumns(table, /*leftColumns=*/2) + note + "\n";
}

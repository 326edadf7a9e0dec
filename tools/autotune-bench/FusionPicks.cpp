//===- FusionPicks.cpp - Which way was the fastest ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionPicks.h"
#include "Table.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::bench;

std::optional<FusionPicks::Time>
FusionPicks::getTime(const FusionChoice &choice, Lookup lookup) const {
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
  if (!on)
    return std::nullopt;
  time.passes = choice.estimatePasses(*on);
  return time;
}

size_t FusionPicks::choose(ArrayRef<FusionChoice> choices, Lookup lookup) {
  SmallVector<std::optional<Time>> times;
  std::optional<size_t> chosen;
  for (auto [index, choice] : llvm::enumerate(choices)) {
    times.push_back(getTime(choice, lookup));
    if (times.back() &&
        (!chosen || times.back()->getSum() < times[*chosen]->getSum()))
      chosen = index;
  }
  if (chosen) {
    addRows(choices, times, *chosen);
    return *chosen;
  }
  auto found = llvm::find_if(choices, [&](const FusionChoice &choice) {
    return llvm::all_of(choice.matmuls, [&](const ModuleMatmul &matmul) {
      return lookup(matmul).pick;
    });
  });
  if (found == choices.end())
    found = llvm::find_if(choices, [&](const FusionChoice &choice) {
      return lookup(choice.matmuls.front()).hasRecords;
    });
  return found == choices.end() ? choices.size() - 1 : found - choices.begin();
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
        {llvm::join(fusions, ", "), matmuls, runner::formatTime(time->kernels),
         choice.passes.empty() ? "-" : "~" + runner::formatTime(time->passes),
         runner::formatTime(time->getSum()), index == chosen ? "yes" : "no"});
  }
  // A model has the same layer many times.
  if (told.insert(all).second)
    llvm::append_range(rows, own);
}

std::string FusionPicks::format() const {
  if (rows.empty())
    return "";
  std::vector<std::vector<std::string>> table = {
      {"fusion", "matmuls", "kernels", "passes", "time", "taken"}};
  llvm::append_range(table, rows);
  return runner::formatColumns(table, /*leftColumns=*/2) + "\n";
}

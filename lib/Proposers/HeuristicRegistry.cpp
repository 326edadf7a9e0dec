//===- HeuristicRegistry.cpp - All heuristics of the program --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Proposers/HeuristicRegistry.h"

#include "mlir-autotune/Providers/Registry.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::autotune;

HeuristicRegistry::HeuristicRegistry() {
  for (const KernelProvider *provider : getProviders())
    for (auto &[rank, heuristic] : provider->createHeuristics())
      (void)add(std::move(heuristic), rank);
}

HeuristicRegistry &HeuristicRegistry::get() {
  static HeuristicRegistry registry;
  return registry;
}

LogicalResult HeuristicRegistry::add(std::unique_ptr<SeedHeuristic> heuristic,
                                     unsigned rank) {
  std::lock_guard<std::mutex> lock(mutex);
  for (const Entry &entry : entries)
    if (entry.heuristic->getName() == heuristic->getName())
      return failure();
  auto place = llvm::find_if(
      entries, [&](const Entry &entry) { return entry.rank > rank; });
  entries.insert(place, Entry{rank, std::move(heuristic)});
  return success();
}

const SeedHeuristic *HeuristicRegistry::lookup(StringRef name) const {
  std::lock_guard<std::mutex> lock(mutex);
  for (const Entry &entry : entries)
    if (entry.heuristic->getName() == name)
      return entry.heuristic.get();
  return nullptr;
}

SmallVector<const SeedHeuristic *> HeuristicRegistry::getHeuristics() const {
  std::lock_guard<std::mutex> lock(mutex);
  SmallVector<const SeedHeuristic *> heuristics;
  for (const Entry &entry : entries)
    heuristics.push_back(entry.heuristic.get());
  return heuristics;
}

std::string HeuristicRegistry::listNames() const {
  std::string names;
  llvm::ListSeparator separator;
  for (const SeedHeuristic *heuristic : getHeuristics())
    names += (StringRef(separator) + heuristic->getName()).str();
  return names;
}

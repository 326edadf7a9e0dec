//===- HeuristicRegistry.h - All heuristics of the program ---- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROPOSERS_HEURISTICREGISTRY_H
#define MLIR_AUTOTUNE_PROPOSERS_HEURISTICREGISTRY_H

#include "mlir-autotune/Providers/SeedHeuristic.h"

#include <memory>
#include <mutex>
#include <string>

namespace mlir::autotune {

/// All the heuristics of the program, in the order of their ranks: the seeds of
/// the first come before those of the second, and so on.
class HeuristicRegistry {
public:
  /// The one registry, with the heuristics of all providers in it
  /// (KernelProvider::createHeuristics).
  static HeuristicRegistry &get();

  /// Adds a heuristic; equal ranks keep the order of adding. Fails, and adds
  /// nothing, if a heuristic of this name exists.
  LogicalResult add(std::unique_ptr<SeedHeuristic> heuristic, unsigned rank);
  /// nullptr when there is none of that name.
  const SeedHeuristic *lookup(StringRef name) const;
  /// In the order of ranks. Heuristics are never removed, so the pointers stay
  /// valid.
  SmallVector<const SeedHeuristic *> getHeuristics() const;
  /// "skinny-gemm, cluster-m2, ...", for diagnostics.
  std::string listNames() const;

private:
  HeuristicRegistry();

  struct Entry {
    unsigned rank;
    std::unique_ptr<SeedHeuristic> heuristic;
  };
  mutable std::mutex mutex;
  SmallVector<Entry> entries;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROPOSERS_HEURISTICREGISTRY_H

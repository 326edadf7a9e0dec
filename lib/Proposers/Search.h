//===- Search.h - What all strategies share ------------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROPOSERS_SEARCH_H
#define MLIR_AUTOTUNE_LIB_PROPOSERS_SEARCH_H

#include "mlir-autotune/Proposers/SearchStrategy.h"

#include "llvm/ADT/DenseSet.h"

#include <random>

namespace mlir::autotune {

/// Draws that are the same on every machine, as those of the standard's
/// distributions are not.
class Draws {
public:
  explicit Draws(uint64_t seed) : engine(seed) {}

  /// Below `count`, which is not 0. Its bias is 2^-32 of what it is of.
  size_t below(size_t count) { return engine() % count; }

  template <typename T> void shuffle(std::vector<T> &values) {
    for (size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[below(i)]);
  }

private:
  std::mt19937_64 engine;
};

/// Proposes the seeds, then what the strategy itself has. What is known is
/// proposed no more, wherever it is known from.
class Search : public SearchStrategy {
public:
  enum class SeedOrder {
    /// As they were given.
    Ranks,
    /// What a table names, for it was measured, then the best prediction. A
    /// strategy may still choose among those left.
    Predictions
  };

  SmallVector<Config> propose(size_t count) final;
  void observe(ArrayRef<Trial> trials) final;

protected:
  Search(SearchProblem problem, SeedOrder order);

  /// Adds to `next`, up to `count` in all, by add(). Called when all seeds have
  /// been proposed.
  virtual void proposeMore(size_t count, SmallVectorImpl<Config> &next) = 0;
  /// Which of these seeds is proposed next.
  virtual size_t chooseSeed(ArrayRef<Config> left) { return 0; }
  /// Called for each trial.
  virtual void learn(const Trial &trial) {}

  /// Adds what is not known, and knows it then. False where it was.
  bool add(const Config &config, SmallVectorImpl<Config> &next);
  bool isKnown(const Config &config) const { return known.contains(config); }
  double predict(const Config &config) const {
    return problem.predict(config).front();
  }

  SearchProblem problem;

private:
  /// Those that have not been proposed.
  std::vector<Config> seeds;
  llvm::DenseSet<Config> known;
};

/// The best prediction first; equals keep their order.
void sortByPrediction(const SearchProblem &problem,
                      std::vector<Config> &configs);

std::unique_ptr<SearchStrategy> createExhaustiveSearch(SearchProblem problem);
std::unique_ptr<SearchStrategy> createRandomSearch(SearchProblem problem,
                                                   uint64_t seed);
std::unique_ptr<SearchStrategy> createModelSearch(SearchProblem problem);
std::unique_ptr<SearchStrategy> createEvolutionarySearch(SearchProblem problem,
                                                         uint64_t seed);
std::unique_ptr<SearchStrategy> createSurrogateSearch(SearchProblem problem);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROPOSERS_SEARCH_H

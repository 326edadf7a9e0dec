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

/// Proposes what is named and the leading seeds, then what the strategy itself
/// has, and keeps proposals for seeds: for all of them where there are so many,
/// or for as many as are asked for. What is known is proposed no more, wherever
/// it is known from.
class Search : public SearchStrategy {
public:
  SmallVector<Config> propose(size_t count) final;
  void observe(ArrayRef<Trial> trials) final;

protected:
  explicit Search(SearchProblem problem);

  /// Adds to `next`, up to `count` in all, by add(): what the strategy chooses
  /// of getPool(), where it is bound to that.
  virtual void proposeMore(size_t count, SmallVectorImpl<Config> &next) = 0;
  /// Called for what is proposed, and for each trial.
  virtual void expect(const Config &config) {}
  virtual void learn(const Trial &trial) {}

  /// The seeds as they were given, then the space, each config once.
  std::vector<Config> getPool() const;
  /// Adds what is not known, and knows it then. False where it was.
  bool add(const Config &config, SmallVectorImpl<Config> &next);
  bool isKnown(const Config &config) const { return known.contains(config); }
  double predict(const Config &config) const {
    return problem.predict(config).front();
  }

  SearchProblem problem;

private:
  void addFrom(std::vector<Config> &configs, size_t count,
               SmallVectorImpl<Config> &next);

  /// What has not been proposed: of the seeds before the strategy's choices,
  /// and of the others.
  std::vector<Config> leading, seeds;
  /// How many `seeds` were at first.
  size_t numSeeds = 0;
  llvm::DenseSet<Config> known;
  size_t numProposed = 0;
};

/// The best prediction first; equals keep their order.
void sortByPrediction(const SearchProblem &problem,
                      std::vector<Config> &configs);

std::unique_ptr<SearchStrategy> createExhaustiveSearch(SearchProblem problem);
std::unique_ptr<SearchStrategy> createRandomSearch(SearchProblem problem,
                                                   uint64_t seed);
std::unique_ptr<SearchStrategy> createModelSearch(SearchProblem problem);
std::unique_ptr<SearchStrategy> createSurrogateSearch(SearchProblem problem);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROPOSERS_SEARCH_H

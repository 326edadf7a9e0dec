//===- SearchLists.cpp - Strategies that follow a list --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Search.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// Seeds and space in an order that no measurement changes.
class ListSearch final : public Search {
public:
  ListSearch(StringRef name, SearchProblem given,
             llvm::function_ref<void(const SearchProblem &problem,
                                     std::vector<Config> &configs)>
                 order)
      : Search(std::move(given)), name(name), list(getPool()) {
    order(problem, list);
  }

  StringRef getName() const override { return name; }

private:
  void proposeMore(size_t count, SmallVectorImpl<Config> &next) override {
    while (next.size() < count && position < list.size())
      add(list[position++], next);
  }

  StringRef name;
  std::vector<Config> list;
  size_t position = 0;
};
} // namespace

std::unique_ptr<SearchStrategy>
autotune::createExhaustiveSearch(SearchProblem problem) {
  return std::make_unique<ListSearch>(
      "exhaustive", std::move(problem),
      [](const SearchProblem &, std::vector<Config> &) {});
}

std::unique_ptr<SearchStrategy>
autotune::createRandomSearch(SearchProblem problem, uint64_t seed) {
  return std::make_unique<ListSearch>(
      "random", std::move(problem),
      [&](const SearchProblem &, std::vector<Config> &configs) {
        Draws(seed).shuffle(configs);
      });
}

std::unique_ptr<SearchStrategy>
autotune::createModelSearch(SearchProblem problem) {
  return std::make_unique<ListSearch>("model-topk", std::move(problem),
                                      sortByPrediction);
}

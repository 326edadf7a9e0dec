//===- Evaluation.cpp - How good proposals were ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/Evaluation.h"

#include "mlir-autotune/Measure/Columns.h"
#include "mlir-autotune/Measure/Table.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <cstdlib>

using namespace mlir::autotune;
using namespace mlir::autotune::tune;

/// What is as good as the best.
static constexpr double kAsGood = 1.01;

static double getSlowestNs(const TableProblem &problem) {
  double slowest = 0;
  for (const MeasuredConfig &config : problem.configs)
    slowest = std::max(slowest, config.timeNs);
  return slowest;
}

Scores tune::scoreOrder(const TableProblem &problem,
                        llvm::ArrayRef<size_t> order) {
  double best = problem.getBestNs();
  Scores scores;
  for (auto [index, budget] : llvm::enumerate(kBudgets)) {
    double least = getSlowestNs(problem);
    for (size_t at : order.take_front(budget))
      if (problem.configs[at].isOk())
        least = std::min(least, problem.configs[at].timeNs);
    scores.regret[index] = least / best - 1;
    scores.covered[index] = least <= kAsGood * best;
  }
  return scores;
}

Scores tune::scoreDraws(const TableProblem &problem) {
  std::vector<double> times;
  double best = problem.getBestNs(), slowest = getSlowestNs(problem);
  for (const MeasuredConfig &config : problem.configs)
    times.push_back(config.isOk() ? config.timeNs : slowest);
  llvm::sort(times);
  Scores scores;
  size_t count = times.size();
  for (auto [index, budget] : llvm::enumerate(kBudgets)) {
    // Of `draws` without replacement, the least is the i-th when none before it
    // was drawn and it is.
    size_t draws = std::min(budget, count);
    double noneBefore = 1, expected = 0;
    for (size_t i = 0; i + draws <= count; ++i) {
      double isLeast = noneBefore * double(draws) / double(count - i);
      expected += isLeast * times[i];
      if (times[i] <= kAsGood * best)
        scores.covered[index] += isLeast;
      noneBefore -= isLeast;
    }
    scores.regret[index] = expected / best - 1;
  }
  return scores;
}

double Evaluation::getMeanRegret(size_t budget) const {
  double sum = 0;
  for (const Scores &score : scores)
    sum += std::log1p(score.regret[budget]);
  return std::expm1(sum / double(scores.size()));
}

double Evaluation::getHighRegret(size_t budget) const {
  std::vector<double> sorted;
  for (const Scores &score : scores)
    sorted.push_back(score.regret[budget]);
  llvm::sort(sorted);
  double place = 0.95 * double(sorted.size() - 1);
  size_t below = size_t(place);
  size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] +
         (place - double(below)) * (sorted[above] - sorted[below]);
}

double Evaluation::getCoverage(size_t budget) const {
  double sum = 0;
  for (const Scores &score : scores)
    sum += score.covered[budget];
  return sum / double(scores.size());
}

std::string tune::formatEvaluations(llvm::ArrayRef<Evaluation> evaluations) {
  std::vector<std::vector<std::string>> rows(1, {"proposer"});
  // High regrets first.
  std::vector<size_t> optional;
  for (size_t budget : kBudgets) {
    rows[0].push_back("regret@" + std::to_string(budget));
    optional.push_back(rows[0].size());
    rows[0].push_back("p95");
  }
  for (size_t budget : kBudgets) {
    optional.push_back(rows[0].size());
    rows[0].push_back("within 1%@" + std::to_string(budget));
  }
  for (const Evaluation &evaluation : evaluations) {
    std::vector<std::string> row = {evaluation.proposer};
    for (size_t i = 0; i < kBudgets.size(); ++i) {
      row.push_back(
          measure::formatNumber("%.2f%%", 100 * evaluation.getMeanRegret(i)));
      row.push_back(
          measure::formatNumber("%.2f%%", 100 * evaluation.getHighRegret(i)));
    }
    for (size_t i = 0; i < kBudgets.size(); ++i)
      row.push_back(
          measure::formatNumber("%.0f%%", 100 * evaluation.getCoverage(i)));
    rows.push_back(std::move(row));
  }
  return measure::formatColumns(rows, /*leftColumns=*/1, optional);
}

std::string tune::formatMeasured(llvm::ArrayRef<Evaluation> evaluations) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::SmallVector<llvm::StringRef> libraries;
  for (const Evaluation &each : evaluations) {
    if (!each.library.empty() && !llvm::is_contained(libraries, each.library))
      libraries.push_back(each.library);
    if (each.numProposed == 0)
      continue;
    os << each.proposer << ": " << each.numProposed - each.numUnmeasured
       << " of " << each.numProposed << " proposals were measured; "
       << each.numWithout << " of " << each.scores.size()
       << " matmuls have none\n";
  }
  for (llvm::StringRef library : libraries)
    os << "library: " << library << "\n";
  return text;
}

/// Six digits, as records have.
static double roundFigure(double value) {
  return std::strtod(measure::formatNumber("%.6g", value).c_str(), nullptr);
}

llvm::json::Value tune::toJson(llvm::ArrayRef<Evaluation> evaluations,
                               const MeasuredTable &table) {
  llvm::json::Array proposers;
  for (const Evaluation &evaluation : evaluations) {
    llvm::json::Object budgets, matmuls;
    for (auto [index, budget] : llvm::enumerate(kBudgets))
      budgets[std::to_string(budget)] = llvm::json::Object{
          {"regret_mean", roundFigure(evaluation.getMeanRegret(index))},
          {"regret_p95", roundFigure(evaluation.getHighRegret(index))},
          {"coverage", roundFigure(evaluation.getCoverage(index))}};
    for (auto [problem, scores] :
         llvm::zip_equal(table.problems, evaluation.scores)) {
      llvm::json::Array regrets;
      for (double regret : scores.regret)
        regrets.push_back(roundFigure(regret));
      matmuls[problem.key] = std::move(regrets);
    }
    llvm::json::Object object{{"proposer", evaluation.proposer},
                              {"at", std::move(budgets)},
                              {"regrets", std::move(matmuls)}};
    if (evaluation.numProposed > 0) {
      object["proposals"] = int64_t(evaluation.numProposed);
      object["unmeasured"] = int64_t(evaluation.numUnmeasured);
      object["matmuls_without"] = int64_t(evaluation.numWithout);
    }
    if (!evaluation.library.empty())
      object["library"] = evaluation.library;
    proposers.push_back(std::move(object));
  }
  llvm::json::Array budgets;
  for (size_t budget : kBudgets)
    budgets.push_back(int64_t(budget));
  return llvm::json::Object{{"device", table.device},
                            {"records", int64_t(table.numRecords)},
                            {"matmuls", int64_t(table.problems.size())},
                            {"budgets", std::move(budgets)},
                            {"proposers", std::move(proposers)}};
}

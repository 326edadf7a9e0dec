//===- PlanModel.cpp - Times between measured sizes -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanModel.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// A part of the covariance: its standard deviation, and the distance of sizes,
/// in doublings, over which it fades.
struct Part {
  double deviation, doublings;
  double get(double squaredDistance) const {
    return deviation * deviation *
           std::exp(-squaredDistance / (2 * doublings * doublings));
  }
};
} // namespace

// Chosen by the likelihood of 3,234 times of five layers with 36 numbers of
// rows each.
static constexpr Part kSame = {0.04, 0.3}, kAlike = {0.09, 4},
                      kCommon = {0.03, 0.7};
/// How far configs are apart that are not alike: the root of the sum of squares
/// over their parameters, in doublings.
static constexpr double kAlikeParameters = 1.2;
static constexpr double kNoise = 0.02;
/// All configs of a size are measured at one clock. It differs between sizes.
static constexpr double kClock = 0.06;

static double getLikeness(const Config &a, const Config &b) {
  if (a.getTemplateName() != b.getTemplateName())
    return 0;
  double sum = 0;
  for (auto [left, right] : llvm::zip_equal(a.getSlots(), b.getSlots())) {
    double doublings = std::log2((1.0 + double(std::max<int64_t>(left, 0))) /
                                 (1.0 + double(std::max<int64_t>(right, 0))));
    sum += doublings * doublings;
  }
  return std::exp(-sum / (2 * kAlikeParameters * kAlikeParameters));
}

/// The squared distance of two sizes, in doublings.
static double getDistance(const ProblemSizes &a, const ProblemSizes &b) {
  double sum = 0;
  for (auto [from, to] : llvm::zip_equal(a, b)) {
    double doublings = std::log2(double(std::max<int64_t>(from, 1)) /
                                 double(std::max<int64_t>(to, 1)));
    sum += doublings * doublings;
  }
  return sum;
}

PlanModel::Covariance PlanModel::getCovariance(const ProblemSizes &a,
                                               const ProblemSizes &b) {
  double distance = getDistance(a, b);
  double common = kCommon.get(distance);
  if (distance == 0)
    common += kClock * kClock;
  return {kSame.get(distance), kAlike.get(distance), common};
}

/// Solves L x = b in place, for the lower triangle L of `factor`.
static void solveLower(ArrayRef<double> factor, MutableArrayRef<double> x) {
  for (size_t row = 0; row < x.size(); ++row) {
    ArrayRef<double> line = factor.slice(row * x.size(), row + 1);
    for (size_t column = 0; column < row; ++column)
      x[row] -= line[column] * x[column];
    x[row] /= line[row];
  }
}

/// The same with the transpose of L.
static void solveUpper(ArrayRef<double> factor, MutableArrayRef<double> x) {
  for (size_t row = x.size(); row-- > 0;) {
    ArrayRef<double> line = factor.slice(row * x.size(), row + 1);
    x[row] /= line[row];
    for (size_t column = 0; column < row; ++column)
      x[column] -= line[column] * x[row];
  }
}

PlanModel::PlanModel(ArrayRef<Config> configs,
                     std::vector<Observation> observed)
    : numConfigs(configs.size()), observations(std::move(observed)) {
  for (const Config &a : configs)
    for (const Config &b : configs)
      likeness.push_back(getLikeness(a, b));
  size_t size = observations.size();
  factor.resize(size * size);
  for (size_t row = 0; row < size; ++row) {
    const Observation &a = observations[row];
    MutableArrayRef<double> line =
        MutableArrayRef(factor).slice(row * size, row + 1);
    for (size_t column = 0; column <= row; ++column) {
      const Observation &b = observations[column];
      line[column] =
          combine(getCovariance(a.sizes, b.sizes), a.config, b.config);
    }
    line[row] += kNoise * kNoise;
    // The rows before are factored, so the new one is solved by them.
    for (size_t column = 0; column < row; ++column) {
      ArrayRef<double> other = ArrayRef(factor).slice(column * size, size);
      for (size_t k = 0; k < column; ++k)
        line[column] -= line[k] * other[k];
      line[column] /= other[column];
      line[row] -= line[column] * line[column];
    }
    line[row] = std::sqrt(line[row]);
    solution.push_back(a.logError);
  }
  solveLower(factor, solution);
  solveUpper(factor, solution);
}

std::vector<double> PlanModel::getMeans(const ProblemSizes &sizes) const {
  std::vector<double> means(numConfigs, 0);
  double common = 0;
  for (auto [observation, weight] : llvm::zip_equal(observations, solution)) {
    Covariance covariance = getCovariance(sizes, observation.sizes);
    common += covariance.common * weight;
    means[observation.config] += covariance.same * weight;
    double alike = covariance.alike * weight;
    ArrayRef<double> row =
        ArrayRef(likeness).slice(observation.config * numConfigs, numConfigs);
    for (auto [mean, likeness] : llvm::zip_equal(means, row))
      mean += alike * likeness;
  }
  for (double &mean : means)
    mean += common;
  return means;
}

double PlanModel::getDeviation(const ProblemSizes &sizes, size_t config) const {
  std::vector<double> known;
  for (const Observation &observation : observations)
    known.push_back(combine(getCovariance(sizes, observation.sizes), config,
                            observation.config));
  solveLower(factor, known);
  double variance = combine(getCovariance(sizes, sizes), config, config);
  for (double part : known)
    variance -= part * part;
  return std::sqrt(std::max(variance, 0.0));
}

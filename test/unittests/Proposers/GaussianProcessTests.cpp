//===- GaussianProcessTests.cpp - Against a plain solve -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GaussianProcess.h"

#include "llvm/ADT/ArrayRef.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

namespace {
struct Observation {
  size_t point;
  double value, noise;
};

/// Points of one feature whose deviation over the given ones is 1, so that it
/// is not scaled.
class GaussianProcessTest : public testing::Test {
protected:
  using Point = GaussianProcess::Point;

  GaussianProcessTest() {
    for (float feature : {-1.5f, -0.5f, 0.5f, 1.5f})
      points.push_back({0, {feature / std::sqrt(1.25f)}});
  }

  double getCovariance(size_t a, size_t b) const {
    double common = std::pow(GaussianProcess::kCommonDeviation, 2);
    if (points[a].kind != points[b].kind)
      return common;
    double distance = points[a].features[0] - points[b].features[0];
    return common + std::pow(GaussianProcess::kLocalDeviation, 2) *
                        std::exp(-distance * distance /
                                 (2 * std::pow(GaussianProcess::kLength, 2)));
  }

  /// x of A x = b, where A is the covariance of what was observed.
  std::vector<double> solve(ArrayRef<Observation> seen,
                            std::vector<double> b) const {
    size_t size = seen.size();
    std::vector<std::vector<double>> a(size, std::vector<double>(size));
    for (size_t i = 0; i < size; ++i)
      for (size_t j = 0; j < size; ++j)
        a[i][j] = getCovariance(seen[i].point, seen[j].point) +
                  (i == j ? seen[i].noise : 0);
    // The matrix is positive definite: nothing need be swapped.
    for (size_t i = 0; i < size; ++i)
      for (size_t row = 0; row < size; ++row) {
        if (row == i)
          continue;
        double factor = a[row][i] / a[i][i];
        for (size_t j = i; j < size; ++j)
          a[row][j] -= factor * a[i][j];
        b[row] -= factor * b[i];
      }
    for (size_t i = 0; i < size; ++i)
      b[i] /= a[i][i];
    return b;
  }

  void expectPosterior(const GaussianProcess &process,
                       ArrayRef<Observation> seen) const {
    for (size_t point = 0; point < points.size(); ++point) {
      std::vector<double> covariances, values;
      for (const Observation &each : seen) {
        covariances.push_back(getCovariance(point, each.point));
        values.push_back(each.value);
      }
      std::vector<double> weights = solve(seen, covariances);
      double mean = 0, variance = getCovariance(point, point);
      for (size_t i = 0; i < seen.size(); ++i) {
        mean += weights[i] * values[i];
        variance -= weights[i] * covariances[i];
      }
      EXPECT_NEAR(process.getMean(point), mean, 1e-6) << point;
      EXPECT_NEAR(process.getVariance(point), variance, 1e-6) << point;
    }
  }

  std::vector<Point> points;
};
} // namespace

TEST_F(GaussianProcessTest, OneAfterTheOtherIsAllAtOnce) {
  GaussianProcess process(points);
  SmallVector<Observation> seen;
  expectPosterior(process, seen);
  for (Observation each : {Observation{1, 0.3, 1e-4},
                           {3, -0.2, 4e-4},
                           {1, 0.32, 1e-4},
                           {0, 0.1, 1e-2}}) {
    process.observe(each.point, each.value, each.noise);
    seen.push_back(each);
    expectPosterior(process, seen);
  }
}

TEST_F(GaussianProcessTest, APointThatComesLaterIsLikeTheOthers) {
  GaussianProcess process(points);
  SmallVector<Observation> seen = {{1, 0.3, 1e-4}, {3, -0.2, 4e-4}};
  for (const Observation &each : seen)
    process.observe(each.point, each.value, each.noise);
  // Of the same kind, and of one that was not there.
  for (Point point : {Point{0, {0.2f}}, Point{1, {0.2f}}}) {
    points.push_back(point);
    EXPECT_EQ(process.addPoint(point), points.size() - 1);
    expectPosterior(process, seen);
  }
  seen.push_back({4, 0.25, 1e-4});
  process.observe(4, 0.25, 1e-4);
  expectPosterior(process, seen);
}

TEST_F(GaussianProcessTest, WhatIsAssumedShrinksVariancesUntilForgotten) {
  GaussianProcess process(points);
  SmallVector<Observation> seen = {{1, 0.3, 1e-4}};
  process.observe(1, 0.3, 1e-4);
  double mean = process.getMean(2), variance = process.getVariance(2);
  process.assume(2, 1e-4);
  process.assume(3, 1e-4);
  EXPECT_EQ(process.getMean(2), mean);
  EXPECT_LT(process.getVariance(2), 0.1 * variance);
  process.forgetAssumptions();
  expectPosterior(process, seen);
  points.push_back({0, {0.2f}});
  process.addPoint(points.back());
  process.assume(4, 1e-4);
  process.forgetAssumptions();
  seen.push_back({4, 0.2, 1e-4});
  process.observe(4, 0.2, 1e-4);
  expectPosterior(process, seen);
}

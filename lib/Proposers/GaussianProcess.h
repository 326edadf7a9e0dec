//===- GaussianProcess.h - Regression over a few points ------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What some measurements say of configs that are like those measured: a mean
// and a variance for each, updated by one measurement after the other. Points
// by the thousand and measurements by the hundred take milliseconds.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROPOSERS_GAUSSIANPROCESS_H
#define MLIR_AUTOTUNE_LIB_PROPOSERS_GAUSSIANPROCESS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace mlir::autotune {

class GaussianProcess {
public:
  /// Of the kernel, in units of log time: what all configs of a matmul have in
  /// common, what is alike among configs that are, and at which distance (the
  /// root of the mean square over features, each over its standard deviation)
  /// they are not.
  static constexpr double kCommonDeviation = 0.2;
  static constexpr double kLocalDeviation = 0.1;
  static constexpr double kLength = 0.5;

  struct Point {
    /// Only points of one kind say something of each other beyond what all
    /// have in common.
    unsigned kind = 0;
    SmallVector<float, 0> features;
  };

  /// Features are weighed by how much they vary over these points.
  explicit GaussianProcess(std::vector<Point> points);

  /// A point that came later; its index. Not while anything is assumed.
  size_t addPoint(Point point);

  /// What was seen at a point, with the variance of its noise.
  void observe(size_t point, double value, double noise);

  double getMean(size_t point) const { return means[point]; }
  double getVariance(size_t point) const { return variances[point]; }

  /// As if something were observed that is no surprise: variances shrink, means
  /// stay. Until forgetAssumptions().
  void assume(size_t point, double noise);
  void forgetAssumptions();

private:
  double getCovariance(const Point &a, const Point &b) const;
  /// A row of the Cholesky factor, for all points.
  void addRow(size_t point, double noise);
  void scale(Point &point) const;

  std::vector<Point> points;
  /// Per kind, one a feature; 0 for those that don't vary.
  std::vector<SmallVector<float, 0>> scales;
  std::vector<double> means, variances;
  struct Row {
    size_t point;
    double pivot, innovation;
    std::vector<double> values;
  };
  std::vector<Row> rows;
  std::vector<double> knownVariances;
  size_t numAssumed = 0;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROPOSERS_GAUSSIANPROCESS_H

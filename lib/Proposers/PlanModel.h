//===- PlanModel.h - Times between measured sizes ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some configs were measured at some sizes. This says how far the cost model's
// predictions are off for all configs at all sizes, by a Gaussian process.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROPOSERS_PLANMODEL_H
#define MLIR_AUTOTUNE_LIB_PROPOSERS_PLANMODEL_H

#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Problem/SizeGuard.h"

#include <vector>

namespace mlir::autotune {

class PlanModel {
public:
  /// One measurement of one of the configs: the logarithm of its time over the
  /// prediction.
  struct Observation {
    ProblemSizes sizes;
    size_t config;
    double logError;
  };

  PlanModel(ArrayRef<Config> configs, std::vector<Observation> observations);

  /// The logarithm of the factor for each config's prediction at these sizes.
  std::vector<double> getMeans(const ProblemSizes &sizes) const;
  /// The standard deviation of this logarithm for one config.
  double getDeviation(const ProblemSizes &sizes, size_t config) const;

private:
  /// Covariances by the distance of the sizes: of one config, of alike configs,
  /// and of all configs.
  struct Covariance {
    double same, alike, common;
  };
  static Covariance getCovariance(const ProblemSizes &a, const ProblemSizes &b);
  double combine(const Covariance &covariance, size_t a, size_t b) const {
    return (a == b ? covariance.same : 0) +
           covariance.alike * likeness[a * numConfigs + b] + covariance.common;
  }

  size_t numConfigs;
  /// From 0 to 1 for each pair of configs.
  std::vector<double> likeness;
  std::vector<Observation> observations;
  /// The lower triangle of the Cholesky factor of the observations'
  /// covariances, by rows.
  std::vector<double> factor;
  /// The covariances' inverse times the observed values.
  std::vector<double> solution;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROPOSERS_PLANMODEL_H

//===- GaussianProcess.cpp - Regression over a few points -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GaussianProcess.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <cassert>
#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

GaussianProcess::GaussianProcess(std::vector<Point> given)
    : points(std::move(given)) {
  struct Moments {
    double sum = 0, squares = 0;
  };
  std::vector<std::vector<Moments>> moments;
  std::vector<size_t> counts;
  for (const Point &point : points) {
    if (point.kind >= moments.size()) {
      moments.resize(point.kind + 1);
      counts.resize(point.kind + 1);
    }
    std::vector<Moments> &own = moments[point.kind];
    own.resize(std::max<size_t>(own.size(), point.features.size()));
    ++counts[point.kind];
    for (auto [moment, feature] : llvm::zip(own, point.features)) {
      moment.sum += feature;
      moment.squares += double(feature) * feature;
    }
  }
  scales.resize(moments.size());
  for (auto [kind, own] : llvm::enumerate(moments)) {
    double count = counts[kind];
    size_t varying = 0;
    for (const Moments &moment : own) {
      double mean = moment.sum / count;
      double variance = moment.squares / count - mean * mean;
      bool varies = variance > 1e-9 * (1 + mean * mean);
      varying += varies;
      scales[kind].push_back(varies ? 1 / std::sqrt(variance) : 0);
    }
    for (float &factor : scales[kind])
      factor /= std::sqrt(std::max<double>(varying, 1));
  }
  for (Point &point : points)
    scale(point);
  means.assign(points.size(), 0);
  variances.assign(points.size(), kCommonDeviation * kCommonDeviation +
                                      kLocalDeviation * kLocalDeviation);
}

void GaussianProcess::scale(Point &point) const {
  if (point.kind >= scales.size())
    return;
  for (auto [feature, factor] : llvm::zip(point.features, scales[point.kind]))
    feature *= factor;
}

double GaussianProcess::getCovariance(const Point &a, const Point &b) const {
  double common = kCommonDeviation * kCommonDeviation;
  if (a.kind != b.kind)
    return common;
  float distance = 0;
  for (auto [x, y] : llvm::zip(a.features, b.features))
    distance += (x - y) * (x - y);
  return common + kLocalDeviation * kLocalDeviation *
                      std::exp(-distance / (2 * kLength * kLength));
}

size_t GaussianProcess::addPoint(Point point) {
  assert(numAssumed == 0 && "what is assumed is forgotten with its points");
  scale(point);
  double mean = 0, variance = getCovariance(point, point);
  for (auto [index, row] : llvm::enumerate(rows)) {
    double value = getCovariance(points[row.point], point);
    for (const Row &earlier : llvm::ArrayRef<Row>(rows).take_front(index))
      value -= earlier.values[row.point] * earlier.values.back();
    value /= row.pivot;
    mean += value * row.innovation;
    variance -= value * value;
    row.values.push_back(value);
  }
  points.push_back(std::move(point));
  means.push_back(mean);
  variances.push_back(variance);
  return points.size() - 1;
}

void GaussianProcess::addRow(size_t point, double noise) {
  Row row{point, std::sqrt(std::max(variances[point], 0.0) + noise), 0, {}};
  row.values.resize(points.size());
  for (size_t i = 0; i < points.size(); ++i)
    row.values[i] = getCovariance(points[point], points[i]);
  for (const Row &earlier : rows) {
    double factor = earlier.values[point];
    for (size_t i = 0; i < points.size(); ++i)
      row.values[i] -= factor * earlier.values[i];
  }
  for (size_t i = 0; i < points.size(); ++i) {
    row.values[i] /= row.pivot;
    variances[i] = std::max(variances[i] - row.values[i] * row.values[i], 0.0);
  }
  rows.push_back(std::move(row));
}

void GaussianProcess::observe(size_t point, double value, double noise) {
  double surprise = value - means[point];
  addRow(point, noise);
  Row &row = rows.back();
  row.innovation = surprise / row.pivot;
  for (size_t i = 0; i < points.size(); ++i)
    means[i] += row.values[i] * row.innovation;
}

void GaussianProcess::assume(size_t point, double noise) {
  if (numAssumed++ == 0)
    knownVariances = variances;
  addRow(point, noise);
}

void GaussianProcess::forgetAssumptions() {
  if (numAssumed == 0)
    return;
  rows.erase(rows.end() - numAssumed, rows.end());
  variances = std::move(knownVariances);
  numAssumed = 0;
}

//===- CallProvider.cpp - Templates that are calls of a library -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Providers/CallProvider.h"

#include "mlir-autotune/Providers/EstimateParts.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::autotune;

TimeEstimate CallProvider::estimate(const ProblemFact &fact,
                                    const TargetInfo &target,
                                    const Config &config) const {
  const auto &matmul = fact.getMatmul();
  estimates::Rates rates(target, getElementBytes(matmul.a.element));
  TimeEstimate estimate;
  estimate.computeNs = matmul.getFlops() / (rates.tensor * target.sms);
  estimate.memoryNs = fact.getBytes() / rates.memory;
  estimate.waves = 1;
  if (hasSeparateEpilogue(config)) {
    // Sums are written once and read once.
    double bytes = 2.0 * double(matmul.m) * double(matmul.n) *
                   double(matmul.batch) * getElementBytes(matmul.accumulator);
    estimate.memoryNs += bytes / rates.memory;
    estimate.launchNs += kLaunchNs;
  }
  return estimate;
}

ProblemFact CallProvider::getBareProduct(const ProblemFact &fact) {
  return fact.getMatmul().getBareProduct();
}

std::string CallProvider::describeProduct(const ProblemFact &fact) {
  const auto &matmul = fact.getMatmul();
  std::string text;
  llvm::raw_string_ostream os(text);
  // Elements by name: the numbers of types may change with a version.
  os << "a=" << stringifyElementKind(matmul.a.element)
     << " b=" << stringifyElementKind(matmul.b.element)
     << " c=" << stringifyElementKind(matmul.c.element)
     << " sums=" << stringifyElementKind(matmul.accumulator)
     << " transpose_a=" << int(matmul.a.transposed)
     << " transpose_b=" << int(matmul.b.transposed)
     << " accumulate=" << int(matmul.init == InitKind::Accumulate);
  return text;
}

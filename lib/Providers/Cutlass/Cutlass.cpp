//===- Cutlass.cpp - The provider of cutlass ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cutlass/Cutlass.h"

#include "mlir-autotune/Providers/EstimateParts.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::autotune;

TimeEstimate Cutlass::estimate(const ProblemFact &fact,
                               const TargetInfo &target, const Config &) const {
  const auto &matmul = fact.getMatmul();
  estimates::Rates rates(target, getElementBytes(matmul.a.element));
  TimeEstimate estimate;
  estimate.computeNs = matmul.getFlops() / (rates.tensor * target.sms);
  estimate.memoryNs = fact.getBytes() / rates.memory;
  estimate.waves = 1;
  return estimate;
}

std::string Cutlass::getCall(const ProblemFact &fact,
                             const Config &proposed) const {
  const auto &matmul = fact.getMatmul();
  auto config = CutlassConfig::fromConfig(proposed);
  std::string text;
  llvm::raw_string_ostream os(text);
  // The kernel has types, too. The runtime compares them.
  os << "a=" << stringifyElementKind(matmul.a.element)
     << " b=" << stringifyElementKind(matmul.b.element)
     << " c=" << stringifyElementKind(matmul.c.element)
     << " sums=" << stringifyElementKind(matmul.accumulator)
     << " transpose_a=" << int(matmul.a.transposed)
     << " transpose_b=" << int(matmul.b.transposed)
     << " accumulate=" << int(matmul.init == InitKind::Accumulate)
     << " version=" << config.version << " kernel=" << config.kernel;
  return text;
}

//===- Cutlass.cpp - The provider of cutlass ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cutlass/Cutlass.h"

using namespace mlir;
using namespace mlir::autotune;

bool Cutlass::hasSeparateEpilogue(const Config &config) const {
  return CutlassConfig::fromConfig(config).separateEpilogue;
}

std::string Cutlass::getCall(const ProblemFact &fact,
                             const Config &proposed) const {
  auto config = CutlassConfig::fromConfig(proposed);
  return describeProduct(fact) + " version=" + std::to_string(config.version) +
         " kernel=" + std::to_string(config.kernel);
}

//===- CublasLt.cpp - The provider of cublaslt ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CublasLt/CublasLt.h"

#include "mlir-autotune/Problem/StandardEpilogue.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::autotune;

int64_t CublasLt::getWorkspaceBytes(const ProblemFact &, int64_t,
                                    const Config &config) const {
  return CublasLtConfig::fromConfig(config).workspace;
}

static StringRef getActivation(StandardEpilogue::Activation activation) {
  switch (activation) {
  case StandardEpilogue::Activation::None:
    return "none";
  case StandardEpilogue::Activation::Relu:
    return "relu";
  case StandardEpilogue::Activation::Gelu:
    return "gelu";
  }
  llvm_unreachable("every activation is listed");
}

bool CublasLt::hasSeparateEpilogue(const Config &config) const {
  return CublasLtConfig::fromConfig(config).separateEpilogue;
}

std::string CublasLt::getCall(const ProblemFact &fact,
                              const Config &proposed) const {
  const auto &matmul = fact.getMatmul();
  auto config = CublasLtConfig::fromConfig(proposed);
  std::string text = describeProduct(fact);
  llvm::raw_string_ostream os(text);
  std::optional<StandardEpilogue> epilogue = getStandardEpilogue(
      matmul.epilogue, matmul.getSumElement(), matmul.c.element);
  assert(epilogue && "the config is legal");
  os << " bias=" << int(epilogue->hasBias)
     << " activation=" << getActivation(epilogue->activation)
     << " version=" << config.version << " workspace=" << config.workspace;
  os << " algorithm=";
  llvm::interleave(config.algorithm, os, ",");
  return text;
}

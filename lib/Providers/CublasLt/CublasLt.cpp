//===- CublasLt.cpp - The provider of cublaslt ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CublasLt/CublasLt.h"

#include "mlir-autotune/Problem/StandardEpilogue.h"
#include "mlir-autotune/Providers/EstimateParts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::autotune;

TimeEstimate CublasLt::estimate(const ProblemFact &fact,
                                const TargetInfo &target,
                                const Config &) const {
  const auto &matmul = fact.getMatmul();
  estimates::Rates rates(target, getElementBytes(matmul.a.element));
  TimeEstimate estimate;
  estimate.computeNs = matmul.getFlops() / (rates.tensor * target.sms);
  estimate.memoryNs = fact.getBytes() / rates.memory;
  estimate.waves = 1;
  return estimate;
}

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

std::string CublasLt::getCall(const ProblemFact &fact,
                              const Config &proposed) const {
  const auto &matmul = fact.getMatmul();
  auto config = CublasLtConfig::fromConfig(proposed);
  std::string text;
  llvm::raw_string_ostream os(text);
  auto print = [&](StringRef key, auto value) {
    os << (text.empty() ? "" : " ") << key << "=" << value;
  };
  // Elements by name: the numbers of types may change with a version.
  print("a", stringifyElementKind(matmul.a.element));
  print("b", stringifyElementKind(matmul.b.element));
  print("c", stringifyElementKind(matmul.c.element));
  print("sums", stringifyElementKind(matmul.accumulator));
  print("transpose_a", int(matmul.a.transposed));
  print("transpose_b", int(matmul.b.transposed));
  print("accumulate", int(matmul.init == InitKind::Accumulate));
  std::optional<StandardEpilogue> epilogue = getStandardEpilogue(
      matmul.epilogue, matmul.getSumElement(), matmul.c.element);
  assert(epilogue && "the config is legal");
  print("bias", int(epilogue->hasBias));
  print("activation", getActivation(epilogue->activation));
  print("version", config.version);
  print("workspace", config.workspace);
  os << " algorithm=";
  llvm::interleave(config.algorithm, os, ",");
  return text;
}

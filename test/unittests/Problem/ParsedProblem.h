//===- ParsedProblem.h - Problems from their text ------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TEST_UNITTESTS_PROBLEM_PARSEDPROBLEM_H
#define MLIR_AUTOTUNE_TEST_UNITTESTS_PROBLEM_PARSEDPROBLEM_H

#include "mlir-autotune/Problem/ProblemText.h"

namespace mlir::autotune {

/// The key of the problem, or why the text is none.
inline std::string parse(llvm::StringRef text) {
  llvm::Expected<ProblemFact> fact = parseProblem(text);
  return fact ? fact->getKey() : llvm::toString(fact.takeError());
}

/// Why the text is no problem; empty if it is one.
inline std::string getFault(llvm::StringRef text) {
  llvm::Expected<ProblemFact> fact = parseProblem(text);
  return fact ? "" : llvm::toString(fact.takeError());
}

inline MatmulFact parseFact(llvm::StringRef text) {
  return cantFail(parseProblem(text)).getMatmul();
}

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TEST_UNITTESTS_PROBLEM_PARSEDPROBLEM_H

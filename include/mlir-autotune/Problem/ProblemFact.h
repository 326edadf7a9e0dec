//===- ProblemFact.h - What is known of one problem -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes what a kernel computes, whatever the kind of operation. Providers,
// proposers, the tuner, the simulation and the measuring take a ProblemFact.
// Code that only handles matrix products calls getMatmul(). Matmuls are the
// only kind so far. A new kind is a struct beside MatmulFact, with a getter
// here.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROBLEM_PROBLEMFACT_H
#define MLIR_AUTOTUNE_PROBLEM_PROBLEMFACT_H

#include "mlir-autotune/Problem/MatmulFact.h"

#include <memory>

namespace mlir::autotune {

/// A value that never changes. Copies share it, so that they cost nothing.
class ProblemFact {
public:
  /// A product of no known size.
  ProblemFact() : ProblemFact(MatmulFact()) {}
  /// Implicit, since a matmul is a problem.
  ProblemFact(MatmulFact matmul)
      : matmul(std::make_shared<const MatmulFact>(std::move(matmul))) {}

  const MatmulFact &getMatmul() const { return *matmul; }

  bool hasStaticSizes() const { return matmul->hasStaticSizes(); }
  /// Floating-point or integer operations. The sizes must be static.
  double getFlops() const { return matmul->getFlops(); }
  /// Bytes of all operands, each once. The sizes must be static.
  double getBytes() const { return matmul->getBytes(); }
  /// One stable line for reports and database keys. Different problems have
  /// different keys.
  std::string getKey() const { return matmul->getKey(); }
  /// A line from which the problem can be parsed (Problem/ProblemText.h).
  std::string getText() const { return matmul->getText(); }

  friend bool operator==(const ProblemFact &lhs, const ProblemFact &rhs) {
    return lhs.matmul == rhs.matmul || *lhs.matmul == *rhs.matmul;
  }
  friend bool operator!=(const ProblemFact &lhs, const ProblemFact &rhs) {
    return !(lhs == rhs);
  }
  friend llvm::hash_code hash_value(const ProblemFact &fact) {
    return hash_value(*fact.matmul);
  }

private:
  std::shared_ptr<const MatmulFact> matmul;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_PROBLEMFACT_H

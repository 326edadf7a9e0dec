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
// Code that only handles matrix products calls getMatmul(), and code for
// problems of rows calls getRows(). A new kind is a struct beside these, with a
// getter here.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROBLEM_PROBLEMFACT_H
#define MLIR_AUTOTUNE_PROBLEM_PROBLEMFACT_H

#include "mlir-autotune/Problem/AttentionFact.h"
#include "mlir-autotune/Problem/MatmulFact.h"
#include "mlir-autotune/Problem/RowsFact.h"

#include <cassert>
#include <memory>

namespace mlir::autotune {

enum class ProblemKind { Matmul, Rows, Attention };

/// A value that never changes. Copies share it, so that they cost nothing.
class ProblemFact {
public:
  /// A product of no known size.
  ProblemFact() : ProblemFact(MatmulFact()) {}
  /// Implicit, since a matmul is a problem.
  ProblemFact(MatmulFact matmul)
      : matmul(std::make_shared<const MatmulFact>(std::move(matmul))) {}

  ProblemFact(RowsFact rows)
      : rows(std::make_shared<const RowsFact>(std::move(rows))) {}

  ProblemFact(AttentionFact attention)
      : attention(std::make_shared<const AttentionFact>(std::move(attention))) {
  }

  ProblemKind getKind() const {
    return matmul      ? ProblemKind::Matmul
           : attention ? ProblemKind::Attention
                       : ProblemKind::Rows;
  }
  bool isMatmul() const { return matmul != nullptr; }
  bool isRows() const { return rows != nullptr; }
  bool isAttention() const { return attention != nullptr; }
  const MatmulFact &getMatmul() const {
    assert(isMatmul() && "the problem is no matmul");
    return *matmul;
  }
  const RowsFact &getRows() const {
    assert(isRows() && "the problem is none of rows");
    return *rows;
  }
  const AttentionFact &getAttention() const {
    assert(isAttention() && "the problem is no attention");
    return *attention;
  }

  /// The windows of a convolution, or null.
  const WindowsFact *getWindows() const {
    return matmul && matmul->windows ? &*matmul->windows : nullptr;
  }

  bool hasStaticSizes() const {
    return matmul      ? matmul->hasStaticSizes()
           : attention ? attention->hasStaticSizes()
                       : true;
  }
  /// Floating-point or integer operations; 0 if they are not counted. The sizes
  /// must be static.
  double getFlops() const {
    return matmul ? matmul->getFlops() : attention ? attention->getFlops() : 0;
  }
  /// Bytes of all operands, each once. The sizes must be static.
  double getBytes() const {
    return matmul      ? matmul->getBytes()
           : attention ? attention->getBytes()
                       : rows->getBytes();
  }
  /// One stable line for reports and database keys. Different problems have
  /// different keys.
  std::string getKey() const {
    return matmul      ? matmul->getKey()
           : attention ? attention->getKey()
                       : rows->getKey();
  }
  /// A line from which the problem can be parsed (Problem/ProblemText.h).
  std::string getText() const {
    return matmul      ? matmul->getText()
           : attention ? attention->getText()
                       : rows->getText();
  }

  friend bool operator==(const ProblemFact &lhs, const ProblemFact &rhs) {
    return isSame(lhs.matmul, rhs.matmul) && isSame(lhs.rows, rhs.rows) &&
           isSame(lhs.attention, rhs.attention);
  }
  friend bool operator!=(const ProblemFact &lhs, const ProblemFact &rhs) {
    return !(lhs == rhs);
  }
  friend llvm::hash_code hash_value(const ProblemFact &fact) {
    return fact.matmul      ? hash_value(*fact.matmul)
           : fact.attention ? hash_value(*fact.attention)
                            : hash_value(*fact.rows);
  }

private:
  template <typename Fact>
  static bool isSame(const std::shared_ptr<const Fact> &lhs,
                     const std::shared_ptr<const Fact> &rhs) {
    return lhs == rhs || (lhs && rhs && *lhs == *rhs);
  }

  /// One of them is set.
  std::shared_ptr<const MatmulFact> matmul;
  std::shared_ptr<const RowsFact> rows;
  std::shared_ptr<const AttentionFact> attention;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_PROBLEMFACT_H

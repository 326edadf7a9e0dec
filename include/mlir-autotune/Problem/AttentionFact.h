//===- AttentionFact.h - What is known of an attention ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fact of a problem.attention. As in a RowsFact, the operation itself is
// part of it, as text: a kernel and its reference can be built from the fact
// alone. The members beside are what providers decide by.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROBLEM_ATTENTIONFACT_H
#define MLIR_AUTOTUNE_PROBLEM_ATTENTIONFACT_H

#include "mlir-autotune/Problem/RowsFact.h"

namespace mlir::autotune {

/// A problem.attention of `batch` x `heads` independent attentions of `queries`
/// rows and `keys` keys.
struct AttentionFact {
  /// A size that is not known when compiling.
  static constexpr int64_t kUnknown = 0;

  int64_t batch = 1;
  /// Heads of Q and of the result, and those of K and V, each of which serves
  /// heads / keyHeads of the others.
  int64_t heads = 1, keyHeads = 1;
  /// If there are few queries, those of all heads that share a head of K and V
  /// count as queries.
  int64_t queries = kUnknown, keys = kUnknown;
  /// Columns of Q and K, which are summed over, and of V and the result.
  int64_t depth = 0, columns = 0;
  /// The elements of Q, K and V, and of the result.
  ElementKind element = ElementKind::BF16, output = ElementKind::BF16;
  /// How many pairs of a query and a key of one head no mask hides, as far as
  /// masks are understood; all of them where sizes are unknown.
  int64_t seen = 0;
  /// Whether scores may be 2^20 or more, as far as the score function tells.
  bool hasLargeScores = false;
  /// What the score function reads beside the products.
  std::vector<TensorFact> extras;
  /// Whether the logarithms of the sums are a second result.
  bool hasLogSumExp = false;
  /// The operation in MLIR's generic form, on one line; or its hash, of 16
  /// hexadecimal digits, if no more is known.
  std::string body;

  bool hasStaticSizes() const {
    return batch != kUnknown && queries != kUnknown && keys != kUnknown;
  }
  /// Whether only the hash of the operation is known.
  bool isNamed() const { return isBodyHash(body); }
  std::string getHash() const { return getBodyHash(body); }
  /// Operations of both products, of what is not masked. The sizes must be
  /// static, as for getBytes().
  double getFlops() const;
  /// Bytes of all operands, each once.
  double getBytes() const;

  /// As ProblemFact has them. docs/reference/problem-text.md describes the
  /// text.
  std::string getKey() const { return describe(getHash()); }
  std::string getText() const {
    return describe(isNamed() ? body : "{" + body + "}");
  }

  bool operator==(const AttentionFact &other) const;

private:
  std::string describe(const std::string &name) const;
};

llvm::hash_code hash_value(const AttentionFact &fact);

/// The word that the text of an attention begins with.
inline constexpr llvm::StringLiteral kAttentionWord = "attention";

/// The inverse of AttentionFact::getText() and of getKey().
llvm::Expected<AttentionFact> parseAttention(llvm::StringRef text);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_ATTENTIONFACT_H

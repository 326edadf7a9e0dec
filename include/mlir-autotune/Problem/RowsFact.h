//===- RowsFact.h - What is known of one problem of rows --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROBLEM_ROWSFACT_H
#define MLIR_AUTOTUNE_PROBLEM_ROWSFACT_H

#include "mlir-autotune/Problem/BodyHash.h"
#include "mlir-autotune/Problem/Elements.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::autotune {

/// A tensor that a problem reads or writes. Its elements are adjacent. A
/// boolean counts as I8 and an index as I64.
struct TensorFact {
  ElementKind element = ElementKind::F32;
  int64_t elements = 0;
  /// For integers that say where other elements are: they are from 0 to
  /// `limit` - 1. 0 if they may have any value.
  int64_t limit = 0;

  int64_t getBytes() const { return getBytesOf(element, elements); }
  bool operator==(const TensorFact &other) const {
    return element == other.element && elements == other.elements &&
           limit == other.limit;
  }
};

/// A problem.rows: element-wise operations, reductions and scans of `rows` rows
/// of `columns` elements.
struct RowsFact {
  int64_t rows = 0, columns = 0;
  /// How many results the reductions along the columns have together.
  int64_t reductions = 0;
  /// How many scans along the columns there are.
  int64_t scans = 0;
  /// How many inputs are read across rows, as in a transpose: adjacent rows
  /// read adjacent elements, and adjacent columns do not.
  int64_t crossed = 0;
  /// How many rows lie in a line of windows: adjacent ones read mostly the same
  /// elements. 0 without such windows.
  int64_t sliding = 0;
  std::vector<TensorFact> inputs, outputs;
  /// The operation in MLIR's generic form, on one line; or its hash, of 16
  /// hexadecimal digits, if no more is known.
  std::string body;

  /// Whether only the hash of the operation is known.
  bool isNamed() const { return isBodyHash(body); }
  std::string getHash() const { return getBodyHash(body); }
  /// Whether the threads of a row combine what they have, so that one CTA must
  /// have all columns.
  bool combinesRows() const { return reductions + scans != 0; }
  /// Bytes of all operands, each once.
  double getBytes() const;
  /// The narrowest element of a tensor with an element for each row and
  /// column, in bytes; 8 if there is none.
  int64_t getNarrowestBytes() const;
  /// Bytes of a column of one row, of all inputs that have an element for each.
  int64_t getBytesOfColumn() const;
  size_t countOperands() const { return inputs.size() + outputs.size(); }

  /// As ProblemFact has them. docs/reference/problem-text.md describes the
  /// text.
  std::string getKey() const { return describe(getHash()); }
  std::string getText() const { return describe(isNamed() ? body : quote()); }

  bool operator==(const RowsFact &other) const {
    return rows == other.rows && columns == other.columns &&
           reductions == other.reductions && scans == other.scans &&
           crossed == other.crossed && sliding == other.sliding &&
           inputs == other.inputs && outputs == other.outputs &&
           body == other.body;
  }

private:
  std::string quote() const { return "{" + body + "}"; }
  std::string describe(const std::string &name) const;
};

llvm::hash_code hash_value(const RowsFact &fact);

/// The most inputs, and the most outputs, of a problem that is measured.
inline constexpr size_t kMostTensors = 32;

/// The most columns that a thread has at a time, if it goes over its row
/// several times.
inline constexpr int64_t kMostStepColumns = 32;

/// The word that the text of a problem of rows begins with.
inline constexpr llvm::StringLiteral kRowsWord = "rows";

/// The inverse of RowsFact::getText() and of getKey().
llvm::Expected<RowsFact> parseRows(llvm::StringRef text);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_ROWSFACT_H

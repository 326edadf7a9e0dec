//===- FactReader.h - Reads the text of a fact word by word -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROBLEM_FACTREADER_H
#define MLIR_AUTOTUNE_LIB_PROBLEM_FACTREADER_H

#include "mlir-autotune/Problem/BodyHash.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace mlir::autotune {

/// What the parsers of facts that have a body share.
class FactReader {
protected:
  explicit FactReader(llvm::StringRef text) : rest(text.trim()) {}

  llvm::StringRef takeWord() {
    auto [word, others] = rest.split(' ');
    rest = others.ltrim();
    return word;
  }

  static llvm::Error fail(const llvm::Twine &message) {
    return llvm::createStringError(message);
  }

  /// The last word: "by", and the operation in braces or its hash.
  llvm::Error parseBody(std::string &body) {
    if (takeWord() != "by")
      return fail("expected 'by' and the operation, or its hash");
    bool isQuoted = rest.consume_front("{") && rest.consume_back("}");
    body = rest.str();
    if (isQuoted == isBodyHash(body) || rest.empty() || rest.contains('\n'))
      return fail("'" + rest +
                  "' is neither an operation in braces, on one "
                  "line, nor a hash of 16 digits");
    return llvm::Error::success();
  }

  llvm::StringRef rest;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROBLEM_FACTREADER_H

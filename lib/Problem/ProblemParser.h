//===- ProblemParser.h - From text to a fact --------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROBLEM_PROBLEMPARSER_H
#define MLIR_AUTOTUNE_LIB_PROBLEM_PROBLEMPARSER_H

#include "mlir-autotune/Problem/MatmulFact.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace mlir::autotune {

using llvm::StringRef;
using llvm::Twine;

/// Reads a problem from left to right; `rest` is what is still to be read.
class ProblemParser {
public:
  explicit ProblemParser(StringRef text) : rest(text.trim()) {}

  llvm::Expected<MatmulFact> parse();

private:
  llvm::Error fail(const Twine &message) {
    return llvm::createStringError(message);
  }
  /// The next word, which ends at white space; it may be empty.
  StringRef takeWord() {
    size_t end = std::min(rest.find_first_of(" \t\r"), rest.size());
    StringRef word = rest.take_front(end);
    rest = rest.drop_front(end).ltrim();
    return word;
  }
  bool takeWord(StringRef expected) {
    StringRef before = rest;
    if (takeWord() == expected)
      return true;
    rest = before;
    return false;
  }

  llvm::Error parseSize(StringRef word, int64_t &size);
  llvm::Error parseSizes(MatmulFact &fact);
  llvm::Error parseGroup(StringRef word, MatmulFact &fact);
  llvm::Error parseElement(StringRef word, ElementKind &element);
  llvm::Error parseFactor(StringRef word, ElementKind &element);
  llvm::Error parseInputs(MatmulFact &fact);
  llvm::Error parseOutputs(StringRef word, MatmulFact &fact);
  llvm::Error parseResult(MatmulFact &fact);
  llvm::Error parseBody(std::string &body, StringRef what);
  llvm::Error parsePrologue(MatmulFact &fact);
  llvm::Error checkPrologue(const MatmulFact &fact);
  llvm::Error parseScales(MatmulFact &fact);
  llvm::Error parseWindows(MatmulFact &fact);
  llvm::Error parseScale(PrologueOperand &operand, StringRef output);
  llvm::Error parseEpilogue(MatmulFact &fact);
  llvm::Error parseLayout(OperandFact &operand, int64_t batch, int64_t rows);

  StringRef rest;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROBLEM_PROBLEMPARSER_H

//===- TextCursor.h - A place in text that is read --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For readers of texts that also stand in attributes, where MLIR's parser reads
// them. The same characters are blank here.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROBLEM_TEXTCURSOR_H
#define MLIR_AUTOTUNE_PROBLEM_TEXTCURSOR_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::autotune {

class TextCursor {
protected:
  explicit TextCursor(llvm::StringRef text) : text(text) {}

  void skipBlanks() {
    while (at < text.size() && llvm::StringRef(" \t\n\r").contains(text[at]))
      ++at;
  }
  /// Takes the next character, without blanks before it, if it is `wanted`.
  bool take(char wanted) {
    skipBlanks();
    if (at == text.size() || text[at] != wanted)
      return false;
    ++at;
    return true;
  }
  /// The next word, which stays in the text; it may be empty.
  llvm::StringRef peekWord() {
    skipBlanks();
    return text.substr(at).take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_'; });
  }
  /// Takes the next word; it may be empty.
  llvm::StringRef takeWord() {
    llvm::StringRef word = peekWord();
    at += word.size();
    return word;
  }

  llvm::StringRef text;
  /// The number of the next character.
  size_t at = 0;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_TEXTCURSOR_H

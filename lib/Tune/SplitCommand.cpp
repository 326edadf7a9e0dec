//===- SplitCommand.cpp - A command line into words -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/SplitCommand.h"

#include <utility>

using namespace mlir::autotune;
using llvm::StringRef;

llvm::Expected<std::vector<std::string>> tune::splitCommand(StringRef text) {
  std::vector<std::string> words;
  std::string word;
  bool hasWord = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == ' ' || c == '\t' || c == '\n') {
      if (std::exchange(hasWord, false))
        words.push_back(std::exchange(word, {}));
      continue;
    }
    hasWord = true;
    if (c != '\'' && c != '"') {
      if (c == '\\' && ++i == text.size())
        return llvm::createStringError("a backslash at the end of '" + text +
                                       "'");
      word += text[i];
      continue;
    }
    char quote = c;
    while (++i < text.size() && text[i] != quote) {
      if (quote == '"' && text[i] == '\\' && i + 1 < text.size() &&
          (text[i + 1] == '"' || text[i + 1] == '\\'))
        ++i;
      word += text[i];
    }
    if (i >= text.size())
      return llvm::createStringError("a quote without an end in '" + text +
                                     "'");
  }
  if (hasWord)
    words.push_back(word);
  if (words.empty())
    return llvm::createStringError("an empty command");
  return words;
}

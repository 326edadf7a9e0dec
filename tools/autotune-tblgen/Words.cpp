//===- Words.cpp - How people read a parameter ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The words of a config, as in "<template> 128x192x64 s4 pingpong", are read
// back (Config::parse). So every word must belong to one parameter alone.
//
//===----------------------------------------------------------------------===//

#include "TemplateModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using namespace autotune_tblgen;

static std::string withDashes(StringRef text) {
  std::string result = text.str();
  llvm::replace(result, '_', '-');
  return result;
}

static bool isWordCharacter(char c) {
  return isLower(c) || isDigit(c) || c == '-';
}

std::string autotune_tblgen::readWord(const ParamModel &param) {
  std::string word = param.record->getValueAsString("word").str();
  bool isNumber =
      param.kind == ParamModel::Int || param.kind == ParamModel::IntList;
  if (word.empty())
    word = withDashes(param.name) + (isNumber                         ? "%"
                                     : param.kind == ParamModel::Enum ? "-%"
                                                                      : "");
  StringRef rest = word;
  bool hasValue = rest.contains('%');
  auto fail = [&](const Twine &why) {
    PrintFatalError(param.record->getLoc(), Twine("the word \"") + word +
                                                "\" of \"" + param.name +
                                                "\" " + why);
  };
  if (StringRef(word).count('%') != (param.kind != ParamModel::Bool))
    fail("must have one % for the value, or none if the parameter is a bool");
  if (isNumber && !rest.consume_back("%"))
    fail("must end with the number");
  if (isNumber && !rest.empty() && isDigit(rest.back()))
    fail("has a digit before the number");
  if (!llvm::all_of(rest, [&](char c) {
        return isWordCharacter(c) || (c == '%' && hasValue);
      }))
    fail("may have lower case letters, digits and dashes");
  return word;
}

std::vector<std::string>
autotune_tblgen::getFixedWords(const ParamModel &param) {
  if (param.kind == ParamModel::Bool)
    return {param.word, "no-" + param.word};
  std::vector<std::string> words;
  auto [before, after] = StringRef(param.word).split('%');
  if (param.kind == ParamModel::Enum)
    for (const EnumCase &item : param.type->cases)
      words.push_back((before + withDashes(item.name) + after).str());
  return words;
}

std::string autotune_tblgen::getWord(const RemovedParamModel &param) {
  std::string name = withDashes(param.name);
  if (param.value == "true" || param.value == "false")
    return (param.value == "true" ? "" : "no-") + name;
  return name + (isSnakeCase(param.value) ? "-" : "") + withDashes(param.value);
}

/// Whether the word is the prefix and numbers, joined by x.
static bool isNumberWord(StringRef word, StringRef prefix) {
  return word.consume_front(prefix) && !word.empty() && isDigit(word.front()) &&
         llvm::all_of(word, [](char c) { return isDigit(c) || c == 'x'; });
}

void autotune_tblgen::checkWords(const TemplateModel &item) {
  for (const ParamModel &param : item.params)
    for (const ParamModel &other : item.params) {
      if (&param == &other)
        break;
      auto fail = [&](StringRef word) {
        PrintFatalError(param.record->getLoc(),
                        Twine("the word \"") + word + "\" of \"" + param.name +
                            "\" is one of \"" + other.name + "\", too");
      };
      std::vector<std::string> words = getFixedWords(param);
      std::vector<std::string> others = getFixedWords(other);
      if (words.empty() && others.empty() && param.word == other.word)
        fail(param.word);
      for (const std::string &word : words)
        if (llvm::is_contained(others, word) ||
            (others.empty() &&
             isNumberWord(word, StringRef(other.word).drop_back())))
          fail(word);
      for (const std::string &word : others)
        if (words.empty() &&
            isNumberWord(word, StringRef(param.word).drop_back()))
          fail(word);
    }
}

void autotune_tblgen::checkRemovedWords(const TemplateModel &item) {
  for (const RemovedParamModel &removed : item.removedParams)
    for (const ParamModel &param : item.params)
      if (llvm::is_contained(getFixedWords(param), getWord(removed)))
        PrintFatalError(param.record->getLoc(),
                        Twine("the word \"") + getWord(removed) + "\" of \"" +
                            param.name + "\" is one of the removed \"" +
                            removed.name + "\", too");
}

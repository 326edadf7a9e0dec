//===- ConfigWords.cpp - Configs as people read them ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "<template> 128x192x64 s4 pingpong persistent tma-store": one word a
// parameter, in the order of declaration, without those that have their
// default. autotune-tblgen has made sure that a word belongs to one parameter
// alone.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Autotune/ConfigWords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::autotune;

static constexpr StringLiteral kBlanks = " \t\n\r";
/// Ends the text of a config that has parameters without a value.
static constexpr StringLiteral kOthersUnset = "...";

static bool isDefault(const ParamSchema &param, ArrayRef<int64_t> values) {
  return llvm::equal(values, llvm::map_range(param.components,
                                             [](const ComponentSchema &each) {
                                               return each.defaultValue;
                                             }));
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static std::string withDashes(StringRef text) {
  std::string result = text.str();
  llvm::replace(result, '_', '-');
  return result;
}

static std::string printWord(const ParamSchema &param,
                             ArrayRef<int64_t> values) {
  if (param.kind == ParamKind::Bool)
    return (values.front() ? "" : "no-") + param.word.str();
  auto [before, after] = param.word.split('%');
  auto texts = llvm::map_range(
      values, [&](int64_t value) { return param.printValue(value); });
  return (before + withDashes(llvm::join(texts, "x")) + after).str();
}

/// The inverse of printWord(). Nothing for a word of another parameter; domains
/// are not checked.
static std::optional<SmallVector<int64_t>> parseWord(const ParamSchema &param,
                                                     StringRef text) {
  if (param.kind == ParamKind::Bool) {
    bool value = !text.consume_front("no-");
    if (text != param.word)
      return std::nullopt;
    return SmallVector<int64_t>{value};
  }
  auto [before, after] = param.word.split('%');
  if (!text.consume_front(before) || !text.consume_back(after))
    return std::nullopt;
  SmallVector<int64_t> values;
  if (param.kind == ParamKind::Enum) {
    const auto *it = llvm::find_if(
        param.cases, [&](StringRef name) { return withDashes(name) == text; });
    if (it == param.cases.end())
      return std::nullopt;
    values.push_back(it - param.cases.begin());
    return values;
  }
  SmallVector<StringRef> numbers;
  text.split(numbers, 'x');
  for (StringRef number : numbers)
    if (!llvm::all_of(number.drop_while([](char c) { return c == '-'; }),
                      llvm::isDigit) ||
        number.getAsInteger(10, values.emplace_back()))
      return std::nullopt;
  return values;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// ", stages = 4".
static void printParam(raw_ostream &os, const ParamSchema &param,
                       ArrayRef<int64_t> values) {
  os << ", " << param.name << " = ";
  if (param.kind == ParamKind::IntList)
    os << "[";
  llvm::interleaveComma(values, os,
                        [&](int64_t value) { os << param.printValue(value); });
  if (param.kind == ParamKind::IntList)
    os << "]";
}

void autotune::printShort(raw_ostream &os, const Config &config) {
  const TemplateSchema &schema = config.getSchema();
  os << schema.name;
  bool isComplete = config.isComplete(), isShort = false;
  for (const ParamSchema &param : schema.params) {
    ArrayRef<int64_t> values = config.get(param);
    // The first parameter is the tile, or as telling.
    if (isComplete && &param != schema.params.begin() &&
        isDefault(param, values))
      isShort = true;
    else if (!values.empty())
      printParam(os, param, values);
  }
  if (isShort)
    os << ", " << kDefaultsKeyword;
}

std::string autotune::getBrief(const Config &config) {
  const TemplateSchema &schema = config.getSchema();
  std::string text = schema.name.str();
  bool isComplete = config.isComplete();
  for (const ParamSchema &param : schema.params) {
    ArrayRef<int64_t> values = config.get(param);
    if (!values.empty() &&
        (!isComplete || param.isShown || !isDefault(param, values)))
      text += " " + printWord(param, values);
  }
  return isComplete ? text : text + " " + kOthersUnset.str();
}

std::string autotune::getBrief(StringRef text) {
  FailureOr<Config> config = Config::parse(text, [](size_t, const Twine &) {});
  if (failed(config))
    return text.str();
  // Stored before its template had some parameters.
  Config neutral = config->withNeutralDefaults();
  return getBrief(neutral.isComplete() ? neutral : *config);
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

bool autotune::isBrief(StringRef text) {
  StringRef rest =
      text.ltrim(kBlanks)
          .drop_while([](char c) { return llvm::isAlnum(c) || c == '_'; })
          .ltrim(kBlanks);
  return !rest.empty() && rest.front() != ',';
}

/// Sets what the word says; otherwise returns what is wrong with it.
static std::string readWord(StringRef text, Config &config) {
  const TemplateSchema &schema = config.getSchema();
  std::string defaults;
  for (const ParamSchema &param : schema.params) {
    if (auto values = parseWord(param, text)) {
      if (config.isSet(param.name))
        return ("parameter \"" + param.name + "\" is set twice").str();
      std::string fault = param.getFault(*values);
      if (fault.empty())
        (void)config.set(param.name, *values);
      return fault;
    }
    SmallVector<int64_t> values;
    for (const ComponentSchema &component : param.components)
      values.push_back(component.defaultValue);
    defaults += (defaults.empty() ? "" : " ") + printWord(param, values);
  }
  for (const RemovedParam &param : schema.removedParams)
    if (std::optional<std::string> value = param.readWord(text))
      return param.getFault(*value);
  for (const ParamSchema &param : schema.params)
    for (const RemovedCase &removed : param.removedCases) {
      auto [before, after] = param.word.split('%');
      if (text == (before + withDashes(removed.name) + after).str())
        return param.getCaseFault(removed.name);
    }
  return ("unknown word \"" + text + "\" of template " + schema.name +
          "; the words of its defaults are " + defaults +
          ", and a parameter by name needs a comma before it")
      .str();
}

FailureOr<Config> autotune::parseBrief(StringRef text,
                                       Config::FaultHandler report) {
  std::optional<Config> config;
  StringRef rest = text;
  while (!(rest = rest.ltrim(kBlanks)).empty()) {
    size_t offset = text.size() - rest.size();
    StringRef word =
        rest.take_until([](char c) { return kBlanks.contains(c); });
    rest = rest.drop_front(word.size());
    std::string fault;
    if (!config) {
      if (const TemplateSchema *schema = lookupTemplateSchema(word))
        config.emplace(*schema);
      else
        fault = "unknown template \"" + word.str() +
                "\", known: " + listTemplates();
    } else if (word == kOthersUnset && rest.ltrim(kBlanks).empty()) {
      return *config;
    } else {
      fault = readWord(word, *config);
    }
    if (!fault.empty()) {
      report(offset, fault);
      return failure();
    }
  }
  return config->withDefaults();
}

//===- ConfigText.cpp - Configs from the text of files --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grammar of #autotune.config<...>, without an MLIRContext: tables may have
// thousands of configs, and say of each fault at which character it is.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Autotune/ConfigWords.h"
#include "mlir-autotune/Problem/TextCursor.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class ConfigReader : private TextCursor {
public:
  ConfigReader(StringRef text, Config::FaultHandler report)
      : TextCursor(text), report(report) {}

  FailureOr<Config> read();

private:
  LogicalResult fail(size_t offset, const Twine &message) {
    report(offset, message);
    return failure();
  }

  LogicalResult readParam(Config &config);
  LogicalResult readRemoved(const RemovedParam &param);
  LogicalResult readValues(const ParamSchema &param,
                           SmallVectorImpl<int64_t> &values);
  LogicalResult readInteger(const ParamSchema &param, int64_t &value);

  Config::FaultHandler report;
};
} // namespace

LogicalResult ConfigReader::readInteger(const ParamSchema &param,
                                        int64_t &value) {
  skipBlanks();
  size_t begin = at;
  bool isNegative = take('-');
  StringRef digits = takeWord();
  StringRef number = isNegative ? text.slice(begin, at) : digits;
  if (digits.empty() || number.getAsInteger(10, value))
    return fail(begin, param.name + " takes " + describeKind(param.kind));
  return success();
}

/// What follows "name =".
LogicalResult ConfigReader::readValues(const ParamSchema &param,
                                       SmallVectorImpl<int64_t> &values) {
  skipBlanks();
  size_t begin = at;
  auto complain = [&] {
    return fail(begin, param.name + " takes " + describeKind(param.kind));
  };
  switch (param.kind) {
  case ParamKind::Int:
    return readInteger(param, values.emplace_back());
  case ParamKind::IntList:
    if (!take('['))
      return complain();
    if (take(']'))
      return success();
    do {
      if (failed(readInteger(param, values.emplace_back())))
        return failure();
    } while (take(','));
    if (!take(']'))
      return fail(at, "expected ',' or ']' in the list of " + param.name);
    return success();
  case ParamKind::Bool: {
    StringRef word = takeWord();
    values.push_back(word == "true");
    return word == "true" || word == "false" ? success() : complain();
  }
  case ParamKind::Enum: {
    StringRef word = takeWord();
    if (word.empty())
      return complain();
    std::optional<int64_t> value = param.lookupCase(word);
    if (!value)
      return fail(begin, param.getCaseFault(word));
    values.push_back(*value);
    return success();
  }
  }
  llvm_unreachable("unknown parameter kind");
}

/// The same of a parameter that the template no longer has.
LogicalResult ConfigReader::readRemoved(const RemovedParam &param) {
  if (!take('='))
    return fail(at, "expected '=' behind " + param.name);
  skipBlanks();
  size_t begin = at;
  // Whatever it is, up to the next parameter.
  StringRef given = text.substr(at).take_until([](char c) { return c == ','; });
  at += given.size();
  std::string fault = param.getFault(given.rtrim(" \t\n\r"));
  return fault.empty() ? success() : fail(begin, fault);
}

LogicalResult ConfigReader::readParam(Config &config) {
  const TemplateSchema &schema = config.getSchema();
  skipBlanks();
  size_t begin = at;
  StringRef name = takeWord();
  if (const RemovedParam *removed = schema.lookupRemovedParam(name))
    return readRemoved(*removed);
  const ParamSchema *param = schema.lookupParam(name);
  if (!param)
    return fail(begin, "unknown parameter \"" + name + "\" of template " +
                           schema.name + ", known: " + schema.listParams());
  if (config.isSet(name))
    return fail(begin, "parameter \"" + name + "\" is set twice");
  if (!take('='))
    return fail(at, "expected '=' behind " + name);
  skipBlanks();
  begin = at;
  SmallVector<int64_t> values;
  if (failed(readValues(*param, values)))
    return failure();
  std::string fault = param->getFault(values);
  if (!fault.empty())
    return fail(begin, fault);
  return config.set(name, values);
}

FailureOr<Config> ConfigReader::read() {
  skipBlanks();
  size_t begin = at;
  StringRef name = takeWord();
  const TemplateSchema *schema = lookupTemplateSchema(name);
  if (!schema)
    return fail(begin, name.empty() ? "expected a template's name, known: " +
                                          listTemplates()
                                    : "unknown template \"" + name.str() +
                                          "\", known: " + listTemplates());
  Config config(*schema);
  while (take(',')) {
    skipBlanks();
    if (StringRef rest = text.substr(at);
        rest.consume_front(kDefaultsKeyword) && rest.trim().empty())
      return config.withDefaults();
    if (failed(readParam(config)))
      return failure();
  }
  skipBlanks();
  if (at != text.size())
    return fail(at, "expected ',' or the end of the config");
  return config;
}

FailureOr<Config> Config::parse(StringRef text, FaultHandler report) {
  if (isBrief(text))
    return parseBrief(text, report);
  return ConfigReader(text, report).read();
}

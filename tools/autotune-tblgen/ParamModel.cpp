//===- ParamModel.cpp - Parameters and domains read from records ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TemplateModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using namespace autotune_tblgen;

//===----------------------------------------------------------------------===//
// Domains
//===----------------------------------------------------------------------===//

static void checkRange(const Record *record, StringRef what,
                       const RangeModel &range, int64_t defaultValue) {
  if (range.lower > range.upper)
    PrintFatalError(record->getLoc(),
                    Twine("the range of \"") + what + "\" is empty");
  if (defaultValue < range.lower || defaultValue > range.upper)
    PrintFatalError(record->getLoc(), Twine("the default of \"") + what +
                                          "\" is " + Twine(defaultValue) +
                                          ", which is not in its range");
}

/// Checks what holds of all domains. `what` is the parameter, or a component
/// of it, as the user reads it: `tile[0]`.
static void checkDomain(const Record *record, StringRef what,
                        const DomainModel &domain, int64_t defaultValue,
                        function_ref<std::string(int64_t)> print) {
  for (unsigned level = 0; level < NumLevels; ++level) {
    const std::vector<int64_t> &values = domain[level];
    if (values.empty())
      PrintFatalError(record->getLoc(), Twine("the ") + getLevelName(level) +
                                            " domain of \"" + what +
                                            "\" is empty");
    for (size_t i = 0; i < values.size(); ++i) {
      if (llvm::is_contained(ArrayRef(values).take_front(i), values[i]))
        PrintFatalError(record->getLoc(),
                        Twine("the ") + getLevelName(level) + " domain of \"" +
                            what + "\" holds " + print(values[i]) + " twice");
      if (level + 1 < NumLevels &&
          !llvm::is_contained(domain[level + 1], values[i]))
        PrintFatalError(record->getLoc(),
                        Twine("the ") + getLevelName(level) + " domain of \"" +
                            what + "\" holds " + print(values[i]) +
                            ", which its " + getLevelName(level + 1) +
                            " domain does not");
    }
  }
  if (!llvm::is_contained(domain[Legal], defaultValue))
    PrintFatalError(record->getLoc(), Twine("the default of \"") + what +
                                          "\" is " + print(defaultValue) +
                                          ", which is not in its domain");
}

static DomainModel readDomain(const Record *domain) {
  return {domain->getValueAsListOfInts("quick"),
          domain->getValueAsListOfInts("default"),
          domain->getValueAsListOfInts("exhaustive"),
          domain->getValueAsListOfInts("legal")};
}

static std::optional<RangeModel> readRange(const Record *domain) {
  std::vector<int64_t> ends = domain->getValueAsListOfInts("range");
  if (ends.empty())
    return std::nullopt;
  return RangeModel{ends.front(), ends.back()};
}

static std::string printInteger(int64_t value) { return std::to_string(value); }

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

static const EnumModel *readEnum(const Record *record, Model &model) {
  for (const auto &known : model.enums)
    if (known->record == record)
      return known.get();
  auto result = std::make_unique<EnumModel>();
  result->record = record;
  result->cppName = record->getValueAsString("cppName").str();
  StringSet<> names;
  for (const Record *item : record->getValueAsListOfDefs("cases")) {
    StringRef name = item->getValueAsString("name");
    if (!isSnakeCase(name))
      PrintFatalError(item->getLoc(), Twine("the case \"") + name + "\" of " +
                                          result->cppName +
                                          " is not snake case");
    if (!names.insert(name).second)
      PrintFatalError(item->getLoc(), Twine("duplicate case \"") + name +
                                          "\" of " + result->cppName);
    result->cases.push_back({name.str(), toCamelCase(name, /*upperFirst=*/true),
                             item->getValueAsString("doc").str()});
  }
  for (const Record *item : record->getValueAsListOfDefs("removedCases")) {
    RemovedCaseModel removed = {item->getValueAsString("name").str(),
                                item->getValueAsString("reason").str()};
    if (!names.insert(removed.name).second || removed.reason.empty())
      PrintFatalError(item->getLoc(), Twine("the removed case \"") +
                                          removed.name + "\" of " +
                                          result->cppName +
                                          " is still a case, or has no reason");
    result->removedCases.push_back(std::move(removed));
  }
  if (result->cases.empty())
    PrintFatalError(record->getLoc(), Twine("the enumeration ") +
                                          result->cppName + " has no cases");
  for (const auto &known : model.enums)
    if (known->cppName == result->cppName)
      PrintFatalError(record->getLoc(),
                      Twine("duplicate enumeration ") + result->cppName);
  model.enums.push_back(std::move(result));
  return model.enums.back().get();
}

static void readEnumParam(ParamModel &param, Model &model) {
  const Record *record = param.record;
  param.kind = ParamModel::Enum;
  param.type = readEnum(record->getValueAsDef("type"), model);
  auto toIndex = [&](StringRef name) -> int64_t {
    for (auto [index, item] : llvm::enumerate(param.type->cases))
      if (item.name == name)
        return index;
    PrintFatalError(record->getLoc(), Twine("\"") + name + "\" of \"" +
                                          param.name + "\" is no case of " +
                                          param.type->cppName);
  };
  const Record *domain = record->getValueAsDef("domain");
  DomainModel indices;
  for (unsigned level = 0; level < Legal; ++level)
    for (StringRef name : domain->getValueAsListOfStrings(getLevelName(level)))
      indices[level].push_back(toIndex(name));
  for (size_t i = 0; i < param.type->cases.size(); ++i)
    indices[Legal].push_back(i);
  param.defaults = {toIndex(record->getValueAsString("default"))};
  checkDomain(record, param.name, indices, param.defaults[0],
              [&](int64_t index) { return param.type->cases[index].name; });
  param.domains = {indices};
  param.ranges = {std::nullopt};
  param.components = {""};
}

static void readIntListParam(ParamModel &param) {
  const Record *record = param.record;
  param.kind = ParamModel::IntList;
  for (StringRef name : record->getValueAsListOfStrings("components"))
    param.components.push_back(name.str());
  for (const Record *domain : record->getValueAsListOfDefs("domains")) {
    param.domains.push_back(readDomain(domain));
    param.ranges.push_back(readRange(domain));
  }
  param.defaults = record->getValueAsListOfInts("default");
  size_t count = param.components.size();
  if (count == 0 || param.domains.size() != count ||
      param.defaults.size() != count)
    PrintFatalError(record->getLoc(),
                    Twine("\"") + param.name + "\" has " + Twine(count) +
                        " components, " + Twine(param.domains.size()) +
                        " domains and " + Twine(param.defaults.size()) +
                        " defaults; the three must be equal and not 0");
  for (size_t i = 0; i < count; ++i) {
    std::string what = (Twine(param.name) + "[" + Twine(i) + "]").str();
    if (param.ranges[i])
      checkRange(record, what, *param.ranges[i], param.defaults[i]);
    else
      checkDomain(record, what, param.domains[i], param.defaults[i],
                  printInteger);
  }
}

RemovedParamModel autotune_tblgen::readRemovedParam(const Record *record) {
  RemovedParamModel param;
  param.name = record->getValueAsString("name").str();
  param.value = record->getValueAsString("value").str();
  param.reason = record->getValueAsString("reason").str();
  int64_t number = 0;
  if (!isSnakeCase(param.name))
    PrintFatalError(record->getLoc(), Twine("the removed parameter \"") +
                                          param.name + "\" is not snake case");
  if (!isSnakeCase(param.value) &&
      StringRef(param.value).getAsInteger(10, number))
    PrintFatalError(record->getLoc(),
                    Twine("the value \"") + param.value +
                        "\" of the removed parameter \"" + param.name +
                        "\" is neither a keyword nor an integer");
  if (param.reason.empty())
    PrintFatalError(record->getLoc(), Twine("the removed parameter \"") +
                                          param.name + "\" has no reason");
  return param;
}

ParamModel autotune_tblgen::readParam(const Record *record, Model &model) {
  ParamModel param;
  param.record = record;
  param.name = record->getValueAsString("name").str();
  param.cppName = toCamelCase(param.name);
  param.doc = record->getValueAsString("doc").str();
  param.neutral = record->getValueAsBit("neutral");
  if (!isSnakeCase(param.name))
    PrintFatalError(record->getLoc(), Twine("the parameter \"") + param.name +
                                          "\" is not snake case");
  // Ends the text of a config of which all else has its default.
  if (param.name == "defaults")
    PrintFatalError(record->getLoc(), "no parameter may be named \"defaults\"");
  if (param.doc.empty())
    PrintFatalError(record->getLoc(),
                    Twine("the parameter \"") + param.name + "\" has no doc");
  if (record->isSubClassOf("IntListParam")) {
    readIntListParam(param);
  } else if (record->isSubClassOf("EnumParam")) {
    readEnumParam(param, model);
  } else if (record->isSubClassOf("IntParam") ||
             record->isSubClassOf("BoolParam")) {
    bool isBool = record->isSubClassOf("BoolParam");
    param.kind = isBool ? ParamModel::Bool : ParamModel::Int;
    param.components = {""};
    param.domains = {readDomain(record->getValueAsDef("domain"))};
    param.ranges = {readRange(record->getValueAsDef("domain"))};
    param.defaults = {isBool ? int64_t(record->getValueAsBit("default"))
                             : record->getValueAsInt("default")};
    // Whatever the enumeration tries, both values may be written.
    if (isBool) {
      for (int64_t value : param.domains[0][Legal])
        if (value != 0 && value != 1)
          PrintFatalError(record->getLoc(),
                          Twine("the domain of \"") + param.name + "\" holds " +
                              Twine(value) + "; it may hold 0 and 1");
      param.domains[0][Legal] = {0, 1};
    }
    if (param.ranges[0])
      checkRange(record, param.name, *param.ranges[0], param.defaults[0]);
    else
      checkDomain(record, param.name, param.domains[0], param.defaults[0],
                  printInteger);
  } else {
    PrintFatalError(record->getLoc(),
                    Twine("the parameter \"") + param.name +
                        "\" is none of IntParam, IntListParam, BoolParam, "
                        "EnumParam");
  }
  param.word = readWord(param);
  param.shown = record->getValueAsBit("shown");
  return param;
}

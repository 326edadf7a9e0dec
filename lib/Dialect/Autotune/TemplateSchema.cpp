//===- TemplateSchema.cpp - Which parameters a template has ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Autotune/TemplateSchema.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::autotune;

#include "mlir-autotune/Dialect/Autotune/ConfigSchema.cpp.inc"

/// A domain of more values than this is written {first, second, ..., last} when
/// its steps are even.
static constexpr size_t kLongDomain = 6;

//===----------------------------------------------------------------------===//
// ParamSchema
//===----------------------------------------------------------------------===//

std::string ParamSchema::printValue(int64_t value) const {
  if (kind == ParamKind::Enum && value >= 0 &&
      value < static_cast<int64_t>(cases.size()))
    return cases[value].str();
  if (kind == ParamKind::Bool)
    return value ? "true" : "false";
  return std::to_string(value);
}

static bool hasEvenSteps(ArrayRef<int64_t> values) {
  for (size_t i = 2; i < values.size(); ++i)
    if (values[i] - values[i - 1] != values[1] - values[0])
      return false;
  return true;
}

bool ComponentSchema::isLegal(int64_t value) const {
  if (range)
    return range->lower <= value && value <= range->upper;
  return llvm::is_contained(getDomain(DomainLevel::Legal), value);
}

std::string ParamSchema::printDomain(unsigned component) const {
  if (const auto &range = components[component].range)
    return "{" + std::to_string(range->lower) + " to " +
           std::to_string(range->upper) + "}";
  ArrayRef<int64_t> values =
      components[component].getDomain(DomainLevel::Legal);
  bool isLong = values.size() > kLongDomain && hasEvenSteps(values);
  std::string text = "{";
  for (auto [i, value] : llvm::enumerate(values)) {
    if (isLong && i >= 2 && i + 1 < values.size())
      continue;
    if (i)
      text += ", ";
    if (isLong && i + 1 == values.size())
      text += "..., ";
    text += printValue(value);
  }
  return text + "}";
}

std::optional<int64_t> ParamSchema::lookupCase(StringRef text) const {
  const auto *it = llvm::find(cases, text);
  if (it == cases.end())
    return std::nullopt;
  return it - cases.begin();
}

std::string ParamSchema::getCaseFault(StringRef text) const {
  for (const RemovedCase &removed : removedCases)
    if (removed.name == text)
      return (name + " = " + text + ", but " + text +
              " was removed from the template because " + removed.reason +
              "; tune the matmul again")
          .str();
  return (name + " = " + text + " is not in " + printDomain(0)).str();
}

std::string ParamSchema::getFault(ArrayRef<int64_t> values) const {
  if (values.size() != getNumSlots())
    return (name + " takes " + Twine(getNumSlots()) + " integers, not " +
            Twine(values.size()))
        .str();
  for (auto [i, value] : llvm::enumerate(values)) {
    if (components[i].isLegal(value))
      continue;
    std::string what = name.str();
    if (kind == ParamKind::IntList)
      what += "[" + std::to_string(i) + "]";
    return what + " = " + std::to_string(value) + " is not in " +
           printDomain(i);
  }
  return "";
}

LogicalResult
ParamSchema::verify(ArrayRef<int64_t> values,
                    function_ref<InFlightDiagnostic()> emitError) const {
  std::string fault = getFault(values);
  if (fault.empty())
    return success();
  if (emitError)
    emitError() << fault;
  return failure();
}

//===----------------------------------------------------------------------===//
// RemovedParam
//===----------------------------------------------------------------------===//

std::optional<std::string> RemovedParam::readWord(StringRef text) const {
  if (value == "true" || value == "false") {
    bool isTrue = !text.consume_front("no-");
    StringRef wordOfTrue = word;
    wordOfTrue.consume_front("no-");
    if (text != wordOfTrue)
      return std::nullopt;
    return isTrue ? "true" : "false";
  }
  // What the word of the value has before it: "mode-", "depth".
  if (!text.consume_front(word.drop_back(value.size())) || text.empty())
    return std::nullopt;
  std::string given = text.str();
  llvm::replace(given, '-', '_');
  return given;
}

std::string RemovedParam::getFault(StringRef given) const {
  if (given == value)
    return "";
  return (name + " = " + given + ", but " + name +
          " was removed from the template because " + reason +
          "; leave it out, and tune the matmul again")
      .str();
}

//===----------------------------------------------------------------------===//
// TemplateSchema
//===----------------------------------------------------------------------===//

const ParamSchema *TemplateSchema::lookupParam(StringRef name) const {
  const auto *it = llvm::find_if(
      params, [&](const ParamSchema &param) { return param.name == name; });
  return it == params.end() ? nullptr : it;
}

const RemovedParam *TemplateSchema::lookupRemovedParam(StringRef name) const {
  const auto *it = llvm::find_if(removedParams, [&](const RemovedParam &param) {
    return param.name == name;
  });
  return it == removedParams.end() ? nullptr : it;
}

std::string TemplateSchema::listParams() const {
  return llvm::join(
      llvm::map_range(
          params, [](const ParamSchema &param) { return param.name.str(); }),
      ", ");
}

ArrayRef<TemplateSchema> autotune::getTemplateSchemas() {
  return kTemplateSchemas;
}

const TemplateSchema *autotune::lookupTemplateSchema(StringRef name) {
  for (const TemplateSchema &schema : kTemplateSchemas)
    if (schema.name == name)
      return &schema;
  return nullptr;
}

StringRef autotune::describeKind(ParamKind kind) {
  switch (kind) {
  case ParamKind::Int:
    return "an integer";
  case ParamKind::IntList:
    return "a list of integers";
  case ParamKind::Bool:
    return "true or false";
  case ParamKind::Enum:
    return "a keyword";
  }
  llvm_unreachable("unknown parameter kind");
}

std::string autotune::listTemplates() {
  return llvm::join(llvm::map_range(getTemplateSchemas(),
                                    [](const TemplateSchema &schema) {
                                      return schema.name.str();
                                    }),
                    ", ");
}

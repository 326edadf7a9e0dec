//===- Config.cpp - A config as a plain value -----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Autotune/ConfigWords.h"
#include "mlir-autotune/Dialect/Autotune/Configs.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

ArrayRef<int64_t> Config::get(StringRef name) const {
  const ParamSchema *param = schema->lookupParam(name);
  return param ? get(*param) : ArrayRef<int64_t>();
}

ArrayRef<int64_t> Config::get(const ParamSchema &param) const {
  if (slots[param.firstSlot] == kUnset)
    return {};
  return ArrayRef<int64_t>(slots).slice(param.firstSlot, param.getNumSlots());
}

bool Config::isSet(StringRef name) const { return !get(name).empty(); }

bool Config::isComplete() const { return !llvm::is_contained(slots, kUnset); }

std::optional<int64_t> Config::getInt(StringRef name) const {
  ArrayRef<int64_t> values = get(name);
  if (values.size() != 1)
    return std::nullopt;
  return values.front();
}

std::optional<bool> Config::getBool(StringRef name) const {
  if (std::optional<int64_t> value = getInt(name))
    return *value != 0;
  return std::nullopt;
}

std::optional<StringRef> Config::getCase(StringRef name) const {
  const ParamSchema *param = schema->lookupParam(name);
  std::optional<int64_t> value = getInt(name);
  if (!value || param->kind != ParamKind::Enum)
    return std::nullopt;
  return param->cases[*value];
}

LogicalResult Config::set(StringRef name, ArrayRef<int64_t> values) {
  const ParamSchema *param = schema->lookupParam(name);
  if (!param || failed(param->verify(values, /*emitError=*/nullptr)))
    return failure();
  llvm::copy(values, slots.begin() + param->firstSlot);
  return success();
}

LogicalResult Config::setCase(StringRef name, StringRef text) {
  const ParamSchema *param = schema->lookupParam(name);
  std::optional<int64_t> index = param ? param->lookupCase(text) : std::nullopt;
  return index ? set(name, *index) : failure();
}

void Config::unset(StringRef name) {
  if (const ParamSchema *param = schema->lookupParam(name))
    std::fill_n(slots.begin() + param->firstSlot, param->getNumSlots(), kUnset);
}

static void setDefault(const ParamSchema &param,
                       MutableArrayRef<int64_t> slots) {
  for (auto [i, component] : llvm::enumerate(param.components))
    if (slots[param.firstSlot + i] == Config::kUnset)
      slots[param.firstSlot + i] = component.defaultValue;
}

Config Config::withDefaults() const {
  Config result = *this;
  for (const ParamSchema &param : schema->params)
    setDefault(param, result.slots);
  return result;
}

Config Config::withNeutralDefaults() const {
  Config result = *this;
  for (const ParamSchema &param : schema->params)
    if (param.isNeutral)
      setDefault(param, result.slots);
  return result;
}

bool Config::agreesWith(const Config &partial) const {
  return schema == partial.schema &&
         llvm::all_of(llvm::zip_equal(slots, partial.slots), [](auto pair) {
           auto [value, wanted] = pair;
           return wanted == kUnset || value == wanted;
         });
}

bool Config::operator<(const Config &other) const {
  if (schema != other.schema)
    return schema < other.schema;
  return std::lexicographical_compare(slots.begin(), slots.end(),
                                      other.slots.begin(), other.slots.end());
}

//===----------------------------------------------------------------------===//
// Attribute
//===----------------------------------------------------------------------===//

FailureOr<Config> Config::fromAttr(ConfigAttr attr) {
  const TemplateSchema *schema =
      lookupTemplateSchema(attr.getTemplateName().getValue());
  if (!schema)
    return failure();
  Config config(*schema);
  // The attribute was verified, so every value has its parameter's kind.
  for (NamedAttribute entry : attr.getParameters()) {
    StringRef name = entry.getName().getValue();
    LogicalResult result = failure();
    if (auto list = dyn_cast<DenseI64ArrayAttr>(entry.getValue()))
      result = config.set(name, list.asArrayRef());
    else if (auto flag = dyn_cast<BoolAttr>(entry.getValue()))
      result = config.set(name, flag.getValue());
    else if (auto value = dyn_cast<IntegerAttr>(entry.getValue()))
      result = config.set(name, value.getInt());
    else if (auto text = dyn_cast<StringAttr>(entry.getValue()))
      result = config.setCase(name, text.getValue());
    if (failed(result))
      return failure();
  }
  return config;
}

ConfigAttr Config::toAttr(MLIRContext *context) const {
  Builder builder(context);
  NamedAttrList entries;
  for (const ParamSchema &param : schema->params) {
    ArrayRef<int64_t> values = get(param);
    if (values.empty())
      continue;
    Attribute value;
    switch (param.kind) {
    case ParamKind::Int:
      value = builder.getI64IntegerAttr(values.front());
      break;
    case ParamKind::IntList:
      value = builder.getDenseI64ArrayAttr(values);
      break;
    case ParamKind::Bool:
      value = builder.getBoolAttr(values.front());
      break;
    case ParamKind::Enum:
      value = builder.getStringAttr(param.cases[values.front()]);
      break;
    }
    entries.append(param.name, value);
  }
  return ConfigAttr::get(context, builder.getStringAttr(schema->name),
                         entries.getDictionary(context));
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

void Config::print(raw_ostream &os) const {
  os << schema->name;
  for (const ParamSchema &param : schema->params) {
    ArrayRef<int64_t> values = get(param);
    if (values.empty())
      continue;
    os << ", " << param.name << " = ";
    if (param.kind == ParamKind::IntList)
      os << "[";
    llvm::interleaveComma(
        values, os, [&](int64_t value) { os << param.printValue(value); });
    if (param.kind == ParamKind::IntList)
      os << "]";
  }
}

std::string Config::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os);
  return text;
}

FailureOr<Config> Config::parse(StringRef text, MLIRContext *context) {
  context->getOrLoadDialect<AutotuneDialect>();
  // What people read is no syntax of MLIR.
  if (isBrief(text))
    return parse(text, [&](size_t, const Twine &message) {
      emitError(UnknownLoc::get(context)) << message;
    });
  auto attr = dyn_cast_or_null<ConfigAttr>(
      parseAttribute(("#autotune.config<" + text + ">").str(), context));
  if (!attr)
    return failure();
  return fromAttr(attr);
}

//===----------------------------------------------------------------------===//
// Hashing
//===----------------------------------------------------------------------===//

/// A schema that no config can have, to tell the two special keys from configs.
static constexpr TemplateSchema kKeySchema = {"", "", {}, 1};

Config llvm::DenseMapInfo<Config>::getEmptyKey() {
  return Config(kKeySchema, {0});
}

Config llvm::DenseMapInfo<Config>::getTombstoneKey() {
  return Config(kKeySchema, {1});
}

//===----------------------------------------------------------------------===//
// Typed structs
//===----------------------------------------------------------------------===//

namespace mlir::autotune {
#define GET_CONFIG_DEFINITIONS
#include "mlir-autotune/Dialect/Autotune/Configs.inc"
} // namespace mlir::autotune

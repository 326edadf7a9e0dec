//===- Knobs.cpp - A config in pieces -------------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Autotune/Knobs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::autotune;

static bool isKnob(NamedAttribute attr) {
  return attr.getName().getValue().starts_with(kKnobAttrPrefix);
}

bool autotune::hasKnobs(Operation *op) {
  return llvm::any_of(op->getDiscardableAttrs(), isKnob);
}

void autotune::removeKnobs(Operation *op) {
  SmallVector<NamedAttribute> attrs(op->getDiscardableAttrs());
  for (NamedAttribute attr : attrs)
    if (isKnob(attr))
      op->removeDiscardableAttr(attr.getName());
}

/// A value in a slot; nothing when the attribute is of another kind or has no
/// such case. Domains are not checked.
static std::optional<int64_t> getValue(const ParamSchema &param,
                                       Attribute attr) {
  if (param.kind == ParamKind::Enum) {
    auto text = dyn_cast<StringAttr>(attr);
    return text ? param.lookupCase(text.getValue()) : std::nullopt;
  }
  auto integer = dyn_cast<IntegerAttr>(attr);
  if (!integer || isa<BoolAttr>(attr) != (param.kind == ParamKind::Bool) ||
      integer.getValue().getSignificantBits() > 64)
    return std::nullopt;
  // A true is -1 as a signed integer of one bit.
  return isa<BoolAttr>(attr) ? int64_t(cast<BoolAttr>(attr).getValue())
                             : integer.getValue().getSExtValue();
}

/// Sets the parameter, if there are knobs for it; these leave `knobs`.
static LogicalResult setParam(Operation *op, const ParamSchema &param,
                              llvm::StringMap<Attribute> &knobs,
                              Config &config) {
  SmallVector<int64_t> values;
  std::string missing;
  for (const ComponentSchema &component : param.components) {
    std::string name =
        (param.name + (component.name.empty() ? "" : ".") + component.name)
            .str();
    auto knob = knobs.find(name);
    if (knob == knobs.end()) {
      missing = name;
      continue;
    }
    std::optional<int64_t> value = getValue(param, knob->second);
    if (auto text = dyn_cast<StringAttr>(knob->second);
        text && !value && param.kind == ParamKind::Enum)
      return op->emitOpError()
             << "has an invalid knob: " << param.getCaseFault(text.getValue());
    if (!value)
      return op->emitOpError()
             << kKnobAttrPrefix << name << " = " << knob->second
             << " is not in " << param.printDomain(values.size());
    values.push_back(*value);
    knobs.erase(knob);
  }
  if (values.empty())
    return success();
  if (!missing.empty())
    return op->emitOpError() << "has some of the knobs of " << param.name
                             << ", but no " << kKnobAttrPrefix << missing;
  std::string fault = param.getFault(values);
  if (!fault.empty())
    return op->emitOpError() << "has an invalid knob: " << fault;
  return config.set(param.name, values);
}

/// Takes the knob of a parameter that the template no longer has.
static LogicalResult takeRemoved(Operation *op, const RemovedParam &param,
                                 llvm::StringMap<Attribute> &knobs) {
  auto knob = knobs.find(param.name);
  if (knob == knobs.end())
    return success();
  std::string given;
  llvm::raw_string_ostream os(given);
  if (auto text = dyn_cast<StringAttr>(knob->second))
    os << text.getValue();
  else
    knob->second.print(os, /*elideType=*/true);
  knobs.erase(knob);
  std::string fault = param.getFault(given);
  return fault.empty() ? success()
                       : op->emitOpError() << "has an invalid knob: " << fault;
}

FailureOr<Config> autotune::getKnobConfig(Operation *op) {
  llvm::StringMap<Attribute> knobs;
  for (NamedAttribute attr : op->getDiscardableAttrs())
    if (isKnob(attr))
      knobs.try_emplace(
          attr.getName().getValue().drop_front(kKnobAttrPrefix.size()),
          attr.getValue());
  auto name = dyn_cast_or_null<StringAttr>(knobs.lookup("template"));
  const TemplateSchema *schema =
      name ? lookupTemplateSchema(name.getValue()) : nullptr;
  if (!schema)
    return op->emitOpError()
           << "has knobs, but no " << kKnobAttrPrefix
           << "template that names one of " << listTemplates();
  knobs.erase("template");
  Config config(*schema);
  for (const ParamSchema &param : schema->params)
    if (failed(setParam(op, param, knobs, config)))
      return failure();
  for (const RemovedParam &param : schema->removedParams)
    if (failed(takeRemoved(op, param, knobs)))
      return failure();
  if (knobs.empty())
    return config;
  // A map has no order; a message does.
  StringRef unknown =
      *std::min_element(knobs.keys().begin(), knobs.keys().end());
  return op->emitOpError() << "has the knob " << kKnobAttrPrefix << unknown
                           << ", which is not a parameter of template "
                           << schema->name
                           << ", known: " << schema->listParams();
}

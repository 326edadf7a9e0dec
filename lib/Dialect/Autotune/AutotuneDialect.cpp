//===- AutotuneDialect.cpp - The tuning attributes ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

#include "ArgumentAttrs.h"

#include "mlir-autotune/Dialect/Autotune/FactName.h"
#include "mlir-autotune/Dialect/Autotune/OnceName.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::autotune;

#include "mlir-autotune/Dialect/Autotune/AutotuneEnums.cpp.inc"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "mlir-autotune/Dialect/Autotune/AutotuneAttrs.cpp.inc"

void AutotuneDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "mlir-autotune/Dialect/Autotune/AutotuneAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Discardable attributes
//===----------------------------------------------------------------------===//

static LogicalResult verifyCandidates(Operation *op, Attribute value) {
  auto list = dyn_cast<ArrayAttr>(value);
  if (!list || list.empty())
    return op->emitOpError() << kCandidatesAttrName
                             << " must be a list of one #autotune.config or "
                                "more, best first, not "
                             << value;
  for (auto [i, item] : llvm::enumerate(list))
    if (!isa<ConfigAttr>(item))
      return op->emitOpError() << kCandidatesAttrName << "[" << i
                               << "] must be an #autotune.config, not " << item;
  return success();
}

static LogicalResult verifyConfig(Operation *op, Attribute value) {
  if (!isa<ConfigAttr, PlanAttr>(value))
    return op->emitOpError()
           << kConfigAttrName
           << " must be an #autotune.config or an #autotune.plan, not "
           << value;
  auto config = dyn_cast<ConfigAttr>(value);
  if (config && config.isLibrary())
    return op->emitOpError()
           << kConfigAttrName << " is a call of "
           << config.getTemplateName().getValue()
           << ", which may be missing or refuse; write a plan with a kernel "
              "behind it: #autotune.plan<any: <"
           << config.getTemplateName().getValue()
           << ", ...>, else: <TEMPLATE, ...>>";
  return success();
}

static LogicalResult verifyTarget(Operation *op, Attribute value) {
  if (!isa<TargetAttr>(value))
    return op->emitOpError()
           << kTargetAttrName << " must be an #autotune.target, not " << value;
  if (!isa<ModuleOp>(op))
    return op->emitOpError()
           << kTargetAttrName << " belongs on a builtin.module";
  return success();
}

std::string autotune::getWhyNotAllowed(StringRef precision) {
  if (precision == "none" || precision == "tf32" || precision == "3xtf32")
    return "";
  return " = " + precision.str() + " is none of none, tf32 and 3xtf32";
}

std::string autotune::getWhyNoAccumulator(StringRef type) {
  if (type == "f32" || type == "f16")
    return "";
  return " = " + type.str() + " is none of f32 and f16";
}

ConfigAttr autotune::getConfigForAll(Attribute configOrPlan) {
  if (auto plan = dyn_cast_or_null<PlanAttr>(configOrPlan))
    return plan.getConfigs().back();
  return dyn_cast_or_null<ConfigAttr>(configOrPlan);
}

std::optional<Fusion> autotune::getFusion(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>(kFusionAttrName);
  return name ? symbolizeFusion(name.getValue()) : std::nullopt;
}

static LogicalResult verifyFusion(Operation *op, Attribute value) {
  auto name = dyn_cast<StringAttr>(value);
  if (name && symbolizeFusion(name.getValue()))
    return success();
  return op->emitOpError()
         << kFusionAttrName
         << " must be one of \"prologue\", \"products\" and \"none\", not "
         << value;
}

static LogicalResult verifyAccumulator(Operation *op, Attribute value) {
  auto type = dyn_cast<StringAttr>(value);
  if (!type)
    return op->emitOpError()
           << kAccumulatorAttrName << " must be a string, not " << value;
  std::string whyNot = getWhyNoAccumulator(type.getValue());
  return whyNot.empty() ? success()
                        : op->emitOpError() << kAccumulatorAttrName << whyNot;
}

/// The keys are problems that need not be in the module any more.
static LogicalResult verifyRowConfigs(Operation *op, Attribute value) {
  auto configs = dyn_cast<DictionaryAttr>(value);
  if (!configs || llvm::any_of(configs, [](NamedAttribute entry) {
        return !isa<ConfigAttr>(entry.getValue());
      }))
    return op->emitOpError()
           << kRowConfigsAttrName
           << " must be a dictionary with configs by the keys of problems, not "
           << value;
  if (!isa<ModuleOp>(op))
    return op->emitOpError()
           << kRowConfigsAttrName << " belongs on a builtin.module";
  return success();
}

LogicalResult AutotuneDialect::verifyOperationAttribute(Operation *op,
                                                        NamedAttribute entry) {
  StringRef name = entry.getName().getValue();
  Attribute value = entry.getValue();
  if (name == kTargetAttrName)
    return verifyTarget(op, value);
  if (name == kCandidatesAttrName)
    return verifyCandidates(op, value);
  if (name == kFusionAttrName)
    return verifyFusion(op, value);
  if (name == kConfigAttrName)
    return verifyConfig(op, value);
  if (name == kProvenanceAttrName) {
    if (!isa<ProvenanceAttr>(value))
      return op->emitOpError()
             << kProvenanceAttrName << " must be an #autotune.provenance, not "
             << value;
    return success();
  }
  if (name == kOnceAttrName)
    return verifyOnce(op, value);
  if (name == kRowConfigsAttrName)
    return verifyRowConfigs(op, value);
  if (name == kResultSizesAttrName) {
    if (!isa<FlatSymbolRefAttr>(value) || !isa<FunctionOpInterface>(op))
      return op->emitOpError()
             << kResultSizesAttrName
             << " must be the symbol of a function, on a function";
    return success();
  }
  if (name == kSizesAttrName) {
    if (!isa<SizesAttr>(value))
      return op->emitOpError()
             << kSizesAttrName << " must be an #autotune.sizes, not " << value;
    return success();
  }
  if (name == kAllowTf32AttrName) {
    auto precision = dyn_cast<StringAttr>(value);
    if (!precision)
      return op->emitOpError()
             << kAllowTf32AttrName << " must be a string, not " << value;
    std::string whyNot = getWhyNotAllowed(precision.getValue());
    return whyNot.empty() ? success()
                          : op->emitOpError() << kAllowTf32AttrName << whyNot;
  }
  if (name == kAccumulatorAttrName)
    return verifyAccumulator(op, value);
  if (name == kFactAttrName) {
    if (!isa<StringAttr>(value))
      return op->emitOpError()
             << kFactAttrName << " must be a string, not " << value;
    return success();
  }
  // What they say is checked where they become a config (Knobs.h).
  if (name.starts_with(kKnobAttrPrefix))
    return success();
  return op->emitOpError() << "unknown attribute \"" << name
                           << "\", known: " << kConfigAttrName << ", "
                           << kCandidatesAttrName << ", " << kProvenanceAttrName
                           << ", " << kFactAttrName << ", " << kTargetAttrName
                           << ", " << kAllowTf32AttrName << ", "
                           << kAccumulatorAttrName << ", " << kFusionAttrName
                           << ", " << kSizesAttrName << ", " << kOnceAttrName
                           << ", " << kRowConfigsAttrName << ", "
                           << kResultSizesAttrName;
}

LogicalResult AutotuneDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                        unsigned number,
                                                        NamedAttribute entry) {
  StringRef name = entry.getName();
  if (auto function = dyn_cast<FunctionOpInterface>(op)) {
    if (name == kSizesAttrName)
      return verifyArgumentSizes(function, number, entry.getValue());
    if (name == kFrozenAttrName)
      return verifyFrozen(function, number, entry.getValue());
  }
  return op->emitOpError() << "argument " << number << ": unknown attribute "
                           << name << ", known: " << kSizesAttrName << ", "
                           << kFrozenAttrName
                           << " on an argument of a function";
}

//===- TargetAttr.cpp - Text and checks of #autotune.target ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::autotune;

static constexpr StringLiteral kChip = "chip";

ArrayRef<StringRef> TargetAttr::getCountFields() {
  static const StringRef fields[] = {
      "compute_capability",      "sms",
      "shared_memory_per_block", "shared_memory_per_sm",
      "registers_per_sm",        "max_threads_per_sm",
      "max_cluster_size",        "l2_bytes"};
  return fields;
}

ArrayRef<StringRef> TargetAttr::getRateFields() {
  static const StringRef fields[] = {"memory_bandwidth", "tensor_flops_16",
                                     "simt_flops_32"};
  return fields;
}

static std::string listFields() {
  return ("chip, " + llvm::join(TargetAttr::getCountFields(), ", ") + ", " +
          llvm::join(TargetAttr::getRateFields(), ", "));
}

static LogicalResult verifyField(StringRef name,
                                 function_ref<InFlightDiagnostic()> emitError) {
  if (name == kChip || llvm::is_contained(TargetAttr::getCountFields(), name) ||
      llvm::is_contained(TargetAttr::getRateFields(), name))
    return success();
  return emitError() << "unknown field \"" << name
                     << "\" of a target, known: " << listFields();
}

/// A field holds a chip, a count or a rate; each must say something.
static LogicalResult verifyValue(StringRef name, Attribute value,
                                 function_ref<InFlightDiagnostic()> emitError) {
  if (name == kChip) {
    auto text = dyn_cast<StringAttr>(value);
    if (!text || !text.getValue().starts_with("sm_"))
      return emitError() << "chip = " << value
                         << " is not a chip, as in \"sm_90a\"";
    return success();
  }
  if (llvm::is_contained(TargetAttr::getCountFields(), name)) {
    auto count = dyn_cast<IntegerAttr>(value);
    if (!count || !count.getType().isSignlessInteger(64) || count.getInt() <= 0)
      return emitError() << name << " = " << value
                         << " is not a positive integer";
    return success();
  }
  auto rate = dyn_cast<FloatAttr>(value);
  if (!rate || !rate.getType().isF64() || !rate.getValue().isFinite() ||
      rate.getValueAsDouble() <= 0)
    return emitError() << name << " = " << value << " is not a positive number";
  return success();
}

LogicalResult TargetAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringAttr name, DictionaryAttr overrides) {
  for (NamedAttribute entry : overrides) {
    StringRef field = entry.getName().getValue();
    if (failed(verifyField(field, emitError)) ||
        failed(verifyValue(field, entry.getValue(), emitError)))
      return failure();
  }
  if (name.getValue().empty() && !overrides.get(kChip))
    return emitError() << "a target needs a name, as in \"h200\", or a chip, "
                          "as in chip = \"sm_90a\"";
  return success();
}

TargetAttr TargetAttr::get(MLIRContext *context, StringRef name) {
  return get(context, StringAttr::get(context, name),
             DictionaryAttr::get(context));
}

std::optional<StringRef> TargetAttr::getChip() const {
  if (auto chip = getOverrides().getAs<StringAttr>(kChip))
    return chip.getValue();
  return std::nullopt;
}

std::optional<int64_t> TargetAttr::getCount(StringRef field) const {
  if (auto count = getOverrides().getAs<IntegerAttr>(field))
    return count.getInt();
  return std::nullopt;
}

std::optional<double> TargetAttr::getRate(StringRef field) const {
  if (auto rate = getOverrides().getAs<FloatAttr>(field))
    return rate.getValueAsDouble();
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

void TargetAttr::print(AsmPrinter &printer) const {
  printer << "<";
  StringRef separator = "";
  if (isNamed()) {
    printer << getName();
    separator = ", ";
  }
  auto printField = [&](StringRef field) {
    Attribute value = getOverrides().get(field);
    if (!value)
      return;
    printer << separator << field << " = ";
    printer.printAttributeWithoutType(value);
    separator = ", ";
  };
  printField(kChip);
  llvm::for_each(getCountFields(), printField);
  llvm::for_each(getRateFields(), printField);
  printer << ">";
}

static Attribute parseField(AsmParser &parser, StringRef name) {
  Builder &builder = parser.getBuilder();
  SMLoc loc = parser.getCurrentLocation();
  auto emitError = [&] { return parser.emitError(loc); };
  Attribute value;
  if (name == kChip) {
    std::string text;
    if (parser.parseString(&text))
      return {};
    value = builder.getStringAttr(text);
  } else if (llvm::is_contained(TargetAttr::getCountFields(), name)) {
    int64_t count = 0;
    if (parser.parseInteger(count))
      return {};
    value = builder.getI64IntegerAttr(count);
  } else {
    double rate = 0;
    if (parser.parseFloat(rate))
      return {};
    value = builder.getF64FloatAttr(rate);
  }
  return succeeded(verifyValue(name, value, emitError)) ? value : Attribute();
}

Attribute TargetAttr::parse(AsmParser &parser, Type) {
  SMLoc begin = parser.getCurrentLocation();
  std::string name;
  NamedAttrList entries;
  if (parser.parseLess())
    return {};
  bool isNamed = succeeded(parser.parseOptionalString(&name));
  bool hasFields = !isNamed || succeeded(parser.parseOptionalComma());
  while (hasFields) {
    SMLoc loc = parser.getCurrentLocation();
    auto emitError = [&] { return parser.emitError(loc); };
    StringRef field;
    if (failed(parser.parseOptionalKeyword(&field))) {
      emitError() << "expected a field of a target, known: " << listFields();
      return {};
    }
    if (failed(verifyField(field, emitError)))
      return {};
    if (entries.get(field)) {
      emitError() << "field \"" << field << "\" is set twice";
      return {};
    }
    if (parser.parseEqual())
      return {};
    Attribute value = parseField(parser, field);
    if (!value)
      return {};
    entries.append(field, value);
    hasFields = succeeded(parser.parseOptionalComma());
  }
  if (parser.parseGreater())
    return {};
  MLIRContext *context = parser.getContext();
  return TargetAttr::getChecked([&] { return parser.emitError(begin); },
                                context, StringAttr::get(context, name),
                                entries.getDictionary(context));
}

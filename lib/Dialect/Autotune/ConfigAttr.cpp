//===- ConfigAttr.cpp - Text and checks of #autotune.config ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Autotune/ConfigWords.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

static LogicalResult
verifyTemplateName(StringRef name,
                   function_ref<InFlightDiagnostic()> emitError) {
  if (lookupTemplateSchema(name))
    return success();
  return emitError() << "unknown template \"" << name
                     << "\", known: " << listTemplates();
}

static LogicalResult
verifyParamName(const TemplateSchema &schema, StringRef name,
                function_ref<InFlightDiagnostic()> emitError) {
  if (schema.lookupParam(name))
    return success();
  return emitError() << "unknown parameter \"" << name << "\" of template "
                     << schema.name << ", known: " << schema.listParams();
}

static LogicalResult verifyCase(const ParamSchema &param, StringRef text,
                                function_ref<InFlightDiagnostic()> emitError) {
  if (param.lookupCase(text))
    return success();
  return emitError() << param.getCaseFault(text);
}

static LogicalResult verifyValue(const ParamSchema &param, Attribute value,
                                 function_ref<InFlightDiagnostic()> emitError) {
  switch (param.kind) {
  case ParamKind::Int:
    if (auto integer = dyn_cast<IntegerAttr>(value);
        integer && integer.getType().isSignlessInteger(64))
      return param.verify(integer.getInt(), emitError);
    break;
  case ParamKind::IntList:
    if (auto list = dyn_cast<DenseI64ArrayAttr>(value))
      return param.verify(list.asArrayRef(), emitError);
    break;
  case ParamKind::Bool:
    if (isa<BoolAttr>(value))
      return success();
    break;
  case ParamKind::Enum:
    if (auto text = dyn_cast<StringAttr>(value))
      return verifyCase(param, text.getValue(), emitError);
    break;
  }
  return emitError() << param.name << " takes " << describeKind(param.kind)
                     << ", not " << value;
}

LogicalResult ConfigAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringAttr templateName,
                                 DictionaryAttr parameters) {
  if (failed(verifyTemplateName(templateName.getValue(), emitError)))
    return failure();
  const TemplateSchema &schema = *lookupTemplateSchema(templateName.getValue());
  for (NamedAttribute entry : parameters) {
    StringRef name = entry.getName().getValue();
    if (failed(verifyParamName(schema, name, emitError)) ||
        failed(verifyValue(*schema.lookupParam(name), entry.getValue(),
                           emitError)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

bool ConfigAttr::isLibrary() const {
  const TemplateSchema *schema =
      lookupTemplateSchema(getTemplateName().getValue());
  return schema && schema->isLibrary;
}

void ConfigAttr::print(AsmPrinter &printer) const {
  FailureOr<Config> config = Config::fromAttr(*this);
  // An attribute built without its verifier may hold anything.
  if (failed(config)) {
    printer << "<" << getTemplateName() << ", " << getParameters() << ">";
    return;
  }
  printer << "<";
  printShort(printer.getStream(), *config);
  printer << ">";
}

/// Parses what follows "name =". Errors stand at the value, so that in a long
/// config the eye is led to it.
static Attribute parseValue(AsmParser &parser, const ParamSchema &param) {
  Builder &builder = parser.getBuilder();
  SMLoc loc = parser.getCurrentLocation();
  auto emitError = [&] { return parser.emitError(loc); };
  auto complain = [&] {
    emitError() << param.name << " takes " << describeKind(param.kind);
    return Attribute();
  };
  StringRef keyword;
  int64_t integer = 0;
  switch (param.kind) {
  case ParamKind::Int: {
    OptionalParseResult result = parser.parseOptionalInteger(integer);
    if (!result.has_value())
      return complain();
    if (failed(*result) || failed(param.verify(integer, emitError)))
      return {};
    return builder.getI64IntegerAttr(integer);
  }
  case ParamKind::IntList: {
    if (failed(parser.parseOptionalLSquare()))
      return complain();
    SmallVector<int64_t> values;
    if (failed(parser.parseOptionalRSquare())) {
      do {
        if (parser.parseInteger(values.emplace_back()))
          return {};
      } while (succeeded(parser.parseOptionalComma()));
      if (parser.parseRSquare())
        return {};
    }
    if (failed(param.verify(values, emitError)))
      return {};
    return builder.getDenseI64ArrayAttr(values);
  }
  case ParamKind::Bool:
    if (failed(parser.parseOptionalKeyword(&keyword, {"true", "false"})))
      return complain();
    return builder.getBoolAttr(keyword == "true");
  case ParamKind::Enum:
    if (failed(parser.parseOptionalKeyword(&keyword)))
      return complain();
    if (failed(verifyCase(param, keyword, emitError)))
      return {};
    return builder.getStringAttr(keyword);
  }
  llvm_unreachable("unknown parameter kind");
}

/// Parses what follows the name of a parameter that the template no longer has.
static ParseResult parseRemoved(AsmParser &parser, const RemovedParam &param) {
  if (parser.parseEqual())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  int64_t integer = 0;
  std::string given = "...";
  // An integer may be true or false, too.
  if (succeeded(parser.parseOptionalKeyword(&keyword))) {
    given = keyword.str();
  } else if (OptionalParseResult result = parser.parseOptionalInteger(integer);
             result.has_value()) {
    if (failed(*result))
      return failure();
    given = std::to_string(integer);
  }
  std::string fault = param.getFault(given);
  return fault.empty() ? success() : parser.emitError(loc, fault);
}

Attribute ConfigAttr::parse(AsmParser &parser, Type) {
  StringRef templateName;
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  auto emitError = [&] { return parser.emitError(loc); };
  if (failed(parser.parseOptionalKeyword(&templateName))) {
    emitError() << "expected a template's name, known: " << listTemplates();
    return {};
  }
  if (failed(verifyTemplateName(templateName, emitError)))
    return {};
  const TemplateSchema &schema = *lookupTemplateSchema(templateName);
  MLIRContext *context = parser.getContext();
  NamedAttrList entries;
  while (succeeded(parser.parseOptionalComma())) {
    loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return {};
    if (name == kDefaultsKeyword) {
      if (parser.parseGreater())
        return {};
      auto attr =
          ConfigAttr::get(context, StringAttr::get(context, templateName),
                          entries.getDictionary(context));
      return Config::fromAttr(attr)->withDefaults().toAttr(context);
    }
    if (const RemovedParam *removed = schema.lookupRemovedParam(name)) {
      if (parseRemoved(parser, *removed))
        return {};
      continue;
    }
    if (failed(verifyParamName(schema, name, emitError)))
      return {};
    if (entries.get(name)) {
      emitError() << "parameter \"" << name << "\" is set twice";
      return {};
    }
    if (parser.parseEqual())
      return {};
    Attribute value = parseValue(parser, *schema.lookupParam(name));
    if (!value)
      return {};
    entries.append(name, value);
  }
  if (parser.parseGreater())
    return {};
  return ConfigAttr::get(context, StringAttr::get(context, templateName),
                         entries.getDictionary(context));
}

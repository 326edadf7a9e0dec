//===- ProvenanceAttr.cpp - Text and checks of #autotune.provenance -------===//
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

static constexpr StringLiteral kKinds =
    "heuristic, measured, estimated, given, table, model";
static constexpr StringLiteral kFields =
    "heuristics, time_ns, baseline_ns, device, margin_ppm, trials, date";

/// As in "2026-01-31T12:00:00Z".
static bool isDate(StringRef text) {
  constexpr StringLiteral kForm = "dddd-dd-ddTdd:dd:ddZ";
  return text.size() == kForm.size() &&
         llvm::all_of(llvm::zip_equal(text, kForm), [](auto pair) {
           auto [c, form] = pair;
           return form == 'd' ? llvm::isDigit(c) : c == form;
         });
}

LogicalResult
ProvenanceAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                       ProvenanceKind kind, ArrayRef<StringAttr> heuristics,
                       std::optional<int64_t> timeNs,
                       std::optional<int64_t> baselineNs, StringAttr device,
                       std::optional<int64_t> marginPpm,
                       std::optional<int64_t> trials, StringAttr date) {
  bool isMeasured = kind == ProvenanceKind::Measured;
  StringRef name = stringifyProvenanceKind(kind);
  for (StringAttr heuristic : heuristics)
    if (!heuristic || heuristic.getValue().empty())
      return emitError() << "a heuristic's name is empty";
  if (timeNs && *timeNs <= 0)
    return emitError() << "time_ns = " << *timeNs << " is not positive";
  if (baselineNs && *baselineNs <= 0)
    return emitError() << "baseline_ns = " << *baselineNs << " is not positive";
  if (isMeasured && (!timeNs || !device || device.getValue().empty()))
    return emitError() << "a measured pick needs time_ns and device";
  if (trials && *trials <= 0)
    return emitError() << "trials = " << *trials << " is not positive";
  if (marginPpm && *marginPpm <= -1000000)
    return emitError()
           << "margin_ppm = " << *marginPpm
           << " is not above -1000000: the next best config would take no time";
  if (date && !isDate(date.getValue()))
    return emitError() << "date = " << date
                       << " is not like \"2026-01-31T12:00:00Z\"";
  if (!isMeasured && (baselineNs || device))
    return emitError() << "baseline_ns and device belong to a measured pick, "
                          "not to one that is "
                       << name;
  if (!isMeasured && (marginPpm || trials || date))
    return emitError() << "margin_ppm, trials and date belong to a measured "
                          "pick, not to one that is "
                       << name;
  if (timeNs && !isMeasured && kind != ProvenanceKind::Estimated)
    return emitError() << "time_ns belongs to a measured or estimated pick, "
                          "not to one that is "
                       << name;
  return success();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

void ProvenanceAttr::print(AsmPrinter &printer) const {
  printer << "<" << stringifyProvenanceKind(getKind());
  if (!getHeuristics().empty()) {
    printer << ", heuristics = [";
    llvm::interleaveComma(getHeuristics(), printer);
    printer << "]";
  }
  if (getTimeNs())
    printer << ", time_ns = " << *getTimeNs();
  if (getBaselineNs())
    printer << ", baseline_ns = " << *getBaselineNs();
  if (getDevice())
    printer << ", device = " << getDevice();
  if (getMarginPpm())
    printer << ", margin_ppm = " << *getMarginPpm();
  if (getTrials())
    printer << ", trials = " << *getTrials();
  if (getDate())
    printer << ", date = " << getDate();
  printer << ">";
}

namespace {
/// What stands behind the kind.
struct Fields {
  SmallVector<StringAttr> heuristics;
  std::optional<int64_t> timeNs, baselineNs, marginPpm, trials;
  StringAttr device, date;
};
} // namespace

static ParseResult parseString(AsmParser &parser, StringAttr &result) {
  std::string text;
  if (parser.parseString(&text))
    return failure();
  result = parser.getBuilder().getStringAttr(text);
  return success();
}

static ParseResult parseField(AsmParser &parser, StringRef name, SMLoc loc,
                              Fields &fields) {
  if (name == "heuristics")
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
      return parseString(parser, fields.heuristics.emplace_back());
    });
  if (name == "time_ns")
    return parser.parseInteger(fields.timeNs.emplace());
  if (name == "baseline_ns")
    return parser.parseInteger(fields.baselineNs.emplace());
  if (name == "device")
    return parseString(parser, fields.device);
  if (name == "margin_ppm")
    return parser.parseInteger(fields.marginPpm.emplace());
  if (name == "trials")
    return parser.parseInteger(fields.trials.emplace());
  if (name == "date")
    return parseString(parser, fields.date);
  return parser.emitError(loc) << "unknown field \"" << name
                               << "\" of a provenance, known: " << kFields;
}

Attribute ProvenanceAttr::parse(AsmParser &parser, Type) {
  SMLoc begin = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  std::optional<ProvenanceKind> kind;
  if (succeeded(parser.parseOptionalKeyword(&keyword)))
    kind = symbolizeProvenanceKind(keyword);
  if (!kind) {
    parser.emitError(loc) << "expected a kind of provenance, known: " << kKinds;
    return {};
  }
  Fields fields;
  SmallVector<StringRef> seen;
  while (succeeded(parser.parseOptionalComma())) {
    loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return {};
    if (llvm::is_contained(seen, name)) {
      parser.emitError(loc) << "field \"" << name << "\" is set twice";
      return {};
    }
    seen.push_back(name);
    if (parser.parseEqual() || parseField(parser, name, loc, fields))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return ProvenanceAttr::getChecked(
      [&] { return parser.emitError(begin); }, parser.getContext(), *kind,
      ArrayRef<StringAttr>(fields.heuristics), fields.timeNs, fields.baselineNs,
      fields.device, fields.marginPpm, fields.trials, fields.date);
}

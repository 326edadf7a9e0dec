//===- PlanAttr.cpp - Text and checks of #autotune.plan -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RangeText.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

static LogicalResult
verifyReachable(ArrayRef<SizeGuard> guards, ArrayRef<ConfigAttr> configs,
                function_ref<InFlightDiagnostic()> emitError) {
  // A library may refuse, so its rows take no sizes from those behind them.
  SmallVector<SizeGuard> before;
  for (auto [row, guard] : llvm::enumerate(guards)) {
    before.push_back(guard);
    if (findUnreachable(before) == before.size() - 1)
      return emitError() << "row " << row << " of a plan, for "
                         << (guard.isAll() ? "all sizes" : guard.str())
                         << ", is never reached: the rows before it are for "
                            "all of its sizes";
    if (configs[row].isLibrary())
      before.pop_back();
  }
  return success();
}

LogicalResult PlanAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<SizeGuard> guards,
                               ArrayRef<ConfigAttr> configs) {
  if (guards.size() != configs.size())
    return emitError() << "a plan has a config for each guard, not "
                       << configs.size() << " for " << guards.size();
  if (guards.empty() || guards.size() > kMostRows)
    return emitError() << "a plan has 1 to " << kMostRows << " rows, not "
                       << guards.size();
  for (const SizeGuard &guard : guards)
    for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
      if (failed(verifyRange(stringifySizeDim(SizeDim(dim)), guard.ranges[dim],
                             emitError)))
        return failure();
  if (!llvm::all_of(configs, [](ConfigAttr config) { return bool(config); }))
    return emitError() << "a row of a plan has no config";
  for (auto [row, guard, config] :
       llvm::enumerate(guards.drop_back(), configs.drop_back()))
    if (guard.isAll() && !config.isLibrary())
      return emitError() << "row " << row
                         << " of a plan has else, which must be the last row; "
                            "only a call of a library may be for any sizes "
                            "before it";
  if (!guards.back().isAll())
    return emitError() << "the last row of a plan is for all other sizes, and "
                          "has else instead of ["
                       << guards.back().str() << "]";
  if (configs.back().isLibrary())
    return emitError() << "the last row of a plan is a call of "
                       << configs.back().getTemplateName().getValue()
                       << ", which may be missing or refuse; it must be a "
                          "kernel";
  return verifyReachable(guards, configs, emitError);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

void PlanAttr::print(AsmPrinter &printer) const {
  printer << "<";
  llvm::interleaveComma(
      llvm::zip_equal(getGuards(), getConfigs()), printer, [&](auto row) {
        auto [guard, config] = row;
        if (guard.isAll())
          printer << (config.isLibrary() ? "any: " : "else: ");
        else
          printer << "[" << guard.str() << "]: ";
        printer.printStrippedAttrOrType(config);
      });
  printer << ">";
}

static ParseResult parseGuard(AsmParser &parser, SizeGuard &guard) {
  SmallVector<SizeDim> seen;
  auto parseCondition = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    SizeDim dim;
    if (parseSizeDim(parser, dim))
      return failure();
    StringRef name = stringifySizeDim(dim);
    if (llvm::is_contained(seen, dim))
      return parser.emitError(loc) << name << " stands twice";
    seen.push_back(dim);
    SizeRange &range = guard[dim];
    auto emitError = [&] { return parser.emitError(loc); };
    return failure(parseRange(parser, range) ||
                   failed(verifyRange(name, range, emitError)));
  };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                        parseCondition);
}

Attribute PlanAttr::parse(AsmParser &parser, Type) {
  SMLoc begin = parser.getCurrentLocation();
  SmallVector<SizeGuard> guards;
  SmallVector<ConfigAttr> configs;
  auto parseRow = [&]() -> ParseResult {
    SizeGuard &guard = guards.emplace_back();
    SMLoc loc = parser.getCurrentLocation();
    StringRef word;
    bool hasWord =
        succeeded(parser.parseOptionalKeyword(&word, {"else", "any"}));
    if (!hasWord && parseGuard(parser, guard))
      return failure();
    if (!hasWord && guard.isAll())
      return parser.emitError(loc)
             << "a row for all sizes has else instead of a guard";
    if (parser.parseColon())
      return failure();
    auto config =
        dyn_cast_or_null<ConfigAttr>(ConfigAttr::parse(parser, Type()));
    configs.push_back(config);
    if (!config || !hasWord || config.isLibrary() == (word == "any"))
      return success(bool(config));
    return parser.emitError(loc)
           << (word == "any" ? "any is for a call of a library; a kernel for "
                               "all sizes has else"
                             : "else is for a kernel; a call of a library for "
                               "all sizes has any");
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseRow))
    return {};
  return PlanAttr::getChecked([&] { return parser.emitError(begin); },
                              parser.getContext(), ArrayRef(guards),
                              ArrayRef(configs));
}

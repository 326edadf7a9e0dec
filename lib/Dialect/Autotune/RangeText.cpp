//===- RangeText.cpp - Ranges of sizes in attributes ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RangeText.h"

using namespace mlir;
using namespace mlir::autotune;

LogicalResult
autotune::verifyRange(StringRef name, const SizeRange &range,
                      function_ref<InFlightDiagnostic()> emitError) {
  std::string fault = getRangeFault(name, range);
  if (!fault.empty())
    return emitError() << fault;
  return success();
}

ParseResult autotune::parseSizeDim(AsmParser &parser, SizeDim &dim) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  std::optional<SizeDim> parsed;
  if (succeeded(parser.parseOptionalKeyword(&name)))
    parsed = symbolizeSizeDim(name);
  if (!parsed)
    return parser.emitError(loc)
           << "expected a size of the matmul: m, n, k, batch";
  dim = *parsed;
  return success();
}

ParseResult autotune::parseOptionalRange(AsmParser &parser, SizeRange &range,
                                         bool &isFound) {
  isFound = succeeded(parser.parseOptionalEqual());
  if (isFound) {
    if (parser.parseInteger(range.lower))
      return failure();
    range.upper = range.lower;
    return success();
  }
  for (auto [word, value] :
       {std::pair("from", &range.lower), std::pair("to", &range.upper),
        std::pair("by", &range.unit)})
    if (succeeded(parser.parseOptionalKeyword(word))) {
      isFound = true;
      if (parser.parseInteger(*value))
        return failure();
    }
  return success();
}

ParseResult autotune::parseRange(AsmParser &parser, SizeRange &range) {
  bool isFound;
  if (parseOptionalRange(parser, range, isFound))
    return failure();
  if (!isFound)
    return parser.emitError(parser.getCurrentLocation(),
                            "expected = SIZE, or one or more of from SIZE, to "
                            "SIZE and by SIZE, in this order");
  return success();
}

//===- SizesAttr.cpp - Text and checks of expected sizes ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentAttrs.h"
#include "RangeText.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

using EmitError = function_ref<InFlightDiagnostic()>;

static LogicalResult verifyLikely(StringRef name, const ExpectedSize &size,
                                  EmitError emitError) {
  if (size.likely.size() > ExpectedSize::kMostLikely)
    return emitError() << name << " has " << size.likely.size()
                       << " likely sizes; it may have 1 to "
                       << ExpectedSize::kMostLikely;
  for (auto [index, likely] : llvm::enumerate(size.likely)) {
    if (likely < 1 || likely > kMaxMatmulSize)
      return emitError() << name << " likely " << likely << " is none of 1 to "
                         << kMaxMatmulSize;
    if (!size.range.contains(likely))
      return emitError() << name << " likely " << likely
                         << " is not in its range, " << size.range.str();
    if (index > 0 && size.likely[index - 1] == likely)
      return emitError() << name << " likely " << likely << " stands twice";
  }
  return success();
}

/// `getName` gives the name of a number in the text.
static LogicalResult verifySizes(ArrayRef<DimSize> sizes,
                                 function_ref<std::string(int64_t)> getName,
                                 EmitError emitError) {
  if (sizes.empty())
    return emitError() << "no size is named";
  for (auto [index, entry] : llvm::enumerate(sizes)) {
    ExpectedSize size = entry.getExpected();
    std::string name = getName(entry.number);
    if (index > 0 && sizes[index - 1].number >= entry.number)
      return emitError() << name << " stands twice";
    if (failed(verifyRange(name, size.range, emitError)))
      return failure();
    int64_t upper = size.range.upper;
    if (size.range.lower > kMaxMatmulSize ||
        (upper > kMaxMatmulSize && upper != SizeRange::kNoLimit))
      return emitError() << name << " " << size.range.str()
                         << " has a bound above " << kMaxMatmulSize
                         << ", the largest size of a kernel";
    if (upper < size.range.unit)
      return emitError() << name << " " << size.range.str()
                         << " has no size from 1 on";
    if (failed(verifyLikely(name, size, emitError)))
      return failure();
  }
  return success();
}

static std::string getSizeName(int64_t number) {
  return stringifySizeDim(SizeDim(number)).str();
}

static std::string getDimName(int64_t number) {
  return ("[" + Twine(number) + "]").str();
}

LogicalResult SizesAttr::verify(EmitError emitError, ArrayRef<DimSize> sizes) {
  if (failed(verifySizes(sizes, getSizeName, emitError)))
    return failure();
  for (const DimSize &size : sizes) {
    if (size.sameAs == DimSize::kNone)
      continue;
    std::string name = getSizeName(size.number);
    std::string other = getSizeName(size.sameAs);
    if (size.sameAs == size.number)
      return emitError() << name << " as " << other
                         << " says nothing; the other size must be another one";
    const DimSize *same = llvm::find_if(
        sizes, [&](const DimSize &each) { return each.number == size.sameAs; });
    if (same != sizes.end() && same->sameAs != DimSize::kNone)
      return emitError() << name << " as " << other << ", which is as "
                         << getSizeName(same->sameAs)
                         << "; the other size must be as no further one";
  }
  return success();
}

LogicalResult DimsAttr::verify(EmitError emitError, ArrayRef<DimSize> sizes) {
  return verifySizes(sizes, getDimName, emitError);
}

/// The dimensions that may be named, for errors: "[0], [2]".
static std::string getUnknownDims(ShapedType type) {
  std::string text;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(size))
      text += (text.empty() ? "" : ", ") + getDimName(int64_t(dim));
  return text.empty() ? "none" : text;
}

LogicalResult autotune::verifyArgumentSizes(FunctionOpInterface function,
                                            unsigned number, Attribute value) {
  auto emitError = [&] {
    return function->emitOpError()
           << "argument " << number << ": " << kSizesAttrName << " ";
  };
  auto dims = dyn_cast<DimsAttr>(value);
  if (!dims)
    return emitError() << "must be an #autotune.dims, not " << value;
  auto type = dyn_cast<ShapedType>(function.getArgumentTypes()[number]);
  if (!type || !type.hasRank())
    return emitError() << "needs a ranked tensor or memref, not "
                       << function.getArgumentTypes()[number];
  for (const DimSize &size : dims.getSizes()) {
    int64_t dim = size.number;
    if (dim >= type.getRank())
      return emitError() << "names dimension " << getDimName(dim)
                         << ", which is not in " << type
                         << "; unknown dimensions: " << getUnknownDims(type);
    if (!type.isDynamicDim(unsigned(dim)))
      return emitError() << "names dimension " << getDimName(dim)
                         << ", which is known to be " << type.getDimSize(dim)
                         << "; unknown dimensions: " << getUnknownDims(type);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void printSizes(AsmPrinter &printer, ArrayRef<DimSize> sizes,
                       function_ref<std::string(int64_t)> getName) {
  printer << "<";
  llvm::interleaveComma(sizes, printer, [&](const DimSize &entry) {
    printer << getName(entry.number) << " ";
    if (entry.sameAs == DimSize::kNone)
      printer << entry.getExpected().str();
    else
      printer << "as " << getName(entry.sameAs);
  });
  printer << ">";
}

void SizesAttr::print(AsmPrinter &printer) const {
  printSizes(printer, getSizes(), getSizeName);
}

void DimsAttr::print(AsmPrinter &printer) const {
  printSizes(printer, getSizes(), getDimName);
}

/// Parses "from 1 to 64 likely [1, 16]", or one of both parts.
static ParseResult parseSize(AsmParser &parser, bool allowsSame,
                             ExpectedSize &size) {
  bool isFound;
  if (parseOptionalRange(parser, size.range, isFound))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword("likely"))) {
    if (isFound)
      return success();
    return parser.emitError(loc, "expected = SIZE, ")
           << (allowsSame ? "as another size, " : "")
           << "or one or more of from SIZE, to SIZE, by SIZE and likely [SIZE, "
              "...], in this order";
  }
  auto parseOne = [&] {
    return parser.parseInteger(size.likely.emplace_back());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  if (size.likely.empty())
    return parser.emitError(loc, "likely has no size; it has 1 to ")
           << ExpectedSize::kMostLikely;
  llvm::sort(size.likely);
  return success();
}

/// `parseNumber` parses the name of a size or dimension. A size may be as
/// another one if `allowsSame`.
static FailureOr<SmallVector<DimSize>>
parseSizes(AsmParser &parser, bool allowsSame,
           function_ref<ParseResult(int64_t &)> parseNumber) {
  SmallVector<DimSize> sizes;
  auto parseEntry = [&]() -> ParseResult {
    int64_t number, sameAs = DimSize::kNone;
    ExpectedSize size;
    if (parseNumber(number))
      return failure();
    bool isSame = allowsSame && succeeded(parser.parseOptionalKeyword("as"));
    if (isSame ? parseNumber(sameAs) : parseSize(parser, allowsSame, size))
      return failure();
    sizes.push_back(DimSize::get(parser.getContext(), number, size));
    sizes.back().sameAs = sameAs;
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseEntry))
    return failure();
  llvm::sort(sizes, [](const DimSize &a, const DimSize &b) {
    return a.number < b.number;
  });
  return sizes;
}

Attribute SizesAttr::parse(AsmParser &parser, Type) {
  SMLoc begin = parser.getCurrentLocation();
  FailureOr<SmallVector<DimSize>> sizes = parseSizes(
      parser, /*allowsSame=*/true, [&](int64_t &number) -> ParseResult {
        SizeDim dim;
        if (parseSizeDim(parser, dim))
          return failure();
        number = int64_t(dim);
        return success();
      });
  if (failed(sizes))
    return {};
  return getChecked([&] { return parser.emitError(begin); },
                    parser.getContext(), ArrayRef<DimSize>(*sizes));
}

Attribute DimsAttr::parse(AsmParser &parser, Type) {
  SMLoc begin = parser.getCurrentLocation();
  FailureOr<SmallVector<DimSize>> sizes = parseSizes(
      parser, /*allowsSame=*/false, [&](int64_t &number) -> ParseResult {
        SMLoc loc;
        if (parser.parseLSquare() || parser.getCurrentLocation(&loc) ||
            parser.parseInteger(number) || parser.parseRSquare())
          return failure();
        if (number < 0)
          return parser.emitError(loc,
                                  "the number of a dimension is from 0 on");
        return success();
      });
  if (failed(sizes))
    return {};
  return getChecked([&] { return parser.emitError(begin); },
                    parser.getContext(), ArrayRef<DimSize>(*sizes));
}

FailureOr<SizesAttr> SizesAttr::parseText(StringRef text, MLIRContext *context,
                                          std::string &whyNot) {
  context->getOrLoadDialect<AutotuneDialect>();
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    whyNot += (whyNot.empty() ? "" : "; ") + diagnostic.str();
  });
  auto sizes = dyn_cast_or_null<SizesAttr>(
      parseAttribute(("#autotune.sizes<" + text + ">").str(), context));
  if (!sizes)
    return failure();
  return sizes;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

SizesAttr SizesAttr::get(MLIRContext *context, const ExpectedSizes &expected) {
  SmallVector<DimSize> sizes;
  for (auto [dim, size] : llvm::enumerate(expected.dims)) {
    std::optional<SizeDim> same = expected.sameAs[dim];
    if (size.isAny() && !same)
      continue;
    sizes.push_back(DimSize::get(context, int64_t(dim), size));
    if (same)
      sizes.back().sameAs = int64_t(*same);
  }
  return sizes.empty() ? SizesAttr() : get(context, ArrayRef(sizes));
}

ExpectedSizes SizesAttr::getExpected() const {
  ExpectedSizes expected;
  for (const DimSize &size : getSizes()) {
    expected.dims[size.number] = size.getExpected();
    if (size.sameAs != DimSize::kNone)
      expected.sameAs[size.number] = SizeDim(size.sameAs);
  }
  return expected;
}

ExpectedSize DimsAttr::getExpected(int64_t dim) const {
  for (const DimSize &size : getSizes())
    if (size.number == dim)
      return size.getExpected();
  return {};
}

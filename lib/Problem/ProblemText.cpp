//===- ProblemText.cpp - Matmuls as text ----------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/ProblemText.h"

#include "ProblemParser.h"
#include "mlir-autotune/Problem/Operands.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir::autotune;

static constexpr llvm::StringLiteral kForm =
    "expected sizes and element type first, as in '100x72x96 bf16 B^T -> f32'";

llvm::Error ProblemParser::parseSize(StringRef word, int64_t &size) {
  if (word == "?") {
    size = kDynamicSize;
    return llvm::Error::success();
  }
  if (word.getAsInteger(10, size) || size < 0 ||
      size > std::numeric_limits<int32_t>::max())
    return fail("'" + word + "' is no size; sizes are from 0 to 2147483647");
  return llvm::Error::success();
}

/// What stands in the brackets of "[256,300,0]x64x64".
llvm::Error ProblemParser::parseGroup(StringRef word, MatmulFact &fact) {
  llvm::SmallVector<StringRef> parts;
  word.split(parts, ',');
  std::vector<int64_t> rows(parts.size());
  for (auto [part, size] : llvm::zip_equal(parts, rows))
    if (llvm::Error error = parseSize(part, size))
      return error;
  if (int64_t(rows.size()) > kMaxGroupSize)
    return fail("a group has at most " + Twine(kMaxGroupSize) +
                " products, not " + Twine(rows.size()));
  fact.setGroup(std::move(rows));
  return llvm::Error::success();
}

llvm::Error ProblemParser::parseSizes(MatmulFact &fact) {
  StringRef word = takeWord();
  // Before the first size; before the last one it is parts along K.
  auto [batch, sizes] = word.split('*');
  if (word.take_until([](char c) { return c == 'x'; }).contains('*')) {
    if (llvm::Error error = parseSize(batch, fact.batch))
      return error;
  } else {
    sizes = word;
  }
  llvm::SmallVector<StringRef> parts;
  sizes.split(parts, 'x');
  if (parts.size() != 3)
    return fail("'" + word + "' is no MxNxK; " + kForm);
  auto [depth, second] = parts.back().split('+');
  if (parts.back().contains('+'))
    if (llvm::Error error = parseSize(second, fact.added.emplace().k))
      return error;
  if (depth.contains('*')) {
    StringRef count;
    std::tie(count, depth) = depth.split('*');
    if (llvm::Error error = parseSize(count, fact.parts))
      return error;
    if (fact.hasParts() &&
        (fact.batch != 1 || fact.added || parts.front().starts_with("[")))
      return fail(
          "'" + word +
          "' is a batch, a group or a sum, and has a K in parts; it can "
          "be one of them");
  }
  if (depth.contains('/')) {
    StringRef unit;
    std::tie(depth, unit) = depth.split('/');
    if (depth != "?" || unit.getAsInteger(10, fact.kUnit) || fact.kUnit < 1 ||
        fact.kUnit > kMaxMatmulSize)
      return fail("'" + parts.back() +
                  "' is no K; one that is unknown may have a unit, as in ?/64");
  }
  parts.back() = depth;
  int64_t *values[] = {&fact.m, &fact.n, &fact.k};
  StringRef group = parts.front();
  bool isGroup = group.consume_front("[") && group.consume_back("]");
  if (isGroup && sizes.size() != word.size())
    return fail("'" + word + "' is a batch and a group; it can be one of them");
  for (auto [part, value] : llvm::zip_equal(parts, values)) {
    llvm::Error error = isGroup && value == &fact.m ? parseGroup(group, fact)
                                                    : parseSize(part, *value);
    if (error)
      return error;
  }
  return llvm::Error::success();
}

llvm::Error ProblemParser::parseElement(StringRef word, ElementKind &element) {
  std::optional<ElementKind> found = symbolizeElementKind(word);
  if (!found)
    return fail("no element type '" + word + "'; there are " +
                listElementKinds());
  element = *found;
  if (isInt4(element))
    return fail("'" + word + "' is only for A or B");
  return llvm::Error::success();
}

llvm::Error ProblemParser::parseFactor(StringRef word, ElementKind &element) {
  std::optional<ElementKind> found = symbolizeElementKind(word);
  if (!found || !isInt4(*found))
    return parseElement(word, element);
  element = *found;
  return llvm::Error::success();
}

llvm::Error ProblemParser::parseInputs(MatmulFact &fact) {
  auto [a, b] = takeWord().split(',');
  if (llvm::Error error = parseFactor(a, fact.a.element))
    return error;
  if (llvm::Error error = parseFactor(b.empty() ? a : b, fact.b.element))
    return error;
  if ((isInt4(fact.a.element) && !isFloat16(fact.b.element)) ||
      (isInt4(fact.b.element) && !isFloat16(fact.a.element)))
    return fail("'i4' is only multiplied by bf16 or f16");
  fact.a.transposed = takeWord("A^T");
  fact.b.transposed = takeWord("B^T");
  fact.zeroExtend = takeWord("zext");
  if (fact.zeroExtend && isFloat(fact.a.element) && isFloat(fact.b.element))
    return fail("'zext' is for integers");
  fact.isPair = takeWord("x2");
  if (fact.isPair && fact.added)
    return fail("'x2' can't be a sum of products; a pair has one K");
  if (fact.isGrouped() && fact.added)
    return fail(
        "a group of sums of products; each member of a group is one product");
  if (fact.isPair && fact.hasParts())
    return fail("'x2' can't have a K in parts; a pair has one K");
  if (takeWord("windows"))
    return parseWindows(fact);
  if (takeWord("scaled"))
    return parseScales(fact);
  if (!takeWord("first"))
    return llvm::Error::success();
  return parsePrologue(fact);
}

/// C's type, and those of what an epilogue writes beside it: "bf16,f32".
llvm::Error ProblemParser::parseOutputs(StringRef word, MatmulFact &fact) {
  llvm::SmallVector<StringRef> parts;
  word.split(parts, ',');
  for (auto [index, part] : llvm::enumerate(parts)) {
    OperandFact &output =
        index == 0 ? fact.c : fact.epilogue.outputs.emplace_back();
    if (llvm::Error error = parseElement(part, output.element))
      return error;
    if (isTf32(output.element))
      return fail("'" + stringifyElementKind(output.element) +
                  "' is only for A and B; their C is f32");
  }
  if (fact.isPair && parts.size() > 1)
    return fail("'x2' means two products that an epilogue combines into one "
                "matrix, not " +
                Twine(parts.size()));
  return llvm::Error::success();
}

llvm::Error ProblemParser::parseResult(MatmulFact &fact) {
  // Of integers and floats, C is as of the floats.
  ElementKind element = isFloat(fact.b.element) && !isFloat(fact.a.element)
                            ? fact.b.element
                            : fact.a.element;
  fact.c.element = isFloat8(element) ? ElementKind::BF16
                   : isTf32(element) ? ElementKind::F32
                                     : element;
  if (!isFloat(element) && element != ElementKind::I64)
    fact.c.element = ElementKind::I32;
  if (takeWord("->"))
    if (llvm::Error error = parseOutputs(takeWord(), fact))
      return error;
  if (takeWord("accumulate"))
    fact.init = InitKind::Accumulate;
  // What sums default to: getKey() leaves it out.
  ElementKind result = fact.c.element;
  bool wide = getElementBytes(result) == 8;
  fact.accumulator = isFloat(result)
                         ? (wide ? ElementKind::F64 : ElementKind::F32)
                         : (wide ? ElementKind::I64 : ElementKind::I32);
  if (takeWord("in"))
    if (llvm::Error error = parseElement(takeWord(), fact.accumulator))
      return error;
  if (takeWord("then"))
    return parseEpilogue(fact);
  if (!fact.epilogue.outputs.empty())
    return fail("several results need an epilogue; 'then' and its function are "
                "missing");
  if (fact.isPair)
    return fail("'x2' means two products that an epilogue combines into one "
                "matrix; 'then' and its function are missing");
  return llvm::Error::success();
}

/// What follows the name of an operand: "(stride=128, strided, align=16)".
/// Of matrices of `rows` rows as stored.
llvm::Error ProblemParser::parseLayout(OperandFact &operand, int64_t batch,
                                       int64_t rows) {
  size_t end = rest.find(')');
  if (!rest.consume_front("(") || end == StringRef::npos)
    return fail("expected a layout in parentheses at '" + rest + "'");
  StringRef body = rest.take_front(end - 1);
  rest = rest.drop_front(end).ltrim();
  llvm::SmallVector<StringRef> parts;
  body.split(parts, ',');
  std::optional<int64_t> batchStride;
  bool followsSizes = true;
  for (StringRef part : parts) {
    part = part.trim();
    if (part.consume_front("stride=")) {
      followsSizes = false;
      if (llvm::Error error = parseSize(part, operand.rowStride))
        return error;
    } else if (part.consume_front("align=")) {
      if (part.getAsInteger(10, operand.alignment) || operand.alignment < 1 ||
          operand.alignment > 4096 ||
          !llvm::isPowerOf2_64(uint64_t(operand.alignment)))
        return fail("'" + part +
                    "' is no alignment; they are powers of 2 from 1 to 4096");
    } else if (part.consume_front("unit=")) {
      if (part.getAsInteger(10, operand.strideUnit) || operand.strideUnit < 1 ||
          operand.strideUnit > kMaxMatmulSize)
        return fail("'" + part +
                    "' is no unit of unknown strides; it is a "
                    "positive number of elements");
    } else if (batch != 1 && part.consume_front("batch=")) {
      if (llvm::Error error = parseSize(part, batchStride.emplace()))
        return error;
    } else if (batch != 1 && part.consume_front("inner=")) {
      if (llvm::Error error = parseSize(part, operand.innerBatch))
        return error;
    } else if (batch != 1 && part.consume_front("outer=")) {
      if (llvm::Error error = parseSize(part, operand.outerStride))
        return error;
    } else if (batch != 1 && part == "broadcast") {
      batchStride = 0;
    } else if (part == "strided") {
      operand.unitInnerStride = false;
    } else {
      return fail(
          "'" + part +
          "' means nothing in a layout; there are stride=, unit=, align= and "
          "strided, and, in a batch or parts, batch=, broadcast, inner= "
          "and outer=");
    }
  }
  operand.batchStride =
      batchStride.value_or(getDenseBatchStride(batch, rows, operand.rowStride));
  if (batchStride && isDynamicSize(*batchStride))
    followsSizes = false;
  operand.dense = followsSizes && operand.hasUnknownStride();
  if (operand.strideUnit != 1 && !operand.hasUnknownStride())
    return fail("'unit=' is of strides that are unknown");
  if (operand.hasOuterBatch() != (operand.outerStride != 0) ||
      (operand.hasOuterBatch() && operand.batchStride == 0))
    return fail("'inner=' and 'outer=' must be given together, in a batch of "
                "several matrices, and not be 0");
  return llvm::Error::success();
}

llvm::Expected<MatmulFact> ProblemParser::parse() {
  if (rest.empty())
    return fail("it is empty; " + kForm);
  MatmulFact fact;
  if (llvm::Error error = parseSizes(fact))
    return error;
  if (llvm::Error error = parseInputs(fact))
    return error;
  if (llvm::Error error = parseResult(fact))
    return error;
  // Sizes are counted below.
  if (std::string why = fact.getWhyWindowsInvalid(); !why.empty())
    return fail(why);
  if (std::optional<AddedProduct> &added = fact.added) {
    added->a = fact.a;
    added->b = fact.b;
  }
  for (auto &operand : listOperandsOfText(fact)) {
    OperandFact &matrix = operand.matrix;
    matrix.rowStride = operand.getStoredColumns();
    matrix.batchStride = getDenseBatchStride(
        operand.matrices, operand.getStoredRows(), matrix.rowStride);
    matrix.dense = matrix.hasUnknownStride();
    std::string name = operand.getName();
    // Of at most 8 bytes an element: byte counts of a matrix then fit 64 bits.
    if (matrix.batchStride > kMaxAddressableBytes / 8)
      return fail("no address space can hold a matrix of " + name);
    if (!rest.starts_with(name + "("))
      continue;
    rest = rest.drop_front(name.size());
    if (llvm::Error error =
            parseLayout(matrix, operand.matrices, operand.getStoredRows()))
      return error;
  }
  for (const auto &operand : listOperands(fact))
    if (operand.matrix.hasOuterBatch() && !operand.isFactor())
      return fail("'inner=' is only for A and B, in a batch or parts");
  bool isBroadcast = fact.a.batchStride == 0 && fact.b.batchStride == 0;
  if (fact.hasParts() && isBroadcast && fact.k != 0)
    return fail("all parts of its K are the same: A and B are both broadcast");
  if (!rest.empty())
    return fail(
        "'" + rest +
        "' means nothing here; the order is MxNxK type A^T B^T zext x2 "
        "windows RxS of images strides r,s dilations r,s padding t,l,b,r first "
        "{...} type[n,k/g] scaled f32[m,k/g] f32[n,k/g] -> type,type "
        "accumulate in type then {...} type[mn] a(...) b(...) c(...) c2(...) "
        "a2(...) b2(...) p0(...) sa(...) sb(...) e0(...)");
  return fact;
}

llvm::Expected<ProblemFact> mlir::autotune::parseMatmul(StringRef text) {
  llvm::Expected<ProblemFact> fact = parseProblem(text);
  if (!fact || fact->isMatmul())
    return fact;
  return llvm::createStringError(llvm::Twine(fact->isRows()
                                                 ? "it is a problem of rows"
                                                 : "it is an attention") +
                                 "; expected a matmul, as in '100x72x96 bf16'");
}

llvm::Expected<ProblemFact> mlir::autotune::parseProblem(StringRef text) {
  if (text.ltrim().starts_with(kRowsWord))
    return parseRows(text);
  if (text.ltrim().starts_with(kAttentionWord))
    return parseAttention(text);
  return ProblemParser(text).parse();
}

//===- ProblemTextValues.cpp - What a problem does to elements ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProblemParser.h"

using namespace mlir::autotune;

/// A body in braces, or its hash.
llvm::Error ProblemParser::parseBody(std::string &body, StringRef what) {
  StringRef before = rest, word = takeWord();
  if (isBodyHash(word)) {
    body = word.str();
    return llvm::Error::success();
  }
  rest = before;
  size_t end = 0, depth = 0;
  for (; end < rest.size(); ++end) {
    depth += rest[end] == '{';
    if (rest[end] == '}' && --depth == 0)
      break;
    if (depth == 0)
      break;
  }
  if (end == 0 || end == rest.size())
    return fail("expected the function of the " + what + " in braces at '" +
                rest + "'");
  body = rest.slice(1, end).trim().str();
  if (body.empty())
    return fail("the function of the " + what + " is empty");
  if (isBodyHash(body))
    return fail("'" + body + "' is no function; hashes have no braces");
  rest = rest.drop_front(end + 1).ltrim();
  return llvm::Error::success();
}

static bool parseGroup(StringRef size, int64_t &group) {
  return !size.getAsInteger(10, group) && group > 0 && group <= kMaxMatmulSize;
}

/// Over what one of its operands runs, as stored: "n,k/128", "k/128,n", "n",
/// "k/32" or "1"; of scales also "n/128,k/128". Whether it is one of these.
static bool parseExtent(StringRef text, StringRef output,
                        PrologueOperand &operand, bool hasRowGroups = false) {
  if (text == "1")
    return true;
  auto isOutput = [&](StringRef extent) {
    return extent.split('/').first == output;
  };
  auto [first, second] = text.split(',');
  bool isTwo = text.contains(',');
  operand.matrix.transposed = isTwo && isOutput(second);
  if (operand.matrix.transposed)
    std::swap(first, second);
  operand.overOutput = isOutput(first);
  if (StringRef size = first.split('/').second;
      operand.overOutput && first != output &&
      !(hasRowGroups && parseGroup(size, operand.rowGroup)))
    return false;
  if (operand.overOutput && !isTwo)
    return true;
  StringRef groups = isTwo ? second : first;
  return operand.overOutput == isTwo && groups.consume_front("k/") &&
         parseGroup(groups, operand.group);
}

/// Whose elements become what, and then what is read for that: "bf16[n,k/128]
/// i8[n]", or "a f32[m]".
llvm::Error ProblemParser::parsePrologue(MatmulFact &fact) {
  bool isOfA = takeWord("a"), isOfB = !isOfA && takeWord("b");
  int64_t bitsOfA = getElementBits(fact.a.element);
  int64_t bitsOfB = getElementBits(fact.b.element);
  if (!isOfA && !isOfB && bitsOfA == bitsOfB)
    return fail("'first' needs 'a' or 'b' after it, because the types don't "
                "tell which factor has the prologue");
  fact.prologue.number = isOfB || (!isOfA && bitsOfB < bitsOfA) ? 1 : 0;
  if (llvm::Error error = parseBody(fact.prologue.body, "prologue"))
    return error;
  if (llvm::Error error = checkPrologue(fact))
    return error;
  StringRef output = fact.convertsB() ? "n" : "m";
  while (true) {
    StringRef before = rest;
    auto [element, extent] = takeWord().split('[');
    PrologueOperand operand;
    if (!extent.consume_back("]") || !parseExtent(extent, output, operand)) {
      rest = before;
      return llvm::Error::success();
    }
    if (llvm::Error error = parseElement(element, operand.matrix.element))
      return error;
    if (isTf32(operand.matrix.element))
      return fail("'" + stringifyElementKind(operand.matrix.element) +
                  "' is only for A and B; a prologue reads f32");
    if (isFloat8(operand.matrix.element))
      return fail("a prologue reads no floats of 8 bits");
    fact.prologue.operands.push_back(operand);
  }
}

llvm::Error ProblemParser::checkPrologue(const MatmulFact &fact) {
  ElementKind stored = fact.getConverted().element;
  int64_t bits = getElementBits(stored);
  if (bits > 32 || (!isFloat(stored) && bits > 8) || isTf32(stored) ||
      !isFloat16(fact.getMultiplied()))
    return fail("'first' is for integers of up to 8 bits, or floats of up to "
                "32, times bf16 or f16");
  if (fact.isBatched() || fact.hasParts() || fact.isGrouped() ||
      fact.hasTwoProducts())
    return fail(
        "'first' is for one product, not for a batch, group, pair or sum");
  if (fact.zeroExtend)
    return fail("'zext' is for integers that are multiplied as stored; a "
                "prologue converts them");
  return llvm::Error::success();
}

llvm::Error ProblemParser::parseScale(PrologueOperand &operand,
                                      StringRef output) {
  StringRef word = takeWord();
  auto [element, extent] = word.split('[');
  if (!extent.consume_back("]") ||
      !parseExtent(extent, output, operand, /*hasRowGroups=*/true))
    return fail("expected the scales of " + Twine(output == "m" ? "A" : "B") +
                ", as in 'f32[" + output + "/128,k/128]', at '" + word + "'");
  if (llvm::Error error = parseElement(element, operand.matrix.element))
    return error;
  if (operand.matrix.element != ElementKind::F32)
    return fail("'scaled' reads scales of f32, not of " +
                stringifyElementKind(operand.matrix.element));
  return llvm::Error::success();
}

/// "3x3 of 8x56x56x64 strides 2,2 dilations 1,1 padding 1,1,1,1".
llvm::Error ProblemParser::parseWindows(MatmulFact &fact) {
  WindowsFact &windows = fact.windows.emplace();
  auto parseList = [&](char separator, llvm::ArrayRef<int64_t *> values,
                       StringRef form) -> llvm::Error {
    llvm::SmallVector<StringRef> parts;
    StringRef word = takeWord();
    word.split(parts, separator);
    if (parts.size() != values.size())
      return fail("expected " + form + ", not '" + word + "'");
    for (auto [part, value] : llvm::zip_equal(parts, values))
      if (llvm::Error error = parseSize(part, *value))
        return error;
    return llvm::Error::success();
  };
  std::vector<int64_t> &numbers = windows.numbers;
  if (llvm::Error error = parseList('x', {&numbers[0], &numbers[1]},
                                    "the pixels of a window, as in 3x3"))
    return error;
  if (!takeWord("of"))
    return fail("expected 'of' and the images behind the size of windows");
  if (llvm::Error error = parseList(
          'x',
          {&windows.images, &windows.height, &windows.width, &windows.channels},
          "images, as in 8x56x56x64"))
    return error;
  if (takeWord("strides"))
    if (llvm::Error error = parseList(',', {&numbers[2], &numbers[3]},
                                      "two strides, as in 2,2"))
      return error;
  if (takeWord("dilations"))
    if (llvm::Error error = parseList(',', {&numbers[4], &numbers[5]},
                                      "two dilations, as in 2,2"))
      return error;
  if (takeWord("padding"))
    return parseList(',', {&numbers[6], &numbers[7], &numbers[8], &numbers[9]},
                     "zeros above, left, below and right, as in 1,1,1,1");
  return llvm::Error::success();
}

/// Those of A, and then of B, or of each B of a pair: "f32[m,k/128]
/// f32[n/128,k/128]".
llvm::Error ProblemParser::parseScales(MatmulFact &fact) {
  if (!isFloat8(fact.a.element) || !isFloat8(fact.b.element))
    return fail("'scaled' is for floats of 8 bits in both A and B");
  if (fact.isBatched() || fact.hasParts() || fact.isSum())
    return fail(
        "'scaled' is for one product, a pair or a group, not for a batch "
        "or sum");
  BlockScales &scales = fact.scales.emplace();
  if (llvm::Error error = parseScale(scales.a, "m"))
    return error;
  return parseScale(scales.b, "n");
}

/// Over what it runs: "mn", "m", "n" or "1", or, of groups, "m/128,n/128",
/// "m,n/128" or "n/128". Whether it is one of these.
static bool parseExtent(StringRef text, EpilogueOperand &operand) {
  if (text == "1")
    return true;
  if (text == "mn") {
    operand.overRows = operand.overColumns = true;
    return true;
  }
  auto parseDimension = [](StringRef extent, bool &isOver, int64_t &group) {
    isOver = true;
    return extent.empty() ||
           (extent.consume_front("/") && parseGroup(extent, group));
  };
  auto [first, second] = text.split(',');
  bool isTwo = text.contains(',');
  if (first.consume_front("m") &&
      !parseDimension(first, operand.overRows, operand.rowGroup))
    return false;
  StringRef columns = isTwo ? second : first;
  if (operand.overRows != isTwo)
    return operand.overRows && !isTwo;
  return columns.consume_front("n") &&
         parseDimension(columns, operand.overColumns, operand.columnGroup);
}

/// What is done, and then what it reads: "bf16[n] f32[mn] f32[m/128,n/128]".
llvm::Error ProblemParser::parseEpilogue(MatmulFact &fact) {
  if (llvm::Error error = parseBody(fact.epilogue.body, "epilogue"))
    return error;
  while (true) {
    StringRef before = rest;
    auto [element, extent] = takeWord().split('[');
    EpilogueOperand operand;
    if (!extent.consume_back("]") || !parseExtent(extent, operand)) {
      rest = before;
      return llvm::Error::success();
    }
    if (llvm::Error error = parseElement(element, operand.matrix.element))
      return error;
    if (isTf32(operand.matrix.element))
      return fail("'" + stringifyElementKind(operand.matrix.element) +
                  "' is only for A and B; an epilogue reads f32");
    fact.epilogue.operands.push_back(operand);
  }
}

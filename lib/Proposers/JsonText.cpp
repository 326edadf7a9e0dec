//===- JsonText.cpp - JSON that knows where it stands ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::autotune;

StringRef JsonNode::describe() const {
  static constexpr StringRef kNames[] = {
      "null",     "true or false", "an integer", "a number",
      "a string", "an array",      "an object"};
  return kNames[kind];
}

namespace {
class Parser {
public:
  using Report = llvm::function_ref<void(size_t, const Twine &)>;
  Parser(StringRef text, Report report) : text(text), report(report) {}

  LogicalResult parseDocument(JsonNode &node);

private:
  LogicalResult parseValue(JsonNode &node, unsigned depth);
  LogicalResult parseArray(JsonNode &node, unsigned depth);
  LogicalResult parseObject(JsonNode &node, unsigned depth);
  LogicalResult parseString(std::string &result, bool &hasEscapes);
  LogicalResult parseEscape(std::string &result);
  LogicalResult parseHex(unsigned &unit);
  LogicalResult parseNumber(JsonNode &node);
  LogicalResult parseWord(JsonNode &node);

  LogicalResult fail(size_t offset, const Twine &message) {
    report(offset, message);
    return failure();
  }
  bool atEnd() const { return at == text.size(); }
  /// 0 at the end; a NUL in the text is legal nowhere.
  char peek() const { return atEnd() ? 0 : text[at]; }
  bool take(char wanted) {
    if (peek() != wanted || atEnd())
      return false;
    ++at;
    return true;
  }
  bool takeDigits() {
    size_t begin = at;
    while (llvm::isDigit(peek()))
      ++at;
    return at != begin;
  }
  void skipBlanks() {
    while (StringRef(" \t\r\n").contains(peek()) && !atEnd())
      ++at;
  }
  bool takeAfterBlanks(char wanted) {
    skipBlanks();
    return take(wanted);
  }

  StringRef text;
  Report report;
  size_t at = 0;
};
} // namespace

LogicalResult Parser::parseHex(unsigned &unit) {
  if (text.size() - at < 4 ||
      !llvm::all_of(text.substr(at, 4), llvm::isHexDigit))
    return fail(at, "expected four hexadecimal digits after \\u");
  (void)text.substr(at, 4).getAsInteger(16, unit);
  at += 4;
  return success();
}

/// What stands behind a backslash.
LogicalResult Parser::parseEscape(std::string &result) {
  static constexpr StringLiteral kNames = "\"\\/bfnrt";
  static constexpr StringLiteral kMeanings = "\"\\/\b\f\n\r\t";
  size_t begin = at - 1;
  if (!take('u')) {
    size_t index = atEnd() ? StringRef::npos : kNames.find(peek());
    if (index == StringRef::npos)
      return fail(begin,
                  "no such escape; there are \\\" \\\\ \\/ \\b \\f \\n \\r "
                  "\\t \\uXXXX");
    result += kMeanings[index];
    ++at;
    return success();
  }
  unsigned point = 0;
  if (failed(parseHex(point)))
    return failure();
  auto isIn = [](unsigned value, unsigned first) {
    return value >= first && value < first + 0x400;
  };
  if (isIn(point, 0xD800) && text.substr(at).starts_with("\\u")) {
    size_t before = at;
    unsigned low = 0;
    at += 2;
    if (failed(parseHex(low)))
      return failure();
    if (isIn(low, 0xDC00))
      point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
    else
      at = before;
  }
  // Half of a pair stands for nothing: U+FFFD says so.
  if (isIn(point, 0xD800) || isIn(point, 0xDC00))
    point = 0xFFFD;
  char bytes[4], *end = bytes;
  llvm::ConvertCodePointToUTF8(point, end);
  result.append(bytes, end);
  return success();
}

LogicalResult Parser::parseString(std::string &result, bool &hasEscapes) {
  size_t begin = at++;
  while (!atEnd()) {
    char c = text[at];
    if (static_cast<unsigned char>(c) < 0x20)
      return fail(at, "a string must end on its line, and control characters "
                      "must be escaped; expected '\"'");
    ++at;
    if (c == '"')
      return success();
    if (c != '\\') {
      result += c;
      continue;
    }
    hasEscapes = true;
    if (failed(parseEscape(result)))
      return failure();
  }
  return fail(begin, "this string has no end");
}

LogicalResult Parser::parseNumber(JsonNode &node) {
  size_t begin = at;
  bool isIntegral = true;
  take('-');
  if (!take('0') && !takeDigits())
    return fail(begin, "expected a digit after '-'");
  if (take('.')) {
    isIntegral = false;
    if (!takeDigits())
      return fail(begin, "expected a digit after '.'");
  }
  if (take('e') || take('E')) {
    isIntegral = false;
    if (!take('-'))
      take('+');
    if (!takeDigits())
      return fail(begin, "expected a digit in the exponent");
  }
  if (llvm::isDigit(peek()))
    return fail(begin, "a number does not begin with 0");
  node.kind =
      isIntegral && !text.slice(begin, at).getAsInteger(10, node.integer)
          ? JsonNode::Integer
          : JsonNode::Number;
  return success();
}

LogicalResult Parser::parseWord(JsonNode &node) {
  size_t begin = at;
  while (llvm::isAlnum(peek()) || peek() == '_')
    ++at;
  StringRef word = text.slice(begin, at);
  if (word == "null")
    return success();
  node.kind = JsonNode::Bool;
  node.flag = word == "true";
  if (node.flag || word == "false")
    return success();
  return fail(begin, word.empty()
                         ? Twine("expected a value")
                         : "'" + word.take_front(40) +
                               "' is no value; strings stand in quotes");
}

LogicalResult Parser::parseArray(JsonNode &node, unsigned depth) {
  node.kind = JsonNode::Array;
  ++at;
  if (takeAfterBlanks(']'))
    return success();
  do {
    if (failed(parseValue(node.elements.emplace_back(), depth)))
      return failure();
  } while (takeAfterBlanks(','));
  if (take(']'))
    return success();
  return fail(at, "expected ',' or ']' in this array");
}

LogicalResult Parser::parseObject(JsonNode &node, unsigned depth) {
  node.kind = JsonNode::Object;
  ++at;
  if (takeAfterBlanks('}'))
    return success();
  do {
    skipBlanks();
    if (peek() != '"')
      return fail(at, "expected a key in quotes");
    JsonKey &key = node.keys.emplace_back();
    key.offset = at;
    bool hasEscapes = false;
    if (failed(parseString(key.text, hasEscapes)))
      return failure();
    if (!takeAfterBlanks(':'))
      return fail(at, "expected ':' after the key");
    if (failed(parseValue(node.elements.emplace_back(), depth)))
      return failure();
  } while (takeAfterBlanks(','));
  if (take('}'))
    return success();
  return fail(at, "expected ',' or '}' in this object");
}

LogicalResult Parser::parseValue(JsonNode &node, unsigned depth) {
  skipBlanks();
  node.offset = at;
  char c = peek();
  if ((c == '[' || c == '{') && depth == kMaxJsonNesting)
    return fail(at,
                "nested more than " + Twine(kMaxJsonNesting) + " levels deep");
  if (c == '[')
    return parseArray(node, depth + 1);
  if (c == '{')
    return parseObject(node, depth + 1);
  if (c == '-' || llvm::isDigit(c))
    return parseNumber(node);
  if (c != '"')
    return parseWord(node);
  node.kind = JsonNode::String;
  return parseString(node.text, node.hasEscapes);
}

LogicalResult Parser::parseDocument(JsonNode &node) {
  size_t invalid = 0;
  if (!llvm::json::isUTF8(text, &invalid))
    return fail(invalid, "this is not UTF-8");
  if (failed(parseValue(node, 0)))
    return failure();
  skipBlanks();
  if (!atEnd())
    return fail(at, "expected nothing after the document");
  return success();
}

std::optional<JsonNode> autotune::parseJsonText(
    StringRef text, llvm::function_ref<void(size_t, const Twine &)> report) {
  JsonNode node;
  if (failed(Parser(text, report).parseDocument(node)))
    return std::nullopt;
  return node;
}

LineMap::LineMap(StringRef text) : begins{0} {
  for (auto [i, c] : llvm::enumerate(text))
    if (c == '\n')
      begins.push_back(i + 1);
}

std::pair<unsigned, unsigned> LineMap::get(size_t offset) const {
  auto next = llvm::upper_bound(begins, offset);
  return {static_cast<unsigned>(next - begins.begin()),
          static_cast<unsigned>(offset - *std::prev(next) + 1)};
}

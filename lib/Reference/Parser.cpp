//===- Parser.cpp - Functions from text -----------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what MLIR prints of a function of scalars: one block, an operation a
// statement. Types that follow from operands are not looked at; fast-math and
// overflow flags mean nothing to a reference.
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

#include <cctype>
#include <cstdlib>
#include <cstring>
#include <map>

using namespace mlir::autotune;
using namespace mlir::autotune::reference;

namespace mlir::autotune::reference {

/// Fails once: then nothing more is read, and `whyNot` says why.
class Parser {
public:
  Parser(const std::string &text, std::string &whyNot)
      : at(text.c_str()), whyNot(whyNot) {
    whyNot.clear();
    advance();
  }

  std::unique_ptr<Function> parse() {
    std::unique_ptr<Function> function(new Function());
    if (token == "func.func" || token == "func")
      advance();
    if (token.empty() || token[0] != '@')
      fail("it must be one func.func");
    advance();
    parseArguments(*function);
    parseResults(*function);
    expect("{");
    while (whyNot.empty() && token != "return" && token != "func.return")
      parseOperation(*function);
    advance();
    parseReturn(*function);
    expect("}");
    if (whyNot.empty() && !token.empty())
      fail("it must be one func.func");
    if (!whyNot.empty())
      return nullptr;
    return function;
  }

private:
  void fail(const std::string &why) {
    if (whyNot.empty())
      whyNot = why;
    token.clear();
  }

  /// Names with their sigil, words and numbers, "->", or one character.
  void advance() {
    token.clear();
    if (!whyNot.empty())
      return;
    while (std::isspace((unsigned char)*at))
      ++at;
    auto isWord = [](char c) {
      return std::isalnum((unsigned char)c) || std::strchr("_.$#", c);
    };
    if (at[0] == '-' && at[1] == '>') {
      token = "->";
      at += 2;
      return;
    }
    bool isNumber = std::isdigit((unsigned char)*at) || *at == '-';
    // As in %c-128_i32.
    bool isName = *at == '%';
    if (*at)
      token += *at++;
    bool isLong = isNumber || isWord(token[0] ? token[0] : ' ') ||
                  token == "%" || token == "@";
    while (isLong && *at &&
           (isWord(*at) || (isName && *at == '-') ||
            // As in 1.0e-05.
            (isNumber && (*at == '-' || *at == '+') &&
             (at[-1] == 'e' || at[-1] == 'E'))))
      token += *at++;
  }

  void expect(const char *wanted) {
    if (token != wanted)
      return fail(std::string("expected '") + wanted + "', not '" + token +
                  "'");
    advance();
  }

  bool accept(const char *wanted) {
    if (token != wanted)
      return false;
    advance();
    return true;
  }

  ElementType parseType() {
    static const std::map<std::string, ElementType> kFloats = {
#define AUTOTUNE_FLOAT(NAME, TEXT, ...)                                        \
  {TEXT, getElementType(ElementKind::NAME)},
        AUTOTUNE_STORED_FLOATS(AUTOTUNE_FLOAT)
#undef AUTOTUNE_FLOAT
    };
    ElementType type;
    auto known = kFloats.find(token);
    int width = token.size() > 1 && token.size() < 4 && token[0] == 'i'
                    ? std::atoi(token.c_str() + 1)
                    : 0;
    if (known != kFloats.end())
      type = known->second;
    else if (width >= 1 && width <= 64)
      type = {ElementType::Integer, uint8_t(width)};
    else
      fail("'" + token + "' is no type of an element");
    advance();
    return type;
  }

  void define(const std::string &name, size_t number) {
    if (name.empty() || name[0] != '%')
      return fail("expected a value, not '" + name + "'");
    names[name] = number;
  }

  size_t parseOperand() {
    auto known = names.find(token);
    if (known == names.end()) {
      fail("there is no value '" + token + "'");
      return 0;
    }
    advance();
    return known->second;
  }

  void parseArguments(Function &function) {
    expect("(");
    while (whyNot.empty() && token != ")") {
      define(token, types.size());
      advance();
      expect(":");
      types.push_back(parseType());
      if (!accept(","))
        break;
    }
    expect(")");
    function.arguments = types;
  }

  void parseResults(Function &function) {
    if (!accept("->"))
      return fail("it returns nothing");
    bool isList = accept("(");
    do
      function.results.push_back(parseType());
    while (isList && accept(","));
    if (isList)
      expect(")");
  }

  void parseReturn(Function &function) {
    do
      function.returned.push_back(parseOperand());
    while (accept(","));
    expect(":");
    do
      parseType();
    while (accept(","));
    if (!whyNot.empty())
      return;
    bool fits = function.returned.size() == function.results.size();
    for (size_t i = 0; fits && i < function.results.size(); ++i)
      fits = types[function.returned[i]] == function.results[i];
    if (!fits)
      fail("its results differ from its type");
  }

  /// "%x, %y = ", or "%x:2 = ".
  std::vector<std::string> parseNames() {
    std::vector<std::string> results;
    do {
      results.push_back(token);
      advance();
      if (accept(":")) {
        std::string name = results.back();
        results.back() += "#0";
        if (token != "2")
          fail("expected two results");
        results.push_back(name + "#1");
        advance();
      }
    } while (accept(","));
    expect("=");
    if (results.size() > 2)
      fail("expected two results at most");
    return results;
  }

  void parseConstant(Instruction &instruction) {
    std::string value = token;
    advance();
    if (value == "true" || value == "false") {
      instruction.type = {ElementType::Integer, 1};
      instruction.constant = value == "true";
      if (accept(":"))
        parseType();
    } else {
      expect(":");
      instruction.type = parseType();
      const char *end = value.c_str();
      char *rest = nullptr;
      bool isHex = value.compare(0, 2, "0x") == 0;
      // A float in hexadecimal is its bits.
      if (!instruction.type.isFloat() || isHex)
        instruction.constant =
            truncate(isHex ? std::strtoull(end, &rest, 16)
                           : uint64_t(std::strtoll(end, &rest, 10)),
                     instruction.type.bits);
      else
        instruction.constant =
            encode(instruction.type, std::strtod(end, &rest));
      if (whyNot.empty() && (value.empty() || *rest))
        fail("'" + value + "' is no constant");
    }
    instruction.resultType = instruction.type;
  }

  /// Up to the types: operands, and the predicate of a comparison.
  void parseOperands(Instruction &instruction, std::string &predicate) {
    while (whyNot.empty() && token != ":") {
      if (token.empty())
        return fail("it ends early");
      if (token[0] == '%') {
        instruction.operands.push_back(parseOperand());
        continue;
      }
      if (instruction.operands.empty() && predicate.empty())
        predicate = token;
      advance();
    }
    expect(":");
  }

  /// The type behind "to", or else that of the operands.
  ElementType parseResultType(ElementType type) {
    ElementType last = parseType();
    while (accept(","))
      last = parseType();
    return accept("to") ? parseType() : type;
  }

  static size_t getNumOperands(Opcode opcode) {
    switch (opcode) {
    case Opcode::Select:
    case Opcode::Fma:
    case Opcode::ClampF:
      return 3;
    case Opcode::AddF:
    case Opcode::SubF:
    case Opcode::MulF:
    case Opcode::DivF:
    case Opcode::MaximumF:
    case Opcode::MinimumF:
    case Opcode::MaxNumF:
    case Opcode::MinNumF:
    case Opcode::CmpF:
    case Opcode::CopySign:
    case Opcode::ATan2:
    case Opcode::PowF:
    case Opcode::FPowI:
      return 2;
    default:
      return opcode >= Opcode::AddI && opcode <= Opcode::AddUIExtended ? 2 : 1;
    }
  }

  static bool isTruth(Opcode opcode) {
    return opcode == Opcode::CmpF || opcode == Opcode::CmpI ||
           (opcode >= Opcode::IsFinite && opcode <= Opcode::IsNormal);
  }

  void parseOperation(Function &function) {
    std::vector<std::string> results = parseNames();
    Instruction instruction;
    std::string name = token;
    if (whyNot.empty() && !findOpcode(name, instruction.opcode))
      fail("there is no reference for '" + name + "'");
    advance();
    if (instruction.opcode == Opcode::Constant) {
      parseConstant(instruction);
    } else {
      std::string predicate;
      parseOperands(instruction, predicate);
      if (whyNot.empty() &&
          instruction.operands.size() != getNumOperands(instruction.opcode))
        fail("'" + name + "' has too few operands, or too many");
      if (!whyNot.empty())
        return;
      bool isSelect = instruction.opcode == Opcode::Select;
      instruction.type = types[instruction.operands[isSelect ? 1 : 0]];
      instruction.resultType = parseResultType(instruction.type);
      if (isTruth(instruction.opcode))
        instruction.resultType = {ElementType::Integer, 1};
      if ((instruction.opcode == Opcode::CmpF ||
           instruction.opcode == Opcode::CmpI) &&
          !findPredicate(predicate, instruction.type.isFloat(),
                         instruction.predicate))
        fail("'" + predicate + "' is no comparison");
    }
    for (size_t i = 0; whyNot.empty() && i < results.size(); ++i) {
      instruction.isSecond = i == 1;
      if (i == 1 && instruction.opcode == Opcode::AddUIExtended)
        instruction.resultType = {ElementType::Integer, 1};
      define(results[i], types.size());
      types.push_back(instruction.resultType);
      function.instructions.push_back(instruction);
    }
  }

  const char *at;
  std::string &whyNot;
  std::string token;
  std::map<std::string, size_t> names;
  /// Of all values so far.
  std::vector<ElementType> types;
};

} // namespace mlir::autotune::reference

std::unique_ptr<Function> Function::parse(const std::string &text,
                                          std::string &whyNot) {
  return Parser(text, whyNot).parse();
}

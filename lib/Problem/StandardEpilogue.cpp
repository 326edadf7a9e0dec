//===- StandardEpilogue.cpp - Epilogues that libraries have ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function's text becomes an expression of the sum `s` and the bias `b`, in
// which sums and products are sorted lists. Two functions that associate or
// order them in another way have the same expression. An operation that is not
// known makes the function no standard one.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/StandardEpilogue.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::autotune;
using llvm::ArrayRef;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

namespace {
/// An expression as text; of a sum or product also its terms.
struct Value {
  enum Kind { Other, Sum, Product } kind = Other;
  std::vector<std::string> terms;

  std::string str() const {
    if (terms.size() == 1)
      return terms.front();
    return (kind == Sum ? "(+ " : "(* ") + llvm::join(terms, " ") + ")";
  }
};
} // namespace

static Value makeLeaf(const llvm::Twine &text) {
  return {Value::Other, {text.str()}};
}

static Value combine(Value::Kind kind, ArrayRef<Value> values) {
  Value result{kind, {}};
  for (const Value &value : values)
    if (value.kind == kind)
      llvm::append_range(result.terms, value.terms);
    else
      result.terms.push_back(value.str());
  llvm::sort(result.terms);
  return result;
}

static Value add(const Value &left, const Value &right) {
  return combine(Value::Sum, {left, right});
}
static Value multiply(ArrayRef<Value> factors) {
  return combine(Value::Product, factors);
}
static Value makeMax(const Value &value) {
  return makeLeaf("(max0 " + value.str() + ")");
}
static Value makeTanh(const Value &value) {
  return makeLeaf("(tanh " + value.str() + ")");
}
/// Six digits: constants that were rounded to f32 are equal to those that were
/// not.
static Value makeConstant(double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("#%.6g", value);
  return makeLeaf(text);
}

/// The two ways in which the argument of tanh is written.
static std::vector<Value> makeGelus(const Value &x) {
  Value factor = makeConstant(0.7978845608028654);
  Value cubic = makeConstant(0.044715);
  Value one = makeConstant(1);
  Value arguments[] = {
      multiply({factor, add(x, multiply({cubic, x, x, x}))}),
      multiply({factor, x, add(one, multiply({cubic, x, x}))})};
  std::vector<Value> gelus;
  for (const Value &argument : arguments)
    gelus.push_back(
        multiply({makeConstant(0.5), x, add(one, makeTanh(argument))}));
  return gelus;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {
class FunctionReader {
public:
  explicit FunctionReader(StringRef text);

  /// What the function returns; nullopt if it is unknown.
  std::optional<Value> read();

private:
  StringRef peek() const {
    return at < tokens.size() ? tokens[at] : StringRef();
  }
  StringRef take() {
    StringRef token = peek();
    ++at;
    return token;
  }
  bool takeUntil(StringRef token) {
    while (at < tokens.size())
      if (take() == token)
        return true;
    return false;
  }
  bool readArguments();
  std::optional<Value> readOperand();
  std::optional<Value> readOperation();
  std::optional<Value> readSelect();

  std::vector<StringRef> tokens;
  size_t at = 0;
  llvm::StringMap<Value> values;
  /// Comparisons: the predicate and both sides.
  llvm::StringMap<std::array<std::string, 3>> comparisons;
};
} // namespace

FunctionReader::FunctionReader(StringRef text) {
  static constexpr StringRef kMarks = "(){}:,=";
  while (!(text = text.ltrim()).empty()) {
    size_t length = 1;
    if (!kMarks.contains(text.front()))
      length = std::min(text.find_first_of(" (){}:,="), text.size());
    tokens.push_back(text.take_front(length));
    text = text.drop_front(length);
  }
}

/// "(%s: f32, %b: bf16)": the sum, and perhaps a bias.
bool FunctionReader::readArguments() {
  if (!takeUntil("("))
    return false;
  for (const char *name : {"s", "b"}) {
    StringRef argument = take();
    if (!argument.starts_with("%") || take() != ":")
      return false;
    take();
    values[argument] = makeLeaf(name);
    StringRef mark = take();
    if (mark == ")")
      return takeUntil("{");
    if (mark != ",")
      return false;
  }
  return false;
}

std::optional<Value> FunctionReader::readOperand() {
  if (peek() == ",")
    ++at;
  auto it = values.find(take());
  if (it == values.end())
    return std::nullopt;
  return it->second;
}

/// max(x, 0) as a choice.
std::optional<Value> FunctionReader::readSelect() {
  auto compared = comparisons.find(take());
  std::optional<Value> whenTrue = readOperand(), whenFalse = readOperand();
  if (compared == comparisons.end() || !whenTrue || !whenFalse)
    return std::nullopt;
  auto [predicate, left, right] = compared->second;
  std::string zero = makeConstant(0).str();
  StringRef order = StringRef(predicate).drop_front();
  bool isGreater = order == "gt" || order == "ge";
  if (!isGreater && order != "lt" && order != "le")
    return std::nullopt;
  // x > 0 ? x : 0, with either side exchanged.
  if (left == zero) {
    std::swap(left, right);
    isGreater = !isGreater;
  }
  if (!isGreater)
    std::swap(whenTrue, whenFalse);
  if (right != zero || whenTrue->str() != left || whenFalse->str() != zero)
    return std::nullopt;
  return makeMax(*whenTrue);
}

std::optional<Value> FunctionReader::readOperation() {
  StringRef name = take();
  if (name == "arith.constant") {
    double number = 0;
    if (take().getAsDouble(number))
      return std::nullopt;
    return makeConstant(number);
  }
  if (name == "arith.select")
    return readSelect();
  std::optional<Value> left = readOperand();
  if (!left)
    return std::nullopt;
  if (name == "arith.extf")
    return left->kind == Value::Other ? left : std::nullopt;
  if (name == "math.tanh")
    return makeTanh(*left);
  std::optional<Value> right = readOperand();
  if (!right)
    return std::nullopt;
  if (name == "arith.addf")
    return add(*left, *right);
  if (name == "arith.mulf")
    return multiply({*left, *right});
  if (name == "arith.maximumf" || name == "arith.maxnumf") {
    std::string zero = makeConstant(0).str();
    if (left->str() == zero)
      return makeMax(*right);
    return right->str() == zero ? std::optional(makeMax(*left)) : std::nullopt;
  }
  if (name == "math.powf" && right->str() == makeConstant(3).str())
    return multiply({*left, *left, *left});
  return std::nullopt;
}

std::optional<Value> FunctionReader::read() {
  if (!readArguments())
    return std::nullopt;
  std::optional<Value> rounded;
  std::string roundedName;
  while (at < tokens.size()) {
    StringRef name = take();
    if (name == "return") {
      StringRef returned = take();
      // More results are more outputs.
      if (peek() == ",")
        return std::nullopt;
      if (rounded)
        return returned == roundedName ? rounded : std::nullopt;
      auto it = values.find(returned);
      return it == values.end() ? std::nullopt : std::optional(it->second);
    }
    if (take() != "=")
      return std::nullopt;
    if (peek() == "arith.cmpf") {
      ++at;
      StringRef predicate = take();
      std::optional<Value> left = readOperand(), right = readOperand();
      if (!left || !right)
        return std::nullopt;
      comparisons[name] = {predicate.str(), left->str(), right->str()};
    } else if (peek() == "arith.truncf") {
      // Of the result, not of a value on the way: that one gets no name.
      ++at;
      if (rounded || !(rounded = readOperand()))
        return std::nullopt;
      roundedName = name.str();
    } else if (std::optional<Value> value = readOperation()) {
      values[name] = *value;
    } else {
      return std::nullopt;
    }
    // The types, up to the next operation.
    while (at < tokens.size() && !peek().starts_with("%") && peek() != "return")
      ++at;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

static bool isBias(const EpilogueOperand &operand, ElementKind output) {
  return operand.overColumns && !operand.overRows && !operand.hasGroups() &&
         operand.matrix.element == output && operand.matrix.batchStride == 0 &&
         operand.matrix.unitInnerStride;
}

std::optional<StandardEpilogue>
mlir::autotune::getStandardEpilogue(const EpilogueFact &epilogue,
                                    ElementKind sum, ElementKind output) {
  if (epilogue.isNone())
    return StandardEpilogue();
  if (epilogue.isNamed() || !epilogue.outputs.empty() ||
      epilogue.operands.size() > 1 || sum != ElementKind::F32)
    return std::nullopt;
  StandardEpilogue result;
  result.hasBias = !epilogue.operands.empty();
  if (result.hasBias && !isBias(epilogue.operands.front(), output))
    return std::nullopt;
  std::optional<Value> returned = FunctionReader(epilogue.body).read();
  if (!returned)
    return std::nullopt;
  Value x = makeLeaf("s");
  if (result.hasBias)
    x = add(x, makeLeaf("b"));
  std::string text = returned->str();
  if (text == x.str())
    return result;
  if (text == makeMax(x).str()) {
    result.activation = StandardEpilogue::Activation::Relu;
    return result;
  }
  for (const Value &gelu : makeGelus(x))
    if (text == gelu.str()) {
      result.activation = StandardEpilogue::Activation::Gelu;
      return result;
    }
  return std::nullopt;
}

//===- JsonReader.cpp - JSON values with a place and a range --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/JsonReader.h"

#include "mlir-autotune/Core/TextFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

#include <cmath>
#include <cstdio>

using namespace mlir::autotune;
using llvm::StringRef;
using llvm::Twine;

/// Far more than any document of ours nests, far less than a stack holds.
static constexpr int kMaxNesting = 64;

llvm::Expected<llvm::json::Value> mlir::autotune::parseJson(StringRef text) {
  int depth = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (inString) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        inString = false;
      continue;
    }
    if (c == '"')
      inString = true;
    else if (c == '{' || c == '[')
      ++depth;
    else if (c == '}' || c == ']')
      --depth;
    if (depth > kMaxNesting)
      return llvm::createStringError("nested more than " + Twine(kMaxNesting) +
                                     " levels deep");
  }
  return llvm::json::parse(skipByteOrderMark(text));
}

void JsonReader::fail(const Twine &what) const {
  if (error.empty())
    error =
        (path.empty() ? std::string("the document") : path) + ": " + what.str();
}

void JsonReader::failAt(StringRef member, const Twine &what) const {
  if (error.empty())
    error = (path.empty() ? member.str() : path + "." + member.str()) + ": " +
            what.str();
}

bool JsonReader::has(StringRef key) const {
  const llvm::json::Object *object = value ? value->getAsObject() : nullptr;
  return object && object->get(key);
}

JsonReader JsonReader::operator[](StringRef key) const {
  JsonReader member(nullptr, path.empty() ? key.str() : path + "." + key.str(),
                    error);
  if (!value)
    return member;
  const llvm::json::Object *object = value->getAsObject();
  if (!object)
    fail("expected an object");
  else if (!(member.value = object->get(key)))
    member.fail("missing");
  return member;
}

int64_t JsonReader::asInteger(int64_t min, int64_t max) const {
  if (!value)
    return min;
  std::optional<int64_t> integer = value->getAsInteger();
  if (integer && *integer >= min && *integer <= max)
    return *integer;
  fail("expected an integer from " + Twine(min) + " to " + Twine(max) +
       (integer ? ", found " + Twine(*integer) : Twine("")));
  return min;
}

double JsonReader::asNumber() const {
  if (!value)
    return 0;
  std::optional<double> number = value->getAsNumber();
  if (number && std::isfinite(*number) && *number >= 0)
    return *number;
  fail("expected a number that is not negative");
  return 0;
}

double JsonReader::asNumber(double min, double max) const {
  if (!value)
    return min;
  std::optional<double> number = value->getAsNumber();
  // NaN is in no range.
  if (number && *number >= min && *number <= max)
    return *number;
  char range[64];
  std::snprintf(range, sizeof(range), "%g to %g", min, max);
  fail(Twine("expected a number from ") + range);
  return min;
}

bool JsonReader::asBool() const {
  std::optional<bool> flag = value ? value->getAsBoolean() : std::nullopt;
  if (value && !flag)
    fail("expected true or false");
  return flag.value_or(false);
}

std::string JsonReader::asString() const {
  std::optional<StringRef> text = value ? value->getAsString() : std::nullopt;
  if (value && !text)
    fail("expected a string");
  return text.value_or("").str();
}

int JsonReader::asWord(llvm::ArrayRef<StringRef> words) const {
  std::string text = asString();
  for (size_t i = 0; i < words.size(); ++i)
    if (text == words[i])
      return int(i);
  if (value)
    fail("'" + text + "' is none of " + llvm::join(words, ", "));
  return 0;
}

size_t JsonReader::arraySize() const {
  const llvm::json::Array *array = value ? value->getAsArray() : nullptr;
  if (value && !array)
    fail("expected an array");
  return array ? array->size() : 0;
}

JsonReader JsonReader::at(size_t index) const {
  const llvm::json::Array *array = value ? value->getAsArray() : nullptr;
  return JsonReader(array && index < array->size() ? &(*array)[index] : nullptr,
                    path + "[" + std::to_string(index) + "]", error);
}

void JsonReader::forEach(llvm::function_ref<void(JsonReader)> visit) const {
  for (size_t i = 0, size = arraySize(); i < size && !failed(); ++i)
    visit(at(i));
}

void JsonReader::asIntegers(llvm::MutableArrayRef<int64_t> out, int64_t min,
                            int64_t max) const {
  if (!value)
    return;
  if (arraySize() != out.size())
    return fail("expected an array of " + Twine(out.size()) + " integers");
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = at(i).asInteger(min, max);
}

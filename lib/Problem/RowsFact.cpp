//===- RowsFact.cpp - What is known of one problem of rows ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/RowsFact.h"

#include "FactReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::autotune;
using llvm::StringRef;
using llvm::Twine;

/// Tensors that fit the memory of a device, and whose bytes fit 64 bits.
static constexpr int64_t kMostElements = int64_t(1) << 40;

double RowsFact::getBytes() const {
  double bytes = 0;
  for (const auto *tensors : {&inputs, &outputs})
    for (const TensorFact &tensor : *tensors)
      bytes += double(tensor.getBytes());
  return bytes;
}

int64_t RowsFact::getNarrowestBytes() const {
  int64_t bytes = 8;
  for (const auto *tensors : {&inputs, &outputs})
    for (const TensorFact &tensor : *tensors)
      if (tensor.elements >= rows * columns)
        bytes = std::min(bytes, getElementBytes(tensor.element));
  return bytes;
}

int64_t RowsFact::getBytesOfColumn() const {
  int64_t bytes = 0;
  for (const TensorFact &tensor : inputs)
    if (tensor.elements == rows * columns)
      bytes += getElementBytes(tensor.element);
  return bytes;
}

llvm::hash_code mlir::autotune::hash_value(const RowsFact &fact) {
  return llvm::hash_combine(fact.rows, fact.columns, fact.reductions,
                            fact.scans, fact.crossed, fact.sliding,
                            StringRef(fact.body));
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void print(llvm::raw_ostream &os, llvm::ArrayRef<TensorFact> tensors) {
  llvm::interleave(
      tensors, os,
      [&](const TensorFact &tensor) {
        os << stringifyElementKind(tensor.element) << '*' << tensor.elements;
        if (tensor.limit)
          os << '<' << tensor.limit;
      },
      ",");
}

std::string RowsFact::describe(const std::string &name) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << kRowsWord << ' ' << rows << 'x' << columns << ' ';
  print(os, inputs);
  if (!inputs.empty())
    os << ' ';
  os << "-> ";
  print(os, outputs);
  if (reductions)
    os << " reducing " << reductions;
  if (scans)
    os << " scanning " << scans;
  if (crossed)
    os << " crossing " << crossed;
  if (sliding)
    os << " sliding " << sliding;
  os << " by " << name;
  return text;
}

/// The most reductions, scans and inputs of any kind.
static constexpr int64_t kMostCounted = 1000;

namespace {
class RowsParser : FactReader {
public:
  explicit RowsParser(StringRef text) : FactReader(text) {}

  llvm::Expected<RowsFact> parse();

private:
  llvm::Error parseTensors(StringRef word, std::vector<TensorFact> &tensors);
  llvm::Error parseCount(StringRef word, const Twine &what, int64_t &count,
                         int64_t most = kMostCounted);
  llvm::Error parseSizes(RowsFact &fact);
};
} // namespace

/// A number from 1 to the most elements of a tensor.
static bool parseNumber(StringRef text, int64_t &number) {
  return !text.getAsInteger(10, number) && number >= 1 &&
         number <= kMostElements;
}

llvm::Error RowsParser::parseTensors(StringRef word,
                                     std::vector<TensorFact> &tensors) {
  llvm::SmallVector<StringRef> parts;
  word.split(parts, ',');
  if (parts.size() > kMostTensors)
    return fail("a problem of rows has at most " + Twine(kMostTensors) +
                " inputs, and as many outputs");
  for (StringRef part : parts) {
    auto [name, sizes] = part.split('*');
    auto [elements, limit] = sizes.split('<');
    std::optional<ElementKind> element = symbolizeElementKind(name);
    TensorFact &tensor = tensors.emplace_back();
    if (!element || isInt4(*element) || isTf32(*element) ||
        !parseNumber(elements, tensor.elements) ||
        (sizes.contains('<') && !parseNumber(limit, tensor.limit)))
      return fail("'" + part +
                  "' is no tensor; expected a type and a number of elements, "
                  "as in 'bf16*4096', and for indices what they are below, as "
                  "in 'i64*128<32000'");
    tensor.element = *element;
    if (tensor.limit && isFloat(*element))
      return fail("'" + part + "': only integers are indices");
  }
  return llvm::Error::success();
}

/// A word and a number behind it, if the word comes next.
llvm::Error RowsParser::parseCount(StringRef word, const Twine &what,
                                   int64_t &count, int64_t most) {
  StringRef before = rest;
  if (takeWord() != word) {
    rest = before;
    return llvm::Error::success();
  }
  StringRef number = takeWord();
  if (number.getAsInteger(10, count) || count < 1 || count > most)
    return fail("'" + number + "' is no number of " + what);
  return llvm::Error::success();
}

llvm::Error RowsParser::parseSizes(RowsFact &fact) {
  StringRef word = takeWord();
  auto [rows, columns] = word.split('x');
  if (!parseNumber(rows, fact.rows) || !parseNumber(columns, fact.columns) ||
      fact.rows > kMostElements / fact.columns)
    return fail("'" + word +
                "' is no number of rows and columns, as in "
                "'4096x1024'");
  return llvm::Error::success();
}

llvm::Expected<RowsFact> RowsParser::parse() {
  RowsFact fact;
  if (takeWord() != kRowsWord)
    return fail("expected '" + kRowsWord + "' first");
  if (llvm::Error error = parseSizes(fact))
    return error;
  StringRef word = takeWord();
  if (word != "->") {
    if (llvm::Error error = parseTensors(word, fact.inputs))
      return error;
    word = takeWord();
  }
  if (word != "->")
    return fail("expected '->' and the outputs at '" + word + "'");
  if (llvm::Error error = parseTensors(takeWord(), fact.outputs))
    return error;
  if (llvm::Error error = parseCount("reducing", "reductions", fact.reductions))
    return error;
  if (llvm::Error error = parseCount("scanning", "scans", fact.scans))
    return error;
  if (llvm::Error error =
          parseCount("crossing", "inputs read across rows", fact.crossed))
    return error;
  if (llvm::Error error = parseCount("sliding", "rows in a line of windows",
                                     fact.sliding, fact.rows))
    return error;
  if (fact.sliding && fact.rows % fact.sliding != 0)
    return fail("'sliding " + Twine(fact.sliding) +
                "': lines of windows must "
                "divide the " +
                Twine(fact.rows) + " rows");
  if (llvm::Error error = parseBody(fact.body))
    return error;
  return fact;
}

llvm::Expected<RowsFact> mlir::autotune::parseRows(StringRef text) {
  return RowsParser(text).parse();
}

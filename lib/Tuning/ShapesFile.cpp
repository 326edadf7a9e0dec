//===- ShapesFile.cpp - Matmuls as lines of text --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tuning/ShapesFile.h"

#include "mlir-autotune/Analysis/Prologue.h"
#include "mlir-autotune/Core/TextFile.h"
#include "mlir-autotune/Problem/ProblemText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace mlir::autotune;

static constexpr StringLiteral kForm =
    "expected an element type, a layout (tn, nn, tt, nt), M, N and K, as in "
    "'bf16 tn 4096 4096 4096' or, with a pair of types, 'bf16,i8 tn 16 4096 "
    "4096' or, with a batch before M, 'bf16 tn 8*64 64 128'; "
    "or a problem as reports name it, as in '4096x4096x4096 bf16 B^T -> bf16'";

static OperandFact getOperand(ElementKind element, bool transposed,
                              int64_t batch, int64_t rows, int64_t columns) {
  if (transposed)
    std::swap(rows, columns);
  OperandFact operand;
  operand.element = element;
  operand.transposed = transposed;
  operand.rowStride = columns;
  operand.batchStride = getDenseBatchStride(batch, rows, columns);
  return operand;
}

/// The element types of A and B.
using Elements = std::pair<ElementKind, ElementKind>;

/// BLAS libraries' short names of 8-bit floats, beside MLIR's.
static std::optional<ElementKind> parseElement(StringRef word) {
  for (const ElementInfo &info : kElementInfos)
    if (!word.empty() && word == info.shortName)
      return symbolizeElementKind(info.name);
  return symbolizeElementKind(word);
}

/// One type, or that of A, a comma, and that of B.
static std::optional<Elements> parseElements(StringRef word) {
  auto [first, second] = word.split(',');
  std::optional<ElementKind> a = parseElement(first);
  std::optional<ElementKind> b = word.contains(',') ? parseElement(second) : a;
  if (!a || !b)
    return std::nullopt;
  return Elements(*a, *b);
}

/// Whether the types say what sums and C are of, whichever comes first.
static bool isPair(Elements elements) {
  auto [a, b] = elements;
  auto isWeight = [](ElementKind kind) {
    return kind == ElementKind::I8 || isInt4(kind);
  };
  if (isFloat(a) != isFloat(b))
    return isWeight(a) || isWeight(b);
  return (a == b && !isInt4(a)) || (isFloat8(a) && isFloat8(b)) ||
         (isFloat8(a) && isFloat16(b)) || (isFloat8(b) && isFloat16(a));
}

static ProblemFact getFact(Elements elements, bool transposeA, bool transposeB,
                           int64_t batch, int64_t m, int64_t n, int64_t k) {
  // Of integers and floats, sums are as of the floats.
  ElementKind element =
      isFloat(elements.first) ? elements.first : elements.second;
  MatmulFact fact;
  fact.batch = batch;
  fact.m = m;
  fact.n = n;
  fact.k = k;
  ElementKind result = element;
  if (isFloat(element)) {
    fact.accumulator =
        element == ElementKind::F64 ? ElementKind::F64 : ElementKind::F32;
    if (isFloat8(element))
      result = ElementKind::BF16;
    if (isTf32(element))
      result = ElementKind::F32;
  } else {
    result = element == ElementKind::I64 ? ElementKind::I64 : ElementKind::I32;
    fact.accumulator = result;
  }
  fact.a = getOperand(elements.first, transposeA, batch, m, k);
  fact.b = getOperand(elements.second, transposeB, batch, k, n);
  fact.c = getOperand(result, /*transposed=*/false, batch, m, n);
  return fact;
}

/// One line with something on it; the error says what is wrong with it.
static llvm::Expected<ProblemFact> parseLine(ArrayRef<StringRef> words,
                                             Elements elements) {
  if (!isPair(elements))
    return llvm::createStringError(
        "'" + words[0] +
        "' is no pair of element types; a pair is two 8-bit floats, one 8-bit "
        "float and bf16 or f16, or i8 or i4 and a float");
  StringRef layout = words[1];
  if (layout.size() != 2 || layout.find_first_not_of("tn") != StringRef::npos)
    return llvm::createStringError("'" + layout + "' is no layout; " + kForm);
  SmallVector<StringRef> numbers(words.drop_front(2));
  auto [batch, m] = numbers.front().split('*');
  numbers.front() = numbers.front().contains('*') ? m : batch;
  numbers.push_back(words[2].contains('*') ? batch : "1");
  int64_t sizes[4];
  for (auto [word, size] : llvm::zip_equal(numbers, sizes))
    if (word.getAsInteger(10, size) || size < 1 || size > kMaxMatmulSize)
      return llvm::createStringError("'" + word +
                                     "' is no size; sizes are from 1 to " +
                                     std::to_string(kMaxMatmulSize));
  return getFact(elements, layout[1] == 't', layout[0] == 't', sizes[3],
                 sizes[0], sizes[1], sizes[2]);
}

/// Up to a comment: in the functions of facts there is none.
static StringRef dropComment(StringRef line) {
  size_t depth = 0;
  for (auto [index, c] : llvm::enumerate(line)) {
    if (c == '#' && depth == 0)
      return line.take_front(index);
    depth += c == '{';
    depth -= c == '}' && depth > 0;
  }
  return line;
}

/// A line in the form of facts, with functions as modules would have them.
static llvm::Expected<ProblemFact> parseProblemLine(StringRef line) {
  llvm::Expected<ProblemFact> fact = parseMatmul(line);
  if (!fact)
    return fact;
  MatmulFact matmul = fact->getMatmul();
  if (matmul.epilogue.isNone() && matmul.prologue.isNone())
    return fact;
  MLIRContext context(MLIRContext::Threading::DISABLED);
  std::string whyNot;
  if (failed(canonicalizePrologue(&context, matmul, whyNot)))
    return llvm::createStringError("its prologue: " + whyNot);
  if (failed(canonicalizeFunctions(&context, matmul, whyNot)))
    return llvm::createStringError("its epilogue: " + whyNot);
  return ProblemFact(std::move(matmul));
}

llvm::Expected<std::vector<ProblemFact>>
autotune::parseShapes(StringRef text, StringRef file,
                      std::vector<std::string> &skipped) {
  std::vector<ProblemFact> facts;
  llvm::StringSet<> seen;
  std::string_view rest = text;
  for (size_t number = 1; !rest.empty(); ++number) {
    SmallVector<StringRef> words;
    StringRef content = dropComment(takeLine(rest));
    llvm::SplitString(content, words, " \t\r");
    if (words.empty())
      continue;
    std::string place = (file + ":" + llvm::Twine(number) + ": ").str();
    auto add = [&](llvm::Expected<ProblemFact> fact) -> llvm::Error {
      if (!fact)
        return llvm::createStringError(place +
                                       llvm::toString(fact.takeError()));
      if (seen.insert(fact->getKey()).second)
        facts.push_back(*fact);
      return llvm::Error::success();
    };
    // Sizes come first; of element types, 3xtf32 begins as they do.
    std::optional<Elements> elements = parseElements(words[0]);
    if (!elements &&
        (llvm::isDigit(words[0].front()) || words[0].front() == '[')) {
      if (llvm::Error error = add(parseProblemLine(content)))
        return error;
      continue;
    }
    if (words.size() != 5)
      return llvm::createStringError(place + kForm);
    if (!elements) {
      skipped.push_back(place + "left out: no element type '" + words[0].str() +
                        "'; there are " + listElementKinds());
      continue;
    }
    if (llvm::Error error = add(parseLine(words, *elements)))
      return error;
  }
  if (facts.empty() && skipped.empty())
    return llvm::createStringError(file + ": has no shapes; " + kForm);
  return facts;
}

/// Reads so many bytes and no more: the size of what is no regular file is
/// known to nobody beforehand, and /dev/zero has no end.
static llvm::Expected<std::string> readAtMost(llvm::sys::fs::file_t file,
                                              size_t size) {
  std::string text(size, '\0');
  size_t done = 0;
  while (done < size) {
    llvm::Expected<size_t> read = llvm::sys::fs::readNativeFile(
        file, MutableArrayRef<char>(text).drop_front(done));
    if (!read)
      return read.takeError();
    if (*read == 0)
      break;
    done += *read;
  }
  text.resize(done);
  return text;
}

llvm::Expected<std::string> autotune::readShapesFile(StringRef path) {
  namespace fs = llvm::sys::fs;
  auto fail = [&](llvm::Error error) {
    return llvm::createStringError(path + ": " +
                                   llvm::toString(std::move(error)));
  };
  llvm::Expected<fs::file_t> file =
      path == "-" ? fs::getStdinHandle() : fs::openNativeFileForRead(path);
  if (!file)
    return fail(file.takeError());
  llvm::Expected<std::string> text = readAtMost(*file, kMaxShapesFileBytes + 1);
  if (path != "-")
    fs::closeFile(*file);
  if (!text)
    return fail(text.takeError());
  if (text->size() > kMaxShapesFileBytes)
    return llvm::createStringError(
        path + ": has more than " + llvm::Twine(kMaxShapesFileBytes) +
        " bytes, the limit of a file of shapes; split it");
  return text;
}

llvm::Expected<std::vector<ProblemFact>>
autotune::readShapes(StringRef path, function_ref<void(const Twine &)> warn) {
  llvm::Expected<std::string> text = readShapesFile(path);
  if (!text)
    return text.takeError();
  std::vector<std::string> skipped;
  llvm::Expected<std::vector<ProblemFact>> facts =
      parseShapes(*text, path, skipped);
  if (facts)
    llvm::for_each(skipped, warn);
  return facts;
}

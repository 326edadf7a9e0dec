//===- AttentionFact.cpp - What is known of an attention ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/AttentionFact.h"

#include "FactReader.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::autotune;
using llvm::StringRef;
using llvm::Twine;

/// Tensors that fit the memory of a device, and whose bytes fit 64 bits.
static constexpr int64_t kMostAttentionElements = int64_t(1) << 40;

double AttentionFact::getFlops() const {
  return 2 * double(batch) * double(heads) * double(seen) *
         double(depth + columns);
}

double AttentionFact::getBytes() const {
  double ofHead = double(getBytesOf(element, queries * depth)) +
                  double(getBytesOf(output, queries * columns)) +
                  (hasLogSumExp ? 4.0 * double(queries) : 0);
  double ofKeyHead = double(getBytesOf(element, keys * (depth + columns)));
  double bytes =
      double(batch) * (double(heads) * ofHead + double(keyHeads) * ofKeyHead);
  for (const TensorFact &tensor : extras)
    bytes += double(tensor.getBytes());
  return bytes;
}

bool AttentionFact::operator==(const AttentionFact &other) const {
  return batch == other.batch && heads == other.heads &&
         keyHeads == other.keyHeads && queries == other.queries &&
         keys == other.keys && depth == other.depth &&
         columns == other.columns && element == other.element &&
         output == other.output && seen == other.seen &&
         hasLargeScores == other.hasLargeScores && extras == other.extras &&
         hasLogSumExp == other.hasLogSumExp && body == other.body;
}

llvm::hash_code mlir::autotune::hash_value(const AttentionFact &fact) {
  return llvm::hash_combine(fact.batch, fact.heads, fact.keyHeads, fact.queries,
                            fact.keys, fact.depth, fact.columns,
                            StringRef(fact.body));
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string printSize(int64_t size) {
  return size == AttentionFact::kUnknown ? "?" : std::to_string(size);
}

std::string AttentionFact::describe(const std::string &name) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << kAttentionWord << ' ' << printSize(batch) << '*' << heads << 'x'
     << printSize(queries) << 'x' << printSize(keys) << 'x' << depth;
  if (columns != depth)
    os << 'x' << columns;
  os << ' ' << stringifyElementKind(element) << " -> "
     << stringifyElementKind(output);
  if (hasLogSumExp)
    os << ",f32";
  if (keyHeads != heads)
    os << " sharing " << keyHeads;
  if (hasStaticSizes() && seen != queries * keys)
    os << " seeing " << seen;
  if (hasLargeScores)
    os << " large";
  for (const TensorFact &tensor : extras) {
    os << " with " << stringifyElementKind(tensor.element) << '*'
       << printSize(tensor.elements);
    if (tensor.limit)
      os << '<' << tensor.limit;
  }
  os << " by " << name;
  return text;
}

namespace {
class AttentionParser : FactReader {
public:
  explicit AttentionParser(StringRef text) : FactReader(text) {}

  llvm::Expected<AttentionFact> parse();

private:
  llvm::Error parseSizes();
  llvm::Error parseElements();
  llvm::Error parseOptions();

  AttentionFact fact;
};
} // namespace

/// A number from 1 to the most elements of a tensor, or '?' for an unknown one.
static bool parseSize(StringRef text, int64_t &size, bool mayBeUnknown) {
  if (mayBeUnknown && text == "?") {
    size = AttentionFact::kUnknown;
    return true;
  }
  return !text.getAsInteger(10, size) && size >= 1 &&
         size <= kMostAttentionElements;
}

llvm::Error AttentionParser::parseSizes() {
  StringRef word = takeWord();
  auto [batch, others] = word.split('*');
  llvm::SmallVector<StringRef> sizes;
  others.split(sizes, 'x');
  if ((sizes.size() != 4 && sizes.size() != 5) ||
      !parseSize(batch, fact.batch, /*mayBeUnknown=*/true) ||
      !parseSize(sizes[0], fact.heads, /*mayBeUnknown=*/false) ||
      !parseSize(sizes[1], fact.queries, /*mayBeUnknown=*/true) ||
      !parseSize(sizes[2], fact.keys, /*mayBeUnknown=*/true) ||
      !parseSize(sizes[3], fact.depth, /*mayBeUnknown=*/false) ||
      !parseSize(sizes.back(), fact.columns, /*mayBeUnknown=*/false))
    return fail("'" + word +
                "' are no sizes of an attention; expected batch, heads, "
                "queries, keys, depth and, if they differ, columns, as in "
                "'4*32x2048x2048x128'");
  fact.keyHeads = fact.heads;
  if (fact.hasStaticSizes()) {
    // Of all tensors, and of the pairs.
    double most = double(fact.batch) * double(fact.heads) *
                  double(std::max(fact.queries, fact.keys)) *
                  double(std::max(fact.depth, fact.columns));
    if (most > double(kMostAttentionElements) ||
        double(fact.queries) * double(fact.keys) >
            double(kMostAttentionElements))
      return fail("'" + word + "': no device holds tensors of these sizes");
    fact.seen = fact.queries * fact.keys;
  }
  return llvm::Error::success();
}

llvm::Error AttentionParser::parseElements() {
  auto isOfTensors = [](ElementKind element) {
    return isFloat(element) && !isTf32(element);
  };
  StringRef word = takeWord();
  std::optional<ElementKind> element = symbolizeElementKind(word);
  if (!element || !isOfTensors(*element))
    return fail("'" + word + "' is no type of floats");
  fact.element = *element;
  if (StringRef arrow = takeWord(); arrow != "->")
    return fail("expected '->' and the result's type at '" + arrow + "'");
  word = takeWord();
  fact.hasLogSumExp = word.consume_back(",f32");
  std::optional<ElementKind> output = symbolizeElementKind(word);
  if (!output || !isOfTensors(*output))
    return fail("'" + word + "' is no type of floats");
  fact.output = *output;
  return llvm::Error::success();
}

llvm::Error AttentionParser::parseOptions() {
  while (true) {
    StringRef before = rest, option = takeWord();
    if (option == "large") {
      fact.hasLargeScores = true;
      continue;
    }
    if (option != "sharing" && option != "seeing" && option != "with") {
      rest = before;
      return llvm::Error::success();
    }
    StringRef word = takeWord();
    if (option == "sharing") {
      if (!parseSize(word, fact.keyHeads, /*mayBeUnknown=*/false) ||
          fact.heads % fact.keyHeads != 0)
        return fail("'" + word + "' is no number of heads that " +
                    Twine(fact.heads) + " heads can share");
    } else if (option == "seeing") {
      int64_t all = fact.queries * fact.keys;
      if (!fact.hasStaticSizes() || word.getAsInteger(10, fact.seen) ||
          fact.seen < 0 || fact.seen > all)
        return fail("'" + word + "' is no number of pairs of " + Twine(all));
    } else {
      auto [name, sizes] = word.split('*');
      auto [elements, limit] = sizes.split('<');
      std::optional<ElementKind> element = symbolizeElementKind(name);
      TensorFact &tensor = fact.extras.emplace_back();
      if (fact.extras.size() > kMostTensors || !element || isInt4(*element) ||
          isTf32(*element) ||
          !parseSize(elements, tensor.elements, /*mayBeUnknown=*/true) ||
          (sizes.contains('<') &&
           (isFloat(*element) ||
            !parseSize(limit, tensor.limit, /*mayBeUnknown=*/false))))
        return fail("'" + word +
                    "' is no tensor; expected a type and a number of "
                    "elements, as in 'f32*4096', and for integers that bound "
                    "the keys what they are below, as in 'i32*8<4097'");
      tensor.element = *element;
    }
  }
}

llvm::Expected<AttentionFact> AttentionParser::parse() {
  if (takeWord() != kAttentionWord)
    return fail("expected '" + kAttentionWord + "' first");
  if (llvm::Error error = parseSizes())
    return error;
  if (llvm::Error error = parseElements())
    return error;
  if (llvm::Error error = parseOptions())
    return error;
  if (llvm::Error error = parseBody(fact.body))
    return error;
  return fact;
}

llvm::Expected<AttentionFact>
mlir::autotune::parseAttention(llvm::StringRef text) {
  return AttentionParser(text).parse();
}

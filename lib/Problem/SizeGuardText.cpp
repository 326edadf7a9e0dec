//===- SizeGuardText.cpp - Guards from the text of files ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grammar of guards in #autotune.plan<...>, without an MLIRContext. Each
// fault has the place of a character.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/SizeGuard.h"

#include "llvm/ADT/StringExtras.h"

#include <utility>

using namespace mlir::autotune;
using llvm::StringRef;
using llvm::Twine;

std::string mlir::autotune::getRangeFault(StringRef name,
                                          const SizeRange &range) {
  if (range.lower < 0 || range.upper < 0)
    return ("the bounds of " + name + " must not be negative").str();
  if (range.unit < 1 || range.unit > kMaxMatmulSize)
    return (name + " by " + Twine(range.unit) +
            " is of no multiples; it must be by 1 to " + Twine(kMaxMatmulSize))
        .str();
  std::string bounds = (name + " from " + Twine(range.lower) + " to " +
                        Twine(range.upper) + " has no ")
                           .str();
  if (range.lower > range.upper)
    return bounds + "size; from must not be above to";
  if (range.isEmpty())
    return bounds + "multiple of " + std::to_string(range.unit);
  return "";
}

namespace {
class GuardReader {
public:
  GuardReader(StringRef text, GuardFaultHandler report)
      : text(text), report(report) {}

  std::optional<SizeGuard> read();

private:
  void skipBlanks() {
    while (at < text.size() && StringRef(" \t\n\r").contains(text[at]))
      ++at;
  }
  /// Takes the next character, without blanks before it, if it is `wanted`.
  bool take(char wanted) {
    skipBlanks();
    if (at == text.size() || text[at] != wanted)
      return false;
    ++at;
    return true;
  }
  /// The next word, which stays in the text.
  StringRef peekWord() {
    skipBlanks();
    return text.substr(at).take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_'; });
  }
  bool fail(size_t offset, const Twine &message) {
    report(offset, message);
    return false;
  }

  bool readSize(int64_t &size);
  bool readRange(SizeRange &range);
  bool readCondition(SizeGuard &guard);

  StringRef text;
  GuardFaultHandler report;
  size_t at = 0;
  bool isSeen[kNumSizeDims] = {};
};
} // namespace

bool GuardReader::readSize(int64_t &size) {
  skipBlanks();
  size_t begin = at;
  take('-');
  at += peekWord().size();
  StringRef digits = text.slice(begin, at);
  if (digits.getAsInteger(10, size))
    return fail(begin, "expected a size, an integer");
  return true;
}

bool GuardReader::readRange(SizeRange &range) {
  if (take('=')) {
    if (!readSize(range.lower))
      return false;
    range.upper = range.lower;
    return true;
  }
  bool isFound = false;
  for (auto [word, value] :
       {std::pair("from", &range.lower), std::pair("to", &range.upper),
        std::pair("by", &range.unit)}) {
    if (peekWord() != word)
      continue;
    isFound = true;
    at += StringRef(word).size();
    if (!readSize(*value))
      return false;
  }
  if (isFound)
    return true;
  return fail(at, "expected = SIZE, or one or more of from SIZE, to SIZE and "
                  "by SIZE, in this order");
}

bool GuardReader::readCondition(SizeGuard &guard) {
  StringRef name = peekWord();
  size_t begin = at;
  std::optional<SizeDim> dim = symbolizeSizeDim(name);
  if (!dim)
    return fail(begin, "expected a size of the matmul: m, n, k, batch");
  if (std::exchange(isSeen[unsigned(*dim)], true))
    return fail(begin, name + " stands twice");
  at += name.size();
  SizeRange &range = guard[*dim];
  if (!readRange(range))
    return false;
  std::string fault = getRangeFault(name, range);
  return fault.empty() || fail(begin, fault);
}

std::optional<SizeGuard> GuardReader::read() {
  SizeGuard guard;
  do {
    if (!readCondition(guard))
      return std::nullopt;
  } while (take(','));
  skipBlanks();
  if (at != text.size()) {
    fail(at, "expected ',' and another condition, or the end of the guard");
    return std::nullopt;
  }
  if (guard.isAll()) {
    fail(0, "a row for all sizes has else instead of a guard");
    return std::nullopt;
  }
  return guard;
}

std::optional<SizeGuard>
mlir::autotune::parseSizeGuard(StringRef text, GuardFaultHandler report) {
  return GuardReader(text, report).read();
}

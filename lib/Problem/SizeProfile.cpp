//===- SizeProfile.cpp - Sizes that a program ran with --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/SizeProfile.h"

#include "mlir-autotune/Core/TextFile.h"
#include "mlir-autotune/Problem/JsonReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <map>

using namespace mlir::autotune;
using llvm::StringRef;

static constexpr StringRef kFields[] = {"fact", "m",     "n",
                                        "k",    "batch", "count"};
/// Larger integers are not exact in every JSON library.
static constexpr int64_t kMostCount = (int64_t(1) << 53) - 1;

/// Why the object has a field too many; empty if it has not.
static std::string findUnknownField(const llvm::json::Object &object) {
  for (const auto &[name, value] : object)
    if (!llvm::is_contained(kFields, StringRef(name)))
      return StringRef(name).str() + ": unknown; known are " +
             llvm::join(llvm::ArrayRef(kFields), ", ");
  return "";
}

/// The sizes that the text of a fact starts with, such as "8*?x4096x4096";
/// kDynamicSize where the text has no number.
static ProblemSizes readKnownSizes(StringRef fact) {
  StringRef word = fact.split(' ').first;
  llvm::SmallVector<StringRef> texts;
  word.split(texts, 'x');
  texts.resize(3);
  StringRef batch = "1";
  if (texts[0].contains('*'))
    std::tie(batch, texts[0]) = texts[0].split('*');
  // Behind a number of parts, and before the second K of a sum.
  texts[2] = texts[2].substr(texts[2].find('*') + 1).split('+').first;
  texts.push_back(batch);
  ProblemSizes sizes;
  for (auto [size, text] : llvm::zip_equal(sizes, texts))
    if (text.getAsInteger(10, size))
      size = kDynamicSize;
  return sizes;
}

/// Reads one line; the reason is in `error` if it is wrong.
static std::pair<std::string, CountedSizes> parseLine(StringRef line,
                                                      std::string &error) {
  llvm::Expected<llvm::json::Value> value = parseJson(line);
  if (!value) {
    // The parser's place in the line begins the message.
    std::string message = llvm::toString(value.takeError());
    size_t place = message.find("]: ");
    error = "not JSON: " +
            (place == std::string::npos ? message : message.substr(place + 3));
    return {};
  }
  if (!value->getAsObject()) {
    error =
        "expected an object with " + llvm::join(llvm::ArrayRef(kFields), ", ");
    return {};
  }
  JsonReader reader(&*value, "", error);
  std::string fact = reader["fact"].asString();
  ProblemSizes known = readKnownSizes(fact);
  CountedSizes counted;
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim) {
    StringRef name = stringifySizeDim(SizeDim(dim));
    int64_t size = reader[name].asInteger(0, kMaxMatmulSize);
    counted.sizes[dim] = size;
    if (!reader.failed() && !isDynamicSize(known[dim]) && known[dim] != size)
      error = (name + " is " + llvm::Twine(size) + ", but " +
               llvm::Twine(known[dim]) + " in " + fact)
                  .str();
  }
  counted.count = double(reader["count"].asInteger(1, kMostCount));
  if (!reader.failed() && fact.empty())
    reader.failAt("fact", "empty");
  if (!reader.failed())
    error = findUnknownField(*value->getAsObject());
  return {fact, counted};
}

SizeProfile SizeProfile::parse(StringRef text, Complain complain) {
  SizeProfile profile;
  // Of sizes among those of their fact.
  llvm::StringMap<std::map<ProblemSizes, size_t>> places;
  std::string_view rest = text;
  for (unsigned number = 1; !rest.empty(); ++number) {
    StringRef line = StringRef(takeLine(rest)).trim();
    if (line.empty())
      continue;
    std::string error;
    auto [fact, counted] = parseLine(line, error);
    if (!error.empty()) {
      complain(number, error);
      continue;
    }
    // Such a launch computes nothing.
    if (llvm::is_contained(counted.sizes, 0))
      continue;
    std::vector<CountedSizes> &all = profile.entries[fact];
    auto [place, isNew] = places[fact].try_emplace(counted.sizes, all.size());
    if (isNew)
      all.push_back(counted);
    else
      all[place->second].count += counted.count;
  }
  return profile;
}

llvm::ArrayRef<CountedSizes> SizeProfile::find(const ProblemFact &fact) const {
  auto found = entries.find(fact.getKey());
  if (found == entries.end())
    return {};
  return found->second;
}

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

/// Reads one line; the reason is in `error` if it is wrong.
static std::pair<std::string, CountedSizes> parseLine(StringRef line,
                                                      std::string &error) {
  llvm::Expected<llvm::json::Value> value = parseJson(line);
  if (!value) {
    error = llvm::toString(value.takeError());
    return {};
  }
  JsonReader reader(&*value, "", error);
  std::string fact = reader["fact"].asString();
  CountedSizes counted;
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
    counted.sizes[dim] =
        reader[stringifySizeDim(SizeDim(dim))].asInteger(0, kMaxMatmulSize);
  counted.count = double(reader["count"].asInteger(1, kMostCount));
  if (!reader.failed() && fact.empty())
    reader.failAt("fact", "empty");
  if (!reader.failed())
    error = findUnknownField(*value->getAsObject());
  return {fact, counted};
}

SizeProfile SizeProfile::parse(StringRef text, Complain complain) {
  SizeProfile profile;
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
    std::vector<Entry> &same = profile.entries[fact];
    auto found =
        llvm::find_if(same, [&, &sizes = counted.sizes](const Entry &e) {
          return e.counted.sizes == sizes;
        });
    if (found == same.end())
      same.push_back({counted, number});
    else
      found->counted.count += counted.count;
  }
  return profile;
}

std::vector<CountedSizes> SizeProfile::find(const ProblemFact &fact,
                                            Complain complain) const {
  std::string key = fact.getKey();
  std::vector<CountedSizes> found;
  auto it = entries.find(key);
  if (it == entries.end())
    return found;
  ProblemSizes known = getSizes(fact);
  for (const Entry &entry : it->second) {
    bool agrees = true;
    for (unsigned dim = 0; dim < kNumSizeDims && agrees; ++dim) {
      int64_t size = entry.counted.sizes[dim];
      agrees = isDynamicSize(known[dim]) || size == known[dim];
      if (!agrees)
        complain(entry.line, stringifySizeDim(SizeDim(dim)) + " is " +
                                 llvm::Twine(size) + ", but " +
                                 llvm::Twine(known[dim]) + " in " + key);
    }
    if (agrees)
      found.push_back(entry.counted);
  }
  return found;
}

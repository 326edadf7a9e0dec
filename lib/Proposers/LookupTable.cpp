//===- LookupTable.cpp - Configs that are known to be good ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which entries match, which of them comes first, and the text of a table.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Proposers/LookupTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <array>
#include <cmath>
#include <map>
#include <tuple>

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

bool TableSize::operator==(const TableSize &other) const {
  return std::tie(kind, value, min, max) ==
         std::tie(other.kind, other.value, other.min, other.max);
}

bool TablePattern::operator==(const TablePattern &other) const {
  return std::tie(a, b, c, transposeA, transposeB, accumulate) ==
             std::tie(other.a, other.b, other.c, other.transposeA,
                      other.transposeB, other.accumulate) &&
         llvm::equal(sizes, other.sizes);
}

static bool isEqual(const TableConfig &a, const TableConfig &b) {
  return a.config == b.config;
}

bool TableEntry::operator==(const TableEntry &other) const {
  return std::tie(match, device, chip, hashes, comment) ==
             std::tie(other.match, other.device, other.chip, other.hashes,
                      other.comment) &&
         llvm::equal(configs, other.configs, isEqual) &&
         llvm::equal(plan, other.plan,
                     [](const TableRow &a, const TableRow &b) {
                       return a.guard == b.guard && isEqual(a.config, b.config);
                     });
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

std::string autotune::resolveTableDevice(StringRef device) {
  for (const TargetInfo &known : getKnownTargets())
    if (device == known.name)
      return known.name;
  std::optional<TargetInfo> product = findProduct(device);
  return product ? product->name : std::string();
}

/// Whether a chip of a table is the target's: sm_90 stands for sm_90a too, and
/// the other way round, as in lookupTarget().
static bool isSameChip(StringRef a, StringRef b) {
  return a.rtrim("af") == b.rtrim("af");
}

template <typename T>
static bool agrees(const std::optional<T> &wanted, const T &value) {
  return !wanted || *wanted == value;
}

/// All of the pattern but its sizes. A pattern speaks of one product: what is
/// best for it says little of a batch or a group, of which a device runs many
/// at once.
static bool agrees(const TablePattern &match, const ProblemFact &fact) {
  const auto &matmul = fact.getMatmul();
  return !matmul.isBatched() && !matmul.hasParts() && !matmul.isGrouped() &&
         agrees(match.a, matmul.a.element) &&
         agrees(match.b, matmul.b.element) &&
         agrees(match.c, matmul.c.element) &&
         agrees(match.transposeA, matmul.a.transposed) &&
         agrees(match.transposeB, matmul.b.transposed) &&
         agrees(match.accumulate, matmul.init == InitKind::Accumulate);
}

/// The sizes that a pattern is for, as far as a range can say.
static SizeRange getRange(const TableSize &pattern) {
  switch (pattern.kind) {
  case TableSize::Exact:
    return SizeRange::exactly(pattern.value);
  case TableSize::Range:
    return {pattern.min, pattern.max, /*unit=*/1};
  case TableSize::Near:
  case TableSize::Any:
    return {};
  }
  llvm_unreachable("unknown kind of a size");
}

/// The distance between a size and its pattern; none when it doesn't match. A
/// size that is not known matches only what may be anything.
static std::optional<double> getDistance(const TableSize &pattern,
                                         int64_t size) {
  if (pattern.kind == TableSize::Any)
    return 0;
  if (ShapedType::isDynamic(size) || size < 1)
    return std::nullopt;
  switch (pattern.kind) {
  case TableSize::Exact:
    return size == pattern.value ? std::optional<double>(0) : std::nullopt;
  case TableSize::Range:
    return size >= pattern.min && size <= pattern.max ? std::optional<double>(0)
                                                      : std::nullopt;
  case TableSize::Near:
    return std::abs(std::log2(static_cast<double>(size)) -
                    std::log2(static_cast<double>(pattern.value)));
  case TableSize::Any:
    break;
  }
  llvm_unreachable("unknown kind of a size");
}

namespace {
/// An entry that matches, in the order of members.
struct Match {
  enum Level { Device, Chip, Any };
  Level level = Any;
  /// Those of M, N and K, the least specific one first.
  std::array<TableSize::Kind, 3> kinds;
  /// How many of the other things that a matmul is may be anything.
  unsigned numFree = 0;
  double distance = 0;
  size_t index = 0;

  bool operator<(const Match &other) const {
    return std::tie(level, kinds[0], numFree, distance, kinds[1], kinds[2],
                    index) <
           std::tie(other.level, other.kinds[0], other.numFree, other.distance,
                    other.kinds[1], other.kinds[2], other.index);
  }
  /// Of entries alike in this only the nearest count.
  auto getGroup() const { return std::tuple(level, kinds[0], numFree); }
  bool isNear() const { return llvm::is_contained(kinds, TableSize::Near); }
};
} // namespace

/// The elements of the inputs and that of C are two things; layouts are one.
static unsigned countFree(const TablePattern &match) {
  return !match.a + !match.c + !match.transposeA + !match.accumulate;
}

/// How the entry matches the sizes; false when it doesn't.
static bool matchSizes(const TableEntry &entry, const ProblemFact &fact,
                       const ExpectedSizes &expected, Match &match) {
  const auto &matmul = fact.getMatmul();
  const int64_t sizes[] = {matmul.m, matmul.n, matmul.k};
  for (auto [pattern, size, range, kind] :
       llvm::zip(entry.match.sizes, sizes, expected.dims, match.kinds)) {
    std::optional<double> distance = getDistance(pattern, size);
    if (!distance && ShapedType::isDynamic(size) &&
        pattern.kind == TableSize::Range &&
        getRange(pattern).contains(range.range))
      distance = 0;
    if (!distance)
      return false;
    match.distance += *distance;
    kind = pattern.kind;
  }
  llvm::sort(match.kinds, std::greater<>());
  // The last digits are of rounding: log2(10) - log2(40) is a bit more than 2.
  match.distance = std::round(match.distance * 1e9) / 1e9;
  return match.distance <= kMaxTableDistance;
}

SmallVector<const TableEntry *>
LookupTable::match(const ProblemFact &fact, const TargetInfo &target,
                   const ExpectedSizes &expected) const {
  // The driver's names are few, and take a while to make out.
  llvm::StringMap<bool> isDevice;
  auto isTarget = [&](StringRef device) {
    auto [it, isNew] = isDevice.try_emplace(device);
    if (isNew)
      it->second = resolveTableDevice(device) == target.name;
    return it->second;
  };
  std::vector<Match> matches;
  std::map<decltype(Match().getGroup()), double> nearest;
  for (auto [index, entry] : llvm::enumerate(entries)) {
    Match match;
    match.index = index;
    if (!agrees(entry.match, fact) ||
        !matchSizes(entry, fact, expected, match) ||
        (!entry.chip.empty() && !isSameChip(entry.chip, target.chip)) ||
        (!entry.device.empty() && !isTarget(entry.device)))
      continue;
    match.level = !entry.device.empty() ? Match::Device
                  : !entry.chip.empty() ? Match::Chip
                                        : Match::Any;
    match.numFree = countFree(entry.match);
    if (match.isNear()) {
      double &least =
          nearest.try_emplace(match.getGroup(), match.distance).first->second;
      least = std::min(least, match.distance);
    }
    matches.push_back(match);
  }
  // A table may be full of entries that are near in some way.
  llvm::erase_if(matches, [&](const Match &match) {
    return match.isNear() && match.distance > nearest[match.getGroup()];
  });
  llvm::sort(matches);
  return llvm::map_to_vector(
      matches, [&](const Match &match) { return &entries[match.index]; });
}

/// The row of a plan that counts for a matmul.
static const TableRow &getRow(ArrayRef<TableRow> plan,
                              const ProblemFact &fact) {
  auto guards =
      llvm::map_to_vector(plan, [](const TableRow &row) { return row.guard; });
  return fact.hasStaticSizes() ? plan[selectRow(guards, getSizes(fact))]
                               : plan.back();
}

SmallVector<const TableConfig *>
LookupTable::lookup(const ProblemFact &fact, const TargetInfo &target) const {
  SmallVector<const TableConfig *> configs;
  for (const TableEntry *entry : match(fact, target, /*expected=*/{})) {
    if (!entry->plan.empty())
      configs.push_back(&getRow(entry->plan, fact).config);
    for (const TableConfig &config : entry->configs)
      configs.push_back(&config);
  }
  return configs;
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

/// The conditions of a row on unknown sizes; nullopt if it is never reached,
/// because a known size is not in its guard.
static std::optional<SizeGuard> dropKnown(const SizeGuard &guard,
                                          const ProblemSizes &sizes) {
  SizeGuard rest = guard;
  for (auto [range, size] : llvm::zip_equal(rest.ranges, sizes)) {
    if (isDynamicSize(size))
      continue;
    if (!range.contains(size))
      return std::nullopt;
    range = {};
  }
  return rest;
}

/// The rows that the matmul may reach, the last one for all other sizes. Rows
/// may be for the same sizes once the conditions on known sizes are dropped.
static std::vector<TableRow> getReachableRows(ArrayRef<TableRow> plan,
                                              const ProblemSizes &sizes) {
  std::vector<TableRow> rows;
  SmallVector<SizeGuard> guards;
  for (const TableRow &row : plan) {
    std::optional<SizeGuard> guard = dropKnown(row.guard, sizes);
    if (!guard)
      continue;
    guards.push_back(*guard);
    if (findUnreachable(guards)) {
      guards.pop_back();
      continue;
    }
    rows.push_back({*guard, row.config});
  }
  // The others may be for all sizes that are left.
  rows.back().guard = SizeGuard();
  return rows;
}

/// Whether guards of the rows speak of a size that guards of the matmul's plan
/// can't speak of: the columns of both products of a pair, or the K of several
/// products.
static bool hasOtherSizes(const ProblemFact &fact, ArrayRef<TableRow> rows) {
  const auto &matmul = fact.getMatmul();
  return llvm::any_of(rows, [&](const TableRow &row) {
    return (matmul.isPair && !row.guard[SizeDim::N].isAll()) ||
           ((matmul.isSum() || matmul.hasParts()) &&
            !row.guard[SizeDim::K].isAll());
  });
}

std::vector<TableRow>
LookupTable::lookupPlan(const ProblemFact &fact, const TargetInfo &target,
                        const ExpectedSizes &expected) const {
  ProblemFact one(fact.getMatmul().asOneProduct());
  for (const TableEntry *entry : match(one, target, expected)) {
    if (entry->plan.empty())
      continue;
    std::vector<TableRow> rows = getReachableRows(entry->plan, getSizes(one));
    if (hasOtherSizes(fact, rows))
      rows.clear();
    return rows;
  }
  return {};
}

std::optional<UnreachableRow>
autotune::findUnreachableRow(const TablePattern &match,
                             ArrayRef<SizeGuard> guards) {
  SmallVector<SizeGuard> within(guards);
  for (SizeGuard &guard : within)
    for (auto [range, size] : llvm::zip(guard.ranges, match.sizes)) {
      SizeRange ofMatch = getRange(size);
      range.lower = std::max(range.lower, ofMatch.lower);
      range.upper = std::min(range.upper, ofMatch.upper);
    }
  std::optional<size_t> row = findUnreachable(within);
  if (!row)
    return std::nullopt;
  return UnreachableRow{
      *row, within[*row].isEmpty()
                ? "is never reached: no matmul that the entry matches has such "
                  "sizes"
                : "is never reached: the rows before it are for all of its "
                  "sizes"};
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string quote(StringRef text) {
  // The constructor asserts that the text is UTF-8.
  return llvm::formatv("{0}", llvm::json::Value(llvm::json::fixUTF8(text)))
      .str();
}

static std::string printSize(const TableSize &size) {
  if (size.kind == TableSize::Exact)
    return std::to_string(size.value);
  if (size.kind == TableSize::Near)
    return "{ \"near\": " + std::to_string(size.value) + " }";
  bool hasMax = size.max != kMaxMatmulSize;
  // One end must be there.
  bool hasMin = size.min != 1 || !hasMax;
  return (hasMin
              ? "{ \"min\": " + std::to_string(size.min) + (hasMax ? "," : "")
              : std::string("{")) +
         (hasMax ? " \"max\": " + std::to_string(size.max) : "") + " }";
}

static std::string printMatch(const TablePattern &match) {
  SmallVector<std::string> members;
  auto add = [&](StringRef key, const Twine &value) {
    members.push_back((quote(key) + ": " + value).str());
  };
  if (match.a) {
    std::string elements = stringifyElementKind(*match.a).str();
    if (match.b != match.a)
      elements += "," + stringifyElementKind(*match.b).str();
    if (match.c)
      elements += " -> " + stringifyElementKind(*match.c).str();
    add("elements", quote(elements));
  }
  if (match.transposeA)
    add("layout", Twine("\"") + (*match.transposeB ? "t" : "n") +
                      (*match.transposeA ? "t" : "n") + "\"");
  if (match.accumulate)
    add("accumulate", *match.accumulate ? "true" : "false");
  static constexpr StringRef kNames[] = {"m", "n", "k"};
  for (auto [name, size] : llvm::zip_equal(kNames, match.sizes))
    if (size.kind != TableSize::Any)
      add(name, printSize(size));
  return members.empty() ? "{}" : "{ " + llvm::join(members, ", ") + " }";
}

static void printEntry(raw_ostream &os, const TableEntry &entry) {
  constexpr StringLiteral kIndent = "      ";
  os << "    {\n" << kIndent << "\"match\": " << printMatch(entry.match);
  if (!entry.device.empty())
    os << ",\n" << kIndent << "\"device\": " << quote(entry.device);
  if (!entry.chip.empty())
    os << ",\n" << kIndent << "\"chip\": " << quote(entry.chip);
  if (!entry.hashes.empty()) {
    os << ",\n" << kIndent << "\"template_hash\": { ";
    llvm::interleaveComma(entry.hashes, os, [&](const auto &hash) {
      os << quote(hash.first) << ": " << quote(hash.second);
    });
    os << " }";
  }
  auto printList = [&](StringRef key, const auto &items, auto printItem) {
    os << ",\n" << kIndent << "\"" << key << "\": [\n";
    llvm::interleave(
        items, os,
        [&](const auto &item) {
          os << kIndent << "  ";
          printItem(item);
        },
        ",\n");
    os << "\n" << kIndent << "]";
  };
  if (!entry.plan.empty())
    printList("plan", entry.plan, [&](const TableRow &row) {
      os << "{ \"guard\": "
         << quote(row.guard.isAll() ? "else" : row.guard.str())
         << ", \"config\": " << quote(row.config.config.str()) << " }";
    });
  else
    printList("configs", entry.configs, [&](const TableConfig &config) {
      os << quote(config.config.str());
    });
  if (!entry.comment.empty())
    os << ",\n" << kIndent << "\"comment\": " << quote(entry.comment);
  os << "\n    }";
}

void LookupTable::print(raw_ostream &os) const {
  os << "{\n  \"version\": 1,\n  \"entries\": [";
  llvm::interleave(
      entries, os,
      [&](const TableEntry &entry) {
        os << "\n";
        printEntry(os, entry);
      },
      ",");
  os << (entries.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

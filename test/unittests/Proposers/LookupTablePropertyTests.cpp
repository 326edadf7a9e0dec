//===- LookupTablePropertyTests.cpp - Tables that nobody wrote ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each property holds for 10,000 generated inputs. RapidCheck prints what is
// wrong, shrunk, and the RC_PARAMS that repeat it.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Proposers/LookupTable.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/JSON.h"

#include "gtest/gtest.h"
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>

using namespace mlir;
using namespace mlir::autotune;
namespace gen = rc::gen;

/// Read by RapidCheck when the first property is tested. The same inputs every
/// time; another seed in the environment gives others.
static const int kIsSet = setenv(
    "RC_PARAMS", "seed=1 max_success=10000 max_size=30", /*overwrite=*/0);

//===----------------------------------------------------------------------===//
// Generators
//===----------------------------------------------------------------------===//

/// From 0 to `end`, without it; not the smaller the sooner, as inRange() is.
template <typename T> static T below(T end) {
  return *gen::resize(rc::kNominalSize, gen::inRange<T>(0, end));
}

static bool flip() { return *gen::arbitrary<bool>(); }

template <typename T> static T pick(ArrayRef<T> values) {
  return values[below<size_t>(values.size())];
}

static Config generateConfig() {
  const TemplateSchema &schema =
      getTemplateSchemas()[below<size_t>(getTemplateSchemas().size())];
  Config config(schema);
  for (const ParamSchema &param : schema.params) {
    if (flip())
      continue;
    SmallVector<int64_t> values;
    for (const ComponentSchema &component : param.components)
      values.push_back(pick(component.getDomain(DomainLevel::Legal)));
    RC_ASSERT(succeeded(config.set(param.name, values)));
  }
  return config;
}

/// A table has libraries' algorithms for exact sizes only.
static Config generateKernelConfig() {
  Config config = generateConfig();
  while (config.getSchema().isLibrary)
    config = generateConfig();
  return config;
}

static int64_t generateInteger() {
  return 1 + below<int64_t>(flip() ? 100 : kMaxMatmulSize);
}

static TableSize generateSize() {
  TableSize size;
  size.kind = static_cast<TableSize::Kind>(below(4));
  if (size.kind == TableSize::Exact || size.kind == TableSize::Near)
    size.value = generateInteger();
  if (size.kind == TableSize::Range) {
    size.min = flip() ? 1 : generateInteger();
    size.max = flip()
                   ? kMaxMatmulSize
                   : size.min + below<int64_t>(kMaxMatmulSize + 1 - size.min);
  }
  return size;
}

static ElementKind generateElement() {
  return static_cast<ElementKind>(below(8));
}

static std::string generateText() {
  return *gen::container<std::string>(
      gen::oneOf(gen::inRange<char>(' ', 127),
                 gen::elementOf(std::string("\"\\\n\t\x01/{}[],:"))));
}

static SizeRange generateRange() {
  SizeRange range;
  if (flip())
    range.lower = below<int64_t>(100);
  if (flip())
    range.upper = range.lower + below<int64_t>(flip() ? 3 : 1000);
  if (flip())
    range.unit = 1 + below<int64_t>(8);
  return range.isEmpty() ? SizeRange() : range;
}

/// Without rows that a matmul never reaches. Empty if `match` allows one size
/// only.
static std::vector<TableRow> generatePlan(const TablePattern &match) {
  if (llvm::none_of(match.sizes, [](const TableSize &size) {
        return size.kind == TableSize::Range || size.kind == TableSize::Any;
      }))
    return {};
  SmallVector<SizeGuard> guards;
  for (int i = below(5); i > 0; --i) {
    SizeGuard guard;
    for (SizeDim dim : {SizeDim::M, SizeDim::N, SizeDim::K})
      if (flip())
        guard[dim] = generateRange();
    if (!guard.isAll())
      guards.push_back(guard);
  }
  guards.emplace_back();
  while (auto fault = findUnreachableRow(match, guards)) {
    // A row before the last one has all sizes.
    size_t row = fault->row + 1 == guards.size() ? 0 : fault->row;
    guards.erase(guards.begin() + row);
  }
  std::vector<TableRow> plan;
  for (const SizeGuard &guard : guards)
    plan.push_back({guard, {generateKernelConfig(), 0}});
  return plan;
}

static TableEntry generateEntry() {
  TableEntry entry;
  if (flip()) {
    entry.match.a = generateElement();
    entry.match.b = generateElement();
    if (flip())
      entry.match.c = generateElement();
  }
  if (flip()) {
    entry.match.transposeA = flip();
    entry.match.transposeB = flip();
  }
  if (flip())
    entry.match.accumulate = flip();
  for (TableSize &size : entry.match.sizes)
    size = generateSize();
  if (flip())
    entry.device = pick<StringRef>(
                       {"NVIDIA H200", "h200", "NVIDIA H100 80GB HBM3", "b200"})
                       .str();
  if (flip())
    entry.chip = pick<StringRef>({"sm_90a", "sm_80", "sm_103"}).str();
  for (const TemplateSchema &schema : getTemplateSchemas())
    if (flip())
      entry.hashes.push_back({schema.name.str(), schema.hash.str()});
  if (flip())
    entry.plan = generatePlan(entry.match);
  bool isExact = llvm::all_of(entry.match.sizes, [](const TableSize &size) {
    return size.kind == TableSize::Exact;
  });
  if (entry.plan.empty())
    for (int i = 1 + below(3); i > 0; --i)
      entry.configs.push_back(
          {isExact ? generateConfig() : generateKernelConfig(), 0});
  entry.comment = generateText();
  return entry;
}

static LookupTable generateTable() {
  LookupTable table;
  for (int i = below(4); i > 0; --i)
    table.entries.push_back(generateEntry());
  return table;
}

static std::string print(const LookupTable &table) {
  std::string text;
  llvm::raw_string_ostream os(text);
  table.print(os);
  return text;
}

/// A few things that happen to a text in an editor, or on a disk.
static void mutate(std::string &text) {
  for (int i = 1 + below(4); i > 0; --i) {
    size_t at = below<size_t>(text.size() + 1);
    size_t count = below<size_t>(30);
    switch (below(6)) {
    case 0:
      text.erase(at, count);
      break;
    case 1:
      text.insert(at, text.substr(below<size_t>(text.size() + 1), count));
      break;
    case 2:
      text.insert(at, 1,
                  pick<char>({'"', '\\', '{', '}', '[', ']', ',', ':', '-', '0',
                              '\n', 'u', '\0', '\xC3'}));
      break;
    case 3:
      text.insert(at, 1, *gen::arbitrary<char>());
      break;
    case 4:
      if (at < text.size())
        text[at] = *gen::arbitrary<char>();
      break;
    case 5:
      text.resize(at);
      break;
    }
  }
}

static LookupTable parse(StringRef text, std::vector<TableFault> &faults) {
  return LookupTable::parse(text, "t.json", [&](const TableFault &fault) {
    faults.push_back(fault);
  });
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

RC_GTEST_PROP(LookupTable, PrintsWhatItReads, ()) {
  LookupTable table = generateTable();
  std::vector<TableFault> faults;
  std::string text = print(table);
  LookupTable back = parse(text, faults);
  RC_ASSERT(faults.empty());
  RC_ASSERT(back.entries == table.entries);
  RC_ASSERT(print(back) == text);
}

/// How many configs a sound table has, as another parser counts them.
static size_t countConfigs(StringRef text) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  RC_ASSERT(bool(value));
  size_t count = 0;
  for (const llvm::json::Value &entry :
       *value->getAsObject()->getArray("entries"))
    for (StringRef key : {"configs", "plan"})
      if (const auto *list = entry.getAsObject()->getArray(key))
        count += list->size();
  return count;
}

RC_GTEST_PROP(LookupTable, ReadsAllOfATextOrComplains, ()) {
  std::string text = print(generateTable());
  mutate(text);
  std::vector<TableFault> faults;
  LookupTable table = parse(text, faults);
  size_t numLines = 1 + StringRef(text).count('\n');
  for (const TableFault &fault : faults) {
    RC_ASSERT(fault.line >= 1 && fault.line <= numLines);
    RC_ASSERT(fault.column >= 1 && fault.column <= text.size() + 1);
    RC_ASSERT(!fault.message.empty());
  }
  size_t numConfigs = 0;
  for (const TableEntry &entry : table.entries)
    numConfigs += entry.configs.size() + entry.plan.size();
  if (faults.empty())
    RC_ASSERT(numConfigs == countConfigs(text));
  // What was read of it is as good as what was written.
  MatmulFact fact;
  fact.m = fact.n = fact.k = 64;
  table.lookup(fact, getKnownTargets().front());
  std::vector<TableFault> none;
  RC_ASSERT(parse(print(table), none).entries == table.entries);
  RC_ASSERT(none.empty());
}

RC_GTEST_PROP(LookupTable, SurvivesNoise, ()) {
  std::string text = *gen::container<std::string>(
      gen::elementOf(std::string("{}[]\",:\\ux0123e+-. truefalsn\n\xC3\xA9")));
  std::vector<TableFault> faults;
  parse(text, faults);
  RC_ASSERT(!faults.empty());
}

RC_GTEST_PROP(LookupTable, GivesTheRowThatIsSelected, ()) {
  LookupTable table;
  TableEntry &entry = table.entries.emplace_back();
  entry.plan = generatePlan(entry.match);
  MatmulFact fact;
  fact.m = 1 + below<int64_t>(200);
  fact.n = 1 + below<int64_t>(200);
  fact.k = 1 + below<int64_t>(200);
  const TargetInfo &target = getKnownTargets().front();
  auto guards = llvm::map_to_vector(
      entry.plan, [](const TableRow &row) { return row.guard; });
  ProblemSizes sizes = getSizes(fact);
  size_t row = selectRow(guards, sizes);
  SmallVector<const TableConfig *> found = table.lookup(fact, target);
  RC_ASSERT(found.size() == 1 && found[0] == &entry.plan[row].config);
  fact.m = ShapedType::kDynamic;
  found = table.lookup(fact, target);
  RC_ASSERT(found.size() == 1 && found[0] == &entry.plan.back().config);
  // The plan of an unknown size selects the same.
  std::vector<TableRow> rows = table.lookupPlan(fact, target, {});
  RC_ASSERT(!rows.empty() && rows.back().guard.isAll());
  auto rest = llvm::map_to_vector(
      rows, [](const TableRow &each) { return each.guard; });
  RC_ASSERT(rows[selectRow(rest, sizes)].config.config ==
            entry.plan[row].config.config);
}

RC_GTEST_PROP(GuardText, ReadsWhatMlirReads, ()) {
  static MLIRContext context;
  context.getOrLoadDialect<AutotuneDialect>();
  ScopedDiagnosticHandler silence(&context,
                                  [](Diagnostic &) { return success(); });
  SizeGuard guard;
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
    if (flip())
      guard.ranges[dim] = generateRange();
  std::string text = guard.str();
  bool isMutated = flip();
  if (isMutated)
    mutate(text);
  bool isReported = false;
  std::optional<SizeGuard> read =
      parseSizeGuard(text, [&](size_t offset, const Twine &) {
        RC_ASSERT(!isReported && offset <= text.size());
        isReported = true;
      });
  RC_ASSERT(bool(read) != isReported);
  if (!isMutated)
    RC_ASSERT(read.has_value() == !guard.isAll() &&
              read.value_or(guard) == guard);
  if (!read)
    return;
  auto plan = dyn_cast_or_null<PlanAttr>(parseAttribute(
      "#autotune.plan<[" + text + "]: <simt>, else: <simt>>", &context));
  RC_ASSERT(bool(plan));
  RC_ASSERT(plan.getGuards().front() == *read);
}

RC_GTEST_PROP(ConfigText, ReadsWhatMlirReads, ()) {
  static MLIRContext context;
  ScopedDiagnosticHandler silence(&context,
                                  [](Diagnostic &) { return success(); });
  std::string text = generateConfig().str();
  bool isMutated = flip();
  if (isMutated)
    mutate(text);
  bool isReported = false;
  FailureOr<Config> config =
      Config::parse(text, [&](size_t offset, const Twine &) {
        RC_ASSERT(!isReported && offset <= text.size());
        isReported = true;
      });
  RC_ASSERT(succeeded(config) != isReported);
  // MLIR's lexer knows comments and hexadecimal numbers too.
  if (succeeded(config) || !isMutated) {
    FailureOr<Config> other = Config::parse(text, &context);
    RC_ASSERT(succeeded(other) && succeeded(config) && *config == *other);
  }
}

//===- ShippedTablesTest.cpp - The tables of the project are of use -------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/TableFile.h"

#include "mlir-autotune/Space/KernelTemplate.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;

/// What to do about a table that is no good any more.
static constexpr const char *kAgain =
    "the shipped tables are older than the templates: measure again where "
    "configs have come to mean other kernels, and export as "
    "kernels_td/tables/README.md says";

static std::vector<std::string> getFaults(const ShippedTable &shipped) {
  std::vector<std::string> faults;
  (void)LookupTable::parse(
      shipped.text, shipped.name, [&](const TableFault &fault) {
        faults.push_back(
            (shipped.name + ":" + Twine(fault.line) + ": " + fault.message)
                .str());
      });
  return faults;
}

/// The one matmul that an entry of a shipped table is for.
static MatmulFact getFact(const TablePattern &match) {
  MatmulFact fact;
  fact.m = match.sizes[0].value;
  fact.n = match.sizes[1].value;
  fact.k = match.sizes[2].value;
  fact.a.element = *match.a;
  fact.b.element = *match.b;
  fact.c.element = *match.c;
  fact.a.transposed = *match.transposeA;
  fact.b.transposed = *match.transposeB;
  fact.a.rowStride = fact.a.transposed ? fact.m : fact.k;
  fact.b.rowStride = fact.b.transposed ? fact.k : fact.n;
  fact.c.rowStride = fact.n;
  fact.init = *match.accumulate ? InitKind::Accumulate : InitKind::Zero;
  return fact;
}

TEST(ShippedTablesTest, EveryTableIsReadWithoutAFault) {
  EXPECT_EQ(getShippedTables().size(), 2u);
  for (const ShippedTable &shipped : getShippedTables())
    EXPECT_EQ(getFaults(shipped), std::vector<std::string>()) << kAgain;
}

/// That such a table is noticed: another hash is a fault.
TEST(ShippedTablesTest, AnOlderTemplateIsAFault) {
  ShippedTable shipped = getShippedTables().front();
  std::string text = shipped.text.str();
  std::string hash = lookupTemplateSchema("hopper_wgmma")->hash.str();
  size_t at = text.find(hash);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, hash.size(), "0123456789abcdef");
  EXPECT_FALSE(getFaults({shipped.name, text}).empty());
}

/// What they have for each of their matmuls is legal there, and comes first in
/// the order of the file, whatever the other files have.
TEST(ShippedTablesTest, EachEntryServesItsMatmul) {
  MLIRContext context;
  auto all = readLookupTable(kShippedTablesName, /*strict=*/true, &context);
  ASSERT_TRUE(succeeded(all));
  size_t count = 0;
  for (const ShippedTable &shipped : getShippedTables()) {
    LookupTable table =
        LookupTable::parse(shipped.text, shipped.name, [](const auto &) {});
    count += table.entries.size();
    ASSERT_FALSE(table.entries.empty());
    std::string device = table.entries.front().device;
    std::string name = resolveTableDevice(device);
    EXPECT_TRUE(StringRef(name).starts_with(shipped.name.split('.').first))
        << device;
    for (const TableEntry &entry : table.entries) {
      SCOPED_TRACE(shipped.name.str() + ": " + entry.comment);
      EXPECT_EQ(entry.device, device);
      EXPECT_FALSE(entry.hashes.empty());
      for (const TableSize &size : entry.match.sizes)
        EXPECT_EQ(size.kind, TableSize::Exact);
      MatmulFact fact = getFact(entry.match);
      const TargetInfo *target = lookupTarget(name);
      ASSERT_TRUE(target);
      auto found = (*all)->lookup(fact, *target);
      ASSERT_EQ(found.size(), entry.configs.size());
      for (auto [config, wanted] : llvm::zip_equal(found, entry.configs)) {
        EXPECT_EQ(config->config, wanted.config);
        EXPECT_EQ(config->line, wanted.line);
        const KernelTemplate *kernel =
            lookupKernelTemplate(wanted.config.getTemplateName());
        ASSERT_TRUE(kernel && wanted.config.isComplete()) << kAgain;
        EXPECT_FALSE(kernel->check(fact, *target, wanted.config)) << kAgain;
      }
    }
  }
  EXPECT_EQ((*all)->entries.size(), count);
}

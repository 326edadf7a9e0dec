//===- OutputTypesTest.cpp - What a store makes of sums -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpaceTestUtils.h"

using namespace mlir;
using namespace mlir::autotune;

/// Only an epilogue makes floats of sums of integers, and integers of others.
TEST(OutputTypesTest, AStoreConvertsNoKinds) {
  const KernelTemplate &wgmma = *lookupKernelTemplate("hopper_wgmma");
  MatmulFact fact = makeFact(4096, 4096, 4096, /*bTransposed=*/true);
  fact.a.element = fact.b.element = ElementKind::I8;
  fact.accumulator = ElementKind::I32;
  fact.c.element = ElementKind::BF16;
  Config config =
      parseConfig("hopper_wgmma, tile = [128, 128, 128]").withDefaults();
  std::optional<Violation> found = wgmma.check(fact, getH200(), config);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->constraint, "output-type");
  EXPECT_EQ(found->message,
            "C is bf16 of sums in i32; without an epilogue, integers are "
            "stored as integers and floats as floats");
  fact.epilogue.body = "func.func @epilogue";
  EXPECT_FALSE(wgmma.check(fact, getH200(), config));
  // Their low bits need none.
  fact.epilogue.body.clear();
  fact.c.element = ElementKind::I16;
  EXPECT_FALSE(wgmma.check(fact, getH200(), config));
}

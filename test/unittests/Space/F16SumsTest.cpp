//===- F16SumsTest.cpp - Products of f16 that are summed in f16 -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpaceTestUtils.h"

using namespace mlir;
using namespace mlir::autotune;

/// Two to a register, where nothing else is held of them.
TEST(F16SumsTest, TakeHalfTheRegisters) {
  MatmulFact plain = makeFact(4096, 4096, 4096, /*bTransposed=*/true);
  plain.a.element = plain.b.element = plain.c.element = ElementKind::F16;
  plain.accumulator = ElementKind::F16;
  auto getWhyNot = [](const MatmulFact &fact, StringRef text) -> std::string {
    Config config = parseConfig(text).withDefaults();
    std::optional<Violation> violation =
        lookupKernelTemplate(config.getTemplateName())
            ->check(fact, getH200(), config);
    return violation ? violation->constraint.str() : "";
  };
  constexpr StringLiteral kLarge =
      "hopper_wgmma, tile = [256, 256, 64], stages = 3";
  constexpr StringLiteral kUsual =
      "hopper_wgmma, tile = [256, 192, 64], stages = 3";
  EXPECT_EQ(getWhyNot(plain, kLarge), "");
  Config large = parseConfig(kLarge).withDefaults();
  EXPECT_EQ(lookupKernelTemplate(large.getTemplateName())
                ->getResources(plain, getH200(), large)
                .registersPerThread,
            128);
  // Added to, of another type, behind an epilogue, or in f32: as of others.
  MatmulFact added = plain, wide = plain, function = plain, exact = plain;
  added.init = InitKind::Accumulate;
  wide.c.element = ElementKind::F32;
  function.epilogue.body = "0123456789abcdef";
  exact.accumulator = ElementKind::F32;
  for (const MatmulFact &fact : {added, wide, function, exact}) {
    EXPECT_EQ(getWhyNot(fact, kLarge), "accumulator-registers")
        << fact.getKey();
    EXPECT_EQ(getWhyNot(fact, kUsual), "") << fact.getKey();
  }
  for (StringRef shared : {", split_k = 2, reduce = shares, persistent = false",
                           ", swap = true, store = direct"}) {
    EXPECT_EQ(getWhyNot(plain, (kLarge + shared).str()),
              "accumulator-registers");
    EXPECT_EQ(getWhyNot(plain, (kUsual + shared).str()), "");
  }
}

/// Also by those that sum in f32 all the same; of other types by CUDA cores.
TEST(F16SumsTest, AreServedByEveryTemplate) {
  MatmulFact fact = makeFact(2, 4096, 4096, /*bTransposed=*/true);
  for (ElementKind element : {ElementKind::F16, ElementKind::BF16}) {
    fact.a.element = fact.b.element = fact.c.element = element;
    fact.accumulator = ElementKind::F16;
    for (StringRef name : {"hopper_wgmma", "ampere_mma"})
      EXPECT_EQ(!lookupKernelTemplate(name)->check(fact, getH200()),
                element == ElementKind::F16)
          << name.str();
    for (StringRef name : {"simt", "simt_stream"})
      EXPECT_FALSE(lookupKernelTemplate(name)->check(fact, getH200()))
          << name.str();
  }
}

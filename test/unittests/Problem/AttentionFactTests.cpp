//===- AttentionFactTests.cpp - Attentions as text ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParsedProblem.h"

#include "mlir-autotune/Problem/Measurable.h"

#include "gtest/gtest.h"

using llvm::StringRef;
using namespace mlir::autotune;

static ProblemFact parseText(StringRef text) {
  return cantFail(parseProblem(text));
}

TEST(AttentionFact, TextIsParsedAgain) {
  for (StringRef text :
       {"attention 4*32x2048x2048x128 bf16 -> bf16 by 0123456789abcdef",
        "attention 1*1x1x1x1 f16 -> f32 by {x}",
        "attention 2*8x100x200x192x128 bf16 -> f32 sharing 2 seeing 7 with "
        "f32*20000 with i8*200 by {\"a\" { b } by {c}}",
        "attention ?*8x?x?x64 f8E4M3FN -> bf16 with f32*? by {x}",
        "attention 1*8x?x128x64 f64 -> f64,f32 sharing 1 by {x}",
        "attention 8*8x1x4096x64 bf16 -> bf16 with i64*8<4097 with i8*?<2 with "
        "f32*8 by {x}",
        "attention 1*8x16x16x64 f32 -> f32 seeing 0 by {x}"}) {
    ProblemFact fact = parseText(text);
    EXPECT_TRUE(fact.isAttention());
    EXPECT_EQ(fact.getKind(), ProblemKind::Attention);
    EXPECT_FALSE(fact.isMatmul());
    EXPECT_FALSE(fact.isRows());
    EXPECT_EQ(fact.getText(), text);
    EXPECT_EQ(parseText(fact.getText()), fact);
    EXPECT_EQ(parseText(fact.getKey()).getKey(), fact.getKey());
  }
}

TEST(AttentionFact, HasItsMembers) {
  AttentionFact fact =
      parseText("attention 2*8x100x200x192x128 bf16 -> f32,f32 "
                "sharing 2 seeing 7 with i8*200 by {x}")
          .getAttention();
  EXPECT_EQ(fact.batch, 2);
  EXPECT_EQ(fact.heads, 8);
  EXPECT_EQ(fact.keyHeads, 2);
  EXPECT_EQ(fact.queries, 100);
  EXPECT_EQ(fact.keys, 200);
  EXPECT_EQ(fact.depth, 192);
  EXPECT_EQ(fact.columns, 128);
  EXPECT_EQ(fact.element, ElementKind::BF16);
  EXPECT_EQ(fact.output, ElementKind::F32);
  EXPECT_TRUE(fact.hasLogSumExp);
  EXPECT_EQ(fact.seen, 7);
  ASSERT_EQ(fact.extras.size(), 1u);
  EXPECT_EQ(fact.extras[0].element, ElementKind::I8);
  EXPECT_EQ(fact.extras[0].elements, 200);
  EXPECT_EQ(fact.extras[0].limit, 0);
  EXPECT_EQ(fact.body, "x");
  EXPECT_FALSE(fact.isNamed());
}

TEST(AttentionFact, HasLimitsOfIntegers) {
  AttentionFact fact = parseText("attention 8*8x1x4096x64 bf16 -> bf16 "
                                 "with i64*8<4097 with i32*8 by {x}")
                           .getAttention();
  ASSERT_EQ(fact.extras.size(), 2u);
  EXPECT_EQ(fact.extras[0].element, ElementKind::I64);
  EXPECT_EQ(fact.extras[0].elements, 8);
  EXPECT_EQ(fact.extras[0].limit, 4097);
  EXPECT_EQ(fact.extras[1].limit, 0);
}

TEST(AttentionFact, HasDefaults) {
  AttentionFact fact =
      parseText("attention 2*8x100x200x64 bf16 -> bf16 by {x}").getAttention();
  EXPECT_EQ(fact.keyHeads, 8);
  EXPECT_EQ(fact.columns, 64);
  EXPECT_EQ(fact.seen, 100 * 200);
  EXPECT_FALSE(fact.hasLogSumExp);
  // What is the default is not written.
  EXPECT_EQ(
      parseText("attention 2*8x100x200x64x64 bf16 -> bf16 sharing 8 seeing "
                "20000 by {x}")
          .getText(),
      fact.getText());
}

TEST(AttentionFact, KeysHaveTheHashOfTheOperation) {
  ProblemFact fact = parseText("attention 1*2x3x4x5 f16 -> f16 by {x}");
  ProblemFact named = parseText(fact.getKey());
  EXPECT_TRUE(named.getAttention().isNamed());
  EXPECT_EQ(named.getAttention().getHash(), fact.getAttention().getHash());
  EXPECT_EQ(named.getText(), named.getKey());
  EXPECT_EQ(StringRef(fact.getKey()).rsplit(' ').second,
            fact.getAttention().getHash());
}

TEST(AttentionFact, CountsWhatIsNotMasked) {
  ProblemFact all = parseText("attention 2*8x100x200x64x32 bf16 -> f32 by {x}");
  EXPECT_TRUE(all.hasStaticSizes());
  EXPECT_EQ(all.getFlops(), 2.0 * 2 * 8 * 100 * 200 * (64 + 32));
  ProblemFact masked =
      parseText("attention 2*8x100x200x64x32 bf16 -> f32 seeing 50 by {x}");
  EXPECT_EQ(masked.getFlops(), 2.0 * 2 * 8 * 50 * (64 + 32));
  EXPECT_EQ(masked.getBytes(), all.getBytes());
}

TEST(AttentionFact, CountsBytesOfEachOperandOnce) {
  // Q and the result of 8 heads, K and V of 2, and what the function reads.
  ProblemFact fact =
      parseText("attention 3*8x10x20x64x32 bf16 -> f32,f32 sharing "
                "2 with f32*200 with i8*7 by {x}");
  int64_t ofHead = 10 * 64 * 2 + 10 * 32 * 4 + 10 * 4;
  int64_t ofKeyHead = 20 * (64 + 32) * 2;
  EXPECT_EQ(fact.getBytes(),
            double(3 * (8 * ofHead + 2 * ofKeyHead) + 200 * 4 + 7));
}

TEST(AttentionFact, MayHaveUnknownSizes) {
  for (StringRef sizes : {"?*8x10x20x64", "1*8x?x20x64", "1*8x10x?x64"})
    EXPECT_FALSE(
        parseText(("attention " + sizes + " bf16 -> bf16 by {x}").str())
            .hasStaticSizes());
  // Tensors of the function alone don't decide that.
  EXPECT_TRUE(parseText("attention 1*8x10x20x64 bf16 -> bf16 with f32*? by {x}")
                  .hasStaticSizes());
}

TEST(AttentionFact, DiffersInEachMember) {
  const StringRef texts[] = {
      "attention 1*8x10x20x64 bf16 -> bf16 by {x}",
      "attention 2*8x10x20x64 bf16 -> bf16 by {x}",
      "attention ?*8x10x20x64 bf16 -> bf16 by {x}",
      "attention 1*4x10x20x64 bf16 -> bf16 by {x}",
      "attention 1*8x11x20x64 bf16 -> bf16 by {x}",
      "attention 1*8x10x21x64 bf16 -> bf16 by {x}",
      "attention 1*8x10x?x64 bf16 -> bf16 by {x}",
      "attention 1*8x10x20x32 bf16 -> bf16 by {x}",
      "attention 1*8x10x20x64x32 bf16 -> bf16 by {x}",
      "attention 1*8x10x20x64 f16 -> bf16 by {x}",
      "attention 1*8x10x20x64 bf16 -> f32 by {x}",
      "attention 1*8x10x20x64 bf16 -> bf16,f32 by {x}",
      "attention 1*8x10x20x64 bf16 -> bf16 sharing 2 by {x}",
      "attention 1*8x10x20x64 bf16 -> bf16 seeing 100 by {x}",
      "attention 1*8x10x20x64 bf16 -> bf16 with f32*20 by {x}",
      "attention 1*8x10x20x64 bf16 -> bf16 with f16*20 by {x}",
      "attention 1*8x10x20x64 bf16 -> bf16 with f32*20 with f32*20 by {x}",
      "attention 1*8x10x20x64 bf16 -> bf16 with i32*20 by {x}",
      "attention 1*8x10x20x64 bf16 -> bf16 with i32*20<21 by {x}",
      "attention 1*8x10x20x64 bf16 -> bf16 with i32*20<22 by {x}",
      "attention 1*8x10x20x64 bf16 -> bf16 by {y}"};
  for (StringRef one : texts)
    for (StringRef other : texts) {
      ProblemFact a = parseText(one), b = parseText(other);
      EXPECT_EQ(a == b, one == other) << one.str() << "\n" << other.str();
      EXPECT_EQ(a.getKey() == b.getKey(), one == other);
      if (one == other)
        EXPECT_EQ(hash_value(a), hash_value(b));
    }
  EXPECT_NE(ProblemFact(), parseText(texts[0]));
  EXPECT_NE(parseText("rows 4x16 f32*64 -> f32*64 by {x}"),
            parseText(texts[0]));
}

TEST(AttentionFact, NamesWrongSizes) {
  for (StringRef sizes :
       {"8x10x20x64", "1*8x10x20", "1*8x10x20x64x64x64", "0*8x10x20x64",
        "1*0x10x20x64", "1*?x10x20x64", "1*8x0x20x64", "1*8x10x-1x64",
        "1*8x10x20x?", "1*8x10x20x64x?", "1*8x10x20x64x0", "1*8xax20x64",
        "1*8x10x1099511627777x64"})
    EXPECT_EQ(getFault(("attention " + sizes + " bf16 -> bf16 by {x}").str()),
              ("'" + sizes +
               "' are no sizes of an attention; expected batch, heads, "
               "queries, keys, depth and, if they differ, columns, as in "
               "'4*32x2048x2048x128'")
                  .str());
  // The tensors, and the pairs of a query and a key.
  for (StringRef sizes : {"1024*1024x1024x1024x1025", "1*1x2097152x2097152x1"})
    EXPECT_EQ(
        getFault(("attention " + sizes + " bf16 -> bf16 by {x}").str()),
        ("'" + sizes + "': no device holds tensors of these sizes").str());
}

TEST(AttentionFact, NamesWrongTypes) {
  EXPECT_EQ(getFault("attention 1*8x10x20x64 f33 -> bf16 by {x}"),
            "'f33' is no type of floats");
  EXPECT_EQ(getFault("attention 1*8x10x20x64 i8 -> bf16 by {x}"),
            "'i8' is no type of floats");
  EXPECT_EQ(getFault("attention 1*8x10x20x64 tf32 -> bf16 by {x}"),
            "'tf32' is no type of floats");
  EXPECT_EQ(getFault("attention 1*8x10x20x64 bf16 bf16 by {x}"),
            "expected '->' and the result's type at 'bf16'");
  EXPECT_EQ(getFault("attention 1*8x10x20x64 bf16 -> i32 by {x}"),
            "'i32' is no type of floats");
  EXPECT_EQ(getFault("attention 1*8x10x20x64 bf16 -> bf16,f64 by {x}"),
            "'bf16,f64' is no type of floats");
}

TEST(AttentionFact, NamesWrongOptions) {
  auto getFaultOf = [](StringRef options, StringRef sizes = "1*8x10x20x64") {
    return getFault(
        ("attention " + sizes + " bf16 -> bf16 " + options + " by {x}").str());
  };
  for (StringRef word : {"0", "3", "16", "x"})
    EXPECT_EQ(
        getFaultOf(("sharing " + word).str()),
        ("'" + word + "' is no number of heads that 8 heads can share").str());
  for (StringRef word : {"201", "-1", "x"})
    EXPECT_EQ(getFaultOf(("seeing " + word).str()),
              ("'" + word + "' is no number of pairs of 200").str());
  EXPECT_EQ(getFaultOf("seeing 0", "1*8x?x20x64"),
            "'0' is no number of pairs of 0");
  for (StringRef word :
       {"f33*4", "i4*4", "tf32*4", "f32*0", "f32*x", "f32", "i64*8<0",
        "i64*8<-1", "i64*8<", "i64*8<x", "i64*8<?", "i64*8<9<9", "i64<9",
        "f32*8<9", "i64*8<1099511627777"})
    EXPECT_EQ(getFaultOf(("with " + word).str()),
              ("'" + word +
               "' is no tensor; expected a type and a number of elements, as "
               "in 'f32*4096', and for integers that bound the keys what they "
               "are below, as in 'i32*8<4097'")
                  .str());
  std::string many;
  for (size_t i = 0; i <= kMostTensors; ++i)
    many += "with f32*20 ";
  EXPECT_TRUE(StringRef(getFaultOf(many)).contains("'f32*20' is no tensor"));
}

TEST(AttentionFact, NamesWrongOperations) {
  const std::string start = "attention 1*8x10x20x64 bf16 -> bf16";
  EXPECT_EQ(getFault(start), "expected 'by' and the operation, or its hash");
  EXPECT_EQ(getFault(start + " zeroed by {x}"),
            "expected 'by' and the operation, or its hash");
  for (StringRef body : {"x", "0123456789abcdeg", "0123456789abcde"})
    EXPECT_EQ(getFault(start + " by " + body.str()),
              ("'" + body +
               "' is neither an operation in braces, on one line, nor a hash "
               "of 16 digits")
                  .str());
  for (StringRef body : {"", "{x", "{}", "{0123456789abcdef}", "{x\ny}"})
    EXPECT_TRUE(StringRef(getFault(start + " by " + body.str()))
                    .contains("' is neither an operation in braces"))
        << body.str();
  EXPECT_EQ(getFault("attentions 1*8x10x20x64 bf16 -> bf16 by {x}"),
            "expected 'attention' first");
}

TEST(AttentionFact, IsNoMatmul) {
  llvm::Expected<ProblemFact> fact =
      parseMatmul("attention 1*8x10x20x64 bf16 -> bf16 by {x}");
  ASSERT_FALSE(bool(fact));
  EXPECT_EQ(llvm::toString(fact.takeError()),
            "it is an attention; expected a matmul, as in '100x72x96 bf16'");
}

TEST(AttentionFact, WhatCanBeMeasured) {
  auto getWhyNot = [](const char *text) {
    return getWhyNotMeasurable(parseText(text));
  };
  EXPECT_EQ(getWhyNot("attention 1*8x10x20x64 bf16 -> bf16 by {x}"), "");
  EXPECT_EQ(getWhyNot("attention 1*8x10x20x64 bf16 -> bf16 by "
                      "0123456789abcdef"),
            "only the hash of its operation is known");
  EXPECT_EQ(getWhyNot("attention 1*8x10x?x64 bf16 -> bf16 by {x}"),
            "its sizes are known at run time only");
  EXPECT_EQ(getWhyNot("attention 64*64x8192x8192x128 bf16 -> bf16 by {x}"),
            "its operands have more than 8 GB");
  EXPECT_EQ(getWhyNot("attention 1*64x32768x32768x256 bf16 -> bf16 by {x}"),
            "its reference would take longer than half a minute");
}

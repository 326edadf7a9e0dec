//===- FormulasTest.cpp - Resources and messages of the templates ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpaceTestUtils.h"

#include "mlir-autotune/Core/Workspace.h"
#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Space/Formulas.h"

using namespace mlir;
using namespace mlir::autotune;

static const KernelTemplate &getWgmma() {
  return *lookupKernelTemplate("hopper_wgmma");
}
static Resources getResources(const MatmulFact &fact, StringRef text) {
  Config config = parseConfig(text).withDefaults();
  return lookupKernelTemplate(config.getTemplateName())
      ->getResources(fact, getH200(), config);
}

TEST(FormulasTest, SharedMemoryOfTheRing) {
  MatmulFact fact = makeFact(4096, 4096, 4096, /*bTransposed=*/true);
  // Four slots of 128x64 and 256x64 16-bit elements, 16 bytes of barriers each,
  // 64 for the schedule, 1024 to align.
  EXPECT_EQ(
      getResources(fact, "hopper_wgmma, tile = [128, 256, 64], stages = 4")
          .sharedMemory,
      4 * (128 * 64 * 2 + 256 * 64 * 2 + 16) + 64 + 1024);
  // Two boxes of 8192 bytes for each of two consumers.
  EXPECT_EQ(getResources(fact, "hopper_wgmma, tile = [128, 128, 64], stages = "
                               "2, store = tma")
                .sharedMemory,
            2 * (2 * 128 * 64 * 2 + 16) + 64 + 1024 + 2 * 2 * 8192);
  // The same boxes for threads that copy them.
  EXPECT_EQ(getResources(fact, "hopper_wgmma, tile = [128, 128, 64], stages = "
                               "2, store = copy")
                .sharedMemory,
            2 * (2 * 128 * 64 * 2 + 16) + 64 + 1024 + 2 * 2 * 8192);
  // Swapped, a box is as deep as the tile is wide.
  EXPECT_EQ(
      getResources(fact, "hopper_wgmma, tile = [128, 32, 64], stages = 2, "
                         "store = tma, swap = true")
          .sharedMemory,
      2 * (128 * 64 * 2 + 32 * 64 * 2 + 16) + 64 + 1024 + 2 * 2 * 32 * 128);
}

TEST(FormulasTest, MnMajorOperandsAreLoadedInChunksOf64) {
  StringRef text = "hopper_wgmma, tile = [128, 80, 64], stages = 2";
  int64_t left = 128 * 64 * 2, rest = 2 * 16 + 64 + 1024;
  MatmulFact kMajor = makeFact(4096, 4096, 4096, /*bTransposed=*/true);
  EXPECT_EQ(getResources(kMajor, text).sharedMemory,
            2 * (left + 80 * 64 * 2) + rest);
  MatmulFact mnMajor = makeFact(4096, 4096, 4096, /*bTransposed=*/false);
  EXPECT_EQ(getResources(mnMajor, text).sharedMemory,
            2 * (left + 128 * 64 * 2) + rest);
  // Swapped, the right operand is A^T: K-major when A is stored M x K.
  EXPECT_EQ(getResources(mnMajor, (text + ", swap = true").str()).sharedMemory,
            2 * (left + 80 * 64 * 2) + rest);
  // A tile of 8 rows still starts at a multiple of 1024.
  EXPECT_EQ(getResources(kMajor,
                         "hopper_wgmma, tile = [64, 8, 64], stages = 2, "
                         "consumers = 1")
                .sharedMemory,
            2 * (64 * 64 * 2 + 1024) + rest);
}

TEST(FormulasTest, ThreadsAndRegisters) {
  MatmulFact fact = makeFact(4096, 4096, 4096, /*bTransposed=*/true);
  // 128 accumulators and 40 others; setmaxnreg takes them from the producer.
  Resources two = getResources(fact, "hopper_wgmma, tile = [128, 256, 64]");
  EXPECT_EQ(two.threads, 384);
  EXPECT_EQ(two.registersPerThread, 128);
  // The largest that fits: 2*232 + 40 = 3*168.
  EXPECT_EQ(getResources(fact, "hopper_wgmma, tile = [256, 192, 64]")
                .registersPerThread,
            168);
  // 3*136 + 32 = 4*110: four warpgroups have 128 each.
  Resources three =
      getResources(fact, "hopper_wgmma, tile = [192, 192, 64], consumers = 3");
  EXPECT_EQ(three.threads, 512);
  EXPECT_EQ(three.registersPerThread, 112);
  Resources one =
      getResources(fact, "hopper_wgmma, tile = [64, 128, 64], consumers = 1");
  EXPECT_EQ(one.threads, 256);
  EXPECT_EQ(one.registersPerThread, 64 + 40);
  Resources simt =
      getResources(fact, "simt, tile = [64, 64, 16], thread = [4, 4]");
  EXPECT_EQ(simt.threads, 256);
  EXPECT_EQ(simt.sharedMemory, 2 * 64 * 16 * 2);
}

TEST(FormulasTest, ViolationsNameValuesAndWhatIsLegal) {
  Violation rows = getViolation("hopper_wgmma, tile = [64, 128, 64]");
  EXPECT_EQ(rows.constraint, "tile-m-warpgroups");
  EXPECT_EQ(rows.message,
            "tile[0] = 64 is not a multiple of 128: each of 2 cooperative "
            "consumers takes a multiple of 64 rows");
  Violation registers = getViolation("hopper_wgmma, tile = [256, 256, 64]");
  EXPECT_EQ(registers.constraint, "accumulator-registers");
  EXPECT_EQ(
      registers.message,
      "a consumer's 128 x 256 part of the tile takes 256 accumulators a "
      "thread; at most 192 fit with consumers = 2, which is tile[1] <= 192 "
      "here");
  Violation three =
      getViolation("hopper_wgmma, tile = [192, 208, 64], consumers = 3");
  EXPECT_EQ(three.constraint, "accumulator-registers");
  EXPECT_EQ(
      three.message,
      "a consumer's 64 x 208 part of the tile takes 104 accumulators a "
      "thread; at most 96 fit with consumers = 3, which is tile[1] <= 192 "
      "here");
  EXPECT_EQ(getViolation("hopper_wgmma, tile = [128, 128, 64], consumers = 3")
                .message,
            "tile[0] = 128 is not a multiple of 192: each of 3 cooperative "
            "consumers takes a multiple of 64 rows");
  EXPECT_EQ(getViolation("hopper_wgmma, tile = [64, 128, 64], consumers = 3, "
                         "schedule = pingpong")
                .message,
            "consumers = 3 with schedule = pingpong; it takes 2");
  Violation memory =
      getViolation("hopper_wgmma, tile = [128, 256, 64], stages = 6");
  EXPECT_EQ(memory.constraint, "shared-memory");
  EXPECT_EQ(memory.message,
            "6 stages of 49152 bytes and 0 other bytes take 296096 bytes of "
            "shared memory; a CTA of sm_90a has 232448, which is stages <= 4 "
            "here");
  // As much is known as soon as these two are.
  std::optional<Violation> early =
      lookupKernelTemplate("hopper_wgmma")
          ->check(
              makeFact(4096, 4096, 4096, /*bTransposed=*/true), getH200(),
              parseConfig("hopper_wgmma, tile = [128, 256, 64], stages = 6"));
  ASSERT_TRUE(early);
  EXPECT_EQ(early->constraint, "shared-memory");
  EXPECT_EQ(early->message,
            "6 stages take at least 294912 bytes of shared memory; a CTA of "
            "sm_90a has 232448, which is stages <= 4 here");
  Violation split = getViolation("hopper_wgmma, split_k = 2");
  EXPECT_EQ(split.constraint, "split-k-cluster");
  split = getViolation("hopper_wgmma, reduce = shares");
  EXPECT_EQ(split.constraint, "reduce-in-memory");
  EXPECT_EQ(split.message,
            "reduce = shares with split_k = 1; it needs reduce = cluster, the "
            "default");
  // 64 x 512 tiles of 64 x 8.
  split = getViolation("hopper_wgmma, tile = [64, 8, 64], consumers = 1, "
                       "split_k = 2, reduce = shares, persistent = false");
  EXPECT_EQ(split.constraint, "reduce-in-memory");
  EXPECT_EQ(split.message,
            "reduce = shares for 32768 tiles; at most 1984 can be "
            "counted");
  split = getViolation("hopper_wgmma, split_k = 2, reduce = shares, "
                       "persistent = false, store = tma");
  EXPECT_EQ(split.message,
            "split_k = 2 with store = tma; it needs store = direct");
  split = getViolation("hopper_wgmma, tile = [128, 72, 64], split_k = 2, "
                       "reduce = shares, persistent = false");
  EXPECT_EQ(split.constraint, "split-k-columns");
  Violation threads = getViolation("simt, tile = [16, 16, 8], thread = [8, 8]");
  EXPECT_EQ(threads.constraint, "threads");
}

TEST(FormulasTest, EpiloguesTakeRegisters) {
  auto count = [](StringRef arguments, StringRef body, StringRef matrices,
                  bool isStaged, StringRef results = "f32") {
    std::string text = ("512x512x64 bf16 -> " + results +
                        " then {func.func @epilogue(%s: f32" + arguments +
                        ") -> " + results + " { " + body + " }} " + matrices)
                           .str();
    return countEpilogueRegisters(cantFail(parseProblem(text)).getMatmul(),
                                  isStaged);
  };
  StringRef tanh = "%0 = math.tanh %s : f32 return %0 : f32";
  StringRef add = "%0 = arith.addf %s, %x : f32 return %0 : f32";
  StringRef both = "%0 = arith.addf %s, %x : f32 %1 = math.tanh %0 : f32 "
                   "%2 = arith.addf %1, %y : f32 return %2 : f32";
  EXPECT_EQ(count("", tanh, "", /*isStaged=*/true), 0);
  EXPECT_EQ(count(", %x: f32", add, "f32[n]", /*isStaged=*/false), 0);
  EXPECT_EQ(count(", %x: f32", add, "f32[n]", /*isStaged=*/true), 16);
  EXPECT_EQ(count(", %x: f32", add, "f32[mn]", /*isStaged=*/false), 16);
  EXPECT_EQ(count(", %x: f32, %y: f32", both, "f32[n] f32[mn]",
                  /*isStaged=*/false),
            56);
}

TEST(FormulasTest, StreamedRows) {
  auto getViolation = [](const MatmulFact &fact, StringRef text) {
    return lookupKernelTemplate("simt_stream")
        ->check(fact, getH200(), parseConfig(text).withDefaults())
        .value_or(Violation());
  };
  MatmulFact fact = makeFact(4, 4096, 4096, /*bTransposed=*/true);
  // Eight columns a CTA, two sums of each in shared memory for two rows.
  Resources along = getResources(
      fact, "simt_stream, rows = 2, columns = 2, unroll = 4, warps = 8, "
            "split_k = 2, lanes = 32, bypass_l1 = true");
  EXPECT_EQ(along.threads, 256);
  EXPECT_EQ(along.sharedMemory, 2 * 2 * 8 * 4);
  EXPECT_EQ(along.registersPerThread, 2 * 2 + 4 * 8 + 16 * 2 + 40);
  MatmulFact across = makeFact(4, 4096, 4096, /*bTransposed=*/false);
  EXPECT_EQ(getResources(across, "simt_stream, rows = 4, columns = 1, "
                                 "unroll = 8, warps = 8, split_k = 8, lanes = "
                                 "4, bypass_l1 = true")
                .sharedMemory,
            8 * 4 * 32 * 4);
  EXPECT_EQ(getViolation(fact, "simt_stream").constraint, "");
  EXPECT_EQ(getViolation(fact, "simt_stream, warps = 4, split_k = 8").message,
            "split_k = 8 does not divide warps = 4; it must be a divisor");
  EXPECT_EQ(getViolation(fact, "simt_stream, columns = 8, unroll = 8, rows = 4")
                .constraint,
            "registers");
  EXPECT_EQ(getViolation(across, "simt_stream, rows = 4, columns = 2, warps = "
                                 "4, lanes = 32, unroll = 1")
                .constraint,
            "");
  EXPECT_EQ(getViolation(across, "simt_stream, rows = 4, columns = 1, warps = "
                                 "16, split_k = 16, lanes = 32, unroll = 1")
                .constraint,
            "shared-memory");
  EXPECT_EQ(getViolation(across, "simt_stream, rows = 1, columns = 8, warps = "
                                 "4, lanes = 2, unroll = 16")
                .constraint,
            "registers");
  EXPECT_EQ(getViolation(across, "simt_stream, rows = 4, columns = 4, "
                                 "lanes = 4")
                .message,
            "a thread has 128 sums; at most 96 fit beside its loads, which "
            "is columns <= 3 here");
  fact.b.alignment = 8;
  EXPECT_EQ(getViolation(fact, "simt_stream").constraint, "input-alignment");
  fact = makeFact(5, 4096, 4096, /*bTransposed=*/true);
  EXPECT_EQ(getViolation(fact, "simt_stream").message,
            "M is 5; it must be known, and at most 4");
  fact.m = ShapedType::kDynamic;
  EXPECT_EQ(getViolation(fact, "simt_stream").message,
            "M is ?; it must be known, and at most 4");
  fact = makeFact(4, 4096, 4095, /*bTransposed=*/true);
  EXPECT_EQ(getViolation(fact, "simt_stream").constraint, "input-alignment");
}

TEST(FormulasTest, WhatIsAskedOfTheMatmulNeedsNoConfig) {
  MatmulFact fact = makeFact(4096, 4096, 4096, /*bTransposed=*/true);
  EXPECT_FALSE(getWgmma().check(fact, getH200()));
  EXPECT_EQ(getWgmma().check(fact, *lookupTarget("sm_80"))->constraint, "chip");
  fact.b.unitInnerStride = false;
  EXPECT_EQ(getWgmma().check(fact, getH200())->message,
            "the elements of a row of B are not adjacent; their stride must be "
            "1");
  fact = makeFact(4096, 4096, 4096, true, ElementKind::F64);
  EXPECT_EQ(getWgmma().check(fact, getH200())->constraint, "element-types");
  EXPECT_FALSE(lookupKernelTemplate("simt")->check(fact, getH200()));
  fact = makeFact(0, 4096, 4096, /*bTransposed=*/true);
  for (const KernelTemplate *item : getKernelTemplates())
    EXPECT_EQ(item->check(fact, getH200())->constraint,
              item->computesKind(fact) ? "size-zero" : "problem");
}

TEST(FormulasTest, WhatTmaDoesNotTakeIsCopied) {
  Config tma = parseConfig("hopper_wgmma, load = tma");
  Config copy = parseConfig("hopper_wgmma, load = copy");
  MatmulFact fact = makeFact(4096, 4096, 4096, /*bTransposed=*/true);
  fact.b.alignment = 8;
  EXPECT_EQ(getWgmma().check(fact, getH200(), tma)->message,
            "load = tma, but B is aligned to 8 bytes; TMA needs 16; it needs "
            "load = pack or copy");
  EXPECT_FALSE(getWgmma().check(fact, getH200(), copy));
  fact = makeFact(4096, 1001, 4096, /*bTransposed=*/false);
  EXPECT_EQ(getWgmma().check(fact, getH200(), tma)->message,
            "load = tma, but B has a row stride of 1001 elements of 2 bytes; "
            "TMA needs a positive multiple of 16 bytes below 2^40; it needs "
            "load = pack or copy");
  EXPECT_FALSE(getWgmma().check(fact, getH200(), copy));
  ASSERT_TRUE(succeeded(copy.set("cluster", {2, 1})));
  EXPECT_EQ(getWgmma().check(fact, getH200(), copy)->constraint,
            "copy-cluster");
  ASSERT_TRUE(succeeded(copy.set("cluster", {1, 1})));
  ASSERT_TRUE(succeeded(copy.setCase("evict_first", "b")));
  EXPECT_EQ(getWgmma().check(fact, getH200(), copy)->constraint, "copy-hint");
  ASSERT_TRUE(succeeded(copy.setCase("evict_first", "none")));
  ASSERT_TRUE(succeeded(copy.set("consumers", 3)));
  EXPECT_EQ(getWgmma().check(fact, getH200(), copy)->message,
            "load = copy with consumers = 3; it needs consumers = 1 or 2");
}

/// The redundancy that a config on m x n x 4096 is left out by, or "".
static std::string getRedundancy(int64_t m, int64_t n, StringRef text) {
  MatmulFact fact = makeFact(m, n, 4096, /*bTransposed=*/true);
  Config config = parseConfig(text).withDefaults();
  EXPECT_FALSE(getWgmma().check(fact, getH200(), config)) << text.str();
  std::optional<Violation> violation =
      getWgmma().checkRedundancy(fact, getH200(), config);
  return violation ? violation->constraint.str() : "";
}

/// Of a row stride, in elements.
static OperandFact makeRows(ElementKind element, int64_t stride) {
  OperandFact operand;
  operand.element = element;
  operand.rowStride = stride;
  operand.alignment = 16;
  return operand;
}

TEST(FormulasTest, WarpsCopyWholeElements) {
  for (int64_t stride : {64, 68, 66})
    EXPECT_TRUE(isCopiedAsync(makeRows(ElementKind::F16, stride))) << stride;
  EXPECT_FALSE(isCopiedAsync(makeRows(ElementKind::F16, 67)));
  EXPECT_TRUE(isCopyable(makeRows(ElementKind::F16, 67)));
  EXPECT_TRUE(isCopiedAsync(makeRows(ElementKind::F64, 67)));
  EXPECT_TRUE(isCopiedAsync(makeRows(ElementKind::I8, 68)));
  EXPECT_FALSE(isCopyable(makeRows(ElementKind::I8, 66)));
  OperandFact apart = makeRows(ElementKind::F16, 64);
  apart.unitInnerStride = false;
  EXPECT_FALSE(isCopyable(apart));
  OperandFact odd = makeRows(ElementKind::F16, 64);
  odd.alignment = 1;
  EXPECT_FALSE(isCopyable(odd));
  OperandFact doubles = makeRows(ElementKind::F64, 64);
  doubles.alignment = 4;
  EXPECT_FALSE(isCopiedAsync(doubles));
}

TEST(FormulasTest, SmallProductsArePackedInVain) {
  auto isInVain = [](const char *text) {
    return isPackedInVain(llvm::cantFail(parseProblem(text)).getMatmul());
  };
  EXPECT_TRUE(isInVain("139x365x219 f16"));
  EXPECT_TRUE(isInVain("1000x1000x200 f16 b(stride=1002, align=4)"));
  EXPECT_FALSE(isInVain("1000x1000x201 f16"));
  EXPECT_FALSE(isInVain("2*1000x1000x101 f16 B^T"));
  EXPECT_FALSE(isInVain("128x128x128 f16"));
  EXPECT_FALSE(isInVain("139x365x219 f32"));
  EXPECT_FALSE(isInVain("?x365x219 f16"));
}

TEST(FormulasTest, ACurveIsForManyTiles) {
  StringRef text = "hopper_wgmma, raster = hilbert";
  EXPECT_EQ(getRedundancy(4096, 4096, text), "");
  // 264 tiles are two waves of 132 SMs.
  EXPECT_EQ(getRedundancy(8 * 128, 33 * 128, text), "hilbert-waves");
  EXPECT_EQ(getRedundancy(8 * 128, 34 * 128, text), "");
  EXPECT_EQ(getRedundancy(7 * 128, 4096 * 16, text), "hilbert-squares");
  // Squares are of clusters.
  EXPECT_EQ(
      getRedundancy(14 * 128, 4096 * 16, (text + ", cluster = [2, 1]").str()),
      "hilbert-squares");
  EXPECT_EQ(getRedundancy(4096, 4096, (text + ", group = 1").str()),
            "hilbert-squares");
}

TEST(FormulasTest, WhatTmaDoesNotStoreIsCopied) {
  Config tma = parseConfig("hopper_wgmma, tile = [128, 128, 64], stages = 2, "
                           "store = tma")
                   .withDefaults();
  Config copy = parseConfig("hopper_wgmma, tile = [128, 128, 64], stages = 2, "
                            "store = copy")
                    .withDefaults();
  MatmulFact fact = makeFact(4096, 4096, 4096, /*bTransposed=*/true);
  EXPECT_FALSE(getWgmma().check(fact, getH200(), tma));
  EXPECT_FALSE(getWgmma().check(fact, getH200(), copy));
  EXPECT_EQ(getWgmma().checkRedundancy(fact, getH200(), copy)->constraint,
            "copy-store-of-storable");
  // Rows that TMA can't start at, and ones that it can't end at.
  for (int64_t stride : {1001, 1008}) {
    fact = makeFact(4096, 1001, 4096, /*bTransposed=*/true);
    fact.c.rowStride = stride;
    EXPECT_EQ(getWgmma().check(fact, getH200(), tma)->constraint, "store-tma");
    EXPECT_FALSE(getWgmma().check(fact, getH200(), copy));
    EXPECT_FALSE(getWgmma().checkRedundancy(fact, getH200(), copy));
  }
  EXPECT_EQ(
      getViolation("hopper_wgmma, tile = [128, 96, 64], store = tma").message,
      "store = tma with tile[1] = 96; it needs a multiple of 64, the "
      "columns of a box of 128 bytes");
  // Threads copy what there is of a box, and swapped ones have any number of
  // rows in eights.
  for (const char *text : {"hopper_wgmma, tile = [128, 96, 64], store = copy",
                           "hopper_wgmma, tile = [128, 24, 64], store = copy, "
                           "swap = true"}) {
    Config config = parseConfig(text);
    EXPECT_FALSE(getWgmma().check(fact, getH200(), config)) << text;
  }
  EXPECT_EQ(getViolation("hopper_wgmma, split_k = 2, persistent = false, "
                         "store = copy")
                .message,
            "split_k = 2 with store = copy; it needs store = direct");
}

TEST(FormulasTest, AConstraintWaitsForItsParameters) {
  MatmulFact fact = makeFact(4096, 4096, 4096, /*bTransposed=*/true);
  Config config = parseConfig("hopper_wgmma, tile = [64, 128, 64]");
  EXPECT_FALSE(getWgmma().check(fact, getH200(), config));
  ASSERT_TRUE(succeeded(config.set("consumers", 2)));
  EXPECT_FALSE(getWgmma().check(fact, getH200(), config));
  ASSERT_TRUE(succeeded(config.setCase("schedule", "cooperative")));
  EXPECT_EQ(getWgmma().check(fact, getH200(), config)->constraint,
            "tile-m-warpgroups");
}

TEST(FormulasTest, TmaStrides) {
  OperandFact operand;
  for (int64_t legal : {int64_t(8), int64_t(4096), int64_t(1) << 38}) {
    operand.rowStride = legal;
    EXPECT_TRUE(isTmaLoadable(operand)) << legal;
  }
  for (int64_t illegal :
       {int64_t(0), int64_t(-8), int64_t(12), int64_t(1) << 39,
        int64_t(1) << 62, ShapedType::kDynamic}) {
    operand.rowStride = illegal;
    EXPECT_FALSE(isTmaLoadable(operand)) << illegal;
  }
  operand.rowStride = 8;
  for (int64_t illegal : {int64_t(12), ShapedType::kDynamic}) {
    operand.batchStride = illegal;
    EXPECT_FALSE(isTmaLoadable(operand)) << illegal;
  }
}

TEST(FormulasTest, TmaUnits) {
  OperandFact operand;
  operand.element = ElementKind::BF16;
  EXPECT_TRUE(endsAtTmaUnit(operand, 136));
  EXPECT_FALSE(endsAtTmaUnit(operand, 130));
  EXPECT_TRUE(endsAtTmaUnit(operand, ShapedType::kDynamic));
  operand.element = ElementKind::F32;
  EXPECT_TRUE(endsAtTmaUnit(operand, 132));
  EXPECT_FALSE(endsAtTmaUnit(operand, 130));
}

TEST(FormulasTest, SplitTilesHaveCounters) {
  EXPECT_EQ(kMaxSplitTiles, cuda::kTileCounters);
}

TEST(FormulasTest, RoundingHelpers) {
  EXPECT_EQ(ceilDiv(7, 4), 2);
  EXPECT_EQ(ceilDiv(8, 4), 2);
  EXPECT_EQ(roundUp(80, 64), 128);
  EXPECT_TRUE(fitsInt32(ShapedType::kDynamic));
  EXPECT_TRUE(fitsInt32(kMaxMatmulSize));
  EXPECT_FALSE(fitsInt32(kMaxMatmulSize + 1));
}

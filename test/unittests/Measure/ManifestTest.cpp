//===- ManifestTest.cpp - Manifests, right and damaged --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Grid.h"

#include "mlir-autotune/Measure/Manifest.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir::autotune::measure;
using mlir::autotune::tile::KernelABI;
using ::testing::HasSubstr;
using Kind = mlir::autotune::tile::KernelParam::Kind;
using mlir::autotune::tile::PackedCopy;

namespace {

const char kManifest[] =
    R"json({"version": 3, "target": "h200", "chip": "sm_90a",
 "problems": [{"id": "p0",
   "text": "512x300x64 bf16 B^T -> f32 accumulate a(stride=72) c(stride=304)"
}],
 "kernels": [{"id": "k0", "file": "x.cubin", "function": "matmul", "bytes": 9,
   "checksum": "00ff00ff00ff00ff", "registers": 168, "abi": {
    "params": [{"kind": "tensor_map", "operand": 0, "box": [128, 64],
                "swizzle": 128},
               {"kind": "stride", "operand": 2, "dim": 0}],
    "extents": [2, 0, 2, 1], "tile": [128, 256], "cluster": [2, 1, 1],
    "persistent": true, "ctas_per_sm": 1, "threads": 384,
    "shared_memory": 213000}}],
 "candidates": [
  {"id": "c0", "problem": "p0", "kernel": "k0", "config": "hopper_wgmma",
   "heuristics": ["cluster-m2"], "rank": 0, "estimate_ns": 201000},
  {"id": "c1", "problem": "p0", "failure": "spill", "detail": "24 bytes",
   "config": "simt", "heuristics": [], "rank": 7}]
})json";

std::string getError(llvm::StringRef text) {
  llvm::Expected<Manifest> manifest = parseManifest(text, "m.json");
  return manifest ? "" : llvm::toString(manifest.takeError());
}

/// The error after one replacement in the good manifest.
std::string getErrorWith(const std::string &from, const std::string &to) {
  std::string text = kManifest;
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return getError(text.replace(at, from.size(), to));
}

TEST(ManifestTest, ReadsEveryField) {
  llvm::Expected<Manifest> manifest = parseManifest(kManifest, "m.json");
  ASSERT_TRUE(bool(manifest));
  const MeasuredProblem &problem = manifest->problems.at(0);
  EXPECT_EQ(problem.m, 512);
  EXPECT_EQ(problem.key, "512x300x64 bf16 B^T -> f32 accumulate a(stride=72) "
                         "c(stride=304)");
  EXPECT_TRUE(problem.accumulate);
  EXPECT_FALSE(problem.zeroExtend);
  EXPECT_EQ(problem.accumulator, parseElementKind("f32"));
  EXPECT_EQ(problem.operands[0].rowStride, 72);
  EXPECT_TRUE(problem.operands[1].transposed);
  EXPECT_EQ(problem.getFlops(), 2.0 * 512 * 300 * 64);
  // C counts twice: it is read and written.
  EXPECT_EQ(problem.getBytes(),
            512 * 64 * 2 + 300 * 64 * 2 + 2 * 512 * 300 * 4);
  const Kernel &kernel = manifest->kernels.at(0);
  EXPECT_EQ(kernel.checksum, 0x00ff00ff00ff00ffull);
  EXPECT_EQ(kernel.abi.params[0].kind, Kind::TensorMap);
  EXPECT_EQ(kernel.abi.params[0].box[1], 64);
  EXPECT_EQ(kernel.abi.params[1].kind, Kind::Stride);
  EXPECT_TRUE(kernel.abi.persistent);
  EXPECT_EQ(manifest->candidates.at(0).kernel, std::optional<size_t>(0));
  EXPECT_FALSE(manifest->candidates.at(1).kernel);
  EXPECT_EQ(manifest->candidates.at(1).failure, "spill");
  EXPECT_EQ(manifest->candidates.at(1).rank, 7);
  EXPECT_EQ(manifest->candidates.at(0).estimateNs, 201000);
  EXPECT_EQ(manifest->candidates.at(1).estimateNs, 0);
}

TEST(ManifestTest, ReadsGroups) {
  std::string text = kManifest;
  auto replace = [&](const std::string &from, const std::string &to) {
    size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  };
  replace("512x300x64 bf16 B^T -> f32 accumulate",
          "[0,512]x300x64 bf16 B^T -> f32 accumulate");
  replace("\"threads\": 384", "\"threads\": 384, \"group\": 2");
  llvm::Expected<Manifest> manifest = parseManifest(text, "m.json");
  ASSERT_TRUE(bool(manifest)) << llvm::toString(manifest.takeError());
  const MeasuredProblem &problem = manifest->problems.at(0);
  EXPECT_EQ(problem.group, (std::vector<int64_t>{0, 512}));
  EXPECT_EQ(problem.getFlops(), 2.0 * 512 * 300 * 64);
  EXPECT_EQ(problem.getBytes(),
            512 * 64 * 2 + 2 * 300 * 64 * 2 + 2 * 512 * 300 * 4);
  EXPECT_EQ(manifest->kernels.at(0).abi.group, 2);
}

TEST(ManifestTest, NamesThePlaceAndWhatIsLegal) {
  EXPECT_EQ(getErrorWith("512x", "0x"),
            "m.json: problems[0].text: can't be measured: it has a size of 0; "
            "sizes from 1 to 2147418111 can be measured");
  EXPECT_EQ(getErrorWith("512x300x64", "512x300"),
            "m.json: problems[0].text: '512x300' is no MxNxK; expected sizes "
            "and element type first, as in '100x72x96 bf16 B^T -> f32'");
  EXPECT_EQ(getErrorWith("\"text\"", "\"key\": \"1x1x1 f32\", \"text\""),
            "m.json: problems[0].key: the key of the text is '512x300x64 bf16 "
            "B^T -> f32 accumulate a(stride=72) c(stride=304)'");
  EXPECT_EQ(getErrorWith("\"text\"", "\"txt\""),
            "m.json: problems[0].text: missing");
  EXPECT_EQ(
      getErrorWith("a(stride=72)", "a(stride=63)"),
      "m.json: problems[0].text: can't be measured: the rows of A overlap "
      "or are too far apart");
  EXPECT_EQ(getErrorWith("\"kernel\": \"k0\"", "\"kernel\": \"k9\""),
            "m.json: candidates[0].kernel: no kernel 'k9'");
  EXPECT_EQ(getErrorWith("\"threads\": 384,", ""),
            "m.json: kernels[0].abi.threads: missing");
  EXPECT_EQ(getErrorWith("\"persistent\": true", "\"persistent\": 1"),
            "m.json: kernels[0].abi.persistent: expected true or false");
  EXPECT_THAT(getErrorWith("\"swizzle\": 128", "\"swizzle\": 48"),
              HasSubstr("expected 0, 32, 64 or 128"));
  EXPECT_EQ(getErrorWith("[2, 1, 1]", "[4, 5, 1]"),
            "m.json: kernels[0].abi.cluster: a cluster has at most 16 CTAs");
  EXPECT_THAT(getErrorWith("\"id\": \"c1\"", "\"id\": \"c0\""),
              HasSubstr("candidates[1]: a second 'c0'"));
  EXPECT_EQ(getErrorWith("\"id\": \"p0\"", "\"id\": \"\""),
            "m.json: problems[0].id: is empty");
  // There are tolerances for floats, and reference kernels for one or other.
  EXPECT_EQ(getErrorWith("-> f32 accumulate", "-> i32 in f32"),
            "m.json: problems[0].text: can't be measured: it mixes integers "
            "and floats other than in products of i8 or i4 and floats");
  // But that integers of 8 bits are multiplied by floats.
  EXPECT_EQ(getErrorWith("bf16 B^T", "bf16,i8 B^T"), "");
  EXPECT_THAT(getErrorWith("bf16 B^T", "bf16,i16 B^T"),
              HasSubstr("it mixes integers and floats"));
  // With or without a sign, which floats have.
  EXPECT_EQ(getErrorWith("bf16 B^T", "i8,bf16 B^T zext"), "");
  EXPECT_EQ(getErrorWith("bf16 B^T", "bf16 B^T zext"),
            "m.json: problems[0].text: 'zext' is for integers");
  EXPECT_THAT(getErrorWith("accumulate", "accumulate in bf16"),
              HasSubstr("its sums are in bf16; only sums in f32 or wider can "
                        "be checked, and f16 sums of f16 by f16"));
  // Which are of f16 alone.
  EXPECT_EQ(getErrorWith("accumulate", "accumulate in f16"),
            "m.json: problems[0].text: can't be measured: its sums are in f16, "
            "but only f16 by f16 without a prologue can have them");
  EXPECT_THAT(getErrorWith("accumulate", "accumulate in i32"),
              HasSubstr("it mixes integers and floats"));
  EXPECT_THAT(getErrorWith("\"version\": 3", "\"version\": 7"),
              HasSubstr("version 7 of the format; this program reads"));
  EXPECT_EQ(getErrorWith("201000", "-1.5"),
            "m.json: candidates[0].estimate_ns: expected a number that is not "
            "negative");
  EXPECT_THAT(getErrorWith("x.cubin", "a/x.cubin"), HasSubstr("kernels[0]"));
}

TEST(ManifestTest, WorkspacesAreOfInputs) {
  std::string text = kManifest;
  auto replace = [&](const std::string &from, const std::string &to) {
    size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  };
  replace("\"params\": [", "\"packed\": [1, 0], \"params\": ["
                           "{\"kind\": \"counters\"}, "
                           "{\"kind\": \"pointer\", \"operand\": 4}, ");
  llvm::Expected<Manifest> manifest = parseManifest(text, "m.json");
  ASSERT_TRUE(bool(manifest)) << llvm::toString(manifest.takeError());
  const Kernel &kernel = manifest->kernels.at(0);
  EXPECT_EQ(kernel.abi.packed,
            (llvm::SmallVector<PackedCopy, 2>{PackedCopy{1}, PackedCopy{0}}));
  EXPECT_EQ(kernel.abi.params[0].kind, Kind::Counters);
  EXPECT_EQ(kernel.abi.params[1].operand, 4);
  EXPECT_EQ(kernel.abi.countOperands(), 3);
  EXPECT_TRUE(kernel.abi.needsWorkspace());

  replace("[1, 0]", "[2]");
  EXPECT_EQ(
      getError(text),
      "m.json: kernels[0].abi.packed: the operand of a copy must be 0 or 1");
  replace("[2]", "[1, 1]");
  EXPECT_EQ(getError(text),
            "m.json: kernels[0].abi.packed: a second copy of operand 1");
  replace("[1, 1]", "[0, 1], \"transposed\": [2]");
  EXPECT_EQ(getError(text), "m.json: kernels[0].abi.packed: a copy that is "
                            "transposed is none of them");
  replace("[2]", "[1]");
  llvm::Expected<Manifest> turned = parseManifest(text, "m.json");
  ASSERT_TRUE(bool(turned)) << llvm::toString(turned.takeError());
  EXPECT_EQ(turned->kernels.at(0).abi.packed,
            (llvm::SmallVector<PackedCopy, 2>{
                PackedCopy{0}, PackedCopy{1, /*transposed=*/true}}));
  EXPECT_THAT(
      getErrorWith("\"operand\": 0, \"box\"", "\"operand\": 256, \"box\""),
      HasSubstr("params[0].operand: expected an integer from 0 to 255"));
}

TEST(ManifestTest, SharedTilesFitRegisters) {
  const std::string tile = "\"tile\": [128, 256], ";
  const std::string counters = "\"params\": [";
  const std::string persistent = "\"persistent\": true";
  auto getErrorOfSplit = [&](const std::string &shared) {
    std::string text = kManifest;
    text.insert(text.find(counters) + counters.size(),
                "{\"kind\": \"counters\"}, ");
    text.replace(text.find(persistent), persistent.size(),
                 "\"persistent\": false");
    return getError(
        text.replace(text.find(tile), tile.size(),
                     shared + ", \"split\": 2, \"depth\": [0, 1, 32], "));
  };
  EXPECT_EQ(getErrorOfSplit("\"tile\": [128, 256]"), "");
  const std::string large = "\"tile\": [65536, 65536]";
  EXPECT_EQ(getErrorWith(tile, large + ", "), "");
  EXPECT_EQ(getErrorOfSplit(large),
            "m.json: kernels[0].abi.tile: has 4294967296 elements; CTAs share "
            "tiles of at most 65536");
}

/// Of earlier versions: kernels that cut tiles at the ends of ranges of K.
TEST(ManifestTest, StreamsAreRefused) {
  EXPECT_EQ(getErrorWith("\"persistent\"", "\"stream\": true, \"persistent\""),
            "m.json: kernels[0].abi.stream: such kernels can't be launched any "
            "more; build the kernel again with another config");
  EXPECT_EQ(getErrorWith("\"persistent\"", "\"stream\": false, \"persistent\""),
            "");
}

/// Kernels of earlier versions took a table of tiles, and are refused.
TEST(ManifestTest, PlacementsAreRefused) {
  EXPECT_EQ(getErrorWith("{\"kind\": \"stride\", \"operand\": 2, \"dim\": 0}",
                         "{\"kind\": \"placement\"}"),
            "m.json: kernels[0].abi.params[1].kind: kernels with a placement "
            "can't be launched any more; build the kernel again without placed "
            "= true");
}

/// Kernels of attention have a batch of heads; others, matrices only.
TEST(ManifestTest, OnlyHeadsHaveABatch) {
  const char *size = "{\"kind\": \"size\", \"operand\": 0, \"dim\": 3}, ";
  EXPECT_EQ(getErrorWith("\"params\": [", std::string("\"params\": [") + size),
            "m.json: kernels[0].abi.params: operands are matrices, in a batch "
            "of one dimension");
  EXPECT_EQ(getErrorWith("\"params\": [",
                         std::string("\"batch\": 0, \"batch_dim\": 3, "
                                     "\"params\": [") +
                             size),
            "");
}

TEST(ManifestTest, WindowsAreLoaded) {
  auto getErrorOf = [](const std::string &kind) {
    return getErrorWith(
        R"({"kind": "tensor_map", "operand": 0, "box": [128, 64],)",
        R"({"kind": "window", "number": "rows", "operand": 0},
           {"kind": "tensor_map", "operand": 0, "box": [128, 64],
            "batched": true, "outer": true, )" +
            kind);
  };
  EXPECT_EQ(getErrorOf("\"windowed\": true,"), "");
  EXPECT_THAT(getErrorOf(""), HasSubstr("operands are matrices, in a batch of "
                                        "one dimension"));
}

TEST(ManifestTest, ChoicesAreMade) {
  EXPECT_EQ(getErrorWith("\"params\": [",
                         "\"choices\": [128, 256], "
                         "\"params\": [{\"kind\": \"columns\"}, "),
            "m.json: kernels[0].abi.choices: the kernel of a bundle has one "
            "tile");
}

TEST(ManifestTest, TextsOfOtherSystems) {
  std::string text = "\xef\xbb\xbf";
  for (char c : llvm::StringRef(kManifest))
    text += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(getError(text), "");
}

/// A bundle may say how tables write a config.
TEST(ManifestTest, ConfigsMayHaveABriefName) {
  std::string text = kManifest;
  size_t at = text.find("\"config\": \"simt\"");
  text.insert(at, "\"brief\": \"simt ...\", ");
  llvm::Expected<Manifest> manifest = parseManifest(text, "m.json");
  ASSERT_TRUE(bool(manifest));
  EXPECT_EQ(manifest->candidates[0].brief, "");
  EXPECT_EQ(manifest->candidates[1].brief, "simt ...");
}

TEST(ManifestTest, EveryTruncationIsAnError) {
  llvm::StringRef whole = kManifest;
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(getError(whole.take_front(size)), "") << "of size " << size;
}

/// Bytes flipped, dropped and doubled at random: an error or a manifest, never
/// a crash; what is accepted has to be safe to use.
TEST(ManifestTest, SurvivesMutation) {
  std::mt19937 random(20261121);
  for (int i = 0; i < 20000; ++i) {
    std::string text = kManifest;
    for (int edits = 1 + int(random() % 4); edits > 0; --edits) {
      size_t at = random() % text.size();
      switch (random() % 4) {
      case 0:
        text[at] = char(random());
        break;
      case 1:
        text.erase(at, 1 + random() % 8);
        break;
      case 2:
        text.insert(at, text.substr(random() % text.size(), random() % 16));
        break;
      default:
        text[at] = char('0' + random() % 10);
      }
    }
    llvm::Expected<Manifest> manifest = parseManifest(text, "m.json");
    if (!manifest) {
      EXPECT_NE(llvm::toString(manifest.takeError()), "");
      continue;
    }
    for (const Kernel &kernel : manifest->kernels)
      for (const MeasuredProblem &problem : manifest->problems)
        llvm::consumeError(getGridSize(kernel.abi, problem, 132).takeError());
    for (const Candidate &candidate : manifest->candidates)
      EXPECT_LT(candidate.problem, manifest->problems.size());
  }
}

TEST(ManifestTest, DeepNestingIsAnError) {
  EXPECT_THAT(getError(std::string(1000000, '[')),
              HasSubstr("nested more than 64 levels"));
  // Brackets in a string are none.
  EXPECT_THAT(getError("\"" + std::string(100, '[') + "\""),
              HasSubstr("expected an object"));
}

TEST(GridTest, RoundsUpToClusters) {
  llvm::Expected<Manifest> manifest = parseManifest(kManifest, "m.json");
  ASSERT_TRUE(bool(manifest));
  MeasuredProblem problem = manifest->problems[0];
  KernelABI rule = manifest->kernels[0].abi;
  rule.persistent = false;
  auto size = [&](int64_t sms) {
    return llvm::cantFail(getGridSize(rule, problem, sms));
  };
  // 512/128 = 4 tiles in clusters of 2; 300/256 = 2 tiles: 4 clusters of 2.
  EXPECT_EQ(size(132), 8);
  // 513 rows: 5 tiles, 3 clusters along M.
  problem.operands[2].rows = 513;
  EXPECT_EQ(size(132), 12);
  // Split-K shares the tile among as many CTAs of one cluster.
  rule.cluster = {1, 1, 1};
  rule.cluster[2] = 4;
  EXPECT_EQ(size(132), 5 * 2 * 4);
  // A persistent grid is what the device holds, whole clusters only.
  rule.persistent = true;
  EXPECT_EQ(size(132), 40);
  EXPECT_EQ(size(13), 12);
  rule.ctasPerSM = 2;
  EXPECT_EQ(size(13), 24);
  // At least one cluster, however small the device.
  EXPECT_EQ(size(1), 4);
}

TEST(GridTest, RefusesPartsWithoutAStep) {
  llvm::Expected<Manifest> manifest = parseManifest(kManifest, "m.json");
  ASSERT_TRUE(bool(manifest));
  // A K of 64: two steps of 48.
  const MeasuredProblem &problem = manifest->problems[0];
  KernelABI rule = manifest->kernels[0].abi;
  rule.depthTile = 48;
  EXPECT_EQ(getErrorWith("\"cluster\": [2, 1, 1]",
                         "\"cluster\": [1, 1, 2], \"depth\": [0, 1, 48]"),
            "");
  EXPECT_EQ(getErrorWith("\"cluster\": [2, 1, 1]",
                         "\"cluster\": [1, 1, 2], \"depth\": [0, 1, 0]"),
            "m.json: kernels[0].abi.depth: expected an operand, its dimension "
            "and a step");
  rule.persistent = false;
  auto refuse = [&] {
    llvm::Expected<int64_t> grid = getGridSize(rule, problem, 132);
    return grid ? "" : llvm::toString(grid.takeError());
  };
  EXPECT_EQ(refuse(), "");
  rule.cluster[2] = 2;
  EXPECT_EQ(refuse(), "");
  rule.cluster[2] = 3;
  EXPECT_EQ(refuse(), "the kernel splits K among 3 CTAs, each of which needs a "
                      "step of 48; in a K of 64 one gets none");
  rule.cluster[2] = 1;
  rule.split = 2;
  EXPECT_EQ(refuse(), "");
  rule.split = 4;
  EXPECT_THAT(refuse(), HasSubstr("among 4 CTAs"));
  // Of 64 steps five CTAs of a cluster get 13, 13, 13, 13 and 12; the last of
  // 15 gets none, for others have 5.
  rule.split = rule.depthTile = 1;
  rule.cluster[2] = 5;
  EXPECT_EQ(refuse(), "");
  rule.cluster[2] = 15;
  EXPECT_THAT(refuse(), HasSubstr("needs a step of 1; in a K of 64"));
}

} // namespace

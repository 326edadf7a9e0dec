//===- ManifestTest.cpp - Manifests, right and damaged --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Grid.h"

#include "mlir-autotune/Core/Grid.h"
#include "mlir-autotune/Measure/Manifest.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir::autotune::measure;
using ::testing::HasSubstr;

namespace {

const char kManifest[] = R"({"version": 1, "target": "h200", "chip": "sm_90a",
 "problems": [{"id": "p0", "key": "key", "m": 512, "n": 300, "k": 64,
   "batch": 1, "accumulator": "f32", "init": "accumulate", "operands": [
    {"name": "a", "element": "bf16", "rows": 512, "columns": 64,
     "row_stride": 72, "transposed": false},
    {"name": "b", "element": "bf16", "rows": 300, "columns": 64,
     "row_stride": 64, "transposed": true},
    {"name": "c", "element": "f32", "rows": 512, "columns": 300,
     "row_stride": 304, "transposed": false}]}],
 "kernels": [{"id": "k0", "file": "x.cubin", "function": "matmul", "bytes": 9,
   "checksum": "00ff00ff00ff00ff", "threads": 384, "shared_memory": 213000,
   "cluster": [2, 1, 1], "registers": 168,
   "grid": {"extents": [{"operand": 2, "dim": 0}, {"operand": 2, "dim": 1}],
    "tile": [128, 256], "cluster_tile": [2, 1], "split_k": 1,
    "persistent": true, "ctas_per_sm": 1},
   "params": [{"kind": "tensor_map", "operand": 0, "box": [128, 64],
               "swizzle": 128},
              {"kind": "stride", "operand": 2, "dim": 0}]}],
 "candidates": [
  {"id": "c0", "problem": "p0", "kernel": "k0", "config": "hopper_wgmma",
   "heuristics": ["cluster-m2"], "rank": 0, "estimate_ns": 201000},
  {"id": "c1", "problem": "p0", "failure": "spill", "detail": "24 bytes",
   "config": "simt", "heuristics": [], "rank": 7}]})";

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
  const Problem &problem = manifest->problems.at(0);
  EXPECT_EQ(problem.m, 512);
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
  EXPECT_EQ(kernel.params.at(0).kind, KernelParam::TensorMap);
  EXPECT_EQ(kernel.params.at(0).box[1], 64);
  EXPECT_EQ(kernel.params.at(1).kind, KernelParam::Stride);
  EXPECT_TRUE(kernel.grid.persistent);
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
  replace("\"batch\": 1", "\"batch\": 2, \"group\": [0, 512]");
  replace("\"row_stride\": 72", "\"row_stride\": 72, \"batch_stride\": 36864");
  replace("\"row_stride\": 64", "\"row_stride\": 64, \"batch_stride\": 19200");
  replace("\"row_stride\": 304",
          "\"row_stride\": 304, \"batch_stride\": 155648");
  replace("\"threads\": 384", "\"threads\": 384, \"group\": 2");
  llvm::Expected<Manifest> manifest = parseManifest(text, "m.json");
  ASSERT_TRUE(bool(manifest)) << llvm::toString(manifest.takeError());
  const Problem &problem = manifest->problems.at(0);
  EXPECT_EQ(problem.group, (std::vector<int64_t>{0, 512}));
  EXPECT_EQ(problem.getFlops(), 2.0 * 512 * 300 * 64);
  EXPECT_EQ(problem.getBytes(),
            512 * 64 * 2 + 2 * 300 * 64 * 2 + 2 * 512 * 300 * 4);
  EXPECT_EQ(manifest->kernels.at(0).group, 2);
  replace("[0, 512]", "[512]");
  EXPECT_THAT(getError(text), HasSubstr("problems[0].group: expected rows of "
                                        "each of the batch"));
  replace("[512]", "[0, 513]");
  EXPECT_THAT(getError(text), HasSubstr("expected an integer from 0 to 512"));
}

TEST(ManifestTest, NamesThePlaceAndWhatIsLegal) {
  EXPECT_EQ(getErrorWith("\"m\": 512", "\"m\": 0"),
            "m.json: problems[0].m: expected an integer from 1 to 2147418111, "
            "found 0");
  EXPECT_EQ(getErrorWith("\"init\": \"accumulate\"", "\"init\": \"one\""),
            "m.json: problems[0].init: 'one' is none of zero, accumulate");
  EXPECT_EQ(getErrorWith("\"kernel\": \"k0\"", "\"kernel\": \"k9\""),
            "m.json: candidates[0].kernel: no kernel 'k9'");
  EXPECT_EQ(getErrorWith("\"threads\": 384, ", ""),
            "m.json: kernels[0].threads: missing");
  EXPECT_EQ(getErrorWith("\"persistent\": true", "\"persistent\": 1"),
            "m.json: kernels[0].grid.persistent: expected true or false");
  EXPECT_THAT(getErrorWith("\"rows\": 300", "\"rows\": 301"),
              HasSubstr("operands[1]: stored as 301 x 64, but the problem's "
                        "sizes make it 300 x 64"));
  EXPECT_THAT(getErrorWith("\"row_stride\": 72", "\"row_stride\": 63"),
              HasSubstr("from 64 to"));
  EXPECT_THAT(getErrorWith("\"swizzle\": 128", "\"swizzle\": 48"),
              HasSubstr("expected 0, 32, 64 or 128"));
  EXPECT_THAT(getErrorWith("[2, 1, 1]", "[4, 1, 1]"),
              HasSubstr("has 4 CTAs, but the grid's cluster_tile and split_k "
                        "make 2"));
  EXPECT_THAT(getErrorWith("\"batch\": 1", "\"batch\": 0"),
              HasSubstr("problems[0].batch"));
  EXPECT_THAT(getErrorWith("\"batch\": 1", "\"batch\": 2"),
              HasSubstr("problems[0].operands[0].batch_stride: missing"));
  EXPECT_THAT(getErrorWith("\"id\": \"c1\"", "\"id\": \"c0\""),
              HasSubstr("candidates[1]: a second 'c0'"));
  EXPECT_EQ(getErrorWith("\"id\": \"p0\"", "\"id\": \"\""),
            "m.json: problems[0].id: is empty");
  // There are tolerances for floats, and reference kernels for one or other.
  EXPECT_EQ(getErrorWith("\"name\": \"c\", \"element\": \"f32\"",
                         "\"name\": \"c\", \"element\": \"i32\""),
            "m.json: problems[0].operands[2].element: i32, but the "
            "accumulator is f32: integers and floats do not mix");
  // But that integers of 8 bits are multiplied by floats.
  EXPECT_EQ(getErrorWith("\"name\": \"b\", \"element\": \"bf16\"",
                         "\"name\": \"b\", \"element\": \"i8\""),
            "");
  EXPECT_THAT(getErrorWith("\"name\": \"b\", \"element\": \"bf16\"",
                           "\"name\": \"b\", \"element\": \"i16\""),
              HasSubstr("operands[1].element: i16, but the accumulator"));
  // With or without a sign, which floats have.
  EXPECT_EQ(getErrorWith("\"operands\": [\n    {\"name\": \"a\", \"element\": "
                         "\"bf16\"",
                         "\"unsigned\": true, \"operands\": [\n    {\"name\": "
                         "\"a\", \"element\": \"i8\""),
            "");
  EXPECT_EQ(
      getErrorWith("\"operands\": [", "\"unsigned\": true, \"operands\": ["),
      "m.json: problems[0].unsigned: floats have a sign");
  EXPECT_THAT(
      getErrorWith("\"accumulator\": \"f32\"", "\"accumulator\": \"bf16\""),
      HasSubstr("sums are checked in f32 or wider, and of f16 in f16, not in "
                "bf16"));
  // Which are of f16 alone.
  EXPECT_EQ(
      getErrorWith("\"accumulator\": \"f32\"", "\"accumulator\": \"f16\""),
      "m.json: problems[0].accumulator: sums in f16 are of a and b of "
      "f16, without a prologue");
  EXPECT_THAT(
      getErrorWith("\"accumulator\": \"f32\"", "\"accumulator\": \"i32\""),
      HasSubstr("problems[0].operands[0].element: bf16"));
  EXPECT_THAT(getErrorWith("\"version\": 1", "\"version\": 7"),
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
  ASSERT_TRUE(bool(manifest));
  const Kernel &kernel = manifest->kernels.at(0);
  EXPECT_EQ(kernel.packed, std::vector<PackedCopy>({{1}, {0}}));
  EXPECT_EQ(kernel.params.at(0).kind, KernelParam::Counters);
  EXPECT_EQ(kernel.params.at(1).operand, 4);
  EXPECT_TRUE(kernel.needsWorkspace());

  replace("[1, 0]", "[0]");
  EXPECT_EQ(getError(text), "m.json: kernels[0].params[1].operand: expected an "
                            "integer from 0 to 3, found 4");
  replace("[0]", "[2]");
  EXPECT_EQ(getError(text), "m.json: kernels[0].packed[0]: expected an integer "
                            "from 0 to 1, found 2");
  replace("[2]", "[1, 1]");
  EXPECT_EQ(getError(text),
            "m.json: kernels[0].packed[1]: a second copy of operand 1");
  replace("[1, 1]", "[0, {\"operand\": 0, \"transposed\": true}]");
  EXPECT_EQ(getError(text),
            "m.json: kernels[0].packed[1]: a second copy of operand 0");
  replace("\"operand\": 0, \"transposed\"", "\"operand\": 2, \"transposed\"");
  EXPECT_EQ(getError(text), "m.json: kernels[0].packed[1].operand: expected an "
                            "integer from 0 to 1, found 2");
  replace("\"operand\": 2, \"transposed\"", "\"operand\": 1, \"turned\"");
  EXPECT_THAT(getError(text),
              HasSubstr("m.json: kernels[0].packed[1].transposed: "));
  replace("\"turned\"", "\"transposed\"");
  llvm::Expected<Manifest> turned = parseManifest(text, "m.json");
  ASSERT_TRUE(bool(turned));
  EXPECT_EQ(turned->kernels.at(0).packed,
            std::vector<PackedCopy>({{0}, {1, /*transposed=*/true}}));
  EXPECT_THAT(
      getErrorWith("\"operand\": 0, \"box\"", "\"operand\": 3, \"box\""),
      HasSubstr("params[0].operand: expected an integer from 0 to 2"));
}

TEST(ManifestTest, SharedTilesFitRegisters) {
  const std::string tile = "[128, 256], \"cluster_tile\": [2, 1], ";
  EXPECT_EQ(getErrorWith(tile, tile + "\"stream\": true, "), "");
  const std::string large = "[65536, 65536], \"cluster_tile\": [2, 1], ";
  EXPECT_EQ(getErrorWith(tile, large), "");
  EXPECT_EQ(getErrorWith(tile, large + "\"stream\": true, "),
            "m.json: kernels[0].grid.tile: has 4294967296 elements; CTAs share "
            "tiles of at most 65536");
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
      for (const Problem &problem : manifest->problems)
        llvm::consumeError(getGridSize(kernel.grid, problem, 132).takeError());
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
  Problem problem = manifest->problems[0];
  GridRule rule = manifest->kernels[0].grid;
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
  rule.clusterTile = {1, 1};
  rule.splitK = 4;
  EXPECT_EQ(size(132), 5 * 2 * 4);
  // A persistent grid is what the device holds, whole clusters only.
  rule.persistent = true;
  EXPECT_EQ(size(132), 40);
  EXPECT_EQ(size(13), 12);
  rule.ctasPerSm = 2;
  EXPECT_EQ(size(13), 24);
  // At least one cluster, however small the device.
  EXPECT_EQ(size(1), 4);
}

TEST(GridTest, CountsClustersThatShareTiles) {
  Problem problem;
  problem.k = 64;
  problem.operands[2].rows = 300;
  problem.operands[2].columns = 100;
  GridRule rule;
  rule.extents = {GridRule::Extent{2, 0}, GridRule::Extent{2, 1}};
  rule.tile = {64, 64};
  rule.clusterTile = {2, 1};
  auto size = [&](int64_t sms) {
    return llvm::cantFail(getGridSize(rule, problem, sms));
  };
  // 3 x 2 cluster tiles, each of 4 parts.
  rule.split = 4;
  EXPECT_EQ(size(132), 6 * 4 * 2);
  // Of what is streamed all that are held get a part, and not too many.
  rule.split = 1;
  rule.stream = rule.persistent = true;
  EXPECT_EQ(size(132), 132);
  EXPECT_EQ(size(7), 6);
  EXPECT_EQ(size(2000), 960);
  // Clusters of four leave a part of the device idle.
  rule.clusterTile = {2, 2};
  EXPECT_EQ(size(132), 120);
  EXPECT_EQ(size(2000), 960);
}

TEST(GridTest, CountsHeldClusters) {
  EXPECT_EQ(mlir::autotune::cuda::countHeldClusters(132, 1, 1), 132);
  EXPECT_EQ(mlir::autotune::cuda::countHeldClusters(132, 1, 2), 66);
  EXPECT_EQ(mlir::autotune::cuda::countHeldClusters(132, 1, 4), 30);
  EXPECT_EQ(mlir::autotune::cuda::countHeldClusters(132, 1, 8), 15);
  EXPECT_EQ(mlir::autotune::cuda::countHeldClusters(132, 2, 4), 60);
  EXPECT_EQ(mlir::autotune::cuda::countHeldClusters(2, 1, 8), 1);
  EXPECT_EQ(mlir::autotune::cuda::limitStream(300, 4), 240);
  EXPECT_EQ(mlir::autotune::cuda::limitStream(30, 4), 30);
}

TEST(GridTest, RefusesMoreTilesThanCounters) {
  Problem problem;
  problem.k = 64;
  problem.operands[2].rows = 64 * 1985;
  problem.operands[2].columns = 64;
  GridRule rule;
  rule.extents = {GridRule::Extent{2, 0}, GridRule::Extent{2, 1}};
  rule.tile = {64, 64};
  EXPECT_EQ(llvm::cantFail(getGridSize(rule, problem, 132)), 1985);
  rule.split = 2;
  llvm::Expected<int64_t> grid = getGridSize(rule, problem, 132);
  ASSERT_FALSE(bool(grid));
  EXPECT_THAT(llvm::toString(grid.takeError()),
              HasSubstr("the parts of at most 1984 tiles, not of 1985"));
  problem.operands[2].rows -= 64;
  EXPECT_EQ(llvm::cantFail(getGridSize(rule, problem, 132)), 2 * 1984);
}

TEST(GridTest, RefusesPartsWithoutAStep) {
  auto add = [](const std::string &fields) {
    std::string text = kManifest;
    return text.replace(text.find("\"split_k\": 1"), 12, fields);
  };
  llvm::Expected<Manifest> manifest =
      parseManifest(add("\"split_k\": 1, \"depth_tile\": 48"), "m.json");
  ASSERT_TRUE(bool(manifest));
  // A K of 64: two steps of 48.
  const Problem &problem = manifest->problems[0];
  GridRule rule = manifest->kernels[0].grid;
  EXPECT_EQ(rule.depthTile, 48);
  EXPECT_EQ(getError(add("\"split_k\": 1, \"depth_tile\": 0")),
            "m.json: kernels[0].grid.depth_tile: expected an integer from 1 to "
            "65536, found 0");
  rule.persistent = false;
  auto refuse = [&] {
    llvm::Expected<int64_t> grid = getGridSize(rule, problem, 132);
    return grid ? "" : llvm::toString(grid.takeError());
  };
  EXPECT_EQ(refuse(), "");
  rule.splitK = 2;
  EXPECT_EQ(refuse(), "");
  rule.splitK = 3;
  EXPECT_EQ(refuse(), "the kernel splits K among 3 CTAs, each of which needs a "
                      "step of 48; in a K of 64 one gets none");
  rule.splitK = 1;
  rule.split = 2;
  EXPECT_EQ(refuse(), "");
  rule.split = 4;
  EXPECT_THAT(refuse(), HasSubstr("among 4 CTAs"));
  // Of 64 steps five CTAs of a cluster get 13, 13, 13, 13 and 12; the last of
  // 15 gets none, for others have 5.
  rule.split = rule.depthTile = 1;
  rule.splitK = 5;
  EXPECT_EQ(refuse(), "");
  rule.splitK = 15;
  EXPECT_THAT(refuse(), HasSubstr("needs a step of 1; in a K of 64"));
}

TEST(GridTest, RefusesWhatNoLaunchHolds) {
  Problem problem;
  problem.k = 64;
  problem.operands[2].rows = problem.operands[2].columns = INT32_MAX;
  GridRule rule;
  rule.extents = {GridRule::Extent{2, 0}, GridRule::Extent{2, 1}};
  rule.tile = {16, 16};
  llvm::Expected<int64_t> grid = getGridSize(rule, problem, 132);
  ASSERT_FALSE(bool(grid));
  EXPECT_THAT(llvm::toString(grid.takeError()),
              HasSubstr("at most 2147418111 tiles"));
}

} // namespace

//===- BundleTest.cpp - What is written is what the runner reads ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TuningTestUtils.h"

#include "mlir-autotune/Measure/Manifest.h"
#include "mlir-autotune/Problem/KernelABI.h"
#include "mlir-autotune/Tuning/Bundle.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::test;

namespace {
struct BundleTest : FolderTest {
  BundleTest() : config(*lookupTemplateSchema("simt")) {
    kernels = {getKernel("matmul_bad"), getKernel("matmul_good")};
    kernels[0].failure = CompileFailure::Spill;
    kernels[0].detail = "ptxas: 24 bytes of spills";
    problems.push_back({getFact("bf16 tn 100 200 64"), 3, {}});
    add(0, "", 0);
    add(1, "", 1500.4);
    add(std::nullopt, "tile: because", 0);
  }
  void add(std::optional<size_t> kernel, std::string whyIllegal, double ns) {
    problems[0].candidates.push_back(
        {config, {"cluster-m2"}, std::move(whyIllegal), ns, kernel});
  }
  llvm::Error write(StringRef name) {
    return writeBundle(getPath(name), problems, kernels, *lookupTarget("h200"));
  }

  Config config;
  std::vector<TuningProblem> problems;
  std::vector<CompiledKernel> kernels;
};
} // namespace

TEST_F(BundleTest, RoundTrip) {
  ASSERT_FALSE(static_cast<bool>(write("b")));
  measure::Manifest read = cantFail(measure::readManifest(getPath("b")));
  EXPECT_EQ(read.target, "h200");
  EXPECT_EQ(read.chip, "sm_90a");
  ASSERT_EQ(read.problems.size(), 1u);
  const measure::MeasuredProblem &problem = read.problems[0];
  EXPECT_EQ(problem.key, problems[0].fact.getKey());
  EXPECT_EQ(problem.m, 100);
  EXPECT_EQ(problem.n, 200);
  EXPECT_EQ(problem.k, 64);
  EXPECT_FALSE(problem.accumulate);
  // B is stored N x K.
  EXPECT_TRUE(problem.operands[1].transposed);
  EXPECT_EQ(problem.operands[1].rows, 200);
  EXPECT_EQ(problem.operands[1].columns, 64);
  EXPECT_EQ(problem.operands[1].rowStride, 64);

  // Kernels that failed are not in the bundle, their candidates are.
  ASSERT_EQ(read.kernels.size(), 1u);
  ASSERT_EQ(read.candidates.size(), 3u);
  EXPECT_EQ(read.candidates[0].failure, "spill");
  EXPECT_EQ(read.candidates[0].detail, "ptxas: 24 bytes of spills");
  EXPECT_EQ(read.candidates[1].kernel, std::optional<size_t>(0));
  EXPECT_EQ(read.candidates[1].heuristics,
            std::vector<std::string>({"cluster-m2"}));
  EXPECT_EQ(read.candidates[2].failure, "illegal-config");
  EXPECT_EQ(read.candidates[2].rank, 2);

  const measure::Kernel &kernel = read.kernels[0];
  EXPECT_EQ(kernel.function, "matmul_good");
  EXPECT_EQ(kernel.abi.threads, 384);
  EXPECT_EQ(kernel.abi.sharedMemory, 213000);
  EXPECT_EQ(kernel.registers, 168);
  EXPECT_EQ(kernel.abi.tile[1], 256);
  EXPECT_EQ(kernel.abi.cluster[0], 2);
  EXPECT_EQ(kernel.abi.cluster[2], 2);
  EXPECT_TRUE(kernel.abi.persistent);
  EXPECT_EQ(kernel.abi.ctasPerSM, 2);
  ASSERT_EQ(kernel.abi.params.size(), 4u);
  EXPECT_EQ(kernel.abi.params[0].kind, tile::KernelParam::Kind::TensorMap);
  EXPECT_EQ(kernel.abi.params[0].box[0], 128);
  EXPECT_EQ(kernel.abi.params[0].swizzle, 128);
  EXPECT_EQ(kernel.abi.params[1].kind, tile::KernelParam::Kind::Pointer);
  EXPECT_EQ(kernel.abi.params[1].operand, 2);
  EXPECT_EQ(kernel.abi.params[2].kind, tile::KernelParam::Kind::Size);
  EXPECT_EQ(kernel.abi.params[2].dim, 1);
  EXPECT_EQ(kernel.abi.params[3].kind, tile::KernelParam::Kind::Stride);
  std::string bytes = cantFail(measure::readKernelFile(getPath("b"), kernel));
  EXPECT_EQ(bytes,
            std::string(kernels[1].cubin.begin(), kernels[1].cubin.end()));
}

/// The runner reads what an epilogue reads, and what computes what it must be.
TEST_F(BundleTest, EpiloguesComeWithTheirReference) {
  using Kind = tile::KernelParam::Kind;
  problems[0].fact = getFact(
      "100x200x64 bf16 B^T then {func.func @epilogue(%s: f32, %b: bf16, %r: "
      "f32) "
      "-> bf16 { %0 = arith.addf %s, %r : f32 %1 = arith.extf %b : bf16 to f32 "
      "%2 = arith.mulf %0, %1 : f32 %3 = arith.truncf %2 : f32 to bf16 return "
      "%3 "
      ": bf16 }} bf16[n] f32[mn] e1(stride=208)");
  tile::KernelABI &abi = kernels[1].abi;
  abi.packed = {tile::PackedCopy{1}};
  abi.params = {{Kind::Pointer, 3}, {Kind::Size, 4}, {Kind::Pointer, 5}};
  ASSERT_FALSE(static_cast<bool>(write("b")));
  llvm::Expected<measure::Manifest> read = measure::readManifest(getPath("b"));
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  const measure::MeasuredProblem &problem = read->problems[0];
  ASSERT_TRUE(problem.epilogue);
  EXPECT_EQ(problem.epilogue->body, problems[0].fact.getMatmul().epilogue.body);
  EXPECT_NE(problem.epilogue->outputs[0].ptx.find(
                ".entry " + problem.epilogue->outputs[0].function),
            std::string::npos);
  ASSERT_EQ(problem.operands.size(), 5u);
  EXPECT_EQ(problem.operands[3].name, "e0");
  EXPECT_EQ(problem.operands[3].rows, 1);
  EXPECT_EQ(problem.operands[3].columns, 200);
  EXPECT_EQ(problem.operands[4].rows, 100);
  EXPECT_EQ(problem.operands[4].rowStride, 208);
  EXPECT_EQ(problem.getBytes(), problems[0].fact.getBytes());
  EXPECT_EQ(read->kernels[0].abi.countOperands(), 5);
  EXPECT_EQ(read->kernels[0].abi.params[2].operand, 5);
  // What it writes beside C has a kernel of its own.
  problems[0].fact = getFact(
      "100x200x64 bf16 B^T -> f32,bf16 then {func.func @epilogue(%s: f32) -> "
      "(f32, bf16) { %0 = arith.truncf %s : f32 to bf16 return %s, %0 : f32, "
      "bf16 }} c2(stride=208)");
  abi.params = {{Kind::Pointer, 3}, {Kind::Pointer, 4}};
  ASSERT_FALSE(static_cast<bool>(write("b")));
  read = measure::readManifest(getPath("b"));
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  const measure::MeasuredProblem &several = read->problems[0];
  ASSERT_EQ(several.epilogue->outputs.size(), 2u);
  EXPECT_NE(several.epilogue->outputs[0].ptx, several.epilogue->outputs[1].ptx);
  ASSERT_EQ(several.operands.size(), 4u);
  EXPECT_EQ(several.operands[3].name, "c2");
  EXPECT_EQ(several.operands[3].rowStride, 208);
  EXPECT_TRUE(several.isOutput(3));
  EXPECT_EQ(several.getFirstExtra(), 4u);
  EXPECT_EQ(several.getBytes(), problems[0].fact.getBytes());
  EXPECT_EQ(read->kernels[0].abi.countOperands(), 4);
  // Of its hash alone there is none.
  MatmulFact named = problems[0].fact.getMatmul();
  named.epilogue.body = named.epilogue.getHash();
  problems[0].fact = named;
  EXPECT_NE(llvm::toString(write("c")).find("only the hash of"),
            std::string::npos);
}

TEST_F(BundleTest, SameBuildSameText) {
  const TargetInfo &target = *lookupTarget("h200");
  EXPECT_EQ(cantFail(getManifest(problems, kernels, target)),
            cantFail(getManifest(problems, kernels, target)));
}

TEST_F(BundleTest, ReplacesBundlesAndNothingElse) {
  ASSERT_FALSE(static_cast<bool>(write("b")));
  kernels[1].name = "matmul_other";
  ASSERT_FALSE(static_cast<bool>(write("b")));
  EXPECT_FALSE(llvm::sys::fs::exists(getPath("b/matmul_good.cubin")));
  EXPECT_TRUE(llvm::sys::fs::exists(getPath("b/matmul_other.cubin")));

  ASSERT_FALSE(llvm::sys::fs::create_directory(getPath("home")));
  ASSERT_FALSE(llvm::sys::fs::create_directory(getPath("home/thesis")));
  EXPECT_NE(llvm::toString(write("home")).find("not overwritten"),
            std::string::npos);
  EXPECT_TRUE(llvm::sys::fs::exists(getPath("home/thesis")));
  // Nothing is left beside them.
  std::error_code code;
  size_t entries = 0;
  for (llvm::sys::fs::directory_iterator it(folder, code), end; it != end;
       it.increment(code))
    ++entries;
  EXPECT_EQ(entries, 2u);
}

/// A manifest alone makes no bundle, and a bundle's folder may hold more.
TEST_F(BundleTest, FilesOfOthersStay) {
  namespace fs = llvm::sys::fs;
  auto add = [&](StringRef file, StringRef text) {
    std::error_code code;
    llvm::raw_fd_ostream(getPath(file), code) << text;
    ASSERT_FALSE(code);
  };
  ASSERT_FALSE(static_cast<bool>(write("b")));
  add("b/notes.txt", "precious");
  EXPECT_NE(llvm::toString(write("b"))
                .find("b exists and holds files that are not its own: "
                      "notes.txt, so it is "
                      "not overwritten"),
            std::string::npos);
  EXPECT_TRUE(fs::exists(getPath("b/notes.txt")));
  EXPECT_TRUE(fs::exists(getPath("b/matmul_good.cubin")));
  ASSERT_FALSE(fs::remove(getPath("b/notes.txt")));
  ASSERT_FALSE(static_cast<bool>(write("b")));

  ASSERT_FALSE(fs::create_directory(getPath("web")));
  std::string deep = std::string(1000000, '[');
  for (StringRef text :
       {"", "{}", "[]", "{\"name\": \"an application\"}", deep.c_str(),
        "{\"version\": 1, \"target\": \"h200\", \"chip\": \"sm_90a\", "
        "\"problems\": [], \"kernels\": [3], \"candidates\": []}"}) {
    add("web/manifest.json", text);
    EXPECT_NE(llvm::toString(checkBundlePlace(getPath("web")))
                  .find("web exists and its manifest.json is not a bundle's "
                        "manifest, so it is not overwritten"),
              std::string::npos)
        << text.take_front(80).str();
  }
  // One of an older version is.
  add("web/manifest.json",
      "{\"version\": 0, \"target\": \"h200\", \"chip\": \"sm_90a\", "
      "\"problems\": [], \"kernels\": [], \"candidates\": []}");
  EXPECT_EQ(llvm::toString(write("web")), "");
}

TEST_F(BundleTest, ScalarsAreRefused) {
  kernels[1].abi.params[0].kind = tile::KernelParam::Kind::Scalar;
  EXPECT_NE(llvm::toString(write("b")).find("scalar"), std::string::npos);
  EXPECT_FALSE(llvm::sys::fs::exists(getPath("b")));
}

/// The runner reads of a workspace what was written.
TEST_F(BundleTest, KernelsSayWhatTheyPack) {
  using Kind = tile::KernelParam::Kind;
  tile::KernelABI &abi = kernels[1].abi;
  abi.packed = {tile::PackedCopy{1, /*transposed=*/true}, tile::PackedCopy{0}};
  abi.params = {{Kind::Counters},
                {Kind::TensorMap, 3, 0, {128, 64}, 128},
                {Kind::Pointer, 4}};
  ASSERT_FALSE(static_cast<bool>(write("b")));
  llvm::Expected<measure::Manifest> read = measure::readManifest(getPath("b"));
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  const measure::Kernel &kernel = read->kernels.front();
  EXPECT_EQ(kernel.abi.packed, abi.packed);
  ASSERT_EQ(kernel.abi.params.size(), 3u);
  EXPECT_EQ(kernel.abi.params[0].kind, tile::KernelParam::Kind::Counters);
  EXPECT_EQ(kernel.abi.params[1].operand, 3);
  EXPECT_EQ(kernel.abi.params[2].operand, 4);
}

/// The runner reads that a kernel may start early, and of which.
TEST_F(BundleTest, KernelsSayThatTheyMayStartEarly) {
  ASSERT_FALSE(static_cast<bool>(write("a")));
  llvm::Expected<measure::Manifest> read = measure::readManifest(getPath("a"));
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_FALSE(read->kernels.front().abi.dependentLaunch);
  kernels[1].abi.dependentLaunch = true;
  ASSERT_FALSE(static_cast<bool>(write("b")));
  read = measure::readManifest(getPath("b"));
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_TRUE(read->kernels.front().abi.dependentLaunch);
}

/// What is read of an ABI's JSON, after a change to it.
static std::optional<tile::KernelABI>
readChanged(const tile::KernelABI &abi,
            llvm::function_ref<void(llvm::json::Object &)> change = {}) {
  llvm::json::Object object = cantFail(tile::toJson(abi));
  if (change)
    change(object);
  llvm::json::Value value(std::move(object));
  std::string error;
  tile::KernelABI read = tile::readKernelABI(JsonReader(&value, "", error));
  if (error.empty())
    return read;
  return std::nullopt;
}

TEST(KernelABIJson, DependentLaunchRoundTrip) {
  tile::KernelABI abi = getKernel().abi;
  EXPECT_FALSE(cantFail(tile::toJson(abi)).get("dependent_launch"));
  abi.dependentLaunch = true;
  EXPECT_TRUE(readChanged(abi)->dependentLaunch);
  EXPECT_FALSE(readChanged(
      abi, [](llvm::json::Object &object) { object["dependent_launch"] = 1; }));
}

TEST(KernelABIJson, PackedRoundTrip) {
  tile::KernelABI abi = getKernel().abi;
  EXPECT_FALSE(cantFail(tile::toJson(abi)).get("packed"));
  abi.packed = {tile::PackedCopy{0}, tile::PackedCopy{1, /*transposed=*/true}};
  abi.params.push_back({tile::KernelParam::Kind::Counters});
  std::optional<tile::KernelABI> read = readChanged(abi);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->packed, abi.packed);
  EXPECT_TRUE(read->params == abi.params);
  for (const llvm::json::Value &damaged :
       {llvm::json::Value(0), llvm::json::Value(llvm::json::Array{"a"}),
        llvm::json::Value(llvm::json::Array{-1}),
        llvm::json::Value(llvm::json::Array{0}),
        llvm::json::Value(llvm::json::Array{0, 1, 0})})
    EXPECT_FALSE(readChanged(
        abi, [&](llvm::json::Object &object) { object["packed"] = damaged; }));
}

TEST(KernelABIJson, SharedTilesRoundTrip) {
  tile::KernelABI abi = getKernel().abi;
  abi.params.push_back({tile::KernelParam::Kind::Counters});
  abi.cluster[2] = 1;
  EXPECT_FALSE(cantFail(tile::toJson(abi)).get("split"));
  abi.persistent = false;
  abi.split = 4;
  std::optional<tile::KernelABI> read = readChanged(abi);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->split, 4);
  // Without sums, a CTA leaves something else of a tile.
  abi.partial = abi.tile[0] * (abi.tile[1] + 8);
  abi.depthTile = 0;
  read = readChanged(abi);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->getPartial(), abi.tile[0] * (abi.tile[1] + 8));
  EXPECT_FALSE(read->needsDepth());
  abi.partial = cuda::kMaxSharedTile + 1;
  EXPECT_FALSE(readChanged(abi).has_value());
  abi.partial = 8;
  abi.split = 1;
  EXPECT_FALSE(readChanged(abi).has_value());
}

/// Of earlier versions: kernels that cut tiles at the ends of ranges of K.
TEST(KernelABIJson, StreamsAreRefused) {
  tile::KernelABI abi = getKernel().abi;
  EXPECT_FALSE(cantFail(tile::toJson(abi)).get("stream"));
  for (bool stream : {false, true})
    EXPECT_EQ(
        readChanged(
            abi, [&](llvm::json::Object &object) { object["stream"] = stream; })
            .has_value(),
        !stream);
}

/// Of kernels that split K, and of no others.
TEST(KernelABIJson, StepOfSplitRoundTrip) {
  tile::KernelABI abi = getKernel().abi;
  abi.cluster[2] = 1;
  abi.depthTile = 64;
  EXPECT_FALSE(cantFail(tile::toJson(abi)).get("depth"));
  abi.cluster[2] = 2;
  EXPECT_EQ(readChanged(abi)->depthTile, 64);
  EXPECT_FALSE(readChanged(abi, [](llvm::json::Object &object) {
    object["depth"] = llvm::json::Array{0, 1, 0};
  }));
}

/// Whether a map's boxes are trimmed is a part of the manifest.
TEST(KernelABIJson, TrimmedMapsRoundTrip) {
  tile::KernelABI abi = getKernel().abi;
  auto *map = llvm::find_if(abi.params, [](const tile::KernelParam &param) {
    return param.kind == tile::KernelParam::Kind::TensorMap;
  });
  ASSERT_NE(map, abi.params.end());
  EXPECT_FALSE(map->trimmed);
  map->trimmed = true;
  std::optional<tile::KernelABI> read = readChanged(abi);
  ASSERT_TRUE(read.has_value());
  EXPECT_TRUE(read->params == abi.params);
  EXPECT_TRUE(read->params[map - abi.params.begin()].trimmed);
}

TEST(KernelABIJson, RoundTrip) {
  tile::KernelABI abi = getKernel().abi;
  std::optional<tile::KernelABI> read = readChanged(abi);
  ASSERT_TRUE(read.has_value());
  EXPECT_TRUE(read->params == abi.params);
  EXPECT_EQ(read->tile, abi.tile);
  EXPECT_EQ(read->cluster, abi.cluster);
  EXPECT_EQ(read->extents[1].dim, 1);
  EXPECT_EQ(read->persistent, abi.persistent);
  EXPECT_EQ(read->ctasPerSM, abi.ctasPerSM);
  EXPECT_EQ(read->threads, abi.threads);
  EXPECT_EQ(read->sharedMemory, abi.sharedMemory);
}

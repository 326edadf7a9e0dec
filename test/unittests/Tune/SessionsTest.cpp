//===- SessionsTest.cpp - Sessions as library calls -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a caller gets: errors as values, and all else on its own streams.
//
//===----------------------------------------------------------------------===//

#include "TuningTestUtils.h"

#include "mlir-autotune/Tune/CompareSession.h"
#include "mlir-autotune/Tune/DatabaseSession.h"
#include "mlir-autotune/Tune/EvaluateSession.h"
#include "mlir-autotune/Tune/ExportSession.h"
#include "mlir-autotune/Tune/PickSession.h"
#include "mlir-autotune/Tune/TrainSession.h"
#include "mlir-autotune/Tune/TuneSession.h"

#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using testing::HasSubstr;

namespace {

constexpr const char *kReplay =
    AUTOTUNE_TEST_SOURCE_DIR "/test/Tuning/Inputs/replay.jsonl";
constexpr const char *kModule = R"(
func.func @f(%a: tensor<256x8192xbf16>, %b: tensor<8192x1024xbf16>)
    -> tensor<256x1024xbf16> {
  %zero = arith.constant 0.0 : bf16
  %empty = tensor.empty() : tensor<256x1024xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<256x1024xbf16>)
      -> tensor<256x1024xbf16>
  %c = linalg.matmul
      ins(%a, %b : tensor<256x8192xbf16>, tensor<8192x1024xbf16>)
      outs(%init : tensor<256x1024xbf16>) -> tensor<256x1024xbf16>
  return %c : tensor<256x1024xbf16>
}
)";

class SessionsTest : public autotune::test::FolderTest {
protected:
  std::string write(StringRef name, StringRef text) {
    std::string path = getPath(name);
    std::error_code code;
    llvm::raw_fd_ostream(path, code) << text;
    EXPECT_FALSE(code);
    return path;
  }
  std::string read(StringRef path) {
    auto file = llvm::MemoryBuffer::getFile(path);
    return file ? (*file)->getBuffer().str() : "";
  }
  TuneOptions getTuneOptions(StringRef module) {
    TuneOptions options;
    options.build.input = write("in.mlir", module);
    options.build.quiet = true;
    options.measuring.device = std::string("replay:") + kReplay;
    options.settings.effort = getEffort(EffortPreset::Quick);
    // In an order that no retrained model changes: few configs are recorded.
    options.settings.search = "exhaustive";
    options.database = "none";
    options.output = getPath("out.mlir");
    return options;
  }

  std::string said, printed;
  llvm::raw_string_ostream saying{said}, tables{printed};
  Messages messages{saying};
};

TEST_F(SessionsTest, TunesByRecords) {
  TuneOptions options = getTuneOptions(kModule);
  EXPECT_FALSE(bool(tuneModule(options, tables, messages)));
  EXPECT_THAT(printed, HasSubstr("1 of 1 matmuls have a measured config"));
  EXPECT_THAT(read(options.output), HasSubstr("autotune.provenance"));
  EXPECT_EQ(said, "");
}

TEST_F(SessionsTest, DiagnosticsGoToTheMessages) {
  TuneOptions options = getTuneOptions("func.func @f() { nothing }");
  llvm::Error error = tuneModule(options, tables, messages);
  EXPECT_TRUE(error.isA<DiagnosedError>());
  llvm::consumeError(std::move(error));
  EXPECT_THAT(said, HasSubstr("in.mlir:1:"));
  EXPECT_EQ(read(options.output), "");
}

TEST_F(SessionsTest, OptionsAreChecked) {
  TuneOptions options = getTuneOptions(kModule);
  options.settings.search = "best";
  EXPECT_THAT(llvm::toString(tuneModule(options, tables, messages)),
              HasSubstr("'best' is none of"));
  options = getTuneOptions(kModule);
  options.numWorkers = 0;
  EXPECT_EQ(llvm::toString(checkTuneOptions(options)),
            "--workers: from 1 to 64");
  options = getTuneOptions(kModule);
  options.measuring.device = "gpu";
  EXPECT_EQ(llvm::toString(checkTuneOptions(options)),
            "--device: 'gpu' is not of the form cuda:N");
}

TEST_F(SessionsTest, PicksByRecordsAndByTheDatabase) {
  PickSessionOptions options;
  options.input = write("in.mlir", kModule);
  options.records = kReplay;
  options.output = getPath("out.mlir");
  EXPECT_FALSE(bool(pickForModule(options, tables, messages)));
  std::string picked = read(options.output);
  EXPECT_THAT(picked, HasSubstr("autotune.config"));

  DatabaseSession database(getPath("db.sqlite"), messages);
  EXPECT_FALSE(bool(database.importRecords({kReplay}, tables)));
  EXPECT_THAT(printed, HasSubstr(" new\n"));
  llvm::Expected<std::string> list = database.list({});
  ASSERT_TRUE(bool(list));
  EXPECT_THAT(*list, HasSubstr("256x1024x8192 bf16 -> bf16"));
  options.records.clear();
  options.database = getPath("db.sqlite");
  EXPECT_FALSE(bool(pickForModule(options, tables, messages)));
  EXPECT_EQ(read(options.output), picked);
}

TEST_F(SessionsTest, NamesEachMatmulWithoutARecord) {
  PickSessionOptions options;
  options.input = write("in.mlir", R"(
func.func @f(%a: memref<64x64xf32>, %b: memref<64x64xf32>,
             %c: memref<64x64xf32>, %d: memref<64x128xf32>,
             %e: memref<64x128xf32>) {
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>)
      outs(%c : memref<64x64xf32>)
  linalg.matmul ins(%a, %d : memref<64x64xf32>, memref<64x128xf32>)
      outs(%e : memref<64x128xf32>)
  return
})");
  options.records = kReplay;
  options.requireComplete = true;
  options.output = getPath("out.mlir");
  size_t errors = 0;
  llvm::handleAllErrors(pickForModule(options, tables, messages),
                        [&](const llvm::ErrorInfoBase &error) {
                          ++errors;
                          EXPECT_THAT(error.message(),
                                      HasSubstr("has no record"));
                        });
  EXPECT_EQ(errors, 2u);
}

TEST_F(SessionsTest, RecordsAreComparedScoredAndExported) {
  CompareOptions comparing;
  comparing.records = {kReplay};
  size_t shapes = 0;
  EXPECT_FALSE(
      bool(compareShapes(comparing, messages, [&](const Comparison &all) {
        shapes = all.shapes.size();
        return llvm::Error::success();
      })));
  EXPECT_EQ(shapes, 3u);

  EvaluateOptions evaluating;
  evaluating.records = {kReplay};
  evaluating.proposers = {"random", "heuristics"};
  llvm::Expected<EvaluateResult> result =
      evaluateProposers(evaluating, messages);
  ASSERT_TRUE(bool(result));
  EXPECT_EQ(result->evaluations.size(), 2u);

  ExportSessionOptions exporting;
  exporting.records = {kReplay};
  exporting.output = getPath("table.json");
  EXPECT_FALSE(bool(exportRecords(exporting, messages)));
  EXPECT_THAT(read(exporting.output), HasSubstr("\"configs\""));

  TrainOptions training;
  training.records = {kReplay};
  EXPECT_THAT(llvm::toString(trainCostModel(training, messages)),
              HasSubstr("nothing to write"));
  training.dataset = getPath("dataset.tsv");
  EXPECT_FALSE(bool(trainCostModel(training, messages)));
  EXPECT_THAT(read(training.dataset), HasSubstr("estimate_ns"));
}

} // namespace

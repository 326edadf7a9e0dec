//===- AttentionConfigsTest.cpp - Where attentions get their configs ------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A unit test, since IR cannot show it: the keys of problems have hashes.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Passes.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Kernels/AttentionProblem.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;

static constexpr StringLiteral kAttention = R"mlir(
func.func @f(%q: tensor<8x200x64xf16>, %k: tensor<8x200x64xf16>,
             %v: tensor<8x200x64xf16>, %o: tensor<8x200x64xf16>)
    -> tensor<8x200x64xf16> {
  %r = problem.attention inputs(%q, %k, %v : tensor<8x200x64xf16>,
                                tensor<8x200x64xf16>, tensor<8x200x64xf16>)
      outputs(%o : tensor<8x200x64xf16>)
      maps = [affine_map<(h, m, n, d, e) -> (h, m, d)>,
              affine_map<(h, m, n, d, e) -> (h, n, d)>,
              affine_map<(h, m, n, d, e) -> (h, n, e)>,
              affine_map<(h, m, n, d, e) -> (h, m, e)>]
      score {
      ^bb0(%product: f32, %h: index, %m: index, %n: index):
        problem.yield %product : f32
      } -> tensor<8x200x64xf16>
  return %r : tensor<8x200x64xf16>
}
)mlir";

static Attribute getConfig(int64_t keys, MLIRContext *context) {
  return parseAttribute("#autotune.config<hopper_attention, tile = [64, " +
                            std::to_string(keys) + "], defaults>",
                        context);
}

namespace {
class AttentionConfigs : public ::testing::Test {
protected:
  AttentionConfigs() {
    DialectRegistry registry;
    registry.insert<AutotuneDialect, func::FuncDialect, linalg::LinalgDialect,
                    problem::ProblemDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    module = parseSourceString<ModuleOp>(kAttention, &context);
    module->walk([&](problem::AttentionOp op) { attention = op; });
  }

  std::string getKey() {
    std::string whyNot;
    FailureOr<AttentionFact> fact = getAttentionFact(attention, whyNot);
    EXPECT_TRUE(succeeded(fact)) << whyNot;
    return fact->getKey();
  }
  void setOfModule(const std::string &key, int64_t keys) {
    NamedAttribute config(StringAttr::get(&context, key),
                          getConfig(keys, &context));
    (*module)->setAttr(kRowConfigsAttrName,
                       DictionaryAttr::get(&context, config));
  }
  /// Lowers the problem, and returns the keys of a tile of its kernel.
  int64_t lower() {
    PassManager pm(&context);
    AutotuneLowerAttentionOptions options;
    options.target = "h200";
    pm.addPass(createAutotuneLowerAttention(options));
    if (failed(pm.run(*module)))
      return 0;
    int64_t keys = 0;
    module->walk([&](tile::ForEachTileOp loop) { keys = loop.getTile()[2]; });
    return keys;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
  problem::AttentionOp attention;
};
} // namespace

TEST_F(AttentionConfigs, AreOfTheModuleByTheKey) {
  setOfModule(getKey(), 96);
  EXPECT_EQ(lower(), 96);
}

TEST_F(AttentionConfigs, OfOtherKeysAreLeft) {
  std::string other = getKey();
  other.back() = other.back() == '0' ? '1' : '0';
  setOfModule(other, 16);
  EXPECT_NE(lower(), 16);
}

TEST_F(AttentionConfigs, OfTheProblemGoFirst) {
  setOfModule(getKey(), 96);
  attention->setAttr(kConfigAttrName, getConfig(80, &context));
  EXPECT_EQ(lower(), 80);
}

/// The key does not depend on attributes or on where the problem stands.
TEST_F(AttentionConfigs, KeysAreOfTheProblemAlone) {
  std::string key = getKey();
  attention->setAttr(kConfigAttrName, getConfig(80, &context));
  attention->setLoc(NameLoc::get(StringAttr::get(&context, "other")));
  EXPECT_EQ(getKey(), key);
}

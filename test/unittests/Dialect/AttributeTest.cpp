//===- AttributeTest.cpp - Attributes built in C++ are verified too -------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class AttributeTest : public ::testing::Test {
protected:
  AttributeTest()
      : builder(&context), handler(&context, [&](Diagnostic &d) {
          message = d.str();
          return success();
        }) {
    context.loadDialect<AutotuneDialect>();
  }

  InFlightDiagnostic emit() { return emitError(UnknownLoc::get(&context)); }
  /// The error for one parameter of hopper_wgmma.
  std::string getConfigError(StringRef name, Attribute value) {
    message.clear();
    ConfigAttr attr = ConfigAttr::getChecked(
        [&] { return emit(); }, &context, builder.getStringAttr("hopper_wgmma"),
        builder.getDictionaryAttr(builder.getNamedAttr(name, value)));
    EXPECT_FALSE(attr);
    return message;
  }

  MLIRContext context;
  Builder builder;
  std::string message;
  ScopedDiagnosticHandler handler;
};
} // namespace

TEST_F(AttributeTest, ConfigKindsAreChecked) {
  EXPECT_EQ(getConfigError("stages", builder.getI32IntegerAttr(4)),
            "stages takes an integer, not 4 : i32");
  EXPECT_EQ(getConfigError("stages", builder.getBoolAttr(true)),
            "stages takes an integer, not true");
  EXPECT_EQ(getConfigError("tile", builder.getI64IntegerAttr(4)),
            "tile takes a list of integers, not 4 : i64");
  EXPECT_EQ(getConfigError("swap", builder.getI64IntegerAttr(1)),
            "swap takes true or false, not 1 : i64");
  EXPECT_EQ(getConfigError("store", builder.getI64IntegerAttr(1)),
            "store takes a keyword, not 1 : i64");
  EXPECT_EQ(getConfigError("store", builder.getStringAttr("dma")),
            "store = dma is not in {direct, tma, copy}");
  EXPECT_EQ(getConfigError("stages", builder.getI64IntegerAttr(40)),
            "stages = 40 is not in {2, 3, ..., 12}");
}

TEST_F(AttributeTest, TargetKindsAreChecked) {
  auto getTargetError = [&](StringRef name, Attribute value) {
    message.clear();
    EXPECT_FALSE(TargetAttr::getChecked(
        [&] { return emit(); }, &context, builder.getStringAttr("h200"),
        builder.getDictionaryAttr(builder.getNamedAttr(name, value))));
    return message;
  };
  EXPECT_EQ(getTargetError("sms", builder.getF64FloatAttr(132)),
            "sms = 1.320000e+02 : f64 is not a positive integer");
  EXPECT_EQ(getTargetError("memory_bandwidth", builder.getI64IntegerAttr(1)),
            "memory_bandwidth = 1 : i64 is not a positive number");
}

TEST_F(AttributeTest, TargetFieldsAreRead) {
  TargetAttr named = TargetAttr::get(&context, "h200");
  EXPECT_TRUE(named.isNamed());
  EXPECT_EQ(named.getChip(), std::nullopt);
  TargetAttr custom = TargetAttr::getChecked(
      [&] { return emit(); }, &context, builder.getStringAttr(""),
      builder.getDictionaryAttr(
          {builder.getNamedAttr("chip", builder.getStringAttr("sm_90a")),
           builder.getNamedAttr("sms", builder.getI64IntegerAttr(114)),
           builder.getNamedAttr("memory_bandwidth",
                                builder.getF64FloatAttr(2e12))}));
  ASSERT_TRUE(custom);
  EXPECT_FALSE(custom.isNamed());
  EXPECT_EQ(custom.getChip(), StringRef("sm_90a"));
  EXPECT_EQ(custom.getCount("sms"), 114);
  EXPECT_EQ(custom.getRate("memory_bandwidth"), 2e12);
  EXPECT_EQ(custom.getCount("l2_bytes"), std::nullopt);
}

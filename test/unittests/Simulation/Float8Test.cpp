//===- Float8Test.cpp - Floats of 8 bits by arithmetic --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementFunction.h"

#include "mlir-autotune/Problem/ProblemText.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;
using llvm::APFloat;
using llvm::APInt;

namespace {

struct Format {
  const char *name;
  const llvm::fltSemantics &semantics;
};
const Format kFormats[] = {{"f8E4M3FN", APFloat::Float8E4M3FN()},
                           {"f8E5M2", APFloat::Float8E5M2()}};

/// The conversion of the second argument to an f32, or of the first to 8 bits.
std::shared_ptr<const ElementFunction> create(StringRef before,
                                              StringRef after) {
  std::string text =
      ("8x8x8 f16 -> " + after + " in f32 then {func.func " +
       "@epilogue(%x: f32, %b: " + before + ") -> " + after + " { %y = arith." +
       (after == "f32" ? "extf %b" : "truncf %x") + " : " +
       (after == "f32" ? before : StringRef("f32")) + " to " + after +
       " return %y : " + after + " }} " + before + "[mn]")
          .str();
  return cantFail(
      ElementFunction::createEpilogue(cantFail(parseProblem(text))));
}

uint64_t getBits(const APFloat &value) {
  return value.bitcastToAPInt().getZExtValue();
}

/// Every one as an f32.
TEST(Float8Test, IsExactAsAnF32) {
  for (const Format &format : kFormats) {
    auto function = create(format.name, "f32");
    for (uint64_t byte = 0; byte < 256; ++byte) {
      APFloat want(format.semantics, APInt(8, byte));
      bool losesInfo = false;
      (void)want.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                         &losesInfo);
      uint64_t elements[] = {0, byte};
      auto got = llvm::bit_cast<float>(uint32_t(function->apply(elements)));
      if (want.isNaN())
        EXPECT_NE(got, got) << format.name << " " << byte;
      else
        EXPECT_EQ(llvm::bit_cast<uint32_t>(got), getBits(want))
            << format.name << " " << byte;
    }
  }
}

/// Next to every number, and half way between two: as LLVM rounds. What is too
/// large becomes infinite, or NaN.
TEST(Float8Test, IsRoundedToNearestEven) {
  for (const Format &format : kFormats) {
    auto function = create("f32", format.name);
    auto check = [&](uint32_t bits) {
      APFloat want(APFloat::IEEEsingle(), APInt(32, bits));
      bool losesInfo = false;
      (void)want.convert(format.semantics, APFloat::rmNearestTiesToEven,
                         &losesInfo);
      uint64_t elements[] = {bits, 0};
      APFloat got(format.semantics, APInt(8, function->apply(elements) & 0xFF));
      EXPECT_TRUE(want.isNaN() ? got.isNaN() : got.bitwiseIsEqual(want))
          << format.name << " of " << std::hex << bits << ": " << getBits(got)
          << ", not " << getBits(want);
    };
    // All that have the 12 upper bits of an f32, with their neighbours: ties
    // are among them, also of numbers without a leading one.
    for (uint32_t upper = 0; upper < 0x1000; ++upper)
      for (int32_t near : {-1, 0, 1, 0x80000})
        check((upper << 20) + uint32_t(near));
    // Ties of small numbers, and beyond the largest.
    for (uint32_t units = 0; units < 40; ++units)
      for (float unit : {0x1p-10f, 0x1p-17f, 0x1p-18f}) {
        uint32_t bits = llvm::bit_cast<uint32_t>(float(units) * unit);
        for (int32_t near : {-1, 0, 1})
          check(bits + uint32_t(near));
      }
    for (float large : {448.0f, 464.0f, 465.0f, 480.0f, 57344.0f, 61439.0f,
                        61440.0f, 65536.0f, 3e38f})
      check(llvm::bit_cast<uint32_t>(-large));
  }
}

} // namespace

//===- ProgramImageTest.cpp - Files of programs ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Program/ProgramImage.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlir::autotune;
using testing::HasSubstr;

static ProgramImage getImage() {
  ProgramImage image;
  image.target = "h200";
  image.chip = "sm_90a";
  image.arguments = {{{"bf16", {8, ProgramTensor::kUnknown}}},
                     {{"i64", {}}, /*frozen=*/true}};
  image.results = {{{"f32", {4}}, std::nullopt}, {{"i64", {}}, 1}};
  image.annotation = "what the caller likes: \"\n\xFF";
  image.object = std::string("\0\x7F"
                             "ELF\n",
                             6);
  return image;
}

static std::string getError(llvm::StringRef bytes) {
  llvm::Expected<ProgramImage> image = ProgramImage::parse(bytes);
  return image ? "" : llvm::toString(image.takeError());
}

/// A file with another body, and the checksum of it.
static std::string withBody(llvm::StringRef header, llvm::StringRef object) {
  auto number = [](uint64_t value, size_t bytes) {
    char buffer[8];
    llvm::support::endian::write64le(buffer, value);
    return std::string(buffer, bytes);
  };
  std::string body = number(header.size(), 8) + header.str() +
                     number(object.size(), 8) + object.str();
  return ProgramImage::kMagic.str() + number(ProgramImage::kVersion, 4) +
         number(llvm::xxh3_64bits(body), 8) + body;
}

TEST(ProgramImage, ReadsWhatItWrote) {
  ProgramImage image = getImage();
  llvm::Expected<ProgramImage> read = ProgramImage::parse(image.serialize());
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_EQ(read->target, "h200");
  EXPECT_EQ(read->chip, "sm_90a");
  EXPECT_FALSE(read->simulated);
  EXPECT_TRUE(read->resultsInPlace);
  ASSERT_EQ(read->arguments.size(), 2u);
  EXPECT_EQ(read->arguments[0].str(), "8x?xbf16");
  EXPECT_EQ(read->arguments[1].str(), "i64");
  EXPECT_FALSE(read->arguments[0].frozen);
  EXPECT_TRUE(read->arguments[1].frozen);
  ASSERT_EQ(read->results.size(), 2u);
  EXPECT_EQ(read->results[0].argument, std::nullopt);
  EXPECT_EQ(read->results[1].argument, 1u);
  EXPECT_EQ(read->object, image.object);
  // What is no UTF-8 is replaced.
  EXPECT_THAT(read->annotation, HasSubstr("what the caller likes: \"\n"));
  EXPECT_EQ(read->serialize(),
            ProgramImage::parse(read->serialize())->serialize());
}

TEST(ProgramImage, EveryChangedByteIsFound) {
  std::string good = getImage().serialize();
  for (size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] ^= 0x10;
    EXPECT_NE(getError(bad), "") << "byte " << i;
  }
}

TEST(ProgramImage, EveryMissingByteIsFound) {
  std::string good = getImage().serialize();
  for (size_t size = 0; size < good.size(); ++size)
    EXPECT_NE(getError(llvm::StringRef(good).take_front(size)), "")
        << size << " bytes";
  EXPECT_THAT(getError(good + "x"), HasSubstr("damaged"));
}

TEST(ProgramImage, SaysWhatIsWrong) {
  EXPECT_THAT(getError("PK"), HasSubstr("no program of mlir-autotune"));
  std::string later = getImage().serialize();
  later[8] = 9;
  EXPECT_THAT(getError(later),
              HasSubstr("of version 9, and this mlir-autotune reads version"));
}

TEST(ProgramImage, OtherWritersMistakes) {
  EXPECT_NE(getError(withBody("{", "")), "");
  EXPECT_NE(getError(withBody("[]", "")), "");
  const char *format =
      R"({"target": "h200", "chip": "sm_90a", "simulated": false,
          "results_in_place": true, "annotation": "",
          "arguments": [{"element": "f32", "shape": [SIZE]}],
          "results": [{"element": "f32", "shape": [2], "argument": NUMBER}]})";
  auto getHeader = [&](llvm::StringRef size, llvm::StringRef number) {
    std::string text = format;
    text.replace(text.find("SIZE"), 4, size.str());
    text.replace(text.find("NUMBER"), 6, number.str());
    return text;
  };
  EXPECT_EQ(getError(withBody(getHeader("2", "0"), "")), "");
  EXPECT_THAT(getError(withBody(getHeader("-2", "0"), "")),
              HasSubstr("negative"));
  EXPECT_THAT(getError(withBody(getHeader("2", "1"), "")),
              HasSubstr("a result is argument 1 of 1"));
  EXPECT_NE(getError(withBody(getHeader("2", "-1"), "")), "");
  EXPECT_NE(getError(withBody(getHeader("\"2\"", "0"), "")), "");
}

TEST(ProgramTensor, Bytes) {
  auto getBytes = [](const char *element) {
    return ProgramTensor{element, {}}.getElementBytes();
  };
  EXPECT_EQ(getBytes("i1"), 1);
  EXPECT_EQ(getBytes("i4"), 0);
  EXPECT_EQ(getBytes("bf16"), 2);
  EXPECT_EQ(getBytes("f8E4M3FN"), 1);
  EXPECT_EQ(getBytes("f64"), 8);
  EXPECT_EQ(getBytes("index"), 8);
  EXPECT_EQ(getBytes("vector"), 0);
}

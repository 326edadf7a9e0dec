//===- Im2colCopyTest.cpp - Bulk tensor loads in im2col mode --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorMap.h"
#include "TensorTesting.h"

#include <functional>

using namespace mlir::autotune::sim;

namespace {

constexpr uint32_t kImages = 2, kRows = 5, kColumns = 4, kChannels = 8;
/// A box has 64 channels, most of which no image has, of 32 pixels.
constexpr uint32_t kPixels = 32, kBoxBytes = kPixels * 128;

/// The arguments of cuTensorMapEncodeIm2col: right until a test spoils one.
/// Windows have 3 x 2 pixels. They are two rows apart.
struct Arguments {
  TensorMapBytes map;
  uint32_t rank = 4;
  uint64_t sizes[5] = {kChannels, kColumns, kRows, kImages, 1};
  uint64_t strides[4] = {kChannels * 2, kColumns * kChannels * 2,
                         kRows * kColumns * kChannels * 2, 16};
  int lower[3] = {-1, -1, 0}, upper[3] = {0, -1, 0};
  uint32_t channels = 64, pixels = kPixels;
  uint32_t steps[5] = {1, 1, 2, 1, 1};

  std::string encode(void *base = reinterpret_cast<void *>(0x10000)) {
    return encodeIm2colMap(&map, kMapBF16, rank, base, sizes, strides, lower,
                           upper, channels, pixels, steps, 0, 3, 0)
        .value_or("");
  }
};

std::string spoil(const std::function<void(Arguments &)> &change) {
  Arguments arguments;
  change(arguments);
  std::string error = arguments.encode();
  EXPECT_TRUE(error.empty() || !TensorMap::decode(&arguments.map));
  return error;
}

TEST(Im2colMapTest, ComesBack) {
  Arguments arguments;
  ASSERT_EQ(arguments.encode(), "");
  std::optional<TensorMap> map = TensorMap::decode(&arguments.map);
  ASSERT_TRUE(map);
  EXPECT_TRUE(map->isIm2col);
  EXPECT_EQ(map->getNumSpatial(), 2u);
  EXPECT_EQ(map->getNumRows(), kPixels);
  EXPECT_EQ(map->getBoxBytes(), kBoxBytes);
  EXPECT_EQ(map->lowerCorner[0], -1);
  EXPECT_EQ(map->getLastCorner(1), 3);
  EXPECT_EQ(map->getLastCorner(2), 3);
}

TEST(Im2colMapTest, RefusesWhatTheDriverRefuses) {
  EXPECT_EQ(spoil([](Arguments &a) { a.rank = 2; }),
            "tensorRank 2 is not in 3 to 5");
  EXPECT_EQ(spoil([](Arguments &a) { a.lower[1] = -128; }), "");
  EXPECT_EQ(spoil([](Arguments &a) { a.lower[1] = -129; }),
            "pixelBoxLowerCorner[1] = -129 is not in -128 to 127");
  EXPECT_EQ(spoil([](Arguments &a) { a.upper[0] = 127; }), "");
  EXPECT_EQ(spoil([](Arguments &a) { a.upper[0] = 128; }),
            "pixelBoxUpperCorner[0] = 128 is not in -128 to 127");
  // Corners have fewer bits the more of them there are.
  EXPECT_EQ(spoil([](Arguments &a) { a.rank = 3, a.lower[0] = -32768; }), "");
  EXPECT_EQ(spoil([](Arguments &a) { a.rank = 5, a.lower[2] = -16; }), "");
  EXPECT_EQ(spoil([](Arguments &a) { a.rank = 5, a.lower[2] = -17; }),
            "pixelBoxLowerCorner[2] = -17 is not in -16 to 15");
  EXPECT_EQ(spoil([](Arguments &a) { a.upper[0] = -5; }),
            "the bounding box has no pixel along dimension 1");
  EXPECT_EQ(spoil([](Arguments &a) { a.channels = 0; }),
            "channelsPerPixel 0 is not in 1 to 256");
  EXPECT_EQ(spoil([](Arguments &a) { a.channels = 72; }),
            "channelsPerPixel 72 has 144 bytes, which must not exceed the "
            "swizzle's 128");
  EXPECT_EQ(spoil([](Arguments &a) { a.pixels = 1024; }), "");
  EXPECT_EQ(spoil([](Arguments &a) { a.pixels = 1025; }),
            "pixelsPerColumn 1025 is not in 1 to 1024");
  EXPECT_EQ(spoil([](Arguments &a) { a.steps[1] = 9; }),
            "elementStrides[1] = 9 is not in 1 to 8");
}

/// Images whose element is its index plus one.
class Im2colCopyTest : public TensorTest {
protected:
  Im2colCopyTest() : images(kImages * kRows * kColumns * kChannels) {
    for (size_t i = 0; i < images.size(); ++i)
      images[i] = uint16_t(i + 1);
    memory.add("images", images.data(), 1, int64_t(images.size()) * 2,
               int64_t(images.size()) * 2, 2, GlobalMemory::Access::ReadOnly);
    EXPECT_EQ(arguments.encode(images.data()), "");
    parameters[0] = &arguments.map;
  }

  std::vector<uint16_t> images;
  Arguments arguments;
};
INSTANTIATE_SCHEDULES(Im2colCopyTest);

void loadPixels(const void *map, int32_t column, int32_t row, int32_t image,
                int32_t columnOffset, int32_t rowOffset) {
  int32_t at[] = {0, column, row, image}, offsets[] = {columnOffset, rowOffset};
  autotuneSimTmaLoadIm2col(SITE("tma.load"), getTile(), map, getBarrier(), at,
                           4, offsets, -1);
}

/// Channel `channel` of a pixel of the box, which is swizzled.
uint16_t readPixel(uint32_t pixel, uint32_t channel) {
  uint16_t value = 0;
  uint32_t address = getTile() + pixel * 128 +
                     ((channel / 8) ^ (pixel % 8)) * 16 + channel % 8 * 2;
  autotuneSimLoad(SITE("read"), int32_t(Space::Shared), address, &value, 2, 2);
  return value;
}

/// Windows begin at columns -1 to 3 and at rows -1, 1 and 3, so that an image
/// has 15. The box begins with the third window of the second row.
TEST_P(Im2colCopyTest, WrapsOverColumnsRowsAndImages) {
  Report report = run([](void **parameters) {
    initBarrier(1);
    if (getThread() == 0) {
      expectBytes(kBoxBytes);
      loadPixels(parameters[0], /*column=*/1, /*row=*/1, /*image=*/0,
                 /*columnOffset=*/1, /*rowOffset=*/2);
    }
    waitForBytes();
    uint32_t pixel = getThread();
    if (pixel >= kPixels)
      return;
    uint32_t window = 7 + pixel;
    int64_t image = window / 15;
    int64_t row = int64_t(window % 15 / 5) * 2 - 1 + 2;
    int64_t column = int64_t(window % 5) - 1 + 1;
    bool isInside = image < int64_t(kImages) && row < int64_t(kRows) &&
                    column < int64_t(kColumns);
    for (uint32_t channel = 0; channel < 64; ++channel) {
      int64_t index =
          ((image * kRows + row) * kColumns + column) * kChannels + channel;
      uint16_t expected =
          isInside && channel < kChannels ? uint16_t(index + 1) : 0;
      EXPECT_EQ(readPixel(pixel, channel), expected) << pixel << " " << channel;
    }
  });
  EXPECT_TRUE(report.findings.empty()) << report.findings.front().str();
}

TEST_P(Im2colCopyTest, FindsPlacesOutsideOfTheBoundingBox) {
  EXPECT_TRUE(found(
      run([](void **parameters) {
        initBarrier(1);
        if (getThread() == 0)
          loadPixels(parameters[0], /*column=*/4, 1, 0, 0, 0);
      }),
      FindingKind::OutOfBounds, "op.tma.load",
      {"starts at 4 along dimension 1, outside of the bounding box from -1 to "
       "3"}));
}

TEST_P(Im2colCopyTest, FindsOffsetsThatDoNotFit) {
  EXPECT_TRUE(found(
      run([](void **parameters) {
        initBarrier(1);
        if (getThread() == 0)
          loadPixels(parameters[0], 1, 1, 0, 0, /*rowOffset=*/256);
      }),
      FindingKind::OutOfBounds, "op.tma.load",
      {"has the offset 256 along dimension 2, which is not in 0 to 255"}));
}

TEST_P(Im2colCopyTest, FindsMapsOfTheOtherMode) {
  EXPECT_TRUE(found(run([](void **parameters) {
                      initBarrier(1);
                      int32_t at[] = {0, 0, 0, 0};
                      if (getThread() == 0)
                        autotuneSimTmaLoad(SITE("tma.load"), getTile(),
                                           parameters[0], getBarrier(), at, 4,
                                           -1);
                    }),
                    FindingKind::BadTensorMap, "op.tma.load",
                    {"is encoded for loads in im2col mode"}));
}

TEST_P(Im2colCopyTest, FindsTiledMaps) {
  TensorMapBytes tiled;
  EXPECT_FALSE(encodeMatrix(tiled, images.data(), 10, 32, 8, 64, 3));
  parameters[0] = &tiled;
  EXPECT_TRUE(found(run([](void **parameters) {
                      initBarrier(1);
                      int32_t at[] = {0, 0}, offsets[] = {0};
                      if (getThread() == 0)
                        autotuneSimTmaLoadIm2col(SITE("tma.load"), getTile(),
                                                 parameters[0], getBarrier(),
                                                 at, 2, offsets, -1);
                    }),
                    FindingKind::BadTensorMap, "op.tma.load",
                    {"needs a tensor map that is encoded for it"}));
}

} // namespace

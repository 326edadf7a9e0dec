//===- TensorMapTest.cpp - Encoding tensor maps ---------------------------===//
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

/// The arguments of cuTensorMapEncodeTiled: right until a test spoils one.
struct Arguments {
  TensorMapBytes map;
  int type = kMapBF16;
  uint32_t rank = 3;
  void *base = reinterpret_cast<void *>(0x10000);
  uint64_t sizes[5] = {100, 50, 7, 1, 1};
  uint64_t strides[4] = {208, 208 * 50, 16, 16};
  uint32_t box[5] = {64, 16, 2, 1, 1};
  uint32_t steps[5] = {1, 1, 1, 1, 1};
  int interleave = 0, swizzle = 3, fill = 0;

  std::string encode() {
    return encodeTensorMap(&map, type, rank, base, sizes, strides, box, steps,
                           interleave, swizzle, fill)
        .value_or("");
  }
};

std::string spoil(const std::function<void(Arguments &)> &change) {
  Arguments arguments;
  change(arguments);
  std::string error = arguments.encode();
  // What is refused leaves no map behind.
  EXPECT_TRUE(error.empty() || !TensorMap::decode(&arguments.map));
  return error;
}

TEST(TensorMapTest, ComesBack) {
  Arguments arguments;
  ASSERT_EQ(arguments.encode(), "");
  std::optional<TensorMap> map = TensorMap::decode(&arguments.map);
  ASSERT_TRUE(map);
  EXPECT_EQ(map->base, 0x10000u);
  EXPECT_EQ(map->rank, 3u);
  EXPECT_EQ(map->type, mlir::autotune::cuda::kTensorBFloat16);
  EXPECT_EQ(map->elementBytes, 2u);
  EXPECT_EQ(map->sizes[2], 7u);
  EXPECT_EQ(map->strides[0], 2u);
  EXPECT_EQ(map->strides[2], 208u * 50);
  EXPECT_EQ(map->swizzleBytes, 128u);
  EXPECT_EQ(map->getRowBytes(), 128u);
  EXPECT_EQ(map->getNumRows(), 32u);
  EXPECT_EQ(map->findUnsupported(), nullptr);

  // One bit decides.
  arguments.map.bytes[70] ^= 1;
  EXPECT_FALSE(TensorMap::decode(&arguments.map));
  EXPECT_FALSE(TensorMap::decode(TensorMapBytes().bytes));
}

TEST(TensorMapTest, LargestArguments) {
  EXPECT_EQ(spoil([](Arguments &a) {
              a.rank = 5;
              a.sizes[4] = uint64_t(1) << 32;
              a.strides[3] = (uint64_t(1) << 40) - 16;
              a.box[3] = 256;
              a.steps[3] = 8;
            }),
            "");
  EXPECT_EQ(spoil([](Arguments &a) { a.interleave = 2, a.swizzle = 1; }),
            "globalStrides[0] = 208 must be a multiple of 32 below 2^40");
  EXPECT_EQ(spoil([](Arguments &a) {
              a.type = kMapF32;
              a.fill = 1;
              a.strides[0] = 400;
              a.box[0] = 32;
            }),
            "");
}

TEST(TensorMapTest, Refusals) {
  using A = Arguments;
  EXPECT_EQ(spoil([](A &a) { a.type = 13; }),
            "tensorDataType 13 is none of 0 (UINT8) to 12 (TFLOAT32_FTZ); "
            "packed 4- and 6-bit types are not simulated");
  EXPECT_EQ(spoil([](A &a) { a.rank = 0; }), "tensorRank 0 is not in 1 to 5");
  EXPECT_EQ(spoil([](A &a) { a.rank = 6; }), "tensorRank 6 is not in 1 to 5");
  EXPECT_EQ(spoil([](A &a) { a.interleave = 3; }),
            "interleave 3 is none of 0 (none), 1 (16B) and 2 (32B)");
  EXPECT_EQ(spoil([](A &a) { a.swizzle = 4; }),
            "swizzle 4 is none of 0 (none), 1 (32B), 2 (64B) and 3 (128B)");
  EXPECT_EQ(spoil([](A &a) { a.interleave = 1, a.rank = 2; }),
            "tensorRank 2 must be 3 or more with interleave");
  EXPECT_EQ(spoil([](A &a) { a.interleave = 2; }),
            "interleave 32B needs the 32B swizzle");
  EXPECT_EQ(spoil([](A &a) { a.fill = 2; }), "oobFill 2 is none of 0 and 1");
  EXPECT_EQ(spoil([](A &a) { a.type = 1, a.fill = 1; }),
            "oobFill with NaN needs a floating-point tensorDataType");
  EXPECT_EQ(spoil([](A &a) { a.base = nullptr; }),
            "globalAddress must not be 0");
  EXPECT_EQ(
      spoil([](A &a) { a.base = reinterpret_cast<void *>(0x10008); }),
      "globalAddress must be aligned to 16 bytes, and lies 8 bytes behind "
      "a multiple of them");
  EXPECT_EQ(spoil([](A &a) {
              a.base = reinterpret_cast<void *>(0x10010);
              a.interleave = 2;
              a.swizzle = 1;
            }),
            "globalAddress must be aligned to 32 bytes, and lies 16 bytes "
            "behind a multiple of them");
  EXPECT_EQ(spoil([](A &a) { a.sizes[1] = 0; }),
            "globalDim[1] = 0 is not in 1 to 2^32");
  EXPECT_EQ(spoil([](A &a) { a.sizes[2] = (uint64_t(1) << 32) + 1; }),
            "globalDim[2] = 4294967297 is not in 1 to 2^32");
  EXPECT_EQ(spoil([](A &a) { a.strides[0] = 200 + 2; }),
            "globalStrides[0] = 202 must be a multiple of 16 below 2^40");
  EXPECT_EQ(spoil([](A &a) { a.strides[1] = uint64_t(1) << 40; }),
            "globalStrides[1] = 1099511627776 must be a multiple of 16 below "
            "2^40");
  EXPECT_EQ(spoil([](A &a) { a.strides[0] = 192; }),
            "globalStrides[0] = 192 is less than a row's 200 bytes");
  EXPECT_EQ(spoil([](A &a) { a.box[1] = 0; }),
            "boxDim[1] = 0 is not in 1 to 256");
  EXPECT_EQ(spoil([](A &a) { a.box[1] = 257; }),
            "boxDim[1] = 257 is not in 1 to 256");
  EXPECT_EQ(spoil([](A &a) { a.steps[1] = 9; }),
            "elementStrides[1] = 9 is not in 1 to 8");
  EXPECT_EQ(spoil([](A &a) { a.box[0] = 60; }),
            "boxDim[0] = 60 has 120 bytes, which must be a multiple of 16");
  EXPECT_EQ(spoil([](A &a) { a.box[0] = 72; }),
            "boxDim[0] = 72 has 144 bytes, which must not exceed the swizzle's "
            "128");
  A unaligned;
  EXPECT_EQ(encodeTensorMap(unaligned.map.bytes + 32, unaligned.type, 3,
                            unaligned.base, unaligned.sizes, unaligned.strides,
                            unaligned.box, unaligned.steps, 0, 3, 0),
            "tensorMap must be aligned to 64 bytes");
}

TEST(TensorMapTest, RowsAreClipped) {
  Arguments arguments;
  arguments.steps[1] = 3;
  ASSERT_EQ(arguments.encode(), "");
  TensorMap map = *TensorMap::decode(&arguments.map);
  // 16 in steps of 3 are 6 rows.
  EXPECT_EQ(map.getNumRows(), 12u);
  int32_t at[3] = {-4, 40, 6};
  TensorMap::Row row = map.getRow(at, 3); // row 40 + 9
  EXPECT_EQ(row.address, 0x10000u + 49 * 208 + 6 * 208 * 50);
  EXPECT_EQ(row.first, 4u);
  EXPECT_EQ(row.count, 60u);
  EXPECT_EQ(map.getRow(at, 4).count, 0u); // row 52
  EXPECT_EQ(map.getRow(at, 6).count, 0u); // plane 7
  int32_t right[3] = {90, 0, 0};
  EXPECT_EQ(map.getRow(right, 0).count, 10u);
  int32_t outside[3] = {100, 0, 0}, before[3] = {-64, 0, 0};
  EXPECT_EQ(map.getRow(outside, 0).count, 0u);
  EXPECT_EQ(map.getRow(before, 0).count, 0u);
}

/// A store does not clip within 16 bytes.
TEST(TensorMapTest, StoredRowsEndWithAUnit) {
  Arguments arguments;
  // Of 2 bytes: 6 beyond the last multiple of 16 bytes.
  arguments.sizes[0] = 94;
  ASSERT_EQ(arguments.encode(), "");
  TensorMap map = *TensorMap::decode(&arguments.map);
  int32_t right[3] = {90, 0, 0}, inside[3] = {0, 0, 0};
  EXPECT_EQ(map.getRow(right, 0).count, 4u);
  EXPECT_EQ(map.getStoredRow(right, 0).count, 6u);
  EXPECT_EQ(map.getStoredRow(right, 0).address, map.getRow(right, 0).address);
  EXPECT_EQ(map.getStoredRow(inside, 0).count, map.box[0]);
  int32_t outside[3] = {94, 0, 0};
  EXPECT_EQ(map.getStoredRow(outside, 0).count, 0u);
}

TEST(TensorMapTest, Swizzles) {
  // Pieces of 16 bytes, numbered; each pattern is that of the CUDA guide.
  struct {
    int swizzle;
    uint32_t columns;
  } cases[] = {{1, 8}, {2, 16}, {3, 32}};
  for (auto [swizzle, columns] : cases) {
    TensorMapBytes bytes;
    ASSERT_FALSE(encodeMatrix(bytes, reinterpret_cast<void *>(0x1000), 64, 64,
                              16, columns, swizzle, kMapF32, 4));
    TensorMap map = *TensorMap::decode(&bytes);
    uint32_t perRow = columns / 4;
    std::vector<uint8_t> data(map.getBoxBytes());
    for (uint32_t i = 0; i < data.size(); ++i)
      data[i] = uint8_t(i / 16);
    map.swizzle(0x400, data.data());
    for (uint32_t r = 0; r < 16; ++r)
      for (uint32_t c = 0; c < perRow; ++c) {
        // The row of 128 bytes decides, not that of the box.
        uint32_t line = r * perRow / 8;
        EXPECT_EQ(data[(r * perRow + c) * 16],
                  r * perRow + (c ^ line % perRow));
      }
    map.swizzle(0x400, data.data());
    for (uint32_t i = 0; i < data.size(); ++i)
      EXPECT_EQ(data[i], i / 16);
  }
}

} // namespace

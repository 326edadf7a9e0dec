//===- TensorMapCacheTest.cpp - Which maps are kept -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorMapCache.h"

#include "gtest/gtest.h"

#include <thread>

using namespace mlir::autotune::cuda;

namespace {

constexpr TensorMapKey kKey = {0, 4096, 0, 128, 64, 64, 64, 64, 128};

TensorMap makeMap(uint64_t number) {
  TensorMap map;
  map.opaque[0] = map.opaque[15] = number;
  return map;
}

TensorMapKey makeKey(int64_t address) {
  TensorMapKey key = kKey;
  key.address = address;
  return key;
}

TEST(TensorMapCacheTest, FindsWhatWasInserted) {
  TensorMapCache cache;
  TensorMap map;
  EXPECT_FALSE(cache.find(kKey, map));
  cache.insert(kKey, makeMap(7));
  ASSERT_TRUE(cache.find(kKey, map));
  EXPECT_EQ(map.opaque[0], 7u);
  EXPECT_EQ(map.opaque[15], 7u);
}

TEST(TensorMapCacheTest, EveryFieldIsPartOfTheKey) {
  // One set, so that the keys are told apart and not their hashes.
  TensorMapCache cache(/*sets=*/1);
  cache.insert(kKey, makeMap(7));
  for (int64_t TensorMapKey::*field :
       {&TensorMapKey::device, &TensorMapKey::address,
        &TensorMapKey::elementKind, &TensorMapKey::rows, &TensorMapKey::columns,
        &TensorMapKey::rowStride, &TensorMapKey::boxRows,
        &TensorMapKey::boxColumns, &TensorMapKey::swizzleBytes}) {
    TensorMapKey other = kKey;
    other.*field += 16;
    TensorMap map;
    EXPECT_FALSE(cache.find(other, map));
    EXPECT_NE(other.getHash(), kKey.getHash());
  }
}

TEST(TensorMapCacheTest, AWindowIsPartOfTheKey) {
  TensorMapCache cache(/*sets=*/1);
  TensorMapKey windowed = kKey;
  windowed.window = {3, 3, 1, 1, 1, 1, 1, 1, 1, 1};
  cache.insert(windowed, makeMap(7));
  TensorMap map;
  EXPECT_TRUE(cache.find(windowed, map));
  EXPECT_FALSE(cache.find(kKey, map));
  for (int64_t &number : windowed.window) {
    ++number;
    EXPECT_FALSE(cache.find(windowed, map));
    --number;
  }
}

TEST(TensorMapCacheTest, TheOldestOfASetGoes) {
  TensorMapCache cache(/*sets=*/1);
  TensorMap map;
  constexpr int64_t kWays = TensorMapCache::kWays;
  for (int64_t i = 0; i < kWays; ++i)
    cache.insert(makeKey(i), makeMap(uint64_t(i)));
  // One that is there takes no second place.
  cache.insert(makeKey(0), makeMap(0));
  for (int64_t i = 0; i < kWays; ++i)
    EXPECT_TRUE(cache.find(makeKey(i), map)) << i;
  for (int64_t i = kWays; i < 3 * kWays; ++i) {
    cache.insert(makeKey(i), makeMap(uint64_t(i)));
    EXPECT_FALSE(cache.find(makeKey(i - kWays), map)) << i;
    ASSERT_TRUE(cache.find(makeKey(i), map)) << i;
    EXPECT_EQ(map.opaque[0], uint64_t(i));
  }
}

/// Of addresses as allocations have them, multiples of a large power of two.
TEST(TensorMapCacheTest, HoldsAModelsMapsAndNoMoreThanItsBound) {
  TensorMapCache cache;
  auto countKept = [&](int64_t maps) {
    TensorMap map;
    int64_t kept = 0;
    for (int64_t i = 0; i < maps; ++i)
      kept += cache.find(makeKey(i << 21), map);
    return kept;
  };
  for (int64_t i = 0; i < 1000; ++i)
    cache.insert(makeKey(i << 21), makeMap(uint64_t(i)));
  EXPECT_GE(countKept(1000), 990);
  for (int64_t i = 1000; i < 20000; ++i)
    cache.insert(makeKey(i << 21), makeMap(uint64_t(i)));
  EXPECT_GE(countKept(20000), 4000);
  EXPECT_LE(countKept(20000), 4096);
}

TEST(TensorMapCacheTest, ThreadsShareIt) {
  TensorMapCache cache(/*sets=*/2);
  auto work = [&] {
    for (int64_t i = 0; i < 20000; ++i) {
      TensorMap map;
      if (cache.find(makeKey(i % 16), map)) {
        ASSERT_EQ(map.opaque[0], uint64_t(i % 16));
        ASSERT_EQ(map.opaque[15], uint64_t(i % 16));
      } else {
        cache.insert(makeKey(i % 16), makeMap(uint64_t(i % 16)));
      }
    }
  };
  std::thread first(work), second(work);
  first.join();
  second.join();
}

} // namespace

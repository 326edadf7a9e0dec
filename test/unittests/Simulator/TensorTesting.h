//===- TensorTesting.h - Kernels with tensor maps and wgmma -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TEST_UNITTESTS_SIMULATOR_TENSORTESTING_H
#define MLIR_AUTOTUNE_TEST_UNITTESTS_SIMULATOR_TENSORTESTING_H

#include "Elements.h"
#include "MemoryTesting.h"

#include <cstring>
#include <vector>

namespace mlir::autotune::sim {

/// CUtensorMapDataType.
constexpr int kMapU8 = 0, kMapU32 = 2, kMapF32 = 7, kMapBF16 = 9, kMapTF32 = 11;

/// One warpgroup.
class TensorTest : public MemoryTest {
protected:
  TensorTest() {
    launch.block.x = 128;
    launch.sharedBytes = 96 * 1024;
  }
};

struct alignas(64) TensorMapBytes {
  uint8_t bytes[128] = {};
};

/// Of a matrix of 16-bit elements, in boxes with rows of the swizzle's span.
inline std::optional<std::string>
encodeMatrix(TensorMapBytes &map, void *base, uint64_t rows, uint64_t columns,
             uint32_t boxRows, uint32_t boxColumns, int swizzle,
             int type = kMapBF16, uint32_t bytes = 2) {
  uint64_t sizes[] = {columns, rows}, strides[] = {columns * bytes};
  uint32_t box[] = {boxColumns, boxRows}, steps[] = {1, 1};
  return encodeTensorMap(&map, type, 2, base, sizes, strides, box, steps, 0,
                         swizzle, 0);
}

/// Shared memory from the first multiple of 1024; the barrier lies below it.
inline uint32_t getTile() { return (getShared() + 8 + 1023) & ~1023U; }
inline uint32_t getBarrier() { return getShared(); }

/// By all threads.
inline void initBarrier(uint32_t count) {
  if (getThread() == 0) {
    autotuneSimMBarrierInit(SITE("init"), getBarrier(), count);
    autotuneSimFenceMBarrierInit(SITE("init.fence"));
  }
  syncThreads();
}
inline void expectBytes(uint32_t bytes) {
  autotuneSimMBarrierArriveExpectTx(SITE("expect"), getBarrier(), bytes, 1);
}
inline void waitForBytes(uint32_t parity = 0) {
  autotuneSimMBarrierWaitParity(SITE("wait"), getBarrier(), parity);
}
inline void loadBox(const void *map, uint32_t to, int32_t x, int32_t y,
                    int32_t multicast = -1) {
  int32_t at[] = {x, y};
  autotuneSimTmaLoad(SITE("tma.load"), to, map, getBarrier(), at, 2, multicast);
}
inline void storeBox(const void *map, uint32_t from, int32_t x, int32_t y) {
  int32_t at[] = {x, y};
  autotuneSimTmaStore(SITE("tma.store"), map, from, at, 2);
}

/// What the CTA has written is visible to the async proxy.
inline void fenceAndSync() {
  autotuneSimFenceProxy(SITE("fence"), int32_t(ProxyFence::AsyncShared));
  syncThreads();
}

inline void commitAndWait(int32_t read) {
  autotuneSimBulkCommit(SITE("commit"));
  autotuneSimBulkWait(SITE("bulk.wait"), 0, read);
}

/// The bits of a number that the type has.
inline uint32_t encode(ElementKind kind, float value) {
  uint32_t bits = 0;
  switch (kind) {
  case ElementKind::F16:
    return encodeF16(value);
  case ElementKind::BF16:
    return encodeBF16(value);
  case ElementKind::E4M3:
  case ElementKind::E5M2:
    for (bits = 0; bits < 256; ++bits) {
      uint8_t byte = uint8_t(bits);
      float decoded;
      decodeElements(kind, &byte, &decoded, 1);
      if (decoded == value)
        return bits;
    }
    ADD_FAILURE() << value << " is no " << stringify(kind);
    return 0;
  case ElementKind::S8:
  case ElementKind::U8:
    return uint8_t(int(value));
  default:
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
  }
}

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_TEST_UNITTESTS_SIMULATOR_TENSORTESTING_H

//===- TensorMapCache.h - Tensor maps that were made before -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor map holds no more than its encoder's arguments: no handle, nothing
// that is freed. So one that is kept is right for as long as its key is asked
// for, whatever has become of the memory at that address meanwhile.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_RUNTIME_TENSORMAPCACHE_H
#define MLIR_AUTOTUNE_LIB_RUNTIME_TENSORMAPCACHE_H

#include "mlir-autotune/Core/Window.h"
#include "mlir-autotune/Runtime/CudaTypes.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <vector>

namespace mlir::autotune::cuda {

/// Everything that a map of a matrix, or of a batch of them, depends on.
struct TensorMapKey {
  int64_t device = 0, address = 0, elementKind = 0, rows = 0, columns = 0,
          rowStride = 0, boxRows = 0, boxColumns = 0, swizzleBytes = 0,
          batch = 0, batchStride = 0, outer = 0, outerStride = 0;
  /// Zeros for a map of a matrix.
  std::array<int64_t, Window::kNumbers> window = {};

  std::array<int64_t, 13 + Window::kNumbers> getFields() const {
    std::array<int64_t, 13 + Window::kNumbers> fields = {
        device,      address, elementKind, rows,         columns,
        rowStride,   boxRows, boxColumns,  swizzleBytes, batch,
        batchStride, outer,   outerStride};
    std::copy(window.begin(), window.end(), fields.begin() + 13);
    return fields;
  }
  bool operator==(const TensorMapKey &other) const {
    return getFields() == other.getFields();
  }
  uint64_t getHash() const {
    uint64_t hash = 0;
    for (int64_t field : getFields()) {
      // An odd multiplier (2^64 over the golden ratio) carries upwards alone.
      hash = (hash ^ uint64_t(field)) * 0x9E3779B97F4A7C15;
      hash ^= hash >> 32;
    }
    return hash;
  }
};

/// At most kWays * sets maps. A key has its place in one set, and replaces the
/// oldest there: a program that goes round more maps than there is room for
/// still finds most of them, where one queue for all would have dropped each
/// just before its turn. Thread-safe.
class TensorMapCache {
public:
  static constexpr size_t kWays = 4;

  /// The default is 4096 maps, three for each of a thousand matmuls: under 1
  /// MiB.
  explicit TensorMapCache(size_t sets = 1024) : sets(sets) {}

  /// Copies the map to `map` where it is kept.
  bool find(const TensorMapKey &key, TensorMap &map) {
    std::lock_guard<std::mutex> lock(mutex);
    Set &set = getSet(key);
    for (size_t way = 0; way < set.used; ++way)
      if (set.entries[way].key == key) {
        map = set.entries[way].map;
        return true;
      }
    return false;
  }

  void insert(const TensorMapKey &key, const TensorMap &map) {
    std::lock_guard<std::mutex> lock(mutex);
    Set &set = getSet(key);
    // Another thread may have made the same map meanwhile.
    for (size_t way = 0; way < set.used; ++way)
      if (set.entries[way].key == key)
        return;
    set.entries[set.next] = {key, map};
    set.next = (set.next + 1) % kWays;
    if (set.used < kWays)
      ++set.used;
  }

private:
  struct Entry {
    TensorMapKey key;
    TensorMap map;
  };
  struct Set {
    std::array<Entry, kWays> entries;
    size_t used = 0, next = 0;
  };

  Set &getSet(const TensorMapKey &key) {
    return sets[key.getHash() % sets.size()];
  }

  std::mutex mutex;
  std::vector<Set> sets;
};

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_LIB_RUNTIME_TENSORMAPCACHE_H

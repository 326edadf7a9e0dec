//===- TensorMap.h - Tensor maps of the simulator ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor map of the driver is opaque. The simulator's is 128 bytes too: a
// magic number, a checksum of the rest, and what cuTensorMapEncodeTiled or
// cuTensorMapEncodeIm2col was given. A kernel that passes anything else is
// found out.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_TENSORMAP_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_TENSORMAP_H

#include "mlir-autotune/Core/SimulatorABI.h"
#include "mlir-autotune/Core/TensorMapTypes.h"

#include <array>
#include <optional>
#include <string>

namespace mlir::autotune::sim {

class GlobalMemory; // Simulator.h

inline constexpr uint32_t kMaxRank = 5;
inline constexpr uint32_t kMapBytes = 128, kMapAlignment = 64;

/// How far the corners of a map of this rank may be from the tensor's, and how
/// far a load's offsets may go: half of what the bits of each hold (PTX ISA,
/// "im2col mode").
inline int getCornerBound(uint32_t rank) {
  return rank == 3 ? 1 << 15 : rank == 4 ? 1 << 7 : 1 << 4;
}

/// All dimensions are innermost first.
struct TensorMap {
  /// Null if the 128 bytes are none that encodeTensorMap wrote.
  static std::optional<TensorMap> decode(const void *map);

  /// Elements of the box along a dimension: fewer than its size where the
  /// traversal takes steps.
  uint32_t getBoxElements(uint32_t dim) const {
    uint32_t step = dim == 0 ? 1 : elementSteps[dim];
    return (box[dim] + step - 1) / step;
  }
  /// Dimensions of a map in im2col mode beside channels and images.
  uint32_t getNumSpatial() const { return rank - 2; }
  uint32_t getRowBytes() const { return box[0] * elementBytes; }
  /// Of the box: all dimensions but the innermost. In im2col mode, its pixels.
  uint32_t getNumRows() const;
  uint32_t getBoxBytes() const { return getRowBytes() * getNumRows(); }

  /// A row of the box at the given coordinates, as far as it lies within the
  /// tensor: its first element there, and how many.
  struct Row {
    uint64_t address = 0;
    uint32_t first = 0, count = 0;
  };
  Row getRow(const int32_t *coordinates, uint32_t row) const;
  /// The same in im2col mode. Row number `row` is the pixel at `offsets` from
  /// where the traversal, which starts at the coordinates, is then.
  Row getPixel(const int32_t *coordinates, const int32_t *offsets,
               uint32_t row) const;
  /// The last place of the bounding box along a dimension from 1 on.
  int64_t getLastCorner(uint32_t dim) const {
    return int64_t(sizes[dim]) - 1 + upperCorner[dim - 1];
  }
  /// The same for a store, which does not clip within the tensor's last 16
  /// bytes of a row: all of them are written (measured on H100).
  Row getStoredRow(const int32_t *coordinates, uint32_t row) const;

  Row clipRow(uint64_t address, int32_t start) const;

  /// Exchanges the 16-byte pieces of a dense box that lies at `address` in
  /// shared memory, or will; doing it twice undoes it. The pattern is one of
  /// addresses: bits 4 to 6, as many as the span has, are xored with bits 7 to
  /// 9.
  void swizzle(uint32_t address, uint8_t *data) const;

  /// What the simulator can't do with this map, or null.
  const char *findUnsupported() const;
  /// With the name of what it is over.
  std::string describe(const GlobalMemory &memory) const;

  uint64_t base = 0;
  uint32_t rank = 0;
  cuda::TensorMapDataType type = cuda::kTensorUInt8;
  uint32_t elementBytes = 0;
  std::array<uint64_t, kMaxRank> sizes = {}, strides = {};
  std::array<uint32_t, kMaxRank> box = {}, elementSteps = {};
  uint32_t interleave = 0;
  /// 16 for none.
  uint32_t swizzleBytes = 0;
  bool fillsWithNaN = false;
  /// Rows of shared memory behind each box that the kernel may read, although
  /// no load writes them: their contents are undefined.
  uint32_t trimmedRows = 0;
  /// Whether the map is for loads in im2col mode. `box` then has the channels
  /// of a pixel and the number of pixels. The corners bound the pixels at which
  /// the traversal may be, from the tensor's first and last pixel on.
  bool isIm2col = false;
  std::array<int32_t, kMaxRank - 2> lowerCorner = {}, upperCorner = {};
};

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_TENSORMAP_H

//===- BulkCopy.h - Bulk tensor copies --------------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_BULKCOPY_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_BULKCOPY_H

#include "Machine.h"
#include "TensorMap.h"

namespace mlir::autotune::sim {

/// Where a box lies in shared memory must be aligned so (PTX ISA,
/// "cp.async.bulk.tensor").
inline constexpr uint32_t kBoxAlignment = 128;

/// One box that is on its way.
struct BoxCopy {
  TensorMap map;
  std::array<int32_t, kMaxRank> coordinates = {};
  /// In im2col mode.
  std::array<int32_t, kMaxRank - 2> offsets = {};
  /// In the window of its CTA.
  uint32_t offset = 0;

  /// Bytes of shared memory that a load defines, and those of rows that a
  /// trimmed box leaves out.
  uint32_t getWrittenBytes() const {
    return map.getBoxBytes() + map.trimmedRows * map.getRowBytes();
  }
  /// "TMA load of 8192 bytes at (0, 64) of box 64x64 of ... into 0x800 of CTA
  /// (0, 0, 0)", with "load" for `what` and "into" for `direction`.
  std::string describe(const char *what, const char *direction,
                       const Cta &cta) const;
};

/// Reads the tensor map that a thread passes, with the coordinates: fails on
/// what is none, on a map for the other mode, and on what is not simulated.
BoxCopy getBoxCopy(Machine &machine, const Site *site, const void *map,
                   const int32_t *coordinates, int32_t rank,
                   bool isIm2col = false);

/// For the end of a thread: reports bulk stores that it has not committed, and
/// those that it has not waited for, as far as shared memory needs it.
void checkBulkStoresAtExit(Machine &machine, Thread &thread);

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_BULKCOPY_H

//===- SharedMemory.h - A CTA's shared memory, and its shadow ---*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every byte has a shadow: who wrote it last and when, and who has read it
// since. An access is right if all that it conflicts with happened before it,
// and, between the generic and the async proxy, a proxy fence lies between:
//
//   access          after a generic write   an async write   reads
//   generic read    seen                    seen             -
//   generic write   seen                    seen             seen
//   async read      fenced                  seen             -
//   async write     fenced                  seen             seen
//
// (`seen` and `fenced` are the view's; PTX ISA, "Proxy-preserved base causality
// order".)
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_SHAREDMEMORY_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_SHAREDMEMORY_H

#include "Machine.h"

namespace mlir::autotune::sim {

/// Where dynamic shared memory starts in a CTA's window: below it the hardware
/// keeps 1 KiB for itself (CUDA C++ programming guide, compute capability 9.0).
/// The 16 bytes beyond make kernels that count on more alignment fail.
inline constexpr uint32_t kDynamicSharedStart = 1024 + 16;

/// The distance between the windows of two CTAs of a cluster (SimulatorABI.h).
inline constexpr uint32_t kWindowBytes = 1u << 24;

/// The bytes of an mbarrier object (PTX ISA, "Contents of the mbarrier
/// object").
inline constexpr uint32_t kMBarrierBytes = 8;

class SharedMemory {
public:
  SharedMemory(Machine &machine, Cta &cta, uint32_t bytes);
  ~SharedMemory();

  /// Whether the range lies inside, is aligned, and holds no mbarrier; reports
  /// it otherwise. `offset` is in the window.
  bool check(uint32_t offset, uint32_t bytes, uint32_t alignment,
             const Access &access, const char *what);
  /// Each needs a `check` before; they look for races and for what nobody
  /// wrote, and copy.
  void read(uint32_t offset, void *into, uint32_t bytes, const Access &access);
  void write(uint32_t offset, const void *from, uint32_t bytes,
             const Access &access);
  /// The checks of `read` and `write` alone, for who goes to `data` himself.
  /// An atomic write is one that also reads, and races with no other.
  void noteRead(uint32_t offset, uint32_t bytes, const Access &access);
  void noteWrite(uint32_t offset, uint32_t bytes, const Access &access,
                 bool atomic = false);
  uint8_t *data(uint32_t offset);
  /// What the atomics on these bytes have released since the last plain write.
  ClockSum &getReleases(uint32_t offset);

  /// Marks 8 bytes as an mbarrier's, or as free again (initialised: no).
  void reserve(uint32_t offset, bool isBarrier);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_SHAREDMEMORY_H

//===- Stacks.h - Memory that fibers run on ---------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stack lies above a page that nobody may touch, which makes two mappings of
// it. A process can have so many mappings and no more, whoever runs how many
// launches in it: all of them share one budget of stacks, and wait for it.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_STACKS_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_STACKS_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace mlir::autotune::sim {

#if defined(__SANITIZE_ADDRESS__)
#define AUTOTUNE_SIM_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define AUTOTUNE_SIM_ASAN 1
#endif
#endif
#ifndef AUTOTUNE_SIM_ASAN
#define AUTOTUNE_SIM_ASAN 0
#endif

/// What a kernel's frames and the simulator's, on top of them, may take. A
/// kernel keeps its registers here: 128 accumulators as loop values and their
/// spills, a few times over, are a few KiB. ASan spreads frames out.
inline constexpr size_t kStackBytes = AUTOTUNE_SIM_ASAN ? 256 << 10 : 64 << 10;

/// Those of a process: less than half of the 65530 mappings that Linux grants
/// by default (vm.max_map_count), of which others need some too.
inline constexpr uint64_t kMaxStacks = 25000;

/// The stacks of one thread of the host.
class Stacks {
public:
  /// `owners` times `each` of them, at once, in the order of the calls: waits
  /// while others have too many. All together must be kMaxStacks or less. None
  /// if the system has no memory for them.
  static std::optional<std::vector<Stacks>> reserve(uint64_t owners,
                                                    uint64_t each);
  /// How many calls of reserve() wait now.
  static uint64_t countWaiting();
  /// Hands them on to those who wait. All must have been given back.
  ~Stacks();
  Stacks(Stacks &&other) = default;
  Stacks(const Stacks &) = delete;
  Stacks &operator=(const Stacks &) = delete;

  /// The lowest byte of one; those given back last come first.
  char *take();
  void give(char *stack) { free.push_back(stack); }

private:
  Stacks() = default;
  std::vector<char *> free;
};

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_STACKS_H

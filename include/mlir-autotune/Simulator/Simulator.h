//===- Simulator.h - Running kernels without a GPU --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a kernel compiled for the host (SimulatorABI.h) as a grid of simulated
// threads, and reports what a GPU would answer with a wrong result, a hang or a
// fault.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_SIMULATOR_SIMULATOR_H
#define MLIR_AUTOTUNE_SIMULATOR_SIMULATOR_H

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mlir::autotune::sim {

/// Who runs next among the threads that can, and when asynchronous results
/// arrive.
enum class Schedule {
  /// Every thread in turn; results arrive once all have had theirs.
  RoundRobin,
  /// Anyone, any time.
  Random,
  /// Results arrive as late as is legal, the newest first; one warpgroup, by
  /// the seed, runs only when nobody else can.
  Adversarial
};
const char *stringify(Schedule schedule);
std::optional<Schedule> parseSchedule(const std::string &text);

struct Options {
  Schedule schedule = Schedule::RoundRobin;
  uint64_t seed = 0;
  /// Switches between threads of one cluster and iterations of their loops; 0
  /// for no limit.
  uint64_t stepLimit = 100'000'000;
  /// The number of clusters that run at once, each on a core. It may be lower:
  /// all launches of a process share a limited number of stacks, and wait for
  /// them. Findings do not depend on it, unless clusters touch the same global
  /// memory and one of them writes it. The order is then up to the host. The
  /// reported second write, the number of such writes, and the final values can
  /// differ from run to run. With 1, nothing differs.
  unsigned jobs = 1;
  /// Findings of one launch; more are counted only.
  unsigned maxFindings = 16;
};

enum class FindingKind {
  OutOfBounds,
  Misaligned,
  Uninitialized,
  Race,
  MissingProxyFence,
  Deadlock,
  TransactionBytes,
  BarrierMisuse,
  BarrierPending,
  EarlyExit,
  EarlyAccess,
  Divergence,
  OutputLost,
  OutputDoubled,
  RegisterHazard,
  BadDescriptor,
  BadTensorMap,
  RegisterCount,
  StepLimit,
  Unsupported,
  Trap
};
/// E.g. "out-of-bounds", the word that messages begin with.
const char *stringify(FindingKind kind);

struct Finding {
  FindingKind kind;
  /// What is wrong, in words, with addresses, phases and counts.
  std::string message;
  /// Where: empty for what no operation did (outputs).
  std::string operation, location;
  std::string kernel;
  /// The thread's CTA, and its warp and lane; -1 for what no thread did.
  std::array<uint32_t, 3> cta = {0, 0, 0};
  int warp = -1, lane = -1;
  /// How often the same was found at the same place.
  uint64_t count = 1;

  /// One line, or several: "kernel: CTA (0, 1, 0), warp 3: race: ...".
  std::string str() const;
};

struct Report {
  std::vector<Finding> findings;
  /// Findings beyond Options::maxFindings.
  uint64_t moreFindings = 0;
  /// As the limit counts them, of all clusters.
  uint64_t steps = 0;
  bool ok() const { return findings.empty(); }
};

/// The global memory that kernels may touch. Not thread-safe, but for what runs
/// in a launch.
class GlobalMemory {
public:
  enum class Access {
    ReadOnly,
    /// The same, and a thread may read from one row into the next where nothing
    /// lies between them: how rows that start anywhere are packed.
    ReadAcrossRows,
    /// Every element is written exactly once by a launch, or read before.
    Output,
    /// Anything goes: workspaces.
    ReadWrite
  };
  GlobalMemory();
  ~GlobalMemory();
  /// Registers memory of the caller, who keeps it: `rows` rows of `rowBytes`
  /// bytes each, `rowStrideBytes` apart; what lies between them is not the
  /// kernel's. Elements are `elementBytes` apart.
  void add(const std::string &name, void *base, int64_t rows, int64_t rowBytes,
           int64_t rowStrideBytes, int64_t elementBytes, Access access);
  void remove(void *base);

  struct Impl;
  Impl &getImpl() const { return *impl; }

private:
  Impl *impl;
};

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
};

struct Launch {
  std::string name;
  /// Reads its parameters from the array, as cuLaunchKernel's.
  void (*kernel)(void **) = nullptr;
  Dim3 grid, cluster, block;
  uint32_t sharedBytes = 0;
  void **parameters = nullptr;
  /// Of them: where tensor maps may lie, beside global memory.
  uint32_t numParameters = 0;
  /// The bytes of each, or null where none has more than one tensor map.
  const int32_t *parameterBytes = nullptr;
  /// Whether the grid may start before those before it have ended: then it must
  /// wait for them before it accesses global memory.
  bool isDependent = false;
  /// The registers of a thread at launch; 0 for as many as the threads of so
  /// many CTAs can have on an SM.
  uint32_t registersPerThread = 0;
  uint32_t ctasPerSM = 1;
};

/// Runs a grid. Outputs are checked for lost and doubled elements after it.
/// A cluster with a finding that it can't go on from ends there; the others run
/// on.
Report run(const Launch &launch, GlobalMemory &memory, const Options &options);

/// cuTensorMapEncodeTiled: fills 128 bytes at `map`. Fails, with a message that
/// names the argument, on what the driver refuses. Sizes, strides and boxes are
/// innermost first; `strides` are in bytes, of dimensions 1 and up. Enum values
/// are those of the driver API.
std::optional<std::string>
encodeTensorMap(void *map, int dataType, uint32_t rank, void *base,
                const uint64_t *sizes, const uint64_t *strides,
                const uint32_t *box, const uint32_t *elementStrides,
                int interleave, int swizzle, int outOfBoundsFill);

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_SIMULATOR_SIMULATOR_H

//===- Simulator.h - Running kernels without a GPU --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a kernel compiled for the host (SimulatorABI.h) as a grid of simulated
// threads. It reports errors that would give a wrong result, a hang or a fault
// on a GPU.
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

/// Selects which of the runnable threads runs next, and when asynchronous
/// results arrive.
enum class Schedule {
  /// Threads take turns; results arrive after each thread had a turn.
  RoundRobin,
  /// Any thread runs next, and results arrive at any time.
  Random,
  /// Results arrive as late as is legal, the newest first. One warpgroup,
  /// chosen by the seed, runs only if no other thread can.
  Adversarial
};
const char *stringify(Schedule schedule);
std::optional<Schedule> parseSchedule(const std::string &text);

struct Options {
  Schedule schedule = Schedule::RoundRobin;
  uint64_t seed = 0;
  /// The most switches between threads of one cluster plus iterations of their
  /// loops; 0 for no limit.
  uint64_t stepLimit = 100'000'000;
  /// The number of clusters that run at once, each on a core. It may be lower:
  /// all launches of a process share a limited number of stacks, and wait for
  /// them. Findings do not depend on it, unless clusters touch the same global
  /// memory and one of them writes it. The order is then up to the host. The
  /// reported second write, the number of such writes, and the final values can
  /// differ from run to run. With 1, nothing differs.
  unsigned jobs = 1;
  /// The most findings that one launch reports; further ones are only counted.
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
/// The word that messages begin with, such as "out-of-bounds".
const char *stringify(FindingKind kind);

struct Finding {
  FindingKind kind;
  /// What is wrong, with addresses, phases and counts.
  std::string message;
  /// The operation and its location; empty if no operation is at fault
  /// (outputs).
  std::string operation, location;
  std::string kernel;
  /// The thread's CTA, warp and lane; -1 if no thread is at fault.
  std::array<uint32_t, 3> cta = {0, 0, 0};
  int warp = -1, lane = -1;
  /// How often this finding occurred at this place.
  uint64_t count = 1;

  /// One line, or several: "kernel: CTA (0, 1, 0), warp 3: race: ...".
  std::string str() const;
};

struct Report {
  std::vector<Finding> findings;
  /// Findings beyond Options::maxFindings.
  uint64_t moreFindings = 0;
  /// Steps of all clusters, counted as for Options::stepLimit.
  uint64_t steps = 0;
  bool ok() const { return findings.empty(); }
};

/// The global memory that kernels may touch. Only accesses by a running launch
/// are thread-safe.
class GlobalMemory {
public:
  enum class Access {
    ReadOnly,
    /// Read-only, and a thread may read from one row into the next if nothing
    /// lies between them. Rows that start at any address are packed and
    /// copied this way.
    ReadAcrossRows,
    /// A launch writes every element exactly once, or as often as `Writes`
    /// says. An element may be read before its first write.
    Output,
    /// Every access is legal: workspaces.
    ReadWrite
  };
  /// How often a launch writes the elements of an output, where tiles overlap:
  /// element (r, c) `rows[r]` times `columns[c]` times, with one value. Both
  /// are empty if it writes each element once.
  struct Writes {
    std::vector<uint32_t> rows, columns;
  };
  GlobalMemory();
  ~GlobalMemory();
  /// Registers memory that the caller owns: `rows` rows of `rowBytes` bytes,
  /// `rowStrideBytes` apart. Kernels must not touch the bytes between rows.
  /// Elements are `elementBytes` apart.
  void add(const std::string &name, void *base, int64_t rows, int64_t rowBytes,
           int64_t rowStrideBytes, int64_t elementBytes, Access access,
           Writes writes = {});
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
  /// The compiled kernel. It reads its parameters from an array like
  /// cuLaunchKernel's.
  void (*kernel)(void **) = nullptr;
  Dim3 grid, cluster, block;
  uint32_t sharedBytes = 0;
  void **parameters = nullptr;
  /// The number of parameters. Tensor maps may lie in them, and in global
  /// memory.
  uint32_t numParameters = 0;
  /// The bytes of each parameter; null if none has more than one tensor map.
  const int32_t *parameterBytes = nullptr;
  /// Whether the grid may start before earlier grids have ended. It must then
  /// wait for them before it accesses global memory.
  bool isDependent = false;
  /// The registers of a thread at launch; 0 for the most that the threads of
  /// `ctasPerSM` CTAs can have on an SM.
  uint32_t registersPerThread = 0;
  uint32_t ctasPerSM = 1;
};

/// Runs a grid, then checks the outputs for lost and doubled elements. A
/// cluster whose finding prevents it from continuing ends; other clusters
/// continue.
Report run(const Launch &launch, GlobalMemory &memory, const Options &options);

/// cuTensorMapEncodeTiled: fills 128 bytes at `map`. Returns a message that
/// names the argument if the driver would refuse it, else nullopt. Sizes,
/// strides and boxes are innermost first; `strides` are in bytes, of
/// dimensions 1 and up. Enum values are those of the driver API. The kernel may
/// read `trimmedRows` rows behind each box that it loads, and must not use what
/// is there.
std::optional<std::string>
encodeTensorMap(void *map, int dataType, uint32_t rank, void *base,
                const uint64_t *sizes, const uint64_t *strides,
                const uint32_t *box, const uint32_t *elementStrides,
                int interleave, int swizzle, int outOfBoundsFill,
                uint32_t trimmedRows = 0);

/// The same for cuTensorMapEncodeIm2col. Corners are innermost first, too.
std::optional<std::string> encodeIm2colMap(
    void *map, int dataType, uint32_t rank, void *base, const uint64_t *sizes,
    const uint64_t *strides, const int *lowerCorner, const int *upperCorner,
    uint32_t channels, uint32_t pixels, const uint32_t *elementStrides,
    int interleave, int swizzle, int outOfBoundsFill);

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_SIMULATOR_SIMULATOR_H

//===- SimulatorABI.h - What a simulated kernel calls -----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that `convert-kernels-to-simulator` puts in the place of a
// kernel's device operations, and the simulator defines. Each is called by one
// simulated thread, which it may suspend. Semantics are those of the PTX
// instruction named (PTX ISA 9.0).
//
// Addresses. Global addresses are addresses of the host. Shared addresses are
// 32 bits wide: the window of the thread's own CTA lies at 0, and that of CTA r
// of its cluster at (r + 1) << 24, which is what `mapa` returns. A generic
// address is a global one, or a shared one whose upper bits kGenericShared has
// flipped.
//
// Accumulators of wgmma are handles: 0 stands for registers with nothing in
// them, any other names a set of registers of the thread that calls. A handle
// is consumed by the call that returns its successor, so two live values need
// two handles (autotuneSimAccumulatorCopy).
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_CORE_SIMULATORABI_H
#define MLIR_AUTOTUNE_CORE_SIMULATORABI_H

#include "mlir-autotune/Core/MatrixTypes.h"

#include <cstdint>

namespace mlir::autotune::sim {

/// An operation of the kernel. Both strings live as long as the kernel.
struct Site {
  /// As printed in MLIR, e.g. "nvvm.mbarrier.init".
  const char *operation;
  /// The operation's MLIR location, printed.
  const char *location;
};

/// Special registers. The three-dimensional ones come first, in threes.
enum class Register : int32_t {
  ThreadIdX,
  ThreadIdY,
  ThreadIdZ,
  BlockDimX,
  BlockDimY,
  BlockDimZ,
  BlockIdX,
  BlockIdY,
  BlockIdZ,
  GridDimX,
  GridDimY,
  GridDimZ,
  ClusterIdX,
  ClusterIdY,
  ClusterIdZ,
  ClusterDimX,
  ClusterDimY,
  ClusterDimZ,
  BlockInClusterIdX,
  BlockInClusterIdY,
  BlockInClusterIdZ,
  ClusterDimBlocksX,
  ClusterDimBlocksY,
  ClusterDimBlocksZ,
  ClusterId,
  ClusterDim, // rank in the cluster and number of its CTAs
  LaneId,
  WarpId
};

/// NVPTX's address spaces.
enum class Space : int32_t { Generic = 0, Global = 1, Shared = 3, Cluster = 7 };

/// Flips a shared address to a generic one and back. The generic ones are 4 GiB
/// that no process of a 64-bit host has, however low or high its memory lies:
/// they belong to the kernel of its system. A global address, flipped, is no
/// shared one.
inline constexpr uint64_t kGenericShared = uint64_t(0xFFFF8000) << 32;
inline constexpr bool isGenericShared(uint64_t address) {
  return (address ^ kGenericShared) >> 32 == 0;
}

enum class ShuffleKind : int32_t { Idx, Up, Down, Bfly };
enum class VoteKind : int32_t { Any, All, Ballot, Uni };

enum class AtomicKind : int32_t {
  Add,
  And,
  Or,
  Xor,
  Min,
  Max,
  UMin,
  UMax,
  Exchange,
  CompareExchange,
  FAdd
};
enum class Ordering : int32_t { Relaxed, Acquire, Release, AcquireRelease };
enum class Scope : int32_t { CTA, Cluster, Device, System };
/// PTX's memory proxies, as fence.proxy names them.
enum class ProxyFence : int32_t { Async, AsyncGlobal, AsyncShared, Alias };

/// The instruction of wgmma.mma_async or mma.sync. `majorA` and `majorB` are 0
/// if K is contiguous, 1 if M or N is.
struct MmaShape {
  int32_t m, n, k;
  ElementKind typeA, typeB, typeD;
  int32_t scaleD;         // 0 overwrites, 1 accumulates
  int32_t scaleA, scaleB; // 1 or -1
  int32_t majorA, majorB;
  int32_t saturate;
};

} // namespace mlir::autotune::sim

/// Exports a function to code that is compiled at run time, from any binary or
/// library that the simulator is linked into.
#define AUTOTUNE_SIM_EXPORT                                                    \
  extern "C" __attribute__((visibility("default"), used))

// clang-format off
using AutotuneSimSite = mlir::autotune::sim::Site;

//===-- Ids and memory ----------------------------------------------------===//
/// A mov from a special register; `which` is a Register.
AUTOTUNE_SIM_EXPORT uint32_t autotuneSimReadRegister(const AutotuneSimSite *, int32_t which);
/// Where the CTA's dynamic shared memory starts; it is aligned to 16 bytes only.
AUTOTUNE_SIM_EXPORT uint32_t autotuneSimSharedBase(const AutotuneSimSite *);
/// mapa.shared::cluster.u32
AUTOTUNE_SIM_EXPORT uint32_t autotuneSimMapa(const AutotuneSimSite *, uint32_t address, uint32_t rank);
/// ld and st of `bytes` bytes; `space` is a Space.
AUTOTUNE_SIM_EXPORT void autotuneSimLoad(const AutotuneSimSite *, int32_t space, uint64_t address, void *value, int32_t bytes, int32_t alignment);
AUTOTUNE_SIM_EXPORT void autotuneSimStore(const AutotuneSimSite *, int32_t space, uint64_t address, const void *value, int32_t bytes, int32_t alignment);
/// atom: `operation` is an AtomicKind, `bytes` 2, 4 or 8; FAdd takes an
/// ElementKind. Writes the previous value to `old`. `compare` is for
/// CompareExchange only.
AUTOTUNE_SIM_EXPORT void autotuneSimAtomic(const AutotuneSimSite *, int32_t space, int32_t operation, int32_t elementKind, uint64_t address, const void *operand, const void *compare, void *old, int32_t bytes, int32_t ordering, int32_t scope);
/// fence.{sc,acq_rel}.scope
AUTOTUNE_SIM_EXPORT void autotuneSimFence(const AutotuneSimSite *, int32_t scope);
/// fence.proxy.*; `kind` is a ProxyFence.
AUTOTUNE_SIM_EXPORT void autotuneSimFenceProxy(const AutotuneSimSite *, int32_t kind);

//===-- mbarriers; the address may be another CTA's where PTX allows it ---===//
AUTOTUNE_SIM_EXPORT void autotuneSimMBarrierInit(const AutotuneSimSite *, uint64_t address, uint32_t count);
AUTOTUNE_SIM_EXPORT void autotuneSimMBarrierInvalidate(const AutotuneSimSite *, uint64_t address);
AUTOTUNE_SIM_EXPORT void autotuneSimFenceMBarrierInit(const AutotuneSimSite *);
/// Returns the state token. `release` is 0 for .relaxed.
AUTOTUNE_SIM_EXPORT uint64_t autotuneSimMBarrierArrive(const AutotuneSimSite *, uint64_t address, uint32_t count, int32_t release);
AUTOTUNE_SIM_EXPORT uint64_t autotuneSimMBarrierArriveExpectTx(const AutotuneSimSite *, uint64_t address, uint32_t bytes, int32_t release);
AUTOTUNE_SIM_EXPORT void autotuneSimMBarrierExpectTx(const AutotuneSimSite *, uint64_t address, uint32_t bytes);
/// Blocks until the phase of that parity has completed. It replaces the loop
/// around try_wait.parity.
AUTOTUNE_SIM_EXPORT void autotuneSimMBarrierWaitParity(const AutotuneSimSite *, uint64_t address, uint32_t parity);
AUTOTUNE_SIM_EXPORT bool autotuneSimMBarrierTestWaitParity(const AutotuneSimSite *, uint64_t address, uint32_t parity);

//===-- Barriers of threads -----------------------------------------------===//
/// barrier.sync.aligned; `threads` is 0 for all threads of the CTA.
AUTOTUNE_SIM_EXPORT void autotuneSimBarrierSync(const AutotuneSimSite *, uint32_t id, uint32_t threads);
AUTOTUNE_SIM_EXPORT void autotuneSimBarrierArrive(const AutotuneSimSite *, uint32_t id, uint32_t threads);
/// barrier.cluster; with `aligned` the whole warp must come together.
AUTOTUNE_SIM_EXPORT void autotuneSimClusterArrive(const AutotuneSimSite *, int32_t release, int32_t aligned);
AUTOTUNE_SIM_EXPORT void autotuneSimClusterWait(const AutotuneSimSite *, int32_t aligned);
/// bar.warp.sync
AUTOTUNE_SIM_EXPORT void autotuneSimSyncWarp(const AutotuneSimSite *, uint32_t mask);

//===-- Warps -------------------------------------------------------------===//
/// shfl.sync; `valid`, if not null, gets the predicate.
AUTOTUNE_SIM_EXPORT uint32_t autotuneSimShuffle(const AutotuneSimSite *, int32_t kind, uint32_t mask, uint32_t value, uint32_t lane, uint32_t clamp, bool *valid);
AUTOTUNE_SIM_EXPORT uint32_t autotuneSimVote(const AutotuneSimSite *, int32_t kind, uint32_t mask, bool value);
AUTOTUNE_SIM_EXPORT bool autotuneSimElect(const AutotuneSimSite *, uint32_t mask);
/// ldmatrix and stmatrix of `count` 8x8 matrices of 16-bit elements.
AUTOTUNE_SIM_EXPORT void autotuneSimLdMatrix(const AutotuneSimSite *, uint64_t address, int32_t count, int32_t transposed, uint32_t *registers);
AUTOTUNE_SIM_EXPORT void autotuneSimStMatrix(const AutotuneSimSite *, uint64_t address, int32_t count, int32_t transposed, const uint32_t *registers);
/// mma.sync: registers as PTX numbers them, packed to 32 bits.
AUTOTUNE_SIM_EXPORT void autotuneSimMma(const AutotuneSimSite *, const mlir::autotune::sim::MmaShape *, const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *d);
AUTOTUNE_SIM_EXPORT void autotuneSimSetMaxRegisters(const AutotuneSimSite *, int32_t increase, uint32_t count);

//===-- Bulk tensor copies (TMA) ------------------------------------------===//
/// cp.async.bulk.tensor, tiled, into the memory of the CTA at `destination` or,
/// unless `multicast` is -1, of every CTA whose bit in it is set. `coordinates`
/// are innermost first.
AUTOTUNE_SIM_EXPORT void autotuneSimTmaLoad(const AutotuneSimSite *, uint64_t destination, const void *map, uint64_t barrier, const int32_t *coordinates, int32_t rank, int32_t multicast);
/// The same in im2col mode. `offsets`, innermost first, are for the dimensions
/// between the channels and the images.
AUTOTUNE_SIM_EXPORT void autotuneSimTmaLoadIm2col(const AutotuneSimSite *, uint64_t destination, const void *map, uint64_t barrier, const int32_t *coordinates, int32_t rank, const int32_t *offsets, int32_t multicast);
AUTOTUNE_SIM_EXPORT void autotuneSimTmaStore(const AutotuneSimSite *, const void *map, uint64_t source, const int32_t *coordinates, int32_t rank);
/// cp.reduce.async.bulk.tensor; `operation` is an AtomicKind.
AUTOTUNE_SIM_EXPORT void autotuneSimTmaReduce(const AutotuneSimSite *, int32_t operation, const void *map, uint64_t source, const int32_t *coordinates, int32_t rank);
AUTOTUNE_SIM_EXPORT void autotuneSimPrefetchTensorMap(const AutotuneSimSite *, const void *map);
AUTOTUNE_SIM_EXPORT void autotuneSimBulkCommit(const AutotuneSimSite *);
/// cp.async.bulk.wait_group[.read]
AUTOTUNE_SIM_EXPORT void autotuneSimBulkWait(const AutotuneSimSite *, int32_t pending, int32_t read);

//===-- cp.async ----------------------------------------------------------===//
/// Copies `sourceBytes` bytes and fills the rest of `bytes` with zeros.
AUTOTUNE_SIM_EXPORT void autotuneSimCpAsync(const AutotuneSimSite *, uint64_t destination, uint64_t source, int32_t bytes, int32_t sourceBytes);
AUTOTUNE_SIM_EXPORT void autotuneSimCpAsyncCommit(const AutotuneSimSite *);
AUTOTUNE_SIM_EXPORT void autotuneSimCpAsyncWait(const AutotuneSimSite *, int32_t pending);
/// cp.async.mbarrier.arrive[.noinc]
AUTOTUNE_SIM_EXPORT void autotuneSimCpAsyncMBarrierArrive(const AutotuneSimSite *, uint64_t address, int32_t noIncrement);

//===-- wgmma -------------------------------------------------------------===//
AUTOTUNE_SIM_EXPORT void autotuneSimWgmmaFence(const AutotuneSimSite *);
AUTOTUNE_SIM_EXPORT void autotuneSimWgmmaCommit(const AutotuneSimSite *);
AUTOTUNE_SIM_EXPORT void autotuneSimWgmmaWait(const AutotuneSimSite *, int32_t pending);
/// Returns the accumulator's handle. A lies in shared memory at descriptor `a`,
/// or in `registersA` if that is not null.
AUTOTUNE_SIM_EXPORT uint64_t autotuneSimWgmma(const AutotuneSimSite *, const mlir::autotune::sim::MmaShape *, uint64_t accumulator, uint64_t a, const uint32_t *registersA, uint64_t b);
/// Labels the registers that the thread's last wgmma read A from with
/// `number`.
AUTOTUNE_SIM_EXPORT void autotuneSimWgmmaRegistersRead(const AutotuneSimSite *, int32_t number);
/// The thread writes the registers of this number: an error while a wgmma may
/// still read them.
AUTOTUNE_SIM_EXPORT void autotuneSimWgmmaRegistersWrite(const AutotuneSimSite *, int32_t number);
/// Writes register `index` of `count`.
AUTOTUNE_SIM_EXPORT uint64_t autotuneSimAccumulatorInsert(const AutotuneSimSite *, uint64_t accumulator, int32_t index, int32_t count, uint32_t value);
/// Reads a register: an error while a wgmma may still write it.
AUTOTUNE_SIM_EXPORT uint32_t autotuneSimAccumulatorExtract(const AutotuneSimSite *, uint64_t accumulator, int32_t index);
/// An empty piece of assembly through which all registers pass: an error while
/// a wgmma may still write them, but no access to them.
AUTOTUNE_SIM_EXPORT uint64_t autotuneSimAccumulatorPin(const AutotuneSimSite *, uint64_t accumulator);
AUTOTUNE_SIM_EXPORT uint64_t autotuneSimAccumulatorCopy(const AutotuneSimSite *, uint64_t accumulator);

//===-- The rest ----------------------------------------------------------===//
/// griddepcontrol: 0 launch_dependents, 1 wait.
AUTOTUNE_SIM_EXPORT void autotuneSimGridDependency(const AutotuneSimSite *, int32_t wait);
AUTOTUNE_SIM_EXPORT void autotuneSimTrap(const AutotuneSimSite *);
/// prmt: each nibble of the selector names one of the eight bytes of both
/// words. If the nibble's highest bit is set, the result is that byte's sign
/// bit, eight times.
AUTOTUNE_SIM_EXPORT uint32_t autotuneSimPermute(const AutotuneSimSite *, uint32_t low, uint32_t high, uint32_t selector);
/// Called before an integer division. A division that is `undefined`, by zero
/// or of the least integer by -1, would end the process.
AUTOTUNE_SIM_EXPORT void autotuneSimDivision(const AutotuneSimSite *, int32_t undefined);
/// nanosleep: lets the other threads run.
AUTOTUNE_SIM_EXPORT void autotuneSimYield(const AutotuneSimSite *);
/// Called before a loop's branch back. It counts as a step, so that the step
/// limit ends every loop. Now and then it lets other threads run, so that a
/// loop that polls memory sees their writes.
AUTOTUNE_SIM_EXPORT void autotuneSimLoop(const AutotuneSimSite *);

/// Replaces a launch in host code. `parameters` points to `numParameters`
/// kernel parameters, as for cuLaunchKernel, with the sizes `parameterBytes`;
/// an SM is to hold `ctasPerSM` of the kernel's CTAs. Findings go to stderr
/// and end the process with status 1 unless AUTOTUNE_SIM_KEEP_GOING is set.
/// Options come from AUTOTUNE_SIM_SCHEDULE, _SEED, _JOBS and _STEPS. The
/// function is not in the simulator's library but in libautotune_simulator,
/// which knows the host's allocations.
AUTOTUNE_SIM_EXPORT void autotuneSimLaunch(const char *name, void (*kernel)(void **),
    int64_t gridX, int64_t gridY, int64_t gridZ, int64_t clusterX, int64_t clusterY, int64_t clusterZ,
    int64_t blockX, int64_t blockY, int64_t blockZ, int32_t sharedBytes, int32_t ctasPerSM, void **parameters,
    int32_t numParameters, const int32_t *parameterBytes);
// clang-format on

#endif // MLIR_AUTOTUNE_CORE_SIMULATORABI_H

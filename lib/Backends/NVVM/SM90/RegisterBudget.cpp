//===- RegisterBudget.cpp - How roles share registers ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// setmaxnreg moves registers within the pool that a CTA has at launch (PTX ISA,
// setmaxnreg). The pool is what ptxas gives each thread times the threads.
//
//===----------------------------------------------------------------------===//

#include "RegisterBudget.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// The fewest registers that setmaxnreg can leave (PTX ISA).
static constexpr int64_t kMinRegisters = 24;
/// Threads that an SM of Hopper holds at most (CUDA C++ Programming Guide,
/// "Technical Specifications per Compute Capability").
static constexpr int64_t kThreadsPerSM = 2048;

int64_t tile::getLaunchRegisters(const KernelABI &abi) {
  // Warps live in one of four parts of an SM, each with a quarter of its 64 K
  // registers; the fullest part decides (ptxas 13.0 gives 416 threads 128
  // registers, not 152). Registers come in eights, up to 255, which take the
  // room of 256.
  constexpr int64_t kParts = 4, kRegistersPerPart = 16384, kMaxRegisters = 256;
  int64_t warps = llvm::divideCeil(abi.threads * abi.ctasPerSM, kWarpThreads);
  int64_t threads = llvm::divideCeil(warps, kParts) * kWarpThreads;
  return std::min(kMaxRegisters, kRegistersPerPart / threads / 8 * 8);
}

LogicalResult tile::checkRegisters(KernelOp kernel, const KernelABI &abi) {
  RoleOp greediest;
  for (RoleOp role : kernel.getBody().getOps<RoleOp>())
    if (role.getRegisters() &&
        (!greediest || *role.getRegisters() > *greediest.getRegisters()))
      greediest = role;
  if (!greediest)
    return success();
  if (abi.threads * abi.ctasPerSM > kThreadsPerSM)
    return greediest.emitOpError("is granted registers, but an SM can't hold ")
           << abi.ctasPerSM << " CTAs of " << abi.threads
           << " threads; an SM holds at most " << kThreadsPerSM << " threads";
  int64_t launch = getLaunchRegisters(abi);
  int64_t pool = launch * abi.threads, total = 0, others = 0;
  for (RoleOp role : kernel.getBody().getOps<RoleOp>()) {
    int64_t threads = role.getTotalWarps() * kWarpThreads;
    int64_t registers = role.getRegisters().value_or(launch) * threads;
    total += registers;
    if (role != greediest)
      others += registers;
  }
  if (total <= pool)
    return success();
  int64_t threads = greediest.getTotalWarps() * kWarpThreads;
  int64_t legal = std::max<int64_t>(0, pool - others) / threads / 8 * 8;
  InFlightDiagnostic diagnostic = greediest.emitOpError("is granted ");
  diagnostic << *greediest.getRegisters() << " registers a thread, which makes "
             << total << " in all roles; the CTA starts with " << pool << " ("
             << launch << " for each of " << abi.threads
             << " threads), and a role that asks for more waits forever: ";
  if (legal >= kMinRegisters)
    diagnostic << "at most " << legal << " fit beside the other roles";
  else
    diagnostic << "the other roles must be granted less too";
  return diagnostic;
}

//===- OpTable.h - How each device operation becomes calls ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_CONVERSION_KERNELSTOSIMULATOR_OPTABLE_H
#define MLIR_AUTOTUNE_LIB_CONVERSION_KERNELSTOSIMULATOR_OPTABLE_H

#include "SimulatorCalls.h"

#include <functional>

namespace mlir::autotune::simulator {

/// Maps each operation that a device has, and the host has not, to its
/// replacement.
class OpTable {
public:
  /// Builds the operation's replacement and replaces the uses of its results.
  /// The operation is erased afterwards.
  using Handler = std::function<LogicalResult(Operation *, SimulatorCalls &)>;

  /// `lower(op, calls)` returns nothing, the one result's value (null for
  /// none), or, if it may not support the operation's form, a LogicalResult.
  template <typename OpT, typename Fn> void add(Fn lower) {
    handlers[TypeID::get<OpT>()] = [lower](Operation *op,
                                           SimulatorCalls &calls) {
      using Result = decltype(lower(OpT(), calls));
      if constexpr (std::is_void_v<Result>) {
        lower(cast<OpT>(op), calls);
        return success();
      } else if constexpr (std::is_convertible_v<Result, Value>) {
        Value value = lower(cast<OpT>(op), calls);
        if (value && op->getNumResults())
          op->getResult(0).replaceAllUsesWith(value);
        return success();
      } else {
        return LogicalResult(lower(cast<OpT>(op), calls));
      }
    };
  }

  const Handler *lookup(Operation *op) const {
    auto it = handlers.find(op->getName().getTypeID());
    return it == handlers.end() ? nullptr : &it->second;
  }

private:
  llvm::DenseMap<TypeID, Handler> handlers;
};

/// Special registers.
void populateRegisters(OpTable &table);
/// ld, st, atom, fences, addresses of shared memory.
void populateMemory(OpTable &table);
/// Barriers, mbarriers, and what a warp does together.
void populateSynchronization(OpTable &table);
/// TMA and cp.async.
void populateCopies(OpTable &table);
/// wgmma, mma.sync, ldmatrix and stmatrix.
void populateMatrices(OpTable &table);
/// Conversions between element types.
void populateConversions(OpTable &table);
/// The host's replacement for an NVVM intrinsic that is a function of floats;
/// null for any other intrinsic.
Value createHostFunction(LLVM::CallIntrinsicOp op, SimulatorCalls &calls);
/// The few pieces of assembly that kernels are known to use.
void populateInlineAsm(OpTable &table);

/// Whether the address is an alloca's: the thread's private memory, for which
/// the host's stack serves.
bool isPrivateMemory(Value pointer);

/// Whether the assembly is empty, with each result tied to the operand of its
/// number. Such assembly passes values through registers.
bool isPin(LLVM::InlineAsmOp op);

/// Makes handles of the accumulators of wgmma (Core/SimulatorABI.h), through
/// branches, and calls of what builds and takes apart their structs.
LogicalResult lowerAccumulators(SimulatorCalls &calls);

/// The blocks that can be reached from themselves.
llvm::SmallDenseSet<Block *> findBlocksInLoops(Region &region);

/// Calls the simulator before each branch that closes a loop: a loop without
/// any other call would never end there.
void insertLoopCalls(SimulatorCalls &calls);

/// Calls the simulator before operations that would end the host's process:
/// divisions without a quotient, and unreachable code. Fails on vectors.
LogicalResult guardUndefined(SimulatorCalls &calls);

/// A kernel that the host can run.
struct HostKernel {
  LLVM::LLVMFuncOp function;
  /// Static shared memory, which a launch must add to the dynamic one.
  int64_t staticSharedBytes = 0;
  /// The sizes of the cluster and the CTA that the kernel is compiled for;
  /// null if unspecified.
  DenseI32ArrayAttr clusterDim, blockDim;
  /// The number of CTAs that an SM is to hold at once.
  int32_t ctasPerSM = 1;
  /// The types of a launch's arguments; for an argument by value, the type of
  /// its memory.
  SmallVector<Type> parameters;
};

/// Replaces every gpu.launch_func of one of `kernels`, named as in
/// "@module::@kernel", by a call of autotuneSimLaunch.
LogicalResult lowerLaunches(HostModule &host,
                            const llvm::StringMap<HostKernel> &kernels);

} // namespace mlir::autotune::simulator

#endif // MLIR_AUTOTUNE_LIB_CONVERSION_KERNELSTOSIMULATOR_OPTABLE_H

//===- LaunchSetup.h - From a kernel's ABI to a launch ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_SIMULATION_LAUNCHSETUP_H
#define AUTOTUNE_LIB_SIMULATION_LAUNCHSETUP_H

#include "OperandMemory.h"

#include "mlir-autotune/Core/Grid.h"

#include <deque>

namespace mlir::autotune {

/// What a kernel's grid follows from, for a problem. Fails where the kernel
/// can't run on it.
llvm::Expected<cuda::GridShape> getGridShape(const tile::KernelABI &abi,
                                             const SimulatedProblem &problem);

/// The launch of a kernel on operands in memory, and its parameters.
class LaunchSetup {
public:
  /// Fails when the kernel can't be launched on these operands: what a driver
  /// would refuse, and what host code asserts. The kernel and the memory must
  /// outlive the launch.
  static llvm::Expected<std::unique_ptr<LaunchSetup>>
  create(const HostKernel &kernel, const RunMemory &memory,
         const cuda::GridShape &shape, int64_t sms);

  const sim::Launch &get() const { return launch; }

private:
  /// Large enough for any parameter, aligned for tensor maps.
  struct alignas(64) Parameter {
    unsigned char bytes[128 * kMaxGroupSize];
  };

  llvm::Error addParameters(const RunMemory &memory);
  llvm::Error addParameter(const tile::KernelParam &param,
                           const OperandMemory &operand, int64_t problem,
                           unsigned char *place);
  llvm::Error setGrid(const cuda::GridShape &shape, int64_t sms);

  const HostKernel *kernel = nullptr;
  std::deque<Parameter> parameters;
  std::vector<void *> pointers;
  std::vector<int32_t> parameterBytes;
  sim::Launch launch;
};

} // namespace mlir::autotune

#endif // AUTOTUNE_LIB_SIMULATION_LAUNCHSETUP_H

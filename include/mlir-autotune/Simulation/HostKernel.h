//===- HostKernel.h - A kernel compiled for the host ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_SIMULATION_HOSTKERNEL_H
#define MLIR_AUTOTUNE_SIMULATION_HOSTKERNEL_H

#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Dialect/Tile/KernelABI.h"
#include "mlir-autotune/Problem/ProblemFact.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace mlir {
class ExecutionEngine;
} // namespace mlir

namespace mlir::autotune {

/// A kernel compiled to machine code of this process; its device operations
/// call the simulator. The code lives as long as this object, needs no
/// MLIRContext, and can run any number of times, on several host threads at
/// once.
class HostKernel {
public:
  /// Compiles the kernel `name` of the gpu.modules of `module`, or the only one
  /// if the name is empty: an llvm.func with `tile.abi`, as
  /// `convert-tile-to-nvvm` leaves it, or a gpu.func that a `tile.run` of the
  /// module launches, as `autotune-lower-rows` leaves it. The module stays as
  /// it is.
  ///
  /// Fails on operations that the simulator does not know, after an error at
  /// each, and if the parameters or sizes in `tile.abi` differ from the
  /// function's. The module's context must be set up as for
  /// buildKernelProgram() (Tuning/KernelCompiler.h), and serves one thread at
  /// a time.
  static llvm::Expected<std::unique_ptr<HostKernel>>
  create(ModuleOp module, StringRef name = "");

  /// Builds, lowers and compiles the kernel of a config that is complete and
  /// legal for the fact, for a chip ("sm_90a"). Operations' locations are lines
  /// of getProgram(). Diagnostics become the error.
  static llvm::Expected<std::unique_ptr<HostKernel>>
  create(MLIRContext &context, const ProblemFact &fact, const Config &config,
         StringRef chip);

  ~HostKernel();
  HostKernel(const HostKernel &) = delete;
  HostKernel &operator=(const HostKernel &) = delete;

  using Entry = void (*)(void **);
  Entry getEntry() const { return entry; }
  const std::string &getName() const { return name; }
  const tile::KernelABI &getABI() const { return abi; }
  /// Static and dynamic shared memory of a CTA.
  int64_t getSharedBytes() const { return sharedBytes; }
  /// The kernel in the tile dialect, if it was built here; else empty.
  const std::string &getProgram() const { return program; }

private:
  HostKernel();

  std::string name, program;
  tile::KernelABI abi;
  int64_t sharedBytes = 0;
  Entry entry = nullptr;
  std::unique_ptr<ExecutionEngine> engine;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_SIMULATION_HOSTKERNEL_H

//===- HostCPU.h - The CPU that host code is compiled for -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TRANSFORMS_HOSTCPU_H
#define MLIR_AUTOTUNE_TRANSFORMS_HOSTCPU_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::autotune {

/// A CPU of this machine's architecture, for which host code is compiled.
struct HostCPU {
  /// The environment variable that selects a CPU.
  static constexpr StringLiteral kVariable = "AUTOTUNE_HOST_CPU";

  /// Parses LLVM's name of a CPU ("x86-64-v3"), or "native" for this
  /// machine's. The error lists the legal names.
  static llvm::Expected<HostCPU> parse(StringRef name);
  /// The CPU that the environment variable names; nullopt if it is not set.
  static llvm::Expected<std::optional<HostCPU>> fromEnvironment();

  /// LLVM's name of the CPU.
  std::string name;
  /// The CPU's features, sorted: "+avx2", or "-avx2" if this machine's CPU has
  /// this name but lacks the feature. Instructions that round to bf16 are
  /// always disabled ("-avx512bf16"), because they flush subnormal numbers to
  /// 0.
  std::vector<std::string> features;
  /// Features of the CPU that this machine lacks, sorted: "avx512f". If there
  /// are any, this machine can't run the code.
  std::vector<std::string> missingHere;
};

/// Lets LLVM compile for this machine, by its SelectionDAG even where it
/// optimizes nothing. Can be called again.
void initializeHostTarget();

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TRANSFORMS_HOSTCPU_H

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

/// A CPU of this machine's architecture that code is compiled for.
struct HostCPU {
  /// The environment variable that names one.
  static constexpr StringLiteral kVariable = "AUTOTUNE_HOST_CPU";

  /// From LLVM's name of a CPU ("x86-64-v3"), or "native" for this machine's.
  /// The error says which names are legal.
  static llvm::Expected<HostCPU> parse(StringRef name);
  /// The one that the environment names; none if it names none.
  static llvm::Expected<std::optional<HostCPU>> fromEnvironment();

  /// LLVM's.
  std::string name;
  /// What the CPU has, sorted: "+avx2"; and "-avx2" where this machine lacks
  /// what others of its name have. Instructions that round to bf16 are left out
  /// ("-avx512bf16"): they take subnormal numbers for 0.
  std::vector<std::string> features;
  /// What the CPU has and this machine has not, sorted: "avx512f". If there is
  /// any, this machine can't run the code.
  std::vector<std::string> missingHere;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TRANSFORMS_HOSTCPU_H

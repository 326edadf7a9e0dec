//===- Cutlass.h - CUTLASS kernels, found at run time -----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled programs call the kernels of such a library, and the runner measures
// them.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_RUNTIME_CUTLASS_H
#define MLIR_AUTOTUNE_RUNTIME_CUTLASS_H

#include "mlir-autotune/Runtime/CutlassABI.h"

#include <string>
#include <vector>

namespace mlir::autotune::cutlass {

/// A library that tools/cutlass/build.py has made, or why there is none.
/// AUTOTUNE_CUTLASS names the file.
struct Library {
  int32_t version = 0;
  /// By index.
  std::vector<AutotuneCutlassKernel> kernels;
  decltype(&autotuneCutlassWorkspace) getWorkspaceBytes = nullptr;
  decltype(&autotuneCutlassRun) run = nullptr;
  std::string error;

  static const Library &get();

private:
  Library();
};

/// What a caller has, to be compared with what a kernel takes. Elements by
/// name.
struct Product {
  std::string a, b, c, sums;
  bool transposeA = false, transposeB = false;
  /// Without addresses.
  AutotuneCutlassProblem problem = {};
};

/// Why the kernel does not compute the product, whatever the addresses. Empty
/// if it does. `chip` is the device's compute capability, such as 90.
std::string getWhyNot(const AutotuneCutlassKernel &kernel,
                      const Product &product, int chip);

/// 0 for a name that no element has.
int64_t getElementBytes(const std::string &element);

/// The text of a config.
std::string getConfig(const Library &library,
                      const AutotuneCutlassKernel &kernel);

} // namespace mlir::autotune::cutlass

#endif // MLIR_AUTOTUNE_RUNTIME_CUTLASS_H

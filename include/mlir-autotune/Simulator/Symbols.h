//===- Symbols.h - What a simulated kernel is linked with -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_SIMULATOR_SYMBOLS_H
#define MLIR_AUTOTUNE_SIMULATOR_SYMBOLS_H

#include <vector>

namespace mlir::autotune::sim {

struct Symbol {
  const char *name;
  void *address;
};

/// Every function that SimulatorABI.h declares and this library defines. Code
/// that compiles kernels in the process needs the list, because a program that
/// is linked with the archive exports none of them. The build generates it
/// from SimulatorABI.h.
const std::vector<Symbol> &getSymbols();

/// compiler-rt's builtins (lib/Builtins), which LLVM calls for conversions and
/// arithmetic without a CPU instruction. Code that compiles kernels in the
/// process needs these, too.
const std::vector<Symbol> &getBuiltins();

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_SIMULATOR_SYMBOLS_H

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

/// Every function that SimulatorABI.h declares and this library defines, for
/// whoever compiles kernels in the process: a program that is linked with the
/// archive exports none of them. The list is made of SimulatorABI.h when this
/// library is built.
const std::vector<Symbol> &getSymbols();

/// compiler-rt's builtins (lib/Builtins): what LLVM calls for conversions and
/// arithmetic that the CPU has no instruction for. Whoever compiles code in the
/// process needs them, too.
const std::vector<Symbol> &getBuiltins();

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_SIMULATOR_SYMBOLS_H

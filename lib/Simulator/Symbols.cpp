//===- Symbols.cpp - What a simulated kernel is linked with ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Simulator/Symbols.h"
#include "mlir-autotune/Core/SimulatorABI.h"

// Compiled code alone calls them, and knows their types.
extern "C" {
#define AUTOTUNE_BUILTIN(NAME) void NAME();
#include "Builtins.inc"
#undef AUTOTUNE_BUILTIN
}

const std::vector<mlir::autotune::sim::Symbol> &
mlir::autotune::sim::getBuiltins() {
  static const std::vector<Symbol> builtins = {
#define AUTOTUNE_BUILTIN(NAME) {#NAME, reinterpret_cast<void *>(&NAME)},
#include "Builtins.inc"
#undef AUTOTUNE_BUILTIN
  };
  return builtins;
}

const std::vector<mlir::autotune::sim::Symbol> &
mlir::autotune::sim::getSymbols() {
  static const std::vector<Symbol> symbols = {
#define AUTOTUNE_SIM_SYMBOL(NAME) {#NAME, reinterpret_cast<void *>(&NAME)},
#include "Symbols.inc"
#undef AUTOTUNE_SIM_SYMBOL
  };
  return symbols;
}

//===- ConversionCases.h - All conversions of LLVM --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_TEST_UNITTESTS_SIMULATION_CONVERSIONCASES_H
#define AUTOTUNE_TEST_UNITTESTS_SIMULATION_CONVERSIONCASES_H

#include "llvm/ADT/APFloat.h"

#include <random>
#include <string>
#include <vector>

namespace mlir::autotune::test {

struct Type {
  const char *name;
  unsigned bits;
  /// Null for an integer.
  const llvm::fltSemantics *semantics;
};

/// A function `void(ptr in, ptr out)` of LLVM's IR that does one operation.
/// Each operand, and the result, has a place of 16 bytes.
struct Function {
  std::string name, operation;
  Type from, to;
  unsigned operands;
  /// If not empty, this function is called in the operation's place.
  std::string callee = "";
};

using Entry = void (*)(const void *, void *);

/// Conversions between all types, and arithmetic on each.
std::vector<Function> getFunctions();
std::string getIR(const std::vector<Function> &functions);
/// Compares compiled code, on edges and on values by chance, with APFloat and
/// APInt.
void check(const Function &function, Entry entry, std::mt19937_64 &random);

} // namespace mlir::autotune::test

#endif // AUTOTUNE_TEST_UNITTESTS_SIMULATION_CONVERSIONCASES_H

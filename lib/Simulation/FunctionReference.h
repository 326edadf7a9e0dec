//===- FunctionReference.h - Is a function's lowering right? ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a simulated kernel must leave in memory is computed by the rewritings
// that kernels are made by (ElementFunction.h), to the bit. So that a fault of
// these is found, too, each element is compared with what the function's text
// says (mlir-autotune/Reference/Function.h).
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_SIMULATION_FUNCTIONREFERENCE_H
#define AUTOTUNE_LIB_SIMULATION_FUNCTIONREFERENCE_H

#include "mlir-autotune/Reference/Function.h"

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

namespace mlir::autotune {

class FunctionReference {
public:
  /// `what` is "epilogue" or "prologue", and must outlive it. Of very many
  /// elements that check() is called with, a part is looked at.
  static llvm::Expected<FunctionReference>
  create(const char *what, StringRef body, int64_t elements);

  /// Fails where one of `results` is not what the text makes of `arguments`.
  llvm::Error check(const std::vector<uint64_t> &arguments,
                    ArrayRef<uint64_t> results);

private:
  const char *what = "";
  std::unique_ptr<reference::Function> function;
  /// One in so many is looked at, and how many have come.
  int64_t period = 1, count = 0;
};

} // namespace mlir::autotune

#endif // AUTOTUNE_LIB_SIMULATION_FUNCTIONREFERENCE_H

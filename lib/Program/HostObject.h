//===- HostObject.h - Machine code of a program's host ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROGRAM_HOSTOBJECT_H
#define MLIR_AUTOTUNE_LIB_PROGRAM_HOSTOBJECT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::autotune {

/// C interfaces of functions of a module.
struct HostEntry {
  /// The main function, and the number of pointers that it takes.
  std::string main;
  unsigned numDescriptors = 0;
  /// The function that computes sizes of results; empty if there is none. It
  /// takes `numArguments` pointers, and returns `numSizes` sizes.
  std::string sizes;
  unsigned numArguments = 0, numSizes = 0;
};

/// Translates a module of the LLVM dialect to an object file with the functions
/// that ProgramImage names. With `optimize`, LLVM optimizes it.
llvm::Expected<std::string>
emitHostObject(ModuleOp module, const HostEntry &entry, bool optimize);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROGRAM_HOSTOBJECT_H

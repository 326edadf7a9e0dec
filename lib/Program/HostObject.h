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

/// Translates a module of the LLVM dialect to an object file with the functions
/// that ProgramImage names. `entry` is the C interface of its main function,
/// which takes `numDescriptors` pointers. With `optimize`, LLVM optimizes it.
llvm::Expected<std::string> emitHostObject(ModuleOp module, StringRef entry,
                                           unsigned numDescriptors,
                                           bool optimize);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROGRAM_HOSTOBJECT_H

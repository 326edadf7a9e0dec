//===- ProgramLinker.h - A program's object file, linked --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROGRAM_PROGRAMLINKER_H
#define MLIR_AUTOTUNE_LIB_PROGRAM_PROGRAMLINKER_H

#include "mlir-autotune/Program/RuntimeLibrary.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"

namespace mlir::autotune {

/// What takes the place of functions of the C library in programs.
struct ProgramHooks {
  int (*puts)(const char *line);
  void (*abort)();
};

/// Links a program to the runtime, the hooks and the C library.
llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
linkProgram(llvm::StringRef object, const RuntimeLibrary &runtime,
            const ProgramHooks &hooks);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROGRAM_PROGRAMLINKER_H

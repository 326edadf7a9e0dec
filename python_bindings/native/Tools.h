//===- Tools.h - The project's programs inside of Python --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PYTHON_BINDINGS_NATIVE_TOOLS_H
#define MLIR_AUTOTUNE_PYTHON_BINDINGS_NATIVE_TOOLS_H

#include <string>
#include <vector>

namespace mlir::autotune {

/// Registers the passes that pipelines can name: the project's, and those of
/// upstream that clean up.
void registerToolPasses();

/// Runs autotune-bench, or autotune-opt with the dialects of programs, as a
/// process of its own would. The first argument is its name. Returns the exit
/// code. Once in a process, for options keep their values.
int runTool(std::vector<std::string> arguments);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PYTHON_BINDINGS_NATIVE_TOOLS_H

//===- ProgramCompiler.h - A program from a module --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROGRAM_PROGRAMCOMPILER_H
#define MLIR_AUTOTUNE_PROGRAM_PROGRAMCOMPILER_H

#include "mlir-autotune/Program/ProgramImage.h"
#include "mlir-autotune/Transforms/Pipelines.h"

#include "mlir/IR/DialectRegistry.h"

#include <functional>

namespace mlir::autotune {

struct ProgramOptions {
  /// A product or a chip, as pass options have it: "h100".
  std::string target;
  /// Isa leaves it to the driver to assemble kernels; Sim is for the simulator.
  KernelFormat format = KernelFormat::Bin;
  /// The function that the program is. Its arguments and results are tensors.
  std::string entry = "main";
  /// The numbers of arguments whose buffers have the same address and elements
  /// in each call, beside those that have autotune.frozen in the module.
  std::vector<unsigned> frozen;
  /// Options of autotune-prepare ("fold-scales=true"), and further ones of
  /// autotune-compile ("table=default").
  std::string prepare, compile;
};

/// What the compiler has to say about a place of the module.
struct ProgramDiagnostic {
  /// "error", "warning", "remark" or "note".
  std::string severity;
  /// As MLIR prints it. Front ends keep places of the model's source in it.
  std::string location;
  std::string message;
};

/// Dialects and interfaces that modules may have and that their compilation
/// needs.
void registerProgramDialects(DialectRegistry &registry);

/// Compiles a module, as text or bytecode: prepares it, attaches configs to the
/// matmuls without one, and makes all of it kernels and host code that launches
/// them. An argument is never written to. Errors have been told to `diagnose`
/// if they belong to a place.
llvm::Expected<ProgramImage>
compileProgram(StringRef source, const ProgramOptions &options,
               std::function<void(const ProgramDiagnostic &)> diagnose);

/// A module as text, in which arguments of `entry` have autotune.frozen.
llvm::Expected<std::string>
freezeArguments(StringRef source, StringRef entry, ArrayRef<unsigned> numbers,
                std::function<void(const ProgramDiagnostic &)> diagnose);

/// Runs a pipeline of passes ("builtin.module(autotune-prepare)") on a module,
/// and returns it as text.
llvm::Expected<std::string>
runPipeline(StringRef source, StringRef pipeline,
            std::function<void(const ProgramDiagnostic &)> diagnose);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROGRAM_PROGRAMCOMPILER_H

//===- Input.h - Modules and shapes from files ------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_INPUT_H
#define MLIR_AUTOTUNE_TUNE_INPUT_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/FormProblems/SizeHints.h"
#include "mlir-autotune/Tune/Messages.h"
#include "mlir-autotune/Tuning/Problems.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

#include <memory>

namespace mlir::autotune::tune {

/// The text of options that say which unknown sizes to expect; both may be
/// empty.
struct SizeHintOptions {
  /// In the text of #autotune.sizes.
  std::string expect;
  /// The file of a profile.
  std::string profile;
};

/// Reads the options; faults of the profile become diagnostics.
llvm::Expected<SizeHints> readHints(const SizeHintOptions &options,
                                    MLIRContext &context);

/// A module with its context. As long as this object lives, MLIR's diagnostics
/// go to the messages, with the line that they refer to.
class InputModule {
public:
  InputModule(bool allowUnregisteredDialects, const Messages &messages);

  /// Reads text or bytecode from a file, or from the standard input ("-").
  /// Problems of convolutions become products that the target, or any known
  /// target if it is empty, can compute.
  llvm::Error parse(StringRef path, StringRef target);

  MLIRContext &getContext() { return context; }
  ModuleOp getModule() { return *module; }
  /// Writes the module as text. Errors name the path.
  llvm::Error write(StringRef path);

private:
  llvm::Error contractConvolutions(StringRef target);

  Messages messages;
  MLIRContext context;
  llvm::SourceMgr sources;
  std::unique_ptr<SourceMgrDiagnosticHandler> handler;
  OwningOpRef<ModuleOp> module;
};

/// Reads a file, which may be compressed (zstd). Errors name the file.
llvm::Expected<std::string> readInputFile(StringRef path);

/// Parses the target of an option. The error lists the known targets.
llvm::Expected<TargetInfo> parseTargetOption(StringRef text);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_INPUT_H

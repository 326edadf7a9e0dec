//===- Bundle.h - Writing a bundle ------------------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNING_BUNDLE_H
#define MLIR_AUTOTUNE_TUNING_BUNDLE_H

#include "mlir-autotune/Tuning/Builder.h"
#include "llvm/Support/JSON.h"

namespace mlir::autotune {

/// The text of a bundle's manifest.json (docs/reference/bundle.md). The same
/// build gives the same text, whatever the machine and the number of threads.
/// Problems are p0, p1, ..., good kernels k0, k1, ..., and candidates c0, c1,
/// ... in their order. TuningCandidate::kernel is an index into `kernels`.
/// Fails for a kernel that no bundle can describe, and for an epilogue that no
/// kernel can compute.
llvm::Expected<std::string> getManifest(ArrayRef<TuningProblem> problems,
                                        ArrayRef<CompiledKernel> kernels,
                                        const TargetInfo &target);

/// One object of a manifest's problems or kernels, with an id that the caller
/// chooses. A serving runner is sent these
/// (docs/reference/runner-protocol.md). The kernel must not have failed.
llvm::Expected<llvm::json::Object>
describeProblem(StringRef id, const TuningProblem &problem);
llvm::Expected<llvm::json::Object> describeKernel(StringRef id,
                                                  const CompiledKernel &kernel);

/// Checks that writeBundle can write to `path`: a folder can be made there,
/// and only a bundle and its own files are in the way. Called before kernels
/// are compiled, which takes long.
llvm::Error checkBundlePlace(StringRef path);

/// Writes manifest and cubins into the folder `path`, completely or not at
/// all. An existing bundle is replaced, also one of another version or build.
/// A folder with any other file is left unchanged, and the error names that
/// file.
llvm::Error writeBundle(StringRef path, ArrayRef<TuningProblem> problems,
                        ArrayRef<CompiledKernel> kernels,
                        const TargetInfo &target);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_BUNDLE_H

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

/// The text of a bundle's manifest.json (docs/reference/bundle.md): the same
/// for the same build, whatever the machine and the number of threads. Problems
/// are p0, p1,
/// ..., kernels that are good k0, k1, ..., candidates c0, c1, ... in their
/// order. Kernels are `kernels[TuningCandidate::kernel]`. Fails for a kernel
/// that no bundle can describe, and for an epilogue that no kernel can compute.
llvm::Expected<std::string> getManifest(ArrayRef<TuningProblem> problems,
                                        ArrayRef<CompiledKernel> kernels,
                                        const TargetInfo &target);

/// One object of a manifest's problems, and of its kernels, under an id of the
/// caller's: what a runner that serves is sent
/// (docs/reference/runner-protocol.md). The kernel must not have failed.
llvm::Expected<llvm::json::Object>
describeProblem(StringRef id, const TuningProblem &problem);
llvm::Expected<llvm::json::Object> describeKernel(StringRef id,
                                                  const CompiledKernel &kernel);

/// Whether writeBundle can write into `path` as things stand: a folder can be
/// made there, and nothing but a bundle and its own files is in its way. Asked
/// before kernels are compiled, which takes long.
llvm::Error checkBundlePlace(StringRef path);

/// Writes manifest and cubins into the folder `path`, which is there with all
/// of them or not at all. A bundle that is there is replaced, be it
/// of another version or build; a folder with any other file in it is left as
/// it is, and the error names what is in the way.
llvm::Error writeBundle(StringRef path, ArrayRef<TuningProblem> problems,
                        ArrayRef<CompiledKernel> kernels,
                        const TargetInfo &target);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_BUNDLE_H

//===- BuildReport.h - What a build says at its end -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_TUNE_BUILDREPORT_H
#define AUTOTUNE_LIB_TUNE_BUILDREPORT_H

#include "mlir-autotune/Tuning/Builder.h"

namespace mlir::autotune::tune {

/// For each problem the `top` best by the estimate, which is called one.
std::string formatEstimates(ArrayRef<TuningProblem> problems,
                            ArrayRef<CompiledKernel> kernels,
                            const TargetInfo &target, size_t top);

/// How many candidates of how many problems were built, from where, in what
/// time; the failures by name, with their configs.
std::string formatSummary(ArrayRef<TuningProblem> problems,
                          const BuildResult &result, const TargetInfo &target,
                          StringRef bundle);

} // namespace mlir::autotune::tune

#endif // AUTOTUNE_LIB_TUNE_BUILDREPORT_H

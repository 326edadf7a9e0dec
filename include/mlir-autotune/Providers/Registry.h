//===- Registry.h - All providers of kernels ------------------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROVIDERS_REGISTRY_H
#define MLIR_AUTOTUNE_PROVIDERS_REGISTRY_H

#include "mlir-autotune/Providers/KernelProvider.h"

namespace mlir::autotune {

/// One provider for each template, in the order of kernels_td/Templates.td. If
/// several serve a matmul, the first is preferred. They live as long as the
/// program.
ArrayRef<const KernelProvider *> getProviders();

/// The provider of the config's template.
const KernelProvider &getProvider(const Config &config);

/// Whether a provider that comes before this one serves the matmul.
bool isServedBefore(const KernelProvider &provider, const ProblemFact &fact,
                    const TargetInfo &target);

/// Whether some provider serves the matmul, but must copy an operand first.
bool mustCopy(const ProblemFact &fact, const TargetInfo &target);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROVIDERS_REGISTRY_H

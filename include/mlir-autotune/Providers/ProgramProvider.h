//===- ProgramProvider.h - Templates that are programs -------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROVIDERS_PROGRAMPROVIDER_H
#define MLIR_AUTOTUNE_PROVIDERS_PROGRAMPROVIDER_H

#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Providers/KernelProvider.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::autotune {

/// A provider whose configs are programs: of the tile dialect, or, if they take
/// addresses alone, a gpu.func with the attribute tile.abi.
class ProgramProvider : public KernelProvider {
public:
  /// Builds the kernel of a complete, legal config at the builder's insertion
  /// point, in a gpu.module. The fact's epilogue and prologue have been
  /// checked. Returns null, after an error at the builder's location, if there
  /// is none.
  ///
  /// A kernel of the tile dialect comes from createKernel
  /// (Kernels/CreateKernel.h), and this fills in its body.
  virtual Operation *build(ImplicitLocOpBuilder &b, StringRef name,
                           const ProblemFact &fact,
                           const Config &config) const = 0;

  const ProgramProvider *asProgramProvider() const final { return this; }
  const CallProvider *asCallProvider() const final { return nullptr; }

protected:
  using KernelProvider::KernelProvider;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROVIDERS_PROGRAMPROVIDER_H

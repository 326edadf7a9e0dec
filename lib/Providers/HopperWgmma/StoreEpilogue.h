//===- StoreEpilogue.h - What happens to the sums ------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_STOREEPILOGUE_H
#define MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_STOREEPILOGUE_H

#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Kernels/KernelOperands.h"

namespace mlir::autotune {

/// Adds up what the CTAs of a split hold, adds C where the matmul accumulates,
/// applies the fact's epilogue, and stores.
class StoreEpilogue {
public:
  /// Makes the staging buffers, at the start of the kernel. They may lie in
  /// `ring`.
  StoreEpilogue(ImplicitLocOpBuilder &b, const KernelOperands &problem,
                const HopperWgmmaConfig &config, Value ring);

  /// What the mainloop starts from: C's old values when it accumulates and the
  /// CTA has the whole sum, so that no registers are needed for them later.
  Value getInitial(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                   tile::FragmentType type) const;
  void finish(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop, Value sums,
              Value ring) const;

private:
  void reduceInCluster(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                       Value sums, Value ring) const;
  void collectShares(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                     Value sums) const;
  void store(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop, Value sums,
             Value column) const;

  const KernelOperands &problem;
  const HopperWgmmaConfig &config;
  Value staging;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_STOREEPILOGUE_H

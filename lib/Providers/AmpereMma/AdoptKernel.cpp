//===- AdoptKernel.cpp - Kernels of others as configs ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpereMma/AmpereMma.h"

#include "mlir-autotune/Providers/OutsideKernel.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;

/// `load` and `persistent` are left to the completion.
std::optional<Config> AmpereMma::adoptKernel(const ProblemFact &fact,
                                             const TargetInfo &target,
                                             const OutsideKernel &kernel,
                                             std::string &whyNot) const {
  // One CTA computes all of a tile, and none is in a cluster.
  if (kernel.splitK > 1 || kernel.cluster[0] * kernel.cluster[1] > 1) {
    whyNot = "the template has neither split K nor clusters";
    return std::nullopt;
  }
  unsigned rows = kernel.transposed, columns = !kernel.transposed;
  if (kernel.warpTile[0] <= 0 || kernel.warpTile[1] <= 0) {
    whyNot = "it has no tile of a warp";
    return std::nullopt;
  }
  int64_t warps[] = {
      llvm::divideCeilSigned(kernel.tile[rows], kernel.warpTile[rows]),
      llvm::divideCeilSigned(kernel.tile[columns], kernel.warpTile[columns])};
  int64_t tile[] = {kernel.tile[rows], kernel.tile[columns], kernel.tile[2]};
  Config config(getTemplate().getSchema());
  auto set = [&](StringRef param, ArrayRef<int64_t> values) {
    if (succeeded(config.set(param, values)))
      return true;
    whyNot = config.getSchema().lookupParam(param)->getFault(values);
    return false;
  };
  if (!set("tile", tile) || !set("warps", warps) ||
      !set("stages", kernel.stages))
    return std::nullopt;
  // An order without groups says nothing about L2.
  if (kernel.group > 1 && succeeded(config.set("group", kernel.group)))
    (void)config.setCase("raster", kernel.alongColumns != kernel.transposed
                                       ? "along_n"
                                       : "along_m");
  return config;
}

//===- AdoptKernel.cpp - Kernels of others as configs ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperWgmma/HopperSeeds.h"
#include "HopperWgmma/HopperWgmma.h"

#include "mlir-autotune/Providers/OutsideKernel.h"
#include "mlir-autotune/Space/KernelTemplate.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;

static constexpr int64_t kWarpsOfWarpgroup = 4;

/// The warpgroups that the kernel's warps make; 0 if they make no whole ones.
static int64_t countWarpgroups(const OutsideKernel &kernel) {
  int64_t warps = 1;
  for (unsigned axis : {0, 1}) {
    if (kernel.warpTile[axis] <= 0)
      return 0;
    warps *= llvm::divideCeilSigned(kernel.tile[axis], kernel.warpTile[axis]);
  }
  return warps % kWarpsOfWarpgroup == 0 ? warps / kWarpsOfWarpgroup : 0;
}

/// As many stages as fit when the kernel is persistent, and has the boxes of
/// its store beside the ring.
static int64_t limitToPersistent(const ProblemFact &fact,
                                 const TargetInfo &target,
                                 HopperWgmmaConfig config) {
  config.persistent = true;
  auto fits = [&] {
    return lookupKernelTemplate(HopperWgmmaConfig::kTemplateName)
               ->getResources(fact, target, config.toConfig())
               .sharedMemory <= target.sharedMemoryPerBlock;
  };
  while (config.stages > 2 && !fits())
    --config.stages;
  return config.stages;
}

/// The most stages that fit, 0 if no number does. Kernels of others have as
/// many as fit, too, but beside other buffers.
static int64_t countStages(const ProblemFact &fact, const TargetInfo &target,
                           HopperWgmmaConfig config) {
  int64_t rows = config.tile[0];
  if (config.consumers * kRowStep > rows)
    config.consumers = 1;
  // This has the fewest constraints.
  config.persistent = false;
  // What they add up through takes no shared memory, but either may be illegal.
  for (Store store : {Store::Tma, Store::Direct})
    for (Reduce reduce : {Reduce::Cluster, Reduce::Shares}) {
      config.store = store;
      config.reduce = reduce;
      if (takeDeepestRing(fact, target, config))
        return limitToPersistent(fact, target, config);
    }
  return 0;
}

/// `schedule`, `persistent`, `store` and hints have no counterpart: they are
/// left to the completion.
std::optional<Config> HopperWgmma::adoptKernel(const ProblemFact &fact,
                                               const TargetInfo &target,
                                               const OutsideKernel &kernel,
                                               std::string &whyNot) const {
  HopperWgmmaConfig typed;
  typed.swap = kernel.transposed;
  bool turns = kernel.tile[0] % kRowStep != 0;
  if (turns)
    typed.swap = !typed.swap;
  typed.tile = {kernel.tile[turns], kernel.tile[!turns], kernel.tile[2]};
  typed.cluster = {kernel.cluster[turns], kernel.cluster[!turns]};
  // Only powers of two are legal: the next one below.
  typed.splitK = std::max<int64_t>(
      1,
      int64_t(llvm::bit_floor(uint64_t(std::max<int64_t>(1, kernel.splitK)))));
  int64_t consumers = countWarpgroups(kernel);
  bool hasConsumers =
      consumers > 1 && typed.tile[0] % (consumers * kRowStep) == 0;
  if (hasConsumers)
    typed.consumers = consumers;

  Config config(getTemplate().getSchema());
  auto set = [&](StringRef param, ArrayRef<int64_t> values) {
    return setAdopted(config, param, values, whyNot);
  };
  if (!set("tile", typed.tile) || !set("cluster", typed.cluster) ||
      !set("split_k", typed.splitK) || !set("swap", int64_t(typed.swap)))
    return std::nullopt;
  if (hasConsumers && !set("consumers", consumers))
    return std::nullopt;
  if (int64_t stages = countStages(fact, target, typed))
    (void)config.set("stages", stages);
  adoptRaster(config, kernel, turns);
  return config;
}

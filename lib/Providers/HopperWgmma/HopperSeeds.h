//===- HopperSeeds.h - What the heuristics for hopper_wgmma share ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_HOPPERSEEDS_H
#define MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_HOPPERSEEDS_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Problem/ProblemFact.h"
#include "mlir-autotune/Providers/SeedHeuristic.h"

namespace mlir::autotune {

/// The steps in which wgmma's tiles are cut.
inline constexpr int64_t kRowStep = 64;
inline constexpr int64_t kColumnStep = 8;

/// Whether the template can serve the matmul with any config at all.
bool canUseHopper(const ProblemFact &fact, const TargetInfo &target);
/// Whether TMA can load A and B for wgmma as they lie.
bool areLoadedInPlace(const ProblemFact &fact);
/// The largest legal value of a component of a parameter.
int64_t getLargest(StringRef param, unsigned component);

/// Whether the config is legal.
bool isLegal(const ProblemFact &fact, const TargetInfo &target,
             const HopperWgmmaConfig &config);

/// Whether another config does the same work at least as well.
bool isRedundant(const ProblemFact &fact, const TargetInfo &target,
                 const HopperWgmmaConfig &config);

/// A row of Seeds.td as the config of a matmul: its depth is of elements of 2
/// bytes, and others take as many bytes, up to the deepest there is. Integers
/// that are converted come to the left, whatever the row says of swapping. Sums
/// of 8-bit floats are promoted soon enough, and both sets of them fit the
/// registers.
HopperWgmmaConfig startSeed(const ProblemFact &fact, const Config &row);

/// Whether a thread has the registers for the sums of the config's tile: of
/// rows of twice the tile that others have, only where two are in a register.
bool hasRegistersForSums(const ProblemFact &fact,
                         const HopperWgmmaConfig &config);

/// The partial configs that a heuristic of hopper_wgmma starts from; where
/// wgmma takes an operand only transposed, each for every way to come by that.
SmallVector<Config> getSeedRows(const ProblemFact &fact, StringRef heuristic);

/// Gives a config that transposes what is loaded tiles that can be; of others
/// matrices that TMA can't load for wgmma are packed, or copied.
void fitToLoad(const ProblemFact &fact, HopperWgmmaConfig &config);

/// Adds to each that transposes what is loaded the same computed as C^T: then
/// it is the other side of the tile, be it shorter, that is transposed. And to
/// each of many columns that starts products in turn the same without.
void addVariants(const ProblemFact &fact, const TargetInfo &target,
                 SmallVectorImpl<HopperWgmmaConfig> &seeds);

/// Whether TMA can store C, whose rows are aligned then.
bool canStoreByTma(const ProblemFact &fact);

/// Gives `config` the largest number of stages that is legal, at least
/// `minimum`. Where TMA can't store C, `store` becomes copy; when every number
/// is illegal then, direct. The config is fitted to how its operands are
/// loaded, and columns go up to a width that wgmma has. False when nothing is
/// legal; then `config` is as it was.
bool takeDeepestRing(const ProblemFact &fact, const TargetInfo &target,
                     HopperWgmmaConfig &config, int64_t minimum = 2);

/// The same for threads that copy, whatever TMA can load.
bool takeCopyingRing(const ProblemFact &fact, const TargetInfo &target,
                     HopperWgmmaConfig &config);

/// The rows of a product: of a group, the mean of those that have some.
int64_t getTypicalRows(const ProblemFact &fact);

/// How many products there are; of a batch that is not known, one.
int64_t getKnownBatch(const ProblemFact &fact);

/// Tiles of the config in the whole product, or in all of a batch; the sizes
/// must be static.
int64_t countTiles(const ProblemFact &fact, const HopperWgmmaConfig &config);

/// The axes of a tile, each along an operand.
enum class Axis { Rows, Columns };

/// Has L2 drop the operand along `axis` first, if it is hardly read again: once
/// for each tile along the other axis. Whether it does; the sizes must be
/// static.
bool evictStreamed(const ProblemFact &fact, Axis axis,
                   HopperWgmmaConfig &config);
/// The same for the columns' operand or else the rows'.
void evictStreamed(const ProblemFact &fact, HopperWgmmaConfig &config);

/// Configs without duplicates, the best estimate first; equals keep their
/// order.
SmallVector<Config> rankByEstimate(const ProblemFact &fact,
                                   const TargetInfo &target,
                                   ArrayRef<HopperWgmmaConfig> configs);

/// A heuristic for matmuls of known M and N. Where it has nothing to say it has
/// no seed: to know that takes as long as making them.
class HopperHeuristic : public SeedHeuristic {
public:
  bool isEligible(const ProblemFact &fact,
                  const TargetInfo &target) const override;
  /// Ranked by estimate, without the hopeless ones.
  llvm::Expected<SmallVector<Config>>
  getSeedConfigs(const ProblemFact &fact,
                 const TargetInfo &target) const override;

protected:
  /// Legal configs, in any order.
  virtual SmallVector<HopperWgmmaConfig>
  createSeeds(const ProblemFact &fact, const TargetInfo &target) const = 0;
};

/// Each is in the file of its name.
std::unique_ptr<SeedHeuristic> createSkinnyGemmHeuristic();
std::unique_ptr<SeedHeuristic> createClusterM2Heuristic();
std::unique_ptr<SeedHeuristic> createOneWaveHeuristic();
std::unique_ptr<SeedHeuristic> createSplitKHeuristic();
std::unique_ptr<SeedHeuristic> createWaveFillHeuristic();
std::unique_ptr<SeedHeuristic> createConvBlocksHeuristic();

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_HOPPERSEEDS_H

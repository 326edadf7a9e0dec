//===- HopperSeeds.cpp - What the heuristics for hopper_wgmma share -------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperWgmma/HopperSeeds.h"
#include "Common/SeedTables.h"
#include "HopperWgmma/RasterGroups.h"

#include "mlir-autotune/Providers/Ranking.h"
#include "mlir-autotune/Space/Formulas.h"
#include "mlir-autotune/Space/KernelTemplate.h"
#include "mlir-autotune/Space/Quantities.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;

static const KernelTemplate &getHopperTemplate() {
  static const KernelTemplate *kernel =
      lookupKernelTemplate(HopperWgmmaConfig::kTemplateName);
  return *kernel;
}

int64_t autotune::getLargest(StringRef param, unsigned component) {
  return getHopperTemplate()
      .getSchema()
      .lookupParam(param)
      ->components[component]
      .getDomain(DomainLevel::Legal)
      .back();
}

bool autotune::canUseHopper(const MatmulFact &fact, const TargetInfo &target) {
  return !getHopperTemplate().check(fact, target);
}

bool autotune::areLoadedInPlace(const MatmulFact &fact) {
  return isLoadedInPlace(fact, /*isB=*/false) &&
         isLoadedInPlace(fact, /*isB=*/true);
}

static bool arePackable(const MatmulFact &fact) {
  return isPackable(fact, /*isB=*/false) && isPackable(fact, /*isB=*/true);
}

bool autotune::isLegal(const MatmulFact &fact, const TargetInfo &target,
                       const HopperWgmmaConfig &config) {
  return !getHopperTemplate().check(fact, target, config.toConfig());
}

bool autotune::isRedundant(const MatmulFact &fact, const TargetInfo &target,
                           const HopperWgmmaConfig &config) {
  return getHopperTemplate()
      .checkRedundancy(fact, target, config.toConfig())
      .has_value();
}

/// A warpgroup takes the registers that the second consumer of a ping-pong has,
/// and sums are fewer columns.
static void fitSplit(const MatmulFact &fact, HopperWgmmaConfig &config) {
  if (config.schedule == Schedule::Pingpong) {
    config.schedule = Schedule::Cooperative;
    config.consumers = 1;
  }
  TargetInfo any;
  int64_t rows = hopper_wgmma::rowsPerConsumer(config, fact, any);
  int64_t most = hopper_wgmma::accumulatorLimit(config, fact, any) * 128 / rows;
  most = std::min(most, hopper_wgmma::mostColumns(config, fact, any));
  config.tile[1] = std::min(config.tile[1], most / kColumnStep * kColumnStep);
}

HopperWgmmaConfig autotune::startSeed(const MatmulFact &fact,
                                      const Config &row) {
  HopperWgmmaConfig config = HopperWgmmaConfig::fromConfig(row.withDefaults());
  TargetInfo any;
  int64_t deepest = getLargest("tile", 2);
  int64_t bits = hopper_wgmma::elementBits(config, fact, any);
  config.tile[2] = std::min(config.tile[2] * 16 / bits, deepest);
  // What is converted is the left operand.
  if (hopper_wgmma::convertsRows(config, fact, any))
    config.swap = fact.convertsB();
  if (hopper_wgmma::splits(config, fact, any))
    fitSplit(fact, config);
  if (!fact.multipliesFloat8())
    return config;
  config.tile[2] = std::min(config.tile[2], kShortSumDepth);
  int64_t rows = hopper_wgmma::rowsPerConsumer(config, fact, any);
  int64_t most = hopper_wgmma::accumulatorLimit(config, fact, any) * 128 /
                 (rows * hopper_wgmma::accumulatorSets(config, fact, any));
  config.tile[1] = std::min(config.tile[1], most / kColumnStep * kColumnStep);
  // Fewer, until blocks of scales begin with tiles and fit beside the sums.
  auto isFit = [&] {
    return getUnfitScaleColumns(fact, config.swap, config.tile[1]) == 0 &&
           hopper_wgmma::accumulators(config, fact, any) +
                   hopper_wgmma::scaleRegisters(config, fact, any) <=
               hopper_wgmma::accumulatorLimit(config, fact, any);
  };
  if (fact.isScaled())
    while (config.tile[1] > kColumnStep && !isFit())
      config.tile[1] -= kColumnStep;
  return config;
}

bool autotune::hasRegistersForSums(const MatmulFact &fact,
                                   const HopperWgmmaConfig &config) {
  TargetInfo any;
  return hopper_wgmma::accumulators(config, fact, any) <=
         hopper_wgmma::accumulatorLimit(config, fact, any);
}

/// Of weights that are converted and few columns beside them, what a ring holds
/// at most: with more on its way memory is slower (of bf16 by i4 and i8, 16
/// rows of A by 28672x4096, rings of 120 KB take 25.8 and 43.8 us, of 200
/// KB 28.8 and 44.9; 144 KB are as good at 32 rows; NVIDIA H100).
static constexpr int64_t kConvertedRingBytes = 144 << 10;
static constexpr int64_t kFewColumns = 32;

/// The most stages that shared memory holds; a formula that is linear in stages
/// is solved instead of tried, for this runs for every seed of every matmul.
static int64_t getStageLimit(const MatmulFact &fact, const TargetInfo &target,
                             HopperWgmmaConfig config) {
  const KernelTemplate &kernel = getHopperTemplate();
  config.stages = 2;
  int64_t two =
      kernel.getResources(fact, target, config.toConfig()).sharedMemory;
  config.stages = 3;
  int64_t each =
      kernel.getResources(fact, target, config.toConfig()).sharedMemory - two;
  // The driver keeps 1024 bytes for each CTA.
  int64_t available =
      std::min(target.sharedMemoryPerBlock,
               target.sharedMemoryPerSM / config.ctasPerSm - 1024);
  int64_t limit =
      std::min((available - two) / each + 2, getLargest("stages", 0));
  if (fact.convertsFactor() && !fact.hasWidePrologue() &&
      config.tile[1] <= kFewColumns)
    limit = std::min(
        limit,
        std::max<int64_t>(kConvertedRingBytes / (each * config.ctasPerSm), 2));
  // One tile's steps are all that the ring of a CTA with one tile ever holds.
  if (!config.persistent && !ShapedType::isDynamic(fact.k)) {
    int64_t steps = llvm::divideCeil(llvm::divideCeil(fact.k, config.tile[2]),
                                     config.splitK);
    limit = std::min(limit, std::max<int64_t>(steps, 2));
  }
  return limit;
}

/// Whether consumers are proposed to start products in turn: 5 % less with
/// scales of groups, 4 % with 4-bit integers beside 64 rows and with most tiles
/// of more (NVIDIA H100).
static bool startsInTurn(const MatmulFact &fact,
                         const HopperWgmmaConfig &config) {
  return fact.convertsFactor() && config.consumers > 1 &&
         config.schedule == Schedule::Cooperative;
}

/// As takeDeepestRing, of a config that says how its operands are loaded.
static bool takeRing(const MatmulFact &fact, const TargetInfo &target,
                     HopperWgmmaConfig &config, int64_t minimum) {
  HopperWgmmaConfig attempt = config;
  attempt.tile[1] = roundUpToWgmma(fact.accumulator, config.tile[1]);
  attempt.inTurn = startsInTurn(fact, attempt);
  // Hints are TMA's.
  if (attempt.load == Load::Copy)
    attempt.evictFirst = EvictFirst::None;
  // Where TMA can't store C, threads would store elements one by one: copies
  // serve. Where it can, but not this tile, they store 16 bytes at once.
  Store staged = isTmaStorable(fact.c, fact.n) ? config.store : Store::Copy;
  for (Store store : {staged, Store::Direct}) {
    attempt.store = store;
    attempt.stages = getStageLimit(fact, target, attempt);
    if (attempt.stages >= minimum && isLegal(fact, target, attempt)) {
      config = attempt;
      return true;
    }
    if (store == Store::Direct)
      break;
  }
  return false;
}

/// Makes of the tile one that is transposed as it is loaded: lines of 128 bytes
/// along both sides, and sums that fit what threads start with.
static void fitTransposed(const MatmulFact &fact, HopperWgmmaConfig &config) {
  TargetInfo any;
  int64_t leftLine =
      1024 / std::max<int64_t>(8, hopper_wgmma::leftBits(config, fact, any));
  if (hopper_wgmma::transposesLeft(config, fact, any) &&
      config.tile[0] % leftLine) {
    config.tile[0] = llvm::alignTo(config.tile[0], leftLine);
    // As many as there were have their 64 rows, and more.
    if (config.schedule == Schedule::Cooperative)
      config.consumers = std::min<int64_t>(config.tile[0] / kRowStep, 2);
  }
  int64_t step = kColumnStep;
  if (hopper_wgmma::transposesRight(config, fact, any))
    step = hopper_wgmma::rightChunk(config, fact, any);
  config.tile[1] = llvm::alignTo(config.tile[1], step);
  auto isFit = [&] {
    return hopper_wgmma::wholeSumRegisters(config, fact, any) +
               hopper_wgmma::convertedRegisters(config, fact, any) +
               hopper_wgmma::prologueRegisters(config, fact, any) +
               hopper_wgmma::scaleRegisters(config, fact, any) <=
           hopper_wgmma::transposedLimit(config, fact, any);
  };
  while (config.tile[1] > step && !isFit())
    config.tile[1] -= step;
}

void autotune::fitToLoad(const MatmulFact &fact, HopperWgmmaConfig &config) {
  if (areLoadedInPlace(fact))
    return;
  if (config.load == Load::Transpose)
    return fitTransposed(fact, config);
  config.load = arePackable(fact) ? Load::Pack : Load::Copy;
}

bool autotune::takeDeepestRing(const MatmulFact &fact, const TargetInfo &target,
                               HopperWgmmaConfig &config, int64_t minimum) {
  HopperWgmmaConfig attempt = config;
  fitToLoad(fact, attempt);
  if (!takeRing(fact, target, attempt, minimum))
    return false;
  config = attempt;
  return true;
}

static int64_t countTiles(const MatmulFact &fact, Axis axis,
                          const HopperWgmmaConfig &config) {
  bool isM = (axis == Axis::Rows) != config.swap;
  int64_t tile = config.tile[static_cast<int>(axis)];
  return isM ? countRowTiles(fact, tile) : llvm::divideCeil(fact.n, tile);
}

int64_t autotune::getTypicalRows(const MatmulFact &fact) {
  int64_t problems =
      llvm::count_if(fact.group, [](int64_t rows) { return rows != 0; });
  return ShapedType::isDynamic(fact.m) || problems == 0
             ? fact.m
             : ceilDiv(fact.m, problems);
}

int64_t autotune::getKnownBatch(const MatmulFact &fact) {
  return ShapedType::isDynamic(fact.batch) ? 1 : fact.batch;
}

int64_t autotune::countTiles(const MatmulFact &fact,
                             const HopperWgmmaConfig &config) {
  // As much as can be counted: sizes are any.
  return multiplySizes(multiplySizes(::countTiles(fact, Axis::Rows, config),
                                     ::countTiles(fact, Axis::Columns, config)),
                       getKnownBatch(fact));
}

/// An operand read more often than this is worth keeping in L2.
static constexpr int64_t kStreamedReads = 2;

bool autotune::evictStreamed(const MatmulFact &fact, Axis axis,
                             HopperWgmmaConfig &config) {
  Axis other = axis == Axis::Rows ? Axis::Columns : Axis::Rows;
  if (::countTiles(fact, other, config) > kStreamedReads)
    return false;
  bool isA = (axis == Axis::Rows) != config.swap;
  // The next product of a batch may be of the same matrix.
  if (fact.isBatched() && (isA ? fact.a : fact.b).batchStride == 0)
    return false;
  config.evictFirst = isA ? EvictFirst::A : EvictFirst::B;
  return true;
}

void autotune::evictStreamed(const MatmulFact &fact,
                             HopperWgmmaConfig &config) {
  if (!evictStreamed(fact, Axis::Columns, config))
    evictStreamed(fact, Axis::Rows, config);
}

SmallVector<Config>
autotune::rankByEstimate(const MatmulFact &fact, const TargetInfo &target,
                         ArrayRef<HopperWgmmaConfig> configs) {
  llvm::SetVector<Config, SmallVector<Config>> distinct;
  for (const HopperWgmmaConfig &config : configs)
    distinct.insert(config.toConfig());
  return rankByEstimate(fact, target, distinct.getArrayRef());
}

bool HopperHeuristic::isEligible(const MatmulFact &fact,
                                 const TargetInfo &target) const {
  return !ShapedType::isDynamic(fact.m) && !ShapedType::isDynamic(fact.n) &&
         canUseHopper(fact, target);
}

SmallVector<Config> autotune::getSeedRows(const MatmulFact &fact,
                                          StringRef heuristic) {
  SmallVector<Config> rows = getSeedRows(heuristic);
  if (areLoadedInPlace(fact) || !isTransposable(fact))
    return rows;
  SmallVector<Config> loaded;
  for (const Config &row : rows)
    for (Load load : {Load::Transpose, Load::Pack}) {
      if (load == Load::Pack && !arePackable(fact))
        continue;
      loaded.push_back(row);
      LogicalResult isSet =
          loaded.back().set("load", static_cast<int64_t>(load));
      assert(succeeded(isSet) && "hopper_wgmma loads so");
      (void)isSet;
    }
  return loaded;
}

/// From so many columns on products in turn may take longer: 2 % with the
/// fastest of 256 rows (NVIDIA H100). Beside fewer they never did.
static constexpr int64_t kManyColumns = 128;

void autotune::addVariants(const MatmulFact &fact, const TargetInfo &target,
                           SmallVectorImpl<HopperWgmmaConfig> &seeds) {
  for (size_t i = 0, count = seeds.size(); i < count; ++i) {
    if (seeds[i].load != Load::Transpose)
      continue;
    HopperWgmmaConfig swapped = seeds[i];
    swapped.swap = !swapped.swap;
    if (takeDeepestRing(fact, target, swapped) &&
        !isRedundant(fact, target, swapped))
      seeds.push_back(swapped);
  }
  for (size_t i = 0, count = seeds.size(); i < count; ++i) {
    HopperWgmmaConfig atOnce = seeds[i];
    if (!atOnce.inTurn || atOnce.tile[1] < kManyColumns)
      continue;
    atOnce.inTurn = false;
    seeds.push_back(atOnce);
  }
}

llvm::Expected<SmallVector<Config>>
HopperHeuristic::getSeedConfigs(const MatmulFact &fact,
                                const TargetInfo &target) const {
  SmallVector<HopperWgmmaConfig> seeds = createSeeds(fact, target);
  addVariants(fact, target, seeds);
  return fitGroups(
      fact, target,
      dropHopeless(fact, target, rankByEstimate(fact, target, seeds)));
}

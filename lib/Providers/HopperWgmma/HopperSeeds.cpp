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

bool autotune::canUseHopper(const ProblemFact &fact, const TargetInfo &target) {
  return !getHopperTemplate().check(fact, target);
}

bool autotune::areLoadedInPlace(const ProblemFact &fact) {
  const auto &matmul = fact.getMatmul();
  return isLoadedInPlace(matmul, /*isB=*/false) &&
         isLoadedInPlace(matmul, /*isB=*/true);
}

static bool arePackable(const ProblemFact &fact) {
  const auto &matmul = fact.getMatmul();
  return isPackable(matmul, /*isB=*/false) && isPackable(matmul, /*isB=*/true);
}

bool autotune::isLegal(const ProblemFact &fact, const TargetInfo &target,
                       const HopperWgmmaConfig &config) {
  return !getHopperTemplate().check(fact, target, config.toConfig());
}

bool autotune::isRedundant(const ProblemFact &fact, const TargetInfo &target,
                           const HopperWgmmaConfig &config) {
  return getHopperTemplate()
      .checkRedundancy(fact, target, config.toConfig())
      .has_value();
}

/// A warpgroup takes the registers that the second consumer of a ping-pong has,
/// and sums are fewer columns.
static void fitSplit(const ProblemFact &fact, HopperWgmmaConfig &config) {
  const auto &matmul = fact.getMatmul();
  if (config.schedule == Schedule::Pingpong) {
    config.schedule = Schedule::Cooperative;
    config.consumers = 1;
  }
  TargetInfo any;
  int64_t rows = hopper_wgmma::rowsPerConsumer(config, matmul, any);
  int64_t most =
      hopper_wgmma::accumulatorLimit(config, matmul, any) * 128 / rows;
  most = std::min(most, hopper_wgmma::mostColumns(config, matmul, any));
  config.tile[1] = std::min(config.tile[1], most / kColumnStep * kColumnStep);
}

HopperWgmmaConfig autotune::startSeed(const ProblemFact &fact,
                                      const Config &row) {
  const auto &matmul = fact.getMatmul();
  HopperWgmmaConfig config = HopperWgmmaConfig::fromConfig(row.withDefaults());
  TargetInfo any;
  int64_t deepest = getLargest("tile", 2);
  int64_t bits = hopper_wgmma::elementBits(config, matmul, any);
  config.tile[2] = std::min(config.tile[2] * 16 / bits, deepest);
  // What is converted is the left operand.
  if (hopper_wgmma::convertsRows(config, matmul, any))
    config.swap = matmul.convertsB();
  if (hopper_wgmma::splits(config, matmul, any))
    fitSplit(fact, config);
  if (!matmul.multipliesFloat8())
    return config;
  config.tile[2] = std::min(config.tile[2], kShortSumDepth);
  int64_t rows = hopper_wgmma::rowsPerConsumer(config, matmul, any);
  int64_t most = hopper_wgmma::accumulatorLimit(config, matmul, any) * 128 /
                 (rows * hopper_wgmma::accumulatorSets(config, matmul, any));
  config.tile[1] = std::min(config.tile[1], most / kColumnStep * kColumnStep);
  // Fewer, until blocks of scales begin with tiles and fit beside the sums.
  auto isFit = [&] {
    int64_t columns = hopper_wgmma::outputColumns(config, matmul, any);
    return getUnfitScaleColumns(matmul, config.swap, columns) == 0 &&
           hopper_wgmma::accumulators(config, matmul, any) +
                   hopper_wgmma::scaleRegisters(config, matmul, any) <=
               hopper_wgmma::accumulatorLimit(config, matmul, any);
  };
  if (matmul.isScaled())
    while (config.tile[1] > kColumnStep && !isFit())
      config.tile[1] -= kColumnStep;
  return config;
}

bool autotune::hasRegistersForSums(const ProblemFact &fact,
                                   const HopperWgmmaConfig &config) {
  const auto &matmul = fact.getMatmul();
  TargetInfo any;
  return hopper_wgmma::accumulators(config, matmul, any) <=
         hopper_wgmma::accumulatorLimit(config, matmul, any);
}

/// Of weights that are converted and few columns beside them, what a ring holds
/// at most: with more on its way memory is slower (of bf16 by i4 and i8, 16
/// rows of A by 28672x4096, rings of 120 KB take 25.8 and 43.8 us, of 200
/// KB 28.8 and 44.9; 144 KB are as good at 32 rows; NVIDIA H100).
static constexpr int64_t kConvertedRingBytes = 144 << 10;
static constexpr int64_t kFewColumns = 32;

/// The most stages that shared memory holds; a formula that is linear in stages
/// is solved instead of tried, for this runs for every seed of every matmul.
static int64_t getStageLimit(const ProblemFact &fact, const TargetInfo &target,
                             HopperWgmmaConfig config) {
  const auto &matmul = fact.getMatmul();
  const KernelTemplate &kernel = getHopperTemplate();
  auto getBytes = [&](int64_t stages) {
    config.stages = stages;
    return kernel.getResources(fact, target, config.toConfig()).sharedMemory;
  };
  // A long ring holds the boxes of a store, too.
  int64_t most = getLargest("stages", 0);
  int64_t each = getBytes(most) - getBytes(most - 1);
  int64_t two = getBytes(most) - (most - 2) * each;
  // The driver keeps 1024 bytes for each CTA.
  int64_t available =
      std::min(target.sharedMemoryPerBlock,
               target.sharedMemoryPerSM / config.ctasPerSm - 1024);
  int64_t limit = std::min((available - two) / each + 2, most);
  // A short one does not.
  if (limit >= 2 && getBytes(limit) > available)
    limit -= llvm::divideCeil(getBytes(limit) - available, each);
  if (matmul.convertsFactor() && !matmul.hasWidePrologue() &&
      config.tile[1] <= kFewColumns)
    limit = std::min(
        limit,
        std::max<int64_t>(kConvertedRingBytes / (each * config.ctasPerSm), 2));
  // One tile's steps are all that the ring of a CTA with one tile ever holds.
  if (!config.persistent && !ShapedType::isDynamic(matmul.k)) {
    int64_t steps = llvm::divideCeil(llvm::divideCeil(matmul.k, config.tile[2]),
                                     config.splitK);
    limit = std::min(limit, std::max<int64_t>(steps, 2));
  }
  return limit;
}

/// Whether consumers are proposed to start products in turn: 5 % less with
/// scales of groups, 4 % with 4-bit integers beside 64 rows and with most tiles
/// of more (NVIDIA H100).
static bool startsInTurn(const ProblemFact &fact,
                         const HopperWgmmaConfig &config) {
  return fact.getMatmul().convertsFactor() && config.consumers > 1 &&
         config.schedule == Schedule::Cooperative;
}

bool autotune::canStoreByTma(const ProblemFact &fact) {
  return isTmaStorable(fact.getMatmul().c, fact.getMatmul().n);
}

/// As takeDeepestRing, of a config that says how its operands are loaded.
static bool takeRing(const ProblemFact &fact, const TargetInfo &target,
                     HopperWgmmaConfig &config, int64_t minimum) {
  const auto &matmul = fact.getMatmul();
  HopperWgmmaConfig attempt = config;
  attempt.tile[1] = roundUpToWgmma(matmul.accumulator, config.tile[1]);
  attempt.inTurn = startsInTurn(fact, attempt);
  // Hints are TMA's.
  if (attempt.load == Load::Copy)
    attempt.evictFirst = EvictFirst::None;
  // Where TMA can't store C, threads would store elements one by one: copies
  // serve. Where it can, but not this tile, they store 16 bytes at once.
  Store staged = canStoreByTma(fact) ? config.store : Store::Copy;
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
static void fitTransposed(const ProblemFact &fact, HopperWgmmaConfig &config) {
  const auto &matmul = fact.getMatmul();
  TargetInfo any;
  int64_t leftLine =
      1024 / std::max<int64_t>(8, hopper_wgmma::leftBits(config, matmul, any));
  if (hopper_wgmma::transposesLeft(config, matmul, any) &&
      config.tile[0] % leftLine) {
    config.tile[0] = llvm::alignTo(config.tile[0], leftLine);
    // As many as there were have their 64 rows, and more.
    if (config.schedule == Schedule::Cooperative)
      config.consumers = std::min<int64_t>(config.tile[0] / kRowStep, 2);
  }
  int64_t step = kColumnStep;
  if (hopper_wgmma::transposesRight(config, matmul, any))
    step = hopper_wgmma::rightChunk(config, matmul, any);
  config.tile[1] = llvm::alignTo(config.tile[1], step);
  auto isFit = [&] {
    return hopper_wgmma::wholeSumRegisters(config, matmul, any) +
               hopper_wgmma::convertedRegisters(config, matmul, any) +
               hopper_wgmma::prologueRegisters(config, matmul, any) +
               hopper_wgmma::scaleRegisters(config, matmul, any) <=
           hopper_wgmma::transposedLimit(config, matmul, any);
  };
  while (config.tile[1] > step && !isFit())
    config.tile[1] -= step;
}

void autotune::fitToLoad(const ProblemFact &fact, HopperWgmmaConfig &config) {
  if (areLoadedInPlace(fact))
    return;
  if (config.load == Load::Transpose)
    return fitTransposed(fact, config);
  config.load = arePackable(fact) ? Load::Pack : Load::Copy;
}

bool autotune::takeDeepestRing(const ProblemFact &fact,
                               const TargetInfo &target,
                               HopperWgmmaConfig &config, int64_t minimum) {
  HopperWgmmaConfig attempt = config;
  fitToLoad(fact, attempt);
  if (!takeRing(fact, target, attempt, minimum))
    return false;
  config = attempt;
  return true;
}

bool autotune::takeCopyingRing(const ProblemFact &fact,
                               const TargetInfo &target,
                               HopperWgmmaConfig &config) {
  constexpr int64_t kLeastStages = 2;
  config.load = Load::Copy;
  return takeRing(fact, target, config, kLeastStages);
}

static int64_t countTiles(const ProblemFact &fact, Axis axis,
                          const HopperWgmmaConfig &config) {
  const auto &matmul = fact.getMatmul();
  bool isM = (axis == Axis::Rows) != config.swap;
  int64_t tile = config.tile[static_cast<int>(axis)];
  return isM ? countRowTiles(matmul, tile) : llvm::divideCeil(matmul.n, tile);
}

int64_t autotune::getTypicalRows(const ProblemFact &fact) {
  const auto &matmul = fact.getMatmul();
  int64_t problems =
      llvm::count_if(matmul.group, [](int64_t rows) { return rows != 0; });
  return ShapedType::isDynamic(matmul.m) || problems == 0
             ? matmul.m
             : ceilDiv(matmul.m, problems);
}

int64_t autotune::getKnownBatch(const ProblemFact &fact) {
  const auto &matmul = fact.getMatmul();
  return ShapedType::isDynamic(matmul.batch) ? 1 : matmul.batch;
}

int64_t autotune::countTiles(const ProblemFact &fact,
                             const HopperWgmmaConfig &config) {
  // As much as can be counted: sizes are any.
  return multiplySizes(multiplySizes(::countTiles(fact, Axis::Rows, config),
                                     ::countTiles(fact, Axis::Columns, config)),
                       getKnownBatch(fact));
}

/// An operand read more often than this is worth keeping in L2.
static constexpr int64_t kStreamedReads = 2;

bool autotune::evictStreamed(const ProblemFact &fact, Axis axis,
                             HopperWgmmaConfig &config) {
  const auto &matmul = fact.getMatmul();
  Axis other = axis == Axis::Rows ? Axis::Columns : Axis::Rows;
  if (::countTiles(fact, other, config) > kStreamedReads)
    return false;
  bool isA = (axis == Axis::Rows) != config.swap;
  // The next product of a batch may be of the same matrix.
  if (matmul.isBatched() && (isA ? matmul.a : matmul.b).batchStride == 0)
    return false;
  config.evictFirst = isA ? EvictFirst::A : EvictFirst::B;
  return true;
}

void autotune::evictStreamed(const ProblemFact &fact,
                             HopperWgmmaConfig &config) {
  if (!evictStreamed(fact, Axis::Columns, config))
    evictStreamed(fact, Axis::Rows, config);
}

SmallVector<Config>
autotune::rankByEstimate(const ProblemFact &fact, const TargetInfo &target,
                         ArrayRef<HopperWgmmaConfig> configs) {
  llvm::SetVector<Config, SmallVector<Config>> distinct;
  for (const HopperWgmmaConfig &config : configs)
    distinct.insert(config.toConfig());
  return rankByEstimate(fact, target, distinct.getArrayRef());
}

bool HopperHeuristic::isEligible(const ProblemFact &fact,
                                 const TargetInfo &target) const {
  const auto &matmul = fact.getMatmul();
  return !ShapedType::isDynamic(matmul.m) && !ShapedType::isDynamic(matmul.n) &&
         canUseHopper(fact, target);
}

SmallVector<Config> autotune::getSeedRows(const ProblemFact &fact,
                                          StringRef heuristic) {
  SmallVector<Config> rows = getSeedRows(heuristic);
  if (areLoadedInPlace(fact) || !isTransposable(fact.getMatmul()))
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

/// The same tile for threads that copy, without the start of packing.
static std::optional<HopperWgmmaConfig>
createCopied(const ProblemFact &fact, const TargetInfo &target,
             const HopperWgmmaConfig &packed) {
  HopperWgmmaConfig copied = packed;
  copied.cluster = {1, 1};
  if (packed.load != Load::Pack || !isPackedInVain(fact.getMatmul()) ||
      !takeCopyingRing(fact, target, copied) ||
      isRedundant(fact, target, copied))
    return std::nullopt;
  return copied;
}

void autotune::addVariants(const ProblemFact &fact, const TargetInfo &target,
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
  for (size_t i = 0, count = seeds.size(); i < count; ++i)
    if (auto copied = createCopied(fact, target, seeds[i]))
      seeds.push_back(*copied);
  for (size_t i = 0, count = seeds.size(); i < count; ++i) {
    HopperWgmmaConfig atOnce = seeds[i];
    if (!atOnce.inTurn || atOnce.tile[1] < kManyColumns)
      continue;
    atOnce.inTurn = false;
    seeds.push_back(atOnce);
  }
}

llvm::Expected<SmallVector<Config>>
HopperHeuristic::getSeedConfigs(const ProblemFact &fact,
                                const TargetInfo &target) const {
  SmallVector<HopperWgmmaConfig> seeds = createSeeds(fact, target);
  addVariants(fact, target, seeds);
  return fitGroups(
      fact, target,
      dropHopeless(fact, target, rankByEstimate(fact, target, seeds)));
}

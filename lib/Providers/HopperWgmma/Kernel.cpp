//===- Kernel.cpp - The tile program of hopper_wgmma ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperWgmma/HopperWgmma.h"
#include "HopperWgmma/StoreEpilogue.h"
#include "HopperWgmma/WgmmaMainloop.h"

#include "mlir-autotune/Kernels/CreateKernel.h"
#include "mlir-autotune/Kernels/Roles.h"
#include "mlir-autotune/Kernels/TileScheduler.h"
#include "mlir-autotune/Space/Quantities.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;

/// Whether the last tiles along M, or along N, begin so early that they fit.
/// TMA takes longer for a row beyond the matrix, which it fills with zeros,
/// than for one that it loads: 257 rows in tiles of 128 took a third longer
/// than 380. Rows that two tiles store must get the same values from both, so
/// nothing that is stored may be read.
static bool fitsTiles(const HopperWgmmaConfig &config, const MatmulFact &matmul,
                      bool alongM, int64_t tile) {
  const OperandFact &operand = alongM ? matmul.a : matmul.b;
  bool isKMajor = alongM ? !matmul.a.transposed : matmul.b.transposed;
  if (config.load != Load::Tma || !isKMajor || isInt4(operand.element) ||
      matmul.init == InitKind::Accumulate || matmul.isGrouped() ||
      matmul.scales || !matmul.prologue.isNone())
    return false;
  // Others are read or stored as vectors that begin at a multiple of their
  // length.
  if (llvm::any_of(matmul.epilogue.operands, [](const auto &operand) {
        return operand.overRows || operand.hasGroups();
      }))
    return false;
  constexpr int64_t kVector = 16;
  return alongM ||
         (!isDynamicSize(matmul.n) && matmul.n % kVector == 0 && tile % 8 == 0);
}

/// Of a pair a tile has half of the columns that are multiplied.
static TileScheduler createScheduler(const HopperWgmmaConfig &config,
                                     const ProblemFact &fact) {
  TileScheduler scheduler(
      {config.tile[0], config.tile[1] / fact.getMatmul().getProducts(),
       config.tile[2]},
      TileScheduler::getOrder(config.raster), config.group, config.persistent,
      config.reduce == Reduce::Cluster ? 1 : config.splitK);
  const MatmulFact &matmul = fact.getMatmul();
  // The rows of the kernel's product are N if it is swapped.
  scheduler.fitM = fitsTiles(config, matmul, !config.swap, config.tile[0]);
  scheduler.fitN = fitsTiles(config, matmul, config.swap,
                             config.tile[1] / matmul.getProducts());
  scheduler.chosen = config.widest != 0;
  return scheduler;
}

/// Since then, tiles fit. Before, the last ones reached beyond the matrix.
static constexpr StringLiteral kTilesFitSince = "2026-11-28";

/// Since then, a matrix with fewer rows than the tile is loaded without the
/// missing rows. Before, TMA filled them with zeros.
static constexpr StringLiteral kTilesTrimmedSince = "2026-11-28T13:15";

/// Since then, the next products of 8-bit floats run while a part is added.
static constexpr StringLiteral kPartsOverlapSince = "2026-11-30T06:30";

/// Since then, cp.async copies rows that start at multiples of 4 or 8 bytes,
/// and registers copy from one row into the next.
static constexpr StringLiteral kCopiesShortSince = "2026-11-30T10:15";

static bool isTrimmed(const MatmulFact &matmul,
                      const HopperWgmmaConfig &config) {
  if (config.load != Load::Tma || matmul.isGrouped())
    return false;
  auto isSmaller = [](bool isKMajor, int64_t size, int64_t tile,
                      int64_t cluster) {
    return isKMajor && size < tile && cluster == 1;
  };
  // A gives the rows of the kernel's product, or the columns if it is swapped.
  // CTAs along the other axis share its tiles.
  bool swap = config.swap;
  return isSmaller(!matmul.a.transposed, matmul.m, config.tile[swap],
                   config.cluster[!swap]) ||
         (matmul.getProducts() == 1 &&
          isSmaller(matmul.b.transposed, matmul.n, config.tile[!swap],
                    config.cluster[swap]));
}

bool HopperWgmma::hasChangedSince(const ProblemFact &fact, const Config &config,
                                  StringRef date) const {
  const MatmulFact &matmul = fact.getMatmul();
  auto typed = HopperWgmmaConfig::fromConfig(config);
  if (date < kTilesTrimmedSince && isTrimmed(matmul, typed))
    return true;
  if (date < kPartsOverlapSince &&
      hopper_wgmma::overlapsParts(typed, matmul, TargetInfo()))
    return true;
  if (date < kCopiesShortSince && typed.load == Load::Copy &&
      (getInputAlignment(matmul.a) < kTmaAlignment ||
       getInputAlignment(matmul.b) < kTmaAlignment))
    return true;
  if (date >= kTilesFitSince)
    return false;
  TileScheduler scheduler = createScheduler(typed, fact);
  // Tiles that only fill up a cluster are moved, too.
  auto isMoved = [](bool fits, int64_t size, int64_t tile, int64_t cluster) {
    return fits && (size > tile || cluster > 1) && size % (tile * cluster) != 0;
  };
  int64_t columns = typed.tile[1] / matmul.getProducts();
  return isMoved(scheduler.fitM, typed.swap ? matmul.n : matmul.m,
                 typed.tile[0], typed.cluster[0]) ||
         isMoved(scheduler.fitN, typed.swap ? matmul.m : matmul.n, columns,
                 typed.cluster[1]);
}

/// The consumers' part of a tile.
static void consumeTile(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                        const WgmmaMainloop &mainloop,
                        const StoreEpilogue &epilogue) {
  Value initial = epilogue.getInitial(b, loop, mainloop.getAccumulatorType());
  Value sums = mainloop.consume(b, loop, initial);
  epilogue.finish(b, loop, sums, mainloop.getRing());
}

/// The same for each number of columns that the launch may choose.
static void consumeChosen(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                          const WgmmaMainloop &mainloop,
                          const KernelOperands &problem,
                          const HopperWgmmaConfig &config) {
  SmallVector<int64_t> choices = HopperWgmma::getChoices(config);
  Value columns = tile::ChosenColumnsOp::create(b, choices);
  ArrayRef<int64_t> cases = ArrayRef(choices).drop_back();
  auto branches =
      scf::IndexSwitchOp::create(b, TypeRange(), columns, cases, cases.size());
  for (auto [number, choice] : llvm::enumerate(choices)) {
    Region &region = number < cases.size() ? branches.getCaseRegions()[number]
                                           : branches.getDefaultRegion();
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&region.emplaceBlock());
    HopperWgmmaConfig narrow = config;
    narrow.tile[1] = choice;
    StoreEpilogue epilogue(b, problem, narrow, mainloop.getRing());
    consumeTile(b, loop, mainloop.narrowed(narrow), epilogue);
    scf::YieldOp::create(b);
  }
}

static void buildBody(ImplicitLocOpBuilder &b, tile::KernelOp kernel,
                      const ProblemFact &fact,
                      const HopperWgmmaConfig &config) {
  const auto &matmul = fact.getMatmul();
  if (config.dependentLaunch)
    tile::WaitForPreviousOp::create(b);
  KernelOperands problem = KernelOperands::create(
      b, kernel, matmul, config.swap, config.load == Load::Pack,
      /*tileDepth=*/config.tile[2]);
  WgmmaMainloop mainloop(b, problem, config);
  StoreEpilogue epilogue(b, problem, config, mainloop.getRing());
  TileScheduler scheduler = createScheduler(config, fact);

  // Two or three consumers need more registers than an even share; the
  // producer, one thread at work, can do with few. 40 + 2 * 232 is what three
  // warpgroups have (64 K registers), 32 + 3 * 160 what four have. One whose
  // threads all copy needs 120: with 96 ptxas spills. One that splits slots
  // takes a part of two consumers', and one's beside it is as large as it can
  // be. Where several CTAs share an SM the shares are too small to move.
  bool copies = config.load == Load::Copy;
  int64_t ofProducer = copies ? 120 : 40, ofConsumer = copies ? 192 : 232;
  if (config.consumers == 3)
    ofProducer = 32, ofConsumer = 160;
  if (mainloop.splits() && config.consumers == 2)
    ofConsumer = 200;
  int64_t working = config.consumers + mainloop.splits();
  // Nor where the warps of a warpgroup do different things.
  bool moveRegisters =
      working > 1 && config.ctasPerSm == 1 && !mainloop.transposes();
  auto registers = [&](int64_t count) {
    return moveRegisters ? std::optional<int64_t>(count) : std::nullopt;
  };
  constexpr int64_t kWarps = 4;
  {
    OpBuilder::InsertionGuard guard(b);
    // One thread is at work, unless all copy: the other warps may transpose.
    RoleShape producer = {mainloop.transposes() ? 1 : kWarps};
    producer.registers = registers(ofProducer);
    producer.elect = !copies;
    createRole(b, "producer", producer);
    mainloop.produce(b, scheduler.create(b, problem));
  }
  if (mainloop.transposes()) {
    OpBuilder::InsertionGuard guard(b);
    createRole(b, "transposer", {kWarps - 1});
    mainloop.transpose(b, scheduler.create(b, problem));
  }
  if (mainloop.splits()) {
    OpBuilder::InsertionGuard guard(b);
    RoleShape splitter = {kWarps};
    splitter.registers = registers(
        hopper_wgmma::splitterRegisters(config, matmul, TargetInfo()));
    createRole(b, "splitter", splitter);
    mainloop.split(b, scheduler.create(b, problem));
  }
  {
    OpBuilder::InsertionGuard guard(b);
    bool pingpong = config.schedule == Schedule::Pingpong;
    RoleShape consumer = {pingpong ? kWarps : kWarps * config.consumers};
    consumer.copies = pingpong ? config.consumers : 1;
    consumer.registers = registers(ofConsumer);
    createRole(b, "consumer", consumer);
    tile::ForEachTileOp loop = scheduler.create(b, problem);
    if (config.widest)
      consumeChosen(b, loop, mainloop, problem, config);
    else
      consumeTile(b, loop, mainloop, epilogue);
  }
}

Operation *HopperWgmma::build(ImplicitLocOpBuilder &b, StringRef name,
                              const ProblemFact &fact,
                              const Config &config) const {
  auto params = HopperWgmmaConfig::fromConfig(config);
  LaunchShape shape;
  shape.cluster = {params.cluster[0], params.cluster[1],
                   params.reduce == Reduce::Cluster ? params.splitK : 1};
  shape.ctasPerSM = params.ctasPerSm;
  tile::KernelOp kernel = createKernel(b, name, fact.getMatmul(), shape);
  // The launch chooses the columns of a tile.
  if (params.widest)
    params.tile[1] = params.widest;
  buildBody(b, kernel, fact, params);
  return kernel;
}

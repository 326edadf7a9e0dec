//===- Features.cpp - What the cost model sees of hopper_wgmma ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperWgmma/HopperWgmma.h"
#include "HopperWgmma/LineLoads.h"
#include "HopperWgmma/RasterGroups.h"

#include "mlir-autotune/Space/Formulas.h"
#include "mlir-autotune/Space/Quantities.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

/// Most grids of one wave were measured with groups of 8, before a rule chose
/// the group. Where it does, the model takes each for 8.
static int64_t getKnownGroup(const ProblemFact &fact, const TargetInfo &target,
                             const HopperWgmmaConfig &config) {
  return RasterGroups::isChosen(fact, target, config) ? 8 : config.group;
}

static void addConfig(FeatureSink &sink, const ProblemFact &fact,
                      const TargetInfo &target,
                      const HopperWgmmaConfig &config) {
  int64_t slots = hopper_wgmma::slots(config, fact.getMatmul(), target);
  sink.add("rows", config.tile[0]);
  sink.add("columns", config.tile[1]);
  sink.add("depth", config.tile[2]);
  sink.add("stages", slots);
  sink.add("consumers", config.consumers);
  sink.add("pingpong", config.schedule == Schedule::Pingpong);
  sink.add("cluster_rows", config.cluster[0]);
  sink.add("cluster_columns", config.cluster[1]);
  sink.add("raster", static_cast<int>(config.raster));
  sink.add("log2_group", log2Of(getKnownGroup(fact, target, config)));
  sink.add("log2_split", log2Of(config.splitK));
  // The trees were trained when there was a case between these.
  sink.add("reduce", config.reduce == Reduce::Shares ? 2 : 0);
  sink.add("swap", config.swap);
  sink.add("persistent", config.persistent);
  sink.add("load", static_cast<int>(config.load));
  sink.add("store", static_cast<int>(config.store));
  sink.add("ctas_per_sm", config.ctasPerSm);
  // 1 is the operand that gives the rows, 2 the other.
  bool swap = config.swap;
  sink.add("evict_first", config.evictFirst == EvictFirst::None          ? 0
                          : (config.evictFirst == EvictFirst::A) != swap ? 1
                                                                         : 2);
}

static void addDerived(FeatureSink &sink, const ProblemFact &fact,
                       const TargetInfo &target,
                       const HopperWgmmaConfig &config,
                       const Resources &resources) {
  const auto &matmul = fact.getMatmul();
  using namespace hopper_wgmma;
  double rowsOfTiles = rowTiles(config, matmul, target);
  double columnsOfTiles = columnTiles(config, matmul, target);
  double rowSize = config.swap ? matmul.n : matmul.m;
  double columnSize = config.swap ? matmul.m : matmul.n;
  double ctas = clusterRowTiles(config, matmul, target) * config.cluster[0] *
                clusterColumnTiles(config, matmul, target) * config.cluster[1] *
                config.splitK * matmul.batch;
  double rounds = ctas / heldCtas(config, matmul, target);
  double steps = std::ceil(depthTiles(config, matmul, target) /
                           static_cast<double>(config.splitK));
  double perSM =
      std::min<double>(config.ctasPerSm, std::ceil(ctas / target.sms));
  double stage = slotBytes(config, matmul, target);
  double stages = slots(config, matmul, target);
  sink.add("rows_mn_major", leftIsMnMajor(config, matmul, target));
  sink.add("columns_mn_major", rightIsMnMajor(config, matmul, target));
  sink.add("log2_row_tiles", log2Of(rowsOfTiles));
  sink.add("log2_column_tiles", log2Of(columnsOfTiles));
  sink.add("row_padding", rowsOfTiles * config.tile[0] / rowSize);
  sink.add("column_padding", columnsOfTiles * config.tile[1] / columnSize);
  sink.add("log2_ctas", log2Of(ctas));
  sink.add("log2_rounds", std::log2(rounds));
  sink.add("last_round", std::ceil(rounds) / rounds);
  sink.add("log2_steps", log2Of(steps));
  sink.add("stages_of_steps", std::min(1.0, stages / steps));
  sink.add("stage_kb", stage / 1024);
  sink.add("in_flight_kb", perSM * stages * stage / 1024);
  // The trees were trained when boxes of a store always lay beside the ring.
  double boxes = stagesInRing(config, matmul, target)
                     ? stagingBytes(config, matmul, target)
                     : 0;
  sink.add("shared_kb", (resources.sharedMemory + boxes) / 1024.0);
  sink.add("registers", resources.registersPerThread);
  sink.add("l2_share", fact.getBytes() / target.l2Bytes);
  sink.add("intensity", static_cast<double>(config.tile[0]) * config.tile[1] /
                            (config.tile[0] + config.tile[1]));
  sink.add("row_reuse", columnsOfTiles / config.cluster[1]);
  sink.add("column_reuse", rowsOfTiles / config.cluster[0]);
  sink.add("row_lines",
           getLinesPerLine(fact, target, config, /*isColumns=*/false));
  sink.add("column_lines",
           getLinesPerLine(fact, target, config, /*isColumns=*/true));
  sink.add("lines_per_product", getLinesPerProduct(fact, target, config));
  sink.add("overlaps_parts", overlapsParts(config, matmul, target));
  sink.add("row_sectors", rowsBeginSectors(fact, config, /*isColumns=*/false));
  sink.add("column_sectors",
           rowsBeginSectors(fact, config, /*isColumns=*/true));
}

void HopperWgmma::addFeatures(FeatureSink &sink, const ProblemFact &fact,
                              const TargetInfo &target,
                              const Config &config) const {
  auto typed = HopperWgmmaConfig::fromConfig(config);
  addConfig(sink, fact, target, typed);
  addDerived(sink, fact, target, typed,
             getTemplate().getResources(fact, target, config));
}

//===- Features.cpp - What the learned model sees of a config -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Features.h"
#include "RasterGroups.h"

#include "mlir-autotune/Proposers/Estimate.h"
#include "mlir-autotune/Space/KernelTemplate.h"
#include "mlir-autotune/Space/Quantities.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

/// Of a count or a time; what is none counts as one.
static double log2Of(double value) { return std::log2(std::max(value, 1.0)); }

static void addFact(FeatureSink &sink, const MatmulFact &fact) {
  sink.add("log2_m", log2Of(fact.m));
  sink.add("log2_n", log2Of(fact.n));
  sink.add("log2_k", log2Of(fact.k));
  sink.add("input_bytes", getElementBytes(fact.a.element));
  sink.add("output_bytes", getElementBytes(fact.c.element));
  sink.add("accumulates", fact.init == InitKind::Accumulate);
  sink.add("a_transposed", fact.a.transposed);
  sink.add("b_transposed", fact.b.transposed);
  sink.add("a_whole_lines", hasWholeLines(fact.a));
  sink.add("b_whole_lines", hasWholeLines(fact.b));
  sink.add("c_whole_lines", hasWholeLines(fact.c));
  sink.add("a_tma", isTmaLoadable(fact.a));
  sink.add("b_tma", isTmaLoadable(fact.b));
}

static void addEstimate(FeatureSink &sink, const TimeEstimate &estimate) {
  sink.add("log2_total_ns", log2Of(estimate.getTotalNs() - kLaunchNs));
  sink.add("log2_compute_ns", log2Of(estimate.computeNs));
  sink.add("log2_feed_ns", log2Of(estimate.feedNs));
  sink.add("log2_memory_ns", log2Of(estimate.memoryNs));
  sink.add("log2_overhead_ns", log2Of(estimate.getOverheadNs()));
  sink.add("log2_waves", std::log2(std::max(estimate.waves, 1e-3)));
  sink.add("last_wave", std::ceil(estimate.waves) / estimate.waves);
}

/// The model has learned from grids of one wave with groups of 8 alone; where a
/// rule chooses the group, it takes any for that.
static int64_t getKnownGroup(const MatmulFact &fact, const TargetInfo &target,
                             const HopperWgmmaConfig &config) {
  return RasterGroups::isChosen(fact, target, config) ? 8 : config.group;
}

static void addConfig(FeatureSink &sink, const MatmulFact &fact,
                      const TargetInfo &target,
                      const HopperWgmmaConfig &config) {
  sink.add("rows", config.tile[0]);
  sink.add("columns", config.tile[1]);
  sink.add("depth", config.tile[2]);
  sink.add("stages", config.stages);
  sink.add("consumers", config.consumers);
  sink.add("pingpong", config.schedule == Schedule::Pingpong);
  sink.add("cluster_rows", config.cluster[0]);
  sink.add("cluster_columns", config.cluster[1]);
  sink.add("raster", static_cast<int>(config.raster));
  sink.add("log2_group", log2Of(getKnownGroup(fact, target, config)));
  sink.add("log2_split", log2Of(config.splitK));
  sink.add("reduce", static_cast<int>(config.reduce));
  sink.add("stream_k", config.streamK);
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
  sink.add("evict_last", config.evictLast == EvictLast::None          ? 0
                         : (config.evictLast == EvictLast::A) != swap ? 1
                                                                      : 2);
}

static void addDerived(FeatureSink &sink, const MatmulFact &fact,
                       const TargetInfo &target,
                       const HopperWgmmaConfig &config,
                       const Resources &resources) {
  using namespace hopper_wgmma;
  double rowsOfTiles = rowTiles(config, fact, target);
  double columnsOfTiles = columnTiles(config, fact, target);
  double rowSize = config.swap ? fact.n : fact.m;
  double columnSize = config.swap ? fact.m : fact.n;
  double ctas = clusterRowTiles(config, fact, target) * config.cluster[0] *
                clusterColumnTiles(config, fact, target) * config.cluster[1] *
                config.splitK * fact.batch;
  double rounds = ctas / heldCtas(config, fact, target);
  double steps = std::ceil(depthTiles(config, fact, target) /
                           static_cast<double>(config.splitK));
  double perSM =
      std::min<double>(config.ctasPerSm, std::ceil(ctas / target.sms));
  double stage = stageBytes(config, fact, target);
  sink.add("rows_mn_major", leftIsMnMajor(config, fact, target));
  sink.add("columns_mn_major", rightIsMnMajor(config, fact, target));
  sink.add("log2_row_tiles", log2Of(rowsOfTiles));
  sink.add("log2_column_tiles", log2Of(columnsOfTiles));
  sink.add("row_padding", rowsOfTiles * config.tile[0] / rowSize);
  sink.add("column_padding", columnsOfTiles * config.tile[1] / columnSize);
  sink.add("log2_ctas", log2Of(ctas));
  sink.add("log2_rounds", std::log2(rounds));
  sink.add("last_round", std::ceil(rounds) / rounds);
  sink.add("log2_steps", log2Of(steps));
  sink.add("stages_of_steps", std::min(1.0, config.stages / steps));
  sink.add("stage_kb", stage / 1024);
  sink.add("in_flight_kb", perSM * config.stages * stage / 1024);
  sink.add("shared_kb", resources.sharedMemory / 1024.0);
  sink.add("registers", resources.registersPerThread);
  sink.add("l2_share", fact.getBytes() / target.l2Bytes);
  sink.add("intensity", static_cast<double>(config.tile[0]) * config.tile[1] /
                            (config.tile[0] + config.tile[1]));
  sink.add("row_reuse", columnsOfTiles / config.cluster[1]);
  sink.add("column_reuse", rowsOfTiles / config.cluster[0]);
}

static void addStream(FeatureSink &sink, const MatmulFact &fact,
                      const TargetInfo &target,
                      const SimtStreamConfig &config) {
  double ctas = fact.batch *
                std::ceil(fact.n / static_cast<double>(simt_stream::tileColumns(
                                       config, fact, target)));
  sink.add("stream_rows", config.rows);
  sink.add("stream_columns", config.columns);
  sink.add("stream_unroll", config.unroll);
  sink.add("stream_warps", config.warps);
  sink.add("stream_split", config.splitK);
  sink.add("stream_lanes", config.lanes);
  sink.add("stream_log2_warps", log2Of(ctas * config.warps / target.sms));
}

/// In which template's features there are numbers. The others' are zeros.
enum class TemplateIndex { HopperWgmma, SimtStream };

static std::optional<TemplateIndex> getTemplateIndex(const Config &config) {
  if (config.getTemplateName() == HopperWgmmaConfig::kTemplateName)
    return TemplateIndex::HopperWgmma;
  if (config.getTemplateName() == SimtStreamConfig::kTemplateName)
    return TemplateIndex::SimtStream;
  return std::nullopt;
}

static void addZeros(FeatureSink &sink, ArrayRef<StringRef> names) {
  for (StringRef name : names)
    sink.add(name, 0);
}

namespace {
/// The names of all features, and of those of one template alone.
struct FeatureNames {
  FeatureNames();
  SmallVector<StringRef> all, hopper, stream;
};
} // namespace

FeatureNames::FeatureNames() {
  // Any values will do.
  MatmulFact fact;
  fact.m = fact.n = fact.k = 1;
  TargetInfo target;
  target.sms = target.l2Bytes = 1;
  SmallVector<float> values;
  FeatureSink ofAll(values, &all), ofHopper(values, &hopper),
      ofStream(values, &stream);
  HopperWgmmaConfig hopperConfig;
  addConfig(ofHopper, fact, target, hopperConfig);
  addDerived(ofHopper, fact, target, hopperConfig, Resources());
  addStream(ofStream, fact, target, SimtStreamConfig());
  ofAll.add("template", 0);
  addFact(ofAll, fact);
  addEstimate(ofAll, TimeEstimate());
  all.append(hopper);
  all.append(stream);
}

static const FeatureNames &getNames() {
  static const FeatureNames names;
  return names;
}

ArrayRef<StringRef> autotune::getFeatureNames() { return getNames().all; }

bool autotune::getFeatures(const MatmulFact &unassumed,
                           const TargetInfo &target, const Config &config,
                           const TimeEstimate &estimate,
                           SmallVectorImpl<float> &values) {
  std::optional<TemplateIndex> index = getTemplateIndex(config);
  if (!index)
    return false;
  MatmulFact fact = assumeSizes(unassumed).asOneProduct();
  FeatureSink sink(values, nullptr);
  sink.add("template", static_cast<int>(*index));
  addFact(sink, fact);
  addEstimate(sink, estimate);
  if (*index == TemplateIndex::HopperWgmma) {
    HopperWgmmaConfig typed = HopperWgmmaConfig::fromConfig(config);
    addConfig(sink, fact, target, typed);
    addDerived(sink, fact, target, typed,
               lookupKernelTemplate(config.getTemplateName())
                   ->getResources(fact, target, config));
    addZeros(sink, getNames().stream);
  } else {
    addZeros(sink, getNames().hopper);
    addStream(sink, fact, target, SimtStreamConfig::fromConfig(config));
  }
  return true;
}

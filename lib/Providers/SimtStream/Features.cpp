//===- Features.cpp - What the cost model sees of simt_stream -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtStream/SimtStream.h"

#include "mlir-autotune/Space/Quantities.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

void SimtStream::addFeatures(FeatureSink &sink, const ProblemFact &fact,
                             const TargetInfo &target,
                             const Config &proposed) const {
  const auto &matmul = fact.getMatmul();
  auto config = SimtStreamConfig::fromConfig(proposed);
  double ctas =
      matmul.batch *
      std::ceil(matmul.n / static_cast<double>(simt_stream::tileColumns(
                               config, matmul, target)));
  sink.add("stream_rows", config.rows);
  sink.add("stream_columns", config.columns);
  sink.add("stream_unroll", config.unroll);
  sink.add("stream_warps", config.warps);
  sink.add("stream_split", config.splitK);
  sink.add("stream_lanes", config.lanes);
  sink.add("stream_log2_warps", log2Of(ctas * config.warps / target.sms));
}

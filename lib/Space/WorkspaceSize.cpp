//===- WorkspaceSize.cpp - Device memory that a config takes --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Space/WorkspaceSize.h"

#include "mlir-autotune/Core/Grid.h"
#include "mlir-autotune/Space/Formulas.h"

using namespace mlir;
using namespace mlir::autotune;

/// What the launch of a kernel of hopper_wgmma has.
static cuda::GridShape getShape(const MatmulFact &fact, const Config &config) {
  cuda::GridShape shape;
  shape.extent = {fact.m, fact.n};
  shape.batch = fact.batch;
  if (config.getBool("swap").value_or(false))
    std::swap(shape.extent[0], shape.extent[1]);
  for (size_t i = 0; i < 2; ++i) {
    shape.tile[i] = config.get("tile")[i];
    shape.clusterTile[i] = config.get("cluster")[i];
  }
  bool isCluster = config.getCase("reduce") == StringRef("cluster");
  int64_t split = config.getInt("split_k").value_or(1);
  (isCluster ? shape.splitK : shape.split) = split;
  shape.stream = config.getBool("stream_k").value_or(false);
  shape.persistent = config.getBool("persistent").value_or(false);
  shape.ctasPerSm = config.getInt("ctas_per_sm").value_or(1);
  return shape;
}

int64_t autotune::getWorkspaceBytes(const MatmulFact &fact, int64_t sms,
                                    const Config &config) {
  // No other template's kernels have one.
  if (config.getTemplateName() != "hopper_wgmma" || !fact.hasStaticSizes())
    return 0;
  cuda::GridShape shape = getShape(fact, config);
  bool hasParts = shape.split > 1 || shape.stream;
  cuda::WorkspaceLayout layout;
  if (hasParts)
    layout.addPartials(shape.getClusterCount(sms) * shape.getClusterSize(),
                       shape.tile[0] * shape.tile[1]);
  bool isPacked = false;
  auto addOperand = [&](bool isB, int64_t rows, int64_t columns) {
    const OperandFact &operand = isB ? fact.b : fact.a;
    if (config.getCase("load") != StringRef("pack") ||
        isLoadedInPlace(fact, isB))
      return;
    if (operand.transposed != needsTranspose(fact, isB))
      std::swap(rows, columns);
    layout.addPacked(rows, columns, getElementBytes(operand.element),
                     operand.batchStride == 0 ? 1 : fact.getFactorMatrices());
    isPacked = true;
  };
  addOperand(/*isB=*/false, fact.m, fact.k);
  addOperand(/*isB=*/true, fact.k, fact.n);
  return hasParts || isPacked ? layout.getBytes() : 0;
}

//===- Workspace.cpp - Device memory that a config takes ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperWgmma/HopperWgmma.h"
#include "HopperWgmma/LineLoads.h"

#include "mlir-autotune/Core/Grid.h"
#include "mlir-autotune/Space/Formulas.h"

using namespace mlir;
using namespace mlir::autotune;

/// What the launch of a kernel has.
static cuda::GridShape getShape(const ProblemFact &fact,
                                const HopperWgmmaConfig &config) {
  const auto &matmul = fact.getMatmul();
  cuda::GridShape shape;
  shape.extent = {matmul.m, matmul.n};
  shape.batch = matmul.batch;
  if (config.swap)
    std::swap(shape.extent[0], shape.extent[1]);
  for (size_t i = 0; i < 2; ++i) {
    shape.tile[i] = config.tile[i];
    shape.clusterTile[i] = config.cluster[i];
  }
  bool isCluster = config.reduce == Reduce::Cluster;
  (isCluster ? shape.splitK : shape.split) = config.splitK;
  shape.persistent = config.persistent;
  shape.ctasPerSm = config.ctasPerSm;
  return shape;
}

int64_t HopperWgmma::getWorkspaceBytes(const ProblemFact &fact, int64_t sms,
                                       const Config &proposed) const {
  const auto &matmul = fact.getMatmul();
  if (!fact.hasStaticSizes())
    return 0;
  auto config = HopperWgmmaConfig::fromConfig(proposed);
  cuda::GridShape shape = getShape(fact, config);
  bool hasParts = shape.split > 1;
  cuda::WorkspaceLayout layout;
  if (hasParts)
    layout.addPartials(shape.getClusterCount(sms) * shape.getClusterSize(),
                       shape.tile[0] * shape.tile[1]);
  bool hasCopies = false;
  auto addOperand = [&](bool isB, int64_t rows, int64_t columns) {
    const OperandFact &operand = isB ? matmul.b : matmul.a;
    if (!isPacked(fact, config.load, isB))
      return;
    if (operand.transposed != needsTranspose(matmul, isB))
      std::swap(rows, columns);
    layout.addPacked(rows, columns, getElementBytes(operand.element),
                     operand.batchStride == 0 ? 1 : matmul.getFactorMatrices());
    hasCopies = true;
  };
  addOperand(/*isB=*/false, matmul.m, matmul.k);
  addOperand(/*isB=*/true, matmul.k, matmul.n);
  return hasParts || hasCopies ? layout.getBytes() : 0;
}

//===- LineLoads.cpp - Lines of L2 that loads ask for ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperWgmma/LineLoads.h"

#include "mlir-autotune/Space/Formulas.h"
#include "mlir-autotune/Space/Quantities.h"

#include <algorithm>
#include <numeric>

using namespace mlir;
using namespace mlir::autotune;

static constexpr int64_t kLineBits = 128 * 8;

bool autotune::isPacked(const ProblemFact &fact, Load load, bool isB) {
  return load == Load::Pack && !isLoadedInPlace(fact.getMatmul(), isB);
}

bool autotune::rowsBeginSectors(const ProblemFact &fact,
                                const HopperWgmmaConfig &config,
                                bool isColumns) {
  const auto &matmul = fact.getMatmul();
  bool isB = isColumns != config.swap;
  return isPacked(fact, config.load, isB) ||
         hasWholeSectors(isB ? matmul.b : matmul.a);
}

double autotune::getLinesPerLine(const ProblemFact &fact,
                                 const TargetInfo &target,
                                 const HopperWgmmaConfig &config,
                                 bool isColumns) {
  const auto &matmul = fact.getMatmul();
  bool isB = isColumns != config.swap;
  const OperandFact &operand = isB ? matmul.b : matmul.a;
  if (isPacked(fact, config.load, isB))
    return 1;
  if (!hasWholeLines(operand))
    return 2;
  bool isMnMajor = isColumns
                       ? hopper_wgmma::rightIsMnMajor(config, matmul, target)
                       : hopper_wgmma::leftIsMnMajor(config, matmul, target);
  if (!isMnMajor)
    return 1;
  // Tile i begins at element i * extent: this share of tiles begins a line.
  int64_t elements = kLineBits / getElementBits(operand.element);
  int64_t extent = config.tile[isColumns ? 1 : 0];
  return 2 - static_cast<double>(std::gcd(extent, elements)) / elements;
}

double autotune::getLinesPerProduct(const ProblemFact &fact,
                                    const TargetInfo &target,
                                    const HopperWgmmaConfig &config) {
  const auto &matmul = fact.getMatmul();
  double rowBits = getElementBits((config.swap ? matmul.b : matmul.a).element);
  double columnBits =
      getElementBits((config.swap ? matmul.a : matmul.b).element);
  double rows = config.tile[0], columns = config.tile[1];
  double bits = rows * rowBits / config.cluster[1] *
                    getLinesPerLine(fact, target, config, /*isColumns=*/false) +
                columns * columnBits / config.cluster[0] *
                    getLinesPerLine(fact, target, config, /*isColumns=*/true);
  constexpr double kProductBits = 512 * 16;
  return bits / kLineBits * kProductBits /
         (rows * columns * std::max(rowBits, columnBits));
}

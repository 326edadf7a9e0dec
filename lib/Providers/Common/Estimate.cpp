//===- Estimate.cpp - How long a config should take, without measuring ----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Providers/Estimate.h"

#include "mlir-autotune/Providers/EstimateParts.h"
#include "mlir-autotune/Providers/Registry.h"
#include "mlir-autotune/Space/Formulas.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::estimates;

/// Of a softmax: exponentials of an SM in a clock, all other operations of its
/// threads, and operations for each score, beside the exponential.
static constexpr double kExponentials = 16, kOperations = 128;
static constexpr double kOperationsOfScore = 6;
/// Share of L2 that a working set may have before it is read again.
static constexpr double kUsableL2 = 0.6;

ArrayRef<TimeEstimate::Term> TimeEstimate::getParallelTerms() {
  static constexpr Term terms[] = {{"compute", &TimeEstimate::computeNs},
                                   {"feed", &TimeEstimate::feedNs},
                                   {"memory", &TimeEstimate::memoryNs}};
  return terms;
}

ArrayRef<TimeEstimate::Term> TimeEstimate::getAddedTerms() {
  static constexpr Term terms[] = {{"epilogue", &TimeEstimate::epilogueNs},
                                   {"fill", &TimeEstimate::fillNs},
                                   {"waves", &TimeEstimate::wavesNs},
                                   {"reduction", &TimeEstimate::reduceNs},
                                   {"cluster", &TimeEstimate::clusterNs},
                                   {"launch", &TimeEstimate::launchNs},
                                   {"packing", &TimeEstimate::packNs}};
  return terms;
}

const TimeEstimate::Term &TimeEstimate::getLongest() const {
  return *llvm::max_element(getParallelTerms(),
                            [&](const Term &left, const Term &right) {
                              return this->*left.ns < this->*right.ns;
                            });
}

double TimeEstimate::getOverheadNs() const {
  double sum = 0;
  for (const Term &term : getAddedTerms())
    sum += this->*term.ns;
  return sum;
}

double TimeEstimate::getTotalNs() const {
  return this->*getLongest().ns + getOverheadNs();
}

static ProblemFact assumeSizesOfAttention(AttentionFact assumed) {
  for (int64_t *size : {&assumed.queries, &assumed.keys})
    if (*size == AttentionFact::kUnknown)
      *size = kAssumedSize;
  if (assumed.batch == AttentionFact::kUnknown)
    assumed.batch = 1;
  assumed.seen = assumed.queries * assumed.keys;
  return ProblemFact(std::move(assumed));
}

ProblemFact autotune::assumeSizes(const ProblemFact &fact) {
  // Asked for each of many configs: no copy where nothing is assumed.
  if (fact.hasStaticSizes())
    return fact;
  if (fact.isAttention())
    return assumeSizesOfAttention(fact.getAttention());
  auto assumed = fact.getMatmul();
  for (int64_t *size : {&assumed.m, &assumed.n, &assumed.k})
    if (ShapedType::isDynamic(*size))
      *size = kAssumedSize;
  for (int64_t *count : {&assumed.batch, &assumed.parts})
    if (ShapedType::isDynamic(*count))
      *count = 1;
  if (assumed.windows && ShapedType::isDynamic(assumed.windows->images)) {
    assumed.windows->images = 1;
    int64_t ofOne = std::max<int64_t>(assumed.windows->countWindows(), 1);
    assumed.windows->images = ceilDiv(assumed.m, ofOne);
    assumed.m = assumed.windows->countWindows();
  }
  if (assumed.added && ShapedType::isDynamic(assumed.added->k))
    assumed.added->k = kAssumedSize;
  return ProblemFact(std::move(assumed));
}

Grid estimates::getGrid(double ctas, int64_t ctasPerSm,
                        const TargetInfo &target, int64_t clusterSize) {
  Grid grid;
  grid.ctas = ctas;
  grid.slots = static_cast<double>(
      countHeldClusters(target.sms, ctasPerSm, clusterSize) * clusterSize);
  grid.perSM = std::min<double>(ctasPerSm, std::ceil(ctas / target.sms));
  grid.waves = ctas / grid.slots;
  return grid;
}

double estimates::getTileBytes(const ProblemFact &fact, double rows,
                               double columns) {
  const auto &matmul = fact.getMatmul();
  double bytes = rows * columns * getElementBytes(matmul.c.element) *
                 (matmul.init == InitKind::Accumulate ? 2 : 1);
  for (const OperandFact &output : matmul.epilogue.outputs)
    bytes += rows * columns * getElementBytes(output.element);
  for (const EpilogueOperand &operand : matmul.epilogue.operands)
    bytes +=
        (operand.overRows ? std::ceil(rows / operand.rowGroup) : 1) *
        (operand.overColumns ? std::ceil(columns / operand.columnGroup) : 1) *
        getElementBytes(operand.matrix.element);
  return bytes;
}

double estimates::getTraffic(const ProblemFact &fact, double rows,
                             double columns, double depthBytes, double slots,
                             double group, double tiles,
                             const TargetInfo &target) {
  double once = fact.getBytes();
  double inputs = depthBytes * (rows + columns);
  // The tiles of one product of a batch come before those of the next.
  if (once <= kUsableL2 * target.l2Bytes ||
      tiles / fact.getMatmul().batch <= slots)
    return once;
  double wide = std::min(group, slots);
  double perWave =
      inputs == 0
          ? 0
          : depthBytes * (wide * rows + std::ceil(slots / wide) * columns);
  return std::max(once, tiles / slots * perWave);
}

TimeEstimate autotune::estimateTerms(const ProblemFact &fact,
                                     const TargetInfo &target,
                                     const Config &config) {
  ProblemFact assumed = assumeSizes(fact);
  if (!fact.isMatmul())
    return getProvider(config).estimate(assumed, target, config);
  // A pair is more than a product of more columns; a sum, and what is in
  // parts, is one of more K.
  const auto &matmul = assumed.getMatmul();
  if (matmul.isSum() || matmul.hasParts())
    assumed = matmul.asOneProduct();
  return getProvider(config).estimate(assumed, target, config);
}

double autotune::estimateTime(const ProblemFact &fact, const TargetInfo &target,
                              const Config &config) {
  return estimateTerms(fact, target, config).getTotalNs();
}

double estimates::countKeyBlocks(const AttentionFact &fact, int64_t queries,
                                 int64_t keys) {
  double blocks = double(llvm::divideCeil(fact.keys, keys));
  // A mask that runs along the diagonal cuts a block at each end of a tile.
  if (fact.seen < fact.queries * fact.keys)
    blocks = std::min(blocks, double(fact.seen) / double(fact.queries * keys) +
                                  0.5 + double(queries) / double(2 * keys));
  return std::max(1.0, blocks);
}

double estimates::getSoftmaxNs(double scores, const Rates &rates) {
  return scores * (1 / kExponentials + kOperationsOfScore / kOperations) /
         rates.clockGHz;
}

//===- Reduction.cpp - Smaller problems for a kernel ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Simulation/Reduction.h"
#include "AttentionReduction.h"
#include "RowsReduction.h"

#include "mlir-autotune/Core/Grid.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::autotune;

/// Rows whose starts agree modulo so many elements agree in all that kernels
/// ask of alignment: 128 bytes, a swizzle's, even of 8-bit elements.
static constexpr int64_t kStridePeriod = 128;
/// Clusters along M and N that stay whole, so that each has a neighbour.
static constexpr int64_t kClusters = 2;
/// Outputs of a batch that stay: one between others.
static constexpr int64_t kOutputs = 3;
/// And so many parts of K.
static constexpr int64_t kParts = 3;
/// Tiles of a cluster that goes on from one to the next: the second begins in
/// the middle of a ring, and the third has the first consumer's turn again.
static constexpr int64_t kTilesInTurn = 3;
/// For kernels without a ring, which have a tile at a time in shared memory.
static constexpr int64_t kDefaultStages = 2;

/// Clusters of tiles of the output along an axis of the kernel.
static int64_t countClusters(int64_t extent, const tile::KernelABI &abi,
                             int axis) {
  return llvm::divideCeil(extent, abi.tile[axis] * abi.cluster[axis]);
}

/// Those that one multiprocessor holds.
static int64_t getHeldClusters(const tile::KernelABI &abi) {
  int64_t size = abi.cluster[0] * abi.cluster[1] * abi.cluster[2];
  return std::max<int64_t>(abi.ctasPerSM / size, 1);
}

/// `size` without what repeats: at most `count` times `period`, and the rest.
static int64_t cut(int64_t size, int64_t period, int64_t count) {
  return std::min(size, count * period + size % period);
}

/// The same for K, where the rest counts: CTAs that share K get equal numbers
/// of steps, and with one step more the last of them could get none.
static int64_t cutDepth(int64_t size, int64_t period, int64_t count) {
  int64_t steps = llvm::divideCeil(size, period);
  return size - (steps - std::min(steps, count)) * period;
}

/// As before, modulo the period, unless rows no longer reach so far.
static int64_t cutStride(int64_t stride, int64_t columns) {
  int64_t least =
      llvm::alignDown(columns, kStridePeriod) + stride % kStridePeriod;
  if (least < columns)
    least += kStridePeriod;
  return std::min(stride, least);
}

static void cutRows(OperandFact &operand, int64_t batch, int64_t rows,
                    int64_t columns) {
  if (operand.transposed)
    std::swap(rows, columns);
  // Where rows of all matrices lie one behind the other they go on to do so.
  if (batch != 1 && operand.batchStride > 0 &&
      operand.batchStride < operand.rowStride)
    return;
  if (!ShapedType::isDynamic(operand.rowStride))
    operand.rowStride = cutStride(operand.rowStride, columns);
  if (batch == 1)
    operand.batchStride = 0;
  else if (operand.batchStride > 0 && !ShapedType::isDynamic(rows))
    operand.batchStride =
        cutStride(operand.batchStride, rows * operand.rowStride);
}

/// Both sizes of the output, along the kernel's axes, of which there are
/// `batch`.
static std::array<int64_t, 2> cutOutput(std::array<int64_t, 2> size,
                                        int64_t batch,
                                        const tile::KernelABI &abi) {
  auto cutAxis = [&](int axis, int64_t count) {
    return cut(size[axis], abi.tile[axis] * abi.cluster[axis], count);
  };
  std::array<int64_t, 2> counts = {kClusters, kClusters};
  // For those that go on from tile to tile there must be enough: more along the
  // axis that has fewer, as long as it has more.
  int64_t wanted = abi.persistent ? kTilesInTurn * getHeldClusters(abi) : 0;
  while (true) {
    std::array<int64_t, 2> reduced = {cutAxis(0, counts[0]),
                                      cutAxis(1, counts[1])};
    std::array<int64_t, 2> left = {countClusters(reduced[0], abi, 0),
                                   countClusters(reduced[1], abi, 1)};
    if (left[0] * left[1] * batch >= wanted || reduced == size)
      return reduced;
    int axis = left[1] < left[0];
    if (reduced[axis] == size[axis])
      axis = !axis;
    ++counts[axis];
  }
}

/// Leaves images with about as many windows as `reduced.m` says, which then
/// says how many there are, and with so many channels that K has about so many
/// steps.
static void cutImages(MatmulFact &reduced, const MatmulFact &matmul,
                      int64_t depth, int64_t steps) {
  WindowsFact &windows = *reduced.windows;
  cuda::Window window = windows.getWindow();
  int64_t inRow = window.countPlaces(1, windows.width);
  int64_t inImage = windows.countWindows() / windows.images;
  windows.images =
      std::min(windows.images, llvm::divideCeilSigned(reduced.m, inImage));
  if (windows.images == 1) {
    int64_t lines = llvm::divideCeilSigned(reduced.m, inRow);
    int64_t height = (lines - 1) * window.strides[0] + window.getReach(0) + 1 -
                     window.low[0] - window.high[0];
    windows.height = std::clamp<int64_t>(height, 1, windows.height);
  }
  reduced.m = windows.countWindows();
  int64_t pixels = windows.getPixels();
  int64_t padded = matmul.getPaddedChannels();
  int64_t cut = cutDepth(padded, depth, llvm::divideCeilSigned(steps, pixels));
  windows.channels =
      matmul.isBatched()
          ? cut * reduced.batch
          : std::max<int64_t>(windows.channels - (padded - cut), 1);
  reduced.k = cut * pixels;
}

ProblemFact autotune::reduceForSimulation(const ProblemFact &fact,
                                          const Config &config,
                                          const tile::KernelABI &abi) {
  if (fact.isRows())
    return reduceRows(fact.getRows(),
                      config.getInt("rows_per_cta").value_or(1));
  if (fact.isAttention())
    return reduceAttention(fact.getAttention(), config);
  const auto &matmul = fact.getMatmul();
  auto reduced = fact.getMatmul();
  bool isSwapped = abi.isSwapped();
  std::array<int64_t, 2> output = {matmul.m, matmul.n};
  reduced.batch = std::min(matmul.batch, kOutputs);
  reduced.parts = std::min(matmul.parts, kParts);
  // A kernel is for so many problems of a group.
  int64_t widest = 0;
  for (int64_t &rows : reduced.group) {
    rows = cut(rows, abi.tile[isSwapped] * abi.cluster[isSwapped], 1);
    widest = std::max(widest, rows);
  }
  if (matmul.isGrouped()) {
    reduced.setGroup(reduced.group);
    reduced.n = cut(matmul.n, abi.tile[!isSwapped] * abi.cluster[!isSwapped],
                    kClusters);
  } else {
    output =
        cutOutput({output[isSwapped], output[!isSwapped]}, reduced.batch, abi);
    widest = reduced.m = output[isSwapped];
    reduced.n = output[!isSwapped];
  }
  ArrayRef<int64_t> tile = config.get("tile");
  int64_t stages = config.getInt("stages").value_or(kDefaultStages);
  // With half of the columns, a ring has up to twice as many slots.
  if (config.getInt("widest").value_or(0) != 0)
    stages *= 2;
  auto cutK = [&](int64_t k) {
    return tile.size() == 3
               ? cutDepth(k, tile[2],
                          (2 * stages + 1) * abi.cluster[2] * abi.split)
               : k;
  };
  reduced.k = cutK(matmul.k);
  if (reduced.windows) {
    cutImages(reduced, matmul, tile[2],
              (2 * stages + 1) * abi.cluster[2] * abi.split);
    widest = reduced.m;
  }
  if (std::optional<AddedProduct> &added = reduced.added) {
    added->k = cutK(added->k);
    cutRows(added->a, reduced.batch, widest, added->k);
    cutRows(added->b, reduced.batch, added->k, reduced.n);
  }
  int64_t factors = reduced.getFactorMatrices();
  if (reduced.windows)
    cutRows(reduced.a, factors, reduced.getStoredRowsOfA(),
            reduced.getStoredColumnsOfA());
  else
    cutRows(reduced.a, factors, widest, reduced.k);
  cutRows(reduced.b, factors, reduced.k, reduced.n);
  cutRows(reduced.c, reduced.batch, widest, reduced.n);
  for (OperandFact &output : reduced.epilogue.outputs)
    cutRows(output, reduced.batch, reduced.m, reduced.n);
  auto cutValues = [&](PrologueOperand &operand, int64_t output) {
    cutRows(operand.matrix, reduced.batch, operand.getRows(output),
            operand.getColumns(reduced.k));
  };
  for (PrologueOperand &operand : reduced.prologue.operands)
    cutValues(operand, reduced.getConvertedRows());
  if (reduced.scales) {
    cutValues(reduced.scales->a, widest);
    cutValues(reduced.scales->b, reduced.n);
  }
  for (EpilogueOperand &operand : reduced.epilogue.operands)
    cutRows(operand.matrix, reduced.batch, operand.getRows(reduced.m),
            operand.getColumns(reduced.n));
  return reduced;
}

/// The tiles of a launch, in clusters.
static int64_t countTiles(const ProblemFact &fact, const tile::KernelABI &abi) {
  cuda::GridShape shape = abi.getGridShape();
  if (fact.isAttention()) {
    const AttentionFact &attention = fact.getAttention();
    shape.extent = {attention.queries, attention.heads};
    shape.batch = attention.batch;
    return shape.getTileCount();
  }
  const auto &matmul = fact.getMatmul();
  auto getExtent = [&](int64_t m) {
    auto getSize = [&](int i) {
      return abi.extents[i].dim == 0 ? m : matmul.n;
    };
    return std::array<int64_t, 2>{getSize(0), getSize(1)};
  };
  shape.extent = getExtent(matmul.m);
  shape.batch = matmul.batch;
  for (int64_t rows : matmul.group)
    shape.addProblem(getExtent(rows));
  return shape.getTileCount();
}

int64_t autotune::getMultiprocessorsForSimulation(const ProblemFact &fact,
                                                  const tile::KernelABI &abi) {
  if (fact.isRows())
    return 1;
  int64_t clusters = countTiles(fact, abi);
  int64_t held = std::max<int64_t>(clusters / kTilesInTurn, 1);
  int64_t size = abi.cluster[0] * abi.cluster[1] * abi.cluster[2];
  auto countHeld = [&](int64_t sms) {
    return cuda::countHeldClusters(sms, abi.ctasPerSM, size);
  };
  int64_t sms = std::max<int64_t>(held * size / abi.ctasPerSM, 1);
  // As many as hold so many, and do not hold one more.
  while (countHeld(sms) < held)
    ++sms;
  return sms > 1 && countHeld(sms) > held ? sms - 1 : sms;
}

//===- Sampling.cpp - Cases by chance -------------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Providers/Registry.h"
#include "mlir-autotune/Simulation/Cases.h"
#include "mlir-autotune/Simulation/ProblemData.h"
#include "mlir-autotune/Space/Space.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <random>

using namespace mlir;
using namespace mlir::autotune;

/// Each product of a kernel without tensor cores is an operation or two of the
/// simulator: those of more would take seconds.
static constexpr int64_t kMaxScalarProducts = 1 << 18;

namespace {
/// The library's distributions differ from one to the next, its engines do not.
class Chance {
public:
  explicit Chance(uint64_t seed) : engine(seed) {}

  /// From 0 to n - 1.
  int64_t below(int64_t n) { return int64_t(engine() % uint64_t(n)); }
  bool oneIn(int64_t n) { return below(n) == 0; }
  template <typename T> T from(ArrayRef<T> values) {
    return values[below(int64_t(values.size()))];
  }

private:
  std::mt19937_64 engine;
};
} // namespace

/// Half of them at or beside a multiple of what tiles and swizzles count in.
static int64_t drawSize(Chance &chance, int64_t limit) {
  if (chance.oneIn(2))
    return 1 + chance.below(limit);
  int64_t unit = int64_t(8) << chance.below(5);
  int64_t size = unit * (1 + chance.below(std::max<int64_t>(limit / unit, 1)));
  int64_t offset = chance.from<int64_t>({0, 0, 0, -1, 1, 8, -8});
  return std::clamp<int64_t>(size + offset, 1, limit);
}

/// Mostly rows that TMA can reach, some wider than they need be; so are the
/// matrices of a batch.
static void drawLayout(Chance &chance, OperandFact &operand, int64_t batch,
                       int64_t rows, int64_t columns) {
  int64_t least = operand.transposed ? rows : columns;
  int64_t unit = 16 / getElementBytes(operand.element);
  operand.rowStride = least;
  if (!chance.oneIn(4))
    operand.rowStride = llvm::alignTo(least, unit);
  if (chance.oneIn(4))
    operand.rowStride += unit * chance.below(5);
  if (chance.oneIn(4))
    operand.alignment = 16;
  if (batch == 1)
    return;
  operand.batchStride =
      operand.rowStride * (operand.transposed ? columns : rows);
  if (chance.oneIn(4))
    operand.batchStride += unit * chance.below(5);
}

static void drawElements(Chance &chance, MatmulFact &fact) {
  using K = ElementKind;
  llvm::SmallVector<K> rare = {K::F32, K::F64, K::I8, K::I16, K::I32, K::I64};
  llvm::append_range(rare, getFloat8Kinds());
  llvm::append_range(rare, std::initializer_list<K>{K::TF32, K::TF32x3});
  K a = chance.oneIn(5) ? chance.from<K>(rare)
                        : chance.from<K>({K::BF16, K::F16});
  fact.a.element = fact.b.element = fact.c.element = fact.accumulator = a;
  if (isFloat8(a))
    fact.b.element = chance.from<K>(getFloat8Kinds());
  if ((getElementBytes(a) <= 2 && isFloat(a)) || isTf32(a)) {
    fact.accumulator = K::F32;
    fact.c.element = chance.from<K>({K::BF16, K::F16, K::F32});
    if (chance.oneIn(8))
      fact.c.element = chance.from<K>(getFloat8Kinds());
    if (a == K::F16 && fact.c.element == K::F16 && chance.oneIn(2))
      fact.accumulator = K::F16;
  } else if (a == K::I8 || a == K::I16) {
    fact.accumulator = fact.c.element = K::I32;
    if (chance.oneIn(3))
      fact.c.element = chance.from<K>({K::I8, K::I16});
    fact.zeroExtend = chance.oneIn(4);
  }
}

/// Makes M and K those of a convolution, if images drawn have windows.
static void drawWindows(Chance &chance, MatmulFact &fact) {
  constexpr int64_t kStepBytes = 128;
  int64_t unit = 16 / getElementBytes(fact.a.element);
  int64_t step = kStepBytes / getElementBytes(fact.a.element);
  WindowsFact windows;
  windows.images = 1 + chance.below(3);
  windows.height = 1 + chance.below(12);
  windows.width = 1 + chance.below(12);
  windows.channels = unit * (1 + chance.below(12));
  cuda::Window window;
  for (int dim : {0, 1}) {
    window.size[dim] = 1 + chance.below(3);
    window.strides[dim] = 1 + chance.below(3);
    window.dilations[dim] = 1 + chance.below(2);
    window.low[dim] = chance.below(3);
    window.high[dim] = chance.below(3);
  }
  windows.setWindow(window);
  if (windows.countWindows() == 0)
    return;
  fact.m = windows.countWindows();
  fact.k = windows.getPixels() * llvm::alignTo(windows.channels, step);
  fact.a.transposed = false;
  fact.windows = windows;
}

static MatmulFact drawFact(Chance &chance) {
  MatmulFact fact;
  drawElements(chance, fact);
  // Every other problem is one for kernels without tensor cores.
  bool isSmall = chance.oneIn(2);
  fact.m = drawSize(chance, isSmall ? 100 : 400);
  fact.n = drawSize(chance, isSmall ? 100 : 400);
  fact.k = drawSize(chance, isSmall ? 150 : 800);
  fact.a.transposed = chance.oneIn(2);
  fact.b.transposed = chance.oneIn(2);
  if (chance.oneIn(4))
    fact.init = InitKind::Accumulate;
  if (chance.oneIn(4))
    fact.batch = 2 + chance.below(2);
  else if (chance.oneIn(8))
    fact.parts = 2 + chance.below(2);
  if (!fact.isBatched() && !fact.hasParts() && chance.oneIn(4))
    drawWindows(chance, fact);
  int64_t factors = fact.getFactorMatrices();
  drawLayout(chance, fact.a, factors, fact.getStoredRowsOfA(),
             fact.getStoredColumnsOfA());
  drawLayout(chance, fact.b, factors, fact.k, fact.n);
  drawLayout(chance, fact.c, fact.batch, fact.m, fact.n);
  // One matrix for all.
  if (factors != 1 && chance.oneIn(4))
    (chance.oneIn(2) ? fact.a : fact.b).batchStride = 0;
  return fact;
}

std::vector<Case> autotune::sampleCases(const TargetInfo &target, size_t count,
                                        uint64_t seed) {
  Chance chance(seed);
  std::vector<Case> cases;
  while (cases.size() < count) {
    MatmulFact fact = drawFact(chance);
    if (llvm::Error error = checkSimulable(fact)) {
      llvm::consumeError(std::move(error));
      continue;
    }
    Space space = Space::enumerate(fact, target, SpaceLevel::Exhaustive);
    if (space.getConfigs().empty())
      continue;
    const Config &config =
        space.getConfigs()[chance.below(int64_t(space.getConfigs().size()))];
    bool isScalar = !getProvider(config).usesTensorCores();
    int64_t products = fact.getFactorMatrices() * fact.m * fact.n * fact.k;
    if (!isScalar || products <= kMaxScalarProducts)
      cases.push_back({fact, config});
  }
  return cases;
}

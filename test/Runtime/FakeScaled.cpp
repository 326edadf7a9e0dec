//===- FakeScaled.cpp - Kernels with scales of blocks ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"
#include "FakeDequantized.h"
#include "Kernels/Prelude.h"

#include <algorithm>
#include <iterator>

using namespace mlir::autotune::support;
using namespace fake;

/// Rows of b, and elements along K, of a block (make_bundle.py).
static constexpr int32_t kBlock = 16;

namespace {
struct Arguments : ProductArguments {
  float *scalesA;
  int64_t strideA;
  float *scalesB;
  int64_t strideB;
  /// The other B of a pair and its scales, or null.
  float *gate = nullptr;
  int64_t gateStride = 0;
  float *gateScales = nullptr;
  int64_t gateScalesStride = 0;
};
} // namespace

static void runScaled(const FunctionImpl &function, Arguments p) {
  const std::string &behaviour = function.behaviour;
  static float *firstA = p.scalesA, *firstGate = p.gateScales;
  if (behaviour == "stale-s") {
    p.scalesA = firstA;
    p.gateScales = firstGate;
  }
  // Both products have the scales of the first one.
  if (behaviour == "same-s")
    p.gateScales = p.scalesB;
  bool isBlocked = behaviour != "unblocked";
  auto load = [](float *base, int64_t strideBytes, int64_t row, int64_t k) {
    return loadElement<float>(kF8E4M3FN, base, row * strideBytes + k);
  };
  auto multiply = [&](int32_t i, int32_t j, float *b, int64_t strideBytes,
                      float *scales, int64_t stride) {
    float sum = 0;
    for (int32_t k = 0; k < p.k; ++k) {
      int64_t row = isBlocked ? j / kBlock : 0;
      sum += load(p.a.base, int64_t(p.a.strideBytes), i, k) *
             p.scalesA[i * p.strideA + k / kBlock] *
             load(b, strideBytes, j, k) * scales[row * stride + k / kBlock];
    }
    return sum;
  };
  for (int32_t i = 0; i < p.m; ++i)
    for (int32_t j = 0; j < p.n; ++j) {
      float sum = multiply(i, j, p.b.base, int64_t(p.b.strideBytes), p.scalesB,
                           p.strideB);
      // As the epilogue of make_bundle.py has it.
      if (p.gate)
        sum = std::max(sum, 0.0f) * multiply(i, j, p.gate, p.gateStride,
                                             p.gateScales, p.gateScalesStride);
      p.c[i * p.stride + j] = sum;
    }
  if (behaviour == "input")
    p.scalesB[0] += 1;
}

static Arguments readScaled(const FunctionImpl &function, void **params) {
  Arguments bound = {readProduct(params)};
  int next = 7;
  auto bind = [&](float *&base, int64_t &stride) {
    base = read<float *>(params, next++);
    stride = read<int64_t>(params, next++);
  };
  bool isPair = function.kind == "scaled2";
  if (isPair)
    bind(bound.gate, bound.gateStride);
  bind(bound.scalesA, bound.strideA);
  bind(bound.scalesB, bound.strideB);
  if (isPair)
    bind(bound.gateScales, bound.gateScalesStride);
  return bound;
}

Work fake::bindScaled(const FunctionImpl &function, void **params) {
  Arguments bound = readScaled(function, params);
  return {[=] { runScaled(function, bound); }, function.microseconds};
}

/// Three problems, of which each parameter has an array; with "shared", all
/// have the scales of the first one's B.
Work fake::bindScaledGroup(const FunctionImpl &function, void **params) {
  constexpr size_t kBytes[] = {128, 128, 8, 4, 4, 4, 8, 8, 8, 8, 8};
  std::vector<Arguments> problems;
  for (size_t i = 0; i < 3; ++i) {
    void *own[std::size(kBytes)];
    for (size_t param = 0; param < std::size(kBytes); ++param)
      own[param] =
          static_cast<unsigned char *>(params[param]) + i * kBytes[param];
    Arguments one = readScaled(function, own);
    if (function.behaviour == "shared")
      one.scalesB = read<float *>(params, 9);
    // Of an empty one there are no maps.
    if (one.m != 0)
      problems.push_back(one);
  }
  return {[=] {
            for (const Arguments &one : problems)
              runScaled(function, one);
          },
          function.microseconds};
}

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
};
} // namespace

static void runScaled(const FunctionImpl &function, Arguments p) {
  const std::string &behaviour = function.behaviour;
  static float *firstA = p.scalesA;
  if (behaviour == "stale-s")
    p.scalesA = firstA;
  bool isBlocked = behaviour != "unblocked";
  auto load = [](const Map &map, int64_t row, int64_t k) {
    return loadElement<float>(kF8E4M3FN, map.base,
                              row * int64_t(map.strideBytes) + k);
  };
  for (int32_t i = 0; i < p.m; ++i)
    for (int32_t j = 0; j < p.n; ++j) {
      float sum = 0;
      for (int32_t k = 0; k < p.k; ++k) {
        int64_t row = isBlocked ? j / kBlock : 0;
        sum += load(p.a, i, k) * p.scalesA[i * p.strideA + k / kBlock] *
               load(p.b, j, k) * p.scalesB[row * p.strideB + k / kBlock];
      }
      p.c[i * p.stride + j] = sum;
    }
  if (behaviour == "input")
    p.scalesB[0] += 1;
}

Work fake::bindScaled(const FunctionImpl &function, void **params) {
  Arguments bound = {readProduct(params), read<float *>(params, 7),
                     read<int64_t>(params, 8), read<float *>(params, 9),
                     read<int64_t>(params, 10)};
  return {[=] { runScaled(function, bound); }, function.microseconds};
}

//===- FakeOutputs.cpp - Kernels of several outputs -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeOutputs.h"

#include <algorithm>
#include <cmath>

using namespace fake;

namespace {
struct Arguments : ProductArguments {
  float *second;
  int64_t secondStride;
};
} // namespace

static void runTwofold(const FunctionImpl &function, const Arguments &p) {
  const std::string &behaviour = function.behaviour;
  for (int32_t i = 0; i < p.m; ++i)
    for (int32_t j = 0; j < p.n; ++j) {
      float sum = 0;
      for (int32_t k = 0; k < p.k; ++k)
        sum += p.a.base[i * (p.a.strideBytes / 4) + k] *
               p.b.base[k * (p.b.strideBytes / 4) + j];
      float result = std::max(sum, 0.0f);
      p.c[i * p.stride + j] = result;
      if (behaviour != "lost")
        p.second[i * p.secondStride + j] = behaviour == "same" ? result : sum;
    }
  if (behaviour == "wrong")
    p.second[2 * p.secondStride + 3] += 1;
  else if (behaviour == "between")
    p.second[p.n] = 0;
  else if (behaviour == "behind")
    p.second[p.m * p.secondStride] = 0;
}

Work fake::bindTwofold(const FunctionImpl &function, void **params) {
  Arguments bound = {readProduct(params), read<float *>(params, 7),
                     read<int64_t>(params, 8)};
  return {[=] { runTwofold(function, bound); }, function.microseconds};
}

Work fake::bindOutput(const FunctionImpl &function, void **params, bool isC) {
  Batch<const double> sums(params, 0);
  Batch<float> results(params, 7);
  auto scale = read<double>(params, 14), absolute = read<double>(params, 15),
       relative = read<double>(params, 16);
  return {[=] {
            for (int32_t i = 0; i < results.rows; ++i)
              for (int32_t j = 0; j < results.columns; ++j) {
                double sum = scale * sums.at(0, i, j);
                sum += absolute + relative * std::fabs(sum);
                results.at(0, i, j) = float(isC ? std::max(sum, 0.0) : sum);
              }
          },
          function.microseconds};
}

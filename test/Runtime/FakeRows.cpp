//===- FakeRows.cpp - Kernels of a problem of rows ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels take three addresses. The input has 9 x 76 elements of f32. The
// first output has the sum of each row. The second output has each element
// minus the sum of its row.
//
//===----------------------------------------------------------------------===//

#include "FakeDequantized.h"

using namespace fake;

static constexpr int kRows = 9, kColumns = 76;

namespace {
struct Tensors {
  float *input, *sums, *rest;
};
} // namespace

static void runRows(const std::string &behaviour, Tensors p) {
  // The input is what it was at the first launch.
  static float *firstInput = p.input;
  if (behaviour == "stale")
    p.input = firstInput;
  // "short" leaves out the last column of a sum.
  int summed = kColumns - (behaviour == "short");
  for (int i = 0; i < kRows; ++i) {
    const float *row = p.input + i * kColumns;
    double sum = 0;
    for (int j = 0; j < summed; ++j)
      sum += row[j];
    p.sums[i] = float(sum);
    for (int j = 0; j < kColumns; ++j)
      if (behaviour != "lost" || i != 5)
        p.rest[i * kColumns + j] = float(row[j] - sum);
  }
  if (behaviour == "wrong")
    p.rest[2 * kColumns + 3] += 1;
  else if (behaviour == "behind")
    p.rest[kRows * kColumns] = 0;
  else if (behaviour == "before")
    p.sums[-1] = 0;
  else if (behaviour == "input")
    p.input[1] = 0;
}

Work fake::bindRows(const FunctionImpl &function, void **params) {
  Tensors bound = {read<float *>(params, 0), read<float *>(params, 1),
                   read<float *>(params, 2)};
  return {[=] { runRows(function.behaviour, bound); }, function.microseconds};
}

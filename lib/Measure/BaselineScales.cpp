//===- BaselineScales.cpp - Scales as cuBLASLt has them -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From its documentation (cuBLAS 13, "1D and 2D block scaling", of compute
// capability 9.0): of 1x128 the scales of one group of K lie side by side, and
// of 128x128 those of one group of rows do, whose number along K is rounded up
// to a multiple of four. Nothing is copied into that form: what is measured
// would not be what the problem says.
//
//===----------------------------------------------------------------------===//

#include "BaselineScales.h"

using namespace mlir::autotune;
using namespace mlir::autotune::measure;

static constexpr int kVector128 = 4, kBlock128x128 = 5;
static constexpr int64_t kBlock = 128, kRowUnit = 4;

int measure::getScaleMode(const MeasuredProblem &problem, size_t number,
                          std::string &note) {
  const Operand &scales = problem.operands[problem.getFirstParam() + number];
  Scales::Block block = problem.scales->blocks[number];
  if (block.depth == kBlock && block.rows == 1 && scales.transposed &&
      scales.rowStride == scales.columns)
    return kVector128;
  int64_t padded = (scales.columns + kRowUnit - 1) / kRowUnit * kRowUnit;
  if (block.depth == kBlock && block.rows == kBlock && !scales.transposed &&
      scales.rowStride == padded)
    return kBlock128x128;
  note = "cuBLASLt reads 1x128 scales only as [k/128,m], and 128x128 scales "
         "only in rows of a multiple of 4, unlike " +
         scales.name;
  return 0;
}

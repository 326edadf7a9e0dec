//===- LibraryCall.cpp - The text and the matrices of a library's call ----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryCall.h"

#include <cstdlib>

using namespace mlir::autotune;
using namespace mlir::autotune::cuda;

std::string cuda::getWord(const CallWords &words, const char *key) {
  auto it = words.find(key);
  return it == words.end() ? "" : it->second;
}

int64_t cuda::getNumber(const CallWords &words, const char *key) {
  return std::strtoll(getWord(words, key).c_str(), nullptr, 10);
}

const char *cuda::getOperandName(size_t i) {
  static constexpr const char *kNames[] = {"A", "B", "C", "the bias"};
  return kNames[i];
}

/// Strides are not negative.
CallSpan::CallSpan(const LibraryMatrix &matrix, int64_t elementBytes,
                   const void *address)
    : begin(reinterpret_cast<uintptr_t>(address)) {
  int64_t last = (matrix.matrices - 1) * matrix.batchStride +
                 (matrix.rows - 1) * matrix.rowStride + matrix.columns;
  end = begin + uintptr_t(last) * uintptr_t(elementBytes);
}

std::string cuda::getWhyOverlap(const std::vector<CallSpan> &operands) {
  const CallSpan &output = operands[2];
  for (size_t i = 0; i < operands.size(); ++i)
    if (i != 2 && operands[i].begin < output.end &&
        output.begin < operands[i].end)
      return std::string(getOperandName(i)) + " and C lie between each other";
  return "";
}

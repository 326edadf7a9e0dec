//===- Format.h - Numbers in messages ---------------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_FORMAT_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_FORMAT_H

#include <cstdint>
#include <string>

namespace mlir::autotune::sim {

/// "0x1f0".
inline std::string hex(uint64_t value) {
  std::string digits;
  do
    digits.insert(digits.begin(), "0123456789abcdef"[value & 15]);
  while (value >>= 4);
  return "0x" + digits;
}

/// "(3, 17)".
inline std::string describeCoordinates(uint64_t row, uint64_t column) {
  return "(" + std::to_string(row) + ", " + std::to_string(column) + ")";
}

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_FORMAT_H

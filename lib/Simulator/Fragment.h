//===- Fragment.h - Which lane holds which element of a matrix --*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fragments of mma.sync, and of wgmma's A in registers (PTX ISA, "Matrix
// fragments for mma.m16n8k16" and the like) all follow one rule. With g the
// lane divided by 4, t the rest, and p elements in a register: element e of
// register r is
//
// - of A, where a lane has `groups` rows (m / 8): row g + 8 (r % groups),
//   column p t + e + 4 p (r / groups);
// - of B: row p t + e + 4 p r, column g;
// - of C and D, where p counts the two neighbours of a lane: row
//   g + 8 (i / 2) and column 2 t + i % 2 of the lane's i-th element.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_FRAGMENT_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_FRAGMENT_H

#include <cstdint>
#include <limits>

namespace mlir::autotune::sim {

struct FragmentPlace {
  uint32_t row, column;
};

inline FragmentPlace getPlaceOfA(uint32_t lane, uint32_t reg, uint32_t element,
                                 uint32_t perRegister, uint32_t groups) {
  return {lane / 4 + 8 * (reg % groups), perRegister * (lane % 4) + element +
                                             4 * perRegister * (reg / groups)};
}

inline FragmentPlace getPlaceOfB(uint32_t lane, uint32_t reg, uint32_t element,
                                 uint32_t perRegister) {
  return {perRegister * (lane % 4) + element + 4 * perRegister * reg, lane / 4};
}

inline FragmentPlace getPlaceOfD(uint32_t lane, uint32_t index) {
  return {lane / 4 + 8 * (index / 2), 2 * (lane % 4) + index % 2};
}

/// An s32 in a register, plus a sum: wraps, or stays at the limit (.satfinite).
inline uint32_t addS32(uint32_t accumulator, int64_t sum, bool saturate) {
  int64_t result = int64_t(int32_t(accumulator)) + sum;
  if (saturate && result > std::numeric_limits<int32_t>::max())
    result = std::numeric_limits<int32_t>::max();
  if (saturate && result < std::numeric_limits<int32_t>::min())
    result = std::numeric_limits<int32_t>::min();
  return uint32_t(result);
}

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_FRAGMENT_H

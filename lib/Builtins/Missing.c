//===- Missing.c - What compiler-rt lacks and LLVM calls ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// No other architecture has these calls: they are of the x87's type, and of
// AVX512-FP16, which has no integers of 128 bits.
#ifdef __x86_64__

#include <stdint.h>
#include <string.h>

/// From the 80 bits of the x87, rounded once. The value goes through f64, which
/// is rounded to odd: where it is not exact, its last bit is set, so that a tie
/// of the second rounding is one in truth.
__bf16 __truncxfbf2(long double value) {
  double narrow = (double)value;
  long double back = narrow;
  uint64_t bits;
  memcpy(&bits, &narrow, sizeof(bits));
  if (back != value && value == value && (bits & 1) == 0)
    bits += __builtin_fabsl(back) < __builtin_fabsl(value) ? 1 : -1;
  memcpy(&narrow, &bits, sizeof(bits));
  return (__bf16)narrow;
}

/// More than f16 can hold, and exact in f32.
static const int32_t kBeyondF16 = 1 << 17;

_Float16 __floattihf(__int128 value) {
  if (value > kBeyondF16)
    value = kBeyondF16;
  if (value < -kBeyondF16)
    value = -kBeyondF16;
  return (_Float16)(float)(int32_t)value;
}

_Float16 __floatuntihf(unsigned __int128 value) {
  if (value > (unsigned __int128)kBeyondF16)
    value = (unsigned __int128)kBeyondF16;
  return (_Float16)(float)(int32_t)value;
}

// An integer of 32 bits holds every f16. Converted to 128 bits at once, it
// would be a call of the function itself.
__int128 __fixhfti(_Float16 value) { return (int32_t)(float)value; }

unsigned __int128 __fixunshfti(_Float16 value) {
  return (unsigned __int128)(int32_t)(float)value;
}

#endif

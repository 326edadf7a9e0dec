//===- Prelude.h - CUDA without CUDA's headers ------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the helper kernels need of CUDA, from clang's builtins, so that a build
// machine needs no CUDA toolkit. Compiled for the host (the driver stand-in of
// the tests does so), a kernel is a plain function run by its one thread.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_RUNTIME_KERNELS_PRELUDE_H
#define MLIR_AUTOTUNE_RUNTIME_KERNELS_PRELUDE_H

#include "Abi.h"

#ifdef __CUDA__
/// Two blocks an SM at least: it caps a thread at 128 registers.
#define AUTOTUNE_KERNEL(THREADS)                                               \
  extern "C" __attribute__((global)) __attribute__((launch_bounds(THREADS, 2)))
#define AUTOTUNE_DEVICE __attribute__((device)) inline
#define AUTOTUNE_SHARED __attribute__((shared))
#else
#define AUTOTUNE_KERNEL(THREADS) static
#define AUTOTUNE_DEVICE inline
#endif

namespace mlir::autotune::support {

#ifdef __CUDA__
AUTOTUNE_DEVICE unsigned threadIndex() { return __nvvm_read_ptx_sreg_tid_x(); }
AUTOTUNE_DEVICE unsigned blockIndex() { return __nvvm_read_ptx_sreg_ctaid_x(); }
AUTOTUNE_DEVICE u64 globalThread() {
  return u64(blockIndex()) * __nvvm_read_ptx_sreg_ntid_x() + threadIndex();
}
AUTOTUNE_DEVICE u64 globalThreads() {
  return u64(__nvvm_read_ptx_sreg_nctaid_x()) * __nvvm_read_ptx_sreg_ntid_x();
}
AUTOTUNE_DEVICE u64 readClock() { return __nvvm_read_ptx_sreg_clock64(); }
AUTOTUNE_DEVICE void barrier() { __syncthreads(); }
AUTOTUNE_DEVICE void atomicAdd(u64 *address, u64 value) {
  __atomic_fetch_add(address, value, __ATOMIC_RELAXED);
}
AUTOTUNE_DEVICE void atomicMin(u64 *address, u64 value) {
  __atomic_fetch_min(address, value, __ATOMIC_RELAXED);
}
AUTOTUNE_DEVICE void atomicMax(u64 *address, u64 value) {
  __atomic_fetch_max(address, value, __ATOMIC_RELAXED);
}
#else
AUTOTUNE_DEVICE u64 globalThread() { return 0; }
AUTOTUNE_DEVICE u64 globalThreads() { return 1; }
AUTOTUNE_DEVICE unsigned blockIndex() { return 0; }
/// Time passes by being looked at.
AUTOTUNE_DEVICE u64 readClock() {
  static u64 cycles = 0;
  return cycles += 1000;
}
AUTOTUNE_DEVICE void atomicAdd(u64 *address, u64 value) { *address += value; }
AUTOTUNE_DEVICE void atomicMin(u64 *address, u64 value) {
  *address = value < *address ? value : *address;
}
AUTOTUNE_DEVICE void atomicMax(u64 *address, u64 value) {
  *address = value > *address ? value : *address;
}
#endif

/// The 64 random bits of element `index` of the buffer with this seed: the
/// finalizer of SplitMix64 (Steele, Lea, Flood 2014) over a counter.
AUTOTUNE_DEVICE u64 randomBits(u64 seed, u64 index) {
  u64 z = (index + 1) * 0x9E3779B97F4A7C15ull + seed * 0xD6E8FEB86659FD93ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

/// Of 4 bits those of the byte that two share, which is filled at once.
AUTOTUNE_DEVICE unsigned elementBytes(int kind) {
  return unsigned(getIndexBits(kind) + 7) / 8;
}

AUTOTUNE_DEVICE unsigned elementBits(int kind) {
  return unsigned(getIndexBits(kind));
}

AUTOTUNE_DEVICE float bf16ToFloat(unsigned short bits) {
  return __builtin_bit_cast(float, unsigned(bits) << 16);
}

/// Round to nearest even; the values made here are finite.
AUTOTUNE_DEVICE unsigned short floatToBf16(float value) {
  unsigned bits = __builtin_bit_cast(unsigned, value);
  return (unsigned short)((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

/// An 8-bit float: so many bits of fraction, and the bias of its exponents as
/// what f32's exceeds it by.
struct Float8Format {
  int fractionBits;
  float excess;
  /// The first magnitude that is no number, and whether it is infinite.
  unsigned firstSpecial;
  bool hasInfinity;
};
AUTOTUNE_DEVICE Float8Format makeFloat8Format(int fractionBits,
                                              int exponentBits,
                                              bool hasInfinity) {
  // 2^(127 - bias), whose own exponent is that and f32's bias, 127.
  unsigned bias = (1u << (exponentBits - 1)) - 1;
  float excess = __builtin_bit_cast(float, (254 - bias) << 23);
  return {fractionBits, excess,
          hasInfinity ? 0x7Fu >> fractionBits << fractionBits : 0x7Fu,
          hasInfinity};
}
AUTOTUNE_DEVICE Float8Format getFloat8Format(int kind) {
  switch (kind) {
#define AUTOTUNE_ELEMENT(NAME, FRACTION, EXPONENT, HAS_INFINITY)               \
  case k##NAME:                                                                \
    return makeFloat8Format(FRACTION, EXPONENT, HAS_INFINITY);
    AUTOTUNE_FLOAT8(AUTOTUNE_ELEMENT)
#undef AUTOTUNE_ELEMENT
  default:
    __builtin_unreachable();
  }
}

AUTOTUNE_DEVICE float float8ToFloat(int kind, unsigned char bits) {
  Float8Format format = getFloat8Format(kind);
  unsigned magnitude = bits & 0x7F;
  // An f32 with the same exponent bits, or with a fraction alone, is smaller by
  // a power of two.
  float value =
      __builtin_bit_cast(float, magnitude << (23 - format.fractionBits)) *
      format.excess;
  if (magnitude >= format.firstSpecial)
    value = magnitude == format.firstSpecial && format.hasInfinity
                ? __builtin_inff()
                : __builtin_nanf("");
  return bits & 0x80 ? -value : value;
}

/// Round to nearest even, of multiples of 2^-23 up to 2: what they are in an
/// f32 of that exponent is exact.
AUTOTUNE_DEVICE unsigned char floatToFloat8(int kind, float value) {
  Float8Format format = getFloat8Format(kind);
  unsigned bits = __builtin_bit_cast(unsigned, value * (1 / format.excess));
  unsigned magnitude = bits & 0x7FFFFFFF;
  int unused = 23 - format.fractionBits;
  magnitude += (1u << (unused - 1)) - 1 + ((magnitude >> unused) & 1);
  return (unsigned char)(magnitude >> unused | bits >> 31 << 7);
}

/// The nearest that has 11 bits of significand; ties to even, of finite values.
AUTOTUNE_DEVICE float roundToTF32(float value) {
  unsigned bits = __builtin_bit_cast(unsigned, value);
  bits += 0xFFF + ((bits >> 13) & 1);
  return __builtin_bit_cast(float, bits & ~0x1FFFu);
}

/// Element `index` of a buffer of this kind as a T.
template <typename T>
AUTOTUNE_DEVICE T loadElement(int kind, const void *base, i64 index) {
  if (isFloat8Index(kind))
    return T(float8ToFloat(kind, ((const unsigned char *)base)[index]));
  switch (kind) {
  case kBF16:
    return T(bf16ToFloat(((const unsigned short *)base)[index]));
  case kF16:
    return T(float(((const _Float16 *)base)[index]));
  case kF32:
  case kTF32:
  case kTF32x3:
    return T(((const float *)base)[index]);
  case kF64:
    return T(((const double *)base)[index]);
  case kI8:
    return T(((const signed char *)base)[index]);
  case kI16:
    return T(((const short *)base)[index]);
  case kI32:
    return T(((const int *)base)[index]);
  case kI4R:
    // Rows begin at multiples of what is reordered.
    return loadElement<T>(kI4, base, getReorderedPlace(index));
  case kI4: {
    // That of even K is in the low half.
    int bits = ((const unsigned char *)base)[index / 2] >> index % 2 * 4 & 15;
    return T((bits ^ 8) - 8);
  }
  default:
    return T(((const i64 *)base)[index]);
  }
}

/// The same of a factor, whose integers may have no sign. Of those that are
/// taken as floats, only the ones of 8 and of 4 bits are factors.
template <typename T>
AUTOTUNE_DEVICE T loadFactor(int kind, const void *base, i64 index,
                             bool zeroExtend) {
  T value = loadElement<T>(kind, base, index);
  if constexpr (T(0.5) == T(0))
    return zeroExtend ? T(value & T(~0ull >> (64 - elementBits(kind)))) : value;
  else
    return zeroExtend && !isFloatIndex(kind) && value < 0
               ? value + T(1 << elementBits(kind))
               : value;
}

/// What the elements of a buffer filled in this way are multiplied by.
AUTOTUNE_DEVICE int fillScale(int mode) {
  return mode == kFillNegated          ? -1
         : mode == kFillDoubled        ? 2
         : mode == kFillNegatedDoubled ? -2
                                       : 1;
}

/// The bits that element `index` of a buffer filled in this way holds.
AUTOTUNE_DEVICE u64 filledBits(int kind, int mode, u64 seed, u64 index) {
  u64 mask = ~0ull >> (64 - 8 * elementBytes(kind));
  if (mode == kFillPoison)
    return mask;
  u64 random = randomBits(seed, index);
  // All sixteen are as likely, in either half of a byte. Of none of the modes
  // every multiple is one of them.
  if (isInt4Index(kind))
    return random & mask;
  if (!isFloatIndex(kind))
    return u64((i64(random % 21) - 10) * fillScale(mode)) & mask;
  // A multiple of 2^-23: rounding it, to f16's subnormals too, and multiplying
  // it are the same in either order.
  float uniform = float(random & 0xFFFFFF) * 0x1p-23f - 1.0f;
  // But for 8 bits: what is subnormal there is rounded first.
  if (elementBytes(kind) == 1)
    uniform = float8ToFloat(kind, floatToFloat8(kind, uniform));
  uniform *= float(fillScale(mode));
  if (isFloat8Index(kind))
    return floatToFloat8(kind, uniform);
  switch (kind) {
  case kBF16:
    return floatToBf16(uniform);
  case kF16:
    return __builtin_bit_cast(unsigned short, _Float16(uniform));
  case kF32:
  case kTF32x3:
    return __builtin_bit_cast(unsigned, uniform);
  case kTF32:
    return __builtin_bit_cast(unsigned, roundToTF32(uniform));
  default:
    return __builtin_bit_cast(u64, double(uniform));
  }
}

/// Runs a loop over elements with the kind known when compiling, for the kinds
/// that buffers of gigabytes have.
template <typename Loop> AUTOTUNE_DEVICE void runForKind(int kind, Loop loop) {
  switch (kind) {
  case kBF16:
    return loop(kBF16);
  case kF16:
    return loop(kF16);
#define AUTOTUNE_ELEMENT(NAME, ...)                                            \
  case k##NAME:                                                                \
    return loop(k##NAME);
    AUTOTUNE_FLOAT8(AUTOTUNE_ELEMENT)
#undef AUTOTUNE_ELEMENT
  default:
    return loop(kind);
  }
}

AUTOTUNE_DEVICE u64 loadBits(int kind, const void *base, u64 index) {
  switch (elementBytes(kind)) {
  case 1:
    return ((const unsigned char *)base)[index];
  case 2:
    return ((const unsigned short *)base)[index];
  case 4:
    return ((const unsigned *)base)[index];
  default:
    return ((const u64 *)base)[index];
  }
}

AUTOTUNE_DEVICE void storeBits(int kind, void *base, u64 index, u64 bits) {
  switch (elementBytes(kind)) {
  case 1:
    ((unsigned char *)base)[index] = (unsigned char)bits;
    break;
  case 2:
    ((unsigned short *)base)[index] = (unsigned short)bits;
    break;
  case 4:
    ((unsigned *)base)[index] = (unsigned)bits;
    break;
  default:
    ((u64 *)base)[index] = bits;
  }
}

} // namespace mlir::autotune::support

#endif // MLIR_AUTOTUNE_RUNTIME_KERNELS_PRELUDE_H

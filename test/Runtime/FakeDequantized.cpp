//===- FakeDequantized.cpp - Kernels with a prologue ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeDequantized.h"

using namespace fake;

/// What k that share a scale are.
static constexpr int64_t kScaleGroup = 16;

/// To the nearest, ties to even, of a number that is finite.
static uint16_t toBF16(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return uint16_t((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

static float toFloat(uint16_t bits) {
  uint32_t wide = uint32_t(bits) << 16;
  float value;
  std::memcpy(&value, &wide, sizeof(value));
  return value;
}

/// Two to a byte, the first in the low half.
static int getHalf(const int8_t *bytes, int64_t index) {
  int bits = uint8_t(bytes[index / 2]) >> index % 2 * 4 & 15;
  return bits < 8 ? bits : bits - 16;
}

/// Where element k of a row of i4r is: its eight lowest bits have other places.
static int64_t getReordered(int64_t k) {
  constexpr int kPlaces[] = {2, 6, 7, 0, 1, 3, 4, 5};
  int64_t place = k & ~int64_t(255);
  for (int bit = 0; bit < 8; ++bit)
    place |= (k >> bit & 1) << kPlaces[bit];
  return place;
}

namespace {
struct Arguments : ProductArguments {
  /// Null for none.
  float *scales = nullptr;
  int64_t scaleStride = 0;
  bool hasHalves = false;
};
} // namespace

/// Of integers that are scaled as they are multiplied, or not.
static void runDequantized(const FunctionImpl &function, Arguments p) {
  const std::string &behaviour = function.behaviour;
  static Map firstB = p.b;
  static float *firstScale = p.scales;
  if (behaviour == "stale-b")
    p.b = firstB;
  else if (behaviour == "stale-p")
    p.scales = firstScale;
  bool isGrouped = behaviour != "ungrouped";
  const auto *integers = reinterpret_cast<const int8_t *>(p.b.base);
  const auto *floats = reinterpret_cast<const uint16_t *>(p.a.base);
  for (int32_t i = 0; i < p.m; ++i)
    for (int32_t j = 0; j < p.n; ++j) {
      float sum = 0;
      for (int32_t k = 0; k < p.k; ++k) {
        int64_t group = isGrouped ? k / kScaleGroup : 0;
        float scale = p.scales ? p.scales[j * p.scaleStride + group] : 1;
        const int8_t *row = integers + j * p.b.strideBytes;
        int64_t place = behaviour == "swapped"     ? k ^ 1
                        : behaviour == "reordered" ? getReordered(k)
                                                   : k;
        int integer = p.hasHalves ? getHalf(row, place) : row[k];
        uint16_t weight = toBF16(float(integer) * scale);
        sum += toFloat(floats[i * (p.a.strideBytes / 2) + k]) * toFloat(weight);
      }
      p.c[i * p.stride + j] = sum;
    }
  if (behaviour == "input" && p.scales)
    p.scales[0] += 1;
  else if (behaviour == "input")
    *reinterpret_cast<uint8_t *>(p.b.base) ^= 0x10;
}

Work fake::bindDequantized(const FunctionImpl &function, void **params) {
  Arguments bound = {readProduct(params)};
  bound.hasHalves = function.kind != "dequantized";
  if (function.kind != "halves") {
    bound.scales = read<float *>(params, 7);
    bound.scaleStride = read<int64_t>(params, 8);
  }
  return {[=] { runDequantized(function, bound); }, function.microseconds};
}

Work fake::bindPrologue(const FunctionImpl &function, void **params) {
  Batch<const int8_t> integers(params, 0);
  Batch<uint16_t> results(params, 7);
  Batch<const float> scales(params, 14);
  bool isReordered = function.name == "autotune_prologue4r";
  bool hasHalves = function.name == "autotune_prologue4" || isReordered;
  return {[=] {
            for (int32_t i = 0; i < results.rows; ++i)
              for (int32_t k = 0; k < results.columns; ++k) {
                int64_t place = isReordered ? getReordered(k) : k;
                int integer = hasHalves ? getHalf(&integers.at(0, i, 0), place)
                                        : integers.at(0, i, k);
                results.at(0, i, k) = toBF16(
                    float(integer) * scales.at(0, i, int32_t(k / kScaleGroup)));
              }
          },
          function.microseconds};
}

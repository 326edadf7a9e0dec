//===- Atomics.cpp - What atomic operations compute -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Atomics.h"

#include "Elements.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

using namespace mlir::autotune::sim;

template <typename T> static T load(const void *from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <typename T>
static bool applyInteger(AtomicKind kind, const void *oldBits,
                         const void *operandBits, const void *compareBits,
                         void *result) {
  using Signed = std::make_signed_t<T>;
  T old = load<T>(oldBits), operand = load<T>(operandBits);
  T value = old;
  switch (kind) {
  case AtomicKind::Add:
    value = old + operand;
    break;
  case AtomicKind::And:
    value = old & operand;
    break;
  case AtomicKind::Or:
    value = old | operand;
    break;
  case AtomicKind::Xor:
    value = old ^ operand;
    break;
  case AtomicKind::Min:
    value = std::min(static_cast<Signed>(old), static_cast<Signed>(operand));
    break;
  case AtomicKind::Max:
    value = std::max(static_cast<Signed>(old), static_cast<Signed>(operand));
    break;
  case AtomicKind::UMin:
    value = std::min(old, operand);
    break;
  case AtomicKind::UMax:
    value = std::max(old, operand);
    break;
  case AtomicKind::Exchange:
    value = operand;
    break;
  case AtomicKind::CompareExchange:
    value = old == load<T>(compareBits) ? operand : old;
    break;
  case AtomicKind::FAdd:
    return false;
  }
  std::memcpy(result, &value, sizeof value);
  return true;
}

template <typename T, typename Add>
static void addEach(const void *old, const void *operand, void *result,
                    uint32_t bytes, Add add) {
  for (uint32_t i = 0; i < bytes; i += sizeof(T)) {
    T sum = add(load<T>(static_cast<const uint8_t *>(old) + i),
                load<T>(static_cast<const uint8_t *>(operand) + i));
    std::memcpy(static_cast<uint8_t *>(result) + i, &sum, sizeof sum);
  }
}

static bool applyFAdd(ElementKind element, const void *old, const void *operand,
                      void *result, uint32_t bytes) {
  // f32 has bits enough that the sum's second rounding does no harm.
  switch (element) {
  case ElementKind::F16:
    addEach<uint16_t>(old, operand, result, bytes, [](uint16_t a, uint16_t b) {
      return encodeF16(decodeF16(a) + decodeF16(b));
    });
    return true;
  case ElementKind::BF16:
    addEach<uint16_t>(old, operand, result, bytes, [](uint16_t a, uint16_t b) {
      return encodeBF16(decodeBF16(a) + decodeBF16(b));
    });
    return true;
  case ElementKind::F32:
    if (bytes < sizeof(float))
      return false;
    addEach<float>(old, operand, result, bytes,
                   [](float a, float b) { return a + b; });
    return true;
  case ElementKind::F64:
    if (bytes < sizeof(double))
      return false;
    addEach<double>(old, operand, result, bytes,
                    [](double a, double b) { return a + b; });
    return true;
  default:
    return false;
  }
}

namespace mlir::autotune::sim {

bool applyAtomic(AtomicKind kind, ElementKind element, const void *old,
                 const void *operand, const void *compare, void *result,
                 uint32_t bytes) {
  if (bytes != 2 && bytes != 4 && bytes != 8)
    return false;
  if (kind == AtomicKind::FAdd)
    return applyFAdd(element, old, operand, result, bytes);
  if (bytes == 4)
    return applyInteger<uint32_t>(kind, old, operand, compare, result);
  if (bytes == 8)
    return applyInteger<uint64_t>(kind, old, operand, compare, result);
  // Of 16 bits PTX has only these two.
  return (kind == AtomicKind::Exchange ||
          kind == AtomicKind::CompareExchange) &&
         applyInteger<uint16_t>(kind, old, operand, compare, result);
}

std::string describeUnknownAtomic(AtomicKind kind, ElementKind element,
                                  uint32_t bytes) {
  if (kind == AtomicKind::FAdd)
    return "there is no atomic addition of " + std::to_string(bytes) +
           " bytes of " + stringify(element) +
           ": f16 and bf16 (one or packed), f32 and f64 have one";
  return "there is no atomic operation " +
         std::to_string(static_cast<int>(kind)) + " on " +
         std::to_string(bytes) +
         " bytes: 4 and 8 have all, 2 have exchange and compare-exchange";
}

} // namespace mlir::autotune::sim

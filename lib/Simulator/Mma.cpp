//===- Mma.cpp - mma.sync -------------------------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "mma". The sum of an instruction's products is formed in f32 (f64
// and s32 in their own type), in the order of k, from 0, and then added to C.
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Fragment.h"
#include "Machine.h"

#include <cstring>

using namespace mlir::autotune::sim;

namespace {

constexpr uint32_t kMaxM = 16, kColumns = 8, kMaxK = 32;

/// What one lane passes to the rendezvous.
struct MmaPayload {
  const MmaShape *shape;
  const uint32_t *a, *b, *c;
  uint32_t *d;
};

/// Of one warp; doubles hold all element types exactly.
struct MmaOperands {
  double a[kMaxM][kMaxK], b[kMaxK][kColumns];
};

uint32_t getWords(uint32_t bytes) { return bytes / sizeof(uint32_t); }

/// A register of A or B: its elements, and how many.
uint32_t decodeRegister(ElementKind type, const uint32_t *registers,
                        uint32_t index, double *into) {
  uint8_t bytes[sizeof(double)];
  if (type == ElementKind::F64) {
    std::memcpy(into, registers + getWords(sizeof(double)) * index,
                sizeof(double));
    return 1;
  }
  uint32_t count = uint32_t(sizeof(uint32_t)) / getElementBytes(type);
  float values[sizeof(uint32_t)];
  std::memcpy(bytes, registers + index, sizeof(uint32_t));
  decodeElements(type, bytes, values, count);
  for (uint32_t i = 0; i < count; ++i)
    into[i] = values[i];
  return count;
}

/// Elements of a register: a 64-bit one has one.
uint32_t getPerRegister(ElementKind type) {
  uint32_t bytes = getElementBytes(type);
  return bytes < sizeof(uint32_t) ? uint32_t(sizeof(uint32_t)) / bytes : 1;
}

/// From the registers of all lanes.
void gather(const MmaShape &shape, void *const *payloads,
            MmaOperands &operands) {
  uint32_t groups = uint32_t(shape.m) / 8;
  uint32_t perRegister = getPerRegister(shape.typeA);
  uint32_t blocks = uint32_t(shape.k) / (4 * perRegister);
  for (uint32_t lane = 0; lane < kWarpThreads; ++lane) {
    const MmaPayload &payload = *static_cast<MmaPayload *>(payloads[lane]);
    double values[sizeof(uint32_t)];
    for (uint32_t r = 0; r < groups * blocks; ++r) {
      decodeRegister(shape.typeA, payload.a, r, values);
      for (uint32_t e = 0; e < perRegister; ++e) {
        FragmentPlace at = getPlaceOfA(lane, r, e, perRegister, groups);
        operands.a[at.row][at.column] = values[e];
      }
    }
    for (uint32_t r = 0; r < blocks; ++r) {
      decodeRegister(shape.typeB, payload.b, r, values);
      for (uint32_t e = 0; e < perRegister; ++e) {
        FragmentPlace at = getPlaceOfB(lane, r, e, perRegister);
        operands.b[at.row][at.column] = values[e];
      }
    }
  }
}

template <typename T>
T sumProducts(const MmaOperands &operands, FragmentPlace at, int32_t depth) {
  T sum = 0;
  for (int32_t k = 0; k < depth; ++k)
    sum += T(operands.a[at.row][k]) * T(operands.b[k][at.column]);
  return sum;
}

template <typename T> T load(const uint32_t *from, uint32_t index) {
  T value;
  std::memcpy(&value, from + index * getWords(sizeof(T)), sizeof(T));
  return value;
}

template <typename T> void store(uint32_t *to, uint32_t index, T value) {
  std::memcpy(to + index * getWords(sizeof(T)), &value, sizeof(T));
}

/// The i-th element of D of a lane.
void computeElement(const MmaPayload &payload, const MmaOperands &operands,
                    uint32_t lane, uint32_t i) {
  const MmaShape &shape = *payload.shape;
  FragmentPlace at = getPlaceOfD(lane, i);
  switch (shape.typeD) {
  case ElementKind::F64:
    store(payload.d, i,
          load<double>(payload.c, i) +
              sumProducts<double>(operands, at, shape.k));
    return;
  case ElementKind::F32:
    store(payload.d, i,
          load<float>(payload.c, i) +
              sumProducts<float>(operands, at, shape.k));
    return;
  case ElementKind::S32:
    payload.d[i] = addS32(payload.c[i],
                          int64_t(sumProducts<double>(operands, at, shape.k)),
                          shape.saturate);
    return;
  default: { // f16, two in a register
    uint32_t shift = i % 2 * 16;
    float sum = decodeF16(uint16_t(payload.c[i / 2] >> shift)) +
                sumProducts<float>(operands, at, shape.k);
    payload.d[i / 2] = (payload.d[i / 2] & ~(uint32_t(0xFFFF) << shift)) |
                       uint32_t(encodeF16(sum)) << shift;
  }
  }
}

void multiplyTogether(Machine &, Thread *const *, void *const *payloads) {
  const MmaShape &shape = *static_cast<MmaPayload *>(payloads[0])->shape;
  MmaOperands operands;
  gather(shape, payloads, operands);
  for (uint32_t lane = 0; lane < kWarpThreads; ++lane) {
    MmaPayload payload = *static_cast<MmaPayload *>(payloads[lane]);
    // D may be the same memory as C.
    uint32_t c[kMaxM * kColumns / kWarpThreads * 2];
    uint32_t count = uint32_t(shape.m) * kColumns / kWarpThreads;
    uint32_t words = shape.typeD == ElementKind::F64   ? 2 * count
                     : shape.typeD == ElementKind::F16 ? count / 2
                                                       : count;
    std::memcpy(c, payload.c, words * sizeof c[0]);
    payload.c = c;
    for (uint32_t i = 0; i < count; ++i)
      computeElement(payload, operands, lane, i);
  }
}

/// Whether PTX has the instruction, and the simulator too.
bool isSupported(const MmaShape &shape) {
  ElementKind a = shape.typeA, b = shape.typeB, d = shape.typeD;
  if (shape.n != int32_t(kColumns) || shape.majorA || shape.majorB ||
      shape.scaleA != 1 || shape.scaleB != 1 ||
      (shape.saturate && d != ElementKind::S32))
    return false;
  auto is = [&](int32_t m, std::initializer_list<int32_t> depths) {
    for (int32_t k : depths)
      if (shape.m == m && shape.k == k)
        return true;
    return false;
  };
  if (isFloat8(a))
    return isFloat8(b) && (d == ElementKind::F32 || d == ElementKind::F16) &&
           is(16, {16, 32});
  switch (a) {
  case ElementKind::F16:
    return b == a && (d == ElementKind::F32 || d == ElementKind::F16) &&
           is(16, {8, 16});
  case ElementKind::BF16:
    return b == a && d == ElementKind::F32 && is(16, {8, 16});
  case ElementKind::TF32:
    return b == a && d == ElementKind::F32 && is(16, {4, 8});
  case ElementKind::F64:
    return b == a && d == a && (is(8, {4}) || is(16, {4, 8, 16}));
  case ElementKind::S8:
  case ElementKind::U8:
    return (b == ElementKind::S8 || b == ElementKind::U8) &&
           d == ElementKind::S32 && (is(8, {16}) || is(16, {16, 32}));
  default:
    return false;
  }
}

} // namespace

void autotuneSimMma(const Site *site, const MmaShape *shape, const uint32_t *a,
                    const uint32_t *b, const uint32_t *c, uint32_t *d) {
  Machine &machine = Machine::get();
  if (!isSupported(*shape))
    machine.fail(
        FindingKind::Unsupported, site,
        "mma.m" + std::to_string(shape->m) + "n" + std::to_string(shape->n) +
            "k" + std::to_string(shape->k) + "." + stringify(shape->typeD) +
            "." + stringify(shape->typeA) + "." + stringify(shape->typeB) +
            " is not simulated: there are m16n8 with k 8 and 16 (f16, bf16), 4 "
            "and 8 (tf32), 16 and 32 (8 bits), 4, 8 and 16 (f64), m8n8k16 "
            "(integers) and m8n8k4 (f64), all row.col");
  MmaPayload payload = {shape, a, b, c, d};
  machine.rendezvous(site, Machine::Group::Warp, kFullWarp, &payload,
                     multiplyTogether);
}

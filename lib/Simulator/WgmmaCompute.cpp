//===- WgmmaCompute.cpp - What a wgmma does when it is performed ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sum of an instruction's products is formed in f32, in the order of k,
// from 0, and then added to the accumulator. Products of two elements are exact
// in f32; those of 8-bit integers and all 32 of their sums are, too. (What the
// hardware rounds within an instruction is not documented.) Of 8-bit floats the
// accumulator and the sum that is added to it are cut to 14 bits: that many
// were seen to be kept on Hopper (DeepSeek-V3 Technical Report, 3.3.2;
// SageAttention2, 3.2).
//
// Thread t of the warpgroup holds, of rows 16 (t / 32) + (t % 32) / 4 and eight
// further, columns 8 j + 2 (t % 4) + c (PTX ISA, "Register fragments"). B is
// brought into that order first, so that each thread's columns lie side by
// side.
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Fragment.h"
#include "SharedMemory.h"
#include "Wgmma.h"
#include "WgmmaDescriptor.h"

#include <algorithm>
#include <cstring>

using namespace mlir::autotune::sim;

namespace {

constexpr uint32_t kWgmmaRows = 64, kMaxColumns = 256, kMaxDepth = 32;
constexpr uint32_t kMaxPieces = kMaxColumns * kWgmmaDepthBytes / kPieceBytes;
/// Columns of one thread.
constexpr uint32_t kMaxOwnColumns = kMaxColumns / 4;

/// The operands as floats.
struct WgmmaOperands {
  float a[kWgmmaRows][kMaxDepth];
  /// By k, thread in its quad, and its columns; n / 4 columns each. Vectors may
  /// be loaded that reach beyond the end.
  float b[kMaxDepth * kMaxColumns + 4];
};

/// Of the host's vector registers: 16 bytes are everywhere.
typedef float Vector __attribute__((vector_size(16)));
constexpr uint32_t kLanes = sizeof(Vector) / sizeof(float);

Vector loadVector(const float *from) {
  Vector value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// Sums for two rows of a thread and `kVectors` vectors of its columns: few
/// enough that they stay in registers.
template <uint32_t kVectors>
void multiply(const float *a0, const float *a1, const float *b, uint32_t depth,
              uint32_t stride, float *sums0, float *sums1) {
  Vector s0[kVectors] = {}, s1[kVectors] = {};
  for (uint32_t k = 0; k < depth; ++k) {
    Vector x0 = Vector{} + a0[k], x1 = Vector{} + a1[k];
    for (uint32_t i = 0; i < kVectors; ++i) {
      Vector element = loadVector(b + k * stride + i * kLanes);
      s0[i] += x0 * element;
      s1[i] += x1 * element;
    }
  }
  std::memcpy(sums0, s0, sizeof s0);
  std::memcpy(sums1, s1, sizeof s1);
}

/// All columns of a thread. An odd half of a vector, at the end, is computed
/// with what lies beyond, and not used.
void multiplyColumns(const float *a0, const float *a1, const float *b,
                     uint32_t depth, uint32_t stride, uint32_t columns,
                     float *sums0, float *sums1) {
  uint32_t i = 0;
  for (; i + 4 * kLanes <= columns; i += 4 * kLanes)
    multiply<4>(a0, a1, b + i, depth, stride, sums0 + i, sums1 + i);
  for (; i < columns; i += kLanes)
    multiply<1>(a0, a1, b + i, depth, stride, sums0 + i, sums1 + i);
}

float asFloat(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

uint32_t asBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

uint32_t addF16(uint32_t pair, float low, float high) {
  return uint32_t(encodeF16(decodeF16(uint16_t(pair)) + low)) |
         uint32_t(encodeF16(decodeF16(uint16_t(pair >> 16)) + high)) << 16;
}

uint32_t getExponent(float value) { return asBits(value) >> 23 & 0xFF; }

/// `value`, of no larger exponent, without what lies below the last of 14 bits
/// of a number that has this exponent.
float cut(float value, uint32_t exponent) {
  constexpr uint32_t kBits = 24, kKeptBits = 14;
  uint32_t dropped = kBits - kKeptBits + exponent - getExponent(value);
  return dropped < kBits ? asFloat(asBits(value) & ~0U << dropped) : 0;
}

/// The sum as tensor cores have it of 8-bit floats.
float addShort(float x, float y) {
  uint32_t larger = std::max(getExponent(x), getExponent(y));
  float sum = cut(x, larger) + cut(y, larger);
  return cut(sum, getExponent(sum));
}

/// Adds one row's sums (`half` 0 or 1) to a thread's registers.
void accumulate(const MmaShape &shape, uint32_t half, const float *sums,
                uint32_t *registers) {
  for (uint32_t j = 0; j < uint32_t(shape.n) / 8; ++j) {
    float low = sums[2 * j], high = sums[2 * j + 1];
    if (shape.typeD == ElementKind::F16) {
      uint32_t &pair = registers[2 * j + half];
      pair = addF16(shape.scaleD ? pair : 0, low, high);
      continue;
    }
    uint32_t *pair = registers + 4 * j + 2 * half;
    if (shape.typeD == ElementKind::S32) {
      for (uint32_t c : {0, 1})
        pair[c] = addS32(shape.scaleD ? pair[c] : 0, int64_t(c ? high : low),
                         shape.saturate);
    } else if (isFloat8(shape.typeA)) {
      pair[0] = asBits(addShort(shape.scaleD ? asFloat(pair[0]) : 0, low));
      pair[1] = asBits(addShort(shape.scaleD ? asFloat(pair[1]) : 0, high));
    } else if (shape.scaleD) {
      pair[0] = asBits(asFloat(pair[0]) + low);
      pair[1] = asBits(asFloat(pair[1]) + high);
    } else {
      pair[0] = asBits(low);
      pair[1] = asBits(high);
    }
  }
}

/// Brings pieces of an operand, one after the other, into `place(row, k)`.
template <typename Place>
void spread(const WgmmaOperand &operand, const std::vector<uint8_t> &pieces,
            float scale, Place place) {
  uint32_t perPiece = kPieceBytes / getElementBytes(operand.type);
  float values[kPieceBytes];
  for (uint32_t i = 0; i < operand.getNumPieces(); ++i) {
    decodeElements(operand.type, &pieces[i * kPieceBytes], values, perPiece);
    if (!operand.mnMajor)
      for (uint32_t e = 0; e < perPiece; ++e)
        place(i / 2, i % 2 * perPiece + e) = values[e] * scale;
    else
      for (uint32_t e = 0, across = operand.rows / 8; e < perPiece; ++e)
        place(i % across * 8 + e, i / across) = values[e] * scale;
  }
}

/// A from the registers of all threads, four each.
void spreadRegisters(ElementKind type, const std::vector<uint32_t> &registers,
                     float scale, WgmmaOperands &operands) {
  uint32_t perRegister = 4 / getElementBytes(type);
  for (uint32_t t = 0; t < kWarpgroupThreads; ++t)
    for (uint32_t r = 0; r < 4; ++r) {
      float values[4];
      uint8_t bytes[4];
      std::memcpy(bytes, &registers[4 * t + r], sizeof bytes);
      decodeElements(type, bytes, values, perRegister);
      for (uint32_t e = 0; e < perRegister; ++e) {
        FragmentPlace at = getPlaceOfA(t % kWarpThreads, r, e, perRegister, 2);
        operands.a[t / kWarpThreads * 16 + at.row][at.column] =
            values[e] * scale;
      }
    }
}

} // namespace

/// Notes reads of all pieces, as stretches of pieces side by side.
static bool noteReads(SharedMemory &shared, const uint32_t *addresses,
                      uint32_t count, const Access &access, const char *name) {
  auto [first, last] = std::minmax_element(addresses, addresses + count);
  uint32_t begin = *first, slots = (*last - begin) / kPieceBytes + 1;
  std::vector<uint8_t> isRead(slots + 1);
  for (uint32_t i = 0; i < count; ++i)
    isRead[(addresses[i] - begin) / kPieceBytes] = 1;
  for (uint32_t i = 0, end; i < slots; i = end + 1) {
    for (end = i; isRead[end]; ++end)
      ;
    uint32_t offset = begin + i * kPieceBytes, bytes = (end - i) * kPieceBytes;
    if (bytes == 0)
      continue;
    if (!shared.check(offset, bytes, kPieceBytes, access, name))
      return false;
    shared.noteRead(offset, bytes, access);
  }
  return true;
}

/// Copies the pieces of an operand, after the checks that memory makes.
bool WgmmaOperation::readShared(Machine &machine, bool isB, uint32_t rows,
                                std::vector<uint8_t> &pieces) {
  const char *name = isB ? "wgmma's B" : "wgmma's A";
  WgmmaOperand operand(isB ? descriptorB : descriptorA, rows,
                       isB ? shape.typeB : shape.typeA,
                       isB ? shape.majorB : shape.majorA);
  if (std::optional<std::string> error = operand.check()) {
    machine.failLater(FindingKind::BadDescriptor, site, thread,
                      std::string(name) + ": " + *error);
    return false;
  }
  Access access = {{warpgroup->agent, number}, &issued, true, site, thread};
  uint32_t count = operand.getNumPieces();
  uint32_t addresses[kMaxPieces] = {};
  for (uint32_t i = 0; i < count; ++i)
    addresses[i] = operand.getAddress(i);
  if (!noteReads(*cta->shared, addresses, count, access, name))
    return false;
  pieces.resize(count * kPieceBytes);
  for (uint32_t i = 0; i < count; ++i)
    std::memcpy(&pieces[i * kPieceBytes], cta->shared->data(addresses[i]),
                kPieceBytes);
  return true;
}

void WgmmaOperation::compute(Machine &machine) {
  std::vector<uint8_t> pieces;
  // Large, and overwritten each time: nothing that suspends comes between.
  thread_local std::unique_ptr<WgmmaOperands> operands(new WgmmaOperands);
  float scaleA = float(shape.scaleA), scaleB = float(shape.scaleB);
  if (isAInRegisters) {
    spreadRegisters(shape.typeA, registersA, scaleA, *operands);
  } else {
    if (!readShared(machine, false, kWgmmaRows, pieces))
      return;
    spread(WgmmaOperand(descriptorA, kWgmmaRows, shape.typeA, shape.majorA),
           pieces, scaleA, [&](uint32_t row, uint32_t k) -> float & {
             return operands->a[row][k];
           });
  }
  uint32_t n = uint32_t(shape.n), own = n / 4;
  if (!readShared(machine, true, n, pieces))
    return;
  spread(WgmmaOperand(descriptorB, n, shape.typeB, shape.majorB), pieces,
         scaleB, [&](uint32_t column, uint32_t k) -> float & {
           uint32_t quad = column % 8 / 2, i = column / 8 * 2 + column % 2;
           return operands->b[k * n + quad * own + i];
         });

  float sums[2][kMaxOwnColumns + kLanes];
  for (uint32_t t = 0; t < kWarpgroupThreads; ++t) {
    uint32_t row = t / kWarpThreads * 16 + t % kWarpThreads / 4;
    multiplyColumns(operands->a[row], operands->a[row + 8],
                    operands->b + t % 4 * own, uint32_t(shape.k), n, own,
                    sums[0], sums[1]);
    for (uint32_t half : {0, 1})
      accumulate(shape, half, sums[half], accumulators[t]->values.data());
  }
}

void WgmmaOperation::perform(Machine &machine) {
  if (cta->running == 0)
    machine.report(FindingKind::EarlyExit, site, thread,
                   "reads shared memory of CTA " + std::to_string(cta->rank) +
                       ", which has ended: there must be a wgmma.wait_group "
                       "before");
  else
    compute(machine);
  warpgroup->performed = number;
  std::vector<WarpgroupWgmmas::Waiting> &waiting = warpgroup->waiting;
  for (size_t i = 0; i < waiting.size();) {
    if (waiting[i].until > number) {
      ++i;
      continue;
    }
    Thread *ready = waiting[i].thread;
    waiting[i] = waiting.back();
    waiting.pop_back();
    machine.wake(*ready);
  }
}

//===- Matrix.cpp - ldmatrix and stmatrix ---------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "ldmatrix" and "stmatrix". Lane 8 i + r names the address of row r
// of matrix i: 8 elements of 16 bits. Lane l holds, of each matrix, elements 2
// (l % 4) and the next of row l / 4; of column l / 4 if transposed.
//
//===----------------------------------------------------------------------===//

#include "Describe.h"
#include "SharedMemory.h"
#include "ThreadAccess.h"

#include <cstring>

using namespace mlir::autotune::sim;

namespace {

constexpr uint32_t kRows = 8, kRowBytes = 16, kMaxMatrices = 4;

/// What one lane passes to the rendezvous.
struct MatrixPayload {
  const Site *site;
  uint64_t address;
  uint32_t count;
  bool transposed, isStore;
  uint32_t *registers;
};

/// Of one matrix, as it lies in memory.
using Matrix = uint16_t[kRows][kRows];

/// Where a lane's two elements are.
void exchange(Matrix &matrix, uint32_t lane, const MatrixPayload &payload,
              uint32_t &reg) {
  uint32_t row = lane / 4, column = lane % 4 * 2;
  for (uint32_t i : {0, 1}) {
    uint16_t &element =
        payload.transposed ? matrix[column + i][row] : matrix[row][column + i];
    if (payload.isStore)
      element = uint16_t(reg >> (16 * i));
    else
      reg = i == 0 ? element : reg | uint32_t(element) << 16;
  }
}

/// Copies the rows of a matrix between it and shared memory: each row is an
/// access of the lane that names its address.
void moveRows(Machine &machine, Thread *const *threads, void *const *payloads,
              uint32_t index, Matrix &matrix) {
  for (uint32_t row = 0; row < kRows; ++row) {
    uint32_t lane = index * kRows + row;
    Thread &thread = *threads[lane];
    const MatrixPayload &payload =
        *static_cast<MatrixPayload *>(payloads[lane]);
    Machine::Place place =
        machine.resolve(thread, payload.site, payload.address);
    if (place.cta != thread.cta) {
      machine.report(FindingKind::OutOfBounds, payload.site, &thread,
                     "a row lies in shared memory of " +
                         describeCta(*place.cta) +
                         ": it must be of the thread's own CTA");
      continue;
    }
    if (payload.isStore)
      beginWrite(thread);
    Access access = getAccess(thread, payload.site);
    SharedMemory &shared = *thread.cta->shared;
    if (!shared.check(place.offset, kRowBytes, kRowBytes, access,
                      payload.isStore ? "stores a row to" : "loads a row from"))
      continue;
    if (payload.isStore)
      shared.write(place.offset, matrix[row], kRowBytes, access);
    else
      shared.read(place.offset, matrix[row], kRowBytes, access);
  }
}

void moveTogether(Machine &machine, Thread *const *threads,
                  void *const *payloads) {
  const MatrixPayload &first = *static_cast<MatrixPayload *>(payloads[0]);
  for (uint32_t index = 0; index < first.count; ++index) {
    Matrix matrix = {};
    if (!first.isStore)
      moveRows(machine, threads, payloads, index, matrix);
    for (uint32_t lane = 0; lane < kWarpThreads; ++lane) {
      MatrixPayload &payload = *static_cast<MatrixPayload *>(payloads[lane]);
      exchange(matrix, lane, payload, payload.registers[index]);
    }
    if (first.isStore)
      moveRows(machine, threads, payloads, index, matrix);
  }
}

void move(const Site *site, uint64_t address, int32_t count, bool transposed,
          bool isStore, uint32_t *registers) {
  Machine &machine = Machine::get();
  if (count != 1 && count != 2 && count != 4)
    machine.fail(FindingKind::Unsupported, site,
                 "moves " + std::to_string(count) +
                     " matrices: legal are 1, 2 and 4");
  MatrixPayload payload = {site,       address, uint32_t(count),
                           transposed, isStore, registers};
  machine.rendezvous(site, Machine::Group::Warp, kFullWarp, &payload,
                     moveTogether);
}

} // namespace

void autotuneSimLdMatrix(const Site *site, uint64_t address, int32_t count,
                         int32_t transposed, uint32_t *registers) {
  move(site, address, count, transposed, /*isStore=*/false, registers);
}

void autotuneSimStMatrix(const Site *site, uint64_t address, int32_t count,
                         int32_t transposed, const uint32_t *registers) {
  uint32_t copy[kMaxMatrices] = {};
  if (count > 0 && count <= int32_t(kMaxMatrices))
    std::memcpy(copy, registers, size_t(count) * sizeof copy[0]);
  move(site, address, count, transposed, /*isStore=*/true, copy);
}

//===- RunMemory.cpp - The memory of a run --------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandMemory.h"

#include "mlir-autotune/Core/Workspace.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstring>

using namespace mlir;
using namespace mlir::autotune;

static constexpr int64_t kGuardBytes = 4096;
static constexpr unsigned char kGuardByte = 0xA5;
/// As a problem's matrices together (ProblemData.cpp).
static constexpr int64_t kMaxWorkspaceBytes = int64_t(1) << 32;

/// Drivers align allocations to so many bytes; no kernel relies on more.
static constexpr int64_t kMaxAlignment = 256;

/// Where a matrix starts in its part of the storage, which is aligned.
static int64_t getOffset(const StoredMatrix &matrix) {
  int64_t alignment =
      std::clamp(matrix.alignment, matrix.getElementBytes(), kMaxAlignment);
  // What takes more for granted than it was told is found.
  return kGuardBytes + (alignment < kMaxAlignment ? alignment : 0);
}

static int64_t getPartSize(const StoredMatrix &matrix) {
  return llvm::alignTo(getOffset(matrix) + matrix.bytes.size() + kGuardBytes,
                       kMaxAlignment);
}

void RunMemory::add(const StoredMatrix &matrix, OperandMemory::Role role) {
  OperandMemory &added = memory.emplace_back();
  added.matrix = &matrix;
  added.role = role;
}

void RunMemory::allocate() {
  static_assert(kGuardBytes % kMaxAlignment == 0, "matrices follow a guard");
  int64_t size = kMaxAlignment;
  for (const OperandMemory &operand : memory)
    size += getPartSize(operand.getMatrix());
  storage.assign(size, kGuardByte);
  unsigned char *part = reinterpret_cast<unsigned char *>(
      llvm::alignTo(reinterpret_cast<uint64_t>(storage.data()), kMaxAlignment));
  for (OperandMemory &operand : memory) {
    const StoredMatrix &matrix = operand.getMatrix();
    operand.begin = part;
    operand.base = part + getOffset(matrix);
    operand.end = part + getPartSize(matrix);
    std::memcpy(operand.base, matrix.bytes.data(), matrix.bytes.size());
    part = operand.end;
  }
}

llvm::Error RunMemory::addWorkspace(const SimulatedProblem &problem,
                                    const tile::KernelABI &abi, int64_t ctas) {
  cuda::WorkspaceLayout layout;
  auto checkSize = [&]() -> llvm::Error {
    if (layout.getBytes() <= kMaxWorkspaceBytes)
      return llvm::Error::success();
    return llvm::createStringError(
        "the kernel's workspace takes more than 4 GiB of memory");
  };
  if (abi.hasParts())
    layout.addPartials(ctas, abi.getPartial());
  if (llvm::Error error = checkSize())
    return error;
  int64_t countersAndPartials = layout.getBytes();
  for (const tile::PackedCopy &copy : abi.packed) {
    int64_t operand = copy.operand;
    if (operand > 1)
      return llvm::createStringError("the kernel packs operand " +
                                     llvm::Twine(operand) +
                                     "; a matmul has the inputs 0 and 1");
    const StoredMatrix &source = problem.getOperand(int(operand));
    StoredMatrix packed;
    packed.name = "packed " + source.name;
    packed.element = source.element;
    packed.rows = source.rows;
    packed.columns = source.columns;
    if (copy.transposed)
      std::swap(packed.rows, packed.columns);
    int64_t matrices = source.batchStride > 0 ? source.batch : 1;
    cuda::WorkspaceMatrix place = layout.addPacked(
        packed.rows, packed.columns, source.getElementBytes(), matrices);
    packed.rowStride = place.rowStride;
    if (source.batchStride > 0) {
      packed.batch = source.batch;
      packed.batchStride = place.batchStride;
    }
    packed.alignment = cuda::kWorkspaceAlignment;
    // A matrix of one column takes up to 128 times its size.
    if (llvm::Error error = checkSize())
      return error;
    // NaN in every float format: what was not packed gives no right sum.
    packed.bytes.assign(matrices * place.batchStride * packed.getElementBytes(),
                        0xFF);
    workspace.push_back(std::move(packed));
  }
  StoredMatrix counters;
  counters.name = "counters";
  counters.element = ElementKind::I32;
  counters.rows = 1;
  counters.columns = counters.rowStride =
      countersAndPartials / counters.getElementBytes();
  counters.alignment = cuda::kWorkspaceAlignment;
  // What nobody has contributed gives no right sum either.
  counters.bytes.assign(countersAndPartials, 0xFF);
  std::fill_n(counters.bytes.begin(), cuda::kWorkspaceCounterBytes, 0);
  workspace.push_back(std::move(counters));
  for (const StoredMatrix &matrix : workspace)
    add(matrix, OperandMemory::Role::Workspace);
  hasCounters = true;
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<RunMemory>>
RunMemory::create(const SimulatedProblem &problem, const tile::KernelABI &abi,
                  int64_t ctas) {
  std::unique_ptr<RunMemory> memory(new RunMemory());
  for (int i = 0; i < problem.getNumOperands(); ++i)
    memory->add(problem.getOperand(i), problem.isOutput(i)
                                           ? OperandMemory::Role::Output
                                           : OperandMemory::Role::Input);
  if (abi.needsWorkspace())
    if (llvm::Error error = memory->addWorkspace(problem, abi, ctas))
      return error;
  memory->allocate();
  return memory;
}

std::string RunMemory::findDirtyCounters() const {
  const OperandMemory *counters = getCounters();
  if (!counters)
    return "";
  std::string dirty;
  constexpr int64_t kCounters =
      cuda::kWorkspaceCounterBytes / int64_t(sizeof(uint32_t));
  for (int64_t i = 0; i < kCounters; ++i) {
    uint32_t count;
    std::memcpy(&count, counters->getBase() + i * sizeof(count), sizeof(count));
    if (count != 0)
      dirty += (dirty.empty() ? "" : ", ") + std::to_string(count) +
               " (number " + std::to_string(i) + ")";
  }
  return dirty.empty()
             ? ""
             : "the kernel left its counters at " + dirty + ", not at zero";
}

std::string OperandMemory::findDamage() const {
  auto countTouched = [](const unsigned char *from, const unsigned char *to) {
    return to - from - std::count(from, to, kGuardByte);
  };
  const unsigned char *matrixEnd = base + matrix->bytes.size();
  if (int64_t touched = countTouched(begin, base))
    return std::to_string(touched) + " bytes were written before " +
           matrix->name;
  if (int64_t touched = countTouched(matrixEnd, end))
    return std::to_string(touched) + " bytes were written behind " +
           matrix->name;
  if (role == Role::Workspace)
    return "";
  int64_t bytes = matrix->getElementBytes(), inRows = 0, between = 0;
  int64_t ofEach = matrix->getStoredElements();
  int64_t count = matrix->getStoredMatrices() * ofEach;
  for (int64_t index = 0; index < count; ++index) {
    int64_t offset = index * bytes;
    if (std::memcmp(base + offset, &matrix->bytes[offset], bytes) == 0)
      continue;
    int64_t row = index % ofEach / matrix->rowStride;
    int64_t column = index % ofEach % matrix->rowStride;
    int64_t number = index / ofEach;
    ++(matrix->isInterleaved() || (row < matrix->getRows(number) &&
                                   column < matrix->getColumns(number))
           ? inRows
           : between);
  }
  if (between)
    return std::to_string(between) + " elements between the rows of " +
           matrix->name + " were written";
  if (inRows && role == Role::Input)
    return std::to_string(inRows) + " elements of the input " + matrix->name +
           " were written";
  return "";
}

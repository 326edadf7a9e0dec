//===- Buffers.cpp - The matrices of one problem --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"

#include <algorithm>
#include <array>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;

static constexpr int64_t kAlignment = 256;
static_assert(kGuardBytes % kAlignment == 0, "matrices follow their guard");

static int64_t alignUp(int64_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

/// Operations of a product that needs one set.
static constexpr double kOneSetFlops = 2e12;

int64_t measure::getRotation(const MeasuredProblem &problem, int64_t sets) {
  return problem.getFlops() >= kOneSetFlops ? 1 : sets;
}

SetLayout measure::getSetLayout(const MeasuredProblem &problem,
                                int64_t l2Bytes) {
  SetLayout layout;
  int64_t touched = 0;
  for (const auto &[number, operand] : llvm::enumerate(problem.operands)) {
    int64_t bytes = cuda::getBytesOf(
        operand.element, operand.getElements(problem.getMatrices(number)));
    layout.bytes.push_back(bytes);
    layout.offset.push_back(layout.stride + kGuardBytes);
    layout.stride = alignUp(layout.offset.back() + bytes) + kGuardBytes;
    touched += bytes;
  }
  layout.sets =
      std::clamp<int64_t>((kCacheMultiple * l2Bytes + touched - 1) / touched,
                          kFewestSets, kMaxSets);
  return layout;
}

/// Of an operand that all products share there is one copy, too.
static int64_t countMatrices(const Operand &operand,
                             const MeasuredProblem &problem) {
  return operand.batchStride > 0 ? std::max(problem.batch, problem.parts) : 1;
}

/// Rows and columns of a copy.
static std::array<int64_t, 2> getPackedSizes(const tile::PackedCopy &copy,
                                             const Operand &operand) {
  if (copy.transposed)
    return {operand.columns, operand.rows};
  return {operand.rows, operand.columns};
}

WorkspacePlan measure::planWorkspace(const Kernel &kernel,
                                     const MeasuredProblem &problem,
                                     int64_t ctas) {
  WorkspacePlan plan;
  if (!kernel.abi.needsWorkspace())
    return plan;
  cuda::WorkspaceLayout layout;
  if (kernel.abi.hasParts())
    layout.addPartials(ctas, kernel.abi.getPartial());
  for (const tile::PackedCopy &copy : kernel.abi.packed) {
    const Operand &operand = problem.operands[size_t(copy.operand)];
    auto [rows, columns] = getPackedSizes(copy, operand);
    plan.packed.push_back(
        {copy,
         layout.addPacked(rows, columns, cuda::getElementBytes(operand.element),
                          countMatrices(operand, problem))});
  }
  plan.bytes = layout.getBytes();
  return plan;
}

Status Buffers::create(const MeasuredProblem &problem,
                       const cuda::SupportModule &support,
                       cuda::StreamHandle stream, int64_t l2Bytes,
                       int64_t workspaceBytes, Buffers &buffers) {
  buffers.problem = &problem;
  buffers.support = &support;
  buffers.stream = stream;
  buffers.l2Bytes = l2Bytes;
  buffers.layout = getSetLayout(problem, l2Bytes);
  if (Status status = cuda::DeviceBuffer::create(
          size_t(buffers.layout.stride * buffers.layout.sets), buffers.memory))
    return status;
  if (Status status = buffers.reserveWorkspace(workspaceBytes))
    return status;
  return buffers.repair();
}

cuda::DeviceMatrix Buffers::getMatrix(int64_t set, int operand) const {
  const Operand &fact = problem->operands[operand];
  return {memory.get() + uint64_t(set * layout.stride + layout.offset[operand]),
          fact.element,
          fact.rows,
          fact.columns,
          fact.rowStride,
          problem->getMatrices(size_t(operand)),
          fact.batchStride,
          operand == 2 && !problem->group.empty() ? &problem->group : nullptr,
          fact.limit};
}

cuda::DeviceMatrix Buffers::getFilled(int64_t set, int operand) const {
  cuda::DeviceMatrix matrix = getMatrix(set, operand);
  if (!problem->operands[size_t(operand)].isInterleaved())
    return matrix;
  matrix.columns = matrix.rowStride;
  matrix.batch = 1;
  matrix.batchStride = 0;
  return matrix;
}

cuda::Content Buffers::getContent(int64_t set, int operand) const {
  int second = operand - int(problem->getSecond());
  bool isFactor = operand <= int(kOutput) || second >= 0;
  if (isExtra(operand) || !isFactor || getScale(set) == 1)
    return cuda::Content::Random;
  constexpr cuda::Content kLast[] = {cuda::Content::Negated,
                                     cuda::Content::Doubled,
                                     cuda::Content::NegatedDoubled};
  // The other A and B of a sum and the other B of a pair are as the first ones.
  return kLast[second < 0 ? operand : problem->addedK ? second : 1];
}

cuda::Content Buffers::getOutputContent(int64_t set, int operand) const {
  return problem->accumulate && operand == int(kOutput)
             ? getContent(set, operand)
             : cuda::Content::Poison;
}

uint64_t Buffers::getSeedStep() const { return problem->operands.size(); }

uint64_t Buffers::getSeed(int64_t set, int operand) const {
  bool isFirst =
      set == getLastSet() && !isExtra(operand) && !problem->hasNoMultiples();
  return uint64_t(isFirst ? 0 : set) * getSeedStep() + uint64_t(operand) + 1;
}

Status Buffers::resetOutputs(int64_t set) const {
  for (int operand = int(problem->getFirstOutput());
       problem->isOutput(size_t(operand)); ++operand)
    if (Status status = support->fill(getMatrix(set, operand),
                                      getOutputContent(set, operand),
                                      getSeed(set, operand)))
      return status;
  return {};
}

//===----------------------------------------------------------------------===//
// The workspace
//===----------------------------------------------------------------------===//

Status Buffers::reserveWorkspace(int64_t bytes) {
  if (bytes <= workspaceBytes)
    return {};
  // Both at a time might not fit.
  {
    cuda::DeviceBuffer old = std::move(workspace);
  }
  workspaceBytes = guardedBytes = 0;
  if (Status status = cuda::DeviceBuffer::create(
          size_t(bytes + 2 * kGuardBytes), workspace))
    return status;
  workspaceBytes = bytes;
  return resetWorkspace(bytes);
}

cuda::DevicePtr Buffers::getWorkspace() const {
  return workspace.get() + uint64_t(kGuardBytes);
}

cuda::DeviceMatrix
Buffers::getPacked(const WorkspacePlan::Packed &packed) const {
  const Operand &fact = problem->operands[size_t(packed.copy.operand)];
  auto [rows, columns] = getPackedSizes(packed.copy, fact);
  int64_t matrices = countMatrices(fact, *problem);
  return {getWorkspace() + uint64_t(packed.place.offset),
          fact.element,
          rows,
          columns,
          packed.place.rowStride,
          matrices,
          fact.batchStride > 0 ? packed.place.batchStride : 0};
}

Status Buffers::resetWorkspace(int64_t bytes) {
  guardedBytes = bytes;
  if (bytes == 0)
    return {};
  for (bool behind : {false, true})
    if (Status status =
            support->writeGuards(getWorkspaceGuard(behind), kGuardBytes,
                                 /*sets=*/1, kGuardBytes))
      return status;
  const cuda::Driver *driver = cuda::Driver::get();
  for (auto [value, size] :
       {std::make_pair(0xFF, bytes),
        std::make_pair(0, int64_t(cuda::kWorkspaceCounterBytes))})
    if (Status status = cuda::check(driver->memsetD8Async(getWorkspace(),
                                                          (unsigned char)value,
                                                          size_t(size), stream),
                                    "cuMemsetD8Async", "the workspace"))
      return status;
  return {};
}

cuda::DevicePtr Buffers::getWorkspaceGuard(bool behind) const {
  return behind ? getWorkspace() + uint64_t(guardedBytes) : workspace.get();
}

Status Buffers::findWorkspaceDamage(std::string &damage) const {
  if (guardedBytes == 0)
    return {};
  for (bool behind : {false, true}) {
    uint64_t touched = 0;
    if (Status status =
            support->countTouched(getWorkspaceGuard(behind), kGuardBytes,
                                  /*sets=*/1, kGuardBytes, touched))
      return status;
    if (touched && damage.empty())
      damage = std::to_string(touched) + " bytes were written " +
               (behind ? "behind" : "before") + " the workspace";
  }
  std::array<uint32_t, cuda::kWorkspaceCounterBytes / 4> counters;
  const cuda::Driver *driver = cuda::Driver::get();
  Status status =
      cuda::check(driver->memcpyDtoHAsync(counters.data(), getWorkspace(),
                                          sizeof(counters), stream),
                  "cuMemcpyDtoHAsync", "the workspace's counters");
  if (!status.failed())
    status = cuda::check(driver->streamSynchronize(stream),
                         "cuStreamSynchronize", "");
  if (status.failed())
    return status;
  const uint32_t *wrong = std::find_if(counters.begin(), counters.end(),
                                       [](uint32_t count) { return count; });
  if (wrong != counters.end() && damage.empty())
    damage = "the kernel left counter " +
             std::to_string(wrong - counters.begin()) +
             " of its workspace at " + std::to_string(*wrong) + ", not at zero";
  return {};
}

//===----------------------------------------------------------------------===//
// Damage
//===----------------------------------------------------------------------===//

/// The guard zone before or behind an operand, in the first set. The one behind
/// includes what pads the matrix to its alignment.
cuda::DevicePtr Buffers::getGuard(int operand, bool behind,
                                  int64_t &bytes) const {
  int64_t begin = layout.offset[operand] - kGuardBytes;
  bytes = kGuardBytes;
  if (behind) {
    begin = layout.offset[operand] + layout.bytes[operand];
    size_t next = size_t(operand) + 1;
    int64_t end = next == layout.offset.size()
                      ? layout.stride
                      : layout.offset[next] - kGuardBytes;
    bytes = end - begin;
  }
  return memory.get() + uint64_t(begin);
}

Status Buffers::findDamage(int64_t set, std::string &damage) const {
  damage.clear();
  for (int operand = 0; operand < getOperandCount(); ++operand) {
    const std::string &name = problem->operands[operand].name;
    for (bool behind : {false, true}) {
      int64_t bytes = 0;
      cuda::DevicePtr base = getGuard(operand, behind, bytes);
      uint64_t touched = 0;
      if (Status status = support->countTouched(base, layout.stride,
                                                layout.sets, bytes, touched))
        return status;
      if (touched && damage.empty())
        damage = std::to_string(touched) + " bytes were written " +
                 (behind ? "behind " : "before ") + name;
    }
    if (problem->isOutput(size_t(operand)))
      continue;
    uint64_t changed = 0;
    if (Status status = support->countChanged(getFilled(set, operand),
                                              getContent(set, operand),
                                              getSeed(set, operand), changed))
      return status;
    if (changed && damage.empty())
      damage = std::to_string(changed) +
               (cuda::isInt4Index(problem->operands[operand].element)
                    ? " bytes"
                    : " elements") +
               " of the input " + name + " were written";
  }
  return findWorkspaceDamage(damage);
}

Status Buffers::repair() {
  for (int operand = 0; operand < getOperandCount(); ++operand) {
    for (bool behind : {false, true}) {
      int64_t bytes = 0;
      cuda::DevicePtr base = getGuard(operand, behind, bytes);
      if (Status status =
              support->writeGuards(base, layout.stride, layout.sets, bytes))
        return status;
    }
    const int64_t last = getLastSet();
    if (Status status = support->fillSets(
            getFilled(0, operand), cuda::Content::Random, getSeed(0, operand),
            uint64_t(last), uint64_t(layout.stride), getSeedStep()))
      return status;
    if (Status status =
            support->fill(getFilled(last, operand), getContent(last, operand),
                          getSeed(last, operand)))
      return status;
  }
  return resetWorkspace(guardedBytes);
}

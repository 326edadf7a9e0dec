//===- PrologueReference.cpp - What stored elements must become -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrologueReference.h"
#include "FunctionCheck.h"

#include <algorithm>
#include <cmath>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;

/// Elements that are looked at: 8 MiB.
static constexpr int64_t kMostLookedAt = int64_t(1) << 22;

Status PrologueReference::create(const MeasuredProblem &problem,
                                 cuda::StreamHandle stream,
                                 PrologueReference &reference) {
  if (!problem.prologue)
    return {};
  reference.problem = &problem;
  reference.stream = stream;
  if (Status status = ElementwiseKernel::create(
          stream, problem.prologue->ptx, problem.prologue->function,
          "the prologue's reference", /*width=*/1, reference.kernel))
    return status;
  return cuda::DeviceBuffer::create(
      size_t(reference.getResults().getStoredBytes()), reference.results);
}

cuda::DeviceMatrix PrologueReference::getResults() const {
  size_t number = problem->getConverted();
  int64_t rows = number == 1 ? problem->n : problem->m;
  return {results.get(), problem->operands[1 - number].element, rows,
          problem->k, problem->k};
}

Status PrologueReference::apply(const Buffers &buffers, int64_t set) const {
  size_t number = problem->getConverted();
  cuda::DeviceMatrix results = getResults();
  cuda::DeviceMatrix stored = buffers.getMatrix(set, int(number)).getInBytes();
  // N x K of B and M x K of A are as they are stored, or else across.
  bool isAcross = problem->operands[number].transposed != (number == 1);
  MatrixArguments arguments;
  int64_t across = stored.rowStride, along = 1;
  if (isAcross)
    std::swap(across, along);
  stored.rows = results.rows;
  stored.columns = results.columns;
  arguments.addMatrix(stored, {across, along, 0});
  arguments.addMatrix(results, {results.rowStride, 1, 0});
  for (size_t i = problem->getFirstParam(); i < problem->operands.size(); ++i) {
    cuda::DeviceMatrix matrix = buffers.getMatrix(set, int(i));
    int64_t rows = matrix.rows > 1 ? matrix.rowStride : 0;
    int64_t columns = matrix.columns > 1 ? 1 : 0;
    if (problem->operands[i].transposed)
      std::swap(rows, columns);
    arguments.addMatrix(matrix, {rows, columns, 0});
  }
  return kernel.launch(arguments, results.rows, results.columns, /*batch=*/1);
}

Status PrologueReference::check(const Buffers &buffers, int64_t set,
                                std::string &fault) const {
  size_t number = problem->getConverted();
  cuda::DeviceMatrix made = getResults();
  cuda::DeviceMatrix stored = buffers.getMatrix(set, int(number));
  FunctionSample sample;
  SampledMatrix &element = sample.arguments.emplace_back(SampledMatrix{
      stored.base, stored.elementKind, stored.getInBytes().rowStride, 1, 0});
  // N x K of B and M x K of A are as they are stored, or else across.
  if (problem->operands[number].transposed != (number == 1))
    std::swap(element.rowStride, element.columnStride);
  for (size_t i = problem->getFirstParam(); i < problem->operands.size(); ++i) {
    cuda::DeviceMatrix matrix = buffers.getMatrix(set, int(i));
    SampledMatrix &param = sample.arguments.emplace_back(SampledMatrix{
        matrix.base, matrix.elementKind, matrix.rows > 1 ? matrix.rowStride : 0,
        matrix.columns > 1 ? 1 : 0, 0});
    if (problem->operands[i].transposed)
      std::swap(param.rowStride, param.columnStride);
    param.columnGroup = std::max<int64_t>(
        problem->prologue->groups[i - problem->getFirstParam()], 1);
  }
  sample.result = {made.base, made.elementKind, made.rowStride, 1, 0};
  sample.rows = {made.rows};
  sample.columns = made.columns;
  return checkFunction(stream, "prologue", problem->prologue->body, sample,
                       fault);
}

/// Of a 16-bit float.
static double decode(int kind, uint16_t bits) {
  if (kind == cuda::kF16) {
    _Float16 value;
    std::memcpy(&value, &bits, sizeof(value));
    return double(value);
  }
  uint32_t wide = uint32_t(bits) << 16;
  float value;
  std::memcpy(&value, &wide, sizeof(value));
  return value;
}

Status PrologueReference::findLargest(double &largest) const {
  cuda::DeviceMatrix matrix = getResults();
  std::vector<uint16_t> elements(
      size_t(std::min(matrix.rows * matrix.columns, kMostLookedAt)));
  const cuda::Driver *driver = cuda::Driver::get();
  Status status =
      cuda::check(driver->memcpyDtoHAsync(elements.data(), matrix.base,
                                          elements.size() * 2, stream),
                  "cuMemcpyDtoHAsync", "the result of a prologue");
  if (!status.failed())
    status = cuda::check(driver->streamSynchronize(stream),
                         "cuStreamSynchronize", "");
  largest = 0;
  for (uint16_t bits : elements) {
    double size = std::abs(decode(matrix.elementKind, bits));
    if (std::isfinite(size))
      largest = std::max(largest, size);
  }
  return status;
}

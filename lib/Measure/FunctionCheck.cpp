//===- FunctionCheck.cpp - Is a reference kernel right? -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionCheck.h"

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Core/Elements.h"
#include "mlir-autotune/Runtime/CudaDriver.h"

#include <algorithm>
#include <cstring>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;
using reference::ElementType;

/// Rows that are looked at, and columns of each: 16384 elements, each with sums
/// of its own.
static constexpr int64_t kMostRows = 64, kMostColumns = 256;

static ElementType getElementType(int kind) {
  return reference::getElementType(static_cast<ElementKind>(kind));
}

uint64_t measure::toArgument(int elementKind, uint64_t bits,
                             ElementType argument) {
  ElementType type = getElementType(elementKind);
  if (type == argument)
    return bits;
  if (type.isFloat())
    return reference::encode(argument, reference::decode(type, bits));
  return argument.bits == 64 ? bits
                             : bits & ((uint64_t(1) << argument.bits) - 1);
}

namespace {
/// Elements of a row, from a column on.
class Row {
public:
  /// Starts to copy them.
  Status copy(cuda::StreamHandle stream, const SampledMatrix &from,
              int64_t matrix, int64_t row, int64_t first, int64_t count) {
    source = &from;
    start = first;
    bytes = std::max(cuda::getElementBytes(from.elementKind), int64_t(1));
    int64_t last = first + count - 1;
    // Each of what is reordered may be anywhere among the others.
    if (from.elementKind == cuda::kI4R) {
      first -= first % cuda::kReorderedK;
      last += cuda::kReorderedK - 1 - last % cuda::kReorderedK;
    }
    int64_t begin = getIndex(first), end = getIndex(last) + 1;
    memory.resize(size_t((end - begin) * bytes));
    base = begin;
    int64_t offset =
        matrix * from.batchStride + row / from.rowGroup * from.rowStride;
    // Neighbours in memory at once.
    int64_t stride = from.columnStride;
    int64_t together = stride == 1 ? end - begin : 1;
    for (int64_t i = begin; i < end; i += together)
      if (Status status = cuda::check(
              cuda::Driver::get()->memcpyDtoHAsync(
                  &memory[size_t((i - begin) * bytes)],
                  from.base + uint64_t((offset + i * stride) * bytes),
                  size_t(together * bytes), stream),
              "cuMemcpyDtoHAsync", "a sample of a function's elements"))
        return status;
    return {};
  }

  uint64_t get(int64_t column) const {
    uint64_t bits = 0;
    std::memcpy(&bits, &memory[size_t((getIndex(column) - base) * bytes)],
                size_t(bytes));
    // Of 4 bits two are in a byte, the first in the low half.
    if (cuda::isInt4Index(source->elementKind))
      bits = bits >> (getPlace(column) % 2 * 4) & 15;
    return bits;
  }

private:
  int64_t getPlace(int64_t column) const {
    return source->elementKind == cuda::kI4R ? cuda::getReorderedPlace(column)
                                             : column;
  }
  /// Along the row, in elements as they are stored.
  int64_t getIndex(int64_t column) const {
    if (source->columnStride == 0)
      return 0;
    int64_t index = getPlace(column) / source->columnGroup;
    return cuda::isInt4Index(source->elementKind) ? index / 2 : index;
  }

  const SampledMatrix *source = nullptr;
  std::vector<unsigned char> memory;
  int64_t start = 0, base = 0, bytes = 1;
};
} // namespace

/// Row `number` of a sample: of which matrix, and which of its rows.
static std::pair<int64_t, int64_t> getPlace(const FunctionSample &sample,
                                            int64_t number) {
  int64_t matrix = 0;
  while (number >= sample.rows[size_t(matrix)])
    number -= sample.rows[size_t(matrix++)];
  return {matrix, number};
}

static Status checkRow(cuda::StreamHandle stream,
                       const reference::Function &function,
                       const FunctionSample &sample, int64_t number,
                       std::string &fault) {
  auto [matrix, row] = getPlace(sample, number);
  int64_t count = std::min(sample.columns, kMostColumns);
  // Other columns in each row.
  int64_t first = number * 37 % (sample.columns - count + 1);
  std::vector<Row> rows(sample.arguments.size() + 1);
  for (size_t i = 0; i < rows.size(); ++i) {
    const SampledMatrix &from =
        i == 0 ? sample.result : sample.arguments[i - 1];
    if (Status status = rows[i].copy(stream, from, matrix, row, first, count))
      return status;
  }
  if (Status status =
          cuda::check(cuda::Driver::get()->streamSynchronize(stream),
                      "cuStreamSynchronize", ""))
    return status;
  std::vector<uint64_t> elements(sample.arguments.size());
  for (int64_t column = first; column < first + count && fault.empty();
       ++column) {
    for (size_t i = 0; i < elements.size(); ++i)
      elements[i] =
          toArgument(sample.arguments[i].elementKind, rows[i + 1].get(column),
                     function.getArguments()[i]);
    fault = function.findFault(elements, sample.output, rows[0].get(column));
  }
  return {};
}

Status measure::checkFunction(cuda::StreamHandle stream, const char *what,
                              const std::string &body,
                              const FunctionSample &sample,
                              std::string &fault) {
  std::string whyNot;
  std::unique_ptr<reference::Function> function =
      reference::Function::parse(body, whyNot);
  bool fits = function &&
              function->getArguments().size() == sample.arguments.size() &&
              sample.output < function->getResults().size() &&
              function->getResults()[sample.output] ==
                  getElementType(sample.result.elementKind);
  if (!fits) {
    fault = "the text of the " + std::string(what) + " can't be read: " +
            (function ? "its element types differ" : whyNot);
    return {};
  }
  int64_t total = 0;
  for (int64_t rows : sample.rows)
    total += rows;
  for (int64_t i = 0, count = std::min(total, kMostRows); i < count; ++i) {
    if (Status status =
            checkRow(stream, *function, sample, i * total / count, fault))
      return status;
    if (!fault.empty()) {
      fault = "kernels compute the " + std::string(what) + " wrong: " + fault;
      return {};
    }
  }
  return {};
}

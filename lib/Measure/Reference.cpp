//===- Reference.cpp - What must come out ---------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "GatheredWindows.h"

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Runtime/CudaDriver.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;

namespace {
/// One product of a reference, of two operands of a set, and where its sums go;
/// or where those are to which it is added.
struct Product {
  int64_t set;
  int left, right;
  int64_t k;
  cuda::DeviceBuffer &sums;
  bool isAdded = false;
  /// Of a K in parts, which of them.
  int64_t part = 0;
};
} // namespace

/// Those of a product, of A and of its B; in a group, of its problem `number`.
static std::array<cuda::DeviceScales, 2>
getScales(const MeasuredProblem &problem, const Buffers &buffers,
          const Product &product, int64_t number) {
  std::array<cuda::DeviceScales, 2> scales;
  bool hasOtherB = product.right == int(problem.getSecond());
  for (size_t i = 0; i < scales.size(); ++i) {
    size_t operandNumber = problem.getFirstParam() + (hasOtherB ? 2 * i : i);
    const Operand &operand = problem.operands[operandNumber];
    auto [rows, depth] = problem.scales->blocks[i];
    scales[i].base = buffers.getMatrix(product.set, int(operandNumber)).base +
                     uint64_t(number * operand.batchStride *
                              cuda::getElementBytes(operand.element));
    scales[i].rowStride = operand.transposed ? 1 : operand.rowStride;
    scales[i].depthStride = operand.transposed ? operand.rowStride : 1;
    // One block that has all.
    scales[i].rowBlock = rows ? rows : i == 0 ? problem.m : problem.n;
    scales[i].depthBlock = depth ? depth : problem.k;
  }
  return scales;
}

StepResult Reference::create(const MeasuredProblem &problem,
                             const Buffers &buffers,
                             const cuda::SupportModule &support,
                             const Timer &timer, double timeout,
                             Reference &reference) {
  if (problem.rows)
    return RowsReference::create(problem, buffers, support, timer, timeout,
                                 reference.rows);
  const int second = int(problem.getSecond());
  std::vector<Product> products = {{0, 0, 1, problem.k, reference.product}};
  if (problem.pair)
    products.push_back({0, 0, second, problem.k, reference.other});
  for (int64_t part = 1; part < problem.parts; ++part)
    products.push_back({0, 0, 1, problem.k, reference.product,
                        /*isAdded=*/true, part});
  if (problem.addedK)
    products.push_back({0, second, second + 1, problem.addedK,
                        reference.product, /*isAdded=*/true});
  if (problem.hasNoMultiples())
    for (int64_t part = 0; part < problem.parts; ++part)
      products.push_back({buffers.getLastSet(), 0, 1, problem.k, reference.last,
                          /*isAdded=*/part > 0, part});
  if (problem.hasNoMultiples() && problem.pair)
    products.push_back(
        {buffers.getLastSet(), 0, second, problem.k, reference.lastOther});
  for (const Product &product : products) {
    if (product.isAdded)
      continue;
    if (Status status = cuda::DeviceBuffer::create(
            size_t(problem.batch) * size_t(problem.m) * size_t(problem.n) * 8,
            product.sums))
      return status;
    if (Status status = buffers.resetOutputs(product.set))
      return status;
  }
  if (problem.epilogue)
    reference.epilogues =
        std::vector<EpilogueReference>(problem.getNumOutputs());
  for (auto [output, epilogue] : llvm::enumerate(reference.epilogues))
    if (Status status = EpilogueReference::create(problem, output,
                                                  timer.getStream(), epilogue))
      return status;
  PrologueReference prologue;
  if (Status status =
          PrologueReference::create(problem, timer.getStream(), prologue))
    return status;
  GatheredWindows windows;
  if (Status status = windows.create(problem, timer.getStream()))
    return status;
  double ns = 0;
  bool isFloat = cuda::isFloatIndex(problem.accumulator);
  for (const Product &product : products) {
    cuda::DevicePtr sums = product.sums.get();
    auto multiply = [&](int64_t first, int64_t batch) -> Status {
      bool transposed[2] = {problem.operands[0].transposed,
                            problem.operands[1].transposed};
      auto getMatrix = [&](int operand) {
        // What has a prologue is as that has left it.
        if (problem.prologue && operand == int(problem.getConverted())) {
          transposed[operand] = operand == 1;
          return prologue.getResults();
        }
        // All products of a batch are multiplied at once.
        if (windows.isOf(operand))
          return windows.getMatrix();
        const Operand &layout = problem.operands[size_t(operand)];
        cuda::DeviceMatrix matrix = buffers.getMatrix(product.set, operand);
        matrix.base += uint64_t((first + product.part) * layout.batchStride *
                                cuda::getElementBytes(layout.element));
        return matrix;
      };
      cuda::DeviceMatrix a = getMatrix(product.left),
                         b = getMatrix(product.right), c = getMatrix(2);
      // What is in the sums already is as dense as these.
      if (product.isAdded)
        c = {sums,
             isFloat ? cuda::kF64 : cuda::kI64,
             problem.m,
             problem.n,
             problem.n,
             problem.batch,
             problem.m * problem.n};
      int64_t rows = problem.getRows(first);
      if (rows == 0)
        return {};
      std::optional<std::array<cuda::DeviceScales, 2>> scales;
      if (problem.scales)
        scales = getScales(problem, buffers, product, first);
      return support.multiply(
          a, transposed[0], b, transposed[1],
          product.isAdded || problem.accumulate ? &c : nullptr, batch, rows,
          problem.n, product.k, problem.getSumKind(),
          sums + uint64_t(first * problem.m * problem.n * 8),
          problem.zeroExtend, scales ? &*scales : nullptr);
    };
    auto multiplyAll = [&]() -> Status {
      if (problem.prologue)
        if (Status status = prologue.apply(buffers, product.set))
          return status;
      if (problem.group.empty())
        return multiply(0, problem.batch);
      for (int64_t number = 0; number < problem.batch; ++number)
        if (Status status = multiply(number, 1))
          return status;
      return {};
    };
    if (Status status = windows.gather(buffers, product.set))
      return status;
    if (StepResult step = timer.time(multiplyAll, timeout, ns); !step.isOk())
      return step;
    double largest = 0;
    if (problem.prologue)
      if (Status status = prologue.findLargest(largest))
        return status;
    reference.largest = std::max(reference.largest, largest);
    if (problem.prologue && reference.fault.empty())
      if (Status status = prologue.check(buffers, product.set, reference.fault))
        return status;
  }
  return reference.checkEpilogues(buffers);
}

Status Reference::checkEpilogues(const Buffers &buffers) {
  for (const EpilogueReference &epilogue : epilogues) {
    if (!fault.empty())
      return {};
    if (Status status = epilogue.check(buffers, /*set=*/0, product.get(),
                                       other.get(), fault))
      return status;
  }
  return {};
}

//===- Grid.cpp - How many CTAs a launch has ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Grid.h"
#include "mlir-autotune/Core/Grid.h"

#include "mlir-autotune/Core/Workspace.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::autotune;
using namespace mlir::autotune::measure;

static int64_t getSize(const MeasuredProblem &problem,
                       const tile::KernelExtent &extent) {
  if (const TensorView *view = problem.getView(extent.operand))
    return view->getSize(extent.dim);
  const Operand &operand = problem.operands[size_t(extent.operand)];
  return extent.dim == 0 ? operand.rows : operand.columns;
}

llvm::Expected<int64_t> measure::getGridSize(const tile::KernelABI &abi,
                                             const MeasuredProblem &problem,
                                             int64_t sms) {
  if (abi.ctas)
    return abi.ctas;
  cuda::GridShape shape = abi.getGridShape();
  for (int i = 0; i < 2; ++i)
    shape.extent[i] = getSize(problem, abi.extents[i]);
  if (abi.batch)
    shape.batch = problem.views.empty()
                      ? problem.batch
                      : problem.getView(*abi.batch)->getSize(abi.batchDim);
  for (int64_t rows : problem.group) {
    std::array<int64_t, 2> extent = shape.extent;
    for (int i = 0; i < 2; ++i) {
      const Operand &operand = problem.operands[abi.extents[i].operand];
      bool isRows = (abi.extents[i].dim == 0) != operand.transposed;
      if (abi.extents[i].operand != 1 && isRows)
        extent[i] = rows;
    }
    shape.addProblem(extent);
  }
  if (std::string why = shape.getWhyNotCounted(); !why.empty())
    return llvm::createStringError(why);
  if (abi.needsDepth() && abi.hasEmptyPart(problem.k))
    return llvm::createStringError(
        "the kernel splits K among " + llvm::Twine(abi.cluster[2] * abi.split) +
        " CTAs, each of which needs a step of " + llvm::Twine(abi.depthTile) +
        "; in a K of " + llvm::Twine(problem.k) + " one gets none");
  int64_t clusters = shape.getClusterCount(sms), size = shape.getClusterSize();
  if (clusters > cuda::kMaxGridSize / size)
    return llvm::createStringError(
        "the grid would have " + llvm::Twine(clusters) + " clusters of " +
        llvm::Twine(size) + " CTAs; a launch has at most 2147483647");
  return clusters * size;
}

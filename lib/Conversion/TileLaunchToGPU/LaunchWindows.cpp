//===- LaunchWindows.cpp - Windows of a launch ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchWindows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// Images are their number, rows, columns and channels, so that a row of the
/// last two dimensions, a matrix, is an image's column.
static constexpr int64_t kImageDims[] = {KernelParam::kBatch,
                                         KernelParam::kRows};

int64_t tile::getImagesOperand(const KernelABI &abi) {
  for (const KernelParam &param : abi.params)
    if (param.kind == KernelParam::Kind::Window)
      return param.operand;
  return -1;
}

LogicalResult tile::checkWindows(LaunchOp op, const KernelABI &abi) {
  std::optional<cuda::Window> window = op.getWindow();
  int64_t operand = getImagesOperand(abi);
  if (window.has_value() != (operand >= 0))
    return op.emitOpError(window ? "has a 'window', but "
                                 : "needs a 'window': ")
           << op.getKernel()
           << (window ? " loads no windows" : " loads windows");
  if (!window)
    return success();
  // The rows of the kernel's product are the columns of a swapped one.
  const KernelExtent &rows = abi.extents[abi.isSwapped()];
  auto images = dyn_cast<MemRefType>(op->getOperand(operand).getType());
  auto output = dyn_cast<MemRefType>(op->getOperand(rows.operand).getType());
  // What is wrong with the ranks is an error of the other checks.
  if (!images || images.getRank() != 4 || !output || !isMatrix(output))
    return success();
  int64_t count = images.getDimSize(0);
  int64_t given = getStaticSize(output, rows.dim);
  if (!images.hasStaticShape() || ShapedType::isDynamic(given))
    return success();
  for (int dim : {0, 1})
    count *= window->countPlaces(dim, images.getDimSize(1 + dim));
  if (count != given)
    return op.emitOpError("has a 'window' with ")
           << count << " places in " << images << "; operand " << rows.operand
           << " must have as many rows, not " << given;
  return success();
}

Value tile::createWindowPlaces(ImplicitLocOpBuilder &b,
                               const cuda::Window &window, int dim,
                               const Matrix &images) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  int64_t more = window.low[dim] + window.high[dim] - window.getReach(dim);
  Value room =
      arith::AddIOp::create(b, images.sizes[kImageDims[dim]], constant(more));
  room = arith::MaxSIOp::create(b, room, constant(0));
  return arith::CeilDivUIOp::create(b, room, constant(window.strides[dim]));
}

Value tile::createWindowCount(ImplicitLocOpBuilder &b,
                              const cuda::Window &window,
                              const Matrix &images) {
  Value count = images.sizes[KernelParam::kOuterBatch];
  for (int dim : {0, 1})
    count = arith::MulIOp::create(b, count,
                                  createWindowPlaces(b, window, dim, images));
  return count;
}

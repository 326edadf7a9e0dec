//===- ScanView.cpp - Scans of rows ---------------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/RowView.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::autotune;

Operation *autotune::matchScanCombiner(Block &body) {
  Operation *yield = body.getTerminator();
  if (body.getNumArguments() != 2 || yield->getNumOperands() != 1 ||
      !llvm::hasSingleElement(body.without_terminator()))
    return nullptr;
  Operation &combiner = body.front();
  bool combinesBoth =
      combiner.getNumOperands() == 2 && combiner.getNumResults() == 1 &&
      llvm::all_of(body.getArguments(),
                   [](Value argument) { return argument.hasOneUse(); });
  return combinesBoth && yield->getOperand(0) == combiner.getResult(0)
             ? &combiner
             : nullptr;
}

std::optional<RowView> autotune::getRowView(problem::ScanOp op) {
  auto type = cast<RankedTensorType>(op.getInput().getType());
  if (!isRowType(type) || type.getNumElements() == 0 ||
      type.getShape().back() > kMostRowColumns ||
      !llvm::all_of(op.getResultTypes(), isRowType))
    return std::nullopt;
  Operation *combiner = matchScanCombiner(op.getCombiner().front());
  if (!combiner || !hasNeutral(combiner))
    return std::nullopt;
  for (OpOperand &operand : op->getOpOperands())
    if (needsOperand(op, operand) &&
        getReshaped(operand.get()).getDefiningOp<tensor::EmptyOp>())
      return std::nullopt;
  RowView view;
  view.isReduction = true;
  view.columns = type.getShape().back();
  view.rows = type.getNumElements() / view.columns;
  // Numbers of rows have 32 bits.
  if (view.rows > INT32_MAX / 2)
    return std::nullopt;
  return view;
}

std::optional<RowView> autotune::getRowView(Operation *op) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return getRowView(generic);
  if (auto scan = dyn_cast<problem::ScanOp>(op))
    return getRowView(scan);
  return std::nullopt;
}

bool autotune::isRowOp(Operation *op) {
  return isa_and_nonnull<linalg::GenericOp, problem::ScanOp>(op);
}

bool autotune::needsOperand(DestinationStyleOpInterface op,
                            OpOperand &operand) {
  if (!op.isDpsInit(&operand))
    return true;
  if (auto scan = dyn_cast<problem::ScanOp>(*op))
    return scan.readsStart() && operand == scan.getStartMutable();
  return cast<linalg::GenericOp>(*op).getNumReductionLoops() != 0;
}

bool autotune::readsElements(DestinationStyleOpInterface op,
                             OpOperand &operand) {
  auto generic = dyn_cast<linalg::GenericOp>(*op);
  return needsOperand(op, operand) &&
         (!generic || op.isDpsInit(&operand) ||
          !generic.getMatchingBlockArgument(&operand).use_empty());
}

/// A scan goes along its input in the order of memory.
bool autotune::readsInPlace(Operation *op, OpOperand &operand) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return !generic || readsInPlace(generic, operand);
}

//===- Windows.cpp - The windows of loads and launches --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Windows.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

std::optional<cuda::Window> LaunchOp::getWindow() {
  if (!getWindowSize())
    return std::nullopt;
  auto pair = [](ArrayRef<int64_t> numbers) -> cuda::Window::Pair {
    return {numbers[0], numbers[1]};
  };
  return cuda::Window{pair(*getWindowSize()), pair(*getWindowStrides()),
                      pair(*getWindowDilations()), pair(*getWindowPadding()),
                      pair(getWindowPadding()->drop_front(2))};
}

void LaunchOp::build(OpBuilder &builder, OperationState &state,
                     TypeRange results, SymbolRefAttr kernel, ValueRange inputs,
                     ValueRange inits, ValueRange extras, IntegerAttr sms,
                     IntegerAttr columns, std::optional<cuda::Window> window) {
  DenseI64ArrayAttr size, strides, dilations, padding;
  if (window) {
    size = builder.getDenseI64ArrayAttr(window->size);
    strides = builder.getDenseI64ArrayAttr(window->strides);
    dilations = builder.getDenseI64ArrayAttr(window->dilations);
    padding = builder.getDenseI64ArrayAttr(
        {window->low[0], window->low[1], window->high[0], window->high[1]});
  }
  build(builder, state, results, kernel, inputs, inits, extras, sms, columns,
        size, strides, dilations, padding);
}

LogicalResult tile::verifyWindow(LaunchOp op) {
  struct List {
    StringRef name;
    std::optional<ArrayRef<int64_t>> numbers;
    size_t count;
  };
  List lists[] = {{"size", op.getWindowSize(), 2},
                  {"strides", op.getWindowStrides(), 2},
                  {"dilations", op.getWindowDilations(), 2},
                  {"padding", op.getWindowPadding(), 4}};
  bool isAny = llvm::any_of(
      lists, [](const List &list) { return list.numbers.has_value(); });
  if (!isAny)
    return success();
  for (const List &list : lists) {
    if (!list.numbers)
      return op.emitOpError("has a 'window' without ") << list.name;
    if (list.numbers->size() != list.count)
      return op.emitOpError("has ")
             << list.numbers->size() << " numbers for the " << list.name
             << " of its 'window'; it needs " << list.count;
  }
  std::string why = op.getWindow()->getWhyInvalid();
  if (!why.empty())
    return op.emitOpError("has a 'window' that no tensor map can have: ")
           << why;
  return success();
}

LogicalResult tile::verifyWindows(LoadOp load) {
  auto source = dyn_cast<MemRefType>(load.getSource().getType());
  if (!source || source.getRank() != 4)
    return load.emitOpError("with 'window' loads from images: a memref of four "
                            "dimensions, not ")
           << load.getSource().getType();
  if (load.getIndices().size() != 2 || load.getWindow().size() != 2)
    return load.emitOpError("with 'window' needs two indices, of a window and "
                            "a channel, and two numbers, of a row and a column "
                            "of the window");
  if (load.getTrim() || load.getChosen())
    return load.emitOpError("'trim' and 'chosen' are for matrices in memory, "
                            "not for windows");
  return success();
}

LogicalResult tile::verifyWindowUse(LaunchOp op, KernelOp kernel) {
  WalkResult result = kernel.walk([&](LoadOp load) {
    return load.isOfWindows() ? WalkResult::interrupt() : WalkResult::advance();
  });
  bool loadsWindows = result.wasInterrupted();
  if (loadsWindows && !op.getWindowSize())
    return op.emitOpError("needs a 'window': ")
           << op.getKernel() << " loads windows";
  if (!loadsWindows && op.getWindowSize())
    return op.emitOpError("has a 'window', but ")
           << op.getKernel() << " loads no windows";
  return success();
}

//===----------------------------------------------------------------------===//
// WindowSizeOp
//===----------------------------------------------------------------------===//

LogicalResult WindowSizeOp::verify() {
  if (!(*this)->getParentOfType<KernelOp>())
    return emitOpError("must stand in a tile.kernel");
  return success();
}

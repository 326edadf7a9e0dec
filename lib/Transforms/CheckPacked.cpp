//===- CheckPacked.cpp - Who reads integers of 4 bits ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/HostCode.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNECHECKPACKED
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

static bool isPacked(Value value) {
  auto type = dyn_cast<ShapedType>(value.getType());
  return type && type.getElementType().isSignlessInteger(4);
}

/// Whether it is of a constant, be it a part of one or a global.
static bool isConstant(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto global = dyn_cast<memref::GetGlobalOp>(op)) {
      auto symbol = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
          op, global.getNameAttr());
      return !symbol || !symbol.isUninitialized();
    }
    if (auto view = dyn_cast<ViewLikeOpInterface>(op))
      value = view.getViewSource();
    else if (isa<tensor::ExtractSliceOp, tensor::CastOp,
                 tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
      value = op->getOperand(0);
    else
      return isa<arith::ConstantOp>(op);
  }
  return false;
}

/// The function that an operation stands in; the outermost operation for none.
static Operation *getFunction(Operation *op) {
  Operation *outermost = op;
  for (; op; op = op->getParentOp()) {
    if (isa<FunctionOpInterface>(op))
      return op;
    outermost = op;
  }
  return outermost;
}

namespace {
/// Whose integers of 4 bits are taken to be those of kernels.
class Packed {
public:
  explicit Packed(Operation *root) {
    root->walk([&](Operation *op) {
      bool isLaunch = isa<tile::LaunchOp>(op);
      auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
      if (isLaunch || (linalgOp && linalg::isaContractionOpInterface(linalgOp)))
        multiplying.insert(getFunction(op));
      isRead |= isLaunch && llvm::any_of(op->getOperands(), isPacked);
    });
  }

  LogicalResult check(Operation *op) const;

private:
  /// Functions with a product, be it a kernel's or one that none serves.
  DenseSet<Operation *> multiplying;
  /// Whether a kernel reads such integers, from wherever they come.
  bool isRead = false;
};
} // namespace

LogicalResult Packed::check(Operation *op) const {
  if (isa<linalg::LinalgOp>(op) && llvm::any_of(op->getOperands(), isPacked) &&
      (isRead || multiplying.contains(getFunction(op))))
    return op->emitOpError(
        "is of integers of 4 bits, and no kernel computes it: the host's code "
        "has a byte for each, where kernels have two in one; dequantize them "
        "from bytes, or make it a matmul that a kernel serves "
        "(docs/reference/prologues.md)");
  if (!isa<tile::LaunchOp>(op) || !isReached(op))
    return success();
  for (Value operand : op->getOperands())
    if (isPacked(operand) && isConstant(operand))
      return op->emitOpError(
          "takes a constant of integers of 4 bits, which is laid out with a "
          "byte for each, where kernels have two in one; it must be a view of "
          "bytes (docs/reference/prologues.md)");
  return success();
}

namespace {
struct CheckPacked
    : public autotune::impl::AutotuneCheckPackedBase<CheckPacked> {
  void runOnOperation() override {
    Packed packed(getOperation());
    WalkResult result = getOperation()->walk([&](Operation *op) {
      return failed(packed.check(op)) ? WalkResult::interrupt()
                                      : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace

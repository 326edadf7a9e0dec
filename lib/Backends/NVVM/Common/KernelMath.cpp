//===- KernelMath.cpp - Functions for which PTX has an instruction --------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Backends/NVVM/KernelMath.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/DialectConversion.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::autotune;

/// LLVM's intrinsic of an operation for which PTX has an instruction, and which
/// upstream's way to NVVM takes for a function of a library; empty for others.
/// Exact division has branches, which would keep elements of an epilogue from
/// being computed side by side.
static StringRef getIntrinsic(Operation *op) {
  if (op->getNumResults() == 1 && op->getResult(0).getType().isF32()) {
    if (auto quotient = dyn_cast<arith::DivFOp>(op))
      return bitEnumContainsAll(quotient.getFastmath(),
                                arith::FastMathFlags::arcp)
                 ? "llvm.nvvm.div.approx.ftz.f"
                 : "llvm.nvvm.div.full";
    if (isa<math::Exp2Op>(op))
      return "llvm.nvvm.ex2.approx.ftz.f";
    if (isa<math::Log2Op>(op))
      return "llvm.nvvm.lg2.approx.ftz.f";
  }
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case([](math::AbsFOp) { return "llvm.fabs"; })
      .Case([](math::CeilOp) { return "llvm.ceil"; })
      .Case([](math::CopySignOp) { return "llvm.copysign"; })
      .Case([](math::FloorOp) { return "llvm.floor"; })
      .Case([](math::RoundEvenOp) { return "llvm.roundeven"; })
      .Case([](math::SqrtOp) { return "llvm.sqrt"; })
      .Case([](math::TruncOp) { return "llvm.trunc"; })
      .Default([](Operation *) { return ""; });
}

/// The larger or smaller of two floats, of which either may be NaN: one
/// instruction, for which upstream's way to NVVM has a library's function, too.
static Value lowerNumberExtreme(Operation *op) {
  OpBuilder b(op);
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](arith::MaxNumFOp max) {
        return LLVM::MaxNumOp::create(b, op->getLoc(), max.getLhs(),
                                      max.getRhs());
      })
      .Case([&](arith::MinNumFOp min) {
        return LLVM::MinNumOp::create(b, op->getLoc(), min.getLhs(),
                                      min.getRhs());
      })
      .Default([](Operation *) { return Value(); });
}

LogicalResult autotune::lowerElementMath(Operation *kernel) {
  MLIRContext *context = kernel->getContext();
  kernel->walk([](Operation *op) {
    if (Value extreme = lowerNumberExtreme(op)) {
      op->replaceAllUsesWith(ValueRange(extreme));
      op->erase();
      return;
    }
    StringRef intrinsic = getIntrinsic(op);
    if (intrinsic.empty())
      return;
    OpBuilder b(op);
    auto call = LLVM::CallIntrinsicOp::create(
        b, op->getLoc(), op->getResult(0).getType(), b.getStringAttr(intrinsic),
        op->getOperands());
    op->replaceAllUsesWith(call);
    op->erase();
  });
  ConversionTarget target(*context);
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  target.addIllegalDialect<math::MathDialect>();
  LLVMTypeConverter converter(context);
  RewritePatternSet patterns(context);
  populateMathToLLVMConversionPatterns(converter, patterns);
  return applyPartialConversion(kernel, target, std::move(patterns));
}

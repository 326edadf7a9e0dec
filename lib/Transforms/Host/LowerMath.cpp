//===- LowerMath.cpp - Host code for every operation of math --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream lowers most operations of math to an LLVM intrinsic. This file
// brings the others to those, to arith, or to a function of libm, and narrow
// floats to f32.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/Float8.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNELOWERMATH
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

static bool isMath(Operation *op) {
  return isa_and_nonnull<math::MathDialect>(op->getDialect());
}

/// The type with another element; null stays null.
static Type withElement(Type type, Type element) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? Type(vector.clone(element)) : element;
}

/// The operation on other operands, with results of other types.
static Operation *cloneWith(OpBuilder &builder, Operation *op,
                            ArrayRef<Value> operands, ArrayRef<Type> results) {
  OperationState state(op->getLoc(), op->getName(), operands, results,
                       op->getAttrs());
  return builder.create(state);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// LLVM's intrinsics take vectors of one dimension.
static VectorType getFlat(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || vector.getRank() == 1 || vector.isScalable())
    return nullptr;
  return VectorType::get({vector.getNumElements()}, vector.getElementType());
}

static void flattenVectors(Operation *op) {
  auto isDeep = [](Type type) { return getFlat(type) != nullptr; };
  if (llvm::none_of(op->getOperandTypes(), isDeep))
    return;
  OpBuilder builder(op);
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    VectorType flat = getFlat(operand.getType());
    operands.push_back(
        flat ? vector::ShapeCastOp::create(builder, op->getLoc(), flat, operand)
             : operand);
  }
  SmallVector<Type> types;
  for (Type type : op->getResultTypes()) {
    VectorType flat = getFlat(type);
    types.push_back(flat ? flat : type);
  }
  Operation *flattened = cloneWith(builder, op, operands, types);
  for (auto [old, result] :
       llvm::zip_equal(op->getResults(), flattened->getResults()))
    old.replaceAllUsesWith(vector::ShapeCastOp::create(builder, op->getLoc(),
                                                       old.getType(), result));
  op->erase();
}

/// Those that LLVM computes in the type as it is. What is normal in f16 and not
/// in f32 differs, and so does what is rounded twice.
static bool takesNarrowFloats(Operation *op) {
  return isa<math::AbsFOp, math::CopySignOp, math::FmaOp, math::IsFiniteOp,
             math::IsInfOp, math::IsNaNOp, math::IsNormalOp>(op);
}

static bool isNarrow(Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return element && element.getWidth() < 32;
}

static bool isByte(Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return element && element.getWidth() < 16;
}

/// Computes floats of less than 32 bits in f32.
static void widenFloats(Operation *op) {
  // LLVM has no floats of 8 bits. Whether one is normal its bits would tell.
  bool staysNarrow =
      isa<math::IsNormalOp>(op) ||
      (takesNarrowFloats(op) && llvm::none_of(op->getOperandTypes(), isByte));
  if (staysNarrow || llvm::none_of(op->getOperandTypes(), isNarrow))
    return;
  OpBuilder builder(op);
  auto widen = [&](Type type) {
    return isNarrow(type) ? withElement(type, builder.getF32Type()) : type;
  };
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(isNarrow(operand.getType())
                           ? arith::ExtFOp::create(builder, op->getLoc(),
                                                   widen(operand.getType()),
                                                   operand)
                           : operand);
  SmallVector<Type> types = llvm::map_to_vector(op->getResultTypes(), widen);
  Operation *wide = cloneWith(builder, op, operands, types);
  for (auto [old, result] :
       llvm::zip_equal(op->getResults(), wide->getResults())) {
    Value narrowed = result;
    if (isNarrow(old.getType()))
      narrowed =
          arith::TruncFOp::create(builder, op->getLoc(), old.getType(), result);
    old.replaceAllUsesWith(narrowed);
  }
  op->erase();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static Value createFloat(ImplicitLocOpBuilder &b, Type type, APFloat value) {
  Type element = getElementTypeOrSelf(type);
  TypedAttr attr = FloatAttr::get(element, value);
  if (auto vector = dyn_cast<VectorType>(type))
    attr = DenseElementsAttr::get(vector, Attribute(attr));
  return arith::ConstantOp::create(b, attr);
}

/// Whether it is infinite, or normal: its magnitude is compared.
static void classify(Operation *op) {
  ImplicitLocOpBuilder b(op->getLoc(), op);
  Type type = op->getOperand(0).getType();
  if (isByte(type))
    return;
  auto element = cast<FloatType>(getElementTypeOrSelf(type));
  const llvm::fltSemantics &semantics = element.getFloatSemantics();
  Value magnitude = math::AbsFOp::create(b, op->getOperand(0));
  Value infinity = createFloat(b, type, APFloat::getInf(semantics));
  bool isInf = isa<math::IsInfOp>(op);
  Value result = arith::CmpFOp::create(
      b, isInf ? arith::CmpFPredicate::OEQ : arith::CmpFPredicate::OLT,
      magnitude, infinity);
  if (!isInf) {
    Value least =
        createFloat(b, type, APFloat::getSmallestNormalized(semantics));
    result = arith::AndIOp::create(
        b, result,
        arith::CmpFOp::create(b, arith::CmpFPredicate::OGE, magnitude, least));
  }
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
}

/// Not every libm has sincos, which C doesn't know.
static void splitSincos(math::SincosOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Value sin = math::SinOp::create(b, op.getOperand(), op.getFastmath());
  Value cos = math::CosOp::create(b, op.getOperand(), op.getFastmath());
  op->replaceAllUsesWith(ValueRange{sin, cos});
  op->erase();
}

/// Upstream's function for it takes integers of a known width.
static void powerOfIndex(math::IPowIOp op) {
  Type type = op.getType();
  if (!getElementTypeOrSelf(type).isIndex())
    return;
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Type number = withElement(type, b.getI64Type());
  auto cast = [&](Value value) -> Value {
    return arith::IndexCastOp::create(b, number, value);
  };
  Value power = math::IPowIOp::create(b, cast(op.getLhs()), cast(op.getRhs()));
  op->getResult(0).replaceAllUsesWith(
      arith::IndexCastOp::create(b, type, power));
  op->erase();
}

static void expand(Operation *op) {
  if (isa<math::IsInfOp, math::IsNormalOp>(op))
    classify(op);
  else if (auto sincos = dyn_cast<math::SincosOp>(op))
    splitSincos(sincos);
  else if (auto power = dyn_cast<math::IPowIOp>(op))
    powerOfIndex(power);
}

/// Those that upstream has no intrinsic for, and those whose intrinsic it
/// expands to something less exact near 0. A scalable vector has no number of
/// elements that a function could be called for each of.
static void addLibmOperations(ConversionTarget &target) {
  target.addDynamicallyLegalOp<math::AcoshOp, math::AsinhOp, math::AtanhOp,
                               math::CbrtOp, math::ErfOp, math::ErfcOp,
                               math::ExpM1Op, math::Log1pOp>([](Operation *op) {
    auto vector = dyn_cast<VectorType>(op->getResult(0).getType());
    return vector && vector.isScalable();
  });
}

/// Device code is lowered by what compiles it: it has no libm.
static bool isDeviceCode(Operation *op) {
  return isa<gpu::GPUModuleOp, gpu::BinaryOp, gpu::LaunchOp>(op);
}

namespace {
struct LowerMath : public autotune::impl::AutotuneLowerMathBase<LowerMath> {
  void runOnOperation() override {
    for (auto step : {flattenVectors, widenFloats, expand})
      llvm::for_each(collect(isMath), step);
    if (failed(expandByPatterns()) || failed(callLibm()))
      signalPassFailure();
  }

private:
  /// The operations of the host's code that are wanted.
  SmallVector<Operation *>
  collect(llvm::function_ref<bool(Operation *)> isWanted) {
    SmallVector<Operation *> operations;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isDeviceCode(op))
        return WalkResult::skip();
      if (isWanted(op))
        operations.push_back(op);
      return WalkResult::advance();
    });
    return operations;
  }

  /// Floats of 8 bits may be left by what was widened, or be the program's own.
  LogicalResult expandByPatterns() {
    RewritePatternSet patterns(&getContext());
    math::populateExpansionPatterns(patterns, {"clampf"});
    populateFloat8Patterns(patterns, /*keepsArguments=*/false,
                           /*keepsLast=*/false);
    auto isExpanded = [](Operation *op) {
      return isa<math::ClampFOp>(op) ||
             (isa<arith::ExtFOp, arith::TruncFOp>(op) &&
              (isFloat8(op->getOperand(0).getType()) ||
               isFloat8(op->getResult(0).getType())));
    };
    return applyOpPatternsGreedily(collect(isExpanded), std::move(patterns));
  }

  LogicalResult callLibm() {
    RewritePatternSet patterns(&getContext());
    populateMathToLibmConversionPatterns(patterns);
    ConversionTarget target(getContext());
    target.addLegalDialect<arith::ArithDialect, func::FuncDialect,
                           math::MathDialect, vector::VectorDialect>();
    addLibmOperations(target);
    target.addLegalOp<gpu::GPUModuleOp, gpu::LaunchOp>();
    target.markOpRecursivelyLegal<gpu::GPUModuleOp, gpu::LaunchOp>();
    return applyPartialConversion(getOperation(), target, std::move(patterns));
  }
};
} // namespace

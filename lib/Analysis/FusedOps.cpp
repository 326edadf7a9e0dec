//===- FusedOps.cpp - What a kernel can compute of elements ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/FusedOps.h"

#include "MathExpansions.h"

#include "mlir-autotune/Analysis/Float8.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::autotune;

/// What is computed with. Floats of 8 bits are read, moved and stored.
static constexpr unsigned kWideFloats = kFloat16 | kFloat32 | kFloat64;

static constexpr FusedOp kFusedOps[] = {
    // Moves bits.
    {"arith.constant", kFloats | kBool | kInts},
    {"arith.select", kFloats | kBool | kInts},
    {"arith.bitcast", kFloats | kInt, kFloats | kInt},
    // Rounds correctly; a division is two units off.
    {"arith.addf", kWideFloats},
    {"arith.subf", kWideFloats},
    {"arith.mulf", kWideFloats},
    {"arith.divf", kWideFloats},
    {"arith.negf", kWideFloats},
    {"arith.maximumf", kWideFloats},
    {"arith.minimumf", kWideFloats},
    {"arith.maxnumf", kWideFloats},
    {"arith.minnumf", kWideFloats},
    {"arith.cmpf", kWideFloats, kBool},
    {"math.absf", kWideFloats},
    {"math.ceil", kWideFloats},
    {"math.copysign", kWideFloats},
    {"math.floor", kWideFloats},
    {"math.fma", kFloat32 | kFloat64},
    {"math.roundeven", kWideFloats},
    {"math.rsqrt", kWideFloats},
    {"math.sqrt", kWideFloats},
    {"math.trunc", kWideFloats},
    {"math.isfinite", kWideFloats, kBool},
    {"math.isinf", kWideFloats, kBool},
    {"math.isnan", kWideFloats, kBool},
    {"math.isnormal", kFloat32, kBool},
    // Casts.
    {"arith.extf", kFloat8 | kFloat16 | kFloat32,
     kFloat16 | kFloat32 | kFloat64},
    {"arith.truncf", kFloat16 | kFloat32 | kFloat64,
     kFloat8 | kFloat16 | kFloat32},
    {"arith.extsi", kBool | kInts, kInts},
    {"arith.extui", kBool | kInts, kInts},
    {"arith.trunci", kInts, kBool | kInts},
    {"arith.sitofp", kBool | kInts, kFloats},
    {"arith.uitofp", kBool | kInts, kFloats},
    {"arith.fptosi", kFloats, kInt},
    {"arith.fptoui", kFloats, kInt},
    // Integers, exactly.
    {"arith.addi", kInts},
    {"arith.subi", kInts},
    {"arith.muli", kInts},
    {"arith.divui", kInts},
    {"arith.divsi", kInts},
    {"arith.ceildivui", kInts},
    {"arith.ceildivsi", kInts},
    {"arith.floordivsi", kInts},
    {"arith.remui", kInts},
    {"arith.remsi", kInts},
    {"arith.andi", kBool | kInts},
    {"arith.ori", kBool | kInts},
    {"arith.xori", kBool | kInts},
    {"arith.shli", kInts},
    {"arith.shrui", kInts},
    {"arith.shrsi", kInts},
    {"arith.maxsi", kInts},
    {"arith.maxui", kInts},
    {"arith.minsi", kInts},
    {"arith.minui", kInts},
    {"arith.cmpi", kBool | kInts, kBool},
    {"arith.mulsi_extended", kInts},
    {"arith.mului_extended", kInts},
    {"arith.addui_extended", kInts, kBool | kInts},
    {"math.absi", kInts},
    {"math.ctlz", kInts},
    // Functions.
    {"math.acos", kFunctions},
    {"math.acosh", kFunctions},
    {"math.asin", kFunctions},
    {"math.asinh", kFunctions},
    {"math.atan", kFunctions},
    {"math.atan2", kFunctions},
    {"math.atanh", kFunctions},
    {"math.cbrt", kFunctions},
    {"math.cos", kFunctions},
    {"math.cosh", kFunctions},
    {"math.erf", kFunctions},
    {"math.exp", kFunctions},
    {"math.exp2", kFunctions},
    {"math.expm1", kFunctions},
    {"math.fpowi", kFunctions},
    {"math.log", kFunctions},
    {"math.log10", kFunctions},
    {"math.log1p", kFunctions},
    {"math.log2", kFunctions},
    {"math.powf", kFunctions},
    {"math.sin", kFunctions},
    {"math.sinh", kFunctions},
    {"math.tan", kFunctions},
    {"math.tanh", kFunctions},
};

ArrayRef<FusedOp> autotune::getFusedOps() { return kFusedOps; }

unsigned autotune::getFusedTypes(Type type) {
  if (isFloat8(type))
    return kFloat8;
  if (type.isBF16() || type.isF16())
    return kFloat16;
  if (type.isF32())
    return kFloat32;
  if (type.isF64())
    return kFloat64;
  if (!type.isSignlessInteger())
    return 0;
  switch (type.getIntOrFloatBitWidth()) {
  case 1:
    return kBool;
  case 4:
    return kInt4;
  case 8:
  case 16:
  case 32:
  case 64:
    return kInt;
  default:
    return 0;
  }
}

/// A power that a few multiplications make, of f64 too.
static bool isMultiplied(Operation *op) {
  APFloat constant(0.0f);
  return isa<math::PowFOp>(op) && op->getResult(0).getType().isF64() &&
         matchPattern(op->getOperand(1), m_ConstantFloat(&constant)) &&
         isSimplePower(constant.convertToDouble());
}

/// An exponent of up to 32 bits, or a wider constant that has such a value:
/// front ends write constants of 64.
static bool isWholeExponent(Value exponent) {
  APInt constant;
  return getFusedTypes(exponent.getType()) == kInt &&
         (exponent.getType().getIntOrFloatBitWidth() <= 32 ||
          (matchPattern(exponent, m_ConstantInt(&constant)) &&
           constant.isSignedIntN(32)));
}

/// That each operand and result has one of an operation's types.
static bool hasTypes(const FusedOp &fused, Operation *op) {
  auto isAmong = [](TypeRange types, unsigned allowed) {
    return llvm::all_of(
        types, [&](Type type) { return (getFusedTypes(type) & allowed) != 0; });
  };
  // The condition, or the exponent, is an integer.
  TypeRange operands = op->getOperandTypes();
  if (isa<arith::SelectOp>(op))
    return getFusedTypes(operands[0]) == kBool &&
           isAmong(operands.drop_front(), fused.types);
  if (isa<math::FPowIOp>(op))
    return isAmong(operands[0], fused.types) &&
           isWholeExponent(op->getOperand(1));
  return isAmong(operands, fused.types) &&
         isAmong(op->getResultTypes(),
                 fused.results ? fused.results : fused.types);
}

/// What a list of types can't say.
static bool isRoundedOnce(arith::TruncFOp op) {
  // Rounding to nearest even; from f64 to f32 alone, for through f32 it would
  // be rounded twice.
  return !op.getRoundingmode() &&
         (!op.getIn().getType().isF64() || op.getType().isF32());
}

std::string autotune::getWhyNotComputed(Operation *op) {
  std::string why;
  llvm::raw_string_ostream os(why);
  for (Type type : op->getResultTypes())
    if (!getFusedTypes(type)) {
      os << "it computes with elements of type " << type;
      return why;
    }
  if (isa<func::ReturnOp>(op))
    return why;
  StringRef name = op->getName().getStringRef();
  const auto *fused = llvm::find_if(
      kFusedOps, [&](const FusedOp &each) { return each.name == name; });
  auto rounding = dyn_cast<arith::TruncFOp>(op);
  bool isComputed = (fused != std::end(kFusedOps) && hasTypes(*fused, op)) ||
                    isMultiplied(op);
  if (isComputed && (!rounding || isRoundedOnce(rounding)))
    return why;
  os << "no kernel computes " << op->getName();
  if (op->getNumResults() == 1)
    os << " of " << op->getResult(0).getType();
  return why;
}

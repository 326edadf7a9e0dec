//===- Widening.cpp - What a product's inputs were widened from -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/Widening.h"

#include "WideningBuffers.h"
#include "WideningWalk.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Whether a type of floats has all values of another one.
static bool holdsFloats(FloatType wide, FloatType narrow) {
  return llvm::APFloat::isRepresentableBy(narrow.getFloatSemantics(),
                                          wide.getFloatSemantics());
}

/// Whether a type of floats has all integers of so many bits.
static bool holdsIntegers(FloatType type, IntegerType integer,
                          bool isUnsigned) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  int bits = static_cast<int>(integer.getWidth());
  // The least signed integer is a power of two.
  int digits = isUnsigned ? bits : bits - 1;
  return digits <=
             static_cast<int>(llvm::APFloat::semanticsPrecision(semantics)) &&
         bits <= llvm::APFloat::semanticsMaxExponent(semantics);
}

bool autotune::holdsExactly(Type wide, Type narrow,
                            std::optional<linalg::TypeFn> sign) {
  auto floats = dyn_cast<FloatType>(wide);
  if (auto from = dyn_cast<FloatType>(narrow))
    return floats && holdsFloats(floats, from);
  auto from = dyn_cast<IntegerType>(narrow);
  if (!from)
    return false;
  if (floats)
    return holdsIntegers(floats, from, sign == linalg::TypeFn::cast_unsigned);
  return isa<IntegerType>(wide) &&
         from.getWidth() <= wide.getIntOrFloatBitWidth();
}

static bool isWideFloat(Type type) { return type.isF32() || type.isF64(); }

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

/// A constant, through the conversions of it that exporters write into bodies.
static std::optional<llvm::APFloat> getScalarConstant(Value value) {
  if (Operation *op = value.getDefiningOp();
      isa_and_nonnull<arith::TruncFOp, arith::ExtFOp>(op)) {
    std::optional<llvm::APFloat> inner = getScalarConstant(op->getOperand(0));
    auto type = dyn_cast<FloatType>(op->getResult(0).getType());
    if (!inner || !type)
      return std::nullopt;
    bool losesInfo = false;
    inner->convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven,
                   &losesInfo);
    return inner;
  }
  llvm::APFloat constant(0.0f);
  if (matchPattern(value, m_ConstantFloat(&constant)))
    return constant;
  return std::nullopt;
}

std::optional<llvm::APFloat> UniformFactor::getConstant() const {
  if (!value)
    return llvm::APFloat(-1.0f);
  Value scalar = value;
  auto argument = dyn_cast<BlockArgument>(value);
  if (auto op = dyn_cast<linalg::LinalgOp>(step);
      op && argument && argument.getOwner() == op.getBlock())
    scalar = op.getMatchingOpOperand(argument)->get();
  if (auto fill = scalar.getDefiningOp<linalg::FillOp>())
    scalar = fill.getInputs()[0];
  return getScalarConstant(scalar);
}

bool WidenedInput::hasExactFactors() const {
  if (factors.empty())
    return true;
  // A negative factor turns the sign of a sum that is zero.
  // Of f16 a product is between 2^-48 and 2^32, and a sum of fewer than 2^31
  // below 2^63; of f8 and integers of 8 bits they are closer to 1. A factor of
  // up to 2^30 for each input keeps all of them normal f32. bf16 has f32's
  // range itself.
  constexpr int kMaxExponent = 30;
  if (element.isBF16() || element.getIntOrFloatBitWidth() > 16)
    return false;
  int exponents = 0;
  for (const UniformFactor &factor : factors) {
    std::optional<llvm::APFloat> constant = factor.getConstant();
    if (!constant || !constant->isFiniteNonZero())
      return false;
    int exponent = constant->getExactLog2();
    if (exponent == INT_MIN)
      return false;
    exponents += std::abs(exponent);
    if (exponents > kMaxExponent)
      return false;
  }
  return true;
}

/// Whether a scalar of a body is the same for all elements: it is made of
/// constants, of scalars from outside, and of operands of one element.
static bool isUniform(Value value, linalg::LinalgOp op, unsigned depth = 0) {
  constexpr unsigned kMaxDepth = 8;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != op.getBlock())
      return true;
    OpOperand *operand = op.getMatchingOpOperand(argument);
    return op.isDpsInput(operand) &&
           op.getMatchingIndexingMap(operand).getNumResults() == 0;
  }
  Operation *made = value.getDefiningOp();
  if (made->getBlock() != op.getBlock())
    return !op->isProperAncestor(made);
  return depth < kMaxDepth && made->getNumRegions() == 0 && isPure(made) &&
         !isa<linalg::IndexOp>(made) &&
         llvm::all_of(
             made->getOperands(),
             [&](Value operand) { return isUniform(operand, op, depth + 1); });
}

/// Whether a tensor has one value for all elements.
static bool isUniformTensor(Value value) {
  SplatElementsAttr splat;
  return value.getDefiningOp<linalg::FillOp>() ||
         matchPattern(value, m_Constant(&splat));
}

//===----------------------------------------------------------------------===//
// The way from an input to what it was widened from
//===----------------------------------------------------------------------===//

namespace {
class Walk {
public:
  Walk(Value input, Operation *product, Value written,
       std::optional<linalg::TypeFn> sign)
      : buffers(product, written) {
    found.source = input;
    found.element = getElementTypeOrSelf(input);
    found.sign = sign;
  }

  /// All that the input can be taken for: itself first, then what it was
  /// widened from, the widest first.
  SmallVector<WidenedInput> getAll();

private:
  /// Goes one operation back from the source; false at the end.
  bool step();
  bool stepThroughView(Operation *op);
  bool stepThroughBody(linalg::LinalgOp op, Value output);
  bool stepThroughTensors(Operation *op);
  /// The operand of a scalar operation that the result is an exact conversion
  /// of, or a multiple; null for none.
  Value convert(Operation *op, llvm::function_ref<bool(Value)> isUniform);
  /// Whether nothing was lost between the source as it is now and the input.
  bool isExact() const;

  WidenedInput found;
  /// What was rounded to on the way: it must have all narrow values.
  SmallVector<Type> rounded;
  WrittenBuffers buffers;
};
} // namespace

Value Walk::convert(Operation *op, llvm::function_ref<bool(Value)> isUniform) {
  if (isa<arith::ExtFOp>(op))
    return op->getOperand(0);
  if (auto truncation = dyn_cast<arith::TruncFOp>(op)) {
    if (truncation.getRoundingmode())
      return nullptr;
    rounded.push_back(getElementTypeOrSelf(op->getResult(0)));
    return op->getOperand(0);
  }
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op)) {
    Type from = getElementTypeOrSelf(op->getOperand(0));
    found.sign = isa<arith::SIToFPOp>(op) ? linalg::TypeFn::cast_signed
                                          : linalg::TypeFn::cast_unsigned;
    rounded.push_back(getElementTypeOrSelf(op->getResult(0)));
    return isa<IntegerType>(from) ? op->getOperand(0) : Value();
  }
  // What was zero-extended is not negative, however it is read.
  if (isa<arith::ExtUIOp>(op)) {
    found.sign = linalg::TypeFn::cast_unsigned;
    return op->getOperand(0);
  }
  if (isa<arith::ExtSIOp>(op)) {
    if (found.sign == linalg::TypeFn::cast_unsigned)
      return nullptr;
    found.sign = linalg::TypeFn::cast_signed;
    return op->getOperand(0);
  }

  if (!isWideFloat(getElementTypeOrSelf(op->getResult(0))))
    return nullptr;
  auto take = [&](Value element, Value factor, bool divides) -> Value {
    found.factors.push_back({factor, divides, nullptr});
    return element;
  };
  if (isa<arith::NegFOp>(op))
    return take(op->getOperand(0), nullptr, false);
  if (!isa<arith::MulFOp, arith::DivFOp>(op))
    return nullptr;
  Value left = op->getOperand(0), right = op->getOperand(1);
  if (isUniform(right))
    return take(left, right, isa<arith::DivFOp>(op));
  if (isa<arith::MulFOp>(op) && isUniform(left))
    return take(right, left, false);
  return nullptr;
}

/// Zeros around a tensor are zeros of any type, and times any factor.
static bool isZeroPad(tensor::PadOp op) {
  Value value = op.getConstantPaddingValue();
  return value && (matchPattern(value, m_PosZeroFloat()) ||
                   matchPattern(value, m_Zero()));
}

bool Walk::stepThroughView(Operation *op) {
  if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    if (!isZeroPad(pad))
      return false;
  } else if (!isa<tensor::CastOp, tensor::CollapseShapeOp,
                  tensor::ExpandShapeOp, tensor::ExtractSliceOp,
                  tile::PermuteOp>(op)) {
    return false;
  }
  found.steps.push_back({&op->getOpOperand(0), op->getResult(0)});
  found.source = op->getOperand(0);
  return true;
}

bool Walk::stepThroughTensors(Operation *op) {
  size_t factors = found.factors.size();
  Value source = convert(op, isUniformTensor);
  if (!source)
    return false;
  for (size_t i = factors; i < found.factors.size(); ++i)
    found.factors[i].step = op;
  OpOperand *input = &op->getOpOperand(0);
  if (input->get() != source)
    input = &op->getOpOperand(1);
  found.steps.push_back({input, op->getResult(0)});
  found.source = source;
  return true;
}

bool Walk::stepThroughBody(linalg::LinalgOp op, Value output) {
  if (op.getNumParallelLoops() != op.getNumLoops())
    return false;
  OpOperand *init = nullptr;
  for (auto [i, each] : llvm::enumerate(op.getDpsInitsMutable())) {
    bool isTensor = isa<RankedTensorType>(each.get().getType());
    if (isTensor ? op->getResult(i) == output : each.get() == output)
      init = &each;
  }
  if (!init || !op.getMatchingIndexingMap(init).isPermutation())
    return false;
  size_t factors = found.factors.size();
  Value value = op.getMatchingYieldValue(init)->get();
  while (true) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() != op.getBlock())
        return false;
      OpOperand *input = op.getMatchingOpOperand(argument);
      if (!op.isDpsInput(input) ||
          !isa<RankedTensorType, MemRefType>(input->get().getType()))
        return false;
      for (size_t i = factors; i < found.factors.size(); ++i)
        found.factors[i].step = op;
      found.steps.push_back({input, output});
      found.source = input->get();
      return true;
    }
    Operation *made = value.getDefiningOp();
    if (made->getBlock() != op.getBlock())
      return false;
    value = convert(made, [&](Value factor) { return isUniform(factor, op); });
    if (!value)
      return false;
  }
}

bool Walk::step() {
  if (isa<MemRefType>(found.source.getType())) {
    Value written = found.source;
    SmallVector<WideningStep> views;
    linalg::LinalgOp writer = buffers.findWriter(written, views);
    if (!writer)
      return false;
    llvm::append_range(found.steps, views);
    return stepThroughBody(writer, written);
  }
  Operation *op = found.source.getDefiningOp();
  auto type = dyn_cast<RankedTensorType>(found.source.getType());
  if (!op || !type || type.getEncoding())
    return false;
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return structured.hasPureTensorSemantics() &&
           stepThroughBody(structured, found.source);
  return stepThroughView(op) || stepThroughTensors(op);
}

bool Walk::isExact() const {
  if (!found.factors.empty() && !llvm::all_of(rounded, isWideFloat))
    return false;
  return llvm::all_of(rounded, [&](Type type) {
    return holdsExactly(type, found.element, found.sign);
  });
}

SmallVector<WidenedInput> Walk::getAll() {
  SmallVector<WidenedInput> all = {found};
  constexpr unsigned kMaxSteps = 32;
  for (unsigned i = 0; i < kMaxSteps && step(); ++i) {
    auto type = dyn_cast<ShapedType>(found.source.getType());
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!type.hasRank() || (tensor && tensor.getEncoding()))
      break;
    Type element = type.getElementType();
    bool isSame = element == found.element;
    found.element = element;
    if (!isa<IntegerType>(element))
      found.sign = std::nullopt;
    if (isSame || !isExact())
      continue;
    // A buffer is read later than it was.
    if (isa<MemRefType>(type) && !buffers.isUnchanged(found.source))
      break;
    all.push_back(found);
    std::reverse(all.back().steps.begin(), all.back().steps.end());
  }
  return all;
}

SmallVector<WidenedInput>
autotune::getWidened(Value input, Operation *product, Value written,
                     std::optional<linalg::TypeFn> sign) {
  return Walk(input, product, written, sign).getAll();
}

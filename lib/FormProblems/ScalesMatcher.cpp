//===- ScalesMatcher.cpp - Floats of 8 bits, and their scales -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program multiplies f32: each factor, which is rounded, and sums of 24 bits.
// Tensor cores multiply the 8-bit floats, exactly, keep 14 bits of the sum of a
// part of K, and scale that: less than what f32 has, and more than what tf32
// leaves (docs/design/numerics.md). So f32 is taken for that where it may be
// multiplied as tf32.
//
//===----------------------------------------------------------------------===//

#include "PrologueBuilder.h"
#include "PrologueMatcher.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// What one operand is made of.
struct ScaledOperand {
  Value factor;
  bool isDepthFirst = false;
  EpilogueValue scales;
  PrologueOperand layout;
};
} // namespace

/// Goes through products to what they are of: the numbers of the function's
/// arguments. Fails on what is more than exact conversions and products in f32.
static LogicalResult findArguments(const PrologueBuilder &builder, Value value,
                                   SmallVectorImpl<int64_t> &arguments) {
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<arith::MulFOp>(op) && value.getType().isF32())
    return success(
        succeeded(findArguments(builder, op->getOperand(0), arguments)) &&
        succeeded(findArguments(builder, op->getOperand(1), arguments)));
  // Whatever float is between the two has all of the 8 bits.
  for (; isa_and_nonnull<arith::ExtFOp>(op); op = value.getDefiningOp())
    value = op->getOperand(0);
  int64_t argument = builder.getArgument(value);
  if (argument < 0)
    return failure();
  arguments.push_back(argument);
  return success();
}

/// Operand number `number`; nothing, with the reason, if it is not made so.
/// `hasFloats` says whether it is made of 8-bit floats at all.
static std::optional<ScaledOperand> matchOperand(linalg::LinalgOp op,
                                                 unsigned number,
                                                 std::string &whyNot,
                                                 bool &hasFloats) {
  AffineMap map = getOperandMap(op, number);
  Value operand = op.getDpsInputs()[number];
  if (!map || !operand.getDefiningOp())
    return std::nullopt;
  PrologueBuilder builder(op.getContext(), PrologueBuilder::Factor::Floats8,
                          whyNot);
  Value result = builder.build(operand, map);
  hasFloats = bool(builder.factor);
  if (!result || !hasFloats)
    return std::nullopt;
  std::string name = number == 0 ? "A" : "B";
  auto refuse = [&](const Twine &why) -> std::optional<ScaledOperand> {
    whyNot = ("its " + name + " " + why).str();
    return std::nullopt;
  };
  SmallVector<int64_t> arguments;
  if (failed(findArguments(builder, result, arguments)) ||
      llvm::count(arguments, 0) != 1)
    return refuse("is more than 8-bit floats, extended to f32, times scales of "
                  "f32");
  if (arguments.size() != 2)
    return refuse("has " + Twine(arguments.size() - 1) +
                  " scales; kernels read one for each block");
  int64_t scales = llvm::to_vector(llvm::make_filter_range(
      arguments, [](int64_t argument) { return argument != 0; }))[0];
  ScaledOperand found;
  found.factor = builder.factor;
  found.isDepthFirst = builder.factorMap.getResult(0) ==
                       getAffineDimExpr(kDepth, op.getContext());
  found.scales = builder.getValues()[scales - 1];
  found.layout = builder.getOperands()[scales - 1];
  if (found.layout.matrix.element != ElementKind::F32)
    return refuse("has scales of " +
                  stringifyElementKind(found.layout.matrix.element) +
                  "; kernels read f32");
  return found;
}

/// Whether an f32 is multiplied with fewer bits where that is faster.
static bool mayLoseBits(linalg::LinalgOp op) {
  auto allowed = op->getAttrOfType<StringAttr>(kAllowTf32AttrName);
  return allowed && allowed.getValue() == "tf32";
}

std::optional<ScaledMatch> autotune::matchScales(linalg::LinalgOp op,
                                                 std::string &whyNot) {
  if (!mayBeSeenThrough(op))
    return std::nullopt;
  auto isF32 = [](Type type) { return getElementTypeOrSelf(type).isF32(); };
  if (!llvm::all_of(op->getOperandTypes(), isF32))
    return std::nullopt;
  ScaledMatch match;
  std::array<std::string, 2> why;
  std::array<bool, 2> hasFloats = {false, false};
  std::array<std::optional<ScaledOperand>, 2> found;
  for (unsigned number : {0u, 1u})
    found[number] = matchOperand(op, number, why[number], hasFloats[number]);
  if (!hasFloats[0] && !hasFloats[1])
    return std::nullopt;
  auto refuse = [&](const Twine &reason) -> std::optional<ScaledMatch> {
    if (whyNot.empty())
      whyNot = reason.str();
    return std::nullopt;
  };
  for (unsigned number : {0u, 1u})
    if (!hasFloats[number])
      return refuse("its " + Twine(number == 0 ? "A" : "B") +
                    " has no 8-bit floats with scales, but the other one has");
    else if (!found[number])
      return refuse(why[number]);
  if (!mayLoseBits(op))
    return refuse("tensor cores keep fewer bits than f32 in products of 8-bit "
                  "floats; allow-tf32 = tf32 permits that");
  for (unsigned number : {0u, 1u}) {
    match.factors.factors.push_back(found[number]->factor);
    match.factors.scales.push_back(found[number]->scales);
  }
  match.scales = {found[0]->layout, found[1]->layout};
  match.transposed = {found[0]->isDepthFirst, !found[1]->isDepthFirst};
  return match;
}

//===- NarrowProduct.cpp - Which narrow types a product is of -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of the types that an input can be taken in, the widest that tensor cores
// multiply is the one: an f8 that became bf16 before it became f32 is a bf16,
// which all chips multiply and sum with all bits.
//
//===----------------------------------------------------------------------===//

#include "WideningWalk.h"

#include "mlir-autotune/Analysis/Float8.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace mlir::autotune;

static bool isFloat16(Type type) { return type.isBF16() || type.isF16(); }

/// How well tensor cores multiply two types into a third: 0 for not at all.
static unsigned getRank(Type a, Type b, Type c) {
  bool isNarrow = isFloat16(c) || c.isF32();
  if (isa<IntegerType>(c) || c.isF32())
    if (a.isInteger(8) && b.isInteger(8))
      return isa<IntegerType>(c) ? 2 : 1;
  if (!isNarrow)
    return 0;
  if ((isFloat16(a) && a == b) || (isFloat8(a) && isFloat8(b)))
    return 2;
  auto isConverted = [](Type type) {
    return isFloat8(type) || type.isInteger(8);
  };
  return (isFloat16(a) && isConverted(b)) || (isFloat16(b) && isConverted(a));
}

bool autotune::isTensorCoreProduct(Type a, Type b, Type sum) {
  return getRank(a, b, sum) > 0;
}

/// How many products of 8-bit integers a sum in i32 has room for.
static bool fitsInt32(const Contraction &contraction, bool isUnsigned) {
  int64_t depth = 1;
  for (auto [loop, size] :
       llvm::zip(contraction.loops[0], contraction.types[0].getShape())) {
    if (loop == Contraction::kUnitDim || contraction.roles[loop] != LoopRole::K)
      continue;
    if (ShapedType::isDynamic(size) || llvm::MulOverflow(depth, size, depth))
      return false;
  }
  int64_t largest = isUnsigned ? 255 * 255 : 128 * 128;
  return depth <= std::numeric_limits<int32_t>::max() / largest;
}

/// Whether a product of integers to i64 may be one to i32 whose sums are
/// extended, if these have room: tensor cores sum in i32.
static bool hasNarrowSums(const Contraction &contraction) {
  linalg::LinalgOp op = contraction.op;
  return contraction.types[2].getElementType().isInteger(64) &&
         op.hasPureTensorSemantics() &&
         llvm::none_of(contraction.zeroPoints,
                       [](const ZeroPoint &point) { return point.value; });
}

/// How an input's integers are read that the product widens; unset for others.
static std::optional<linalg::TypeFn> getOwnSign(const Contraction &contraction,
                                                unsigned input) {
  Type own = contraction.types[input].getElementType();
  Type result = contraction.types[2].getElementType();
  if (!isa<IntegerType>(own) ||
      (isa<IntegerType>(result) &&
       own.getIntOrFloatBitWidth() >= result.getIntOrFloatBitWidth()))
    return std::nullopt;
  return contraction.cast;
}

std::optional<WidenedInput>
autotune::findWidened(Value input, linalg::LinalgOp product,
                      llvm::function_ref<bool(Type)> isWanted) {
  for (WidenedInput &way :
       getWidened(input, product, product.getDpsInits()[0], std::nullopt))
    if (isWanted(way.element) && way.factors.empty())
      return std::move(way);
  return std::nullopt;
}

/// Why tensor cores don't multiply what inputs were widened from at most.
static std::string getWhyNoPair(Type a, Type b, Type result) {
  std::string text;
  llvm::raw_string_ostream(text)
      << "the narrowest types of its inputs, " << a << " and " << b
      << ", are no pair that tensor cores multiply and sum in " << result;
  return text;
}

FailureOr<NarrowProduct>
autotune::findNarrowProduct(const Contraction &contraction, bool foldScales,
                            std::string &whyNot) {
  whyNot.clear();
  linalg::LinalgOp op = contraction.op;
  Type result = contraction.types[2].getElementType();
  std::array<SmallVector<WidenedInput>, 2> ways;
  for (unsigned i : {0, 1}) {
    Type own = contraction.types[i].getElementType();
    if (isa<FloatType>(own) && !isa<FloatType>(result))
      return failure();
    for (WidenedInput &way :
         getWidened(contraction.operands[i], contraction.op,
                    contraction.operands[2], getOwnSign(contraction, i)))
      if (ways[i].empty() || holdsExactly(result, way.element, way.sign))
        ways[i].push_back(std::move(way));
  }
  unsigned most =
      getRank(ways[0].front().element, ways[1].front().element, result);
  // The body of a product widens what its operands have narrow.
  bool isWidened = ways[0].size() > 1 || ways[1].size() > 1;
  if (!isWidened && (most == 0 || !result.isInteger(64)))
    return failure();
  // Tensor cores have no sums of 64 bits.
  if (result.isInteger(64))
    most = 0;
  std::optional<NarrowProduct> best;
  for (const WidenedInput &a : ways[0])
    for (const WidenedInput &b : ways[1]) {
      unsigned rank = getRank(a.element, b.element, result);
      if (rank <= most)
        continue;
      if (a.sign && b.sign && a.sign != b.sign) {
        whyNot = "one input has signed integers and the other unsigned ones";
        continue;
      }
      NarrowProduct product;
      product.inputs = {a, b};
      product.cast =
          a.sign.value_or(b.sign.value_or(linalg::TypeFn::cast_signed));
      bool areIntegers =
          isa<IntegerType>(a.element) && isa<IntegerType>(b.element);
      bool isRoom =
          fitsInt32(contraction, product.cast == linalg::TypeFn::cast_unsigned);
      product.sumsIntegers =
          areIntegers &&
          (isa<FloatType>(result) || (isRoom && hasNarrowSums(contraction)));
      if (!isRoom && (product.sumsIntegers || !isWidened)) {
        whyNot = "its K is unknown or too large for sums in i32";
        continue;
      }
      if (!isWidened && !product.sumsIntegers) {
        whyNot = "only products of tensors without zero points have sums in "
                 "i32 for a C in i64";
        continue;
      }
      bool isBehind = product.hasFactors() || product.sumsIntegers;
      bool isWideSum = result.isF32() || result.isInteger(64);
      if (isBehind && (!isWideSum || !op.hasPureTensorSemantics())) {
        whyNot = "its sums would be scaled or converted afterwards, which is "
                 "done for tensors of f32 or i64 only";
        continue;
      }
      if (product.needsPermission() && !foldScales) {
        whyNot = "its inputs are scaled after they are widened; scaling the "
                 "sums rounds differently (fold-scales)";
        continue;
      }
      most = rank;
      best = std::move(product);
    }
  if (best)
    return *best;
  if (most == 0 && whyNot.empty())
    whyNot =
        getWhyNoPair(ways[0].back().element, ways[1].back().element, result);
  return failure();
}

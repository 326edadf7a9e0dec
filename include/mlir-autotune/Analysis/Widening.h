//===- Widening.h - What a product's inputs were widened from ---*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exporters write `matmul(extf a, extf b)` in f32 for a product of 16-bit
// floats that is summed in f32. The product of two such values is exact in f32,
// so the product of the narrow values, summed in f32, has the same terms. This
// analysis finds the narrow values behind conversions, views, transposes and
// broadcasts. It changes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_WIDENING_H
#define MLIR_AUTOTUNE_ANALYSIS_WIDENING_H

#include "mlir-autotune/Analysis/Contraction.h"

#include "llvm/ADT/APFloat.h"

namespace mlir::autotune {

/// One operation between the narrow values and the input of a product. It moves
/// elements, converts them, or scales them all by one factor.
struct WideningStep {
  /// The operand of the operation that has the elements.
  OpOperand *input = nullptr;
  /// A result, or the memref that is written.
  Value output;
};

/// A factor that scales all elements of an input.
struct UniformFactor {
  /// A scalar, inside or outside the body of `step`, or a tensor that holds
  /// the same value in all elements. Null stands for -1.
  Value value;
  /// Whether elements are divided by it.
  bool divides = false;
  /// The operation that multiplies.
  Operation *step = nullptr;

  /// The factor's value if it is a constant.
  std::optional<llvm::APFloat> getConstant() const;
};

/// What an input of a product was widened from.
struct WidenedInput {
  /// A tensor or memref of the narrow elements, before any step.
  Value source;
  Type element;
  /// How integers are read as numbers; unset for floats, and for integers that
  /// the product does not widen.
  std::optional<linalg::TypeFn> sign;
  /// The operations from the source to the input, in order.
  SmallVector<WideningStep> steps;
  SmallVector<UniformFactor> factors;

  /// Whether scaling sums instead of elements gives the same bits: each factor
  /// is a positive power of two, and no element or sum can leave f32's normal
  /// range.
  bool hasExactFactors() const;
};

/// A product of narrow values whose terms equal those of a contraction.
struct NarrowProduct {
  /// A and B.
  std::array<WidenedInput, 2> inputs;
  linalg::TypeFn cast = linalg::TypeFn::cast_signed;
  /// Whether integers are summed exactly in i32, and the sums then become
  /// floats or 64-bit integers.
  bool sumsIntegers = false;

  bool hasFactors() const {
    return !inputs[0].factors.empty() || !inputs[1].factors.empty();
  }
  /// Whether the rewrite needs the user's permission, because moving factors
  /// behind the sums changes bits.
  bool needsPermission() const {
    return !inputs[0].hasExactFactors() || !inputs[1].hasExactFactors();
  }
};

/// An input of `product`, or the first unscaled value that the input was
/// widened from, whose element type `isWanted` accepts.
std::optional<WidenedInput>
findWidened(Value input, linalg::LinalgOp product,
            llvm::function_ref<bool(Type)> isWanted);

/// Finds the narrow product that tensor cores compute in place of a
/// contraction whose inputs were widened exactly. The product lists the
/// inputs' uniform factors; the caller must apply them to the sums. Factors
/// that change how results are rounded are accepted only with `foldScales`. A
/// failure sets `whyNot` to a clause if an input is widened, and leaves it
/// empty if none is.
FailureOr<NarrowProduct> findNarrowProduct(const Contraction &contraction,
                                           bool foldScales,
                                           std::string &whyNot);

/// Whether tensor cores multiply elements of two types and sum the products in
/// a third.
bool isTensorCoreProduct(Type a, Type b, Type sum);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_WIDENING_H

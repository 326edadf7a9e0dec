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

/// A factor of all elements of an input.
struct UniformFactor {
  /// A scalar, inside the body of `step` or outside of it; or a tensor of one
  /// value for all elements. Null for -1.
  Value value;
  /// Whether elements are divided by it.
  bool divides = false;
  /// The operation that multiplies.
  Operation *step = nullptr;

  /// The factor's value where it is a constant.
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
  /// From the source to the input.
  SmallVector<WideningStep> steps;
  SmallVector<UniformFactor> factors;

  /// Whether scaling sums instead of elements gives the same bits: each factor
  /// is a positive power of two, and no element or sum can leave f32's normal
  /// range.
  bool hasExactFactors() const;
};

/// A product of narrow values that has the terms of a contraction.
struct NarrowProduct {
  /// A and B.
  std::array<WidenedInput, 2> inputs;
  linalg::TypeFn cast = linalg::TypeFn::cast_signed;
  /// Whether integers are summed in i32, exactly, and the sums become floats,
  /// or integers of 64 bits.
  bool sumsIntegers = false;

  bool hasFactors() const {
    return !inputs[0].factors.empty() || !inputs[1].factors.empty();
  }
  /// Whether it takes a permission, because factors move behind the sums.
  bool needsPermission() const {
    return !inputs[0].hasExactFactors() || !inputs[1].hasExactFactors();
  }
};

/// An input of `product`, or the first unscaled values that it was widened
/// from, whose type is one of the wanted.
std::optional<WidenedInput>
findWidened(Value input, linalg::LinalgOp product,
            llvm::function_ref<bool(Type)> isWanted);

/// Finds the narrow product that tensor cores compute in place of a contraction
/// whose inputs were widened exactly. Factors of all elements are passed, which
/// the caller must apply to the sums; those that change how results are
/// rounded, with `foldScales` alone. A failure sets `whyNot` to a clause where
/// an input is widened, and leaves it empty where none is.
FailureOr<NarrowProduct> findNarrowProduct(const Contraction &contraction,
                                           bool foldScales,
                                           std::string &whyNot);

/// Whether tensor cores multiply elements of two types and sum the products in
/// a third.
bool isTensorCoreProduct(Type a, Type b, Type sum);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_WIDENING_H

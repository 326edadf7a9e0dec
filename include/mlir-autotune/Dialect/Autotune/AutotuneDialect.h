//===- AutotuneDialect.h - The tuning attributes ----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_AUTOTUNE_AUTOTUNEDIALECT_H
#define MLIR_AUTOTUNE_DIALECT_AUTOTUNE_AUTOTUNEDIALECT_H

#include "mlir-autotune/Problem/ExpectedSizes.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Operation.h"

#include <optional>

namespace mlir::autotune {
/// What is expected of a size, or of a dimension, with this number.
struct DimSize {
  int64_t number;
  SizeRange range;
  /// Null for none.
  DenseI64ArrayAttr likely;
  /// The number of the size that this one equals, of which nothing else is
  /// expected then; kNone for none.
  static constexpr int64_t kNone = -1;
  int64_t sameAs = kNone;

  static DimSize get(MLIRContext *context, int64_t number,
                     const ExpectedSize &size) {
    return {number, size.range,
            size.likely.empty() ? DenseI64ArrayAttr()
                                : DenseI64ArrayAttr::get(context, size.likely),
            kNone};
  }
  ExpectedSize getExpected() const {
    return {range, SmallVector<int64_t, 2>(likely ? likely.asArrayRef()
                                                  : ArrayRef<int64_t>())};
  }

  friend bool operator==(const DimSize &lhs, const DimSize &rhs) {
    return lhs.number == rhs.number && lhs.range == rhs.range &&
           lhs.likely == rhs.likely && lhs.sameAs == rhs.sameAs;
  }
  friend llvm::hash_code hash_value(const DimSize &size) {
    return llvm::hash_combine(size.number, size.range.lower, size.range.upper,
                              size.range.unit, size.likely, size.sameAs);
  }
};
} // namespace mlir::autotune

#include "mlir-autotune/Dialect/Autotune/AutotuneEnums.h.inc"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "mlir-autotune/Dialect/Autotune/AutotuneAttrs.h.inc"

namespace mlir::autotune {

/// The names under which the attributes are attached.
inline constexpr StringLiteral kConfigAttrName = "autotune.config";
inline constexpr StringLiteral kCandidatesAttrName = "autotune.candidates";
inline constexpr StringLiteral kProvenanceAttrName = "autotune.provenance";
inline constexpr StringLiteral kTargetAttrName = "autotune.target";
/// How f32 products may be rounded: "none" (the default), "tf32", or "3xtf32".
/// The last one computes three products, and drops the product of both low
/// parts.
inline constexpr StringLiteral kAllowTf32AttrName = "autotune.allow_tf32";
/// The type that products of f16 to f16 may be summed in: "f32" (the default),
/// or "f16" if a kernel is faster with it.
inline constexpr StringLiteral kAccumulatorAttrName = "autotune.accumulator";
/// What the kernel of a matmul fuses, as the name of a Fusion. It overrides
/// the estimates, and is attached after a measurement or by hand.
inline constexpr StringLiteral kFusionAttrName = "autotune.fusion";
/// Which unknown sizes to expect: a SizesAttr on a matmul, or a DimsAttr on an
/// argument of a function.
inline constexpr StringLiteral kSizesAttrName = "autotune.sizes";
inline constexpr StringLiteral kRowConfigsAttrName = "autotune.row_configs";
/// The prefix of a knob's attribute. A parameter's name follows; for a
/// component of a list, also a dot and the component's name.
inline constexpr StringLiteral kKnobAttrPrefix = "autotune.knob.";

/// Why a string can't be the value of kAllowTf32AttrName; empty if it can.
std::string getWhyNotAllowed(StringRef precision);
/// Why a string can't be the value of kAccumulatorAttrName; empty if it can.
std::string getWhyNoAccumulator(StringRef type);

/// The config for all sizes: a config itself, or that of a plan's last row.
/// Null for any other attribute and for null.
ConfigAttr getConfigForAll(Attribute configOrPlan);
inline ConfigAttr getConfigForAll(Operation *op) {
  return getConfigForAll(op->getAttr(kConfigAttrName));
}

/// The value of kFusionAttrName; nullopt if the operation has none.
std::optional<Fusion> getFusion(Operation *op);

inline void registerAutotuneDialect(DialectRegistry &registry) {
  registry.insert<AutotuneDialect>();
}

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_DIALECT_AUTOTUNE_AUTOTUNEDIALECT_H

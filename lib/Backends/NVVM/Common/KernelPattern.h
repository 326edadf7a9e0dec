//===- KernelPattern.h - Patterns that know their kernel ------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELPATTERN_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELPATTERN_H

#include "KernelContext.h"

#include "mlir/Transforms/DialectConversion.h"

namespace mlir::autotune::tile {

/// Gives the values that each operand has become.
template <typename Op>
using OneToNAdaptor =
    typename Op::template GenericAdaptor<ArrayRef<ValueRange>>;

/// Lowers one kind of operation of a kernel by a function.
template <typename Op, typename Adaptor, typename Result>
class KernelPattern : public OpConversionPattern<Op> {
public:
  using LowerFn = Result (*)(Op, Adaptor, Emitter &, KernelContext &);

  KernelPattern(const TypeConverter &converter, MLIRContext *mlirContext,
                KernelContext &context, LowerFn lower, PatternBenefit benefit)
      : OpConversionPattern<Op>(converter, mlirContext, benefit),
        context(context), lower(lower) {}

  LogicalResult
  matchAndRewrite(Op op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter e(op.getLoc(), rewriter);
    if constexpr (std::is_void_v<Result>) {
      lower(op, adaptor, e, context);
      rewriter.eraseOp(op);
    } else {
      Result result = lower(op, adaptor, e, context);
      if constexpr (std::is_same_v<Result, LogicalResult>) {
        if (failed(result))
          return failure();
        rewriter.eraseOp(op);
      } else if constexpr (std::is_same_v<Result, Value>) {
        rewriter.replaceOp(op, result);
      } else if constexpr (std::is_same_v<Result, SmallVector<Value>>) {
        rewriter.replaceOpWithMultiple(op, {result});
      } else {
        rewriter.replaceOpWithMultiple(op, std::move(result));
      }
    }
    return success();
  }

private:
  KernelContext &context;
  LowerFn lower;
};

/// The patterns for one kernel. Its context is the caller's, and outlives them.
class KernelPatterns {
public:
  KernelPatterns(RewritePatternSet &patterns, const TypeConverter &converter,
                 KernelContext &context)
      : patterns(patterns), converter(converter), context(context) {}

  /// Adds `lower(op, adaptor, emitter, context)`. It emits what takes the
  /// operation's place, and gives what its results become: nothing, the one
  /// result's value, the one result's values, or the values of each. It may
  /// also give a LogicalResult, where the operation has no results: failure,
  /// before it emits anything, if another pattern is the one for it. Of several
  /// patterns for an operation, the one of the highest benefit that matches
  /// lowers it.
  template <typename Op, typename Adaptor, typename Result>
  void add(Result (*lower)(Op, Adaptor, Emitter &, KernelContext &),
           PatternBenefit benefit = 1) {
    patterns.add<KernelPattern<Op, Adaptor, Result>>(
        converter, patterns.getContext(), context, lower, benefit);
  }

private:
  RewritePatternSet &patterns;
  const TypeConverter &converter;
  KernelContext &context;
};

/// The indices of an operation, each of which stays one value.
inline SmallVector<Value> getIndices(ArrayRef<ValueRange> converted) {
  return llvm::map_to_vector(converted,
                             [](ValueRange index) { return index.front(); });
}

/// Each of these functions adds the patterns for one concern. So does each
/// function in an architecture's Patterns.h. The patterns run last: the kernel
/// is already a function, without loops over tiles and without roles.
void populateRingPatterns(KernelPatterns &patterns);
void populateEpiloguePatterns(KernelPatterns &patterns);
void populateFragmentPatterns(KernelPatterns &patterns);
void populateFragmentRowsPatterns(KernelPatterns &patterns);
void populateStorePatterns(KernelPatterns &patterns);
void populatePartsPatterns(KernelPatterns &patterns);
void populatePartsMeanPatterns(KernelPatterns &patterns);
void populateMemRefPatterns(KernelPatterns &patterns);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELPATTERN_H

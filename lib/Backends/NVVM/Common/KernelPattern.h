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

/// Lowers one kind of operation of a kernel. The context is the caller's, and
/// outlives the pattern. Of several patterns for an operation, the one of the
/// highest benefit that matches lowers it.
template <typename Op> struct KernelPattern : public OpConversionPattern<Op> {
  KernelPattern(const TypeConverter &converter, MLIRContext *mlirContext,
                KernelContext &context, PatternBenefit benefit = 1)
      : OpConversionPattern<Op>(converter, mlirContext, benefit),
        context(context) {}

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
void populateRingPatterns(RewritePatternSet &patterns,
                          const TypeConverter &converter,
                          KernelContext &context);
void populateEpiloguePatterns(RewritePatternSet &patterns,
                              const TypeConverter &converter,
                              KernelContext &context);
void populateFragmentPatterns(RewritePatternSet &patterns,
                              const TypeConverter &converter,
                              KernelContext &context);
void populateStorePatterns(RewritePatternSet &patterns,
                           const TypeConverter &converter,
                           KernelContext &context);
void populatePartsPatterns(RewritePatternSet &patterns,
                           const TypeConverter &converter,
                           KernelContext &context);
void populateMemRefPatterns(RewritePatternSet &patterns,
                            const TypeConverter &converter,
                            KernelContext &context);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELPATTERN_H

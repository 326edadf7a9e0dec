//===- Patterns.h - Patterns for TMA, wgmma and clusters --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_PATTERNS_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_PATTERNS_H

#include "NVVM/Common/KernelPattern.h"

namespace mlir::autotune::tile {

void populateLoadPatterns(RewritePatternSet &patterns,
                          const TypeConverter &converter,
                          KernelContext &context);
void populateMmaPatterns(RewritePatternSet &patterns,
                         const TypeConverter &converter,
                         KernelContext &context);
void populateReadRowsPatterns(RewritePatternSet &patterns,
                              const TypeConverter &converter,
                              KernelContext &context);
void populateScalePatterns(RewritePatternSet &patterns,
                           const TypeConverter &converter,
                           KernelContext &context);
void populateSplitPatterns(RewritePatternSet &patterns,
                           const TypeConverter &converter,
                           KernelContext &context);
void populateTransposePatterns(RewritePatternSet &patterns,
                               const TypeConverter &converter,
                               KernelContext &context);
void populateStagedStorePatterns(RewritePatternSet &patterns,
                                 const TypeConverter &converter,
                                 KernelContext &context);
void populateReducePatterns(RewritePatternSet &patterns,
                            const TypeConverter &converter,
                            KernelContext &context);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_PATTERNS_H

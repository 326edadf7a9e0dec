//===- EarlyStop.h - Whether more measuring could be worth it ---*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_TUNE_EARLYSTOP_H
#define AUTOTUNE_LIB_TUNE_EARLYSTOP_H

#include "llvm/ADT/ArrayRef.h"

namespace mlir::autotune::tune {

/// Fewer times say too little of how far the model is off.
constexpr size_t kMinToStop = 8;

/// What a config of a matmul took, and what the model had said.
struct TimedPrediction {
  double timeNs = 0, spread = 0, predictedNs = 0;
};

/// Whether what is left, of which the model's least time is `leastNs`, could be
/// faster than the fastest of `measured` by more than the noise, if the model
/// errs for it by as much as it did at most for these, in their favour, or by a
/// tenth, if that is more. True where too few were measured to say.
bool isGainLeft(llvm::ArrayRef<TimedPrediction> measured, double leastNs);

} // namespace mlir::autotune::tune

#endif // AUTOTUNE_LIB_TUNE_EARLYSTOP_H

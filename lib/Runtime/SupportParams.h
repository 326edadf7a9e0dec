//===- SupportParams.h - What helper kernels are told -----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_RUNTIME_SUPPORTPARAMS_H
#define MLIR_AUTOTUNE_LIB_RUNTIME_SUPPORTPARAMS_H

#include "Kernels/Prelude.h"

#include "mlir-autotune/Runtime/SupportModule.h"

namespace mlir::autotune::cuda {

inline void *asPointer(DevicePtr pointer) {
  return reinterpret_cast<void *>(pointer);
}

inline support::FillMode getMode(Content content) {
  switch (content) {
  case Content::Random:
    break;
  case Content::Poison:
    return support::kFillPoison;
  case Content::Negated:
    return support::kFillNegated;
  case Content::Doubled:
    return support::kFillDoubled;
  case Content::NegatedDoubled:
    return support::kFillNegatedDoubled;
  }
  return support::kFillRandom;
}

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_LIB_RUNTIME_SUPPORTPARAMS_H

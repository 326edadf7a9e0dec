//===- Atomics.h - What atomic operations compute ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arithmetic of PTX's atom and red, without their atomicity.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_ATOMICS_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_ATOMICS_H

#include "mlir-autotune/Core/SimulatorABI.h"

#include <string>

namespace mlir::autotune::sim {

/// Writes to `result` what `bytes` bytes become that were `old`; the pointers
/// need no alignment. `compare` is for CompareExchange only. FAdd adds each of
/// the elements that `bytes` hold, rounding to nearest even; subnormals are
/// kept (PTX flushes those of f32 in global memory). `element` is looked at for
/// FAdd alone. False, with nothing written, if there is no such operation.
bool applyAtomic(AtomicKind kind, ElementKind element, const void *old,
                 const void *operand, const void *compare, void *result,
                 uint32_t bytes);

/// Why it was false.
std::string describeUnknownAtomic(AtomicKind kind, ElementKind element,
                                  uint32_t bytes);

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_ATOMICS_H

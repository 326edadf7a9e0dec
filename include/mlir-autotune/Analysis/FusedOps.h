//===- FusedOps.h - What a kernel can compute of elements -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one list of operations that epilogues and prologues are made of. Each has
// a lowering to PTX and to the simulator for every type that it is listed with,
// and a reference of its own (lib/Reference); tests go through the list.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_FUSEDOPS_H
#define MLIR_AUTOTUNE_ANALYSIS_FUSEDOPS_H

#include "mlir/IR/Operation.h"

namespace mlir::autotune {

/// Groups of element types.
enum FusedTypes : unsigned {
  /// All floats of 8 bits.
  kFloat8 = 1,
  /// bf16, f16
  kFloat16 = 2,
  kFloat32 = 4,
  kFloat64 = 8,
  kBool = 16,
  kInt4 = 32,
  /// i8, i16, i32, i64
  kInt = 64,
  kFloats = kFloat8 | kFloat16 | kFloat32 | kFloat64,
  /// The types that math functions are computed for: neither f64 nor 8-bit
  /// floats.
  kFunctions = kFloat16 | kFloat32,
  kInts = kInt4 | kInt
};

/// An operation and its legal element types. For a cast, `types` are those
/// that it reads and `results` those that it returns.
struct FusedOp {
  StringLiteral name;
  unsigned types;
  /// The types of the results, if they differ from `types`; else 0.
  unsigned results = 0;
};

ArrayRef<FusedOp> getFusedOps();

/// The group of a type; 0 if the type is in no group.
unsigned getFusedTypes(Type type);

/// Why no kernel computes an operation, as text; empty if kernels do.
std::string getWhyNotComputed(Operation *op);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_FUSEDOPS_H

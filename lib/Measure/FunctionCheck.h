//===- FunctionCheck.h - Is a reference kernel right? -----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels that say what must come out of an epilogue or a prologue are made
// as candidates are, by the same rewritings: a fault of these would be in both.
// So before anything is compared with them, they are compared, on a sample,
// with what the function's text says (mlir-autotune/Reference/Function.h).
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_FUNCTIONCHECK_H
#define AUTOTUNE_LIB_MEASURE_FUNCTIONCHECK_H

#include "mlir-autotune/Measure/Manifest.h"
#include "mlir-autotune/Reference/Function.h"
#include "mlir-autotune/Runtime/SupportModule.h"

#include "llvm/ADT/ArrayRef.h"

namespace mlir::autotune::measure {

/// Elements of a batch in the device's memory, by their row and column.
struct SampledMatrix {
  cuda::DevicePtr base = 0;
  int elementKind = 0;
  /// In elements; 0 where there is one for all.
  int64_t rowStride = 0, columnStride = 0, batchStride = 0;
  /// How many rows and columns share an element.
  int64_t rowGroup = 1, columnGroup = 1;
};

/// What of a function is compared.
struct FunctionSample {
  /// Its arguments. Sums are wider than what the function takes.
  std::vector<SampledMatrix> arguments;
  SampledMatrix result;
  /// Which of its results that is.
  size_t output = 0;
  /// Of each matrix of the batch.
  std::vector<int64_t> rows;
  int64_t columns = 0;
};

/// The bits of an element of that kind as those of a function's argument: f64
/// and i64 are rounded and truncated to narrower ones.
uint64_t toArgument(int elementKind, uint64_t bits,
                    reference::ElementType argument);

/// Compares some of a sample's elements; `fault` says what is wrong with the
/// first that is, and stays empty if none is. `what` is "epilogue" or
/// "prologue", and `body` its function as text. Waits.
cuda::Status checkFunction(cuda::StreamHandle stream, const char *what,
                           const std::string &body,
                           const FunctionSample &sample, std::string &fault);

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_FUNCTIONCHECK_H

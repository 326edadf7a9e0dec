//===- ShapeClasses.h - Kinds of problems -----------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The classes for which `compare` prints summaries. A class is a rule on the
// problem alone, so a shape is in the same classes on every device.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_SHAPECLASSES_H
#define MLIR_AUTOTUNE_TUNE_SHAPECLASSES_H

#include "mlir-autotune/Problem/ProblemFact.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlir::autotune::tune {

struct ShapeClass {
  StringRef name;
  /// The rule, as text.
  StringRef rule;
  /// Whether a problem, whose sizes must be static, is in the class.
  bool (*contains)(const ProblemFact &fact);
  /// Whether reading B from memory dominates the time, so that summaries show
  /// the share of the device's bandwidth.
  bool isStreaming = false;
};

/// All classes in the order of tables; the first contains every problem. A
/// problem can be in several.
ArrayRef<ShapeClass> getShapeClasses();

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_SHAPECLASSES_H

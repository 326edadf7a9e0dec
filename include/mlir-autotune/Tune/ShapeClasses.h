//===- ShapeClasses.h - Kinds of problems -----------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `compare` sums up by. A class is a rule on the problem alone, so that a
// shape is in the same classes on every device, whatever was measured.
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
  /// Whether a problem of static sizes is of the class.
  bool (*contains)(const ProblemFact &fact);
  /// Whether reading B from memory is what the time is made of, and the share
  /// of the device's bandwidth what there is to say.
  bool isStreaming = false;
};

/// In the order of tables; the first has every problem. One problem can be in
/// several.
ArrayRef<ShapeClass> getShapeClasses();

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_SHAPECLASSES_H

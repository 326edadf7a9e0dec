//===- SizeTracer.h - Where sizes come from ---------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_SIZETRACER_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_SIZETRACER_H

#include "mlir-autotune/Problem/ExpectedSizes.h"

#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::autotune {

/// Finds what is expected of dimensions of tensors and memrefs, from the
/// `autotune.sizes` of function arguments. The IR must not change meanwhile.
class SizeTracer {
public:
  ExpectedSize traceDim(Value shaped, int64_t dim);

private:
  ExpectedSize traceResult(OpResult result, int64_t dim);
  ExpectedSize traceInit(DestinationStyleOpInterface op, OpResult result,
                         int64_t dim);
  template <typename CollapseOp>
  ExpectedSize traceCollapsed(CollapseOp op, int64_t dim);
  template <typename ExpandOp>
  ExpectedSize traceExpanded(ExpandOp op, int64_t dim);
  template <typename SliceOp> ExpectedSize traceSlice(SliceOp op, int64_t dim);
  ExpectedSize traceIndex(OpFoldResult size);
  ExpectedSize traceComputed(Operation *op);

  /// Also of dimensions that are being traced, as nothing: loops have cycles.
  llvm::DenseMap<std::pair<Value, int64_t>, ExpectedSize> known;
  llvm::DenseMap<Value, ExpectedSize> knownIndices;
  unsigned depth = 0;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_SIZETRACER_H

//===- WideningBuffers.h - Which operation wrote a buffer -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_ANALYSIS_WIDENINGBUFFERS_H
#define MLIR_AUTOTUNE_LIB_ANALYSIS_WIDENINGBUFFERS_H

#include "mlir-autotune/Analysis/Widening.h"

namespace mlir::autotune {

/// Searches backwards from a product for the operations of its block that
/// wrote its inputs. Nothing may write the same memory in between.
class WrittenBuffers {
public:
  /// `written` is the product's C.
  WrittenBuffers(Operation *product, Value written)
      : product(product), reader(product), written(written) {}

  /// Finds the operation that wrote all of `buffer`, or of the buffer that it
  /// is a view of, before the last operation found; null if there is none.
  /// Sets `buffer` to the written buffer, and `views` to the views in between,
  /// the last one first.
  linalg::LinalgOp findWriter(Value &buffer, SmallVector<WideningStep> &views);

  /// Whether the elements that the last operation found read from `source` are
  /// unchanged until the product has read its input.
  bool isUnchanged(Value source) const;

private:
  Operation *product, *reader;
  Value written;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_ANALYSIS_WIDENINGBUFFERS_H

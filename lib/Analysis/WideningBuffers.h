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

/// Goes back from a product over the operations of its block that wrote what it
/// reads. Nothing may have written the same memory in between.
class WrittenBuffers {
public:
  /// `written` is the product's C.
  WrittenBuffers(Operation *product, Value written)
      : product(product), reader(product), written(written) {}

  /// The operation that wrote all of `buffer`, or of what `buffer` is a view
  /// of, before the last one found; null for none. Sets `buffer` to what it
  /// wrote, and `views` to what is between, the last view first.
  linalg::LinalgOp findWriter(Value &buffer, SmallVector<WideningStep> &views);

  /// Whether what the last operation found read from `source` is there until
  /// the product has read it.
  bool isUnchanged(Value source) const;

private:
  Operation *product, *reader;
  Value written;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_ANALYSIS_WIDENINGBUFFERS_H

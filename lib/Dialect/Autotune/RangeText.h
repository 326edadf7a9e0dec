//===- RangeText.h - Ranges of sizes in attributes --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Guards of plans and expected sizes have the same text.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_DIALECT_AUTOTUNE_RANGETEXT_H
#define MLIR_AUTOTUNE_LIB_DIALECT_AUTOTUNE_RANGETEXT_H

#include "mlir-autotune/Problem/SizeGuard.h"

#include "mlir/IR/OpImplementation.h"

namespace mlir::autotune {

/// Whether the range has sizes; `name` is the name of the size in errors.
LogicalResult verifyRange(StringRef name, const SizeRange &range,
                          function_ref<InFlightDiagnostic()> emitError);

/// Parses the name of a size.
ParseResult parseSizeDim(AsmParser &parser, SizeDim &dim);

/// Parses "= 1", or "from 2 to 64 by 8" with one or more of its parts.
/// `isFound` is false if none is there.
ParseResult parseOptionalRange(AsmParser &parser, SizeRange &range,
                               bool &isFound);
ParseResult parseRange(AsmParser &parser, SizeRange &range);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_DIALECT_AUTOTUNE_RANGETEXT_H

//===- ArgumentAttrs.h - Attributes of functions' arguments -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_DIALECT_AUTOTUNE_ARGUMENTATTRS_H
#define MLIR_AUTOTUNE_LIB_DIALECT_AUTOTUNE_ARGUMENTATTRS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::autotune {

/// Verify the value of an attribute of argument `number`.
LogicalResult verifyArgumentSizes(FunctionOpInterface function, unsigned number,
                                  Attribute value);
LogicalResult verifyFrozen(FunctionOpInterface function, unsigned number,
                           Attribute value);

/// Verifies the value of autotune.once.
LogicalResult verifyOnce(Operation *op, Attribute value);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_DIALECT_AUTOTUNE_ARGUMENTATTRS_H

//===- VerifyFunction.h - Functions of elements --------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_DIALECT_TILE_VERIFYFUNCTION_H
#define MLIR_AUTOTUNE_LIB_DIALECT_TILE_VERIFYFUNCTION_H

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

namespace mlir::autotune::tile {

/// That the function of each element yields one of type `element`, and so many
/// more, and holds no operation of the tile dialect (FragmentOps.cpp).
LogicalResult verifyFunction(Operation *op, Region &body, Type element,
                             size_t more = 0);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_DIALECT_TILE_VERIFYFUNCTION_H

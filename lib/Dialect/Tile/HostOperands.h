//===- HostOperands.h - Operands of host operations -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_DIALECT_TILE_HOSTOPERANDS_H
#define MLIR_AUTOTUNE_LIB_DIALECT_TILE_HOSTOPERANDS_H

#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::autotune::tile {

/// Checks that operands are all tensors or all memrefs, and that each tensor of
/// `inits` has a result.
LogicalResult verifyHostOperands(Operation *op, TypeRange inits,
                                 TypeRange results);

/// Buffers are read, and those that `isInit` holds for are written, too.
void addBufferEffects(
    Operation *op, function_ref<bool(OpOperand *)> isInit,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_DIALECT_TILE_HOSTOPERANDS_H

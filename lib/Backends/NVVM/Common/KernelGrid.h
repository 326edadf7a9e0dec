//===- KernelGrid.h - How many CTAs a kernel is launched in --- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELGRID_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELGRID_H

#include "KernelLayout.h"

namespace mlir::autotune::tile {

/// Sets the fields of layout.abi from which the host computes the grid: the
/// tiles, the extents and the batch that all roles' loops agree on, and how K
/// is shared. Needs the layout's roles.
LogicalResult addGrid(KernelLayout &layout, KernelOp kernel);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELGRID_H

//===- KernelABI.h - How a lowered kernel is launched --------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lowered kernel carries the attribute `tile.abi` on its function. It has
// everything that the host must know for a launch: the parameters in order, the
// grid as a function of the matrices' sizes, the threads and the shared memory.
// The lowering of `tile.launch` and the bundle writer read it.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_TILE_KERNELABI_H
#define MLIR_AUTOTUNE_DIALECT_TILE_KERNELABI_H

#include "mlir-autotune/Problem/KernelABI.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Support/LLVM.h"

namespace mlir::autotune::tile {

/// The attribute of a lowered kernel that holds its KernelABI.
inline constexpr StringRef kKernelABIAttrName = "tile.abi";

DictionaryAttr getKernelABIAttr(const KernelABI &abi, MLIRContext *context);
/// Reads the attribute that getKernelABIAttr writes. Anything else is an error
/// at `emitError`.
FailureOr<KernelABI>
readKernelABI(Attribute attr, function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_DIALECT_TILE_KERNELABI_H

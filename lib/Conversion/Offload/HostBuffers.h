//===- HostBuffers.h - Buffers that stay on the host ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_CONVERSION_OFFLOAD_HOSTBUFFERS_H
#define MLIR_AUTOTUNE_LIB_CONVERSION_OFFLOAD_HOSTBUFFERS_H

#include "mlir/IR/Operation.h"

namespace mlir::autotune::offload {

/// Whether a buffer is a list that the host allocates, makes and reads: the
/// shape of a memref.reshape, or what is to be freed.
bool isOnHost(Value memref);

/// Whether an operation is the function that upstream's deallocation adds,
/// which compares addresses, or a call of it.
bool isDeallocHelper(Operation *op);

} // namespace mlir::autotune::offload

#endif // MLIR_AUTOTUNE_LIB_CONVERSION_OFFLOAD_HOSTBUFFERS_H

//===- HostBuffers.h - Buffers that stay on the host ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_CONVERSION_OFFLOAD_HOSTBUFFERS_H
#define MLIR_AUTOTUNE_LIB_CONVERSION_OFFLOAD_HOSTBUFFERS_H

#include "mlir/IR/Value.h"

namespace mlir::autotune::offload {

/// Whether a buffer is a list of sizes, such as the shape of a memref.reshape,
/// that the host allocates, makes and reads.
bool isOnHost(Value memref);

} // namespace mlir::autotune::offload

#endif // MLIR_AUTOTUNE_LIB_CONVERSION_OFFLOAD_HOSTBUFFERS_H

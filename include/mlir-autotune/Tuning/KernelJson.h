//===- KernelJson.h - How a kernel is launched, as JSON ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNING_KERNELJSON_H
#define MLIR_AUTOTUNE_TUNING_KERNELJSON_H

#include "mlir-autotune/Backends/NVVM/KernelABI.h"

#include "llvm/Support/JSON.h"

#include <optional>

namespace mlir::autotune {

/// The fields of a bundle's kernel that say how it is launched: threads,
/// shared_memory, cluster, grid, params (docs/bundle.md). Fails for an ABI that
/// no bundle can describe.
llvm::Expected<llvm::json::Object> toJson(const tile::KernelABI &abi);

/// The inverse; nothing for what toJson does not write.
std::optional<tile::KernelABI>
kernelABIFromJson(const llvm::json::Object &object);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_KERNELJSON_H

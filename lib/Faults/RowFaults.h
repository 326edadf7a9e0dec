//===- RowFaults.h - Faults of kernels of rows ------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FAULTS_ROWFAULTS_H
#define MLIR_AUTOTUNE_LIB_FAULTS_ROWFAULTS_H

#include "TileFaults.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::autotune::faults {

template <typename OpT>
Fault onRows(StringRef name, StringRef what, StringRef where,
             StringRef expected, std::function<bool(OpT)> isSite,
             std::function<void(OpT)> plant) {
  return onOps<OpT>(name, what, where, expected, std::move(isSite),
                    std::move(plant), FaultLevel::Rows);
}

/// Whether an address is of shared memory, where several passes keep inputs.
inline bool isShared(Value address) {
  return cast<LLVM::LLVMPointerType>(address.getType()).getAddressSpace() ==
         unsigned(NVVM::NVVMMemorySpace::Shared);
}
inline bool storesShared(LLVM::StoreOp op) { return isShared(op.getAddr()); }
inline bool loadsShared(LLVM::LoadOp op) { return isShared(op.getAddr()); }

} // namespace mlir::autotune::faults

#endif // MLIR_AUTOTUNE_LIB_FAULTS_ROWFAULTS_H

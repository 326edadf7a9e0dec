//===- Passes.h - From tile kernels to NVVM ---------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_BACKENDS_NVVM_PASSES_H
#define MLIR_AUTOTUNE_BACKENDS_NVVM_PASSES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::autotune {
#define GEN_PASS_DECL
#include "mlir-autotune/Backends/NVVM/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "mlir-autotune/Backends/NVVM/Passes.h.inc"
} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_BACKENDS_NVVM_PASSES_H

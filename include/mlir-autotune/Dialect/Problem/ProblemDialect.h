//===- ProblemDialect.h - The problem dialect -------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_PROBLEM_PROBLEMDIALECT_H
#define MLIR_AUTOTUNE_DIALECT_PROBLEM_PROBLEMDIALECT_H

#include "mlir-autotune/Core/Window.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h.inc"

#define GET_OP_CLASSES
#include "mlir-autotune/Dialect/Problem/ProblemOps.h.inc"

namespace mlir::autotune::problem {
/// The type of an element of `input` as the argument of a problem's function. A
/// boolean is a byte in memory, 0 or 1.
Type getArgumentType(Value input);

/// Problems on tensors bufferize like any destination-style operation. Inits
/// that are overwritten are not read.
void registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry);
} // namespace mlir::autotune::problem

#endif // MLIR_AUTOTUNE_DIALECT_PROBLEM_PROBLEMDIALECT_H

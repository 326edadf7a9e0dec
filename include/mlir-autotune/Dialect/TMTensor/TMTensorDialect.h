//===- TMTensorDialect.h - What torch-mlir exports ------------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_TMTENSOR_TMTENSORDIALECT_H
#define MLIR_AUTOTUNE_DIALECT_TMTENSOR_TMTENSORDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "mlir-autotune/Dialect/TMTensor/TMTensorDialect.h.inc"

#define GET_OP_CLASSES
#include "mlir-autotune/Dialect/TMTensor/TMTensorOps.h.inc"

#endif // MLIR_AUTOTUNE_DIALECT_TMTENSOR_TMTENSORDIALECT_H

//===- ShippedTables.cpp - The lookup tables of the project ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/TableFile.h"

using namespace mlir;
using namespace mlir::autotune;

// kernels_td/tables/*.json, by EmbedTables.cmake.
#include "ShippedTables.inc"

ArrayRef<ShippedTable> autotune::getShippedTables() { return kShippedTables; }

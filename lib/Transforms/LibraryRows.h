//===- LibraryRows.h - Host code that calls a plan's libraries - *- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_LIBRARYROWS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_LIBRARYROWS_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/Problem/SizeGuard.h"
#include "mlir-autotune/Providers/Libraries.h"

#include "mlir/IR/Builders.h"

#include <string>

namespace mlir::autotune {

/// A row of a plan that is a call of a library.
struct LibraryRow {
  SizeGuard guard;
  /// Guards of the kernels in the rows before it. They are not for all sizes.
  SmallVector<SizeGuard> before;
  /// What tile.call_library takes.
  std::string library, call;
  /// The kernel that computes the epilogue, and its type of sums; null if the
  /// library computes all.
  SymbolRefAttr kernel;
  Type sums;
};

/// The matrices of a problem that a row has written, or not.
struct LibraryResult {
  /// The destinations, for the launch of a kernel: a tensor is the result of
  /// the calls.
  SmallVector<Value> inits;
  /// Whether a library has computed the problem: an i1.
  Value done;
};

/// Creates code before `op` that calls the library of the first row whose
/// condition holds and whose library does not refuse. There is at least one
/// row.
LibraryResult createLibraryCalls(OpBuilder &builder, problem::ContractOp op,
                                 ArrayRef<LibraryRow> rows);

/// Creates code before `op` that yields the matrices of `result` if a library
/// is done, and otherwise the results of `createElse`, which gets a builder in
/// the other region. Returns the results of the problem.
ValueRange createUnlessDone(OpBuilder &builder, problem::ContractOp op,
                            const LibraryResult &result,
                            function_ref<ValueRange(OpBuilder &)> createElse);

/// Replaces calls of libraries that the program must not call, wherever they
/// come from, by calls that do nothing.
void dropLibraryCalls(Operation *root, const AllowedLibraries &allowed);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_LIBRARYROWS_H

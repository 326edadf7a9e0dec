//===- LibraryCalls.h - Host code of calls of libraries ------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LIBRARYCALLS_H
#define MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LIBRARYCALLS_H

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

namespace mlir::autotune::tile {

/// A launch of the epilogue behind a library's product.
struct LaunchBehind {
  /// The stream of the call, on which somebody else waits for the launch.
  Value token;
  /// The operand that is in device memory.
  Value sums;
};
using LaunchesBehind = DenseMap<Operation *, LaunchBehind>;

/// Replaces the operation, on memrefs, with calls of the runtime
/// (Core/LibraryABI.h), and with a launch, which is added to `behind`. With
/// `stagesAll`, buffers of the host are copied to the device and back. With
/// `ofCaller`, the call is on the caller's stream, and nobody waits. Fails
/// with a diagnostic at the operation.
LogicalResult lowerLibraryCall(CallLibraryOp op, bool stagesAll, bool ofCaller,
                               LaunchesBehind &behind);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LIBRARYCALLS_H

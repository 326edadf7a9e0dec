//===- TileFaults.h - Faults at operations of tile programs -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FAULTS_TILEFAULTS_H
#define MLIR_AUTOTUNE_LIB_FAULTS_TILEFAULTS_H

#include "mlir-autotune/Faults/Faults.h"

namespace mlir::autotune::faults {

/// A fault whose sites are the operations of one kind, or those of them for
/// which `isSite` holds.
template <typename OpT>
Fault onOps(StringRef name, StringRef what, StringRef where, StringRef expected,
            std::function<bool(OpT)> isSite, std::function<void(OpT)> plant,
            FaultLevel level = FaultLevel::Tile) {
  return {name,
          level,
          what,
          where,
          expected,
          "",
          [=](Operation *kernel, FaultSites &sites) {
            kernel->walk([&](OpT op) {
              if (!isSite || isSite(op))
                sites.push_back({op, [=] { plant(op); }});
            });
          }};
}

} // namespace mlir::autotune::faults

#endif // MLIR_AUTOTUNE_LIB_FAULTS_TILEFAULTS_H

//===- Describe.h - Threads and operations in words -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_DESCRIBE_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_DESCRIBE_H

#include "Machine.h"

namespace mlir::autotune::sim {

/// "CTA (0, 1, 0)"
inline std::string describeCta(const Cta &cta) {
  return "CTA (" + std::to_string(cta.index.x) + ", " +
         std::to_string(cta.index.y) + ", " + std::to_string(cta.index.z) + ")";
}

/// "warp 3 of CTA (0, 1, 0)"
inline std::string describeWarp(const Thread &thread) {
  return "warp " + std::to_string(thread.warp()) + " of " +
         describeCta(*thread.cta);
}

/// "nvvm.mbarrier.init (loc("k.mlir":3:4))"
inline std::string describeSite(const Site *site) {
  if (!site)
    return "an unknown operation";
  return std::string(site->operation) + " (" + site->location + ")";
}

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_DESCRIBE_H

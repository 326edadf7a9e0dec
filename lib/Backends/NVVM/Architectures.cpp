//===- Architectures.cpp - The architectures kernels are lowered for ------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Another architecture is a folder and an entry of this list.
//
//===----------------------------------------------------------------------===//

#include "NVVM/SM80/SM80.h"
#include "NVVM/SM90/SM90.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

ArrayRef<const Architecture *> tile::getArchitectures() {
  static const Architecture *const all[] = {&getSM80(), &getSM90()};
  return all;
}
